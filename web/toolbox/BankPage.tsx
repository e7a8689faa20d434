import { Input } from 'antd'
import { useState } from 'react'
import { BankOptions } from '#contract/tool-bank.ts'
import { useTexts } from '#web/kernel/language.ts'
import { BankTemplates } from './BankTemplates.tsx'
import { bankTexts } from './bank-texts.ts'
import { ServerToolDesk } from './ServerToolDesk.tsx'

const accept = ['csv', 'xls', 'xlsx', 'txt', 'tsv', 'html', 'htm', 'et']
const first = BankOptions.parse({ code: 'bankStatement' })
const isAmount = (text: string) => /^\d{1,10}(?:\.\d{1,2})?$/.test(text)

/** /aiTools/bankStatement: statements in one workbook, with what should be looked at. */
export function BankPage() {
  const t = useTexts(bankTexts)
  const [options, setOptions] = useState(first)
  const set = (change: Partial<BankOptions>) => setOptions({ ...options, ...change })
  const wrong = !isAmount(options.large)
  return (
    <ServerToolDesk
      code="bankStatement"
      accept={accept}
      hint={t('bankHint')}
      missing={wrong ? t('largeWrong') : ''}
      order={() => options}
      onOptions={(kept) => {
        const read = BankOptions.safeParse({ ...kept, code: 'bankStatement' })
        if (read.success) setOptions(read.data)
      }}
      options={
        <>
          <div className="tool-field">
            <label htmlFor="bank-large">{t('large')}</label>
            <Input
              id="bank-large"
              inputMode="decimal"
              maxLength={13}
              value={options.large}
              {...(wrong && { status: 'error' as const })}
              onChange={({ target }) => set({ large: target.value.trim() })}
            />
          </div>
          <div className="tool-field tool-wide">
            <label htmlFor="bank-names">{t('names')}</label>
            <Input.TextArea
              id="bank-names"
              rows={3}
              maxLength={4000}
              value={options.names}
              placeholder={t('namesHint')}
              onChange={({ target }) => set({ names: target.value })}
            />
          </div>
          <p className="third">{t('flagsHint')}</p>
          <BankTemplates />
        </>
      }
    />
  )
}

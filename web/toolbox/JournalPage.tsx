import { InputNumber } from 'antd'
import { useState } from 'react'
import { JournalOptions } from '#contract/tool-run.ts'
import { useTexts } from '#web/kernel/language.ts'
import { bankTexts } from './bank-texts.ts'
import { ServerToolDesk } from './ServerToolDesk.tsx'

const accept = ['xls', 'xlsx', 'csv', 'txt', 'tsv', 'et', 'xml', 'html', 'zip']

/** /aiTools/journalToBalance: a trial balance summed from a journal. */
export function JournalPage() {
  const t = useTexts(bankTexts)
  // tax work is about the year before
  const [year, setYear] = useState(() => new Date().getFullYear() - 1)
  return (
    <ServerToolDesk
      code="journalToBalance"
      accept={accept}
      hint={t('journalHint')}
      order={() => ({ code: 'journalToBalance', year })}
      onOptions={(kept) => {
        const read = JournalOptions.safeParse({ ...kept, code: 'journalToBalance' })
        if (read.success) setYear(read.data.year)
      }}
      options={
        <div className="tool-field">
          <label htmlFor="journal-year">{t('year')}</label>
          <InputNumber
            id="journal-year"
            min={1990}
            max={2100}
            precision={0}
            value={year}
            onChange={(value) => value !== null && setYear(value)}
          />
        </div>
      }
    />
  )
}

import { Input } from 'antd'
import { useState } from 'react'
import { InvoiceOptions } from '#contract/tool-run.ts'
import { useTexts } from '#web/kernel/language.ts'
import { ServerToolDesk } from './ServerToolDesk.tsx'
import { texts } from './texts.ts'

const accept = ['pdf', 'ofd', 'xml', 'jpg', 'jpeg', 'png', 'webp']
const first = InvoiceOptions.parse({ code: 'readInvoices' })
const VERIFY = 'https://inv-veri.chinatax.gov.cn/'

/** /aiTools/readInvoices: invoices as a ledger, with what should be looked at. */
export function InvoicePage() {
  const t = useTexts(texts)
  const [options, setOptions] = useState(first)
  const set = (change: Partial<InvoiceOptions>) => setOptions({ ...options, ...change })
  return (
    <ServerToolDesk
      code="readInvoices"
      accept={accept}
      hint={t('invoiceHint')}
      order={() => ({ ...options, year: /^20\d{2}$/.test(options.year) ? options.year : '' })}
      onOptions={(kept) => {
        const read = InvoiceOptions.safeParse({ ...kept, code: 'readInvoices' })
        if (read.success) setOptions(read.data)
      }}
      options={
        <>
          <div className="tool-field">
            <label htmlFor="invoice-buyer">{t('buyerWanted')}</label>
            <Input
              id="invoice-buyer"
              maxLength={120}
              value={options.buyer}
              placeholder={t('buyerWantedHint')}
              onChange={({ target }) => set({ buyer: target.value })}
            />
          </div>
          <div className="tool-field">
            <label htmlFor="invoice-year">{t('yearWanted')}</label>
            <Input
              id="invoice-year"
              maxLength={4}
              inputMode="numeric"
              value={options.year}
              placeholder={t('buyerWantedHint')}
              onChange={({ target }) => set({ year: target.value.replaceAll(/\D/g, '') })}
            />
          </div>
          <a href={VERIFY} target="_blank" rel="noreferrer noopener">
            {t('verifySite')}
          </a>
        </>
      }
    />
  )
}

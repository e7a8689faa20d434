import { Button } from 'antd'
import { useRef } from 'react'
import type { Dataset } from '#contract/ledger.ts'
import { useTexts } from '#web/kernel/language.ts'
import { Money } from '#web/kit/Money.tsx'
import { printOnly } from './print-only.ts'
import { texts } from './texts.ts'

/** What was read, in numbers, for the client to confirm with its seal; prints by itself. */
export function CompletenessStatement({ of: { summary, year } }: { of: Dataset }) {
  const t = useTexts(texts)
  const sheet = useRef<HTMLElement>(null)
  const facts = [
    [t('accountCount'), summary.accounts],
    [t('voucherCount'), summary.vouchers],
    [t('lineCount'), summary.lines],
    [t('debitTotal'), <Money key="debit" value={summary.debit} />],
    [t('creditTotal'), <Money key="credit" value={summary.credit} />],
    [t('firstDate'), summary.firstDate],
    [t('lastDate'), summary.lastDate],
    [t('closingVouchers'), summary.closingVouchers],
    [t('droppedCount'), summary.dropped],
  ] as const
  return (
    <>
      <div className="version-line">
        <h2 className="section-title">{t('statement')}</h2>
        <Button className="no-print" onClick={() => printOnly(sheet.current)}>
          {t('print')}
        </Button>
      </div>
      <section className="attestation" ref={sheet}>
        <p>{t('statementLead', { company: summary.company, year })}</p>
        <dl>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className="sign">
          <span>{t('clientSeal')}</span>
          <span>{t('clientDate')}</span>
        </div>
      </section>
    </>
  )
}

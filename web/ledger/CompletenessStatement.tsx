import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useRef } from 'react'
import { type Dataset, ledger, type Report } from '#contract/ledger.ts'
import { query } from '#web/kernel/api.ts'
import { listMark, useTexts } from '#web/kernel/language.ts'
import { Money } from '#web/kit/Money.tsx'
import { scrollsByKeyboard } from '#web/kit/scrolls-by-keyboard.ts'
import { byMonthAndWord, leftOutOf, unusedSheets } from './left-out.ts'
import { pageOf, printOnly } from './print-only.ts'
import { texts } from './texts.ts'

/**
 * 账套完整性声明: what was read, in numbers, with every file's fingerprint and what was left out, for the client to
 * confirm with its seal. Prints by itself on A4; downloads as a page that opens and prints anywhere.
 */
export function CompletenessStatement({ of: one, report }: { of: Dataset; report: Report }) {
  const t = useTexts(texts)
  const sheet = useRef<HTMLElement>(null)
  const { summary, year, version, createTime } = one
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
  const save = () => {
    if (!sheet.current) return
    const name = [t('statement'), summary.company, year].filter((part) => part !== '').join('-') + '.html'
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([pageOf(sheet.current, t('statement'))], { type: 'text/html' }))
    link.download = name.replaceAll(/[\\/:*?"<>|]/g, ' ')
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 1000)
  }
  return (
    <>
      <div className="version-line">
        <h2 className="section-title">{t('statement')}</h2>
        <Button className="no-print" onClick={() => printOnly(sheet.current)}>
          {t('print')}
        </Button>
        <Button className="no-print" onClick={save}>
          {t('download')}
        </Button>
      </div>
      <section className="attestation" ref={sheet} aria-label={t('statement')}>
        <h1>{t('statement')}</h1>
        <p>
          {summary.company === ''
            ? t('statementLeadUnnamed', { year })
            : t('statementLead', { company: summary.company, year })}
        </p>
        <dl>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Months of={report} />
        <Files datasetId={one.id} />
        <p className="confirm">{t('statementConfirm')}</p>
        <div className="sign">
          <span>{t('clientSeal')}</span>
          <span>{t('clientPerson')}</span>
          <span>{t('clientDate')}</span>
        </div>
        <p className="third">{t('statementPrinted', { version, time: createTime })}</p>
      </section>
    </>
  )
}

function Months({ of: { months } }: { of: Report }) {
  const t = useTexts(texts)
  const { words, rows } = byMonthAndWord(months)
  if (rows.length === 0) return null
  return (
    <>
      <h2>{t('statementMonths')}</h2>
      <div ref={scrollsByKeyboard} className="attestation-table">
        <table className="plain-table">
          <thead>
            <tr>
              <th>{t('month')}</th>
              {words.map((word) => (
                <th key={word} className="amount">
                  {word || t('noWord')}
                </th>
              ))}
              <th className="amount">{t('total')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ period, counts, sum }) => (
              <tr key={period}>
                <th scope="row" className="number">
                  {period}
                </th>
                {counts.map((vouchers, at) => (
                  <td key={words[at]} className="amount">
                    {vouchers || ''}
                  </td>
                ))}
                <td className="amount">{sum}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Files({ datasetId }: { datasetId: string }) {
  const t = useTexts(texts)
  const { data: files = [] } = useQuery(query(ledger.files, { datasetId }))
  const rows = leftOutOf(files)
  const sheets = unusedSheets(files)
  return (
    <>
      <h2>{t('statementFiles')}</h2>
      <ul className="attested-files">
        {files.map(({ fileNo, name, container, encoding, sha256, sheets: inFile }) => (
          <li key={fileNo}>
            <strong>{name}</strong>
            <span className="second">
              {[container, encoding].filter(Boolean).join(' · ')}
              {inFile.some(({ used }) => used) &&
                ` → ${inFile
                  .filter(({ used }) => used)
                  .map(({ kindName }) => kindName)
                  .join(listMark())}`}
            </span>
            <span className="mono">SHA-256 {sha256}</span>
          </li>
        ))}
      </ul>
      <h2>{t('statementLeftOut')}</h2>
      {rows.length + sheets.length === 0 ? (
        <p>{t('statementNothingOut')}</p>
      ) : (
        <ul className="attested-files">
          {rows.map(({ reason, name, count }) => (
            <li key={reason}>{t('rowsOf', { kind: name, count })}</li>
          ))}
          {sheets.map(({ place, why }) => (
            <li key={place}>
              {place} <span className="second">{why}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

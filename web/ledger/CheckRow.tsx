import { useState } from 'react'
import type { Report } from '#contract/ledger.ts'
import { listMark, useTexts } from '#web/kernel/language.ts'
import { Money } from '#web/kit/Money.tsx'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { type Check, voucherAt } from './check-groups.ts'
import type { Difference } from './DifferenceDrawer.tsx'
import { texts } from './texts.ts'

const severityTones: Record<Check['severity'], Tone> = { block: 'bad', warn: 'waiting', info: 'plain' }
const toneOf = ({ status, severity }: Check): Tone =>
  status === 'pass' ? 'good' : status === 'skipped' ? 'plain' : severityTones[severity]

/** Rows shown of one difference; the rest is counted. */
const ROWS_SHOWN = 4
/** Differences shown before a person asks for more. */
const STEP = 50

const keyOf = ({ at, measure, kind, text, rows }: Difference) =>
  [at, measure, kind, text, ...rows.slice(0, 2).map(({ file, sheet, row }) => `${file}/${sheet}/${row}`)].join('|')

type Opens = { onVoucher: (key: string) => void; onDifference: (one: Difference) => void }
type CheckRowProps = Opens & { of: Report['checks'][number] }

/** One check: how it came out, what was compared, and each difference with its rows. What blocks stands open. */
export function CheckRow({ of: check, ...opens }: CheckRowProps) {
  const t = useTexts(texts)
  const [open, setOpen] = useState(check.status === 'fail' && check.severity === 'block')
  const [following, showFollowing] = useState(false)
  const [most, setMost] = useState(STEP)
  // What another check explains is counted, and listed when somebody asks.
  const causes = check.differences.filter(({ follows }) => follows === '')
  const hidden = check.differences.length - causes.length
  const differences = following || causes.length === 0 ? check.differences : causes
  const word = check.status === 'fail' ? `${t('fail')} · ${t(check.severity)}` : t(check.status)
  const head = (
    <>
      <span className="third number">{check.id}</span>
      <strong style={{ fontWeight: 500 }}>{check.name}</strong>
      <StatusTag tone={toneOf(check)}>{word}</StatusTag>
      <span className="second check-text">{check.text}</span>
      <span className="third number check-count">
        {check.differences.length > 0
          ? t('differencesOf', { count: check.differences.length + check.more })
          : check.status === 'fail' && check.compared > 0 && t('compared', { count: check.compared })}
      </span>
    </>
  )
  if (differences.length === 0) return <div className="check-head">{head}</div>
  return (
    <>
      <button type="button" className="plain-button check-head" aria-expanded={open} onClick={() => setOpen(!open)}>
        {head}
      </button>
      {open && (
        <div className="check-body">
          <table className="plain-table">
            <thead>
              <tr>
                <th>{t('at')}</th>
                <th>{t('measure')}</th>
                <th className="amount">{t('expected')}</th>
                <th className="amount">{t('actual')}</th>
                <th className="amount">{t('difference') + t('yuan')}</th>
                <th>{t('difClass')}</th>
                <th>{t('rows')}</th>
              </tr>
            </thead>
            <tbody>
              {differences.slice(0, most).map((one) => (
                <DifferenceRow key={keyOf(one)} of={one} {...opens} />
              ))}
            </tbody>
          </table>
          {hidden > 0 && causes.length > 0 && (
            <button type="button" className="plain-button link" onClick={() => showFollowing(!following)}>
              {following ? t('hideFollowing') : t('showFollowing', { count: hidden })}
            </button>
          )}
          {check.more > 0 && differences.length <= most && (
            <p className="third">{t('notListed', { count: check.more })}</p>
          )}
          {differences.length > most && (
            <button type="button" className="plain-button link" onClick={() => setMost(most + STEP)}>
              {t('moreDifferences', { count: differences.length - most })}
            </button>
          )}
        </div>
      )}
    </>
  )
}

/** Rows by the sheet they stand on. */
const places = (rows: Difference['rows']) =>
  [...Map.groupBy(rows, ({ file, sheet }) => `${file}|${sheet}`).values()].flatMap((on) =>
    on[0] ? [{ file: on[0].file, sheet: on[0].sheet, rows: on.map(({ row }) => row) }] : [],
  )

function DifferenceRow({ of: one, onVoucher, onDifference }: Opens & { of: Difference }) {
  const t = useTexts(texts)
  const voucher = voucherAt(one)
  return (
    <tr>
      <td>
        {voucher ? (
          <button
            type="button"
            className="plain-button link"
            title={t('openVoucher')}
            onClick={() => onVoucher(voucher)}
          >
            {one.at}
          </button>
        ) : (
          one.at
        )}
        {one.atName && <div className="second">{one.atName}</div>}
      </td>
      <td>{one.measure}</td>
      <td className="amount">
        <Money value={one.expected} />
      </td>
      <td className="amount">
        <Money value={one.actual} />
      </td>
      <td className="amount">
        <Money value={one.difference} strong />
      </td>
      <td>
        <strong style={{ fontWeight: 500 }}>{one.kindName}</strong>
        <div className="second">{one.text}</div>
      </td>
      <td>
        <button
          type="button"
          className="plain-button link rows-of"
          title={t('openRows')}
          onClick={() => onDifference(one)}
        >
          {one.rows.length === 0 ? t('openRows') : t('rowsCount', { count: one.rows.length })}
        </button>
        {places(one.rows.slice(0, ROWS_SHOWN)).map(({ file, sheet, rows }) => (
          <div key={`${file}|${sheet}`} className="third">
            {[file, sheet, rows.some((row) => row > 0) ? t('rowNumbers', { rows: rows.join(listMark()) }) : '']
              .filter(Boolean)
              .join(' · ')}
          </div>
        ))}
      </td>
    </tr>
  )
}

import type { ReactNode } from 'react'
import { Link } from 'react-router'

export type Bar = {
  key: string
  label: string
  count: number
  /** The list that this counts. */
  to: string
  /** The part of it that is overdue, and the list of that. */
  late?: number
  /** Beside it, no part of it: what failed. */
  faults?: number
  lateTo?: string
  more?: ReactNode
}
type BarTableProps = {
  /** What is counted, for who cannot see the bars. */
  caption: string
  /** Heads of the label, the figure, and what else a row says. */
  heads: { label: string; count: string; late?: string; more?: string }
  bars: readonly Bar[]
}

/** Bars that are the rows of a table: the figures stand beside them, and each opens its list. */
export function BarTable({ caption, heads, bars }: BarTableProps) {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <table className="home-table" aria-label={caption}>
      <thead>
        <tr>
          <th scope="col">{heads.label}</th>
          <th aria-hidden className="bar-cell" />
          <th scope="col" className="figure">
            {heads.count}
          </th>
          {heads.late && (
            <th scope="col" className="figure">
              {heads.late}
            </th>
          )}
          {heads.more && (
            <th scope="col" className="figure">
              {heads.more}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ key, label, count, to, late = 0, faults = late, lateTo, more }) => (
          <tr key={key}>
            <th scope="row">
              <span>{label}</span>
            </th>
            <td aria-hidden className="bar-cell">
              <span className="bar-track">
                {late > 0 && <span className="bar" data-tone="late" style={{ width: `${(late / most) * 100}%` }} />}
                {count > late && <span className="bar" style={{ width: `${((count - late) / most) * 100}%` }} />}
              </span>
            </td>
            <td className="figure">{count > 0 ? <Link to={to}>{count.toLocaleString('en')}</Link> : '—'}</td>
            {heads.late && (
              <td className="figure">
                {faults > 0 && lateTo ? (
                  <Link className="bad-text" to={lateTo}>
                    {faults.toLocaleString('en')}
                  </Link>
                ) : (
                  '—'
                )}
              </td>
            )}
            {heads.more && <td className="figure">{more}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

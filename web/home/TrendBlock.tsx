import { Link } from 'react-router'
import { useTexts } from '#web/kernel/language.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { Block, usePeriodText } from './Block.tsx'
import { dayAfter } from './home-period.ts'
import type { BlockProps } from './statistics.ts'
import { texts } from './texts.ts'

/** The last day of a month `yyyy-MM`. */
const lastDay = (month: string) => {
  const [year = 0, at = 0] = month.split('-').map(Number)
  const next = at === 12 ? `${year + 1}-01-01` : `${year}-${String(at + 1).padStart(2, '0')}-01`
  return dayAfter(next, -1)
}

/** Month by month what was opened and what was finished; of the first and last month only the days of the period. */
export function TrendBlock({ of, lists }: BlockProps) {
  const t = useTexts(texts)
  return (
    <Block title={t('trend')} period={usePeriodText(of.data).during}>
      <StateView of={of} empty={{ when: ({ trend }) => trend.length === 0, says: t('noProjects') }}>
        {({ trend, from, to }) => {
          const most = Math.max(1, ...trend.flatMap(({ opened, finished }) => [opened, finished]))
          const filters = (month: string, field: string) => {
            const [first, last] = [`${month}-01`, lastDay(month)]
            return { [`${field}_datege`]: first < from ? from : first, [`${field}_datele`]: last > to ? to : last }
          }
          const figure = (count: number, month: string, field: string) =>
            count > 0 ? <Link to={lists.projects(filters(month, field))}>{count}</Link> : '—'
          return (
            <table className="home-table" aria-label={t('trend')}>
              <thead>
                <tr>
                  <th scope="col">{t('monthName')}</th>
                  <th aria-hidden className="bar-cell" />
                  <th scope="col" className="figure trend-opened">
                    {t('opened')}
                  </th>
                  <th scope="col" className="figure trend-finished">
                    {t('finished')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {trend.map(({ month, opened, finished }) => (
                  <tr key={month}>
                    <th scope="row" className="month">
                      {month}
                    </th>
                    <td aria-hidden className="bar-cell">
                      {opened > 0 && <span className="bar" style={{ width: `${(opened / most) * 100}%` }} />}
                      {finished > 0 && (
                        <span className="bar" data-tone="second" style={{ width: `${(finished / most) * 100}%` }} />
                      )}
                    </td>
                    <td className="figure">{figure(opened, month, 'createTime')}</td>
                    <td className="figure">{figure(finished, month, 'finishTime')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }}
      </StateView>
    </Block>
  )
}

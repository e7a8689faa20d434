import { Link } from 'react-router'
import { useTexts } from '#web/kernel/language.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { Block, usePeriodText } from './Block.tsx'
import { OPEN, STAYING } from './home-lists.ts'
import type { BlockProps } from './statistics.ts'
import { texts } from './texts.ts'

/** Who has how much: open projects, how many of them overdue, and clients. */
export function WorkloadBlock({ of, lists }: BlockProps) {
  const t = useTexts(texts)
  return (
    <Block title={t('workload')} period={usePeriodText(of.data).asOf}>
      <StateView of={of} empty={{ when: ({ workload }) => workload.length === 0, says: t('noWorkload') }}>
        {({ workload }) => {
          const most = Math.max(1, ...workload.map(({ doing }) => doing))
          return (
            <table className="home-table" aria-label={t('workload')}>
              <thead>
                <tr>
                  <th scope="col">{t('person')}</th>
                  <th aria-hidden className="bar-cell" />
                  <th scope="col" className="figure">
                    {t('doing')}
                  </th>
                  <th scope="col" className="figure">
                    {t('late')}
                  </th>
                  <th scope="col" className="figure">
                    {t('owns')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {workload.map(({ userId, name, doing, overdue, clients }) => (
                  <tr key={userId}>
                    <th scope="row">
                      <span>{name || t('unowned')}</span>
                    </th>
                    <td aria-hidden className="bar-cell">
                      <span className="bar-track">
                        <span className="bar" data-tone="late" hidden={!overdue} style={wide(overdue, most)} />
                        <span className="bar" hidden={doing === overdue} style={wide(doing - overdue, most)} />
                      </span>
                    </td>
                    <td className="figure">
                      <Link to={lists.projects({ ...OPEN, owner_equal: userId })}>{doing}</Link>
                    </td>
                    <td className="figure">
                      {overdue > 0 ? (
                        <Link className="bad-text" to={lists.projects({ overdue_equal: 'true', owner_equal: userId })}>
                          {overdue}
                        </Link>
                      ) : (
                        '—'
                      )}
                    </td>
                    <td className="figure">
                      {clients > 0 ? (
                        <Link to={lists.clients({ ...STAYING, owner_equal: userId })}>{clients}</Link>
                      ) : (
                        '—'
                      )}
                    </td>
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

const wide = (count: number, most: number) => ({ width: `${(count / most) * 100}%` })

import { Link } from 'react-router'
import { useTexts } from '#web/kernel/language.ts'
import { useMay } from '#web/kernel/session.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { amountText, markOf, shareOf } from '../tenant/metric-amount.ts'
import { texts as usageTexts } from '../tenant/texts.ts'
import { Block, usePeriodText } from './Block.tsx'
import type { BlockProps } from './statistics.ts'
import { texts } from './texts.ts'

/** What the package allows and what of it is used; a bar only where there is a limit. */
export function UsageBlock({ of }: Pick<BlockProps, 'of'>) {
  const t = useTexts(texts)
  const say = useTexts(usageTexts)
  const may = useMay()
  return (
    <Block
      title={t('usage')}
      period={usePeriodText(of.data).asOf}
      link={may('usage.view') ? <Link to="/system/usage">{t('seeAll')}</Link> : undefined}
    >
      <StateView of={of}>
        {({ usage }) => {
          const limited = usage.some(({ limit }) => limit !== null)
          return (
            <table className="home-table" aria-label={t('usage')}>
              <tbody>
                {usage.map((one) => {
                  const { metric, limit, used } = one
                  const share = shareOf(one)
                  const mark = markOf(share)
                  return (
                    <tr key={metric}>
                      <th scope="row">{say(metric)}</th>
                      {limited && (
                        <td aria-hidden className="bar-cell">
                          {share !== undefined && (
                            <span className="usage-line">
                              <span
                                className="bar"
                                data-tone={mark === 'full' ? 'late' : mark && 'near'}
                                style={{ width: `${share * 100}%` }}
                              />
                            </span>
                          )}
                        </td>
                      )}
                      <td className="figure">
                        {limit === null
                          ? say('usedFree', { used: amountText(metric, used) })
                          : say('usedOf', { used: amountText(metric, used), limit: amountText(metric, limit) })}
                        {mark && <StatusTag tone={mark === 'full' ? 'bad' : 'waiting'}>{say(mark)}</StatusTag>}
                      </td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
          )
        }}
      </StateView>
    </Block>
  )
}

import type { z } from 'zod'
import type { Usage } from '#contract/entitlement.ts'
import { useTexts } from '#web/kernel/language.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { amountText, markOf, shareOf } from './metric-amount.ts'
import { texts } from './texts.ts'
import './tenant.css'

type OneUsage = z.output<typeof Usage>
const marks = [80, 95]

/** One bar per metric (`narrow`: under its label), labelled with its figures; marks at 80 and 95 in a hundred, a word where one is passed. */
export function UsageBars({ of, narrow = false }: { of: readonly OneUsage[]; narrow?: boolean }) {
  return (
    <ul className="usage-bars" data-narrow={narrow || undefined}>
      {of.map((one) => (
        <UsageBar key={one.metric} of={one} />
      ))}
    </ul>
  )
}

function UsageBar({ of }: { of: OneUsage }) {
  const t = useTexts(texts)
  const { metric, limit, used } = of
  const share = shareOf(of)
  const mark = markOf(share)
  const says =
    limit === null
      ? t('usedFree', { used: amountText(metric, used) })
      : t('usedOf', { used: amountText(metric, used), limit: amountText(metric, limit) })
  return (
    <li>
      <span>{t(metric)}</span>
      {share === undefined ? (
        <span className="usage-track" data-free />
      ) : (
        <span className="usage-track" aria-hidden>
          <span className="usage-fill" data-mark={mark} style={{ width: `${share * 100}%` }} />
          {marks.map((at) => (
            <i key={at} style={{ insetInlineStart: `${at}%` }} />
          ))}
        </span>
      )}
      <span className="usage-figures number">
        <span>{says}</span>
        {mark && <StatusTag tone={mark === 'full' ? 'bad' : 'waiting'}>{t(mark)}</StatusTag>}
      </span>
    </li>
  )
}

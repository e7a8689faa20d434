import type { ReactNode } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { Money } from '#web/kit/Money.tsx'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { texts } from './texts.ts'
import type { AccountTie } from './whole-bill.ts'

type Status = AccountTie['status']
const tones: Record<Status, Tone> = {
  auto: 'plain',
  pending: 'waiting',
  accepted: 'good',
  changed: 'good',
  rejected: 'plain',
}

/** How a proposal stands, in a word. */
export function TieStatus({ of }: { of: Status }) {
  const t = useTexts(texts)
  return <StatusTag tone={tones[of]}>{t(of)}</StatusTag>
}

/** Below this a proposal is shown in amber. */
const LOW = 0.8

/** How sure a proposal is, in per cent and as a short bar. */
export function Confidence({ of }: { of: number }) {
  const percent = `${Math.round(of * 100)}%`
  return (
    <span className="confidence number" data-low={of < LOW || undefined}>
      <i style={{ '--share': percent } as React.CSSProperties} />
      {percent}
    </span>
  )
}

export type Filter = { key: string; label: string; count: number; stake?: string }
type FilterListProps = { title?: string; filters: Filter[]; chosen: string; onChoose: (key: string) => void }

/** Filters of the left pane, each with how many it shows and the money at stake in them. */
export function FilterList({ title, filters, chosen, onChoose }: FilterListProps) {
  return (
    <>
      {title && <h2 className="pane-head">{title}</h2>}
      <ul className="filter-list">
        {filters.map(({ key, label, count, stake }) => (
          <li key={key}>
            <button type="button" className="plain-button" aria-pressed={key === chosen} onClick={() => onChoose(key)}>
              <span>{label}</span>
              <span className="number">{count}</span>
              {stake !== undefined && count > 0 && (
                <span className="third">
                  <Money value={stake} />
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Why something is proposed, sentence by sentence. */
export function Why({ evidence }: { evidence: { key: string; text: string }[] }): ReactNode {
  const t = useTexts(texts)
  return (
    <section>
      <h3 className="pane-head">{t('why')}</h3>
      {evidence.length === 0 ? (
        <p className="second">{t('noEvidence')}</p>
      ) : (
        <ul>
          {evidence.map(({ key, text }) => (
            <li key={key + text}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

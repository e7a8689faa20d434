import type { ReactNode } from 'react'
import './kit.css'

/** plain: neutral; waiting: for a person; good: tied out; bad: blocks, is refused or overdue; active: under way. */
export type Tone = 'plain' | 'waiting' | 'good' | 'bad' | 'active'

/** A state in a word, with a mark of its colour; the word says it all, the colour only repeats it. */
export function StatusTag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="status-tag" data-tone={tone}>
      {children}
    </span>
  )
}

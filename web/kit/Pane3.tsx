import type { ReactNode } from 'react'
import './kit.css'

type Pane3Props = {
  /** What there is to work on: a list or a tree. */
  what: ReactNode
  /** The work itself. */
  work: ReactNode
  /** The evidence for what is selected in the work. */
  evidence: ReactNode
  /** What each pane is called, for screen readers and as a head on narrow screens. */
  names: readonly [what: string, work: string, evidence: string]
}

/** The working screen: what, work, evidence side by side, each scrolling by itself; one under the other below 900 px. */
export function Pane3({ what, work, evidence, names }: Pane3Props) {
  return (
    <div className="pane3">
      <section aria-label={names[0]} className="pane pane-what">
        {what}
      </section>
      <section aria-label={names[1]} className="pane pane-work">
        {work}
      </section>
      <section aria-label={names[2]} className="pane pane-evidence">
        {evidence}
      </section>
    </div>
  )
}

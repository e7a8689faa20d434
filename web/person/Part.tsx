import type { ReactNode } from 'react'
import './person.css'

type PartProps = { title: string; says?: string; action?: ReactNode; children?: ReactNode }

/** One part of the security centre: what it is, what it is for, what one can do, what there is. */
export function Part({ title, says, action, children }: PartProps) {
  return (
    <section className="person-part" aria-label={title}>
      <header>
        <div>
          <h2>{title}</h2>
          {says && <p>{says}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  )
}

/** A row of a part: what, when, and what one can do with it. */
export function PartRow({ name, note, action }: { name: ReactNode; note: ReactNode; action: ReactNode }) {
  return (
    <li>
      <div>
        <span>{name}</span>
        <small>{note}</small>
      </div>
      <div>{action}</div>
    </li>
  )
}

import type { ReactNode } from 'react'
import './watch.css'

/** What is known of one record: names at the left, what they are at the right; what is empty is left out. */
export function Facts({ rows }: { rows: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className="record-facts">
      {Object.entries(rows).map(
        ([name, says]) =>
          says !== '' &&
          says !== undefined &&
          says !== false && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{says}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

import { useState } from 'react'

type Picked<Row> = {
  rows: Row[]
  keys: string[]
  /** Takes over what is ticked on the page that is shown; other pages' rows stay. */
  change: (keys: readonly string[]) => void
  clear: () => void
}

/** Ticked rows of all pages of a list; other filters (`question`) begin anew. */
export function usePickedRows<Row>(shown: readonly Row[], rowKey: (row: Row) => string, question: string): Picked<Row> {
  const [picked, setPicked] = useState<ReadonlyMap<string, Row>>(new Map())
  const [asked, setAsked] = useState(question)
  if (asked !== question) {
    setAsked(question)
    setPicked(new Map())
  }
  // a row that is shown again is taken as it is now
  const fresh = new Map(shown.map((row) => [rowKey(row), row]))
  return {
    rows: [...picked].map(([key, row]) => fresh.get(key) ?? row),
    keys: [...picked.keys()],
    change(keys) {
      const ticked = new Set(keys)
      const next = new Map(picked)
      for (const [key, row] of fresh) {
        if (ticked.has(key)) next.set(key, row)
        else next.delete(key)
      }
      setPicked(next)
    },
    clear: () => setPicked(new Map()),
  }
}

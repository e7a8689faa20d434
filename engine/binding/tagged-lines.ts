import type { Fen } from '../money.ts'
import { answersTo, type LedgerIndex } from './ledger-index.ts'

/** A paper lists this many lines of a nature one by one, the largest; the others stand together in one row. */
export const LISTED_LINES = 300

const costing: ReadonlySet<string> = new Set(['cost', 'pl-income', 'pl-expense'])

/** Lines of this nature on profit and loss or cost accounts, in journal order. */
export function taggedLines(index: LedgerIndex, tag: string): number[] {
  const found: number[] = []
  for (const [code, groups] of index.groups) {
    if (!costing.has(index.accounts.get(code)?.standard?.class ?? '')) continue
    for (const group of groups) {
      if (group.closing || group.transfer || !answersTo(index, group, tag)) continue
      for (const line of group.lines) found.push(line)
    }
  }
  return found.toSorted((a, b) => a - b)
}

/** The `most` places with the largest amounts, whatever their sign; the earlier of two that are equal. */
export function largest(places: Iterable<number>, amount: (place: number) => Fen, most: number): ReadonlySet<number> {
  const size = (place: number): Fen => {
    const own = amount(place)
    return own < 0n ? -own : own
  }
  const bySize = [...places].toSorted((a, b) => {
    const [one, other] = [size(a), size(b)]
    return one === other ? a - b : one > other ? -1 : 1
  })
  return new Set(bySize.slice(0, most))
}

/** The largest lines of a nature, and all others; both in journal order. */
export function listedAndOthers(
  index: LedgerIndex,
  tag: string,
  most = LISTED_LINES,
): { listed: number[]; others: number[] } {
  const all = taggedLines(index, tag)
  if (all.length <= most) return { listed: all, others: [] }
  const { debit, credit } = index.ledger.journal
  const listed = largest(all, (line) => (debit[line] ?? 0n) - (credit[line] ?? 0n), most)
  return { listed: all.filter((line) => listed.has(line)), others: all.filter((line) => !listed.has(line)) }
}

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

/** The largest lines of a nature, and all others; both in journal order. */
export function listedAndOthers(
  index: LedgerIndex,
  tag: string,
  most = LISTED_LINES,
): { listed: number[]; others: number[] } {
  const all = taggedLines(index, tag)
  if (all.length <= most) return { listed: all, others: [] }
  const { debit, credit } = index.ledger.journal
  const size = (line: number): bigint => {
    const net = (debit[line] ?? 0n) - (credit[line] ?? 0n)
    return net < 0n ? -net : net
  }
  const bySize = all.toSorted((a, b) => {
    const [one, other] = [size(a), size(b)]
    return one === other ? a - b : one > other ? -1 : 1
  })
  const listed = new Set(bySize.slice(0, most))
  return { listed: all.filter((line) => listed.has(line)), others: all.filter((line) => !listed.has(line)) }
}

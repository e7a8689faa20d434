import type { Journal, JournalLine } from '#engine/ledger/model.ts'
import type { Fen } from '#engine/money.ts'

type Place = Pick<JournalLine['origin'], 'file' | 'sheet'>
/** How much of a month a sheet gave; `ordinals` are the lines, as a PostgreSQL multirange. */
export type Coverage = Place & { period: string; lines: number; debit: Fen; credit: Fen; ordinals: string }

/** Which sheet gave which lines, told of them in the journal's order. */
export function sheetRuns() {
  const runs: (Place & { end: number })[] = []
  let last: (Place & { end: number }) | undefined
  return {
    runs,
    add({ file, sheet }: Place): void {
      if (last?.file === file && last.sheet === sheet) last.end += 1
      else runs.push((last = { file, sheet, end: (last?.end ?? 0) + 1 }))
    },
  }
}

/** Sheet by month, from the journal and the sheets its lines came from; every line is in exactly one. */
export function coverageOf(
  { voucher, vouchers, debit, credit }: Journal,
  runs: ReturnType<typeof sheetRuns>['runs'],
): Coverage[] {
  const found = new Map<string, Coverage & { parts: string[]; from: number; to: number }>()
  let line = 0
  for (const { file, sheet, end } of runs) {
    for (let at: ReturnType<typeof found.get>; line < end; line += 1) {
      const period = vouchers[voucher[line] ?? 0]?.period ?? ''
      if (at?.period !== period) {
        const key = [period, file, sheet].join(' ')
        at = found.get(key) ?? {
          file,
          sheet,
          period,
          lines: 0,
          debit: 0n,
          credit: 0n,
          ordinals: '',
          parts: [],
          from: line,
          to: line,
        }
        found.set(key, at)
      }
      if (at.to !== line) {
        at.parts.push(`[${at.from},${at.to})`)
        at.from = line
      }
      at.to = line + 1
      at.lines += 1
      at.debit += debit[line] ?? 0n
      at.credit += credit[line] ?? 0n
    }
  }
  for (const covered of found.values()) {
    const { parts, from, to } = covered
    covered.ordinals = `{${[...parts, `[${from},${to})`].join(',')}}`
  }
  return [...found.values()]
}

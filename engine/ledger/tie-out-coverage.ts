import { noSums, type JournalColumns, type Sums } from './journal-columns.ts'
import type { Completeness, Coverage } from './tie-out-report.ts'

/** Vouchers, lines and sums by file, sheet and month. */
export function coverageOf(journal: JournalColumns): Coverage[] {
  const coverage = journal.sources.map(({ file, sheet }) => ({
    file,
    sheet,
    months: new Map<string, Sums & { vouchers: Set<number> }>(),
  }))
  for (let index = 0; index < journal.size; index += 1) {
    const place = journal.voucher[index] ?? 0
    const months = coverage[journal.source[index] ?? 0]?.months
    const period = journal.vouchers[place]?.period ?? ''
    if (!months) continue
    let sums = months.get(period)
    if (!sums) {
      sums = { ...noSums(), vouchers: new Set<number>() }
      months.set(period, sums)
    }
    sums.debit += journal.debit[index] ?? 0n
    sums.credit += journal.credit[index] ?? 0n
    sums.lines += 1
    sums.vouchers.add(place)
  }
  return coverage.map(({ file, sheet, months }) => ({
    file,
    sheet,
    months: [...months]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([period, sums]) => ({
        period,
        vouchers: sums.vouchers.size,
        lines: sums.lines,
        debit: sums.debit,
        credit: sums.credit,
      })),
  }))
}

/** Counts, sums, range of dates, and vouchers by month and word: what the client confirms. */
export function completenessOf(journal: JournalColumns): Completeness {
  let [first, last]: [string | null, string | null] = [null, null]
  const counted = new Map<string, Map<string, number>>()
  for (const { date, period, word } of journal.vouchers) {
    if (first === null || date < first) first = date
    if (last === null || date > last) last = date
    const ofMonth = counted.get(period) ?? new Map<string, number>()
    ofMonth.set(word, (ofMonth.get(word) ?? 0) + 1)
    counted.set(period, ofMonth)
  }
  return {
    vouchers: journal.vouchers.length,
    lines: journal.size,
    debit: journal.debit.reduce((sum, amount) => sum + amount, 0n),
    credit: journal.credit.reduce((sum, amount) => sum + amount, 0n),
    firstDate: first,
    lastDate: last,
    months: [...counted]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([period, words]) => [...words].map(([word, vouchers]) => ({ period, word, vouchers }))),
  }
}

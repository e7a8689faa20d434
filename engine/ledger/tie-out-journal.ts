import type { Fen } from '../money.ts'
import { noSums, originOf, type JournalColumns, type Sums } from './journal-columns.ts'
import { voucherKey } from './journal-lines.ts'
import type { Account, Origin } from './model.ts'
import { leafAbove, voucherLines, type VoucherLines } from './tie-out-lines.ts'
import { unbalancedVouchers } from './tie-out-voucher.ts'
import { checked, finding, rowsShown, skipped, type Check, type Difference } from './tie-out-report.ts'
import { numberGaps, type NumberGap } from './voucher-numbers.ts'

/** What J01 to J04 and J06 found, kept for explaining the differences of X01. */
export type JournalFindings = {
  checks: Check[]
  gaps: NumberGap[]
  /** Place of the voucher → debit minus credit. */
  unbalanced: Map<number, Fen>
  /** Months that the journal must cover and holds no voucher of. */
  emptyMonths: string[]
  /** Sums by account code, voided vouchers left out. */
  posted: Map<string, Sums>
  lines: VoucherLines
}

/** Debit and credit by account code, of the periods in `months` (all of them if left out). */
export function postedByAccount(journal: JournalColumns, months?: ReadonlySet<string>): Map<string, Sums> {
  const sums = journal.accountCodes.map(noSums)
  const counts = journal.vouchers.map(({ period }) => !months || months.has(period))
  for (let index = 0; index < journal.size; index += 1) {
    const sum = sums[journal.account[index] ?? 0]
    if (!sum || !counts[journal.voucher[index] ?? 0]) continue
    sum.debit += journal.debit[index] ?? 0n
    sum.credit += journal.credit[index] ?? 0n
    sum.lines += 1
  }
  return new Map(journal.accountCodes.map((code, place) => [code, sums[place] ?? noSums()]))
}

/** J01 to J04 and J06: a journal against itself, the project's year and the chart. `months` are those it must cover (`01` …). */
export function checkJournal(
  journal: JournalColumns,
  chart: { accounts: readonly Account[]; unprinted: ReadonlySet<string> },
  year: number,
  months: readonly string[],
): JournalFindings {
  const lines = voucherLines(journal)
  const posted = postedByAccount(journal)
  const rowsOf = (place: number): Origin[] =>
    Array.from(lines.of(place).subarray(0, rowsShown), (index) => originOf(journal, index))
  const { gaps, scopes } = numberGaps([...journal.vouchers, ...numbersOf(journal.voided)])
  const unbalanced = new Map<number, Fen>()
  for (let place = 0; place < lines.count; place += 1) {
    let difference = 0n
    for (const index of lines.of(place)) difference += (journal.debit[index] ?? 0n) - (journal.credit[index] ?? 0n)
    if (difference !== 0n) unbalanced.set(place, difference)
  }
  const covered = new Set(journal.vouchers.map(({ period }) => period))
  const emptyMonths = months.filter((month) => !covered.has(month))
  const base = { gaps, unbalanced, posted, lines }
  if (journal.size === 0) {
    const ids = ['J01', 'J02', 'J03', 'J04', 'J06'] as const
    return { ...base, emptyMonths: [], checks: ids.map((id) => skipped(id, 'skippedNoJournal')) }
  }
  const count = journal.vouchers.length
  const checks = [
    checked('J01', count, unbalancedVouchers(journal, lines, unbalanced)),
    checked('J02', count, [...numbering(journal, gaps, lines), ...duplicates(journal, rowsOf)], scopes),
    checked('J03', count, dates(journal, year, rowsOf)),
    accountsOf(journal, chart, posted),
    marks(journal, rowsOf),
  ]
  return { ...base, emptyMonths, checks }
}

/** Voided vouchers hold their numbers: they are no gaps. */
const numbersOf = (keys: readonly string[]) =>
  keys.flatMap((key) => {
    const match = /^(\d\d)-(.*)-(\d+)$/.exec(key)
    if (!match) return []
    return [{ key, period: match[1] ?? '', word: match[2] ?? '', number: Number(match[3]), date: '', closing: false }]
  })

/** J02: what is missing between the first and the last number; its rows are the lines before and after the hole. */
function numbering(journal: JournalColumns, gaps: readonly NumberGap[], lines: VoucherLines): Difference[] {
  const places = new Map(journal.vouchers.map(({ key }, place) => [key, place]))
  const rowAt = (period: string, word: string, number: number, end: 0 | -1) => {
    const place = places.get(voucherKey({ period, word, number }))
    const index = place === undefined ? undefined : lines.of(place).at(end)
    return index === undefined ? [] : [originOf(journal, index)]
  }
  return gaps.map(({ period, word, from, to }) => {
    const key = voucherKey({ period, word, number: from })
    return finding(
      { voucher: key, period },
      {
        class: 'gap',
        cause: from === to ? 'causeGap' : 'causeGaps',
        params: { voucher: key, from, to, count: to - from + 1 },
        rows: [...rowAt(period, word, from - 1, -1), ...rowAt(period, word, to + 1, 0)],
      },
    )
  })
}

/** J02: one number with two dates is two vouchers. */
function duplicates(journal: JournalColumns, rowsOf: (place: number) => Origin[]): Difference[] {
  const places = new Map<number, string>()
  for (const { voucher, date } of journal.strayDates) if (!places.has(voucher)) places.set(voucher, date)
  return [...places].map(([place, date]) => {
    const voucher = journal.vouchers[place]
    return finding(
      { voucher: voucher?.key ?? '', period: voucher?.period ?? '' },
      {
        class: 'duplicate_number',
        cause: 'causeDuplicateNumber',
        params: { voucher: voucher?.key ?? '', first: voucher?.date ?? '', second: date },
        rows: rowsOf(place),
      },
    )
  })
}

/** J03: the date lies in its period and in the project's year. */
const dates = (journal: JournalColumns, year: number, rowsOf: (place: number) => Origin[]): Difference[] =>
  journal.vouchers.flatMap(({ key, date, period }, place) =>
    date.startsWith(`${year}-`) && date.slice(5, 7) === period
      ? []
      : [
          finding(
            { voucher: key, period },
            {
              class: 'wrong_period',
              cause: date.startsWith(`${year}-`) ? 'causeWrongPeriod' : 'causeWrongYear',
              params: { voucher: key, date, period, year },
              rows: rowsOf(place),
            },
          ),
        ],
  )

/** J04: every account is in the trial balance and has no accounts below it. What cancels out to zero may be unprinted. */
function accountsOf(
  journal: JournalColumns,
  { accounts, unprinted }: { accounts: readonly Account[]; unprinted: ReadonlySet<string> },
  posted: ReadonlyMap<string, Sums>,
): Check {
  if (accounts.length === 0) return skipped('J04', 'skippedNoTrialBalance')
  const chart = new Map(accounts.map((account) => [account.code, account]))
  const faulty = new Map<number, { unknown: boolean; zeros: string | null; rows: Origin[] }>()
  const leaves = new Set(accounts.flatMap(({ code, leaf }) => (leaf && !unprinted.has(code) ? [code] : [])))
  const used = new Set(journal.accountCodes)
  let below = 0
  for (const [place, code] of journal.accountCodes.entries()) {
    const account = chart.get(code)
    const sums = posted.get(code) ?? noSums()
    const unknown = account === undefined || (unprinted.has(code) && (sums.debit !== 0n || sums.credit !== 0n))
    if (!unknown && account?.leaf) continue
    const leaf = unknown ? leafAbove(code, leaves) : undefined
    const zeros = leaf !== undefined && /^0+$/.test(code.slice(leaf.length).replaceAll(/[.\-_]/g, ''))
    // A table that stops at an upper level: all of the account is posted below it, nothing to it.
    if (leaf !== undefined && !zeros && !used.has(leaf)) below += 1
    else faulty.set(place, { unknown, zeros: zeros ? leaf : null, rows: [] })
  }
  if (faulty.size > 0) {
    for (let index = 0; index < journal.size; index += 1) {
      const fault = faulty.get(journal.account[index] ?? -1)
      if (fault && fault.rows.length < rowsShown) fault.rows.push(originOf(journal, index))
    }
  }
  const differences = [...faulty].map(([place, { unknown, zeros, rows }]): Difference => {
    const code = journal.accountCodes[place] ?? ''
    const params = { account: code, name: chart.get(code)?.name ?? '', lines: posted.get(code)?.lines ?? 0 }
    if (zeros !== null) {
      const likely = { ...params, likely: zeros, name: chart.get(zeros)?.name ?? '' }
      const what = { class: 'lost_zeros', cause: 'causeLostZeros', params: likely, rows } as const
      return Object.assign(finding({ account: code }, what), { follows: 'S09' as const })
    }
    return finding(
      { account: code },
      unknown
        ? { class: 'unknown_account', cause: 'causeUnknownAccount', params, rows }
        : { class: 'parent_posting', cause: 'causeParentPosting', params, rows },
    )
  })
  return checked('J04', journal.accountCodes.length, differences, { unprinted: unprinted.size, below })
}

/** J06: vouchers not posted or void; red-letter lines are counted, they are no fault. */
function marks(journal: JournalColumns, rowsOf: (place: number) => Origin[]): Check {
  const differences = [...journal.unposted].map((place) => {
    const key = journal.vouchers[place]?.key ?? ''
    return finding(
      { voucher: key },
      { class: 'unposted', cause: 'causeUnposted', params: { voucher: key }, rows: rowsOf(place) },
    )
  })
  for (const key of journal.voided) {
    differences.push(
      finding({ voucher: key }, { class: 'voided', cause: 'causeVoided', params: { voucher: key }, rows: [] }),
    )
  }
  let red = 0
  for (let index = 0; index < journal.size; index += 1) {
    if ((journal.debit[index] ?? 0n) < 0n || (journal.credit[index] ?? 0n) < 0n) red += 1
  }
  return checked('J06', journal.vouchers.length, differences, {
    redLines: red,
    unposted: journal.unposted.size,
    voided: journal.voided.length,
  })
}

import type { Fen } from '../money.ts'
import { linesByVoucher, noSums, originOf, type JournalColumns, type Sums } from './journal-columns.ts'
import type { Account, Origin } from './model.ts'
import {
  checked,
  finding,
  skipped,
  type Check,
  type Completeness,
  type Coverage,
  type Difference,
} from './tie-out-report.ts'
import { numberGaps, type NumberGap } from './voucher-numbers.ts'

/** What J01 to J07 found, kept for explaining the differences of X01. */
export type JournalFindings = {
  checks: Check[]
  coverage: Coverage[]
  completeness: Completeness
  gaps: NumberGap[]
  /** Place of the voucher → debit minus credit. */
  unbalanced: Map<number, Fen>
  missingMonths: string[]
  /** Sums by account code, voided vouchers left out. */
  posted: Map<string, Sums>
  lines: number[][]
}

/** Debit and credit by account code, of the periods in `months` (all of them if left out). */
export function postedByAccount(journal: JournalColumns, months?: ReadonlySet<string>): Map<string, Sums> {
  const sums = journal.accountCodes.map(noSums)
  for (let index = 0; index < journal.size; index += 1) {
    const sum = sums[journal.account[index] ?? 0]
    if (!sum || (months && !months.has(journal.vouchers[journal.voucher[index] ?? 0]?.period ?? ''))) continue
    sum.debit += journal.debit[index] ?? 0n
    sum.credit += journal.credit[index] ?? 0n
    sum.lines += 1
  }
  return new Map(journal.accountCodes.map((code, place) => [code, sums[place] ?? noSums()]))
}

/** J01 to J07: a journal against itself, the project's year and the chart. `months` are those it must cover (`01` …). */
export function checkJournal(
  journal: JournalColumns,
  chart: { accounts: readonly Account[]; unprinted: ReadonlySet<string> },
  year: number,
  months: readonly string[],
): JournalFindings {
  const lines = linesByVoucher(journal)
  const posted = postedByAccount(journal)
  const rowsOf = (place: number): Origin[] => (lines[place] ?? []).map((index) => originOf(journal, index))
  const { gaps, scopes } = numberGaps(journal.vouchers)
  const unbalanced = new Map<number, Fen>()
  for (const [place, indexes] of lines.entries()) {
    const difference = indexes.reduce(
      (sum, index) => sum + (journal.debit[index] ?? 0n) - (journal.credit[index] ?? 0n),
      0n,
    )
    if (difference !== 0n) unbalanced.set(place, difference)
  }
  const coverage = coverageOf(journal)
  const covered = new Set(journal.vouchers.map(({ period }) => period))
  const missingMonths = months.filter((month) => !covered.has(month))
  const base = { coverage, completeness: completenessOf(journal), gaps, unbalanced, missingMonths, posted, lines }
  if (journal.size === 0) {
    const ids = ['J01', 'J02', 'J03', 'J04', 'J06', 'J07'] as const
    return { ...base, missingMonths: [], checks: ids.map((id) => skipped(id, 'skippedNoJournal')) }
  }
  const checks = [
    checked(
      'J01',
      journal.vouchers.length,
      [...unbalanced].map(([place]) => unbalancedVoucher(journal, place, lines[place] ?? [], rowsOf(place))),
    ),
    checked('J02', journal.vouchers.length, [...numbering(journal, gaps), ...duplicates(journal, rowsOf)], scopes),
    checked('J03', journal.vouchers.length, dates(journal, year, rowsOf)),
    accountsOf(journal, chart, posted),
    marks(journal, rowsOf),
    pieces(journal, missingMonths),
  ]
  return { ...base, checks }
}

function unbalancedVoucher(
  journal: JournalColumns,
  place: number,
  lines: readonly number[],
  rows: Origin[],
): Difference {
  const sum = (amounts: BigInt64Array) => lines.reduce((total, index) => total + (amounts[index] ?? 0n), 0n)
  const voucher = journal.vouchers[place]
  const [debit, credit] = [sum(journal.debit), sum(journal.credit)]
  const where = { voucher: voucher?.key ?? '', period: voucher?.period ?? '' }
  return {
    where,
    expected: credit,
    actual: debit,
    difference: debit - credit,
    class: 'unbalanced_voucher',
    cause: { code: 'causeVoucherUnbalanced', params: { voucher: where.voucher } },
    rows: rows.slice(0, 50),
  }
}

/** J02: what is missing between the first and the last number. */
const numbering = (journal: JournalColumns, gaps: readonly NumberGap[]): Difference[] =>
  gaps.map(({ period, word, from, to }) => {
    const neighbours = new Set(
      journal.vouchers.flatMap((voucher, place) =>
        voucher.word === word && voucher.period === period && (voucher.number === from - 1 || voucher.number === to + 1)
          ? [place]
          : [],
      ),
    )
    const rows: Origin[] = []
    for (let index = 0; index < journal.size && rows.length < 4; index += 1) {
      if (neighbours.has(journal.voucher[index] ?? -1)) rows.push(originOf(journal, index))
    }
    const key = `${period}-${word}-${from}`
    return finding(
      { voucher: key, period },
      {
        class: 'gap',
        cause: from === to ? 'causeGap' : 'causeGaps',
        params: { voucher: key, from, to, count: to - from + 1 },
        rows,
      },
    )
  })

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
  const differences: Difference[] = []
  for (const [place, code] of journal.accountCodes.entries()) {
    const account = chart.get(code)
    const sums = posted.get(code) ?? noSums()
    const unknown = account === undefined || (unprinted.has(code) && (sums.debit !== 0n || sums.credit !== 0n))
    if (!unknown && account?.leaf) continue
    const rows: Origin[] = []
    for (let index = 0; index < journal.size && rows.length < 50; index += 1) {
      if (journal.account[index] === place) rows.push(originOf(journal, index))
    }
    const params = { account: code, name: account?.name ?? '', lines: sums.lines }
    differences.push(
      finding(
        { account: code },
        unknown
          ? { class: 'unknown_account', cause: 'causeUnknownAccount', params, rows }
          : { class: 'parent_posting', cause: 'causeParentPosting', params, rows },
      ),
    )
  }
  return checked('J04', journal.accountCodes.length, differences, { unprinted: unprinted.size })
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

/** J07: files and sheets of one journal leave no month out, do not overlap, and do not end where a sheet is full. */
function pieces(journal: JournalColumns, missingMonths: readonly string[]): Check {
  const differences = missingMonths.map((month) =>
    finding({ period: month }, { class: 'missing_month', cause: 'causeMissingMonth', params: { month }, rows: [] }),
  )
  const sourcesOf = new Map<number, Map<number, number>>()
  const lastRow = journal.sources.map(() => 0)
  for (let index = 0; index < journal.size; index += 1) {
    const source = journal.source[index] ?? 0
    const places = sourcesOf.get(journal.voucher[index] ?? 0) ?? new Map<number, number>()
    if (!places.has(source)) places.set(source, index)
    sourcesOf.set(journal.voucher[index] ?? 0, places)
    lastRow[source] = Math.max(lastRow[source] ?? 0, journal.row[index] ?? 0)
  }
  const shared = [...sourcesOf].filter(([, places]) => places.size > 1)
  // One voucher may straddle two sheets; more are the same months given twice.
  if (shared.length > Math.max(1, journal.sources.length - 1)) {
    for (const [place, places] of shared) {
      const key = journal.vouchers[place]?.key ?? ''
      const rows = [...places.values()].map((index) => originOf(journal, index))
      differences.push(
        finding({ voucher: key }, { class: 'overlap', cause: 'causeOverlap', params: { voucher: key }, rows }),
      )
    }
  }
  for (const [source, row] of lastRow.entries()) {
    if (row !== 65_536 && row !== 1_048_576) continue
    const { file = 0, sheet = '' } = journal.sources[source] ?? {}
    differences.push(
      finding(
        { label: sheet },
        { class: 'truncated', cause: 'causeTruncated', params: { row, sheet }, rows: [{ file, sheet, row }] },
      ),
    )
  }
  return checked('J07', journal.sources.length, differences)
}

/** Vouchers, lines and sums by file, sheet and month. */
function coverageOf(journal: JournalColumns): Coverage[] {
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
    const sums = months.get(period) ?? { ...noSums(), vouchers: new Set<number>() }
    sums.debit += journal.debit[index] ?? 0n
    sums.credit += journal.credit[index] ?? 0n
    sums.lines += 1
    sums.vouchers.add(place)
    months.set(period, sums)
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

function completenessOf(journal: JournalColumns): Completeness {
  const dates = journal.vouchers.map(({ date }) => date).toSorted()
  return {
    vouchers: journal.vouchers.length,
    lines: journal.size,
    debit: journal.debit.reduce((sum, amount) => sum + amount, 0n),
    credit: journal.credit.reduce((sum, amount) => sum + amount, 0n),
    firstDate: dates[0] ?? null,
    lastDate: dates.at(-1) ?? null,
  }
}

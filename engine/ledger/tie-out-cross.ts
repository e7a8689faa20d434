import type { Fen } from '../money.ts'
import type { JournalColumns, Sums } from './journal-columns.ts'
import type { Account, DimensionBalance, MonthBalance } from './model.ts'
import { explain } from './tie-out-explain.ts'
import { leafAbove } from './tie-out-lines.ts'
import type { Evidence, Gap, Worksheet } from './tie-out-gaps.ts'
import {
  checked,
  compare,
  measures,
  rowsShown,
  skipped,
  type Check,
  type CheckId,
  type Difference,
} from './tie-out-report.ts'

/** X01 with what explaining its differences taught about others. */
export type Postings = { check: Check; learnt: Worksheet['learnt'] | null }

/** X01: the movement of every leaf, and of every month given, is the sum of its journal lines, closing vouchers included. */
export function checkPostings(evidence: Evidence, months: readonly MonthBalance[]): Postings {
  const { accounts, journal, posted } = evidence
  if (accounts.length === 0) return { check: skipped('X01', 'skippedNoTrialBalance'), learnt: null }
  if (journal.size === 0) return { check: skipped('X01', 'skippedNoJournal'), learnt: null }
  const leaves = accounts.filter(({ leaf }) => leaf)
  const sums = rolledUp(leaves, posted)
  const gaps: Gap[] = []
  for (const account of leaves) {
    const sum = sums.get(account.code)
    const debit = (sum?.debit ?? 0n) - account.debit
    const credit = (sum?.credit ?? 0n) - account.credit
    if (debit !== 0n || credit !== 0n) gaps.push({ account, debit, credit })
  }
  const byCode = new Map(leaves.map((account) => [account.code, account]))
  const sheet = explain(gaps, { ...evidence, posted: sums })
  const differences = sheet.pieces.map((piece): Difference => ({
    where: { account: piece.account, measure: piece.side },
    expected: byCode.get(piece.account)?.[piece.side] ?? 0n,
    actual: sums.get(piece.account)?.[piece.side] ?? 0n,
    difference: piece.amount,
    class: piece.class,
    cause: piece.cause,
    rows: piece.rows.slice(0, rowsShown),
    ...(piece.follows && { follows: piece.follows }),
  }))
  const open = new Set(gaps.map(({ account }) => account.code))
  const monthly = byMonth(journal, months, (code) => byCode.has(code) && !open.has(code))
  return {
    check: checked('X01', leaves.length * 2 + monthly.compared, [...differences, ...monthly.differences]),
    learnt: sheet.learnt,
  }
}

/** Journal sums per leaf; what is posted below a leaf (a trial balance that stops at an upper level) counts for it. */
export function rolledUp(leaves: readonly Account[], posted: ReadonlyMap<string, Sums>): Map<string, Sums> {
  const known = new Set(leaves.map(({ code }) => code))
  const sums = new Map<string, Sums>()
  for (const [code, amounts] of posted) {
    const target = leafAbove(code, known) ?? code
    const sum = sums.get(target) ?? { debit: 0n, credit: 0n, lines: 0 }
    sums.set(target, {
      debit: sum.debit + amounts.debit,
      credit: sum.credit + amounts.credit,
      lines: sum.lines + amounts.lines,
    })
  }
  return sums
}

/** Accounts that agree over the year but not in a month: what was booked in one month stands in another. */
function byMonth(journal: JournalColumns, months: readonly MonthBalance[], agrees: (code: string) => boolean) {
  const differences: (Difference | undefined)[] = []
  let compared = 0
  if (months.length > 0) {
    const leaves = new Set(months.flatMap(({ account }) => (agrees(account) ? [account] : [])))
    const sums = sumsByMonth(journal, leaves)
    for (const { account, period, debit, credit, origin } of months) {
      if (!agrees(account)) continue
      const posted = sums.get(`${period} ${account}`)
      for (const [measure, table, book] of [
        ['debit', debit, posted?.debit ?? 0n],
        ['credit', credit, posted?.credit ?? 0n],
      ] as const) {
        compared += 1
        const what = { class: 'wrong_period', cause: 'causeOtherMonth', params: { account, month: period } } as const
        const where = { account, period, measure }
        differences.push(compare(where, { expected: table, actual: book }, { ...what, rows: [origin] }))
      }
    }
  }
  return { compared, differences: differences.filter((one) => one !== undefined) }
}

/** Debit and credit by `month account`; one pass over the columns. */
function sumsByMonth(journal: JournalColumns, leaves: ReadonlySet<string>): Map<string, { debit: Fen; credit: Fen }> {
  const accounts = journal.accountCodes.length
  const monthOf = Uint8Array.from(journal.vouchers, ({ period }) => Number(period))
  const debit = new BigInt64Array(accounts * 100)
  const credit = new BigInt64Array(accounts * 100)
  for (let index = 0; index < journal.size; index += 1) {
    const at = (monthOf[journal.voucher[index] ?? 0] ?? 0) * accounts + (journal.account[index] ?? 0)
    debit[at] = (debit[at] ?? 0n) + (journal.debit[index] ?? 0n)
    credit[at] = (credit[at] ?? 0n) + (journal.credit[index] ?? 0n)
  }
  const sums = new Map<string, { debit: Fen; credit: Fen }>()
  for (const [at, amount] of debit.entries()) {
    if (amount === 0n && credit[at] === 0n) continue
    const period = String(Math.floor(at / accounts)).padStart(2, '0')
    const code = journal.accountCodes[at % accounts] ?? ''
    const key = `${period} ${leafAbove(code, leaves) ?? code}`
    const sum = sums.get(key) ?? { debit: 0n, credit: 0n }
    sums.set(key, { debit: sum.debit + amount, credit: sum.credit + (credit[at] ?? 0n) })
  }
  return sums
}

/**
 * S08 and X03: balances by customer, supplier … add up to their account, one kind of dimension at a time. S08 are the
 * rows inside the trial balance, X03 the tables of their own.
 */
export function checkDimensions(
  id: Extract<CheckId, 'S08' | 'X03'>,
  accounts: readonly Account[],
  dimensions: readonly DimensionBalance[],
): Check {
  if (dimensions.length === 0) return skipped(id, id === 'S08' ? 'skippedNoDimensionRows' : 'skippedNoDimensions')
  const chart = new Map(accounts.map((account) => [account.code, account]))
  const differences: Difference[] = []
  let compared = 0
  for (const group of Map.groupBy(dimensions, ({ account, kind }) => `${account} ${kind}`).values()) {
    const code = group[0]?.account ?? ''
    const account = chart.get(code)
    const sums = measures.map((measure) => ({
      measure,
      actual: group.reduce((sum, one) => sum + one[measure], 0n),
      expected: account?.[measure] ?? 0n,
    }))
    compared += sums.length
    const off = sums.filter(({ actual, expected }) => actual !== expected)
    const double = off.length > 0 && sums.every(({ actual, expected }) => actual === expected * 2n)
    const repeated = off.length > 0 && !double ? repeatedRow(group, sums) : undefined
    const members = repeated ? [repeated] : group
    for (const { measure, actual, expected } of off) {
      const difference = compare(
        { account: code, measure, label: group[0]?.kind ?? '' },
        { expected, actual },
        {
          class: double || repeated ? 'dimension_double' : 'dimension',
          cause: double ? 'causeDimensionDouble' : repeated ? 'causeDimensionRepeated' : 'causeDimension',
          params: { account: code, name: account?.name ?? '', party: repeated?.name ?? '' },
          rows: [...(account ? [account.origin] : []), ...members.map(({ origin }) => origin)],
        },
      )
      if (difference) differences.push(difference)
    }
  }
  return checked(id, compared, differences)
}

/** A customer printed twice, whose balance is what the sum is over. */
function repeatedRow(
  group: readonly DimensionBalance[],
  sums: readonly { measure: (typeof measures)[number]; actual: Fen; expected: Fen }[],
): DimensionBalance | undefined {
  return group.find((one, at) => {
    const again = group.some((other, place) => place < at && other.name === one.name && other.code === one.code)
    return again && sums.every(({ measure, actual, expected }) => actual - expected === one[measure])
  })
}

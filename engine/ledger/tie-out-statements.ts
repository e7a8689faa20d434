import type { Fen } from '../money.ts'
import { accountClass } from './account-class.ts'
import type { Ledger, Standard, StatementFigure } from './model.ts'
import type { Earnings } from './tie-out-earnings.ts'
import { checked, compare, finding, skipped, type Check, type Difference } from './tie-out-report.ts'

/**
 * A statement line computed from the ledger, on its own normal side: with debit balances of customers and suppliers on
 * the side where they belong (重分类后) and as the accounts stand (重分类前). `prior` is the opening, null for a year's amount.
 */
export type RecomputedLine = {
  id: string
  name: string
  kind: StatementFigure['kind']
  current: { after: Fen; before: Fen }
  prior: { after: Fen; before: Fen } | null
  /** Lines that this one adds up. */
  sum: readonly { sign: number; line: string }[]
}

/** What accounts that nobody has mapped for sure hold: it may belong to any line. Details of an account on either side apart. */
export type Doubtful = { closing: readonly Fen[]; opening: readonly Fen[]; earned: readonly Fen[] }

/** The computed lines, how many accounts with amounts nobody has mapped for sure, and these amounts. */
export type Recomputed = { lines: readonly RecomputedLine[]; unmapped: number; doubtful: Doubtful }

/** A line's words without numbering, 加减, spaces and notes in brackets. */
export const lineName = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/\s|:/g, '')
    .replace(/^[一二三四五六七八九十]+、/, '')
    .replace(/^(?:\d+[.、])?(?:加|减|其中)?/, '')
    .replaceAll(/\([^)]*\)|[*#△▲]/g, '')
    .replace(/^股东权益/, '所有者权益')
    .replace(/和(?:股东|所有者)权益/, '和所有者权益')

const figure = (statements: readonly StatementFigure[], kind: StatementFigure['kind'], words: RegExp) =>
  statements.find((one) => one.kind === kind && words.test(one.name.replaceAll(/\s/g, '')))

/** X02: the client's statements against the ledger; with `lines`, line by line, before or after reclassification. */
export function checkStatements(ledger: Ledger, standard: Standard, earned: Earnings, recomputed: Recomputed): Check {
  const { statements } = ledger
  if (statements.length === 0) return skipped('X02', 'skippedNoStatements')
  const totals = ofTotals(ledger, standard, earned)
  const byLine = againstLines(statements, recomputed)
  const seen = new Set(byLine.rows)
  const inUnit = byLine.differences[0]?.class === 'unit'
  const alone = totals.differences.filter(({ rows }) => !inUnit && !seen.has(rowKey(rows[0])))
  const differences = [...alone, ...byLine.differences]
  const compared = totals.compared + byLine.compared
  const { reclassified, before, unjudged } = byLine
  if (compared === 0) return skipped('X02', unjudged > 0 ? 'skippedUnmapped' : 'skippedNoStatementLines')
  const facts = { reclassified, before, unmapped: recomputed.unmapped, unjudged }
  return checked('X02', compared, differences, facts)
}

const rowKey = (row: StatementFigure['origin'] | undefined) => (row ? `${row.file} ${row.sheet} ${row.row}` : '')

/**
 * What needs no mapping: net profit is what profit and loss accounts earned without closing vouchers; owners' equity is
 * the sum of equity accounts and profit and loss not yet closed. Where the journal's own differences (X01) add up to
 * the profit's, the statement follows the trial balance and says so.
 */
function ofTotals({ statements, accounts, journal }: Ledger, standard: Standard, earned: Earnings) {
  const differences: (Difference | undefined)[] = []
  let compared = 0
  const profit = figure(statements, 'income_statement', /^(?:[四五]、)?净利润/)
  if (profit && profit.current !== null && journal.size > 0) {
    compared += 1
    // where closing vouchers are among the differences, nobody can tell the books' profit before they are cleared up
    const consequence = (earned.gap !== 0n && profit.current - earned.journal === earned.gap) || earned.table === null
    const cause = consequence ? 'causeStatementFollows' : 'causeStatementLine'
    const line = statementLine(profit, profit.current, earned.journal, cause)
    differences.push(line && consequence ? { ...line, follows: 'X01' } : line)
  }
  const equity = figure(statements, 'balance_sheet', /^(?:所有者权益|股东权益).*合计$/)
  if (equity && accounts.length > 0) {
    const own = accounts.filter(
      (account) => account.leaf && ['equity', 'profit_loss'].includes(accountClass(account, standard)),
    )
    const sum = (measure: 'opening' | 'closing') => own.reduce((total, account) => total - account[measure], 0n)
    for (const [printed, computed] of [
      [equity.current, sum('closing')],
      [equity.prior, sum('opening')],
    ] as const) {
      if (printed === null) continue
      compared += 1
      differences.push(statementLine(equity, printed, computed, 'causeStatementLine'))
    }
  }
  return { compared, differences: differences.filter((one) => one !== undefined) }
}

/** Each printed line that has a computed one; a total is the sum of its lines as each was found to be printed. */
function againstLines(statements: readonly StatementFigure[], { lines, doubtful }: Recomputed) {
  const differences: Difference[] = []
  let [compared, reclassified, before] = [0, 0, 0]
  const byId = new Map(lines.map((line) => [line.id, line]))
  const printed = new Map<string, StatementFigure>()
  for (const line of lines) {
    const same = statements.filter(({ kind, name }) => kind === line.kind && lineName(name) === lineName(line.name))
    if (same.length === 1 && same[0]) printed.set(line.id, same[0])
  }
  for (const instant of ['current', 'prior'] as const) {
    const taken = new Map<string, Fen>()
    const valueOf = (id: string): Fen => {
      const known = taken.get(id)
      if (known !== undefined) return known
      const line = byId.get(id)
      const own = line?.[instant]
      if (!line || !own) return 0n
      const shown = printed.get(id)?.[instant]
      const sum = line.sum.reduce((total, part) => total + BigInt(part.sign) * valueOf(part.line), 0n)
      const value = line.sum.length > 0 ? sum : shown === own.before ? own.before : own.after
      taken.set(id, value)
      return value
    }
    for (const [id, shown] of printed) {
      const line = byId.get(id)
      const amount = shown[instant]
      const own = line?.[instant]
      if (!line || !own || amount === null) continue
      compared += 1
      const value = valueOf(id)
      if (amount === value || (line.sum.length > 0 && (amount === own.before || amount === own.after))) {
        if (own.before !== own.after) {
          if (amount === own.after) reclassified += 1
          else before += 1
        }
        continue
      }
      const difference = statementLine(
        shown,
        amount,
        value,
        own.before === own.after ? 'causeStatementLine' : 'causeStatementReclass',
      )
      if (difference)
        differences.push({
          ...difference,
          where: { ...difference.where, measure: instant === 'prior' ? 'opening' : 'closing' },
        })
    }
  }
  const told = asUnit(differences, compared)
  const trusted = told[0]?.class === 'unit' ? told : told.filter((one) => !byDoubt(one, statements, doubtful))
  const rows = trusted.length > 0 ? differences.map(({ rows: [row] }) => rowKey(row)) : []
  const unjudged = told.length - trusted.length
  const left = compared - differences.length + trusted.length
  return { rows, differences: trusted, compared: left, reclassified, before, unjudged }
}

/** More doubtful amounts than this make almost any sum. */
const DOUBTS = 9

/** Whether a line is off by what doubtful accounts hold, taken from it or put into it: then nothing is wrong but the map. */
function byDoubt(
  { difference, where, rows: [row] }: Difference,
  statements: readonly StatementFigure[],
  doubtful: Doubtful,
) {
  const shown = statements.find(({ origin }) => rowKey(origin) === rowKey(row))
  const kind = shown?.kind === 'income_statement' ? 'earned' : where.measure === 'opening' ? 'opening' : 'closing'
  const amounts = doubtful[kind].filter((amount) => amount !== 0n)
  if (amounts.length > DOUBTS) return true
  let sums = new Set([0n])
  for (const amount of amounts) sums = new Set([...sums].flatMap((sum) => [sum, sum + amount, sum - amount]))
  return amounts.length > 0 && sums.has(difference ?? 0n)
}

/** Lines that are all off by one factor are printed in another unit: one difference says so. */
function asUnit(differences: readonly Difference[], compared: number): Difference[] {
  const [first] = differences
  const unit = [1000n, 10_000n].find(
    (by) =>
      differences.length >= 3 &&
      differences.length * 2 >= compared &&
      differences.every(({ expected, actual }) => {
        const off = (actual ?? 0n) * by - (expected ?? 0n)
        return (off < 0n ? -off : off) <= by
      }),
  )
  if (unit === undefined || !first) return [...differences]
  const params = { label: first.where.label ?? '', factor: Number(unit) }
  return [
    finding(
      { label: first.where.label ?? '' },
      { class: 'unit', cause: 'causeStatementUnit', params, rows: first.rows },
    ),
  ]
}

const statementLine = ({ name, origin }: StatementFigure, printed: Fen, computed: Fen, cause: string) =>
  compare(
    { label: name },
    { expected: computed, actual: printed },
    { class: 'statement', cause, params: { label: name }, rows: [origin] },
  )

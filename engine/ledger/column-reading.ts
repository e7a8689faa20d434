import { parseAmount } from './amounts.ts'
import { isBlank, textOf, type Cell, type SheetRow } from './cell.ts'
import { guessRoles, originalRole, sharedRoles, type ColumnRole, type RoleGuess } from './column-roles.ts'
import { parseDay, parseMonth } from './day.ts'
import { columnSignatures } from './column-signature.ts'
import { asBalanceColumns } from './balance-columns.ts'
import { byContent, sidesBeside } from './column-content.ts'
import type { Header } from './header.ts'

/**
 * What one column was taken for. `agreement` is the share of filled sample cells that look as the role asks (0 to 1),
 * `runnerUp` the next best role that was not taken.
 */
export type ColumnReading = {
  column: number
  header: string
  role: ColumnRole
  score: number
  agreement: number
  filled: number
  runnerUp: RoleGuess | null
  /** A person said so. */
  answered: boolean
  /** Its header has words that a ledger uses. */
  known: boolean
}

/** A role that several columns claim about equally, whose cells differ. */
export type ContestedRole = { role: ColumnRole; columns: number[] }

const codeLike = (cell: Cell) =>
  typeof cell === 'number'
    ? Number.isInteger(cell * 1e6) && cell >= 100
    : /^(?:[0-9A-Za-z][0-9A-Za-z.\-_ ]{2,}(?:[\s_/\\:-].+)?|[[(【][0-9][0-9A-Za-z.\- ]{2,}[\])】].*)$/.test(
        textOf(cell),
      )
const amountLike = (cell: Cell) => parseAmount(cell) !== undefined
const wordLike = (cell: Cell) => typeof cell === 'string' && !/^[\d.,\s]+$/.test(cell)
const dateLike = (cell: Cell) =>
  parseDay(cell, 2000) !== undefined ||
  parseDay(cell, 2000, true) !== undefined ||
  /^\d{1,2}[./-]\d{1,2}[./-]\d{1,2}(?: \d.*)?$/.test(textOf(cell))
const sideLike = (cell: Cell) => /^(?:借方?|贷方?|平|d|c|dr|cr|s|h|1|-1|debit|credit)$/i.test(textOf(cell))

const dayNumber = (cell: Cell) => /^(?:0?[1-9]|[12]\d|3[01])日?$/.test(textOf(cell))
const looks: Partial<Record<ColumnRole, (cell: Cell) => boolean>> = {
  account_code: codeLike,
  account_name: wordLike,
  date: dateLike,
  date_month_first: dateLike,
  day: dayNumber,
  period: (cell) => parseMonth(cell) !== undefined || /^\d{3}-\d{3}$/.test(textOf(cell)),
  summary: wordLike,
  side: sideLike,
  opening_direction: sideLike,
  closing_direction: sideLike,
  voucher: (cell) => /\d/.test(textOf(cell)),
  maker: wordLike,
  checker: wordLike,
  poster: wordLike,
}
for (const role of [
  'opening',
  'opening_debit',
  'opening_credit',
  'year_opening',
  'debit',
  'credit',
  'ytd_debit',
  'ytd_credit',
  'closing',
  'closing_debit',
  'closing_credit',
  'amount',
  'original',
] as const) {
  looks[role] = amountLike
}

/** How a column's sample cells agree with a role: 1 when there is nothing to check. */
function agreementOf(role: ColumnRole, cells: readonly Cell[]): number {
  const look = looks[role]
  if (!look || cells.length === 0) return 1
  return cells.filter(look).length / cells.length
}

/** Gives every column a role from its header and from its cells; roles that only one column can have go to the surest. */
export function readColumns(
  header: Header,
  samples: readonly SheetRow[],
  answers: Readonly<Record<string, ColumnRole>> = {},
): { columns: ColumnReading[]; contested: ContestedRole[] } {
  const signatures = columnSignatures(header.paths)
  const candidates = header.paths.map((path, column) => {
    const cells = samples.map((row) => row.cells[column] ?? null).filter((cell) => !isBlank(cell))
    const guesses = guessRoles(path)
      .map(({ role, score }) => {
        const agreement = agreementOf(role, cells)
        return { role, score: score * 0.7 + score * agreement * 0.3, agreement }
      })
      .filter(({ agreement }) => agreement > 0.3)
      .toSorted((one, other) => other.score - one.score)
    const answer = answers[signatures[column] ?? '']
    return { column, path, guesses, answer, filled: samples.length === 0 ? 0 : cells.length / samples.length }
  })
  const taken = new Set<ColumnRole>()
  const chosen = new Map<number, (typeof candidates)[number]['guesses'][number]>()
  for (const { column, answer } of candidates) {
    if (answer === undefined) continue
    chosen.set(column, { role: answer, score: 1, agreement: 1 })
    taken.add(answer)
  }
  const offers = candidates
    .flatMap(({ column, guesses, filled }) => guesses.map((guess) => ({ column, guess, filled })))
    .toSorted((one, other) => other.guess.score - one.guess.score || other.filled - one.filled)
  for (const { column, guess } of offers) {
    if (chosen.has(column) || (taken.has(guess.role) && !sharedRoles.has(guess.role))) continue
    chosen.set(column, guess)
    taken.add(guess.role)
  }
  const columns = candidates.map(({ column, path, guesses, filled }): ColumnReading => {
    const guess = chosen.get(column)
    const next = guesses.find(({ role }) => role !== guess?.role)
    return {
      column,
      header: path,
      role: guess?.role ?? 'other',
      score: guess?.score ?? 0,
      agreement: guess?.agreement ?? 0,
      filled,
      runnerUp: next ? { role: next.role, score: next.score } : null,
      answered: answers[signatures[column] ?? ''] !== undefined,
      known: guessRoles(path).length > 0,
    }
  })
  const read = asBalanceColumns(sidesBeside(byContent(promoteOriginals(columns), samples), samples), samples)
  const contested = contestedRoles(read, candidates, samples)
  return { columns: read, contested }
}

const decisive: ReadonlySet<ColumnRole> = new Set([
  'account_code',
  'voucher',
  'opening',
  'opening_debit',
  'opening_credit',
  'debit',
  'credit',
  'ytd_debit',
  'ytd_credit',
  'closing',
  'closing_debit',
  'closing_credit',
  'amount',
])

/** Roles that the words give to several columns alike, while their cells differ: nobody may guess which is meant. */
function contestedRoles(
  columns: readonly ColumnReading[],
  candidates: readonly { column: number; guesses: readonly RoleGuess[]; filled: number }[],
  samples: readonly SheetRow[],
): ContestedRole[] {
  const found: ContestedRole[] = []
  for (const { role, column, score, answered } of columns) {
    if (answered || !decisive.has(role)) continue
    const rivals = candidates.filter(
      (other) =>
        other.column !== column &&
        columns[other.column]?.role === 'other' &&
        columns[other.column]?.answered !== true &&
        other.filled > 0.02 &&
        other.guesses[0]?.role === role &&
        score - other.guesses[0].score < 0.04 &&
        samples.some(({ cells }) => textOf(cells[column]) !== textOf(cells[other.column])),
    )
    if (rivals.length > 0) found.push({ role, columns: [column, ...rivals.map((rival) => rival.column)] })
  }
  return found
}

/** A table that prints only 原币 columns is in one currency: they are its amounts. */
function promoteOriginals(columns: ColumnReading[]): ColumnReading[] {
  const roles = new Set(columns.map(({ role }) => role))
  return columns.map((column) => {
    if (column.role !== 'original') return column
    const role = originalRole(column.header)
    if (!role || roles.has(role) || role === 'side') return column
    const split: ColumnRole[] = ['debit', 'credit']
    if (role === 'amount' && split.some((side) => roles.has(side))) return column
    roles.add(role)
    return { ...column, role, runnerUp: { role: 'original', score: column.score } }
  })
}

/** The column of each role that has one; shared roles give their first. */
export type RoleColumns = Partial<Record<ColumnRole, number>>
export function columnsByRole(columns: readonly ColumnReading[]): RoleColumns {
  const byRole: RoleColumns = {}
  for (const { role, column } of columns) byRole[role] ??= column
  return byRole
}

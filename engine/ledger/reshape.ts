import { parseAmount } from './amounts.ts'
import { bothSides, oneSideEach } from './both-sides.ts'
import { isBlank, textOf, wordsOf, type SheetRow } from './cell.ts'
import { guessRoles, headerKey, type ColumnRole } from './column-roles.ts'
import { findHeader } from './header.ts'

/** Turns the rows of a sheet as it is printed into those of one plain table: `push` row by row, `end` what was kept back. */
export type Reshaping = { push(row: SheetRow): SheetRow[]; end(): SheetRow[] }

/**
 * How the rows of a sheet must be turned before they are a table, told from its first rows: tables printed side by side
 * come one below the other, and the number and date above each printed voucher become columns. Undefined for plain tables.
 */
export function reshapingOf(rows: readonly SheetRow[]): (() => Reshaping) | undefined {
  const header = findHeader(rows, false)
  if (!header) return undefined
  const { paths, firstDataRow } = header
  const halves = bothSides(header)
  if (halves) return () => oneSideEach(header, halves, rows)
  const blocks = sideBySide(paths)
  const first = header.rows[0] ?? 0
  if (blocks) return () => unfolded(blocks, first)
  const roles = new Set(paths.map((path) => guessRoles(path)[0]?.role))
  const has = (...names: ColumnRole[]) => names.some((role) => roles.has(role))
  const journal = has('debit', 'amount') && has('account_code', 'account_name', 'level_name') && !has('voucher', 'voucher_date', 'opening', 'closing', 'opening_debit', 'closing_debit') // prettier-ignore
  if (!journal) return undefined
  const dated = has('date', 'day')
  const headings = rows.filter((row) => headingOf(row) !== undefined)
  const repeated = rows.some(
    (row) => row.row >= firstDataRow && row.cells.filter((cell, at) => textOf(cell) !== '' && textOf(cell) === paths[at]).length >= 3, // prettier-ignore
  )
  const telling = headings.filter((row) => dated || headingOf(row)?.date !== '')
  if (telling.length === 0 || (!repeated && telling.length < 2)) return undefined
  return () => withHeadings(paths.length, { header: first, dated })
}

/** The columns each of several tables takes that print the same header words beside each other; no vouchers among them. */
function sideBySide(paths: readonly string[]): { from: number; to: number }[] | undefined {
  const start = paths.findIndex((path) => path !== '')
  const starts = paths.flatMap((path, at) => (at >= start && path === paths[start] ? [at] : []))
  if (start < 0 || starts.length < 2) return undefined
  const blocks = starts.map((from, at) => ({ from, to: starts[at + 1] ?? paths.length }))
  const words = blocks.map(({ from, to }) => paths.slice(from, to).join('\n').trim())
  if (words.some((text) => text !== words[0])) return undefined
  const roles = (words[0] ?? '').split('\n').map((path) => guessRoles(path)[0]?.role)
  const named = roles.includes('account_code') || roles.includes('account_name')
  return named && roles.length >= 3 && !roles.includes('voucher') && !roles.includes('date') ? blocks : undefined
}

function unfolded(blocks: readonly { from: number; to: number }[], header: number): Reshaping {
  const later: SheetRow[][] = blocks.slice(1).map(() => [])
  return {
    push(row) {
      if (row.row < header) return [row]
      const [own, ...others] = blocks.map((block) => part(row, block))
      for (const [at, other] of others.entries()) if (other && !other.cells.every(isBlank)) later[at]?.push(other)
      return own ? [own] : []
    },
    end: () => later.splice(0).flat(),
  }
}

const part = (row: SheetRow, { from, to }: { from: number; to: number }): SheetRow =>
  moved(
    row,
    Array.from({ length: to - from }, (_, at) => from + at),
  )

/** A row whose cell at each place comes from the column named there, with what belongs to the cell. */
function moved(row: SheetRow, from: readonly (number | undefined)[]): SheetRow {
  const cells = from.map((column) => (column === undefined ? null : (row.cells[column] ?? null)))
  const shown: Record<number, string> = {}
  const red: number[] = []
  for (const [at, column] of from.entries()) {
    if (column === undefined) continue
    const text = row.shown?.[column]
    if (text !== undefined) shown[at] = text
    if (row.red?.includes(column)) red.push(at)
  }
  return {
    row: row.row,
    cells,
    ...(Object.keys(shown).length > 0 && { shown }),
    ...(red.length > 0 && { red }),
    ...(row.uncalculated && { uncalculated: row.uncalculated }),
  }
}

const numbered =
  /(?:凭证(?:字号|编号|号码|号数|号)?|字号|\bvoucher(?: no\.?)?|\bjournal(?: no\.?| id)?|\bID)\s*[:#]?\s*((?:[\u4e00-\u9fff]{1,3}\s*(?:字)?\s*[-第]?\s*)?[A-Za-z-]*\d[\d-]*)\s*号?(?![\d年])/i
const day = /(?:20\d\d)[-/.年]\s?\d{1,2}[-/.月]\s?\d{1,2}日?/

/** The number, and the date if it names one, that stand above a printed voucher; undefined for any other row. */
function headingOf(row: SheetRow): { number: string; date: string } | undefined {
  if (row.cells.some((cell) => typeof cell === 'number')) return undefined
  const filled = row.cells.filter((cell) => !isBlank(cell))
  if (filled.length === 0 || filled.length > 8 || filled.some((cell) => parseAmount(cell)?.fen)) return undefined
  const text = filled.map(textOf).join(' ')
  if (text.length > 160) return undefined
  const number = numbered.exec(text)?.[1]
  return number === undefined ? undefined : { number: number.trim(), date: day.exec(text)?.[0] ?? '' }
}

/** Printed vouchers: each row gets the number (and the date, where no column has it) of the heading above it. */
function withHeadings(width: number, { header, dated }: { header: number; dated: boolean }): Reshaping {
  let heading = { number: '', date: '' }
  return {
    push(row) {
      const found = headingOf(row)
      if (found) {
        heading = found
        return [row]
      }
      const cells = row.cells.slice(0, width)
      while (cells.length < width) cells.push(null)
      if (row.row === header) cells.push('凭证号', dated ? null : '日期')
      else if (row.row > header && heading.number !== '' && !cells.every(isBlank))
        cells.push(heading.number, dated || heading.date === '' ? null : heading.date)
      return [{ ...row, cells }]
    },
    end: () => [],
  }
}

/** A table that follows another in one sheet, whose header cannot be laid over the first one's: nobody may guess. */
export class SecondTable extends Error {
  override name = 'SecondTable'
  readonly row: number
  constructor(row: number) {
    super(`another table begins in row ${row}`)
    this.row = row
  }
}

/**
 * Follows further headers inside the data: where a table goes on below with its columns in another order, its cells are
 * moved under the first header. `columns` are those that mean something. Throws `SecondTable` for a header that names not
 * all of them.
 */
export function headerFollower(
  columns: readonly { column: number; header: string; role: ColumnRole }[],
  firstDataRow: number,
): Reshaping {
  const width = columns.length
  const meant = columns.filter(({ role }) => role !== 'other' && role !== 'original')
  const identity = Array.from({ length: width }, (_, at) => at)
  let order: readonly (number | undefined)[] | null = null
  return {
    push(row) {
      if (row.row >= firstDataRow && isHeaderLike(row)) {
        const next = orderUnder(row, meant, identity)
        if (next === undefined) throw new SecondTable(row.row)
        order = next.every((column, at) => column === undefined || column === at) ? null : next
      }
      return [order === null ? row : moved(row, order)]
    },
    end: () => [],
  }
}

/** Whether a row is the header of a ledger table: an account and two figures at least are named, and nothing else is said. */
export function isHeaderLike({ cells }: SheetRow): boolean {
  let filled = 0
  for (const cell of cells) {
    if (isBlank(cell)) continue
    if (typeof cell !== 'string' || cell.length > 40 || /\d/.test(cell)) return false
    filled += 1
  }
  if (filled < 4) return false
  const roles = cells.map((cell) => guessRoles(textOf(cell))[0]?.role)
  const figures = new Set(
    roles.filter((role) => role !== undefined && /debit|credit|opening|closing|amount/.test(role)),
  )
  const known = roles.filter((role) => role !== undefined).length
  return (
    figures.size >= 2 && (roles.includes('account_code') || roles.includes('account_name')) && known >= filled * 0.7
  )
}

type Meant = readonly { column: number; header: string; role: ColumnRole }[]

/** For each column of the first header the column of a later one that says the same: by its words, else by its role. */
function orderUnder(row: SheetRow, meant: Meant, identity: readonly number[]): (number | undefined)[] | undefined {
  const words = row.cells.map((cell) => headerKey(wordsOf(cell)))
  const inPlace = meant.filter(({ column, header }) =>
    header.split('/').some((word) => headerKey(word) === words[column]),
  )
  // a header of several rows is repeated row by row, each in its place
  if (
    inPlace.length > 0 &&
    words.every(
      (word, at) =>
        word === '' || inPlace.some(({ column }) => column === at) || !meant.some(({ column }) => column === at),
    )
  )
    // prettier-ignore
    return [...identity]
  const roles = row.cells.map((cell) => guessRoles(textOf(cell))[0]?.role)
  const order: (number | undefined)[] = identity.map(() => undefined)
  for (const { column, header, role } of meant) {
    const own = words.flatMap((word, at) => (word !== '' && word === headerKey(header) ? [at] : []))
    const alike = own.length > 0 ? own : roles.flatMap((found, at) => (found === role ? [at] : []))
    if (alike.length !== 1) return undefined
    order[column] = alike[0]
  }
  return order
}

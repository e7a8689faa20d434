import type { Fen } from '../money.ts'
import { parseAmount } from './amounts.ts'
import { textOf, type SheetRow } from './cell.ts'
import { columnsByRole, type RoleColumns } from './column-reading.ts'
import { isCreditSide, isDebitSide } from './detect.ts'
import { monthsOf } from './period.ts'
import type { RowNotes } from './row-class.ts'
import type { BalanceStyle, SheetReading } from './sheet-reading.ts'

/** Opening and closing signed, debit positive; debit and credit as booked. Fen. */
export type Balance = { opening: Fen; debit: Fen; credit: Fen; closing: Fen }

/** The sum of balances, measure by measure. */
export function sumBalances(balances: readonly Balance[]): Balance {
  const sum: Balance = { opening: 0n, debit: 0n, credit: 0n, closing: 0n }
  for (const { opening, debit, credit, closing } of balances) {
    sum.opening += opening
    sum.debit += debit
    sum.credit += credit
    sum.closing += closing
  }
  return sum
}

/** Which columns of a table hold the whole year's balance, and how its sides are shown. */
export type BalanceCells = {
  roles: RoleColumns
  style: BalanceStyle
  debit: number | undefined
  credit: number | undefined
  /** 本年累计 was taken for the movement; the opening is 年初, or what closing and movement leave. */
  wholeYear: boolean
  /** The period is known to be the whole year: 期初 is 年初. */
  fullPeriod: boolean
  labels: (number | undefined)[]
  headers: Map<number, string>
  multiplier: number
  redIsMinus: boolean
  amount(row: SheetRow, column: number | undefined): Fen | null
}

/**
 * Chooses the columns of a year's movement: 本期发生 if the table is of the whole year (or has nothing else),
 * 本年累计 if the table is of a single month, unless that month itself is wanted (`asPrinted`). Never by position.
 */
export function balanceCells(reading: SheetReading, asPrinted = false): BalanceCells {
  const roles = columnsByRole(reading.columns)
  const months = reading.period ? monthsOf(reading.period).length : 0
  const hasYtd = roles.ytd_debit !== undefined && roles.ytd_credit !== undefined
  const hasPeriod = roles.debit !== undefined && roles.credit !== undefined
  const wholeYear = hasYtd && (!hasPeriod || (months < 12 && !asPrinted))
  return {
    roles,
    style: reading.balanceStyle ?? 'signed',
    debit: wholeYear ? roles.ytd_debit : roles.debit,
    credit: wholeYear ? roles.ytd_credit : roles.credit,
    wholeYear,
    fullPeriod: months === 12,
    labels: [roles.account_code, roles.account_name],
    headers: new Map(reading.columns.map(({ column, header }) => [column, header])),
    multiplier: reading.multiplier,
    redIsMinus: reading.said.red === 'red_minus',
    amount: (row, column) =>
      column === undefined ? null : (parseAmount(row.cells[column], reading.multiplier)?.fen ?? null),
  }
}

/**
 * One row's balance. Where the table does not say a balance's side, the side that makes opening + debit − credit =
 * closing true is taken, else the account's normal side (`credit`). A cell that holds no amount is remarked.
 */
export function balanceOf(row: SheetRow, cells: BalanceCells, context: { credit: boolean; notes: RowNotes }): Balance {
  const { notes } = context
  const read = (column: number | undefined): Fen => {
    if (column === undefined) return 0n
    const amount = parseAmount(row.cells[column], cells.multiplier)
    const header = cells.headers.get(column) ?? ''
    if (amount === undefined) notes.remark(row.row, 'cellNotAmount', { header, text: textOf(row.cells[column]) })
    else if (amount?.rounded) notes.remark(row.row, 'cellRounded', { header, text: textOf(row.cells[column]) })
    const fen = amount?.fen ?? 0n
    return fen > 0n && cells.redIsMinus && row.red?.includes(column) ? -fen : fen
  }
  const debit = read(cells.debit)
  const credit = read(cells.credit)
  const { roles } = cells
  const order = (value: Fen): Fen[] => (value === 0n ? [0n] : context.credit ? [-value, value] : [value, -value])
  const side = (value: number | undefined, direction: number | undefined): Fen[] => {
    const amount = read(value)
    if (cells.style === 'signed') return [amount]
    if (cells.style === 'normal_side') return order(amount)
    const shown = direction === undefined ? '' : textOf(row.cells[direction])
    if (isCreditSide(shown)) return [-amount]
    if (isDebitSide(shown)) return [amount]
    return order(amount)
  }
  const openingOf = (): Fen[] => {
    const year = cells.wholeYear && hasYearOpening(cells)
    if (cells.style === 'split') {
      const [debitColumn, creditColumn] = year
        ? [roles.year_opening_debit, roles.year_opening_credit]
        : [roles.opening_debit ?? roles.year_opening_debit, roles.opening_credit ?? roles.year_opening_credit]
      return [read(debitColumn) - read(creditColumn)]
    }
    return side(year ? roles.year_opening : (roles.opening ?? roles.year_opening), roles.opening_direction)
  }
  const closing: Fen[] =
    cells.style === 'split'
      ? [read(roles.closing_debit) - read(roles.closing_credit)]
      : side(roles.closing, roles.closing_direction)
  const opening = hasOpening(cells) ? openingOf() : []
  for (const start of opening) {
    for (const end of closing) {
      if (start + debit - credit === end) return { opening: start, debit, credit, closing: end }
    }
  }
  const end = closing[0] ?? 0n
  // 本年累计 beside a month's 期初, or no opening at all: the year's opening is what closing and movement leave.
  const derived = opening.length === 0 || (cells.wholeYear && !cells.fullPeriod && !hasYearOpening(cells))
  return { opening: derived ? end - debit + credit : (opening[0] ?? 0n), debit, credit, closing: end }
}

const hasYearOpening = ({ roles }: BalanceCells): boolean =>
  roles.year_opening !== undefined || roles.year_opening_debit !== undefined

const hasOpening = (cells: BalanceCells): boolean =>
  hasYearOpening(cells) || cells.roles.opening !== undefined || cells.roles.opening_debit !== undefined

import type { Fen } from '../money.ts'
import { creditNormal } from './account-class.ts'
import { restoreCodes } from './account-code.ts'
import { accountTree, type CodeScheme } from './account-tree.ts'
import { balanceSubjects, type BalanceSubject } from './balance-rows.ts'
import { balanceOf, balanceCells, sumBalances, type Balance } from './balance.ts'
import { textOf, type SheetRow } from './cell.ts'
import { columnsByRole } from './column-reading.ts'
import type { Account, DimensionBalance, Origin } from './model.ts'
import type { Period } from './period.ts'
import { classifyRow, rowNotes, subtotalLabel, type DroppedRow, type RowRemark } from './row-class.ts'
import { naturalOf, naturalSegment } from './segments.ts'
import type { SheetReading } from './sheet-reading.ts'

/** A printed subtotal (资产小计, 合计): kept for checking, never added. A column the row leaves blank is null. */
export type Subtotal = {
  label: string
  openingDebit: Fen | null
  openingCredit: Fen | null
  debit: Fen | null
  credit: Fen | null
  closingDebit: Fen | null
  closingCredit: Fen | null
  origin: Origin
}

/** A trial balance read: accounts in the file's order (parents that were inferred last), and what was left out and why. */
export type TrialBalance = {
  accounts: Account[]
  subtotals: Subtotal[]
  dimensions: DimensionBalance[]
  scheme: CodeScheme
  /** Codes of parents that the file does not print. */
  inferred: string[]
  /** The months that debit and credit cover; null if the table names none. */
  movement: Period | null
  dropped: DroppedRow[]
  remarks: RowRemark[]
}

type Line = Balance & { printed: string; code: string; name: string; currency: string; row: SheetRow }

/**
 * Reads the rows of a sheet that detection took for a trial balance; `file` is the file's place in the dataset. Names a
 * chart of accounts gives fill those the table leaves out. `month` reads a single month as it is printed.
 */
export function parseTrialBalance(
  rows: readonly SheetRow[],
  reading: SheetReading,
  file: number,
  { names, month = false }: { names?: ReadonlyMap<string, string> | undefined; month?: boolean } = {},
): TrialBalance {
  const notes = rowNotes(file, reading.sheet, reading.columns)
  const roles = columnsByRole(reading.columns)
  const { header } = reading
  const cells = balanceCells(reading, month)
  const subjectOf = balanceSubjects(reading.columns)
  const lines: Line[] = []
  const subtotals: Subtotal[] = []
  const dimensionLines: { line: Line; dimension: NonNullable<BalanceSubject['dimension']> }[] = []
  for (const row of rows) {
    if (!header) break
    const kind = classifyRow(row, header, [roles.account_code, roles.account_name])
    if (kind === 'subtotal') subtotals.push(subtotalOf(row, cells, notes.origin(row.row)))
    if (kind !== 'data') {
      notes.drop(row, kind)
      continue
    }
    const subject = subjectOf(row)
    if (!subject) {
      notes.drop(row, 'no_account')
      continue
    }
    notes.take(row)
    const { printed, dimension } = subject
    const name = subject.name === '' ? (names?.get(printed) ?? '') : subject.name
    const line: Line = {
      ...balanceOf(row, cells, {
        credit: creditNormal({ code: printed, fullName: /\d/.test(printed) ? name : printed }, 'cas'),
        notes,
      }),
      printed,
      code: printed,
      name,
      currency: roles.currency === undefined ? '' : textOf(row.cells[roles.currency]),
      row,
    }
    if (dimension === null) lines.push(line)
    else dimensionLines.push({ line, dimension })
  }
  const segment = naturalSegment(
    lines.map(({ printed }) => printed),
    new Set(),
  )
  const restored = restoreCodes(lines.map(({ printed }) => printed))
  for (const [index, line] of lines.entries()) {
    line.code = naturalOf(restored[index] ?? line.printed, segment)
    if (segment === null && line.code !== line.printed)
      notes.remark(line.row.row, 'codeRestored', { printed: line.printed, code: line.code })
  }
  const byCode = new Map(lines.map(({ printed, code }) => [printed, code]))
  for (const { line } of dimensionLines) line.code = byCode.get(line.printed) ?? line.printed
  const merged = segment === null ? withoutRepeats(lines, notes) : bySegment(lines)
  const known = new Set(merged.map(({ code }) => code))
  // An account that is printed only by customer has no row of its own: its rows are the account.
  for (const [code, group] of Map.groupBy(dimensionLines, ({ line }) => line.code)) {
    const [first] = group
    if (!first || known.has(code)) continue
    merged.push(
      sumOf(
        first.line,
        group.map(({ line }) => line),
      ),
    )
  }
  const { accounts, scheme, inferred } = placed(merged, notes.origin)
  const dimensions = dimensionLines.map(({ line, dimension }): DimensionBalance => {
    const { opening, debit, credit, closing } = line
    const origin = notes.origin(line.row.row)
    const { kind, code, name } = dimension
    return { account: line.code, kind, code, name, opening, debit, credit, closing, origin }
  })
  const movement = movementOf(reading.period, cells.wholeYear)
  return { accounts, subtotals, dimensions, scheme, inferred, movement, dropped: notes.dropped, remarks: notes.remarks }
}

const sides = ({ opening, debit, credit, closing }: Balance): Balance => ({ opening, debit, credit, closing })

function sumOf(first: Line, lines: readonly Line[]): Line {
  return { ...first, ...sumBalances(lines) }
}

/** Composite accounts: one natural account is the sum of its cost centres and companies. */
const bySegment = (lines: readonly Line[]): Line[] =>
  [...Map.groupBy(lines, ({ code }) => code).values()].flatMap((group) => (group[0] ? [sumOf(group[0], group)] : []))

/**
 * An account printed once per currency: its total row (综合本位币) if there is one, else the sum. Printed twice without
 * a currency: the first row counts, the others are listed as dropped.
 */
function withoutRepeats(lines: readonly Line[], notes: ReturnType<typeof rowNotes>): Line[] {
  const groups = Map.groupBy(lines, ({ code }) => code)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first || group.length === 1) return group
    const currencies = new Set(group.map(({ currency }) => currency))
    if (currencies.size < group.length) {
      for (const line of group) if (line !== first) notes.drop(line.row, 'duplicate_account')
      return [first]
    }
    const total = group.find(({ currency }) => /综合|本位币|合计/.test(currency))
    if (!total) return [sumOf(first, group)]
    for (const line of group) if (line !== total) notes.drop(line.row, 'currency_detail')
    return [total]
  })
}

/** 本年累计 runs from January to the table's last month. */
const movementOf = (period: Period | null, wholeYear: boolean): Period | null =>
  period && wholeYear ? { from: `${period.to.slice(0, 4)}-01`, to: period.to } : period

/** Puts the lines into the chart and adds the parents that are not printed, as sums of their leaves. */
function placed(lines: readonly Line[], origin: (row: number) => Origin) {
  const tree = accountTree(lines)
  const accounts: Account[] = []
  for (const line of lines) {
    const place = tree.places.get(line.code)
    if (place) accounts.push({ ...place, printed: line.printed, ...sides(line), origin: origin(line.row.row) })
  }
  const leaves = accounts.filter(({ leaf }) => leaf)
  for (const code of tree.inferred) {
    const place = tree.places.get(code)
    if (!place) continue
    const inside = leaves.filter((leaf) => isBelow(leaf.code, code, tree.places))
    const total = sumBalances(inside)
    accounts.push({ ...place, leaf: false, printed: '', ...total, origin: inside[0]?.origin ?? origin(0) })
  }
  return { accounts, scheme: tree.scheme, inferred: tree.inferred }
}

function isBelow(code: string, ancestor: string, places: ReadonlyMap<string, { parent: string | null }>): boolean {
  for (let at = places.get(code)?.parent ?? null; at !== null; at = places.get(at)?.parent ?? null) {
    if (at === ancestor) return true
  }
  return false
}

function subtotalOf(row: SheetRow, cells: ReturnType<typeof balanceCells>, origin: Origin): Subtotal {
  const read = (column: number | undefined) => cells.amount(row, column)
  const split = cells.style === 'split'
  // Without two columns a printed total is a net figure, and its side is not known: only movements are compared.
  return {
    label: subtotalLabel(row, cells.labels) ?? '',
    openingDebit: split ? read(cells.roles.opening_debit) : null,
    openingCredit: split ? read(cells.roles.opening_credit) : null,
    debit: read(cells.debit),
    credit: read(cells.credit),
    closingDebit: split ? read(cells.roles.closing_debit) : null,
    closingCredit: split ? read(cells.roles.closing_credit) : null,
    origin,
  }
}

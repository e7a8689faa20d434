import { readFileSync } from 'node:fs'
import { read, set_cptable, utils, type CellObject, type ParsingOptions, type WorkSheet } from '@e965/xlsx'
import { dayOfSerial } from '#engine/ledger/day.ts'
import type { Cell, TableRow } from '#engine/retrieval/block.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { styleOf } from '#server/ledger/read/xlsx-parts.ts'
import type { BlockList } from './block-list.ts'
import type { SheetBounds } from './document-reading.ts'
import { putSheet } from './sheet-blocks.ts'

/** `lastRows`: the last row stored of each sheet, where that is known. */
type Bounds = SheetBounds & { lastRows?: ReadonlyMap<string, number> }

/**
 * All sheets of a workbook read whole, each cell with what it shows, its stored value and its formula. Cells merged downwards
 * repeat their text. Answers how many sheets there are. Refuses documentEncrypted, documentDamaged, documentOther.
 */
export async function workbookBlocks(path: string, name: string, bounds: Bounds, list: BlockList): Promise<number> {
  const bytes = readFileSync(path)
  // a package (PK) holds nothing but UTF-8; the tables of all code pages are as large as the library
  const old = bytes[0] !== 0x50
  if (old) set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'))
  const book = opened(bytes, name, { sheetRows: bounds.rows + 1, ...(old && { codepage: 936 }) })
  let left = bounds.cells
  for (const [index, sheetName] of book.SheetNames.entries()) {
    if ((book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0) list.warn('documentHiddenSheet', { sheet: sheetName })
    const sheet = book.Sheets[sheetName]
    if (!sheet) continue
    const how = { sheet: sheetName, date1904: book.Workbook?.WBProps?.date1904 === true, cells: left, bounds }
    const rows = rowsOf(sheet, how, list)
    left -= rows.reduce((sum, { cells }) => sum + cells.length, 0)
    putSheet(list, sheetName, rows, index + 1)
  }
  return book.SheetNames.length
}

function opened(bytes: Buffer, name: string, how: ParsingOptions) {
  try {
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellFormula: true,
      cellHTML: false,
      cellNF: true,
      cellStyles: true,
      ...how,
    })
  } catch (error) {
    const said = error instanceof Error ? error.message : ''
    if (/password|encrypt|ECMA-376/i.test(said)) throw new Refusal('documentEncrypted', { file: name })
    if (/cannot find workbook|unsupported file|cannot find file/i.test(said))
      throw new Refusal('documentOther', { file: name, kind: 'OLE2' })
    throw new Refusal('documentDamaged', { file: name })
  }
}

type How = { sheet: string; date1904: boolean; cells: number; bounds: Bounds }

function rowsOf(sheet: WorkSheet, { sheet: name, date1904, cells: most, bounds }: How, list: BlockList): TableRow[] {
  const data: (CellObject[] | undefined)[] = sheet['!data'] ?? []
  const whole = sheet['!fullref'] ?? sheet['!ref']
  const rows = new Map<number, Map<number, Cell>>()
  let cells = 0
  let wide = false
  let cut = false
  // both lists have holes: a sheet with one cell in its last column is no wider to read
  data.forEach((stored, at) => {
    if (at >= bounds.rows || cells >= most) {
      cut = true
      return
    }
    const row = new Map<number, Cell>()
    stored?.forEach((one, column) => {
      const cell = cellOf(one, column + 1, date1904)
      if (!cell) return
      if (column < bounds.columns) row.set(column + 1, cell)
      else wide = true
    })
    if (row.size > 0) rows.set(at + 1, row)
    cells += row.size
  })
  fillDown(sheet, rows, Math.min(most - cells, bounds.cells))
  const last = bounds.lastRows?.get(name) ?? (whole ? utils.decode_range(whole).e.r + 1 : 0)
  if (cells >= most) list.notRead('documentRowsUnread', { sheet: name, limit: rows.size })
  else if (cut || last > bounds.rows) list.notRead('documentRowsUnread', { sheet: name, limit: bounds.rows })
  if (wide) list.notRead('documentColumnsCut', { sheet: name, limit: bounds.columns })
  const hidden = [...(sheet['!rows'] ?? []), ...(sheet['!cols'] ?? [])].filter((one) => one?.hidden === true).length
  if (hidden > 0) list.warn('documentHiddenRows', { sheet: name, count: hidden })
  return [...rows]
    .sort(([one], [other]) => one - other)
    .map(([row, cells]) => ({ row, cells: [...cells.values()].sort((one, other) => one.column - other.column) }))
}

/** A cell merged with those below says its text in each; one merged to the right says it once. */
function fillDown(sheet: WorkSheet, rows: Map<number, Map<number, Cell>>, most: number): void {
  let left = most
  const last = [...rows.keys()].reduce((one, other) => Math.max(one, other), 0)
  for (const { s: from, e: to } of sheet['!merges'] ?? []) {
    const cell = rows.get(from.r + 1)?.get(from.c + 1)
    if (!cell || cell.merged) continue
    for (let at = from.r + 2; at <= Math.min(to.r + 1, last) && left > 0; at += 1) {
      left -= 1
      const row = rows.get(at)
      // a row that has nothing else is no row
      if (row && !row.has(cell.column)) row.set(cell.column, { column: cell.column, text: cell.text, merged: true })
    }
  }
}

function cellOf(stored: CellObject | undefined, column: number, date1904: boolean): Cell | null {
  if (!stored || stored.t === 'z') return null
  const raw = stored.v instanceof Date ? stored.v.toISOString().slice(0, 10) : String(stored.v ?? '')
  const text = shown(stored, raw, date1904).trim()
  const formula = stored.f
  if (text === '' && formula === undefined) return null
  return { column, text, ...(raw === text ? {} : { raw }), ...(formula === undefined ? {} : { formula }) }
}

function shown(stored: CellObject, raw: string, date1904: boolean): string {
  if (stored.t === 'n' && typeof stored.v === 'number') {
    const format = typeof stored.z === 'string' ? stored.z : 'General'
    // dates are searched in one writing
    if (styleOf(0, format) === 'date') return dayOfSerial(stored.v, date1904) ?? stored.w ?? raw
  }
  return stored.w ?? raw
}

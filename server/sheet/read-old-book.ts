import { read, set_cptable, type CellObject, type WorkBook } from '@e965/xlsx'
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs'
import { type Cell, parseCellRef } from 'hucre/xlsx'
import type { BookNote, BookSheet } from '#contract/sheet-book.ts'
import { callsOut } from './calls-out.ts'
import { bookOf, type ReadBook, type Reading, readingOf, sheetOf } from './read-sheet-book.ts'

/** Reads old workbooks (BIFF, xlsb): values, formulas, formats, widths, merges and comments; their fonts and colours are lost. */
export function readOldBook(bytes: Uint8Array): ReadBook {
  set_cptable(codePages)
  const source = read(bytes, { type: 'array', cellFormula: true, cellNF: true, cellStyles: true, codepage: 936 })
  const reading = readingOf(() => '000000')
  const sheets = source.SheetNames.map((name, at) => oldSheet(source, { name, at }, reading))
  const names = (source.Workbook?.Names ?? []).filter(({ Sheet, Ref }) => Sheet === undefined && !callsOut(Ref))
  const namedRanges = names.map(({ Name, Ref }) => ({ name: Name, range: Ref }))
  const lost: BookNote = { kind: 'stylesLost', sheet: '', cell: '', text: '' }
  return { book: bookOf(sheets, reading, { namedRanges }), notes: [lost, ...reading.notes] }
}

function oldSheet(source: WorkBook, { name, at }: { name: string; at: number }, reading: Reading): BookSheet {
  const from = source.Sheets[name] ?? {}
  const cells = new Map<string, Cell>()
  for (const [place, content] of Object.entries(from)) {
    if (place.startsWith('!')) continue
    const { row, col } = parseCellRef(place)
    const { v, f, z, c } = content as CellObject
    const format = typeof z === 'string' && z !== 'General' ? { style: { numFmt: z } } : {}
    const [comment] = c ?? []
    cells.set(`${row},${col}`, {
      value: v ?? null,
      type: 'string',
      ...(f === undefined ? {} : { formula: f }),
      ...format,
      ...(comment ? { comment: { author: comment.a ?? '', text: comment.t } } : {}),
    })
  }
  const rowDefs = (from['!rows'] ?? []).flatMap((row, index) =>
    row ? [[index, { ...(row.hpt ? { height: row.hpt } : {}), ...(row.hidden ? { hidden: true } : {}) }] as const] : [],
  )
  const columns = Array.from(from['!cols'] ?? [], (column) => ({
    ...(column?.width ? { width: column.width } : {}),
    ...(column?.hidden ? { hidden: true } : {}),
  }))
  const merges = (from['!merges'] ?? []).map(({ s, e }) => ({ startRow: s.r, startCol: s.c, endRow: e.r, endCol: e.c }))
  const hidden = (source.Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0
  return sheetOf({ name, rows: [], cells, merges, rowDefs: new Map(rowDefs), columns, hidden }, at, reading)
}

import { BooleanNumber, CellValueType, LocaleType } from '@univerjs/core'
import { describe, expect, test } from 'vitest'
import { emptySheet, type SheetBook } from '#contract/sheet-book.ts'
import { applyOps, diffBooks } from '#contract/sheet-ops.ts'
import { collisionsOf } from './merge-ops.ts'
import { bookOf, univerData } from './univer-data.ts'

const { STRING, NUMBER } = CellValueType

const book: SheetBook = {
  styles: [
    { font: '宋体', size: 9, bold: true, color: '1D2129', fill: 'FBFAF7', horizontal: 'center', format: '#,##0.00' },
    {
      border: { top: { style: 'thin', color: 'E6E3DC' }, bottom: { style: 'double' } },
      wrap: true,
      indent: 2,
      rotation: -45,
    },
    { horizontal: 'centerContinuous', vertical: 'justify' },
  ],
  names: [{ name: 'C15.allowed', range: '附表!$B$2' }],
  sheets: [
    {
      ...emptySheet('s1', '附表'),
      cells: [
        { r: 0, c: 0, v: '0010', s: 0 },
        { r: 0, c: 1, v: 12.5, f: 'SUM(B2:B9)', s: 1 },
        { r: 1, c: 0, v: true },
        { r: 1, c: 1, v: null, s: 2 },
      ],
      merges: [{ top: 3, left: 0, bottom: 4, right: 1 }],
      widths: { 0: 28.43 },
      heights: { 1: 31 },
      hiddenRows: [5],
      hiddenColumns: [3],
      frozen: { rows: 1, columns: 1 },
      comments: [{ row: 1, column: 1, author: '张三', text: '核对' }],
      images: [{ row: 2, column: 2, toRow: 4, toColumn: 4, type: 'png', data: 'AAAA' }],
      gridlines: false,
    },
    { ...emptySheet('s2', '隐藏'), hidden: true },
  ],
}
const shown = () => univerData(book, { locale: LocaleType.ZH_CN, id: 'x' })

describe('a book in the grid', () => {
  test('comes back as it was when nothing was changed', () => {
    expect(bookOf(shown(), book)).toEqual(book)
    expect(diffBooks(book, bookOf(shown(), book))).toEqual([])
  })

  test('tells a typed value, a new look and a formula that was filled down, each as its own change', () => {
    const data = shown()
    const cells = data.sheets['s1']?.cellData ?? {}
    cells[0] = { ...cells[0], 0: { v: '0011', t: STRING, s: 'b0' } }
    cells[6] = { 0: { v: 3, t: NUMBER, s: { bl: BooleanNumber.TRUE, cl: { rgb: 'rgb(179, 38, 30)' } } } }
    cells[7] = { 0: { v: 1, t: NUMBER, f: '=A1*$B$1', si: 'q' }, 1: { v: 2, t: NUMBER, si: 'q' } }
    const ops = diffBooks(book, bookOf(data, book))
    expect(ops).toEqual([
      { kind: 'cell', sheet: 's1', r: 0, c: 0, cell: { v: '0011', style: book.styles[0] } },
      { kind: 'cell', sheet: 's1', r: 6, c: 0, cell: { v: 3, style: { bold: true, color: 'B3261E' } } },
      { kind: 'cell', sheet: 's1', r: 7, c: 0, cell: { v: 1, f: 'A1*$B$1' } },
      { kind: 'cell', sheet: 's1', r: 7, c: 1, cell: { v: 2, f: 'B1*$B$1' } },
    ])
    expect(diffBooks(applyOps(book, ops), bookOf(data, book))).toEqual([])
  })

  test('keeps a comment and a picture at their cell when a row is put in above', () => {
    const data = shown()
    const sheet = data.sheets['s1']
    if (!sheet?.cellData) throw new Error('the sheet is there')
    sheet.cellData = Object.fromEntries(Object.entries(sheet.cellData).map(([row, line]) => [Number(row) + 1, line]))
    const [moved] = bookOf(data, book).sheets
    expect(moved?.comments).toEqual([{ row: 2, column: 1, author: '张三', text: '核对' }])
    expect(moved?.images).toMatchObject([{ row: 3, column: 2, toRow: 5, toColumn: 4 }])
  })
})

const op = (r: number, v: number) => ({ kind: 'cell', sheet: 's1', r, c: 0, cell: { v } }) as const

describe('steps of a spreadsheet', () => {
  test('add, rename, order and take away sheets, and a book keeps at least one', () => {
    const renamed: SheetBook = {
      ...book,
      sheets: [{ ...emptySheet('s3', '新表'), cells: [{ r: 0, c: 0, v: 1, s: 1 }] }, ...book.sheets].filter(
        ({ id }) => id !== 's2',
      ),
    }
    const ops = diffBooks(book, renamed)
    expect(ops.map(({ kind }) => kind)).toEqual(['sheet', 'remove'])
    expect(applyOps(book, ops).sheets).toEqual(renamed.sheets)
    const turned = { ...renamed, sheets: renamed.sheets.toReversed() }
    expect(applyOps(renamed, diffBooks(renamed, turned)).sheets).toEqual(turned.sheets)
    expect(() =>
      applyOps(book, [
        { kind: 'remove', sheet: 's1' },
        { kind: 'remove', sheet: 's2' },
      ]),
    ).toThrow(RangeError)
  })

  test('collide only where both changed the same place to something else', () => {
    const steps = [{ rev: 1, userName: '王五', ops: [op(0, 1), op(1, 5), op(2, 7)] }]
    expect(collisionsOf([op(0, 2), op(1, 5), op(9, 9)], steps)).toEqual([
      { key: 'cell s1 0 0', mine: op(0, 2), theirs: op(0, 1), who: '王五' },
    ])
    const removed = [{ rev: 1, userName: '王五', ops: [{ kind: 'remove', sheet: 's1' } as const] }]
    expect(collisionsOf([op(0, 2)], removed)).toHaveLength(1)
  })
})

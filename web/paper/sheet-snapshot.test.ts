import { LocaleType } from '@univerjs/core'
import { describe, expect, test } from 'vitest'
import type { PaperSheet } from '#contract/paper.ts'
import type { WorkbookCell } from '#contract/workbook.ts'
import { cellAt, nextHolding, nextMarked, openPaper, spotOf } from './open-paper.ts'
import { changedCells } from './grid-changes.ts'
import type { Typing } from './paper-edits.ts'
import { paperSnapshot } from './sheet-snapshot.ts'

const sheet: PaperSheet = {
  id: 'C15',
  name: '业务招待费审核表',
  widths: [42, 18, 30],
  rows: [
    { height: 30, cells: [{ value: '业务招待费审核表', style: 'title', span: 3 }] },
    { cells: ['项目', '金额', '计算说明'].map((value) => ({ value, style: 'header' })) },
    {
      cells: [
        { value: '发生额', style: 'label' },
        { value: 355512.19, style: 'money', binding: 'C15.actual' },
      ],
    },
    {
      cells: [
        { value: '基数', style: 'label' },
        { value: null, style: 'money', binding: 'C15.base' },
      ],
    },
    {
      cells: [
        { value: '红字', style: 'label' },
        { value: '-12.30', style: 'money', binding: 'C15.red' },
      ],
    },
    {
      cells: [
        { value: '合计', style: 'total' },
        { value: 355499.89, style: 'total', binding: 'C15.sum', formula: 'SUM(B3:B5)' },
      ],
    },
    { cells: [{ value: '长'.repeat(200), style: 'note', span: 3 }] },
  ],
}
const standing = (cell: string, status: WorkbookCell['status'], over: Partial<WorkbookCell> = {}): WorkbookCell => ({
  cell,
  label: '',
  status,
  unit: 'money',
  value: null,
  entered: false,
  stale: false,
  calculated: null,
  ...over,
})
const cells = [
  standing('C15.actual', 'ok', { value: '355512.19' }),
  standing('C15.base', 'missing'),
  standing('C15.red', 'overridden', { value: '-12.30' }),
  standing('C15.sum', 'error'),
]
const words = { missing: '待补', error: '有误', stale: '待重算', lost: '已不在本表' }
const paperOf = (typing: Typing = { free: [], rows: [] }, now = cells) =>
  openPaper({ sheet, cells: now, typing, commented: [{ place: 'C15.actual' }], editing: false })
const snapshot = (width = 0, paper = paperOf()) => paperSnapshot(paper, { locale: LocaleType.ZH_CN, words, width })
const drawn = (row: number, column: number) => {
  const book = snapshot()
  const cell = book.sheets['C15']?.cellData?.[row]?.[column]
  const style = typeof cell?.s === 'string' ? book.styles[cell.s] : undefined
  return { cell, style }
}

describe('a paper in the spreadsheet', () => {
  test('a computed figure is a number with its binding, printed with thousands and two decimals', () => {
    const { cell, style } = drawn(2, 1)
    expect(cell?.v).toBe(355512.19)
    expect(cell?.custom).toEqual({ mark: 'ok', commented: true })
    expect(style?.n?.pattern).toBe('#,##0.00;-#,##0.00;"-"')
  })

  test('a figure that waits says so in words, never zero', () => {
    const { cell, style } = drawn(3, 1)
    expect(cell?.v).toBe('待补')
    expect(style?.bg?.rgb).toBe('#fbf3df')
  })

  test('red ink stands only under a true negative', () => {
    expect(drawn(4, 1).cell?.v).toBe(-12.3)
    expect(drawn(4, 1).style?.cl?.rgb).toBe('#b3261e')
    expect(drawn(2, 1).style?.cl?.rgb).toBe('#1d2129')
  })

  test('a failing figure that still has a value shows it, with its formula and its mark', () => {
    const { cell } = drawn(5, 1)
    expect(cell).toMatchObject({ v: 355499.89, f: '=SUM(B3:B5)', custom: { mark: 'error' } })
  })

  test('a title spans its columns, and the header stays in sight', () => {
    const page = snapshot().sheets['C15']
    expect(page?.mergeData?.[0]).toEqual({ startRow: 0, endRow: 0, startColumn: 0, endColumn: 2 })
    expect(page?.freeze).toMatchObject({ ySplit: 2, startRow: 2 })
  })

  test('a long note is as high as its lines', () => {
    expect(snapshot().sheets['C15']?.rowData?.[6]?.h ?? 0).toBeGreaterThan(60)
  })

  test('a paper wider than its place is drawn smaller, never under 80 %', () => {
    expect(snapshot().sheets['C15']?.zoomRatio).toBe(1)
    expect(snapshot(680).sheets['C15']?.zoomRatio).toBeLessThan(1)
    expect(snapshot(200).sheets['C15']?.zoomRatio).toBe(0.8)
  })

  test('places and spots find each other, also where a wide cell covers them', () => {
    const paper = paperOf()
    expect(spotOf(paper, 'C15.sum')).toEqual({ row: 5, column: 1 })
    expect(cellAt(paper, 5, 1)?.place).toBe('C15.sum')
    expect(cellAt(paper, 0, 2)?.column).toBe(0)
    expect(spotOf(paper, 'C15.nowhere')).toBeNull()
  })

  test('each state has its own mark; what is out of date says so', () => {
    const marks = paperOf({ free: [{ row: 'actual', column: 4, content: { value: '见附件' } }], rows: [] }).marks
    expect(Object.fromEntries(marks)).toEqual({
      'C15.actual': 'ok',
      'C15.base': 'missing',
      'C15.red': 'overridden',
      'C15.sum': 'error',
      '~4~actual': 'typed',
    })
  })

  test('only what changed underneath is out of date; what has no value yet says that it waits for computing', () => {
    const [actual, base, red, sum] = cells.map((cell) => standing(cell.cell, cell.status, cell))
    for (const cell of [base, sum]) if (cell) cell.stale = true
    const now = [actual, base, red, sum].filter((cell) => cell !== undefined)
    const paper = paperOf(undefined, now)
    expect([...paper.marks.values()]).toEqual(['ok', 'stale', 'overridden', 'stale'])
    expect(snapshot(0, paper).sheets['C15']?.cellData?.[3]?.[1]?.v).toBe('待重算')
  })

  test('the way to the next open cell goes around the end, and finding does too', () => {
    const paper = paperOf()
    expect(nextMarked(paper, 'C15.actual', ['missing'])).toBe('C15.base')
    expect(nextMarked(paper, 'C15.sum', ['missing'])).toBe('C15.base')
    expect(nextMarked(paper, '', ['stale'])).toBe('')
    expect(nextHolding(paper, 'C15.sum', '发生')).toBe('~0~actual')
    expect(nextHolding(paper, '', '没有的')).toBe('')
  })

  test('typing draws one cell anew, a row that comes draws the paper anew', () => {
    const before = snapshot()
    const typed = snapshot(
      0,
      paperOf({ free: [{ row: 'actual', column: 4, content: { value: '12.50', look: { bold: true } } }], rows: [] }),
    )
    const changes = changedCells(before, typed)
    expect(Object.keys(changes?.cells ?? {})).toEqual(['2'])
    expect(changes?.heights).toEqual([])
    expect(changes?.cells[2]?.[4]).toMatchObject({ v: 12.5, s: { bl: 1 }, custom: { mark: 'typed' } })
    expect(changedCells(before, snapshot(0, paperOf({ free: [], rows: [{ row: 'x1', after: 'sum' }] })))).toBeNull()
  })
})

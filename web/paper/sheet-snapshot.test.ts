import { LocaleType } from '@univerjs/core'
import { describe, expect, test } from 'vitest'
import type { PaperSheet } from '#contract/paper.ts'
import { bindingAt, type Mark, placeOf, workbookSnapshot } from './sheet-snapshot.ts'

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
const standing = (cell: string, status: Mark) => ({ cell, label: '', status, unit: 'money' as const, value: null })
const cells = [
  standing('C15.actual', 'ok'),
  standing('C15.base', 'missing'),
  standing('C15.red', 'ok'),
  standing('C15.sum', 'error'),
]
const words = { missing: '待补', error: '有误' }
const snapshot = (width = 0) =>
  workbookSnapshot({ generationId: 'g', sheets: [sheet], cells }, { locale: LocaleType.ZH_CN, words, width })
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
    expect(cell?.custom).toEqual({ binding: 'C15.actual', mark: 'ok' })
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

  test('places and bindings find each other', () => {
    expect(placeOf([sheet], 'C15.sum')).toEqual({ sheetId: 'C15', row: 5, column: 1 })
    expect(bindingAt([sheet], { sheetId: 'C15', row: 5, column: 1 })).toBe('C15.sum')
    expect(bindingAt([sheet], { sheetId: 'C15', row: 0, column: 2 })).toBe('')
    expect(placeOf([sheet], 'C15.nowhere')).toBeNull()
  })
})

import { expect, test } from 'vitest'
import type { TemplateCell } from '#contract/paper-template.ts'
import { emptySheet } from '#contract/sheet-book.ts'
import type { CellResult } from '#engine/workpaper/generate.ts'
import { printTemplate } from './print-template.ts'

const cell = (over: Partial<TemplateCell>): TemplateCell => ({
  paperId: 'X01',
  key: 'B2',
  row: 1,
  column: 1,
  expression: '1',
  unit: 'money',
  label: { zh: '', en: '' },
  feeds: [],
  rule: '',
  note: '',
  origin: '',
  ...over,
})
const result = (over: object) => ({ status: 'ok', ...over }) as CellResult
const sheet = {
  ...emptySheet('s1', '审定表'),
  cells: [
    { r: 0, c: 0, v: '审定表', s: 1 },
    { r: 1, c: 0, v: '期末' },
    { r: 1, c: 1, v: null, s: 0 },
    { r: 2, c: 1, v: 5, f: 'SUM(B2:B2)' },
  ],
  merges: [
    { top: 0, left: 0, bottom: 0, right: 1 },
    { top: 1, left: 0, bottom: 2, right: 0 },
  ],
  widths: { '1': 22 },
  heights: { '0': 30 },
}
const styles = [{ format: '#,##0.00' }, { bold: true, size: 15 }]

test('a firm’s sheet keeps what it prints, its looks, widths, merges and formulas, and shows the figures in its cells', () => {
  const computed = new Map([
    ['X01.B2', result({ unit: 'money', value: { kind: 'money', fen: 123_45n } })],
    ['X01.C3', result({ unit: 'bool', value: { kind: 'bool', value: true } })],
  ])
  const cells = [cell({}), cell({ key: 'C3', row: 2, column: 2, unit: 'bool' })]
  const printed = printTemplate({ id: 'X01', name: '审定表' }, { sheet, styles, cells }, computed, 'zh')
  expect(printed.widths).toEqual([10, 22, 10])
  expect(printed.looks).toEqual([{ bold: true, size: 15 }, { format: '#,##0.00' }])
  expect(printed.rows).toEqual([
    {
      height: 30,
      cells: [
        { value: '审定表', style: 'label', look: 0, span: 2 },
        { value: null, style: 'text' },
      ],
    },
    {
      cells: [
        { value: '期末', style: 'label', down: 2 },
        { value: 123.45, style: 'money', binding: 'X01.B2', look: 1 },
        { value: null, style: 'text' },
      ],
    },
    {
      cells: [
        { value: null, style: 'label' },
        { value: null, style: 'number', formula: 'SUM(B2:B2)' },
        { value: '是', style: 'text', binding: 'X01.C3' },
      ],
    },
  ])
})

test('a figure that is missing leaves its cell empty, never zero', () => {
  const printed = printTemplate({ id: 'X01', name: '' }, { sheet, styles, cells: [cell({})] }, new Map(), 'zh')
  expect(printed.rows[1]?.cells[1]).toMatchObject({ value: null, binding: 'X01.B2' })
})

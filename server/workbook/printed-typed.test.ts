import { expect, test } from 'vitest'
import type { PaperSheet } from '#contract/paper.ts'
import type { FreeCell, FreeContent } from '#contract/workbook.ts'
import { anchored } from '#engine/workbook/free-formula.ts'
import { rowKeys } from '#engine/workbook/row-keys.ts'
import { withTyped } from './printed-typed.ts'

const sheet: PaperSheet = {
  id: 'X01',
  name: '往来款审定表',
  widths: [30, 18],
  rows: [
    { cells: [{ value: '往来款审定表', style: 'label', span: 2 }] },
    {
      cells: [
        { value: '应收账款', style: 'label' },
        { value: 100.1, style: 'money', binding: 'X01.B2' },
      ],
    },
    {
      cells: [
        { value: '预付账款', style: 'label' },
        { value: null, style: 'text' },
      ],
    },
    {
      cells: [
        { value: '合计', style: 'label' },
        { value: null, style: 'number', formula: 'SUM(B2:B3)' },
      ],
    },
  ],
}
const keys = rowKeys(sheet.rows)
const print = (free: FreeCell[], value: string | null) =>
  withTyped(sheet, { typed: free.length > 0 ? { free, rows: [] } : undefined, valueOf: () => value, language: 'zh-CN' })
const typed = (row: number, column: number, content: FreeContent) => ({
  row: keys[row] ?? '',
  column,
  content,
})

test('an uploaded sheet’s own formula is worked out from the figures and from what people typed', () => {
  expect(print([], '100.10').rows[3]?.cells[1]).toEqual({ value: 100.1, style: 'number', formula: 'SUM(B2:B3)' })
  const printed = print([typed(2, 1, { value: '0.90' })], '100.10')
  expect(printed.rows[2]?.cells[1]).toEqual({ value: 0.9, style: 'text' })
  expect(printed.rows[3]?.cells[1]?.value).toBe(101)
})

test('a formula over a missing figure says so and leaves no formula that would count it as zero', () => {
  expect(print([], null).rows[3]?.cells[1]).toEqual({ value: '待补', style: 'number' })
})

test('what was typed beside the paper, its formula and its look are printed; columns nobody used are not', () => {
  const formula = anchored('B2*2', keys)
  const look = { bold: true, ink: 'seal', format: 'money' } as const
  const printed = print([typed(1, 2, { value: '', formula, look })], '100.10')
  expect(printed.widths).toHaveLength(3)
  expect(printed.rows[1]?.cells[2]).toMatchObject({ value: 200.2, formula: 'B2*2' })
  expect(printed.looks?.at(-1)).toMatchObject({ bold: true, format: expect.stringContaining('0.00') })
  expect(printed.rows[2]?.cells).toHaveLength(2)
})

test('what stood in a row that is gone is printed below, under words that say so', () => {
  const printed = print([{ row: '@甲公司', column: 0, content: { value: '已函证' } }], '1')
  expect(printed.rows.slice(-2).map(({ cells }) => cells[0]?.value)).toEqual(['以下内容所在的行已不在底稿中', '已函证'])
})

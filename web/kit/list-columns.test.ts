import { expect, test } from 'vitest'
import { drawnColumns, moved, ownSettings, settledColumns } from './list-columns.ts'

const page = [
  { key: 'name', title: '名称', fixed: 'start' as const },
  { key: 'code', title: '代码', width: 180 },
  { key: 'phone', title: '电话', hidden: true },
  { key: 'actions', title: '操作', fixed: 'end' as const, width: 190 },
]
const keys = (columns: { key: string }[]) => columns.map(({ key }) => key)

test('without a setting the page’s own columns stand, hidden ones left out', () => {
  expect(drawnColumns(page, null)).toEqual([page[0], page[1], page[3]])
})

test('a person’s order, width, pin and choice stand; the buttons stay last', () => {
  const saved = [
    { key: 'phone', width: 90 },
    { key: 'code', pin: 'end' as const },
    { key: 'name', hidden: true },
  ]
  expect(drawnColumns(page, saved)).toEqual([
    { key: 'phone', title: '电话', hidden: true, width: 90 },
    { key: 'code', title: '代码', width: 180, fixed: 'end' },
    page[3],
  ])
})

test('a pinned column stands at its edge wherever it is in the order', () => {
  const saved = [{ key: 'code' }, { key: 'phone' }, { key: 'name', pin: 'start' as const }]
  expect(keys(drawnColumns(page, saved))).toEqual(['name', 'code', 'phone', 'actions'])
})

test('a column the page got since appears behind its neighbour, one that is gone does not', () => {
  const saved = [{ key: 'phone' }, { key: 'gone' }, { key: 'name' }, { key: 'name' }]
  expect(keys(settledColumns(page, saved))).toEqual(['phone', 'name', 'code'])
})

test('a reset is the page’s own setting', () => {
  expect(settledColumns(page, null)).toEqual(ownSettings(page))
})

test('moving beyond the ends changes nothing', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
  expect(moved(['a', 'b', 'c'], 2, 3)).toEqual(['a', 'b', 'c'])
})

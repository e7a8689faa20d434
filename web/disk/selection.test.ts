import { expect, test } from 'vitest'
import { moved, nothingPicked, pagesBetween, picked, stepOf } from './selection.ts'

const names = ['a', 'b', 'c', 'd', 'e']
const idAt = (at: number) => names[at]
const alone = { add: false, range: false }
const ctrl = { add: true, range: false }
const shift = { add: false, range: true }
const of = (...ids: string[]) => new Set(ids)

test('a click picks one row, Ctrl adds and takes away, Shift picks the range in both directions', () => {
  const one = picked(nothingPicked, 2, alone, idAt)
  expect(one).toEqual({ ids: of('c'), cursor: 2, anchor: 2 })
  const two = picked(one, 4, ctrl, idAt)
  expect(two.ids).toEqual(of('c', 'e'))
  expect(picked(two, 4, ctrl, idAt).ids).toEqual(of('c'))
  const range = picked(one, 4, shift, idAt)
  expect(range).toEqual({ ids: of('c', 'd', 'e'), cursor: 4, anchor: 2 })
  expect(picked(range, 0, shift, idAt).ids).toEqual(of('a', 'b', 'c'))
})
test('Ctrl and Shift together add a range to what was picked before', () => {
  const before = { ids: of('a'), cursor: 3, anchor: 3 }
  expect(picked(before, 4, { add: true, range: true }, idAt).ids).toEqual(of('a', 'd', 'e'))
})
test('a row that is not there, or not loaded, picks nothing', () => {
  const before = picked(nothingPicked, 1, alone, idAt)
  expect(picked(before, 9, alone, idAt)).toBe(before)
  expect(picked(before, 4, shift, (at) => (at === 3 ? undefined : names[at])).ids).toEqual(of('b', 'c', 'e'))
})
test('with Ctrl the keyboard moves without picking, so that Space can add', () => {
  const before = picked(nothingPicked, 1, alone, idAt)
  const there = moved(before, 3, ctrl, idAt)
  expect(there).toEqual({ ids: of('b'), cursor: 3, anchor: 1 })
  expect(picked(there, 3, ctrl, idAt).ids).toEqual(of('b', 'd'))
  expect(moved(before, 2, shift, idAt).ids).toEqual(of('b', 'c'))
})
test('arrows, pages, Home and End stay inside; in tiles left and right go one by one', () => {
  const list = { count: 10, across: 1, lines: 4 }
  expect(stepOf('ArrowDown', -1, list)).toBe(0)
  expect(stepOf('ArrowDown', 9, list)).toBe(9)
  expect(stepOf('ArrowUp', 0, list)).toBe(0)
  expect(stepOf('PageDown', 3, list)).toBe(7)
  expect(stepOf('End', 3, list)).toBe(9)
  expect(stepOf('ArrowRight', 3, list)).toBeUndefined()
  const tiles = { count: 10, across: 4, lines: 2 }
  expect(stepOf('ArrowRight', 3, tiles)).toBe(4)
  expect(stepOf('ArrowUp', 5, tiles)).toBe(1)
  expect(stepOf('ArrowDown', -1, { ...list, count: 0 })).toBeUndefined()
})
test('pages of rows between two places', () => {
  expect(pagesBetween(0, 199, 200)).toEqual([1])
  expect(pagesBetween(450, 190, 200)).toEqual([1, 2, 3])
})

import { expect, test } from 'vitest'
import { changesOf } from './history-changes.ts'

test('of a change only what is different is said, without the bookkeeping', () => {
  const before = { id: '1', name: '甲', phone: '', tags: ['a'], version: 1, updateTime: 'x' }
  const after = { id: '1', name: '乙', phone: null, tags: ['a', 'b'], version: 2, updateTime: 'y' }
  expect(changesOf({ before, after })).toEqual([
    { field: 'name', before: '甲', after: '乙' },
    { field: 'tags', before: ['a'], after: ['a', 'b'] },
  ])
})

test('a new record is what it was made with, one that is gone what it was', () => {
  expect(changesOf({ before: null, after: { name: '甲', phone: '' } })).toEqual([
    { field: 'name', before: undefined, after: '甲' },
  ])
  expect(changesOf({ before: { name: '甲' }, after: null })).toEqual([
    { field: 'name', before: '甲', after: undefined },
  ])
})

test('fields that the page hides are left out, and an entry without fields says nothing', () => {
  expect(changesOf({ before: { a: 1, b: 1 }, after: { a: 2, b: 2 } }, ['b'])).toEqual([
    { field: 'a', before: 1, after: 2 },
  ])
  expect(changesOf({ before: 'x', after: ['y'] })).toEqual([])
})

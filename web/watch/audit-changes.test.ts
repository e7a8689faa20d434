import { expect, test } from 'vitest'
import { actionWord } from './action-words.ts'
import { changesOf } from './audit-changes.ts'

test('only fields that differ are changes, whatever their depth', () => {
  expect(changesOf({ name: '甲', tags: ['a'], at: 1 }, { name: '乙', tags: ['a'], at: 1 })).toEqual([
    { field: 'name', before: '甲', after: '乙' },
  ])
  expect(changesOf({ tags: ['a', 'b'] }, { tags: ['b'] })).toHaveLength(1)
})

test('of a record that came or went all fields are changes; of nothing none', () => {
  expect(changesOf(undefined, { name: '甲' })).toEqual([{ field: 'name', before: undefined, after: '甲' }])
  expect(changesOf({ name: '甲' }, null)).toEqual([{ field: 'name', before: '甲', after: undefined }])
  expect(changesOf(null, null)).toEqual([])
})

test('an action is said in the reader’s words, an unknown one by its name', () => {
  expect(actionWord('user.update', 'zh-CN')).toBe('修改用户')
  expect(actionWord('user.update', 'en')).toBe('Change user')
  expect(actionWord('nothing.known', 'zh-CN')).toBe('nothing.known')
  expect(actionWord('constructor', 'zh-CN')).toBe('constructor')
})

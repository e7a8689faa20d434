import { expect, test } from 'vitest'
import { stretches } from './marked-words.ts'

const shown = (...of: Parameters<typeof stretches>) =>
  stretches(...of)
    .map(({ text, marked }) => (marked ? `[${text}]` : text))
    .join('')

test.each([
  ['支付办公用品费', ['办公', '用品'], '支付[办公][用品]费'],
  ['ABC abc', ['abc'], '[ABC] [abc]'],
  ['没有', ['别的'], '没有'],
  ['aaa', ['aa', 'a'], '[aa][a]'],
  ['', ['a'], ''],
])('%s shows %j marked', (text, words, marked) => expect(shown(text, words)).toBe(marked))

test('marks that are given count, and none beyond the text', () => {
  expect(shown('研发费用', ['费'], [{ from: 0, to: 2 }])).toBe('[研发]费用')
  expect(shown('研发费用', [], [{ from: 2, to: 9 }])).toBe('研发费用')
})

import { expect, test } from 'vitest'
import { wordsIn } from './text-count.ts'
import { textDiff } from './text-diff.ts'

const said = (before: string, after: string) =>
  textDiff(before, after).map(({ kind, text }) => ({ same: text, removed: `-${text}`, added: `+${text}` })[kind])

test('numbers and words change whole, Han characters one by one', () => {
  expect(said('利润1,234.50元增长', '利润1,334.50元下降')).toEqual([
    '利润',
    '-1,234.50',
    '+1,334.50',
    '元',
    '-增长',
    '+下降',
  ])
  expect(said('The tax rate', 'The income tax rate')).toEqual(['The ', '+income ', 'tax rate'])
})
test('texts with little in common are replaced whole; the same text has no change', () => {
  expect(said('甲乙丙丁', '完全是另外一句话')).toEqual(['-甲乙丙丁', '+完全是另外一句话'])
  expect(said('同', '同')).toEqual(['同'])
  expect(said('', '新')).toEqual(['+新'])
  expect(said('', '')).toEqual([])
})
test('every comparison gives back both texts', () => {
  const [before, after] = ['本年度 应纳税所得额 为 100 万元。', '本年应纳税所得额为 120 万元，依据〔2023〕1号。']
  const all = textDiff(before, after)
  expect(all.flatMap(({ kind, text }) => (kind === 'added' ? [] : [text])).join('')).toBe(before)
  expect(all.flatMap(({ kind, text }) => (kind === 'removed' ? [] : [text])).join('')).toBe(after)
})
test('length counts characters of Chinese and words of English', () => {
  expect(wordsIn('本年收入 1,234.50 元，VAT rate 13%。')).toBe(11)
  expect(wordsIn('')).toBe(0)
})

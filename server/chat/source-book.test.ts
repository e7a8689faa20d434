import { expect, test } from 'vitest'
import type { Source } from '#contract/tool-source.ts'
import { SourceBook } from './source-book.ts'

const account = (code: number, projectId: string): Source => ({
  kind: 'account',
  title: `${code}`,
  place: `/firmProject/financialInfo?enterpriseId=${projectId}&projectId=${projectId}&v.detail.account=${code}`,
})
const figure = (value: string) => ({ label: '', value, unit: '元', source: account(1, 'a') })

test('the same source keeps its number, and numbers never change', () => {
  const book = new SourceBook()
  expect([1, 2, 1].map((code) => book.add(account(code, 'a')))).toEqual([1, 2, 1])
  expect(book.list().map(({ no }) => no)).toEqual([1, 2])
})

test('of many sources the cited ones are kept, and one of each project that was read', () => {
  const book = new SourceBook()
  for (let code = 1; code <= 40; code += 1) book.add(account(code, code <= 30 ? 'a' : 'b'))
  book.cite(new Set([20]))
  const kept = book.kept().map(({ no }) => no)
  expect(kept).toEqual([...Array.from({ length: 12 }, (_, at) => at + 1), 20, 31])
})

test('figures the answer names are kept before others, whatever their writing', () => {
  const book = new SourceBook()
  book.addFigures(['0.00', '1234.50', '-99.00', '7.00'].map(figure))
  expect(book.keptFigures('合计 1,234.5 元，冲减 99 元').map(({ value }) => value)).toEqual(['1234.50', '-99.00'])
  expect(book.keptFigures('没有数字')).toHaveLength(4)
})

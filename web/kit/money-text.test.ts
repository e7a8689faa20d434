import { expect, test } from 'vitest'
import { moneyText } from './money-text.ts'

test.each([
  ['1234567.8', '1,234,567.80'],
  ['0.5', '0.50'],
  ['100', '100.00'],
  ['999', '999.00'],
  ['1000', '1,000.00'],
  ['-1234.56', '−1,234.56'],
  ['12345678901234567890.12', '12,345,678,901,234,567,890.12'],
  ['0', '—'],
  ['0.00', '—'],
  ['-0.00', '—'],
  ['-0.01', '−0.01'],
  ['007.10', '7.10'],
])('%s yuan stands as %s', (yuan, shown) => {
  expect(moneyText(yuan).text).toBe(shown)
})

test('red ink is for true negatives only', () => {
  expect(moneyText('-0.01').negative).toBe(true)
  expect(moneyText('-0.00').negative).toBe(false)
  expect(moneyText('5').negative).toBe(false)
})

test('nothing stands as nothing, and what is not money as it is', () => {
  expect(moneyText(null).text).toBe('')
  expect(moneyText('n/a').text).toBe('n/a')
})

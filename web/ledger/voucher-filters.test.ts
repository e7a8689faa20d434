import { expect, test } from 'vitest'
import { askedVouchers, noFilters } from './voucher-filters.ts'

test('a bare number is that voucher, with or without leading zeros; a word with a number is looked for in its name', () => {
  expect(askedVouchers({ ...noFilters, number: '0013' })).toEqual({ number_equal: '13' })
  expect(askedVouchers({ ...noFilters, number: '记 - 13' })).toEqual({ key: '记-13' })
})

test('what is not filtered is not asked for', () => {
  expect(askedVouchers(noFilters)).toEqual({})
  expect(askedVouchers({ ...noFilters, month: '05', from: '10000', account: '6602' })).toEqual({
    period_equal: '05',
    amount_ge: '10000',
    account_likeright: '6602',
  })
})

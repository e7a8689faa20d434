import { expect, test } from 'vitest'
import { voucherInName } from './voucher-in-name.ts'

const words = ['记', '收', '转', '银收', 'SA']
test.each([
  ['记-0013 发票.pdf', { word: '记', number: 13, period: undefined }],
  ['2025-03 记 13.jpg', { word: '记', number: 13, period: '03' }],
  ['2025年3月记字第13号.png', { word: '记', number: 13, period: '03' }],
  ['2025年03月15日 记13.png', { word: '记', number: 13, period: '03' }],
  ['20250315记0013.pdf', { word: '记', number: 13, period: '03' }],
  ['202511-转-7_2.pdf', { word: '转', number: 7, period: '11' }],
  ['03-记-13 合同.ofd', { word: '记', number: 13, period: '03' }],
  ['12月 收款凭证第5号（银行回单）.pdf', { word: '收', number: 5, period: '12' }],
  ['3月银收-5.pdf', { word: '银收', number: 5, period: '03' }],
  ['记账凭证0021.pdf', { word: '记', number: 21, period: undefined }],
  ['2025-01-SA-1800000013.pdf', { word: 'SA', number: 1800000013, period: '01' }],
  ['06-SA-180000001.pdf', { word: 'SA', number: 180000001, period: '06' }],
  ['发票 44031234.pdf', undefined],
  ['日记-3.pdf', undefined],
  ['合同.pdf', undefined],
  ['记.pdf', undefined],
])('the name %s is read as its voucher', (name, voucher) => {
  expect(voucherInName(name, words)).toEqual(voucher)
})

test('where vouchers have no word, the month and the number are enough', () => {
  expect(voucherInName('2025-03-0013.pdf', [''])).toEqual({ word: '', number: 13, period: '03' })
  expect(voucherInName('凭证13.pdf', [''])).toEqual({ word: '', number: 13, period: undefined })
  expect(voucherInName('合同 2025.pdf', [''])).toBeUndefined()
})

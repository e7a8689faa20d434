import { expect, test } from 'vitest'
import { invoiceFaults } from './invoice-checks.ts'
import { invoiceFacts } from './invoice-facts.ts'

const good = {
  ...invoiceFacts([]),
  number: '25312000000123456789',
  date: '2025-03-08',
  amount: 60_000,
  tax: 3600,
  total: 63_600,
  buyer: '北京客户（集团）有限公司',
  buyerTaxNo: '91110108MA01ABCD2X',
}
const none = { buyer: '', year: '' }
const right = { taxNoRight: () => true, numbers: new Set<string>() }
const kinds = (facts: typeof good, expected = none, more = right) =>
  invoiceFaults(facts, expected, more).map(({ kind }) => kind)

test('an invoice that is right has no faults', () => {
  expect(kinds(good, { buyer: '北京客户(集团) 有限公司', year: '2025' })).toEqual([])
  expect(kinds({ ...good, number: '99999951', code: '050001700111' })).toEqual([])
})

test('each fault is found by itself', () => {
  expect(kinds({ ...good, tax: 3601 })).toEqual(['sum'])
  expect(kinds({ ...good, number: '' })).toEqual(['noNumber'])
  expect(kinds({ ...good, number: '99999951' })).toEqual(['numberForm'])
  expect(kinds({ ...good, total: null })).toEqual(['noTotal'])
  expect(kinds(good, { buyer: '上海客户有限公司', year: '' })).toEqual(['buyer'])
  expect(kinds(good, { buyer: '', year: '2024' })).toEqual(['year'])
  expect(kinds(good, none, { ...right, taxNoRight: () => false })).toEqual(['buyerTaxNo'])
  expect(kinds(good, none, { ...right, numbers: new Set(['25312000000123456790']) })).toEqual(['neighbour'])
})

import { describe, expect, test } from 'vitest'
import { type Check, groupChecks, verdictOf, voucherAt } from './check-groups.ts'

const difference = {
  at: '01-记-13',
  atName: '',
  atKind: 'voucher',
  measure: '',
  expected: null,
  actual: null,
  difference: null,
  kind: 'unbalanced_voucher',
  kindName: '',
  text: '',
  rows: [],
  follows: '',
} satisfies Check['differences'][number]
const check = (id: string, status: Check['status'], severity: Check['severity'] = 'block', differences = 0): Check => ({
  id,
  name: id,
  severity,
  status,
  text: '',
  compared: 1,
  more: 0,
  differences: Array.from({ length: differences }, () => difference),
})

describe('the tie-out report', () => {
  test('checks stand by what they look at, failing ones first', () => {
    const groups = groupChecks([
      check('T01', 'pass'),
      check('T03', 'fail'),
      check('X02', 'skipped'),
      check('X01', 'pass'),
      check('J02', 'fail', 'warn'),
      check('J01', 'fail'),
      check('S03', 'pass'),
      check('F01', 'pass'),
    ])
    expect(groups.map(({ group, checks }) => `${group} ${checks.map(({ id }) => id).join(' ')}`)).toEqual([
      'groupFiles F01',
      'groupSheets S03',
      'groupTrialBalance T03 T01',
      'groupJournal J01 J02',
      'groupCross X01 X02',
    ])
  })

  test('the verdict counts differences by whether they block', () => {
    const verdict = verdictOf([
      check('T03', 'fail', 'block', 2),
      check('J02', 'fail', 'warn', 3),
      check('J01', 'pass'),
      check('X02', 'skipped'),
    ])
    expect(verdict).toEqual({ blocking: 2, warnings: 3, passed: 1, skipped: 1 })
  })

  test('a failing check without a listed difference still counts', () => {
    expect(verdictOf([check('X05', 'fail')]).blocking).toBe(1)
  })

  test('a difference opens its voucher, unless the voucher is what is missing', () => {
    expect(voucherAt(difference)).toBe('01-记-13')
    expect(voucherAt({ ...difference, kind: 'missing_voucher' })).toBeUndefined()
    expect(voucherAt({ ...difference, at: '1405', atKind: 'account' })).toBeUndefined()
  })
})

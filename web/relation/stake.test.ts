import { describe, expect, test } from 'vitest'
import { byStake, parentCodes, stakeOf, totalStake } from './stake.ts'

const account = (code: string, closing: string, debit = '0.00', credit = '0.00') => ({ code, closing, debit, credit })

describe('the money at stake', () => {
  test('is the largest of balance and turnovers, without its sign', () => {
    expect(stakeOf(account('2202', '-8262744.85', '17564216.43', '22133340.13'))).toBe(2213334013n)
    expect(stakeOf(account('1405', '-100.05'))).toBe(10005n)
  })

  test("a parent's money is not counted again", () => {
    const rows = [
      account('6602', '0.00', '300.00'),
      account('660201', '0.00', '100.00'),
      account('660202', '0.00', '200.00'),
    ]
    expect(totalStake(rows, parentCodes(rows))).toBe('300.00')
  })

  test('flat codes of equal length have no parents', () => {
    expect(parentCodes([account('1000100000', '1.00'), account('1000200000', '2.00')]).size).toBe(0)
  })

  test('the largest stands first, to the fen', () => {
    const rows = [account('1', '90071992547409.91'), account('2', '90071992547409.92'), account('3', '-5.00')]
    expect(byStake(rows).map(({ code }) => code)).toEqual(['2', '1', '3'])
  })
})

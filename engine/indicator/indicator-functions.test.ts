import { describe, expect, test } from 'vitest'
import { lossRun } from './loss-run.ts'
import { twoSidedParties } from './two-sided.ts'

const year = (profit: bigint | null, revenue: bigint | null = null, assets: bigint | null = null) => ({
  profit,
  revenue,
  assets,
})

const balance = (party: string, standard: string, closing: bigint, account = standard) => ({ party, standard, account, closing }) // prettier-ignore

describe('losses in a row (K29)', () => {
  test('three years of loss while revenue grew', () => {
    expect(lossRun([year(-1n, 300n, 9n), year(-5n, 200n, 9n), year(-2n, 100n, 9n)])).toEqual({
      losses: 3,
      growing: true,
    })
  })
  test('a profit ends the run, and growth is counted from that year', () => {
    expect(lossRun([year(-1n, 90n, 50n), year(7n, 100n, 60n), year(-2n, 1n, 1n)])).toEqual({
      losses: 1,
      growing: false,
    })
  })
  test('a profit this year needs no other year', () => {
    expect(lossRun([year(1n), year(null), year(null)])).toEqual({ losses: 0, growing: null })
  })
  test('a loss after a year that is not known is not counted', () => {
    expect(lossRun([year(-1n, 2n, 2n), year(null), year(-1n)])).toBeNull()
  })
  test('with revenue fallen and assets unknown, growth is not known', () => {
    expect(lossRun([year(-1n, 90n), year(7n, 100n)])).toEqual({ losses: 1, growing: null })
  })
})

describe('parties on both sides (K25)', () => {
  test('a party with a receivable and a payable is found, whatever spaces its name has', () => {
    const found = twoSidedParties([
      balance('甲 公司', '1122', 500_00n, '112201'),
      balance('甲公司', '2202', -300_00n),
      balance('乙公司', '1122', 900_00n),
      balance('丙公司', '1221', 80_00n),
      balance('丙公司', '2241', -900_00n),
    ])
    expect(found).toEqual([
      { party: '甲 公司', owes: 500_00n, owed: 300_00n, accounts: ['112201', '2202'] },
      { party: '丙公司', owes: 80_00n, owed: 900_00n, accounts: ['1221', '2241'] },
    ])
  })
  test('a credit balance among receivables is no claim, and a party without a name is nobody', () => {
    const rows = [balance('甲公司', '1122', -500n), balance('甲公司', '2202', -300n), balance('', '1122', 9n), balance('', '2202', -9n)] // prettier-ignore
    expect(twoSidedParties(rows)).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import { mappingFacts } from '#facts/facts.ts'
import type { Account } from '../ledger/model.ts'
import { standardProposer } from './account-proposal.ts'
import { readFixture } from '#facts/testing/fixture-ledger.ts'
import { proposeRelation } from './propose-relation.ts'
import { acceptAccountAbove } from './relation.ts'
import { detectStandard } from './standard-detection.ts'

const { charts, oldChart } = mappingFacts
const { ledger: books } = readFixture('sap-s4')

const account = (code: string, name: string, closing = 100n): Account => ({
  code,
  name,
  closing,
  printed: code,
  fullName: name,
  level: 1,
  parent: null,
  leaf: true,
  opening: 0n,
  debit: 0n,
  credit: 0n,
  origin: { file: 0, sheet: '', row: 1 },
})
const detected = (...accounts: Account[]) => detectStandard(accounts, charts, oldChart)
const proposed = (accounts: Account[], code: string) => {
  const ledger = { ...books, accounts, journal: { ...books.journal, size: 0 } }
  const found = accounts.find((one) => one.code === code)
  if (!found) throw new Error('no such account')
  const { standard, confidence, evidence } = standardProposer(mappingFacts, detected(...accounts), ledger)(found)
  return {
    standard: standard?.key ?? null,
    auto: confidence >= acceptAccountAbove,
    why: evidence.map((one) => one.code),
  }
}

const small = [account('3001', '实收资本', -9n), account('5001', '主营业务收入'), account('5602', '管理费用')]
const cas = [account('6001', '主营业务收入'), account('6602', '管理费用'), account('4101', '盈余公积', -9n)]
const old = [
  account('1131', '应收账款'),
  account('1133', '其他应收款'),
  account('1151', '预付账款'),
  account('2121', '应付账款', -9n),
  account('5501', '营业费用'),
  account('5502', '管理费用'),
  account('3101', '实收资本', -9n),
]

describe('the standard is told before anything is mapped', () => {
  test('by names and codes together: 4001 is 实收资本 in one and 生产成本 in the other', () => {
    expect(detected(...small, account('4001', '生产成本'))).toMatchObject({ standard: 'small', numbering: 'small' })
    expect(detected(...cas, account('4001', '实收资本', -9n))).toMatchObject({ standard: 'cas', numbering: 'cas' })
    expect(proposed([...small, account('4001', '生产成本')], '4001')).toMatchObject({ standard: '5001' })
    expect(proposed([...cas, account('4001', '实收资本', -9n)], '4001')).toMatchObject({ standard: '4001' })
  })

  test('by the side of the balance, where a name says nothing', () => {
    expect(detected(account('4001', '甲乙丙', -9n)).evidence).toMatchObject([
      { code: 'balance_agrees', params: { code: '4001', standard: 'cas' } },
    ])
    expect(detected(account('4001', '甲乙丙', 9n)).evidence).toMatchObject([
      { code: 'balance_agrees', params: { code: '4001', standard: 'small' } },
    ])
  })

  test('one vote alone convinces nobody', () => {
    expect(detected(account('4001', '生产成本')).confidence).toBeLessThan(0.8)
  })

  test('codes of before 2007 are known for what they are, and the standard is left to a person', () => {
    const found = detected(...old)
    expect(found).toMatchObject({ numbering: 'old', confidence: 0.5 })
    expect(found.evidence[0]).toMatchObject({ code: 'old_chart', params: { count: '7' } })
    // 1131 is 应收股利 in both charts of today, 5501 and 3101 other accounts or none
    expect(proposed(old, '1131')).toMatchObject({ standard: '1122', auto: true })
    expect(proposed(old, '3101')).toMatchObject({ standard: '4001' })
  })

  test('books that mix two charts are said to, and books of no known chart too', () => {
    expect(detected(...small, ...cas)).toMatchObject({ numbering: 'mixed' })
    expect(detected(account('A100', 'Ledger one'), account('A200', 'Ledger two'))).toMatchObject({
      numbering: 'unknown',
      confidence: 0.5,
      evidence: [{ code: 'unknown_chart' }],
    })
  })
})

describe('names that are not the chart’s own', () => {
  test.each([
    ['2206', '合同负债', 'N_CONTRACT_LIAB'],
    ['1607', '使用权资产', 'N_ROU'],
    ['6703', '信用减值损失', 'N_CREDIT_IMPAIR'],
    ['1122', 'Accounts receivable', '1122'],
    ['1122', '应収账款', '1122'],
    ['6602', '管理费', '6602'],
    ['2241', '其它应付款（深圳市华强贸易有限公司）', '2241'],
  ])('%s %s is found to be %s', (code, name, key) => {
    expect(proposed([...cas, account(code, name, 0n)], code)).toMatchObject({ standard: key })
  })

  test('an account whose name and code speak for two accounts waits, and both are said', () => {
    const found = proposed([...cas, account('2202', '应收账款')], '2202')
    expect(found).toMatchObject({ standard: '1122', auto: false })
    expect(found.why).toEqual(expect.arrayContaining(['name_matches', 'code_contradicts']))
  })

  test('a contra account below the account it nets waits, though its code goes with the parent', () => {
    const parent = { ...account('1601', '固定资产'), leaf: false }
    const child = { ...account('160102', '累计折旧', -9n), fullName: '固定资产/累计折旧', parent: '1601', level: 2 }
    const found = proposed([...cas, parent, child], '160102')
    expect(found).toMatchObject({ standard: '1601', auto: false })
    expect(found.why).toEqual(expect.arrayContaining(['parent_contradicts', 'runner_up']))
  })

  test('a word too many changes the account, and a person looks', () => {
    expect(proposed([...cas, account('1609', '固定资产改良支出')], '1609').auto).toBe(false)
  })
})

const said = (...accounts: Account[]) => detectStandard(accounts, charts, oldChart, mappingFacts.otherCharts)

describe('a system that is not for enterprises', () => {
  const own = [
    account('3101', '非限定性净资产', -9n),
    account('4201', '会费收入', 0n),
    account('5101', '业务活动成本', 0n),
  ]

  test('is known by accounts that only it has, and named with its source', () => {
    expect(said(account('1001', '现金'), ...own)).toMatchObject({
      numbering: 'unknown',
      confidence: 0.5,
      evidence: [{ code: 'other_chart', params: { chart: 'npo', source: '财会〔2004〕7号', count: '3' } }],
    })
    // two of them an enterprise may have made itself
    expect(said(...cas, ...own.slice(0, 2))).toMatchObject({ numbering: 'cas', standard: 'cas' })
  })

  test('none of its accounts is tied without a person, though names and codes agree', () => {
    const accounts = [account('1001', '库存现金'), account('4501', '商品销售收入', 0n), ...cas, ...own]
    const ledger = { ...books, accounts, journal: { ...books.journal, size: 0 } }
    const { accounts: tied } = proposeRelation(ledger, mappingFacts)
    expect(new Set(tied.map(({ status }) => status))).toEqual(new Set(['pending']))
  })
})

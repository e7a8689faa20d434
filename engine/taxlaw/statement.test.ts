import { describe, expect, test } from 'vitest'
import { mappingFacts, statementSets } from '#facts/facts.ts'
import { fixtureNames, readFixture } from '#facts/testing/fixture-ledger.ts'
import { indexLedger } from '../binding/ledger-index.ts'
import type { Ledger } from '../ledger/model.ts'
import { proposeRelation } from '../mapping/propose-relation.ts'
import { balancesOffTheSheet, Statement, statementLinesOf } from './statement.ts'

const leafCode = (ledger: Ledger, fullName: string) =>
  ledger.accounts.find((account) => account.fullName.startsWith(fullName) && account.leaf)?.code ?? ''

describe.each(fixtureNames)('%s', (name) => {
  const { ledger, expected } = readFixture(name)
  const index = indexLedger(ledger, proposeRelation(ledger, mappingFacts), mappingFacts)
  const statement = new Statement(index, statementSets)

  test('every line of the recomputed balance sheet equals the right answer to the fen', () => {
    const found = Object.entries(expected.statements.balance_sheet).map(([id, { name }]) => [
      id,
      { name, opening: Number(statement.amount(id, 'open')), closing: Number(statement.amount(id, 'close')) },
    ])
    expect(Object.fromEntries(found)).toEqual(expected.statements.balance_sheet)
  })

  test('every line of the recomputed income statement equals the right answer to the fen', () => {
    const found = Object.entries(expected.statements.income_statement).map(([id, { name }]) => [
      id,
      { name, amount: Number(statement.amount(id, 'close')) },
    ])
    expect(Object.fromEntries(found)).toEqual(expected.statements.income_statement)
  })

  test('an account leads up to its lines', () => {
    expect(statementLinesOf(statement, statementSets.cas, leafCode(ledger, '管理费用/研发费用'))).toEqual(['IS.RD'])
    expect(statementLinesOf(statement, statementSets.cas, leafCode(ledger, '坏账准备/其他应收款坏账准备'))).toEqual([
      'BS.OTHER_REC',
    ])
    expect(statementLinesOf(statement, statementSets.cas, leafCode(ledger, '应收账款'))[0]).toBe('BS.AR')
  })

  test('no balance is left off the sheet', () => {
    expect(balancesOffTheSheet(index, statementSets)).toEqual([])
  })
})

/** Balances of leaf accounts, debit positive, without a journal. */
function books(...rows: [code: string, name: string, closing: bigint][]): Ledger {
  const origin = { file: 0, sheet: '', row: 0 }
  const accounts = rows.map(([code, fullName, closing]) => ({
    code,
    printed: code,
    name: fullName,
    fullName,
    level: 1,
    parent: null,
    leaf: true,
    opening: 0n,
    debit: 0n,
    credit: 0n,
    closing,
    origin,
  }))
  const journal = {
    size: 0,
    account: new Uint32Array(),
    accountCodes: [],
    voucher: new Uint32Array(),
    vouchers: [],
    debit: new BigInt64Array(),
    credit: new BigInt64Array(),
    summary: [],
  }
  return {
    year: 2025,
    accounts,
    dimensions: [],
    journal,
    statements: [],
    prior: [],
    assets: [],
    priorReturn: [],
    months: [],
  }
}

const statementOf = (ledger: Ledger) =>
  new Statement(indexLedger(ledger, proposeRelation(ledger, mappingFacts), mappingFacts), statementSets)

describe('the sheet balances', () => {
  test('while profit and loss is not closed yet: it counts as retained', () => {
    const statement = statementOf(
      books(
        ['1002', '银行存款', 100n],
        ['4001', '实收资本', -60n],
        ['6001', '主营业务收入', -70n],
        ['6602', '管理费用', 30n],
      ),
    )
    expect([
      statement.amount('BS.RETAINED', 'close'),
      statement.amount('BS.TOTAL_ASSETS', 'close'),
      statement.amount('BS.TOTAL_LE', 'close'),
    ]).toEqual([40n, 100n, 100n])
  })

  test('with a provision and development costs that have no details: they stay on a line', () => {
    const ledger = books(
      ['1122', '应收账款', 900n],
      ['1231', '坏账准备', -100n],
      ['5301', '研发支出', 300n],
      ['4001', '实收资本', -1100n],
    )
    const index = indexLedger(ledger, proposeRelation(ledger, mappingFacts), mappingFacts)
    const statement = new Statement(index, statementSets)
    const amounts = ['BS.AR', 'BS.DEV_COST', 'BS.NOTES_REC'].map((id) => statement.amount(id, 'close'))
    expect(amounts).toEqual([800n, 300n, 0n])
    expect(balancesOffTheSheet(index, statementSets)).toEqual([])
  })

  test('when a tax other than VAT was overpaid, which no asset line claims', () => {
    const statement = statementOf(
      books(
        ['1002', '银行存款', 50n],
        ['222104', '应交税费/应交个人所得税', 8n],
        ['222105', '应交税费/应交印花税', -3n],
        ['4001', '实收资本', -55n],
      ),
    )
    expect([
      statement.amount('BS.TAX_PAY', 'close'),
      statement.amount('BS.TOTAL_ASSETS', 'close'),
      statement.amount('BS.TOTAL_LE', 'close'),
    ]).toEqual([-5n, 50n, 50n])
  })

  test('when input VAT exceeds output VAT: the whole of 应交增值税 becomes an asset', () => {
    const rows = books(
      ['1002', '银行存款', 50n],
      ['22210101', '应交税费/应交增值税/进项税额', 20n],
      ['22210102', '应交税费/应交增值税/销项税额', -12n],
      ['222105', '应交税费/应交印花税', -3n],
      ['4001', '实收资本', -55n],
    )
    const statement = statementOf(rows)
    expect([statement.amount('BS.OTHER_CA', 'close'), statement.amount('BS.TAX_PAY', 'close')]).toEqual([8n, 3n])
    expect(statement.amount('BS.TOTAL_ASSETS', 'close')).toBe(statement.amount('BS.TOTAL_LE', 'close'))
  })

  test('in 小企业会计准则, where no asset line takes other payables that stand in debit', () => {
    const statement = statementOf(
      books(
        ['1002', '银行存款', 50n],
        ['224101', '其他应付款/甲', 6n],
        ['224102', '其他应付款/乙', -10n],
        ['3001', '实收资本', -46n],
      ),
    )
    expect([
      statement.amount('S.BS.39', 'close'),
      statement.amount('S.BS.30', 'close'),
      statement.amount('S.BS.53', 'close'),
    ]).toEqual([4n, 50n, 50n])
  })

  test('and customers who overpaid move to the other side, each by itself', () => {
    const statement = statementOf(
      books(
        ['1002', '银行存款', 10n],
        ['112201', '应收账款/甲', 100n],
        ['112202', '应收账款/乙', -40n],
        ['4001', '实收资本', -70n],
      ),
    )
    expect([statement.amount('BS.AR', 'close'), statement.amount('BS.ADV_REC', 'close')]).toEqual([100n, 40n])
  })
})

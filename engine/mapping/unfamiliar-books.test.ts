import { describe, expect, test } from 'vitest'
import { mappingFacts, statementSets } from '#facts/facts.ts'
import { readFixture } from '#facts/testing/fixture-ledger.ts'
import { indexLedger } from '../binding/ledger-index.ts'
import type { Account, Ledger } from '../ledger/model.ts'
import { Statement } from '../taxlaw/statement.ts'
import { proposeRelation } from './propose-relation.ts'
import { acceptAll } from './relation.ts'
import { relationProblems } from './relation-problems.ts'

const { ledger, expected } = readFixture('yonyou-u8')
const smallCode = new Map(mappingFacts.charts.small.map(({ key, code, name }) => [key, { code, name }]))
const stdOf = new Map([...expected.accounts, ...expected.rollups].map(({ code, std_key }) => [code, std_key]))

/** The account's path with its first level called as the small standard calls it. */
function smallName(account: Account): string {
  const root = smallCode.get(stdOf.get(account.code) ?? '')?.name
  return root === undefined ? account.fullName : [root, ...account.fullName.split('/').slice(1)].join('/')
}

/** The U8 books as a small enterprise numbers them: 管理费用 is 5602, 生产成本 is 4001. */
function renumbered(): { small: Ledger; codes: Map<string, string> } {
  const codes = new Map(
    ledger.accounts.map(({ code }) => [
      code,
      `${smallCode.get(stdOf.get(code) ?? '')?.code ?? code.slice(0, 4)}${code.slice(4)}`,
    ]),
  )
  const code = (old: string) => codes.get(old) ?? old
  const accounts = ledger.accounts.map((account) => ({
    ...account,
    code: code(account.code),
    parent: account.parent === null ? null : code(account.parent),
    fullName: smallName(account),
  }))
  const dimensions = ledger.dimensions.map((row) => ({ ...row, account: code(row.account) }))
  return {
    small: {
      ...ledger,
      accounts,
      dimensions,
      journal: { ...ledger.journal, accountCodes: ledger.journal.accountCodes.map(code) },
    },
    codes,
  }
}

const hyphened = (account: Account): Account => ({
  ...account,
  fullName: account.fullName.replaceAll('/', '-'),
  parent: null,
})
const withAccount = (change: (account: Account) => Account): Ledger => ({
  ...ledger,
  accounts: ledger.accounts.map(change),
})
const mappedIn = (books: Ledger, code: string) =>
  proposeRelation(books, mappingFacts).accounts.find((account) => account.code === code)

describe('books under 小企业会计准则', () => {
  const { small, codes } = renumbered()
  const relation = proposeRelation(small, mappingFacts)

  test('are recognised, though 4001 and 5001 mean other accounts there', () => {
    expect(relation.standard).toBe('small')
    expect(relation.standardConfidence).toBeGreaterThan(0.7)
  })

  test('find the same standard accounts and natures as under the other standard', () => {
    const here = new Map(relation.accounts.map((account) => [account.code, account]))
    const there = proposeRelation(ledger, mappingFacts).accounts
    const differing = there.filter(({ code, standard, nature }) => {
      const same = here.get(codes.get(code) ?? '')
      return same?.standard !== standard || same.nature !== nature
    })
    expect(differing.map(({ code }) => code)).toEqual([])
  })

  test('fill the lines of their own statements', () => {
    const statement = new Statement(indexLedger(small, relation, mappingFacts), statementSets)
    const { balance_sheet: sheet, income_statement: income } = expected.statements
    expect(statement.amount('S.BS.01', 'close')).toBe(BigInt(sheet['BS.CASH']?.closing ?? 0))
    expect(statement.amount('S.BS.33', 'close')).toBe(BigInt(sheet['BS.AP']?.closing ?? 0))
    expect(statement.amount('S.IS.01', 'close')).toBe(BigInt(income['IS.REVENUE']?.amount ?? 0))
    expect(statement.amount('S.IS.14', 'close')).toBe(
      BigInt((income['IS.ADMIN']?.amount ?? 0) + (income['IS.RD']?.amount ?? 0)),
    )
    expect(statement.amount('S.IS.13', 'close')).toBe(105255343n)
    expect(statement.amount('S.IS.29', 'close')).toBe(724111n)
    // The return speaks of the other standard's lines: they hold for these books too.
    expect(statement.amount('BS.TOTAL_ASSETS', 'close')).toBe(BigInt(sheet['BS.TOTAL_ASSETS']?.closing ?? 0))
    expect(statement.amount('BS.TOTAL_LE', 'close')).toBe(BigInt(sheet['BS.TOTAL_LE']?.closing ?? 0))
    expect(statement.amount('IS.TOTAL_PROFIT', 'close')).toBe(BigInt(income['IS.TOTAL_PROFIT']?.amount ?? 0))
  })
})

describe('accounts that are not what they seem', () => {
  test('a vendor code without official meaning is found by its name', () => {
    expect(mappedIn(ledger, '2205')).toMatchObject({ standard: 'N_CONTRACT_LIAB', status: 'auto' })
  })

  test('an unknown name under a known code waits for a person', () => {
    const books = withAccount((account) =>
      account.code === '1811' ? { ...account, name: '甲乙丙', fullName: '甲乙丙' } : account,
    )
    expect(mappedIn(books, '1811')).toMatchObject({
      standard: '1811',
      status: 'pending',
      evidence: [{ code: 'code_matches' }],
    })
  })

  test('an account that nothing speaks for stays open, with what its vouchers say', () => {
    const renamed = withAccount((account) =>
      account.code === '660207' ? { ...account, code: '9901', name: '甲乙丙', fullName: '甲乙丙' } : account,
    )
    const books = {
      ...renamed,
      journal: {
        ...ledger.journal,
        accountCodes: ledger.journal.accountCodes.map((code) => (code === '660207' ? '9901' : code)),
      },
    }
    expect(mappedIn(books, '9901')).toMatchObject({
      standard: null,
      status: 'pending',
      confidence: 0,
      evidence: [{ code: 'closes_into_profit' }, { code: 'posts_against' }],
    })
    const problems = relationProblems(acceptAll(proposeRelation(books, mappingFacts)), books)
    expect(problems).toContainEqual({ code: 'unmapped', account: '9901', balance: true })
  })

  test('an asset that closing vouchers empty is doubted, whatever its code says', () => {
    const renamed = withAccount((account) =>
      account.code === '660208'
        ? { ...account, code: '1801', name: '长期待摊费用', fullName: '长期待摊费用' }
        : account,
    )
    const books = {
      ...renamed,
      journal: {
        ...ledger.journal,
        accountCodes: ledger.journal.accountCodes.map((code) => (code === '660208' ? '1801' : code)),
      },
    }
    const found = proposeRelation(books, mappingFacts).accounts.findLast(({ code, leaf }) => code === '1801' && leaf)
    expect(found).toMatchObject({ standard: '1801', status: 'pending' })
  })

  test('paths joined by hyphens without parents, as SAP prints them, map alike', () => {
    const books: Ledger = { ...ledger, accounts: ledger.accounts.filter(({ leaf }) => leaf).map(hyphened) }
    const wrong = proposeRelation(books, mappingFacts).accounts.filter(
      ({ code, standard, status }) => standard !== stdOf.get(code) || status !== 'auto',
    )
    expect(wrong).toEqual([])
  })

  test('entries on an account that the trial balance does not list are named', () => {
    const books = { ...ledger, accounts: ledger.accounts.filter(({ code }) => code !== '660207') }
    expect(relationProblems(proposeRelation(books, mappingFacts), books)).toContainEqual({
      code: 'posted_unknown_account',
      account: '660207',
      lines: expect.any(Number),
    })
  })
})

describe('a journal in another order', () => {
  test('gives the same proposals: lines of a voucher need not stand together', () => {
    const { journal } = ledger
    const order = Array.from({ length: journal.size }, (_, row) => row).toSorted(
      (a, b) => (journal.account[a] ?? 0) - (journal.account[b] ?? 0) || a - b,
    )
    const shuffled: Ledger = {
      ...ledger,
      journal: {
        ...journal,
        account: Uint32Array.from(order, (row) => journal.account[row] ?? 0),
        voucher: Uint32Array.from(order, (row) => journal.voucher[row] ?? 0),
        debit: BigInt64Array.from(order, (row) => journal.debit[row] ?? 0n),
        credit: BigInt64Array.from(order, (row) => journal.credit[row] ?? 0n),
        summary: order.map((row) => journal.summary[row] ?? ''),
      },
    }
    const [here, there] = [ledger, shuffled].map((books) => {
      const relation = acceptAll(proposeRelation(books, mappingFacts))
      const statement = new Statement(indexLedger(books, relation, mappingFacts), statementSets)
      const lines = relation.lines.map(({ voucherKey, account, tag }) => `${voucherKey} ${account} ${tag}`).toSorted()
      return { accounts: relation.accounts, lines, profit: statement.amount('IS.TOTAL_PROFIT', 'close') }
    })
    expect(there).toEqual(here)
  })
})

describe('what the firm decided before', () => {
  test('comes before any guess, for accounts and for lines', () => {
    const relation = proposeRelation(ledger, mappingFacts, {
      account: (code) =>
        code === '660299'
          ? { standard: '6602', nature: 'office', tags: [], by: '张审计', year: '2023', same: true }
          : undefined,
      line: (account, wording) =>
        account === '660207' && wording === '客户招待用礼品'
          ? 'entertainment'
          : wording.includes('无票')
            ? null
            : undefined,
    })
    expect(relation.accounts.find(({ code }) => code === '660299')).toMatchObject({
      nature: 'office',
      status: 'auto',
      evidence: [{ code: 'decided_before' }],
    })
    expect(relation.lines.find(({ account }) => account === '660207')).toMatchObject({
      tag: 'entertainment',
      status: 'auto',
    })
    expect(relation.lines.some(({ tag }) => tag === 'no_invoice')).toBe(false)
  })

  test('natures the law treats differently never pass without a person', () => {
    const { lines } = proposeRelation(ledger, mappingFacts)
    expect(
      lines
        .filter(({ status }) => status === 'auto')
        .map(({ tag }) => tag)
        .toSorted(),
    ).toEqual(['insurance', 'office'])
    expect(
      lines
        .filter(({ status }) => status === 'pending')
        .map(({ tag }) => tag)
        .toSorted(),
    ).toEqual(['donation_direct', 'entertainment', 'entertainment', 'no_invoice'])
  })
})

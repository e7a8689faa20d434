import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import type { Account } from '#engine/ledger/model.ts'
import { tieOut } from '#engine/ledger/tie-out.ts'
import type { TieOutReport } from '#engine/ledger/tie-out-report.ts'

import { readDataset, type Dataset } from './read-dataset.ts'

/** The fixtures hold what independent bookkeeping says; see their README. */
const ledgers = join(import.meta.dirname, '../../../e2e/fixtures/ledgers')
type Measures = { opening: number; debit: number; credit: number; closing: number }
type ExpectedAccount = Measures & {
  code: string
  printed_code: string
  name: string
  full_name: string
  level: number
  parent: string | null
  months?: Record<string, number[]>
}
type Expected = {
  accounts: ExpectedAccount[]
  rollups: ExpectedAccount[]
  dims: (Measures & { account: string; dimension: string; code: string; name: string })[]
  journal: {
    by_month: Record<string, { vouchers: number; lines: number; debit: number }>
    closing_vouchers: string[]
    year_end_vouchers: string[]
    by_word: Record<string, number>
  }
  totals: { opening_debit: number; by_month: Record<string, Record<string, number>> }
  statements: {
    balance_sheet: Record<string, { name: string; opening: number; closing: number }>
    income_statement: Record<string, { name: string; amount: number }>
  }
  as_exported: { vouchers: number; lines: number; debit: number; credit: number; months: string[] }
  faults: { fault: string; vouchers?: string[] }[]
}

const sets = ['yonyou-u8', 'kingdee-kis', 'sap-s4', 'yonyou-u8-with-faults'] as const
const expectedOf = (set: string): Expected => JSON.parse(readFileSync(join(ledgers, set, 'expected.json'), 'utf8'))
const readings = new Map<string, Promise<Dataset>>()
const read = (set: string): Promise<Dataset> => {
  const known = readings.get(set)
  if (known) return known
  const folder = join(ledgers, set)
  const names = readdirSync(folder).filter((name) => !/\.(?:md|json)$/.test(name))
  const files = names.map((name) => ({ path: join(folder, name), name }))
  const reading = readDataset(files, { year: 2025 })
  readings.set(set, reading)
  return reading
}
/** SAP prints document types and number ranges where the expectation says 收, 付, 转 and the running number. */
const sapWords: Record<string, string> = { DZ: '收', KZ: '付', SA: '转' }
const asExpected = (key: string): string => {
  const [period, word = '', number] = key.split('-')
  return sapWords[word] ? `${period}-${sapWords[word]}-${Number(number) % 100_000_000}` : key
}
const byCode = (one: { code: string }, other: { code: string }) => (one.code < other.code ? -1 : 1)
const isZero = ({ opening, debit, credit, closing }: Measures) => !opening && !debit && !credit && !closing
const sum = (amounts: BigInt64Array) => amounts.reduce((total, amount) => total + amount, 0n)
const asAccount = (wanted: ExpectedAccount, leaf: boolean) => ({
  code: wanted.code,
  printed: wanted.printed_code,
  name: wanted.name,
  fullName: wanted.full_name,
  level: wanted.level,
  parent: wanted.parent,
  leaf,
  opening: BigInt(wanted.opening),
  debit: BigInt(wanted.debit),
  credit: BigInt(wanted.credit),
  closing: BigInt(wanted.closing),
})
const measures = ({ opening, debit, credit, closing }: Measures | Pick<Account, keyof Measures>) => ({
  opening: BigInt(opening),
  debit: BigInt(debit),
  credit: BigInt(credit),
  closing: BigInt(closing),
})

test('the fixtures are there', () => {
  for (const set of sets) expect(existsSync(join(ledgers, set, 'expected.json'))).toBe(true)
})

test.each(sets)('%s: every file is recognised and no cell is left unread', async (set) => {
  const { files, plans, remarks } = await read(set)
  expect(files.map(({ problem }) => problem)).toEqual(files.map(() => null))
  const uses = plans.map(({ use }) => use).toSorted((one, other) => String(one).localeCompare(String(other)))
  const common = ['balance_sheet', 'income_statement', 'journal', 'prior_trial_balance', 'trial_balance']
  expect(uses).toEqual(set === 'kingdee-kis' ? common : ['aux_balance', ...common])
  expect(plans.flatMap((plan) => plan.remarks.filter(({ severity }) => severity !== 'info'))).toEqual([])
  expect(remarks.filter(({ code }) => code !== 'codeRestored')).toEqual([])
})

test.each(sets)('%s: accounts, hierarchy and balances are the expected ones to the fen', async (set) => {
  const expected = expectedOf(set)
  const { built } = await read(set)
  const accounts = new Map(built.ledger.accounts.map((account) => [account.code, account]))
  const wanted = [
    ...expected.accounts.map((account) => asAccount(account, true)),
    ...expected.rollups.map((account) => asAccount(account, false)),
  ]
  for (const account of wanted) {
    // SAP prints leaves only: its parents are inferred, and shown in no file.
    if (set === 'sap-s4' && !account.leaf) account.printed = ''
  }
  // Accounts without any balance or posting are printed in no file.
  const silent = new Set(
    expected.accounts
      .filter((account) => isZero(account) && Object.keys(account.months ?? {}).length === 0)
      .map(({ code }) => code),
  )
  const shown = wanted.filter(({ code }) => accounts.has(code) || !silent.has(code))
  const found = built.ledger.accounts.map(({ origin: _origin, ...account }) => account)
  const sound = ({ code }: { code: string }) => set !== 'yonyou-u8-with-faults' || code !== '1405'
  expect(found.filter(sound).toSorted(byCode)).toEqual(shown.filter(sound).toSorted(byCode))
  expect(built.ledger.accounts.every(({ origin }) => origin.row > 0 && origin.sheet !== undefined)).toBe(true)
})

test.each(sets)('%s: balances by customer and supplier are the expected ones', async (set) => {
  const expected = expectedOf(set)
  const { built } = await read(set)
  const wanted = expected.dims.map(({ account, dimension, code, name, ...amounts }) => {
    return { account, kind: dimension, code, name, amounts: measures(amounts) }
  })
  const found = built.ledger.dimensions.map(({ account, kind, code, name, ...amounts }) => {
    return { account, kind, code, name, amounts: measures(amounts) }
  })
  expect(found).toEqual(wanted)
})

test.each(sets)('%s: the journal holds what the file holds, by account and by month', async (set) => {
  const expected = expectedOf(set)
  const { built } = await read(set)
  const { journal } = built.ledger
  expect({
    vouchers: journal.vouchers.length,
    lines: journal.size,
    debit: sum(journal.debit),
    credit: sum(journal.credit),
  }).toEqual({
    vouchers: expected.as_exported.vouchers,
    lines: expected.as_exported.lines,
    debit: BigInt(expected.as_exported.debit),
    credit: BigInt(expected.as_exported.credit),
  })
  expect([...new Set(journal.vouchers.map(({ period }) => period))].toSorted()).toEqual(expected.as_exported.months)
  if (set === 'yonyou-u8-with-faults') return

  const months = new Map<string, bigint[]>()
  for (let line = 0; line < journal.size; line += 1) {
    const voucher = journal.vouchers[journal.voucher[line] ?? 0]
    const debit = journal.debit[line] ?? 0n
    const credit = journal.credit[line] ?? 0n
    for (const key of [
      `${journal.accountCodes[journal.account[line] ?? 0]} ${voucher?.period}`,
      `total ${voucher?.period}`,
    ]) {
      const sums = months.get(key) ?? [0n, 0n, 0n, 0n]
      months.set(key, [
        (sums[0] ?? 0n) + debit,
        (sums[1] ?? 0n) + credit,
        (sums[2] ?? 0n) + (voucher?.closing ? 0n : debit),
        (sums[3] ?? 0n) + (voucher?.closing ? 0n : credit),
      ])
    }
  }
  const wanted = expected.accounts.flatMap(({ code, months }) =>
    Object.entries(months ?? {}).map(([month, amounts]) => [`${code} ${month}`, amounts.map(BigInt)] as const),
  )
  expect(wanted.map(([key]) => [key, months.get(key)])).toEqual(wanted)
  for (const [month, total] of Object.entries(expected.totals.by_month)) {
    expect(months.get(`total ${month}`)).toEqual(
      [total.debit, total.credit, total.debit_ex_closing, total.credit_ex_closing].map((amount) =>
        BigInt(amount ?? -1),
      ),
    )
  }
})

test.each(sets)('%s: the closing vouchers and the year-end transfer are found, and no other', async (set) => {
  const { journal } = expectedOf(set)
  const { built } = await read(set)
  expect(built.closing.map(asExpected)).toEqual(journal.closing_vouchers)
  expect(built.yearEnd.map(asExpected)).toEqual(journal.year_end_vouchers)
  expect(built.mixed).toEqual([])
  expect(built.standard).toBe('cas')
})

test.each(sets)('%s: the statements are read as the client printed them', async (set) => {
  const { statements } = expectedOf(set)
  const { built } = await read(set)
  const printed = new Map(
    built.ledger.statements.map(({ kind, name, current, prior }) => [
      `${kind} ${name.trim()}`,
      [current ?? 0n, prior ?? 0n],
    ]),
  )
  const figures = [
    ...Object.values(statements.balance_sheet).map(
      ({ name, closing, opening }) => [`balance_sheet ${name}`, [BigInt(closing), BigInt(opening)]] as const,
    ),
    ...Object.values(statements.income_statement).map(
      ({ name, amount }) => [`income_statement ${name}`, [BigInt(amount), 0n]] as const,
    ),
  ]
  expect(figures.map(([name]) => [name, printed.get(name)])).toEqual(figures)
})

test.each(sets)(
  '%s: what was left out is titles, headers, totals and footers only, each with its words',
  async (set) => {
    const { dropped } = await read(set)
    expect(dropped.filter(({ reason }) => !['title', 'header', 'subtotal', 'footer'].includes(reason))).toEqual([])
    expect(dropped.every(({ text, origin }) => text !== '' && origin.row > 0)).toBe(true)
  },
)

const verified = async (set: string): Promise<TieOutReport> => {
  const { built, trialBalance, plans } = await read(set)
  const period = plans.find(({ use }) => use === 'trial_balance')?.reading.period ?? null
  return tieOut(built, { subtotals: trialBalance?.subtotals ?? [], period })
}
const differencesOf = ({ checks }: TieOutReport) =>
  checks.flatMap(({ id, differences }) =>
    differences.map(({ where, class: kind, difference }) => {
      return [id, kind, where.voucher ?? where.account ?? where.label, where.measure ?? '', difference]
    }),
  )

test.each(['yonyou-u8', 'kingdee-kis', 'sap-s4'])(
  '%s: sound books raise no alarm, and every check with its files ran',
  async (set) => {
    const report = await verified(set)
    expect(differencesOf(report)).toEqual([])
    const skipped = report.checks.filter(({ status }) => status === 'skipped').map(({ id }) => id)
    // No set has a register or dimension rows; KIS keeps customers as sub-accounts; SAP prints no parents and no subtotals.
    const without = set === 'kingdee-kis' ? ['X03'] : set === 'sap-s4' ? ['T03', 'T04'] : []
    // No set holds an asset register or dimension rows inside the table.
    expect(skipped).toEqual(['S08', ...without, 'X04'].toSorted())
    expect(report.checks.filter(({ status }) => status === 'pass').every(({ compared }) => compared > 0)).toBe(true)
    const { journal } = expectedOf(set)
    expect(report.coverage[0]?.months.map(({ vouchers, lines, debit }) => [vouchers, lines, debit])).toEqual(
      Object.entries(journal.by_month)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([, { vouchers, lines, debit }]) => [vouchers, lines, BigInt(debit)]),
    )
  },
)

test('the seeded faults are found and named: an unbalanced voucher, a missing one with its lines, a changed total', async () => {
  const report = await verified('yonyou-u8-with-faults')
  expect(differencesOf(report)).toEqual([
    ['T03', 'edited_total', '1405', 'debit', 7700n],
    ['T03', 'edited_total', '1405', 'closing', 7700n],
    ['J01', 'unbalanced_voucher', '10-记-15', '', 27_000n],
    ['J02', 'gap', '02-记-5', '', null],
    ['X01', 'unbalanced_voucher', '660303', 'debit', 27_000n],
    ['X01', 'missing_voucher', '140301', 'credit', -75_671_692n],
    ['X01', 'missing_voucher', '140302', 'credit', -14_413_655n],
    ['X01', 'missing_voucher', '500101', 'debit', -90_085_347n],
    ['X02', 'statement', '四、净利润(净亏损以“-”号填列)', '', 27_000n],
  ])
  const missing = report.checks
    .find(({ id }) => id === 'X01')
    ?.differences.find(({ class: kind }) => kind === 'missing_voucher')
  expect(missing?.cause).toEqual({
    code: 'causeMissingVoucher',
    params: { vouchers: '02-记-5', accounts: 3, amount: '900853.47' },
  })
  const profit = report.checks.find(({ id }) => id === 'X02')?.differences[0]
  expect(profit?.cause.code).toBe('causeStatementFollows')
})

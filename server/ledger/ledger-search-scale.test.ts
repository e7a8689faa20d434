import { beforeAll, describe, expect, test } from 'vitest'
import { type Comparison } from '#contract/endpoint.ts'
import { ledger } from '#contract/ledger.ts'
import { voucherKey } from '#engine/ledger/journal-lines.ts'
import { type Caller, testServer } from '#server/kernel/testing.ts'
import { MOST_HITS } from './line-search.ts'
import { importFiles, projectOf } from './testing-import.ts'

// More lines than are looked at and counted at once: every answer is held against a plain scan of what was written.

const VOUCHERS = 4_500
type Written = { ordinal: number; voucher: number; key: string; period: string; account: string; summary: string }

const accounts = [
  ['100201', '银行存款_工商银行'],
  ['112201', '应收账款_货款'],
  ['600101', '主营业务收入_商品'],
  ['660201', '管理费用_办公费'],
  ['140501', '库存商品_产成品'],
  ['220201', '应付账款_货款'],
  ['660202', '管理费用_差旅费'],
] as const

/** The same numbers on every machine (Numerical Recipes' congruential generator). */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}

const next = numbers(7)
const written: Written[] = []
const amounts: number[] = []
const journal = ['日期,凭证字,凭证号,摘要,科目编码,科目名称,借方金额,贷方金额']
const sums = new Map<string, [number, number]>()
for (let voucher = 0; voucher < VOUCHERS; voucher += 1) {
  const month = Math.floor((voucher * 12) / VOUCHERS) + 1
  const period = String(month).padStart(2, '0')
  const number = voucher - Math.ceil((VOUCHERS * (month - 1)) / 12) + 1
  const pair = [next(9_000_000) + 1, next(900_000) + 1]
  amounts.push((pair[0] ?? 0) + (pair[1] ?? 0))
  for (let line = 0; line < 4; line += 1) {
    const [account, name] = accounts[(line * 2 + next(2)) % accounts.length] ?? accounts[0]
    const guests = next(700) === 0 ? '招待客户' : ''
    const summary = `销售第${next(100_000)}号订单的设备${line === 3 && next(3) === 0 ? 'Deposit款' : '款'}${guests}`
    const amount = pair[line % 2] ?? 0
    const [debit, credit] = line < 2 ? [amount, 0] : [0, amount]
    const sum = sums.get(account) ?? [0, 0]
    sums.set(account, [sum[0] + debit, sum[1] + credit])
    const key = voucherKey({ period, word: '记', number })
    written.push({ ordinal: written.length, voucher, key, period, account, summary })
    const day = String((number % 28) + 1).padStart(2, '0')
    journal.push(
      [`2025-${period}-${day}`, '记', number, summary, account, name.split('_')[1], debit / 100, credit / 100].join(
        ',',
      ),
    )
  }
}

const side = (balance: number) => [balance > 0 ? balance / 100 : '', balance < 0 ? -balance / 100 : '']

function balances(): string {
  const totals = new Map<string, { name: string; debit: number; credit: number }>()
  for (const [code, names] of accounts)
    for (const [level, name] of names.split('_').entries()) {
      const [debit, credit] = sums.get(code) ?? [0, 0]
      const total = totals.get(code.slice(0, 4 + 2 * level)) ?? { name, debit: 0, credit: 0 }
      totals.set(code.slice(0, 4 + 2 * level), { name, debit: total.debit + debit, credit: total.credit + credit })
    }
  const rows = [...totals].toSorted(([one], [other]) => one.localeCompare(other))
  return [
    '科目编码,科目名称,期初借方,期初贷方,本期借方,本期贷方,期末借方,期末贷方',
    ...rows.map(([code, { name, debit, credit }]) =>
      [code, name, '', '', debit / 100, credit / 100, ...side(debit - credit)].join(','),
    ),
  ].join('\n')
}

let zxs: Caller
let datasetId: string

beforeAll(async () => {
  const server = await testServer()
  zxs = await server.as('zxs', '张审计')
  const files = [
    { name: '科目余额表.csv', content: Buffer.from(balances()) },
    { name: '序时账.csv', content: Buffer.from(journal.join('\n')) },
  ]
  datasetId = (await importFiles(server, zxs, await projectOf(zxs), files)).datasetId
}, 60_000)

type Filters = Partial<Record<`${string}_${Comparison}` | 'summary' | 'account', string>>
const has = (line: Written, { summary, account_likeright: account, period_equal: period }: Filters): boolean =>
  line.summary.toLowerCase().includes((summary ?? '').toLowerCase()) &&
  line.account.startsWith(account ?? '') &&
  line.period === (period ?? line.period)

/** Held by so few lines that they are always counted whole. */
const rare: ReadonlySet<string> = new Set(['招待', '第123', '12345', '宴', '备款招', '%', '_'])
const words = ['订单', '招待', '第123', '12345', '999', '第7', '号', '宴', 'deposit', 'DEPOSIT款', '备款招', '%', '_']
const codes = ['6602', '660201', '1', '2202', '9']

describe('of eighteen thousand lines', () => {
  test.each<Filters>([
    ...words.map((summary) => ({ summary })),
    ...codes.map((account) => ({ account_likeright: account })),
    ...words.flatMap((summary) => codes.slice(0, 3).map((account) => ({ summary, account_likeright: account }))),
  ])('pages of %o are those of a plain scan', async (filters) => {
    const expected = written.filter((line) => has(line, filters)).map(({ ordinal }) => ordinal)
    const first = await zxs(ledger.lines, { datasetId, size: 50, ...filters })
    const counted = filters.summary ? Math.min(expected.length, MOST_HITS) : expected.length
    // counting may stop, but never says more than there is
    expect(first.total).toBe(first.atLeast ? Math.min(first.total, counted) : counted)
    expect(first.atLeast && rare.has(filters.summary ?? '')).toBe(false)
    expect(first.records.map(({ ordinal }) => ordinal)).toEqual(expected.slice(0, 50))
    const last = await zxs(ledger.lines, { datasetId, size: 50, current: Math.max(1, first.pages), ...filters })
    const from = 50 * Math.max(0, first.pages - 1)
    expect(last.records.map(({ ordinal }) => ordinal)).toEqual(expected.slice(from, Math.min(from + 50, first.total)))
  })

  test('a page beyond what was counted is still found, and what is rare is counted whole', async () => {
    const expected = written.filter((line) => has(line, { summary: '号' })).map(({ ordinal }) => ordinal)
    const far = await zxs(ledger.lines, { datasetId, size: 500, current: 20, summary: '号' })
    expect(far.records.map(({ ordinal }) => ordinal)).toEqual(expected.slice(9_500, 10_000))
    const guests = await zxs(ledger.lines, { datasetId, size: 500, summary: '招待', descs: 'summary' })
    const found = written.filter((line) => has(line, { summary: '招待' }))
    expect({ total: guests.total, atLeast: guests.atLeast }).toEqual({ total: found.length, atLeast: false })
    await expect(zxs(ledger.lines, { datasetId, summary: '订单', ascs: 'date' })).rejects.toThrow('超过10000条')
  })

  test.each<Filters & { amount?: number }>([
    { period_equal: '07' },
    { amount_ge: '98000', amount: 9_800_000 },
    { period_equal: '07', amount_ge: '90000', amount: 9_000_000 },
    { account_likeright: '6602' },
    { account_likeright: '660202', period_equal: '12' },
    { summary: '招待' },
    { summary: '招待', period_equal: '03' },
    { summary: '订单', amount_ge: '98000', amount: 9_800_000 },
    { summary: '99999' },
    { account_likeright: '6602', summary: '第12', amount_ge: '50000', amount: 5_000_000 },
  ])('vouchers by %o are those of a plain scan', async ({ amount = 0, ...filters }) => {
    const found = written.filter((line) => has(line, filters) && (amounts[line.voucher] ?? 0) >= amount)
    const expected = [...new Set(found.map(({ key }) => key))]
    const page = await zxs(ledger.vouchers, { datasetId, size: 50, ...filters })
    expect(page.total).toBe(page.atLeast ? Math.min(page.total, expected.length) : expected.length)
    expect(page.records.map(({ key }) => key)).toEqual(expected.slice(0, 50))
    const last = await zxs(ledger.vouchers, { datasetId, size: 50, current: Math.max(1, page.pages), ...filters })
    const from = 50 * Math.max(0, page.pages - 1)
    expect(last.records.map(({ key }) => key)).toEqual(expected.slice(from, Math.min(from + 50, page.total)))
  })
})

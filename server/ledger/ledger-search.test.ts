import { beforeAll, describe, expect, test } from 'vitest'
import { ledger, type Line } from '#contract/ledger.ts'
import { fenOf } from '#engine/money.ts'
import { type Caller, testServer } from '#server/kernel/testing.ts'
import { fixtureFiles, importFiles, projectOf } from './testing-import.ts'
import { BLOCK_LINES, probeFor, textBlocks } from './text-block.ts'

const fen = (text: string) => fenOf(text) ?? 0n

let zxs: Caller
let datasetId: string
let all: Line[]

beforeAll(async () => {
  const server = await testServer()
  zxs = await server.as('zxs', '张审计')
  const projectId = await projectOf(zxs)
  datasetId = (await importFiles(server, zxs, projectId, fixtureFiles('yonyou-u8'))).datasetId
  all = []
  for (let current = 1; ; current += 1) {
    const { records, pages } = await zxs(ledger.lines, { datasetId, size: 500, current })
    all.push(...records)
    if (current >= pages) break
  }
})

const everyPage = async (asked: Record<string, string>) => {
  const found: Line[] = []
  for (let current = 1; ; current += 1) {
    const page = await zxs(ledger.lines, { datasetId, size: 100, current, ...asked })
    found.push(...page.records)
    if (current >= page.pages) return { found, total: page.total, atLeast: page.atLeast }
  }
}
const holds = (grams: Buffer | undefined, bit: number) => (((grams?.[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1
const ordinals = (lines: readonly Line[]) => lines.map(({ ordinal }) => ordinal)

describe('looking for journal lines', () => {
  test.each(['招待', '工资', '银行', '结转', 'x', '不存在的词'])(
    'finds every summary with %s, and no other',
    async (word) => {
      const { found, total, atLeast } = await everyPage({ summary: word })
      const expected = all.filter(({ summary }) => summary.toLowerCase().includes(word))
      expect(ordinals(found)).toEqual(ordinals(expected))
      expect({ total, atLeast }).toEqual({ total: expected.length, atLeast: false })
    },
  )

  test('by an account and those below it, whose lines are counted exactly', async () => {
    const { found, total } = await everyPage({ account_likeright: '6602' })
    expect(ordinals(found)).toEqual(ordinals(all.filter(({ account }) => account.startsWith('6602'))))
    expect(total).toBe(found.length)
    expect(total).toBeGreaterThan(20)
  })

  test('by account and words together, by voucher, by days, and sorted', async () => {
    const both = await everyPage({ account_likeright: '6602', summary: '费' })
    expect(ordinals(both.found)).toEqual(
      ordinals(all.filter(({ account, summary }) => account.startsWith('6602') && summary.includes('费'))),
    )
    const key = all[40]?.voucherKey ?? ''
    const ofVoucher = await everyPage({ voucherKey_equal: key })
    expect(ordinals(ofVoucher.found)).toEqual(ordinals(all.filter(({ voucherKey }) => voucherKey === key)))
    const march = await everyPage({ date_ge: '2025-03-01', date_le: '2025-03-31', descs: 'date' })
    expect(new Set(ordinals(march.found))).toEqual(
      new Set(ordinals(all.filter(({ date }) => date.startsWith('2025-03')))),
    )
    const days = march.found.map(({ date }) => date)
    expect(days).toEqual(days.toSorted().toReversed())
  })
})

describe('the detail ledger of an account', () => {
  test('runs from its opening to its closing balance, over every page and month', async () => {
    const { records } = await zxs(ledger.accounts, { datasetId, size: 500 })
    for (const account of records.filter(({ code }) => ['1002', '1122', '6602', '2221'].includes(code))) {
      const lines = []
      let pages = 1
      for (let current = 1; current <= pages; current += 1) {
        const detail = await zxs(ledger.accountDetail, { datasetId, account: account.code, size: 37, current })
        pages = detail.lines.pages
        lines.push(...detail.lines.records)
        const sum = detail.months.reduce((total, { debit, credit }) => total + fen(debit) - fen(credit), 0n)
        expect(fen(account.opening) + sum).toBe(fen(account.closing))
        expect(detail.months.at(-1)?.closing).toBe(account.closing)
      }
      let balance = fen(account.opening)
      for (const line of lines) {
        balance += fen(line.debit) - fen(line.credit)
        expect(fen(line.balance)).toBe(balance)
      }
      expect(balance).toBe(fen(account.closing))
      expect(lines).toHaveLength(all.filter(({ account: code }) => code.startsWith(account.code)).length)
    }
  })

  test('of one month begins with the balance before it', async () => {
    const detail = await zxs(ledger.accountDetail, { datasetId, account: '1002', period: '06', size: 500 })
    const june = detail.months.find(({ period }) => period === '06')
    expect(detail.lines.total).toBe(june?.lines)
    expect(detail.lines.records.every(({ date }) => date.startsWith('2025-06'))).toBe(true)
    expect(detail.lines.records.at(-1)?.balance).toBe(june?.closing)
  })

  test('of an account that is not there is not found', async () => {
    await expect(zxs(ledger.accountDetail, { datasetId, account: '9999' })).rejects.toMatchObject({ code: 404 })
  })
})

describe('the list of vouchers', () => {
  test('shows each with its amount, and is narrowed by month, amount, account and words', async () => {
    const first = await zxs(ledger.vouchers, { datasetId, size: 20 })
    expect(first.records[0]).toMatchObject({ key: all[0]?.voucherKey, summary: all[0]?.summary })
    for (const { key, amount, lines } of first.records) {
      const own = all.filter(({ voucherKey }) => voucherKey === key)
      expect(lines).toBe(own.length)
      expect(fen(amount)).toBe(own.reduce((sum, { debit }) => sum + fen(debit), 0n))
    }
    const large = await zxs(ledger.vouchers, { datasetId, size: 500, period_equal: '05', amount_ge: '10000' })
    expect(large.total).toBeGreaterThan(0)
    expect(large.records.every(({ period, amount }) => period === '05' && fen(amount) >= 1_000_000n)).toBe(true)
    const entertained = await zxs(ledger.vouchers, { datasetId, size: 500, account_likeright: '6602', summary: '招待' })
    const expected = all.filter(({ account, summary }) => account.startsWith('6602') && summary.includes('招待'))
    expect(new Set(entertained.records.map(({ key }) => key))).toEqual(
      new Set(expected.map(({ voucherKey }) => voucherKey)),
    )
  })

  test('refuses an amount that is none, in words', async () => {
    await expect(zxs(ledger.vouchers, { datasetId, amount_ge: '一万' })).rejects.toThrow('“一万”不是金额')
  })
})

test('a block of lines is never passed over, nor a line in it, when its summary holds the words', () => {
  const blocks: Buffer[] = []
  const texts = textBlocks((_, grams) => blocks.push(grams))
  const summaries = Array.from({ length: 3 * BLOCK_LINES }, (_, line) => `付第${line}号合同Deposit${line * 7}款`)
  for (const summary of summaries) texts.add(summary)
  texts.end()
  for (const [line, summary] of summaries.entries()) {
    const grams = blocks[Math.floor(line / BLOCK_LINES)]
    const at = line % BLOCK_LINES
    for (const word of [summary.slice(2, 9), summary.slice(1, 2), summary.slice(-3), summary]) {
      const { bits, buckets } = probeFor(word.toUpperCase())
      expect(bits.every((bit) => holds(grams, bit))).toBe(true)
      expect(buckets.every((start) => holds(grams, 8 * start + at))).toBe(true)
    }
  }
  const passed = blocks.filter((grams) => !probeFor('增值税专用发票').bits.every((bit) => holds(grams, bit)))
  expect(passed).toHaveLength(3)
})

test('a number of five digits is looked for in few blocks, though every pair of digits stands in all of them', () => {
  const blocks: Buffer[] = []
  const texts = textBlocks((_, grams) => blocks.push(grams))
  for (let line = 0; line < 200 * BLOCK_LINES; line += 1) texts.add(`销售第${(line * 7_919) % 100_000}号订单的设备`)
  const { bits } = probeFor('99999')
  const near = blocks.filter((grams) => bits.every((bit) => holds(grams, bit)))
  expect(near.length).toBeLessThan(blocks.length / 4)
})

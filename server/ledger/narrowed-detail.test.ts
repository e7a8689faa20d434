import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { file } from '#contract/file.ts'
import { ledger } from '#contract/ledger.ts'
import { list } from '#contract/list.ts'
import { fenOf } from '#engine/money.ts'
import { type Caller, testServer } from '#server/kernel/testing.ts'
import { fixtureFiles, importFiles, projectOf } from './testing-import.ts'

const fen = (text: string) => fenOf(text) ?? 0n
const size = (text: string) => (fen(text) < 0n ? -fen(text) : fen(text))

let zxs: Caller
let other: Caller
let datasetId: string

beforeAll(async () => {
  const server = await testServer()
  zxs = await server.as('zxs', '张审计')
  other = await server.as('zxs', '李审计')
  const projectId = await projectOf(zxs)
  datasetId = (await importFiles(server, zxs, projectId, fixtureFiles('yonyou-u8'))).datasetId
})

const detail = (asked: object) => zxs(ledger.accountDetail, { datasetId, account: '6602', size: 500, ...asked })

describe('a detail ledger narrowed by its lines', () => {
  test.each([
    ['words', { summary: '费' }],
    ['an amount', { amountFrom: '1000', amountTo: '20000.00' }],
    ['closing vouchers only', { closing: 'only' }],
    ['no closing vouchers, in a month', { closing: 'without', period: '05' }],
    ['words in a month', { summary: '工资', period: '03' }],
  ])('by %s shows the lines of the whole that answer, each with its balance in the books', async (_, asked) => {
    const {
      summary = '',
      amountFrom = '0',
      amountTo = '1e9',
      closing = '',
      period = '',
    } = asked as Record<string, string>
    const whole = await detail({})
    const expected = whole.lines.records.filter((line) => {
      const amount = size(line.debit) > size(line.credit) ? size(line.debit) : size(line.credit)
      return (
        line.summary.includes(summary) &&
        amount >= fen(amountFrom) &&
        (amountTo === '1e9' || amount <= fen(amountTo)) &&
        (closing === '' || line.closing === (closing === 'only')) &&
        line.date.slice(5, 7).includes(period)
      )
    })
    expect(expected.length).toBeGreaterThan(0)
    expect(expected.length).toBeLessThan(whole.lines.records.length)
    const narrowed = await detail(asked)
    expect(narrowed.lines.records).toEqual(expected)
    expect(narrowed.lines.total).toBe(expected.length)
    expect(narrowed.months).toEqual(whole.months)
    expect(fen(narrowed.found?.debit ?? '')).toBe(expected.reduce((sum, { debit }) => sum + fen(debit), 0n))
    expect(fen(narrowed.found?.credit ?? '')).toBe(expected.reduce((sum, { credit }) => sum + fen(credit), 0n))
    const paged = await detail({ ...asked, size: 2, current: 2 })
    expect(paged.lines.records).toEqual(expected.slice(2, 4))
    const past = await detail({ ...asked, current: 99 })
    expect([past.lines.total, past.lines.records]).toEqual([expected.length, []])
  })

  test('says in words what is no amount, and is not found out of reach', async () => {
    await expect(detail({ amountFrom: '一万' })).rejects.toThrow('“一万”不是金额')
    await expect(other(ledger.accountDetail, { datasetId, account: '6602', summary: '费' })).rejects.toMatchObject({
      code: 404,
    })
  })
})

const written = async (name: string, query: Record<string, string>, format?: 'csv') => {
  const { jobId } = await zxs(list.export, { list: name, query: { datasetId, ...query }, ...(format && { format }) })
  const ended = await zxs.done(jobId)
  expect(ended).toMatchObject({ state: 'succeeded', error: '' })
  return (await zxs.download(file.download, { id: String(ended.result['fileId']) })).body
}
const cells = async (bytes: Buffer) => (await readXlsx(new Uint8Array(bytes))).sheets[0]?.rows ?? []

describe('the books as files', () => {
  test('the detail ledger is written with opening balance and sums, and ends at the trial balance', async () => {
    const rows = await cells(await written('detailLedger', { account: '1002' }))
    const whole = await zxs(ledger.accountDetail, { datasetId, account: '1002', size: 500 })
    expect(rows).toHaveLength(1 + 1 + whole.lines.total + 2 * whole.months.length)
    expect(rows[1]?.[2]).toBe('期初余额')
    expect(rows[1]?.[6]).toBe(Number(whole.account.opening))
    expect(rows.at(-2)?.[2]).toBe('本月合计')
    expect(rows.at(-1)?.slice(2)).toEqual([
      '本年累计',
      null,
      Number(whole.account.debit),
      Number(whole.account.credit),
      Number(whole.account.closing),
    ])
  })

  test('narrowed it holds the lines on screen and no sums', async () => {
    const rows = await cells(await written('detailLedger', { account: '6602', summary: '费', period: '05' }))
    const { lines } = await detail({ summary: '费', period: '05' })
    expect(rows.slice(1).map((row) => row[2])).toEqual(lines.records.map(({ summary }) => summary))
  })

  test('vouchers and the trial balance are the lists to the row, also as csv', async () => {
    const vouchers = await zxs(ledger.vouchers, { datasetId, size: 500, period_equal: '05' })
    const rows = await cells(await written('vouchers', { period_equal: '05' }))
    expect(rows.slice(1).map((row) => row[1])).toEqual(vouchers.records.map(({ key }) => key))
    const csv = (await written('trialBalance', {}, 'csv')).toString('utf8')
    const { total } = await zxs(ledger.accounts, { datasetId, size: 1 })
    expect(csv.startsWith('\uFEFF科目编码,科目名称,')).toBe(true)
    expect(csv.trimEnd().split('\r\n')).toHaveLength(1 + total)
  })
})

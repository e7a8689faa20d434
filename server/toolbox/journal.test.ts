import { read, utils } from '@e965/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { type Handed, ran, resultOf } from './testing-toolbox.ts'

let server: TestServer
let zxs: Caller
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '王咨询')
})

const order = { code: 'journalToBalance', year: 2025 } as const
const rowsOf = (bytes: Buffer, at = 0): unknown[][] => {
  const book = read(bytes, { type: 'buffer' })
  return utils.sheet_to_json(book.Sheets[book.SheetNames[at] ?? ''] ?? {}, { header: 1, raw: true })
}
const journal = (lines: readonly string[]): Handed => ({
  name: '序时账.csv',
  content: `日期,凭证字号,摘要,科目编码,科目名称,借方金额,贷方金额\n${lines.join('\n')}\n`,
})
const lines = [
  '2025-01-05,记-1,收款,100201,银行存款_工行,1000.10,',
  '2025-01-05,记-1,收款,1122,应收账款,,1000.10',
  '2025-02-06,记-2,付款,1122,应收账款,0.05,',
  '2025-02-06,记-2,付款,100201,银行存款_工行,,0.05',
]
const balance = (name: string, rows: readonly string[]): Handed => ({
  name,
  content: `科目编码,科目名称,期初借方,期初贷方,本期借方,本期贷方,期末借方,期末贷方\n${rows.join('\n')}\n`,
})
const figure = (run: Awaited<ReturnType<typeof ran>>, label: string) =>
  run.figures.find((one) => one.label === label)?.value

describe('a journal', () => {
  test('is summed into a balance that ties to the fen, and says that it began with nothing', async () => {
    const run = await ran(zxs, [journal(lines)], order)
    expect(run.outcomes[0]?.says.join('\n')).toContain('作为序时账汇总')
    expect(figure(run, 'debit')).toBe('1,000.15')
    const bytes = await resultOf(zxs, run)
    expect(rowsOf(bytes).find((row) => row[0] === '100201')).toEqual(
      ['100201', expect.stringContaining('银行存款'), null, null, 1000.1, 0.05, 1000.05].map((one) => one ?? undefined),
    )
    expect(rowsOf(bytes, 1).flat()).toContain('没有余额表，期初按零：期末是本期净发生额')
    expect(figure(run, 'untied')).toBe('0')
  })

  test('whose voucher does not balance says which', async () => {
    const run = await ran(
      zxs,
      [journal([...lines.slice(0, 3), '2025-02-06,记-2,付款,100201,银行存款_工行,,0.04'])],
      order,
    )
    expect(run.outcomes[0]?.state).toBe('warned')
    expect(
      rowsOf(await resultOf(zxs, run), 1)
        .flat()
        .join('\n'),
    ).toMatch(/凭证 02-记-2：借方 = 贷方/)
  })

  test('is compared with the balance of the year, and that with the one before, account by account', async () => {
    const before = balance('2024年科目余额表.csv', [
      '1001,库存现金,20.00,,0,0,20.00,',
      '1122,应收账款,2000.00,,0,0,2000.00,',
      '4001,实收资本,,2020.00,0,0,,2020.00',
    ])
    const now = balance('2025年科目余额表.csv', [
      '1001,库存现金,20.01,,0,0,20.01,',
      '1122,应收账款,2000.00,,0.05,1000.10,999.95,',
      '4001,实收资本,,2020.01,0,0,,2020.01',
    ])
    const run = await ran(zxs, [journal(lines), now, before], order)
    expect(run.outcomes.map(({ says }) => says.join(' '))).toEqual([
      expect.stringContaining('核对不符'),
      expect.stringContaining('取期初'),
      '作为上年余额表：期末与本年余额表的期初逐科目核对',
    ])
    const checks = rowsOf(await resultOf(zxs, run), 1)
    expect(checks).toContainEqual(['1001 库存现金：上年期末 = 本年期初', 20, 20.01, -0.01, '不符'])
    // in the journal, and nowhere in the printed balance
    expect(checks.map((row) => String(row[0])).join('\n')).toMatch(/1002\S* .*：汇总期末 = 余额表期末/)
    expect(checks.flat().join('\n')).not.toContain('1122')
  })

  test('that is none is said', async () => {
    const run = await ran(zxs, [{ name: '信.csv', content: '甲,乙\n一,二\n' }], order)
    expect(run).toMatchObject({ state: 'failed', results: 0 })
  })
})

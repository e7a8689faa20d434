import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { read, utils, write } from '@e965/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { toolRun } from '#contract/tool-run.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { type Handed, ran, resultOf } from './testing-toolbox.ts'

let server: TestServer
let zxs: Caller
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '王咨询')
})

const fixture = (name: string): Handed => ({
  name,
  content: readFileSync(join(import.meta.dirname, '../../e2e/fixtures/tools/bank', name)),
})
const csv = (name: string, ...lines: string[]): Handed => ({ name, content: `${lines.join('\r\n')}\r\n` })
const sheetOf = (bytes: Buffer, at = 0): unknown[][] => {
  const book = read(bytes, { type: 'buffer' })
  return utils.sheet_to_json(book.Sheets[book.SheetNames[at] ?? ''] ?? {}, { header: 1, raw: true })
}
const says = (run: Awaited<ReturnType<typeof ran>>, name: string) =>
  run.outcomes.find((one) => one.name === name)?.says.join('\n') ?? ''
const figure = (run: Awaited<ReturnType<typeof ran>>, label: string) =>
  run.figures.find((one) => one.label === label)?.value
const bank = { code: 'bankStatement' } as const

describe('statements as banks and payment houses write them', () => {
  test('are read without being asked about, each to the fen', async () => {
    const names = [
      'bank-icbc-debit.csv',
      'bank-cmb-debit.csv',
      'alipay-gb18030-preamble.csv',
      'wechat-utf8-preamble.csv',
    ]
    const run = await ran(zxs, [...names.map(fixture), fixture('bank-ccb-cp936-biff8.xls')], bank)
    expect(run.outcomes.flatMap(({ state, name }) => (state === 'skipped' ? name : []))).toEqual([])
    expect(says(run, 'bank-ccb-cp936-biff8.xls')).toContain('建设银行，6 笔，2025-01-01 至 2025-01-06')
    expect(says(run, 'bank-ccb-cp936-biff8.xls')).toContain('第 10 行余额 1,579.11，按前一笔应为 1,625.11，差 -46.00')
    expect(says(run, 'bank-icbc-debit.csv')).toContain('收入 2,841.74，支出 4,241.08')
    expect(says(run, 'bank-icbc-debit.csv')).toContain('没有余额或余额被遮盖')
    expect(says(run, 'bank-cmb-debit.csv')).toContain('招商银行')
    expect(says(run, 'alipay-gb18030-preamble.csv')).toContain('收入 222,228.50')
    expect(says(run, 'wechat-utf8-preamble.csv')).toContain('不计收支')
    const rows = sheetOf(await resultOf(zxs, run))
    const head = rows[0] ?? []
    const party = rows
      .filter((row) => row[0] === 'bank-cmb-debit.csv')
      .map((row) => row.slice(head.indexOf('对方')).slice(0, 2))
    // the account number behind a name is no part of it
    expect(party).toContainEqual(['北京住房公积金管理中心', '1111111111'])
    expect(party).toContainEqual(['张三', '66666666666666'])
  })
})

const head = '交易日,发生时刻,进账数,出账数,结余,往来户,附注'
const unknown = (name: string) =>
  csv(
    name,
    '某某农商银行明细,,,,,,',
    head,
    '2025-03-01,09:00:00,"600,000.00",,700000.00,甲公司,货款',
    '2025-03-01,23:10:00,,600000.00,100000.00,乙公司,=HYPERLINK("http://x")',
    '2025-03-02,10:00:00,,1.05,99998.95,丙公司,手续费',
  )
const asked = (run: Awaited<ReturnType<typeof ran>>) => run.outcomes[0]?.ask

describe('a statement nobody has met', () => {
  test('is asked about once, and then read for everybody of the firm and nobody else', async () => {
    const first = await ran(zxs, [unknown('一月.csv')], bank)
    const ask = asked(first)
    expect(first.state).toBe('failed')
    expect(ask?.headings).toEqual(['交易日', '发生时刻', '进账数', '出账数', '结余', '往来户', '附注'])
    expect(ask?.samples[0]?.[5]).toBe('甲公司')
    const roles = ['date', 'time', 'in', 'out', 'balance', 'party', 'summary'] as const
    const said = { name: '某某农商银行', headings: ask?.headings ?? [], roles: [...roles] }
    await expect(zxs(toolRun.keepBankLayout, { ...said, roles: roles.map(() => '' as const) })).rejects.toThrow(
      '请至少指明日期',
    )
    await zxs(toolRun.keepBankLayout, said)

    const colleague = await server.as('zxs', '同事')
    const run = await ran(colleague, [unknown('二月.csv')], { ...bank, names: '丙公司\n' })
    expect(says(run, '二月.csv')).toContain('某某农商银行，3 笔')
    expect(says(run, '二月.csv')).toContain('2 笔余额逐笔相符：期初 100,000.00，期末 99,998.95')
    expect(figure(run, 'income')).toBe('600,000.00')
    const rows = sheetOf(await resultOf(colleague, run))
    expect(rows.map((row) => row.at(-1))).toEqual([
      '需留意',
      '大额 整万 当日进出',
      '大额 整万 深夜 当日进出',
      '关注对方',
    ])
    expect(rows[2]).toContain(`'=HYPERLINK("http://x")`)

    const stranger = await server.as('admin', '外人', await server.tenant('别家'))
    expect(asked(await ran(stranger, [unknown('三月.csv')], bank))).toBeDefined()
    const { layouts } = await zxs(toolRun.bankLayouts, {})
    expect(layouts).toMatchObject([{ name: '某某农商银行', updateUserName: '王咨询' }])
    const ids = layouts.map(({ id }) => id).join(',')
    await expect(stranger(toolRun.dropBankLayouts, { ids })).rejects.toThrow('不存在')
    expect((await stranger(toolRun.bankLayouts, {})).layouts).toEqual([])
    await zxs(toolRun.dropBankLayouts, { ids })
    expect((await colleague(toolRun.bankLayouts, {})).layouts).toEqual([])
  })

  test('is read by the words of its headings only where every balance proves them', async () => {
    const words = '日期,摘要,借方发生额,贷方发生额,账户余额,对方名称'
    const right = csv(
      '对.csv',
      words,
      '2025-01-02,付,10.00,,90.00,甲',
      '2025-01-03,收,,5.50,95.50,乙',
      '2025-01-04,付,0.50,,95.00,甲',
    )
    const wrong = csv(
      '错.csv',
      words,
      '2025-01-02,付,10.00,,90.00,甲',
      '2025-01-03,收,,5.50,84.50,乙',
      '2025-01-04,付,0.50,,95.00,甲',
    )
    const run = await ran(zxs, [right, wrong], bank)
    expect(says(run, '对.csv')).toContain('余额逐笔相符，可以采信')
    expect(figure(run, 'expense')).toBe('10.50')
    expect(run.outcomes[1]).toMatchObject({ state: 'skipped', ask: { headings: words.split(',') } })
  })
})

describe('a workbook of several sheets', () => {
  test('says which of them were not read, and is whole once their columns are known', async () => {
    const book = utils.book_new()
    const known = ['记账日期', '货币', '交易金额', '联机余额', '交易摘要', '对手信息', '客户摘要']
    const rows = [
      known,
      ['2025-01-02', 'CNY', '10.00', '110.00', '收', '甲', ''],
      ['2025-01-03', 'CNY', '-4.00', '106.00', '付', '乙', ''],
    ]
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), '一月')
    const other = ['日子', '到账', '划走', '谁']
    utils.book_append_sheet(book, utils.aoa_to_sheet([other, ['2025-02-03', '9000.00', '', '丙']]), '二月')
    const content: Buffer = write(book, { type: 'buffer', bookType: 'xlsx' })
    const run = await ran(zxs, [{ name: '全年.xlsx', content }], bank)
    expect(run.outcomes[0]).toMatchObject({ state: 'warned', ask: { headings: other } })
    expect(says(run, '全年.xlsx')).toContain('还有 1 个工作表没有读（二月），不在汇总里')
    expect(figure(run, 'income')).toBe('10.00')

    const { id } = await zxs(toolRun.keepBankLayout, {
      name: '二月的银行',
      headings: other,
      roles: ['date', 'in', 'out', 'party'],
    })
    const whole = await ran(zxs, [{ name: '全年.xlsx', content }], bank)
    expect(whole.outcomes[0]?.ask).toBeUndefined()
    expect(figure(whole, 'income')).toBe('9,010.00')
    await zxs(toolRun.dropBankLayouts, { ids: id })
  })
})

describe('balances', () => {
  const words = '记账日期,货币,交易金额,联机余额,交易摘要,对手信息,客户摘要'
  test('that do not follow are named by row, and by how much', async () => {
    const file = csv(
      '断.csv',
      words,
      '2025-01-04,CNY,-3.00,94.00,付,甲,',
      '2025-01-03,CNY,2.00,97.00,收,乙,',
      '2025-01-02,CNY,-5.00,95.01,付,丙,',
    )
    const run = await ran(zxs, [file], bank)
    expect(run.outcomes[0]?.state).toBe('warned')
    // newest first: 95.01 + 2.00 is not 97.00
    expect(says(run, '断.csv')).toContain('第 3 行余额 97.00，按前一笔应为 97.01，差 -0.01')
    expect(figure(run, 'breaks')).toBe('1')
    const checks = sheetOf(await resultOf(zxs, run), 2)
    expect(checks.some((row) => row.includes(-0.01))).toBe(true)
  })

  test('the same file twice counts once; what is no statement is left out by its reason', async () => {
    const file = csv('一.csv', words, '2025-01-04,CNY,-3.00,94.00,付,甲,', '2025-01-05,CNY,-4.00,90.00,付,甲,')
    const run = await ran(
      zxs,
      [
        file,
        { ...file, name: '二.csv' },
        { name: '信.txt', content: '只有一句话' },
        { name: '图.csv', content: Buffer.from('89504e470d0a1a0a0000', 'hex') },
      ],
      bank,
    )
    expect(run.outcomes.map(({ state }) => state)).toEqual(['done', 'same', 'skipped', 'skipped'])
    expect(figure(run, 'expense')).toBe('7.00')
    expect(says(run, '信.txt')).toContain('没有找到流水表格')
  })
})

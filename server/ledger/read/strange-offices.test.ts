import { afterAll, expect, test } from 'vitest'

import { askSignature } from '#engine/ledger/sheet-answers.ts'
import { readDataset } from './read-dataset.ts'
import { csvOf } from './testing-csv.ts'
import { balances, booked, company, figuresOf, heads, journalOf, money, rowsOf } from './testing-foreign.ts'
import { testFolder } from './testing-files.ts'
import type { TestCell } from './testing-layouts.ts'
import { bookOf } from './testing-strange-books.ts'
import { reportOf } from '../stored-report.ts'

const folder = testFolder()
afterAll(() => folder.remove())
let made = 0
const file = (name: string, content: string | Uint8Array) => {
  made += 1
  return { path: folder.file(String(made), content), name }
}
const csv = (name: string, rows: TestCell[][]) => file(name, csvOf(rows))
type Files = ReturnType<typeof file>[]
const read = (files: Files) => readDataset(files, { year: 2025 })
type Read = Awaited<ReturnType<typeof read>>

const remarks = ({ plans }: Read) =>
  plans.flatMap((plan) => plan.remarks.map(({ severity, code }) => `${severity} ${code}`))
const differences = (dataset: Read, id: string) =>
  reportOf(dataset)
    .report.checks.find((check) => check.id === id)
    ?.differences.map((one) => one.class) ?? []

const yearTable = () => csv('科目余额表2025.csv', [['科目余额表2025年'], heads, ...rowsOf(company.totals)])
const day = ({ month, day }: { month: number; day: number }) => `2025-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` // prettier-ignore
const side = (fen: bigint) => (fen === 0n ? null : money(fen))
const pathOf = (code: string) => company.chart.find((one) => one.code === code)?.path ?? []
const journalHeads = ['日期', '凭证号', '摘要', '科目编码', '科目名称', '借方金额', '贷方金额']
const journalRows = (factor = 1n): TestCell[][] =>
  company.postings.map((one) => [day(one), `记-${one.number}`, one.summary, one.account, pathOf(one.account).at(-1) ?? '', side(one.debit * factor), side(one.credit * factor)]) // prettier-ignore
const vouchers = [...Map.groupBy(company.postings, ({ month, number }) => `${month} ${number}`).values()]

test('the books of two companies in one table are said, by a column or by the lines between them', async () => {
  const both = (factor: bigint, name: string) => journalRows(factor).map((row) => row.concat(name))
  const column = csv('序时账2025.csv', [[...journalHeads, '公司'], ...both(1n, '甲公司'), ...both(3n, '乙公司')])
  const titled = csv('凭证2025.csv', [['编制单位：甲公司'], journalHeads, ...journalRows(), ['编制单位：乙公司'], journalHeads, ...journalRows(3n)]) // prettier-ignore
  const stacked = csv('余额表2025.csv', [['编制单位：甲公司'], heads, ...rowsOf(company.totals), ['编制单位：乙公司'], heads, ...rowsOf(company.totals)]) // prettier-ignore
  for (const files of [[yearTable(), column], [yearTable(), titled], [stacked]])
    expect(differences(await read(files), 'S06')).toContain('several_companies')
  const one = csv('序时账2025.csv', [['编制单位：甲公司'], [...journalHeads, '公司'], ...both(1n, '甲公司'), ['编制单位：甲公司']]) // prettier-ignore
  expect(differences(await read([yearTable(), one]), 'S06')).toEqual([])
})

test('a period behind December belongs to December, and its vouchers are not those of December', async () => {
  const december = company.months[11] ?? new Map()
  const corrected = ['1001', '1403'] as const
  const behind = company.chart.map(({ code, name }) => {
    const closing = december.get(code)?.closing ?? company.totals.get(code)?.closing ?? 0n
    const [debit, credit] = corrected.map((one) => (one === code ? 10_000n : 0n))
    return [code, name, ...[closing, debit ?? 0n, credit ?? 0n, closing + (debit ?? 0n) - (credit ?? 0n)].map(money)]
  })
  const sheets = company.months.map((month, at) => ({ name: `表${at + 1}`, rows: [[`科目余额表 2025年第${at + 1}期`], heads, ...rowsOf(month)] })) // prettier-ignore
  const table = file('分期余额表.xls', bookOf([...sheets, { name: '调整', rows: [['科目余额表 2025年第13期'], heads, ...behind] }])) // prettier-ignore
  const expected = new Map(company.totals)
  const [cash, material] = corrected.map((code) => company.totals.get(code))
  if (cash) expected.set('1001', { ...cash, debit: cash.debit + 10_000n, closing: cash.closing + 10_000n })
  if (material)
    expected.set('1403', { ...material, credit: material.credit + 10_000n, closing: material.closing - 10_000n })
  const rows: TestCell[][] = journalRows().map((row, at) => [String(company.postings[at]?.month)].concat(row.map((cell) => String(cell ?? '')))) // prettier-ignore
  rows.push(['13', '2025-12-31', '记-1', '审计调整', '1001', '库存现金', '100.00', ''], ['13', '2025-12-31', '记-1', '审计调整', '1403', '原材料', '', '100.00']) // prettier-ignore
  const dataset = await read([table, csv('序时账.csv', [['会计期间', ...journalHeads], ...rows])])
  expect(balances(dataset)).toEqual(expected)
  expect(dataset.missingMonths).toEqual([])
  const { months, journal } = dataset.built.ledger
  expect(months.filter(({ period, account }) => period === '12' && account === '1001').map(({ debit }) => debit)).toEqual([(december.get('1001')?.debit ?? 0n) + 10_000n]) // prettier-ignore
  expect(journal.vouchers.at(-1)).toMatchObject({ key: '12-13期记-1', period: '12' })
  expect(differences(dataset, 'X01')).toEqual([])
})

const ofYear = (year: string, other = false) =>
    rowsOf(company.totals).map((row) => [year].concat(other ? [String(row[0]), String(row[1]), '1.00', '0.00', '0.00', '1.00'] : row.map(String))) // prettier-ignore
test('rows of another year beside those of the year are left out and named', async () => {
  const dataset = await read([csv('余额表.csv', [['年度', ...heads], ...ofYear('2024', true), ...ofYear('2025')])])
  expect(balances(dataset)).toEqual(company.totals)
  expect(remarks(dataset)).toContain('warn rowsOfOtherYears')
  expect(dataset.dropped.filter(({ reason }) => reason === 'other_year').length).toBe(company.chart.length)
})

test('debit account and credit account in one row are two lines of its voucher', async () => {
  const rows = vouchers.flatMap((lines) => {
    const debits = lines.filter(({ debit }) => debit !== 0n)
    const credits = lines.filter(({ debit }) => debit === 0n)
    return Array.from({ length: Math.max(debits.length, credits.length) }, (_, at): TestCell[] => {
      const [debit, credit, head] = [debits[at], credits[at], lines[0]]
      return [
        head ? day(head) : '', `记-${head?.number}`, head?.summary ?? '',
        debit ? pathOf(debit.account).join('-') : '', debit ? money(debit.debit) : '',
        credit ? pathOf(credit.account).join('-') : '', credit ? money(credit.credit) : '',
      ] // prettier-ignore
    })
  })
  const header = [
    ['日期', '凭证号', '摘要', '借方', '', '贷方', ''],
    ['', '', '', '科目', '金额', '科目', '金额'],
  ]
  expect(journalOf(await read([yearTable(), csv('日记2025.csv', [...header, ...rows])]))).toEqual(booked())
  const simple = ['2025-03-01', '记-1', '提现', '1001', '100201', '12.34']
  const short = await read([yearTable(), csv('2025.csv', [['日期', '凭证号', '摘要', '借方科目', '贷方科目', '金额'], simple, ['2025-03-02', '记-2', '存现', '100201', '1001', '0.66']])]) // prettier-ignore
  const { journal } = short.built.ledger
  expect([...journal.debit]).toEqual([1234n, 0n, 66n, 0n])
  expect([...journal.credit]).toEqual([0n, 1234n, 0n, 66n])
  expect(journal.vouchers.length).toBe(2)
})

test('entries written with 借： and 贷： before the account keep their side', async () => {
  const rows = company.postings.map((one): TestCell[] => [
    day(one), `记-${one.number}`, one.summary,
    `${one.debit === 0n ? '　贷：' : '借：'}${pathOf(one.account).join('-')}`, money(one.debit === 0n ? one.credit : one.debit),
  ]) // prettier-ignore
  const dataset = await read([
    yearTable(),
    csv('分录2025.csv', [['日期', '凭证号', '摘要', '会计分录', '金额'], ...rows]),
  ])
  expect(journalOf(dataset)).toEqual(booked())
})

test('foreign and local amounts under one side are told apart by 外币 and 人民币', async () => {
  const rows = company.postings.map((one): TestCell[] => [
    day(one), `记-${one.number}`, one.summary, one.account,
    one.currency === '美元' ? side(one.originalDebit) : null, side(one.debit), one.currency === '美元' ? side(one.originalCredit) : null, side(one.credit),
  ]) // prettier-ignore
  const header = [['日期', '凭证号', '摘要', '科目编码', '借方', '', '贷方', ''], ['', '', '', '', '外币', '人民币', '外币', '人民币']] // prettier-ignore
  expect(journalOf(await read([yearTable(), csv('序时账2025.csv', [...header, ...rows])]))).toEqual(booked())
})

test('a journal without voucher numbers is refused in words, not row by row', async () => {
  const dataset = await read([yearTable(), csv('流水2025.csv', [journalHeads, ...journalRows()].map((row) => row.toSpliced(1, 1)))]) // prettier-ignore
  expect(remarks(dataset)).toContain('block journalNoVoucher')
  expect(dataset.dropped.filter(({ reason }) => reason === 'no_voucher')).toEqual([])
})

test('a table whose every row is of a profit centre is asked about, and then is the trial balance', async () => {
  const rows = rowsOf(company.totals).flatMap(([code, name, ...figures]) => {
    const thirds = figures.map((cell) => fenOf(cell) / 3n)
    const rest = figures.map((cell) => money(fenOf(cell) - fenOf(cell) / 3n))
    const of = (centre: string, amounts: typeof figures) => [centre, code ?? '', name ?? '', ...amounts]
    return [of('P01', thirds.map(money)), of('P02', rest)]
  })
  const files = [csv('余额表2025.csv', [['利润中心', ...heads], ...rows])]
  const [plan] = (await read(files)).plans
  expect(plan?.asks.map(({ about }) => about)).toEqual(['kind'])
  if (!plan) return
  const { signature } = plan.reading
  const answers = { [signature]: { [askSignature('kind', plan.reading)]: 'is_trial_balance' as const } }
  expect(figuresOf((await readDataset(files, { year: 2025, answers })).built.ledger.accounts)).toEqual(company.totals)
})
const fenOf = (cell: TestCell | undefined) => BigInt(String(cell).replace('.', ''))

const incomeRows = [['一、营业收入', '1,200.00', '100.00'], ['减：营业成本', '600.00', '50.00'], ['销售费用', '100.00', '8.00'], ['管理费用', '200.00', '20.00'], ['二、营业利润', '300.00', '22.00'], ['四、净利润', '300.00', '22.00']] // prettier-ignore
const income = ({ built }: Read) =>
  built.ledger.statements.filter(({ name }) => name.includes('营业收入')).map(({ current, prior }) => [current, prior])

test('a month’s income statement is never taken for the year’s', async () => {
  const months = Array.from({ length: 12 }, (_, at) => ({
    name: `${at + 1}月`,
    rows: [['利润表'], [`2025年${at + 1}月`], ['项目', '本月金额'], ...incomeRows.map(([name, , month]) => [name ?? '', month ?? ''])],
  })) // prettier-ignore
  const dataset = await read([yearTable(), file('利润表2025.xls', bookOf(months))])
  expect(income(dataset)).toEqual([])
  expect(remarks(dataset)).toContain('warn statementOfMonth')
  const items = ['货币资金', '应收账款', '存货', '固定资产', '应付账款', '实收资本', '未分配利润', '资产总计']
  const balance = await read([yearTable(), csv('资产负债表.csv', [['资产负债表'], ['2025年12月31日'], ['项目', '本月金额', '年初金额'], ...items.map((item) => [item, '3.21', '1.00'])])]) // prettier-ignore
  expect(balance.built.ledger.statements.map(({ current, prior }) => [current, prior])).toEqual(items.map(() => [321n, 100n])) // prettier-ignore
  const quarter = [['利润表'], ['2025年第4季度'], ['项目', '本期金额', '上期金额', '本年累计金额', '上年累计金额'], ...incomeRows.map(([name, year, month]) => [name ?? '', month ?? '', '9.99', year ?? '', '7.00'])] // prettier-ignore
  expect(income(await read([yearTable(), csv('利润表.csv', quarter)]))).toEqual([[120_000n, 700n]])
})

const incomeOf = (year: number, sum: string) =>
    csv(`利润表${year}.csv`, [['利润表'], [`${year}年度`], ['项目', '本年累计金额'], ...incomeRows.map(([name, figure], at) => [name ?? '', at === 0 ? sum : (figure ?? '')])]) // prettier-ignore
test('last year’s statement beside this year’s is no mistake', async () => {
  const dataset = await read([yearTable(), incomeOf(2024, '9.99'), incomeOf(2025, '1,200.00')])
  expect(income(dataset)).toEqual([[120_000n, null]])
  expect(remarks(dataset).filter((text) => /Year|statement/i.test(text))).toEqual(['info statementPriorYear'])
  expect(remarks(await read([yearTable(), incomeOf(2024, '9.99')]))).toContain('block sheetPriorYear')
})

const assetSums = async (rows: TestCell[][]) => {
  const { assets } = (await read([yearTable(), csv('固定资产2025.csv', rows)])).built.ledger
  return (['cost', 'yearCharge', 'accumulated', 'net'] as const).map((key) => assets.reduce((sum, one) => sum + (one[key] ?? 0n), 0n)) // prettier-ignore
}
test('asset cards of three systems give cost, charge and what is worn off', async () => {
  const kingdee = [['固定资产折旧明细表', '2025年12月'], ['资产编码', '资产名称', '类别', '预计使用期间数', '原值', '本期折旧额', '本年累计折旧额', '期末累计折旧', '期末净值'], ['G1', '机床', '机器', '120', '100000', '791.67', '9500', '43541.67', '56458.33']] // prettier-ignore
  expect(await assetSums(kingdee)).toEqual([10_000_000n, 950_000n, 4_354_167n, 5_645_833n])
  const sap = [['Asset', 'Asset description', 'Useful life', 'Acquisition value', 'Accumulated depreciation', 'Net book value', 'Depreciation for the year'], ['100001', 'Server', '005/000', '50,000.00', '27,708.33-', '22,291.67', '9,500.00-']] // prettier-ignore
  expect(await assetSums(sap)).toEqual([5_000_000n, 950_000n, 2_770_833n, 2_229_167n])
  const handmade = [['单位：万元'], ['序号', '名称', '购入时间', '原值', '年限（年）', '本年折旧', '累计折旧', '净值'], ['1', '设备A', '2021年6月', '12.5', '10', '1.1875', '5.34375', '7.15625']] // prettier-ignore
  expect(await assetSums(handmade)).toEqual([12_500_000n, 1_187_500n, 5_343_750n, 7_156_250n])
})

const wide = (text: string) => text.length + (text.match(/[\u0100-\uffff]/g)?.length ?? 0)
const left = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - wide(text)))
const right = (text: string, width: number) => ' '.repeat(Math.max(0, width - wide(text))) + text
const printed = (cells: string[], widths: number[], texts: number) => cells.map((cell, at) => (at < texts ? left : right)(cell, widths[at] ?? 0)).join('') // prettier-ignore
const rule = '-'.repeat(120)

test('text aligned with blanks alone is read by its columns', async () => {
  const widths = [12, 32, 18, 18, 18, 18]
  const lines = [heads, ...rowsOf(company.totals)].map((row) => printed(row.map(String), widths, 2))
  const table = ['          科 目 余 额 表', '编制单位：某公司      2025年1月-12月      单位：元', rule, ...lines.slice(0, 1), rule, ...lines.slice(1), rule] // prettier-ignore
  const dataset = await read([file('余额表.txt', table.join('\r\n'))])
  expect(balances(dataset)).toEqual(company.totals)
  const journal = [journalHeads, ...journalRows()].map((row) => printed(row.map((cell) => String(cell ?? '')), [14, 10, 48, 12, 28, 16, 16], 5)) // prettier-ignore
  expect(journalOf(await read([yearTable(), file('序时账2025.txt', journal.join('\n'))]))).toEqual(booked())
})

test('a line whose words cross the columns refuses the aligned text instead of guessing', async () => {
  const rows = Array.from({ length: 2000 }, (_, at) => printed([String(100_000 + at), '明细', '1.00', '2.00', '3.00', '0.00'], [12, 20, 18, 18, 18, 18], 2)) // prettier-ignore
  const crossed = printed(['100000', '某'.repeat(30), '1.00', '2.00', '3.00', '0.00'], [12, 20, 18, 18, 18, 18], 2)
  const text = [printed(heads, [12, 20, 18, 18, 18, 18], 2), ...rows, crossed].join('\n')
  expect((await read([file('余额表2025.txt', text)])).files[0]?.problem).toMatchObject({ code: 'fileColumnsCrossed', params: { row: 2002 } }) // prettier-ignore
})

const element = (name: string, fields: [string, string][]) => `<${name}>${fields.map(([field, text]) => `<${field}>${text}</${field}>`).join('')}</${name}>` // prettier-ignore
const archiveOf = (kind: string, account: string) =>
    company.dimensions.filter((one) => one.account === account).map(({ code, name }) => element(`${kind}档案`, [[`${kind}编号`, code], [`${kind}名称`, name]])).join('') // prettier-ignore
const partnerOf = ({ account, code, name }: (typeof company.dimensions)[number]) => `${account} ${code} ${name} ${account === '1122' ? 'customer' : 'supplier'}` // prettier-ignore
test('codes of customers and suppliers get their names from the standard’s 公共档案', async () => {
  const rows = company.chart.flatMap(({ code, name }) => {
    const own = company.dimensions
      .filter(({ account }) => account === code)
      .map((one) => [one.code, one.figures] as const)
    return (own.length > 0 ? own : [['', company.totals.get(code)] as const]).flatMap(([dimension, one]) =>
      one ? [[code, name, dimension, ...[one.opening, one.debit, one.credit, one.closing].map(money)]] : [],
    )
  })
  const table = csv('余额表2025.csv', [['科目编号', '科目名称', '辅助项1编号', '期初余额', '借方金额', '贷方金额', '期末余额'], ...rows]) // prettier-ignore
  const journal = csv('凭证2025.csv', [[...journalHeads, '辅助项1编号'], ...journalRows().map((row, at) => row.concat(company.postings[at]?.dimension?.code ?? ''))]) // prettier-ignore
  const archive = file(
    '公共档案.xml',
    `<?xml version="1.0"?><公共档案>${archiveOf('客户', '1122')}${archiveOf('供应商', '2202')}</公共档案>`,
  )
  const lines: string[] = []
  const dataset = await readDataset([table, journal, archive], { year: 2025, onLines: (some) => void lines.push(...some.map(({ dimension }) => dimension)) }) // prettier-ignore
  expect(balances(dataset)).toEqual(company.totals)
  expect(new Set(dataset.built.ledger.dimensions.map(({ account, code, name, kind }) => `${account} ${code} ${name} ${kind}`))).toEqual(new Set(company.dimensions.map(partnerOf))) // prettier-ignore
  expect(lines).toEqual(
    company.postings.map(({ dimension }) => (dimension ? `${dimension.code} ${dimension.name}` : '')),
  )
})

import { afterAll, expect, test } from 'vitest'

import { readDataset } from './read-dataset.ts'
import { modelCompany } from './testing-company.ts'
import type { Company } from './testing-figures.ts'
import { csvOf } from './testing-csv.ts'
import { testFolder, zipOf } from './testing-files.ts'
import { layouts, tableOf } from './testing-layout-table.ts'
import { yuan, type Layout, type TestCell } from './testing-layouts.ts'
import { wrongFigures } from './testing-oracle.ts'

const folder = testFolder()
afterAll(() => folder.remove())
const file = (name: string, content: string | Uint8Array) => ({
  path: folder.file(name.replaceAll('/', '_'), content),
  name,
})
const company = modelCompany(11, 9)
const layoutOf = (erp: string, kind: string): Layout => {
  const found = layouts.find((layout) => layout.erp === erp && layout.kind === kind)
  if (!found) throw new Error(erp)
  return found
}
const u8 = layoutOf('用友U8', 'trial_balance')
const journal = layoutOf('用友U8', 'journal')
const balance = () => file('余额表.csv', csvOf(tableOf(u8, company)))
const read = (files: { path: string; name: string }[]) => readDataset(files, { year: 2025 })
const months = Array.from({ length: 12 }, (_, at) => at + 1)

test('twelve monthly trial balances and journals make the year, each month kept', async () => {
  const files = months.flatMap((month) => [
    file(`余额表${month}月.csv`, csvOf(tableOf(u8, company, month))),
    file(`序时账${month}月.csv`, csvOf(tableOf(journal, company, month))),
  ])
  const dataset = await read(files.toReversed())
  expect(wrongFigures(dataset, company, { journal: true, months: true })).toEqual([])
  expect(dataset.missingMonths).toEqual([])
})

test('a month that is not there is said, and not made up', async () => {
  const files = months
    .filter((month) => month !== 5)
    .map((month) => file(`${month}.csv`, csvOf(tableOf(u8, company, month))))
  const dataset = await read(files)
  expect(dataset.missingMonths).toEqual(['05'])
  expect(dataset.plans.flatMap(({ remarks }) => remarks.map(({ code }) => code))).toContain('monthsMissing')
  expect(dataset.built.ledger.months.some(({ period }) => period === '05')).toBe(false)
})

test('tables of every month beside that of the year do not disturb it', async () => {
  const files = months.map((month) => file(`${month}月余额表.csv`, csvOf(tableOf(u8, company, month))))
  const dataset = await read([balance(), ...files])
  expect(wrongFigures(dataset, company, { months: true })).toEqual([])
})

/** Account pages as programs print them: a title each, balances and sums carried over, pages of parents too. */
function pages(of: Company): TestCell[][] {
  const rows: TestCell[][] = []
  for (const { code, path } of of.chart) {
    rows.push(['明细账'], [`科目：${code} ${path.join('/')}`, null, null, '期间：2025年1月-2025年12月'])
    rows.push(['日期', '凭证号数', '摘要', '借方', '贷方', '方向', '余额'])
    let at = of.totals.get(code)?.opening ?? 0n
    rows.push([null, null, '期初余额', null, null, at < 0n ? '贷' : '借', yuan(at < 0n ? -at : at)])
    for (const month of months) {
      const sum = of.months[month - 1]?.get(code)
      for (const one of of.postings) {
        if (one.month !== month || !one.account.startsWith(code)) continue
        at += one.debit - one.credit
        const day = `2025-${String(month).padStart(2, '0')}-${String(one.day).padStart(2, '0')}`
        const sides = [one.debit, one.credit].map((fen) => (fen === 0n ? null : yuan(fen)))
        rows.push([
          day,
          `${one.word}-${one.number}`,
          one.summary,
          ...sides,
          at < 0n ? '贷' : '借',
          yuan(at < 0n ? -at : at),
        ])
      }
      rows.push([null, null, '本月合计', yuan(sum?.debit ?? 0n), yuan(sum?.credit ?? 0n), null, null])
      rows.push([null, null, '本年累计', '1.00', '2.00', null, null])
      if (month === 6) rows.push([null, null, '过次页', '1.00', '2.00'], [null, null, '承前页', '1.00', '2.00'])
    }
  }
  return rows
}

test('account pages (明细账) make the journal where there is none, and parents’ pages do not double it', async () => {
  const dataset = await read([balance(), file('明细账.csv', csvOf(pages(company)))])
  expect(wrongFigures(dataset, company, { journal: true })).toEqual([])
  const reasons = new Set(dataset.dropped.map(({ reason }) => reason))
  expect([...reasons]).toEqual(expect.arrayContaining(['balance_row', 'parent_ledger']))
  const both = await read([
    balance(),
    file('序时账.csv', csvOf(tableOf(journal, company))),
    file('明细账.csv', csvOf(pages(company))),
  ])
  expect(wrongFigures(both, company, { journal: true })).toEqual([])
})

test('a sheet that goes on where the one before was full needs no header', async () => {
  const rows = tableOf({ ...journal, firstLineOnly: true }, company)
  const cut = Math.floor(rows.length / 2)
  const files = [file('序时账1.csv', csvOf(rows.slice(0, cut))), file('序时账2.csv', csvOf(rows.slice(cut)))]
  expect(wrongFigures(await read([balance(), ...files]), company, { journal: true })).toEqual([])
})

test('an archive with GBK names in folders is read as the files in it; what is no table is passed over', async () => {
  const gbk = Buffer.from([0xd0, 0xf2, 0xca, 0xb1, 0xd5, 0xcb])
  const name = `${gbk.toString('latin1')}/2025.csv`
  const zip = zipOf([
    { name: 'a/b/balance.csv', content: csvOf(tableOf(u8, company)) },
    { name: 'MARK', content: csvOf(tableOf(journal, company)) },
    { name: 'a/photo.png', content: Uint8Array.of(0x89, 0x50, 0x4e, 0x47) },
    { name: '__MACOSX/a/._balance.csv', content: 'x' },
  ])
  // the name of the second member as a Chinese system writes it: GBK bytes, no mark
  const packed = renamed(zip, 'MARK', Buffer.from(name, 'latin1'))
  const dataset = await read([file('账套.zip', packed)])
  expect(wrongFigures(dataset, company, { journal: true })).toEqual([])
  expect(dataset.files[0]?.container).toBe('zip')
  expect(dataset.plans.map(({ reading }) => reading.sheet)).toEqual([
    'a/b/balance.csv',
    '序时账/2025.csv',
    'a/photo.png',
  ])
})

/** The archive with one member's name replaced, its Unicode mark removed. */
function renamed(zip: Buffer, from: string, to: Buffer): Buffer {
  const parts: Buffer[] = []
  let at = 0
  let grown = 0
  for (;;) {
    const place = zip.indexOf(from, at)
    if (place < 0) break
    const central = zip.readUInt32LE(place - 46) === 0x02014b50
    const head = Buffer.from(zip.subarray(at, place))
    const base = central ? place - 46 : place - 30
    head.writeUInt16LE(0, base - at + (central ? 8 : 6))
    head.writeUInt16LE(to.length, base - at + (central ? 28 : 26))
    parts.push(head, to)
    at = place + from.length
    grown += to.length - from.length
  }
  parts.push(Buffer.from(zip.subarray(at)))
  const out = Buffer.concat(parts)
  const shift = to.length - from.length
  // everything behind the local header moved by one name
  const end = out.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  out.writeUInt32LE(out.readUInt32LE(end + 16) + shift, end + 16)
  out.writeUInt32LE(out.readUInt32LE(end + 12) + grown - shift, end + 12)
  let entry = out.readUInt32LE(end + 16)
  for (let passed = false; out.readUInt32LE(entry) === 0x02014b50;) {
    const length = out.readUInt16LE(entry + 28)
    if (passed) out.writeUInt32LE(out.readUInt32LE(entry + 42) + shift, entry + 42)
    if (out.subarray(entry + 46, entry + 46 + length).equals(to)) passed = true
    entry += 46 + length
  }
  return out
}

test('a member that points outside the archive, and an archive of archives without end, are refused', async () => {
  const slip = await read([file('滑.zip', zipOf([{ name: '../../etc/passwd', content: 'x' }]))])
  expect(slip.files[0]?.problem?.code).toBe('fileUnsafePath')
  let nested = zipOf([{ name: 'a.csv', content: 'x' }])
  for (let depth = 0; depth < 5; depth += 1) nested = zipOf([{ name: 'in.zip', content: nested }])
  expect((await read([file('套娃.zip', nested)])).files[0]?.problem?.code).toBe('fileBomb')
  const bomb = zipOf([{ name: '大.csv', content: Buffer.alloc(64 * 1024 ** 2) }])
  expect((await read([file('炸弹.zip', bomb)])).files[0]?.problem?.code).toBe('fileBomb')
})

test('an asset register gives every asset; what it does not say is null, not zero', async () => {
  const rows = [
    '固定资产台账,,,,,,,,,,',
    '编制单位：宁州示范,,,,截止日期：2025-12-31,,,,,,',
    '卡片编号,固定资产名称,资产类别,开始使用日期,原值,使用年限(年),净残值率,折旧方法,本年折旧,累计折旧,净值',
    'F001,数控车床,机器设备,2020-06-15,"1,200,000.00",10,5%,平均年限法,"114,000.00","627,000.00","573,000.00"',
    'F002,办公楼,房屋建筑物,2015.03,5000000,20,0.05,平均年限法,237500,2553125,2446875',
    '小计,,,,6200000,,,,351500,3180125,3019875',
    'W001,财务软件,无形资产-软件,202401,36000,36个月,0,直线法,,18000,18000',
    '合计,,,,6236000,,,,351500,3198125,3037875',
  ]
  const dataset = await read([balance(), file('固定资产台账2025.csv', rows.join('\n'))])
  const { assets } = dataset.built.ledger
  expect(assets).toMatchObject([
    { code: 'F001', name: '数控车床', category: '机器设备', kind: 'fixed', start: '2020-06-15', cost: 120_000_000n, months: 120, residualRate: '0.05', method: '平均年限法', yearCharge: 11_400_000n, accumulated: 62_700_000n, impairment: null, net: 57_300_000n },
    { code: 'F002', name: '办公楼', category: '房屋建筑物', kind: 'fixed', start: '2015-03-01', cost: 500_000_000n, months: 240, residualRate: '0.05', method: '平均年限法', yearCharge: 23_750_000n, accumulated: 255_312_500n, impairment: null, net: 244_687_500n },
    { code: 'W001', name: '财务软件', category: '无形资产-软件', kind: 'intangible', start: '2024-01-01', cost: 3_600_000n, months: 36, residualRate: '0', method: '直线法', yearCharge: null, accumulated: 1_800_000n, impairment: null, net: 1_800_000n },
  ]) // prettier-ignore
})

test('last year’s return gives its cells by form, line and column', async () => {
  const main = [
    'A100000,中华人民共和国企业所得税年度纳税申报表（A类）,,',
    '税款所属期间：2024年01月01日至2024年12月31日,,,',
    '行次,类别,项目,金额',
    '1,利润总额计算,一、营业收入,"12,345,678.90"',
    '22.1,应纳税所得额,其中：小微,-',
    '28,,应纳税所得额,100.00',
  ]
  const wide = [
    'A105060 广告费和业务宣传费等跨年度纳税调整明细表,,,',
    '行次,项目,广告费和业务宣传费,保险企业手续费及佣金支出',
    ',,1,2',
    '1,一、本年支出,500000.00,',
    '5,乘：税收规定扣除率,15%,18%',
    '13,八、累计结转以后年度扣除额,88.88,0',
  ]
  const dataset = await read([balance(), file('A100000.csv', main.join('\n')), file('A105060.csv', wide.join('\n'))])
  expect(dataset.built.ledger.priorReturn.map(({ cell, amount, text }) => [cell, amount, text])).toEqual([
    ['A100000.1', 1_234_567_890n, '12,345,678.90'],
    ['A100000.28', 10_000n, '100.00'],
    ['A105060.1.1', 50_000_000n, '500000.00'],
    ['A105060.5.1', null, '15%'],
    ['A105060.5.2', null, '18%'],
    ['A105060.13.1', 8888n, '88.88'],
    ['A105060.13.2', 0n, '0'],
  ])
})

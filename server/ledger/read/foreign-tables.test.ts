import { afterAll, expect, test } from 'vitest'

import { readDataset } from './read-dataset.ts'
import { modelCompany } from './testing-company.ts'
import { csvOf } from './testing-csv.ts'
import { balances, booked, company, figuresOf, heads, journalOf, money, rowsOf, span } from './testing-foreign.ts'
import { sheetOf, testFolder, workbookParts, zipOf } from './testing-files.ts'
import type { TestCell } from './testing-layouts.ts'
import { bookOf } from './testing-strange-books.ts'
import { strangeMoney } from './testing-strange-style.ts'
import { reportOf } from '../stored-report.ts'

const folder = testFolder()
afterAll(() => folder.remove())
let made = 0
const file = (name: string, content: string | Uint8Array) => {
  made += 1
  return { path: folder.file(String(made), content), name }
}
const csv = (name: string, rows: TestCell[][]) => file(name, csvOf(rows))
const read = (files: ReturnType<typeof file>[]) => readDataset(files, { year: 2025 })
type Read = Awaited<ReturnType<typeof read>>

const blocks = ({ plans }: Read) =>
  plans.flatMap(({ remarks }) => remarks.filter(({ severity }) => severity === 'block').map(({ code }) => code))
const problems = ({ files }: Read) => files.flatMap(({ problem }) => problem?.code ?? [])

const yearTable = () => csv('科目余额表2025.csv', [['科目余额表2025年'], heads, ...rowsOf(company.totals)])

test('trial balances of quarters, or of half years, make the year', async () => {
  const quarters = [1, 4, 7, 10].map((month, at) => ({
    name: `第${'一二三四'[at]}季度`,
    rows: [['科目余额表'], heads, ...rowsOf(span(month, month + 2))],
  }))
  expect(balances(await read([file('2025年余额表.xls', bookOf(quarters))]))).toEqual(company.totals)
  const titled = [1, 7].map((month) => csv(`${month}.csv`, [[`科目余额表 2025年${month}-${month + 5}月`], heads, ...rowsOf(span(month, month + 5))])) // prettier-ignore
  const dataset = await read(titled)
  expect(balances(dataset)).toEqual(company.totals)
  expect(dataset.trialBalance?.movement).toEqual({ from: '2025-01', to: '2025-12' })
  expect(dataset.missingMonths).toEqual([])
})

test('a quarter that is missing between others is said', async () => {
  const tables = [1, 7, 10].map((month) => csv(`余额表2025年${month}-${month + 2}月.csv`, [heads, ...rowsOf(span(month, month + 2))])) // prettier-ignore
  const dataset = await read(tables)
  expect(dataset.missingMonths).toEqual(['04', '05', '06'])
  expect(dataset.plans.flatMap(({ remarks }) => remarks.map(({ code }) => code))).toContain('monthsMissing')
})

test('quarters beside the table of the year do not disturb it, nor are they asked about', async () => {
  const quarters = [1, 4, 7, 10].map((month, at) => ({
    name: `第${at + 1}季度`,
    rows: [['科目余额表'], heads, ...rowsOf(span(month, month + 2))],
  }))
  const dataset = await read([yearTable(), file('2025年余额表.xls', bookOf(quarters))])
  expect(balances(dataset)).toEqual(company.totals)
  expect(blocks(dataset)).toEqual([])
})

test('a sheet for each class of accounts is a part of one trial balance', async () => {
  const classes = [['资产类', /^1/], ['负债类', /^2/], ['权益类', /^[34]/], ['成本损益类', /^[56]/]] as const // prettier-ignore
  const sheets = classes.map(([name, codes]) => ({
    name,
    rows: [['科目余额表 2025年'], heads, ...rowsOf(company.totals, codes)],
  }))
  const dataset = await read([file('余额表2025.xls', bookOf(sheets))])
  expect(balances(dataset)).toEqual(company.totals)
  expect(blocks(dataset)).toEqual([])
})

test('last year’s trial balances by month make last year', async () => {
  const before = { ...modelCompany(4, 3, ['记']), year: 2024 }
  const months = before.months.map((month, at) =>
    csv(`2024年${at + 1}月余额表.csv`, [[`科目余额表 2024年${at + 1}月`], heads, ...rowsOf(month, /./, before)]),
  )
  const dataset = await read([yearTable(), ...months])
  expect(balances(dataset)).toEqual(company.totals)
  expect(figuresOf(dataset.built.ledger.prior)).toEqual(before.totals)
})

test('two trial balances of one time with other figures block; a copy does not', async () => {
  const other = rowsOf(company.totals)
  other[0] = [...(other[0] ?? []).slice(0, 5), '1.23']
  const twice = await read([yearTable(), csv('科目余额表2025改.csv', [['科目余额表2025年'], heads, ...other])])
  expect(blocks(twice)).toEqual(['tablesContradict'])
  expect(blocks(await read([yearTable(), yearTable()]))).toEqual([])
})

test('a hidden draft beside the shown table is left out and named', async () => {
  const parts = workbookParts(sheetOf([['科目余额表2025年'], heads, ...rowsOf(span(1, 6))]), { sheetName: '旧' })
  const changed = (name: RegExp, from: string, to: string) => {
    const part = parts.find((one) => name.test(one.name))
    if (part) part.content = String(part.content).replace(from, to)
  }
  changed(/workbook\.xml$/, '<sheet ', '<sheet state="hidden" ')
  changed(/workbook\.xml$/, '</sheets>', '<sheet name="新" sheetId="2" r:id="rId9"/></sheets>')
  changed(
    /\.rels$/,
    '</Relationships>',
    '<Relationship Id="rId9" Type="x/worksheet" Target="worksheets/sheet2.xml"/></Relationships>',
  )
  parts.push({
    name: 'xl/worksheets/sheet2.xml',
    content: sheetOf([['科目余额表2025年'], heads, ...rowsOf(company.totals)]),
  })
  const dataset = await read([file('余额表.xlsx', zipOf(parts))])
  expect(balances(dataset)).toEqual(company.totals)
  expect(dataset.plans[0]?.remarks.map(({ code }) => code)).toEqual(['sheetHidden'])
})

const turned = (row: TestCell[]) => [1, 0, 5, 2, 4, 3].map((at) => row[at] ?? null)

test('tables side by side, and a table that goes on below in another order of columns, are one table', async () => {
  const [left, right] = [rowsOf(company.totals, /^1/), rowsOf(company.totals, /^[2-6]/)]
  const beside = Array.from({ length: Math.max(left.length, right.length) }, (_, at) => [
    ...(left[at] ?? heads.map(() => null)),
    null,
    ...(right[at] ?? []),
  ])
  expect(
    balances(await read([csv('2025.csv', [['科目余额表2025年'], [...heads, null, ...heads], ...beside])])),
  ).toEqual(company.totals)
  const below = [['科目余额表2025年'], heads, ...left, [], ['续表'], turned(heads), ...right.map(turned)]
  expect(balances(await read([csv('2025.csv', below)]))).toEqual(company.totals)
})

test('another table below whose columns do not fit is refused with its row', async () => {
  const rows = [heads, ...rowsOf(company.totals), ['科目编码', '科目名称', '借方累计', '贷方累计', '备注'], ['1001', '库存现金', '1.00', '2.00', '']] // prettier-ignore
  const dataset = await read([csv('2025.csv', rows)])
  expect(dataset.files[0]?.problem).toMatchObject({
    code: 'fileSecondTable',
    params: { row: rows.length - 1, file: '2025.csv' },
  })
})

test('debit and credit that are closing balances are no movement, and the lack of it blocks', async () => {
  const rows = company.chart.flatMap(({ code, name, leaf }): TestCell[][] => {
    const closing = company.totals.get(code)?.closing ?? 0n
    return leaf && closing !== 0n ? [[`${code} ${name}`, closing > 0n ? money(closing) : '', closing < 0n ? money(-closing) : '']] : [] // prettier-ignore
  })
  const dataset = await read([csv('2025.csv', [['Trial Balance'], ['End of Dec 2025'], ['Account', 'Debit', 'Credit'], ...rows])]) // prettier-ignore
  expect(blocks(dataset)).toEqual(['balanceNoMovement'])
  const leaves = dataset.built.ledger.accounts.filter(
    ({ code }) => company.chart.find((one) => one.code === code)?.leaf,
  )
  expect(leaves.map(({ code, debit, credit, closing }) => [code, debit, credit, closing])).toEqual(
    leaves.map(({ code }) => [code, 0n, 0n, company.totals.get(code)?.closing]),
  )
  expect(leaves.length).toBe(rows.length)
})

test('the Description of an English trial balance is the account’s name', async () => {
  const rows = rowsOf(company.totals)
  const dataset = await read([csv('TB 2025.csv', [['Account', 'Description', 'Beginning Balance', 'Debits', 'Credits', 'Ending Balance'], ...rows])]) // prettier-ignore
  expect(balances(dataset)).toEqual(company.totals)
  expect(dataset.built.ledger.accounts.map(({ name }) => name)).toEqual(company.chart.map(({ name }) => name))
})

test('names in columns by level make a trial balance, not a balance sheet', async () => {
  const rows = company.chart.map(({ code, path }) => {
    const { opening = 0n, debit = 0n, credit = 0n, closing = 0n } = company.totals.get(code) ?? {}
    return [path[0] ?? '', path[1] ?? '', path[2] ?? '', ...[opening, debit, credit, closing].map(money)]
  })
  const dataset = await read([csv('2025.csv', [['科目余额表 2025年'], ['一级科目', '二级科目', '三级科目', '期初余额', '借方发生额', '贷方发生额', '期末余额'], ...rows])]) // prettier-ignore
  const byPath = new Map(company.chart.map(({ path, code }) => [path.join('/'), code]))
  const accounts = dataset.built.ledger.accounts.map(({ fullName, opening, debit, credit, closing }) => ({
    code: byPath.get(fullName) ?? fullName,
    opening,
    debit,
    credit,
    closing,
  }))
  expect(figuresOf(accounts)).toEqual(company.totals)
})

test('one long table with a month in every row is the year by months', async () => {
  const rows = company.months.flatMap((month, at) =>
    rowsOf(month).map((row): TestCell[] => [`2025-${String(at + 1).padStart(2, '0')}`].concat(row.map(String))),
  )
  const dataset = await read([csv('余额.csv', [['会计期间', ...heads], ...rows])])
  expect(balances(dataset)).toEqual(company.totals)
  expect(new Set(dataset.built.ledger.months.map(({ period }) => period)).size).toBe(12)
})

test('tables drawn with bars, and values kept from becoming numbers by a tab, are read', async () => {
  const table = [heads, ...rowsOf(company.totals)]
  const drawn = ['  科目余额表 2025年', '┌──┬──┐', ...table.flatMap((row) => [`│${row.map((cell) => String(cell).padEnd(9)).join('│')}│`, '├──┼──┤'])] // prettier-ignore
  expect(balances(await read([file('打印.txt', drawn.join('\r\n'))]))).toEqual(company.totals)
  const tabbed = table.map((row) => row.map((cell) => `\t${cell}`))
  expect(balances(await read([file('余额2025.csv', tabbed.map((row) => row.join(',')).join('\n'))]))).toEqual(
    company.totals,
  )
})

test('a formula that no program has worked out refuses the file instead of counting as nothing', async () => {
  const sheet = sheetOf([['科目余额表2025年'], heads, ...rowsOf(company.totals)])
  const last = sheet.lastIndexOf('<c ')
  const formula = `${sheet.slice(0, last)}<c><f>C3+D3-E3</f></c></row></sheetData></worksheet>`
  const dataset = await read([file('公式2025.xlsx', zipOf(workbookParts(formula)))])
  expect(problems(dataset)).toEqual(['fileNotCalculated'])
})

const dayOf = ({ month, day }: { month: number; day: number }) => `2025-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` // prettier-ignore
const nameOf = (code: string) => company.chart.find((one) => one.code === code)?.path ?? []
const side = (fen: bigint) => (fen === 0n ? null : money(fen))

test('printed vouchers, whose number and date stand above each, give their lines', async () => {
  const vouchers = Map.groupBy(company.postings, ({ month, number }) => `${month} ${number}`)
  const rows: TestCell[][] = []
  for (const lines of vouchers.values()) {
    const [first] = lines
    if (!first) continue
    rows.push(
      ['记 账 凭 证'],
      ['核算单位：某公司', null, `日期：${dayOf(first)}`, `凭证号：记-${first.number}`],
      ['摘要', '会计科目', '借方金额', '贷方金额'],
      ...lines.map(({ summary, account, debit, credit }) => [summary, `${account} ${nameOf(account).join('-')}`, side(debit), side(credit)]), // prettier-ignore
      ['合计：壹仟元整', null, '1.00', '1.00'],
      ['会计主管：', null, '记账：', '制单：张三'],
      [],
    )
  }
  const dataset = await read([yearTable(), csv('凭证2025.csv', rows)])
  expect(journalOf(dataset)).toEqual(booked())
  expect(dataset.built.ledger.journal.vouchers.length).toBe(vouchers.size)
  expect(reportOf(dataset).report.checks.find(({ id }) => id === 'S06')?.differences).toEqual([])
})

test('SAP account pages in text, a title above each and stars before totals, are the journal', async () => {
  const rule = '-'.repeat(80)
  const lines = company.chart.flatMap(({ code, name, leaf }) => {
    const own = company.postings.filter(({ account }) => leaf && account === code)
    if (own.length === 0) return []
    return [
      `G/L Account     ${code.padEnd(10, '0')}  ${name}`,
      'Company Code    1000',
      rule,
      '| St|DocumentNo|Pstng Date|PK|   Amount in local cur.|LCurr|Text            |',
      rule,
      ...own.map(({ month, day, number, debit, credit, summary }) => {
        const [year, m, d] = dayOf({ month, day }).split('-')
        return `| x |${1_000_000 + month * 1000 + number}|${d}.${m}.${year}|40|${strangeMoney(debit - credit, 'trailing')}|CNY|${summary}|`
      }),
      rule,
      '|*  |          |          |  |         1.00 |CNY  |                |',
      rule,
    ]
  })
  expect(journalOf(await read([yearTable(), file('FBL3N.txt', lines.join('\r\n'))]), true)).toEqual(booked(true))
})

test('month sheets of a journal that print the day alone, and a handwritten book’s two-row header, are read', async () => {
  const heads = ['日', '凭证号', '摘要', '科目编码', '借方', '贷方']
  const sheets = company.months.map((_, at) => ({
    name: `${at + 1}月`,
    rows: [heads, ...company.postings.filter(({ month }) => month === at + 1).map(({ day, number, summary, account, debit, credit }) => [day, `记-${number}`, summary, account, side(debit), side(credit)])], // prettier-ignore
  }))
  expect(journalOf(await read([yearTable(), file('2025年凭证.xls', bookOf(sheets))]))).toEqual(booked())
  const rows = company.postings.map(({ month, day, number, summary, account, debit, credit }) => [
    month, day, '记', number, summary, nameOf(account)[0] ?? '', nameOf(account).slice(1).join('-'), side(debit), side(credit),
  ]) // prettier-ignore
  const book = [['2025年', null, '凭证', null, '摘要', '总账科目', '明细科目', '借方金额', '贷方金额'], ['月', '日', '字', '号'], ...rows] // prettier-ignore
  expect(journalOf(await read([yearTable(), csv('手工账.csv', book)]))).toEqual(booked())
})

test('a voucher number of five digits beside its date in one column is no day', async () => {
  const rows = company.postings.map(({ month, day, number, summary, account, debit, credit }) => [
    `${dayOf({ month, day })}#${40_000 + number}`, summary, account, side(debit), side(credit),
  ]) // prettier-ignore
  expect(
    journalOf(
      await read([yearTable(), csv('2025.csv', [['日期#凭证号', '摘要', '科目编码', '借方', '贷方'], ...rows])]),
    ),
  ).toEqual(booked())
})

test('amounts with their side in front keep red letters on it', async () => {
  const rows = company.postings.map(({ month, day, number, summary, account, debit, credit }) => [
    dayOf({ month, day }), `记-${number}`, summary, account, debit === 0n ? `贷${money(credit)}` : `借${money(debit)}`,
  ]) // prettier-ignore
  expect(
    journalOf(await read([yearTable(), csv('2025.csv', [['日期', '凭证号', '摘要', '科目编码', '金额'], ...rows])])),
  ).toEqual(booked())
})

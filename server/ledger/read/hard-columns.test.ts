import { afterAll, describe, expect, test } from 'vitest'

import { columnSignatures, layoutSignature, type ColumnAnswers } from '#engine/ledger/column-signature.ts'

import { readDataset } from './read-dataset.ts'
import { testFolder, workbookParts, zipOf } from './testing-files.ts'

const folder = testFolder()
afterAll(() => folder.remove())
let made = 0
const read = (files: Record<string, string[]>, answers?: ColumnAnswers) =>
  readDataset(
    Object.entries(files).map(([name, rows]) => {
      made += 1
      return { path: folder.file(`${made}`, rows.join('\n')), name }
    }),
    { year: 2025, ...(answers && { answers }) },
  )
const blocks = ({ plans }: Awaited<ReturnType<typeof read>>) =>
  plans.flatMap(({ remarks }) => remarks.filter(({ severity }) => severity === 'block').map(({ code }) => code))

const balance = [
  '科目编码,科目名称,期初余额,本期借方,本期贷方,期末余额',
  '1001,库存现金,100.00,50.00,30.00,120.00',
  '1002,银行存款,1000.10,200.05,100.15,1100.00',
  '1122,应收账款,0.00,30.00,30.00,0.00',
  '4001,实收资本,-1100.10,100.15,220.05,-1220.00',
]
const accounts = ({ built }: Awaited<ReturnType<typeof read>>) =>
  built.ledger.accounts.map(({ code, fullName, opening, debit, credit, closing, leaf }) => [
    code, fullName, opening, debit, credit, closing, leaf,
  ]) // prettier-ignore

test('two columns of one name whose cells differ are asked about, never guessed; the answer is found by the layout again', async () => {
  const journal = [
    '日期,凭证号,摘要,科目编码,借方金额,贷方金额,借方金额,贷方金额',
    '2025-01-02,记-1,收汇,1002,10.00,,71.30,',
    '2025-01-02,记-1,收汇,1122,,10.00,,71.30',
    '2025-01-03,记-2,收款,1002,5.00,,5.00,',
    '2025-01-03,记-2,收款,1122,,5.00,,5.00',
  ]
  const files = { '余额表.csv': balance, '序时账.csv': journal }
  const asked = await read(files)
  expect(blocks(asked)).toEqual(['sheetQuestions'])
  expect(asked.built.ledger.journal.size).toBe(0)
  const plan = asked.plans[1]
  expect(plan?.use).toBeNull()
  expect(
    plan?.reading.questions.map(({ column, signature, candidates }) => [column, signature, candidates[0]?.role]),
  ).toEqual([
    [4, '借方金额', 'debit'],
    [5, '贷方金额', 'credit'],
    [6, '借方金额#2', 'debit'],
    [7, '贷方金额#2', 'credit'],
  ])
  expect(plan?.reading.questions[2]?.samples).toEqual(['71.30', '5.00'])
  expect(plan?.reading.questions[0]?.candidates[0]?.evidence).toContainEqual({
    code: 'evidenceEquation',
    params: { role: 'debit', share: 100 },
  })
  const signature = plan?.reading.signature ?? ''
  const answers: ColumnAnswers = {
    [signature]: { 借方金额: 'original', 贷方金额: 'original', '借方金额#2': 'debit', '贷方金额#2': 'credit' },
  }
  const told = await read(files, answers)
  expect(blocks(told)).toEqual([])
  expect([...told.built.ledger.journal.debit]).toEqual([7130n, 0n, 500n, 0n])
})

test('amounts under words nobody knows are asked about with what the vouchers and rows prove', async () => {
  const journal = [
    '日期,凭证号,摘要,科目编码,甲数,乙数',
    '2025-01-02,记-1,收款,1002,10.01,',
    '2025-01-02,记-1,收款,1122,,10.01',
    '2025-01-03,记-2,收款,1002,5.02,',
    '2025-01-03,记-2,收款,1122,,5.02',
  ]
  const asked = await read({ '余额表.csv': balance, '序时账.csv': journal })
  const [first] = asked.plans[1]?.reading.questions ?? []
  expect(first).toMatchObject({ header: '甲数', candidates: [{ role: 'debit' }, { role: 'credit' }, {}, {}, {}] })
  expect(first?.candidates[0]?.evidence).toEqual([{ code: 'evidenceEquation', params: { role: 'debit', share: 100 } }])
  expect(blocks(asked)).toEqual(['sheetQuestions'])
})

test('the same name twice in a trial balance is no question where only one choice makes the rows true', async () => {
  const rows = balance.map((row, at) => {
    const cells = row.split(',')
    return [...cells.slice(0, 3), at === 0 ? '本期借方' : '7.77', ...cells.slice(3)].join(',')
  })
  const wrong = await read({ '余额表.csv': rows })
  expect(blocks(wrong)).toEqual(['sheetQuestions'])
  const sound = balance.map((row, at) => `${row},${at === 0 ? '本期借方' : '7.77'}`)
  const dataset = await read({ '余额表.csv': sound })
  expect(blocks(dataset)).toEqual([])
  expect(accounts(dataset)).toEqual(accounts(await read({ '余额表.csv': balance })))
})

test('a layout keeps its signature whatever the order of its columns, and loses it with another column', () => {
  const headers = ['日期', '借方金额', '借方金额', '[科目编码]']
  expect(columnSignatures(headers)).toEqual(['日期', '借方金额', '借方金额#2', '科目编码'])
  expect(layoutSignature(headers)).toBe(layoutSignature(headers.toReversed()))
  expect(layoutSignature(headers)).not.toBe(layoutSignature([...headers, '余额']))
})

const dated = (dates: string[], period: string[] = []) => [
  `日期${period.length > 0 ? ',期间' : ''},凭证号,摘要,科目编码,借方,贷方`,
  ...dates.flatMap((date, at) => {
    const lead = period.length > 0 ? `${date},${period[at]}` : date
    return [`${lead},记-${at + 1},收款,1002,1.00,`, `${lead},记-${at + 1},收款,1122,,1.00`]
  }),
]
const days = async (rows: string[]) => {
  const dataset = await read({ '余额表.csv': balance, '序时账2025.csv': rows })
  return blocks(dataset).length > 0 ? blocks(dataset) : dataset.built.ledger.journal.vouchers.map(({ date }) => date)
}

test('dates with the month first are told by the days, by the period column, or asked about', async () => {
  expect(await days(dated(['03/04/2025', '03/25/2025']))).toEqual(['2025-03-04', '2025-03-25'])
  expect(await days(dated(['03/04/2025', '25/04/2025']))).toEqual(['2025-04-03', '2025-04-25'])
  expect(await days(dated(['03/04/2025', '03/05/2025'], ['3', '3']))).toEqual(['2025-03-04', '2025-03-05'])
  expect(await days(dated(['03/04/2025', '03/05/2025']))).toEqual(['sheetQuestions'])
  expect(await days(dated(['03.04.2025', '02-1月 -25']))).toEqual(['2025-04-03', '2025-01-02'])
})

test('month and day in columns of their own are dates of the year in the title', async () => {
  const rows = [
    '序时账,,,,,,,',
    '2025年,,凭证号,摘要,科目编码,借方,贷方',
    '月,日,,,,,',
    '1,2,记-1,收款,1002,3.00,',
    '1,2,记-1,收款,1122,,3.00',
  ]
  const dataset = await read({ '余额表.csv': balance, '序时账.csv': rows })
  expect(dataset.built.ledger.journal.vouchers).toMatchObject([{ key: '01-记-1', date: '2025-01-02' }])
})

test('quantities and original currency are never amounts, whichever comes first', async () => {
  const rows = [
    '科目编码,科目名称,期初余额,,,本期借方,,,本期贷方,,,期末余额,,',
    ',,数量,本币,原币,原币,本币,数量,数量,本币,原币,原币,本币,数量',
    '1405,库存商品,3,300.00,42.00,7.00,50.00,1,2,200.00,28.00,21.00,150.00,2',
    '4001,实收资本,,-300.00,-42.00,28.00,200.00,,,50.00,7.00,-21.00,-150.00,',
  ]
  const dataset = await read({ '余额表2025.csv': rows })
  expect(accounts(dataset)).toEqual([
    ['1405', '库存商品', 30_000n, 5000n, 20_000n, 15_000n, true],
    ['4001', '实收资本', -30_000n, 20_000n, 5000n, -15_000n, true],
  ])
})

test('rows without a code below an account are its dimensions, and are not added to it', async () => {
  const rows = [
    '科目编码,科目名称,期初余额,本期借方,本期贷方,期末余额',
    '1122,应收账款,30.00,5.00,0,35.00',
    ',客户:甲公司,10.00,5.00,0,15.00',
    ',客户:[C02]乙公司,20.00,0,0,20.00',
    '4001,实收资本,-30.00,0,5.00,-35.00',
  ]
  const dataset = await read({ '余额表2025.csv': rows })
  expect(accounts(dataset).map(([code, , opening]) => [code, opening])).toEqual([
    ['1122', 3000n],
    ['4001', -3000n],
  ])
  expect(dataset.built.ledger.dimensions).toMatchObject([
    { account: '1122', kind: 'customer', code: '', name: '甲公司', opening: 1000n, closing: 1500n },
    { account: '1122', kind: 'customer', code: 'C02', name: '乙公司', opening: 2000n, closing: 2000n },
  ])
})

test('accounts without codes are known by the path in their names, by level columns or by indent', async () => {
  const figures = ['30.00,5.00,0,35.00', '10.00,5.00,0,15.00', '20.00,0,0,20.00', '-30.00,0,5.00,-35.00']
  const table = (head: string, names: string[]) => [
    `${head},期初余额,本期借方,本期贷方,期末余额`,
    ...names.map((name, at) => `${name},${figures[at]}`),
  ]
  const want = [
    ['银行存款', '银行存款', 3000n, 500n, 0n, 3500n, false],
    ['银行存款/工行', '银行存款/工行', 1000n, 500n, 0n, 1500n, true],
    ['银行存款/建行', '银行存款/建行', 2000n, 0n, 0n, 2000n, true],
    ['实收资本', '实收资本', -3000n, 0n, 500n, -3500n, true],
  ]
  for (const separator of ['/', '\\', '-', '_']) {
    const names = ['银行存款', `银行存款${separator}工行`, `银行存款${separator}建行`, '实收资本']
    expect(accounts(await read({ '余额表2025.csv': table('科目名称', names) }))).toEqual(want)
  }
  const indented = ['银行存款', '  工行', '  建行', '实收资本']
  expect(accounts(await read({ '余额表2025.csv': table('科目名称', indented) }))).toEqual(want)
  const levels = ['银行存款,', '银行存款,工行', '银行存款,建行', '实收资本,']
  expect(accounts(await read({ '余额表2025.csv': table('一级科目,二级科目', levels) }))).toEqual(want)
})

test('detail rows that print only their own digits get their parent’s in front', async () => {
  const rows = [
    '科目代码,科目名称,期初余额,本期借方,本期贷方,期末余额',
    '1002,银行存款,30.00,5.00,0,35.00',
    '01,  工行,10.00,5.00,0,15.00',
    '02,  建行,20.00,0,0,20.00',
    '4001,实收资本,-30.00,0,5.00,-35.00',
  ]
  expect(accounts(await read({ '余额表2025.csv': rows })).map(([code, , , , , , leaf]) => [code, leaf])).toEqual([
    ['1002', false], ['100201', true], ['100202', true], ['4001', true],
  ]) // prettier-ignore
})

test('composite accounts of a trial balance add up by their natural account', async () => {
  const rows = [
    'Account,Account Name,Opening Balance,Debit,Credit,Closing Balance',
    '01.100.1002.000,Bank,10.00,1.00,0,11.00',
    '01.200.1002.000,Bank,5.00,1.00,0,6.00',
    '01.100.4001.000,Capital,-15.00,0,2.00,-17.00',
  ]
  expect(accounts(await read({ 'TB_2025.csv': rows })).map(([code, , opening, debit]) => [code, opening, debit])).toEqual([
    ['1002', 1500n, 200n], ['4001', -1500n, 0n],
  ]) // prettier-ignore
})

test('void and unposted vouchers are told by their marks, also by one 状态 column', async () => {
  const journal = [
    '日期,凭证号,摘要,科目编码,借方,贷方,状态',
    '2025-01-02,记-1,收款,1002,1.00,,已记账',
    '2025-01-02,记-1,收款,1122,,1.00,已记账',
    '2025-01-03,记-2,作废,1002,9.00,,作废',
    '2025-01-03,记-2,作废,1122,,9.00,作废',
    '2025-01-04,记-3,未记账,1002,2.00,,未记账',
    '2025-01-04,记-3,未记账,1122,,2.00,未记账',
  ]
  const { journal: books } = (await read({ '余额表.csv': balance, '序时账.csv': journal })).built.ledger
  expect(books.voided).toEqual(['01-记-2'])
  expect([...books.unposted].map((place) => books.vouchers[place]?.key)).toEqual(['01-记-3'])
  expect(books.size).toBe(4)
})

test('a ledger in Big5 reads like the same one in UTF-8, a bar in the second byte of a character too', async () => {
  const rows = [
    '科目編號,科目名稱,期初餘額,借貸,借方金額,貸方金額,期末餘額,借貸',
    '1001,庫存現金,100.00,借,50.00,30.00,120.00,借',
    '1002,銀行存款,1000.10,借,200.05,100.15,1100.00,借',
    '4001,實收資本功,1100.10,貸,100.15,220.05,1220.00,貸',
  ]
  const old = await readDataset(
    [',', '|'].map((delimiter) => ({
      path: folder.file(`big5${delimiter.codePointAt(0)}`, big5(rows.join('\r\n').replaceAll(',', delimiter))),
      name: `big5${delimiter.codePointAt(0)}.csv`,
    })),
    { year: 2025 },
  )
  expect(old.files.map(({ encoding }) => encoding)).toEqual(['big5', 'big5'])
  const [first = []] = accounts(await read({ 'big5.csv': rows })).map((account) => [account])
  expect(first).toEqual([['1001', '庫存現金', 10000n, 5000n, 3000n, 12000n, true]])
  expect(
    accounts(await readDataset([{ path: folder.file('one', big5(rows.join('\n'))), name: 'one.csv' }], { year: 2025 })),
  ).toEqual(accounts(await read({ 'big5.csv': rows })))
})

const line = (cells: (string | number | null)[], red = false) =>
  `<row>${cells.map((cell) => (typeof cell === 'number' ? `<c s="${red ? 1 : 0}"><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${cell ?? ''}</t></is></c>`)).join('')}</row>`

describe('positive amounts in red letters', () => {
  const styles =
    '<styleSheet><fonts><font><color theme="1"/></font><font><color rgb="FFFF0000"/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs></styleSheet>'
  const heads = line(['日期', '凭证号', '摘要', '科目编码', '借方金额', '贷方金额'])
  // the red voucher stands far below the rows by which a sheet is recognised
  const plain = Array.from({ length: 150 }, (_, at) => [
    line(['2025-01-02', `记-${at + 1}`, '收款', '1002', 10, null]),
    line(['2025-01-02', `记-${at + 1}`, '收款', '1122', null, 10]),
  ]).flat()
  const red = [
    line(['2025-01-03', '记-200', '冲销收款', '1002', 4, null], true),
    line(['2025-01-03', '记-200', '冲销收款', '1122', null, 4], true),
  ]
  const sheet = `<worksheet><sheetData>${[heads, ...plain, ...red].join('')}</sheetData></worksheet>`
  const path = () => folder.file('red.xlsx', zipOf(workbookParts(sheet, { styles, sheetName: '序时账' })))
  const readRed = (answers?: ColumnAnswers) =>
    readDataset([{ path: path(), name: '序时账.xlsx' }], { year: 2025, ...(answers && { answers }) })

  test('are asked about, with what speaks for less than nothing', async () => {
    const [plan] = (await readRed()).plans
    expect(plan?.asks.map(({ about, candidates }) => [about, candidates[0]?.answer])).toEqual([['red', 'red_minus']])
    expect(plan?.asks[0]?.samples).toEqual(['302: 4', '303: 4'])
  })

  test.each([
    ['red_minus', 1496n],
    ['red_mark', 1504n],
  ] as const)('answered %s, they are read so', async (answer, yuan) => {
    const [plan] = (await readRed()).plans
    const { built, plans } = await readRed({ [plan?.reading.signature ?? '']: { '@red': answer } })
    expect(plans.flatMap(({ asks }) => asks)).toEqual([])
    const { journal } = built.ledger
    const debit = Array.from({ length: journal.size }, (_, at) => journal.debit[at] ?? 0n).reduce(
      (sum, fen) => sum + fen,
      0n,
    )
    expect(debit).toBe(yuan * 100n)
  })
})

/** The bytes of a text in Big5, by what the platform reads from each pair. */
function big5(text: string): Buffer {
  const decoder = new TextDecoder('big5')
  const pairs = new Map<string, [number, number]>()
  for (let lead = 0xa1; lead <= 0xf9; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      const one = decoder.decode(Uint8Array.of(lead, trail))
      if (Array.from(one).length === 1 && !pairs.has(one)) pairs.set(one, [lead, trail])
    }
  return Buffer.from(Array.from(text).flatMap((one) => pairs.get(one) ?? [one.charCodeAt(0)]))
}

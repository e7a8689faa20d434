import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { calculators } from '#engine/calculator/calculators.ts'
import { calculatorLaw } from '#facts/calculator-law.ts'
import { ratioCell } from './analysis-text.ts'
import { answerColumns, computeBatch } from './batch.ts'
import { figureWords } from './figure-words.ts'
import { batchSheet, type Speech } from './out-sheets.ts'
import { readTables } from './read-table.ts'
import { startValues } from './start-values.ts'
import { cellsOfText, cellText, matchRows } from './table-text.ts'
import { calculatorTools } from './tools.ts'
import { xlsxOf } from './write-table.ts'

const payroll = calculators.find(({ code }) => code === 'iitMonth')
if (!payroll) throw new Error('no calculator of a payroll')
const speech: Speech = { say: ({ zh }) => zh, t: (key) => key, nameOf: (id) => id }
const order = (rows: Record<string, string>[]) => ({
  calculator: payroll,
  law: calculatorLaw,
  base: { ...startValues(payroll.fields), year: '2025' },
  rows,
})

describe('a pasted table', () => {
  test('is matched by its headings, in whichever order and language', () => {
    const cells = cellsOfText('累计收入\t姓名\t备注\tMonths so far\r\n"30,000"\t张三\tx\t1\r\n\t\t\t\r\n')
    expect(matchRows(payroll.fields, cells, 10)).toMatchObject({
      rows: [{ income: '30,000', name: '张三', months: '1' }],
      columns: [{ key: 'income' }, { key: 'name' }, { key: 'months' }],
      cut: false,
    })
  })
  test('never takes an amount with tax for one without', () => {
    const fee = calculators.find(({ code }) => code === 'iitFee')
    const read = (text: string) => matchRows(fee?.fields ?? [], cellsOfText(text), 9).rows
    expect(read('姓名,金额（含税）,金额（不含税）\n张三,1060,1000')).toEqual([{ name: '张三', amount: '1000' }])
    expect(read('姓名,不含税金额\n张三,1000')).toEqual([{ name: '张三', amount: '1000' }])
    expect(read('姓名,金额（含税）\n张三,1060')).toEqual([{ name: '张三' }])
    expect(read('姓名,金额\n张三,1000')).toEqual([{ name: '张三', amount: '1000' }])
  })
  test('without headings is read in the order of the fields, and cut where it is too long', () => {
    const cells = cellsOfText('张三,2025,3,"90,000"\n李四,2025,1,5000')
    expect(matchRows(payroll.fields, cells, 1)).toMatchObject({
      rows: [{ name: '张三', year: '2025', months: '3', income: '90,000' }],
      cut: true,
    })
  })
  test('is matched by headings below a title, and of two columns of one name by the first', () => {
    const cells = cellsOfText('2025 年工资表\r\n累计收入,姓名,累计收入\n30000,张三,1')
    expect(matchRows(payroll.fields, cells, 10).rows).toEqual([{ income: '30000', name: '张三' }])
  })
  test('keeps the words of a choice, days and flags as their fields do', () => {
    const stamp = calculators.find(({ code }) => code === 'stampDuty')
    const cells = cellsOfText('税目\t书立日期\n借款合同\t2026/5/1\n没有的税目\t昨天')
    expect(matchRows(stamp?.rows?.fields ?? [], cells, 9).rows).toEqual([
      { kind: 'loan', day: '2026-05-01' },
      { kind: '没有的税目', day: '昨天' },
    ])
  })
  test('of a workbook gives numbers without dust and days as days', () => {
    expect([cellText(0.1 + 0.2), cellText(30000), cellText(new Date('2025-01-31T00:00:00Z')), cellText(null), cellText(true)]).toEqual(['0.3', '30000', '2025-01-31', '', '1']) // prettier-ignore
  })
})

describe('a file', () => {
  test('that was written is read again', async () => {
    const bytes = await xlsxOf([
      {
        name: '批量:结果',
        rows: [
          ['姓名', '金额'],
          ['=1+1', 1234.5],
        ],
      },
    ])
    expect(await readTables(new Blob([bytes.slice().buffer]))).toEqual([
      [
        ['姓名', '金额'],
        ['=1+1', '1234.5'],
      ],
    ])
  })
  test('of ratios holds numbers in the form they are read, not their words', async () => {
    const half = { n: 1n, d: 8n }
    const row = [ratioCell(half, 'percent'), ratioCell({ n: 301n, d: 3n }, 'days'), ratioCell(undefined, 'times')]
    const bytes = await xlsxOf([{ name: '比率', rows: [['a', 'b', 'c'], row] }])
    const { sheets } = await readXlsx(bytes, { readStyles: true })
    expect(sheets[0]?.rows[1]?.slice(0, 2)).toEqual([0.125, 100.3])
    expect(sheets[0]?.cells?.get('1,0')?.style?.numFmt).toBe('0.00%')
  })
  test('of commas is read in UTF-8 and in GB18030', async () => {
    const gbk = new Uint8Array([0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0x31]) // 姓名,1
    expect(await readTables(new Blob([gbk]))).toEqual([[['姓名', '1']]])
    expect(await readTables(new Blob(['\uFEFF姓名,"a,b"\n']))).toMatchObject([[['姓名', 'a,b']]])
    const wide = Uint8Array.from(
      Array.from('\uFEFF姓名\t1').flatMap((char) => [char.charCodeAt(0) & 255, char.charCodeAt(0) >> 8]),
    )
    expect(await readTables(new Blob([wide]))).toEqual([[['姓名', '1']]])
  })
})

describe('a batch', () => {
  test('computes five thousand rows, pausing on the way, and names the rows it could not', async () => {
    const rows = Array.from({ length: 5000 }, (_, at) => ({
      income: at === 7 ? 'x' : String(20_000 + at),
      social: '',
      months: '1',
    }))
    let pauses = 0
    const results = await computeBatch(order(rows), () => (pauses += 1), new AbortController().signal)
    expect(results).toHaveLength(5000)
    expect(pauses).toBeGreaterThan(3)
    expect(results.filter(({ outcome }) => outcome.kind === 'refused').map(({ at }) => at)).toEqual([7])
    const sheet = batchSheet(payroll, results, speech)
    expect(sheet.rows).toHaveLength(5001)
    expect(sheet.rows[1]).toContain(450)
    expect(sheet.rows[8]?.at(-1)).toBe('累计收入 · 请填写金额，最多两位小数')
    expect(answerColumns(results).map(({ key }) => key)).toEqual(['tax', 'taxable', 'rate'])
  })
  test('takes an empty cell for empty, never for what stands in the form', async () => {
    const base = { ...startValues(payroll.fields), year: '2025', income: '90000', social: '4000' }
    const rows = [{ income: '', months: '1' }, { income: '30000', months: '1', social: '' }, { income: '30000' }]
    const results = await computeBatch({ ...order(rows), base }, () => undefined, new AbortController().signal)
    expect(results[0]?.outcome).toMatchObject({ kind: 'refused', problems: [{ field: 'income' }] })
    expect(results[1]?.outcome).toMatchObject({ answers: [{ value: '750.00' }, {}, {}] })
    expect(results[2]?.outcome).toMatchObject({ answers: [{ value: '630.00' }, {}, {}] })
  })
  test('hands out what somebody wrote as text that no spreadsheet computes', async () => {
    const rows = [{ name: '=HYPERLINK("http://x","y")', income: '-1', months: '1' }]
    const results = await computeBatch(order(rows), () => undefined, new AbortController().signal)
    expect(batchSheet(payroll, results, speech).rows[1]?.slice(0, 1)).toEqual([`'=HYPERLINK("http://x","y")`])
    expect(batchSheet(payroll, results, speech).rows[1]).toContain('-1')
  })
  test('stops when it is told to', async () => {
    const stop = new AbortController()
    stop.abort()
    expect(await computeBatch(order([{ income: '1' }]), () => undefined, stop.signal)).toEqual([])
  })
})

describe('the tools', () => {
  test('are one for each calculator, at its own address', () => {
    expect(calculators.filter(({ code }) => !calculatorTools.some((tool) => tool.code === code))).toEqual([])
    expect(calculatorTools.filter(({ code, path }) => path !== `/aiTools/${code}`)).toEqual([])
    expect(new Set(calculatorTools.map(({ code }) => code)).size).toBe(calculatorTools.length)
  })
  test('have words for every figure of their law', () => {
    const own = new Set(calculatorLaw.parameters.map(({ id }) => id).filter((id) => /^[a-z]/.test(id)))
    expect([...own].filter((id) => !figureWords[id])).toEqual([])
    expect(Object.keys(figureWords).filter((id) => !own.has(id))).toEqual([])
  })
})

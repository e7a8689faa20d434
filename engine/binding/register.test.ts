import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { taxFacts } from '#facts/facts.ts'
import type { Asset } from '../ledger/model.ts'
import { emptyBooks } from '../workpaper/empty-books.ts'
import type { Entry } from '../workpaper/entry.ts'
import { generate, textOf, vocabularyOf } from '../workpaper/generate.ts'
import { check } from './check.ts'
import { complete, type Names } from './complete.ts'
import { describeFault } from './fault.ts'
import type { Unit } from './functions.ts'
import { functionWords } from './function-words.ts'
import type { Adjustment } from './ledger-access.ts'
import { compile } from './program.ts'

const words = (text: string) => ({ zh: text, en: text })
const gifts = {
  id: 'gifts',
  paper: 'X01',
  evidence: null,
  proposal: null,
  label: words('礼品'),
  columns: [
    { key: 'amount', label: words('金额'), unit: 'money' as const },
    { key: 'kind', label: words('类别'), unit: 'text' as const },
    { key: 'day', label: words('日期'), unit: 'date' as const },
    { key: 'done', label: words('已核'), unit: 'bool' as const },
  ],
}
const asset = (code: string, more: Partial<Asset>): Asset => ({
  code,
  name: code,
  category: '',
  kind: 'fixed',
  start: null,
  cost: null,
  months: null,
  residualRate: null,
  method: '',
  yearCharge: null,
  accumulated: null,
  impairment: null,
  net: null,
  origin: { file: 0, sheet: '', row: 0 },
  ...more,
})
const assets = [
  asset('A1', { cost: 1_000_00n, start: '2023-05-01', category: '电子设备', months: 36, residualRate: '0.05' }),
  asset('A2', { cost: 250_50n, start: '2024-02-01', category: '房屋', yearCharge: 12_00n }),
  asset('B1', { kind: 'intangible', category: '软件' }),
]
const rows: Entry[] = [
  { key: 'a', values: { amount: '100.00', kind: '卡', day: '2025-03-01', done: 'true' } },
  { key: 'b', values: { amount: '20.5', kind: '酒', day: '2025-04-01', done: 'false' } },
]
const adjustments: Adjustment[] = [
  { kind: 'aje', account: '1122', debit: 500n, credit: 0n },
  { kind: 'rje', account: '1122', debit: 0n, credit: 200n },
  { kind: 'aje', account: '6602', debit: 0n, credit: 500n },
]

type Given = { entries?: Record<string, Entry[]>; assets?: Asset[]; row?: string }

/** The value of a formula over these registers, or the reason why there is none. */
function value(expression: string, unit: Unit, given: Given = {}): string {
  const { ledger, relation } = emptyBooks(2025)
  const item = { key: 'a', label: words('a'), expr: expression, unit, feeds: [], rule: null, note: null }
  const paper = {
    id: 'X01',
    name: words('X'),
    purpose: '',
    forms: [],
    rules: [],
    blocks: [{ kind: 'items' as const, title: null, items: [item] }],
    procedures: [],
    conclusion: words(''),
  }
  const priorReturn = [{ cell: 'A105060.13.1', amount: 7_00n, text: '7.00', origin: { file: 0, sheet: '', row: 1 } }]
  const result = generate({
    ledger: { ...ledger, assets: given.assets ?? assets, priorReturn },
    relation,
    facts: { ...taxFacts, papers: { ...taxFacts.papers, papers: [paper], registers: [gifts] } },
    params: { 'prior_return/A105050.5.7': { value: '3' } },
    entries: given.entries ?? { gifts: rows },
    adjustments,
    hash: (text) => createHash('sha256').update(text).digest('hex'),
  })
  const cell = result.cells.get('X01.a')
  return cell?.status === 'ok'
    ? textOf(cell.value)
    : (cell?.faults.map((fault) => describeFault(fault, 'zh')).join() ?? '')
}

describe('registers', () => {
  test.each<[string, Unit, string]>([
    ['sum(entry.gifts.amount)', 'money', '12050'],
    ['sum(entry.gifts.amount where kind = "卡")', 'money', '10000'],
    ['sum(entry.gifts.amount where kind = 酒 or amount >= 100)', 'money', '12050'],
    ['sum(entry.gifts.amount where not done = "true")', 'money', '没有'],
    ['count(entry.gifts where day >= "2025-04-01" and (kind =~ "酒|卡"))', 'count', '1'],
    ['max(entry.gifts.amount)', 'money', '10000'],
    ['min(entry.gifts.amount) + 1', 'money', '2150'],
    ['entered(gifts.amount, "b")', 'money', '2050'],
    ['entered(gifts.day, "b")', 'text', '2025-04-01'],
    ['entered(gifts.done, "a")', 'bool', 'true'],
    ['entered(gifts.amount, "z")', 'money', '登记表「礼品」没有「z」这一行。'],
    ['sum(asset.cost where kind = fixed)', 'money', '125050'],
    ['sum(asset.cost where cat = "电子设备")', 'money', '100000'],
    ['sum(asset.cost)', 'money', '资产台账中资产 B1 没有「原值」。'],
    ['sum(asset.cost where start > "2024-01-01" and kind = fixed)', 'money', '25050'],
    ['count(asset where category =~ "^电子")', 'count', '1'],
    ['asset(cost, "A2")', 'money', '25050'],
    ['asset(residual_rate, "A1")', 'rate', '0.05'],
    ['asset(year_charge, "A1")', 'money', '资产台账中资产 A1 没有「本年折旧」。'],
    ['asset(cost, "Z9")', 'money', '资产台账中没有资产 Z9。'],
    ['adj(#1122, aje)', 'money', '500'],
    ['adj(#1122, all)', 'money', '300'],
    ['adj(all, aje)', 'money', '0'],
    ['ret(A105060.13.1, -1)', 'money', '700'],
    ['ret(A105050.5.7, -1)', 'money', '300'],
    ['ret(A105070.4.7, -1)', 'money', '尚未录入上年申报表 A105070.4.7 的数据。'],
    ['sample_size(1000, 100000, 95%)', 'count', '300'],
    ['sample_size(999, 100000, 90)', 'count', '232'],
    ['sample_size(0, 100000, 95%)', 'count', '无法计算样本量'],
    ['sample_size(1000, 100000, 94%)', 'count', '无法计算样本量'],
  ])('%s is %s %s', (expression, unit, wanted) => {
    expect(value(expression, unit)).toContain(wanted === '没有' ? '类型不同' : wanted)
  })

  test('a register nobody touched is missing, one left empty on purpose is zero', () => {
    expect(value('sum(entry.gifts.amount)', 'money', { entries: {} })).toBe('登记表「礼品」尚未填写。')
    expect(value('or0(sum(entry.gifts.amount))', 'money', { entries: {} })).toBe('0')
    expect(value('sum(entry.gifts.amount)', 'money', { entries: { gifts: [] } })).toBe('0')
    expect(value('max(entry.gifts.amount)', 'money', { entries: { gifts: [] } })).toContain('没有符合条件的行')
    expect(value('sum(asset.cost)', 'money', { assets: [] })).toContain('尚未导入资产台账')
  })

  test('a blank column makes the whole missing and names the row', () => {
    const entries = { gifts: [...rows, { key: 'c', values: { kind: '茶' } }] }
    expect(value('sum(entry.gifts.amount)', 'money', { entries })).toBe('登记表「礼品」中「茶」的「金额」尚未填写。')
    expect(value('sum(entry.gifts.amount where kind <> 茶)', 'money', { entries })).toBe('12050')
  })
})

const facts = { ...taxFacts, papers: { ...taxFacts.papers, registers: [gifts] } }
function problems(expression: string, language: 'zh' | 'en' = 'zh') {
  const label = words('a')
  const { program, faults } = compile([
    { paper: 'X01', cell: 'a', row: null, expression, unit: 'money', feeds: [], rule: null, label },
  ])
  return [...faults, ...check(program, vocabularyOf(facts))].map(({ fault }) => describeFault(fault, language))
}

describe('faults in words', () => {
  test.each([
    [
      'sum(entry.gift.amount)',
      '没有名为「gift」的登记表。是否应为「gifts」?',
      'There is no register "gift". Did you mean "gifts"?',
    ],
    [
      'sum(entry.gifts.amont)',
      '登记表「礼品」没有「amont」这一列。是否应为「amount」?',
      'Register "礼品" has no column "amont". Did you mean "amount"?',
    ],
    ['sum(entry.gifts.kind)', '应为金额,现为文字', 'should be an amount, not a text'],
    ['sum(asset.cost where cots > 1)', '没有「cots」这一列。是否应为「cost」?', 'Did you mean "cost"?'],
    ['bal(#112, close)', '没有科目 #112。', 'no account #112.'],
    ['occ(#1122, dr, mont=3)', '没有「mont」这个选项。是否应为「month」?', 'Did you mean "month"?'],
    ['param(prepaid_tex)', '是否应为「prepaid_tax」?', 'Did you mean "prepaid_tax"?'],
    ['line(IS.REVENEU)', '是否应为「IS.REVENUE」?', 'Did you mean "IS.REVENUE"?'],
    ['bal($row, close)', '「$row」在这里没有取值', '"$row" has no value here'],
    ['line(IS.REVENUE) + rate(CIT.rate)', '金额 与 比率或数量', 'an amount and a ratio or count'],
  ])('%s: %s', (expression, zh, en) => {
    expect(problems(expression).join()).toContain(zh)
    expect(problems(expression, 'en').join()).toContain(en)
  })
})

const list = (...ids: string[]) => ids.map((id) => ({ id, zh: `说明${id}`, en: id }))
describe('completion', () => {
  const names: Names = {
    functions: functionWords,
    accounts: [
      { id: '1122', ...words('应收账款') },
      { id: '1123', ...words('预付账款') },
    ],
    tags: list('advertising', 'entertainment'),
    lines: list('IS.REVENUE', 'BS.CASH'),
    rates: list('ENTERTAIN.actual_rate'),
    params: list('prepaid_tax'),
    cells: list('C15.actual', 'C15.base'),
    registers: [{ id: 'gifts', ...words('礼品'), columns: list('amount', 'kind') }],
  }
  test.each([
    ['ba', ['bal'], 0],
    ['bal(#112', ['1122', '1123'], 5],
    ['bal(#应', ['1122'], 5],
    ['bal(#1122, cl', ['close'], 11],
    ['bal(#1122, close, det', ['detail_dr', 'detail_cr'], 18],
    ['pl(tag:adv', ['advertising'], 7],
    ['min([C15.b', ['C15.base'], 5],
    ['rate(', ['ENTERTAIN.actual_rate'], 5],
    ['1 + param(pre', ['prepaid_tax'], 10],
    ['line(IS', ['IS.REVENUE'], 5],
    ['sum(entry.', ['entry.gifts.amount', 'entry.gifts.kind'], 4],
    ['sum(entry.gifts.amount where ki', ['kind'], 29],
    ['entered(gi', ['gifts.amount', 'gifts.kind'], 8],
    ['occ(#1122, dr, wi', ['with'], 15],
  ])('after %s come %j', (source, labels, from) => {
    const found = complete(source, source.length, names, 'zh')
    expect(found.from).toBe(from)
    expect(found.options.slice(0, labels.length).map(({ label }) => label)).toEqual(labels)
  })

  test('inside a text nothing is offered', () => {
    expect(complete('vsum(text=~"b', 13, names, 'zh').options).toEqual([])
  })

  test('a cell is closed with its bracket', () => {
    expect(complete('[C15.ac', 7, names, 'zh').options[0]?.text).toBe('C15.actual]')
  })
})

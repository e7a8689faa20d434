import { describe, expect, test } from 'vitest'
import { taxFacts } from '#facts/facts.ts'
import { vocabularyOf } from '../workpaper/generate.ts'
import { check } from './check.ts'
import { describeFault, FormulaError } from './fault.ts'
import type { Unit } from './functions.ts'
import { parse } from './parse.ts'
import { type Binding, compile } from './program.ts'
import { decimal, decimalText, divide, fenOfYuan, rational, roundHalfUp, yuanOf } from './rational.ts'

const bind = (key: string, expression: string, unit: Unit = 'money', feeds: string[] = []): Binding => {
  const [paper = '', rest = ''] = key.split('.')
  const [cell = '', row = null] = rest.split('@')
  return { paper, cell, row, expression, unit, feeds, rule: null, label: { zh: key, en: key } }
}

const vocabulary = vocabularyOf(taxFacts)
const faultsOf = (...bindings: Binding[]) => {
  const { program, faults } = compile(bindings)
  return [...faults, ...check(program, vocabulary)].map(({ fault }) => fault)
}

describe('reading formulas', () => {
  test('a formula becomes data, with the place of every part', () => {
    expect(parse('[C15.actual]*60%')).toEqual({
      kind: 'operation',
      operator: '*',
      left: { kind: 'cell', paper: 'C15', key: 'actual', row: null, at: { from: 0, to: 12 } },
      right: { kind: 'number', value: '60', percent: true, at: { from: 13, to: 16 } },
      at: { from: 0, to: 16 },
    })
  })

  test('selections name accounts, sub-accounts and tags', () => {
    expect(parse('pl(tag:advertising @ #6601|#6602/广告费)')).toMatchObject({
      name: 'pl',
      args: [
        {
          kind: 'selection',
          tag: 'advertising',
          accounts: [
            { key: '6601', under: null },
            { key: '6602', under: '广告费' },
          ],
        },
      ],
    })
  })

  test('pairings take options and a text pattern', () => {
    expect(parse('vsum(cr=#1405, dr=#6602, text=~"招待|赠送", amount>=1000)')).toMatchObject({
      options: [
        { name: 'cr' },
        { name: 'dr' },
        { name: 'text', value: { kind: 'text', value: '招待|赠送' } },
        { name: 'amount', value: { value: '1000' } },
      ],
    })
  })

  test('multiplication binds tighter than addition, and minus to the left', () => {
    expect(parse('1-2-3*4')).toMatchObject({ operator: '-', left: { operator: '-' }, right: { operator: '*' } })
  })

  test.each([
    ['min([C15.actual]', '第 17 个字符处应为 「,」或「)」,现为「…」。'],
    ['1 + ', '第 5 个字符处应为 一个值,现为「…」。'],
    ['1 ? 2', '第 3 个字符「?」不能用在公式里。'],
    ['[C15.actual', '从第 1 个字符开始的「[」没有配对的「]」。'],
    ['1 2', '第 3 个字符处应为 公式结尾,现为「2」。'],
  ])('%s is refused with the place', (formula, words) => {
    const fault = (() => {
      try {
        return parse(formula)
      } catch (error) {
        return error instanceof FormulaError ? error.fault : error
      }
    })()
    expect(fault).toHaveProperty('code')
    expect(
      fault && typeof fault === 'object' && 'code' in fault
        ? describeFault(fault as Parameters<typeof describeFault>[0], 'zh')
        : '',
    ).toBe(words)
  })
})

describe('checking formulas', () => {
  test.each<[string, Unit, string]>([
    ['line(IS.REVENUE)*line(IS.COGS)', 'money', 'money_times_money'],
    ['line(IS.REVENUE)/line(IS.COGS)', 'money', 'wrong_unit'],
    ['line(IS.NONSENSE)', 'money', 'unknown_line'],
    ['pl(#9999)', 'money', 'unknown_account'],
    ['pl(tag:nonsense)', 'money', 'unknown_tag'],
    ['rate(ENTERTAIN.nonsense)', 'rate', 'unknown_rate'],
    ['param(nonsense)', 'money', 'unknown_param'],
    ['bal(#1122, yesterday)', 'money', 'bad_choice'],
    ['bal(#1122)', 'money', 'argument_count'],
    ['bal(1, close)', 'money', 'argument_kind'],
    ['pl(#6601, year=2025)', 'money', 'unknown_option'],
    ['nonsense(1)', 'money', 'unknown_function'],
    ['line(IS.REVENUE)+rate(CIT.rate)', 'money', 'mixed_kinds'],
    ['if(line(IS.REVENUE), 1, 2)', 'money', 'argument_kind'],
    ['not(1)', 'bool', 'argument_kind'],
    ['line(IS.REVENUE)<=rate(CIT.rate)', 'bool', 'mixed_kinds'],
    ['[C15.nonsense]', 'money', 'unknown_cell'],
  ])('%s as %s is refused: %s', (formula, unit, code) => {
    expect(faultsOf(bind('C15.x', formula, unit)).map((fault) => fault.code)).toEqual([code])
  })

  test.each<[string, Unit]>([
    ['line(IS.REVENUE)*5%', 'money'],
    ['line(IS.COGS)/line(IS.REVENUE)', 'rate'],
    ['line(IS.REVENUE)<=3000000', 'bool'],
    ['line(IS.REVENUE)<=rate(SMALL_LOW_PROFIT.taxable_cap)', 'bool'],
    ['if(param(union_receipt), line(IS.REVENUE), 0)', 'money'],
    ['avg4(param(assets_q))', 'money'],
  ])('%s as %s is accepted', (formula, unit) => {
    expect(faultsOf(bind('C15.x', formula, unit))).toEqual([])
  })

  test('a circle through a thousand cells is named by its beginning and its end', () => {
    const label = { zh: '', en: '' }
    const { faults } = compile(
      Array.from({ length: 1000 }, (_, at) => ({
        paper: 'C15',
        cell: `c${at}`,
        row: null,
        expression: `[C15.c${(at + 1) % 1000}]`,
        unit: 'money' as const,
        label,
        feeds: [],
        rule: null,
      })),
    )
    const said = faults[0] ? describeFault(faults[0].fault, 'zh') : ''
    expect(said).toContain('C15.c0 → C15.c1')
    expect(said).toMatch(/… → C15\.c999 → C15\.c0。$/)
    expect(said.length).toBeLessThan(200)
  })

  test('formulas in a circle are refused with the whole path', () => {
    const [fault] = faultsOf(
      bind('C15.a', '[C15.b]'),
      bind('C15.b', 'ret(A105000.15)'),
      bind('C15.c', '[C15.a]', 'money', ['A105000.15.1']),
    )
    expect(fault && describeFault(fault, 'zh')).toBe('公式互相引用成环:C15.a → C15.b → C15.c → C15.a。')
  })

  test('two cells cannot fill the same return cell', () => {
    const faults = faultsOf(
      bind('C15.a', '1', 'money', ['A105000.15.1']),
      bind('C15.b', '1', 'money', ['A105000.15.1']),
    )
    expect(faults).toMatchObject([
      { code: 'duplicate_feed', params: { line: 'A105000.15.1', first: 'C15.a', second: 'C15.b' } },
    ])
  })
})

describe('exact arithmetic', () => {
  test('a third times three is one', () => {
    expect(divide(rational(1n), rational(3n))).toEqual({ n: 1n, d: 3n })
    expect(fenOfYuan(rational(100n, 3n))).toBe(3333n)
  })

  test.each([
    ['0.005', '0.01'],
    ['-0.005', '-0.01'],
    ['0.0049999', '0'],
    ['1234567890123456.785', '1234567890123456.79'],
  ])('%s is rounded half-up to %s', (text, rounded) => {
    const value = decimal(text)
    expect(value && decimalText(roundHalfUp(value, 2))).toBe(rounded)
  })

  test('fen and yuan are one amount', () => {
    expect(fenOfYuan(yuanOf(-1234567890123456789n))).toBe(-1234567890123456789n)
  })
})

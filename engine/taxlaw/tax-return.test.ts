import { describe, expect, test } from 'vitest'
import { returnFacts } from '#facts/return-facts.ts'
import { parseFormula, parseLine, readsOf } from './return-formula.ts'
import { runChecks } from './return-checks.ts'
import { formsOf } from './return-model.ts'
import { assembleReturn, type FedCell, type ReturnInput } from './tax-return.ts'

const fed = (cells: Record<string, string | null>): FedCell[] =>
  Object.entries(cells).map(([cell, value]) => ({
    cell,
    value,
    status: value === null ? 'missing' : 'ok',
    paperCell: `P.${cell}`,
  }))
const input = (cells: Record<string, string | null>, more: Partial<ReturnInput> = {}): ReturnInput => ({
  year: 2025, fed: fed(cells), hand: [], prior: {}, statement: {}, papers: {}, rates: {}, ...more,
}) // prettier-ignore
const held = (year: number, code: string) => formsOf(returnFacts, year).find((one) => one.code === code)?.form?.key
const valueIn = (given: ReturnInput, cell: string) => assembleReturn(returnFacts, given).cells.get(cell)
const check = (given: ReturnInput, id: string) =>
  runChecks(returnFacts, given, assembleReturn(returnFacts, given)).find((one) => one.id === id)

describe('the facts', () => {
  test('every formula of every form, link and check can be read and names lines that exist', () => {
    const unknown = returnFacts.forms.flatMap((one) => {
      const names = new Set(one.lines.map(({ line }) => line))
      return one.lines.flatMap(({ line, calc, written }) => {
        if (calc === null) return []
        const reads = readsOf(written ? parseFormula(calc) : parseLine(calc, names))
        return reads.length > 0 && reads.every(({ kind, of }) => kind !== 'line' || names.has(of))
          ? []
          : [one.key + line]
      })
    })
    expect(unknown).toEqual([])
    for (const { expr } of returnFacts.links) expect(() => parseFormula(expr)).not.toThrow()
    for (const { parts } of returnFacts.checks)
      for (const { expr } of parts) for (const way of expr.split(' | ')) expect(() => parseFormula(way)).not.toThrow()
    expect(returnFacts.checks).toHaveLength(22)
  })

  test.each([
    [2016, 0, undefined],
    [2022, 37, 'A100000@2017'],
    [2023, 37, 'A100000@2017'],
    [2024, 35, 'A100000@2024'],
    [2025, 35, 'A100000@2024'],
  ])('in %i there are %i forms and the main form is %s', (year, count, main) => {
    const forms = formsOf(returnFacts, year)
    expect(forms).toHaveLength(count)
    expect(forms.find(({ code }) => code === 'A100000')?.form?.key).toBe(main)
  })

  test('line texts of a later revision are not shown for an earlier year', () => {
    expect(held(2024, 'A105080')).toBe('A105080@2024')
    expect(held(2023, 'A105080')).toBeUndefined()
    expect(held(2019, 'A105000')).toBeUndefined()
  })
})

describe('a cell', () => {
  test('that a paper feeds is the paper’s, and says so if its form computes another figure', () => {
    const given = input({ 'A101010.2.1': '100.00', 'A101010.9.1': '20.00', 'A101010.1.1': '125.00' })
    expect(valueIn(given, 'A101010.1.1')).toMatchObject({
      source: 'paper',
      value: '125.00',
      paperCell: 'P.A101010.1.1',
      conflicts: [{ source: 'form', formula: '2+9', value: '120.00' }],
    })
  })

  test('is computed in its form with blanks as zero, and stays blank where nothing stands', () => {
    const given = input({ 'A105080.2.2': '10.00', 'A105080.2.5': '4.00', 'A105080.6.2': '1.10' })
    expect(valueIn(given, 'A105080.1.2')).toMatchObject({ source: 'form', value: '11.10' })
    expect(valueIn(given, 'A105080.2.9')).toMatchObject({ source: 'form', value: '6.00' })
    expect(valueIn(given, 'A105080.30.2')).toMatchObject({ value: '11.10' })
    expect(valueIn(given, 'A105080.8.2')).toMatchObject({ source: 'empty', value: null })
  })

  test('that needs a missing one is missing, never zero', () => {
    const given = input({ 'A105000.2.3': '10.00', 'A105000.3.3': null })
    expect(valueIn(given, 'A105000.1.3')).toMatchObject({ status: 'missing', value: null })
    expect(valueIn(given, 'A105000.46.3')).toMatchObject({ status: 'missing', value: null })
  })

  test('is taken from another form, and from last year’s return', () => {
    const given = input({ 'A105050.13.6': '-12.00' }, { prior: { 'A105060.13.1': '7.00', 'A106000.10.12': '99.00' } })
    expect(valueIn(given, 'A105000.14.3')).toMatchObject({ source: 'link', value: '0.00' })
    expect(valueIn(given, 'A105000.14.4')).toMatchObject({ source: 'link', value: '12.00' })
    expect(valueIn(given, 'A105060.8.1')).toMatchObject({ source: 'prior', value: '7.00' })
    expect(valueIn(given, 'A106000.9.9')).toMatchObject({ source: 'prior', value: '99.00' })
  })

  test('entered by a person under an option line adds to its line', () => {
    const hand = [
      { cell: 'A100000.22.1.1', value: '30.00', label: '国债利息收入' },
      { cell: 'A100000.22.2.1', value: '12.50', label: '股息红利' },
    ]
    const given = input({}, { hand })
    expect(valueIn(given, 'A100000.22.1')).toMatchObject({ source: 'form', value: '42.50', byHand: false })
    const main = assembleReturn(returnFacts, given).forms.find(({ code }) => code === 'A100000')
    expect(main?.lines.filter(({ line }) => line.startsWith('22')).map(({ line, name }) => [line, name])).toEqual([
      ['22', '减:免税、减计收入及加计扣除'],
      ['22.1', '国债利息收入'],
      ['22.2', '股息红利'],
    ])
  })

  test('of taxable income is not below zero', () => {
    const given = input({ 'A100000.24.1': '-500.00' })
    expect(valueIn(given, 'A100000.28.1')).toMatchObject({ value: '0.00' })
  })

  test('of the R&D form follows the limit of other costs and of work abroad', () => {
    const entered = { 'A107012.5.1': '9000000', 'A107012.30.1': '1200000', 'A107012.37.1': '500000' }
    const given = input({}, { hand: Object.entries(entered).map(([cell, value]) => ({ cell, value, label: '' })) })
    expect(valueIn(given, 'A107012.35.1')).toMatchObject({ value: '1000000.00' })
    expect(valueIn(given, 'A107012.3.1')).toMatchObject({ value: '10000000.00' })
    expect(valueIn(given, 'A107012.41.1')).toMatchObject({ value: '10400000.00' })
  })
})

describe('a cross-check', () => {
  test('names both sides and the exact difference; a fen is a difference', () => {
    const given = input({ 'A100000.18.1': '100.01' }, { statement: { 'IS.TOTAL_PROFIT': '100.00' } })
    expect(check(given, 'X01')).toMatchObject({
      severity: 'error', standing: 'fails', parts: [{ left: '100.01', right: '100.00', difference: '0.01' }],
    }) // prettier-ignore
    const adjusted = input({ 'A100000.18.1': '100.01' }, { statement: { 'IS.TOTAL_PROFIT': '100.00' }, papers: { 'A04.pl_effect': { value: '0.01', status: 'ok' } } }) // prettier-ignore
    expect(check(adjusted, 'X01')?.standing).toBe('passes')
  })

  test('uses the lines of its year', () => {
    const given = input(
      { 'A100000.13.1': '5.00', 'A100000.18.1': '7.00' },
      { year: 2023, statement: { 'IS.TOTAL_PROFIT': '5.00' } },
    )
    expect(check(given, 'X01')).toMatchObject({
      standing: 'passes',
      parts: [{ expr: expect.stringContaining('A100000.13') }],
    })
  })

  test('that lacks a figure from outside waits for it, and one that lacks a computed figure says missing', () => {
    expect(check(input({ 'A101010.1.1': '5.00' }), 'X17')?.standing).toBe('waiting')
    expect(check(input({ 'A105060.8.1': '5.00' }), 'X21')?.standing).toBe('waiting')
    expect(check(input({ 'A105000.14.1': '5.00', 'A105050.13.1': null }), 'X06')?.standing).toBe('missing')
    expect(check(input({}), 'X05')?.standing).toBe('none')
  })

  test('is satisfied by either of two ways where the law allows both', () => {
    const cells = { 'A100000.5.1': '60.00', 'A100000.6.1': '50.00', 'A104000.26.3': '100.00', 'A104000.19.1': '10.00' }
    expect(check(input(cells), 'X03')?.standing).toBe('passes')
    expect(check(input({ ...cells, 'A104000.19.1': '9.00' }), 'X03')?.standing).toBe('fails')
  })
})

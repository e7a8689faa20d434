import { describe, expect, test } from 'vitest'
import { calculators } from '#engine/calculator/calculators.ts'
import { partsOf } from '#engine/calculator/days.ts'
import { type Bracket, parameterOn, parameterUnits } from '#engine/calculator/law.ts'
import { calculate, type Calculator, type Field, type Outcome, type Values } from '#engine/calculator/work.ts'
import { calculatorLaw } from './calculator-law.ts'

const rows = calculatorLaw.parameters
const vat = (day: string) => parameterOn(calculatorLaw, 'vat.rate', day, 'goods')?.value

/** Of a progressive scale the deductions that make the tax continuous. */
const quickOf = (scale: readonly Bracket[]) =>
  scale.map((_, at) =>
    scale
      .slice(0, at)
      .reduce((sum, { upTo, rate }, below) => sum + Number(upTo) * (Number(scale[below + 1]?.rate) - Number(rate)), 0),
  )

describe('the law of calculators', () => {
  test('gives every figure a document, days that exist and how certain it is', () => {
    const wrong = rows.filter(
      ({ basis, from, to, certainty, unit }) =>
        basis.length === 0 ||
        basis.some(({ doc }) => doc === '') ||
        !partsOf(from) ||
        (to !== null && (!partsOf(to) || to < from)) ||
        !['verified', 'verify'].includes(certainty) ||
        !parameterUnits.includes(unit),
    )
    expect(wrong).toEqual([])
  })

  test('never holds two figures of one name on a day', () => {
    const clashes = rows.filter((row) =>
      rows.some(
        (other) =>
          other !== row &&
          other.id === row.id &&
          other.case === row.case &&
          other.from >= row.from &&
          (row.to === null || other.from <= row.to),
      ),
    )
    expect(clashes.map(({ id, case: kind, from }) => [id, kind, from])).toEqual([])
  })

  test('changes with the date', () => {
    expect([vat('2018-04-30'), vat('2018-05-01'), vat('2019-04-01'), vat('2026-01-01')]).toEqual([
      '0.17',
      '0.16',
      '0.13',
      '0.13',
    ])
    expect(parameterOn(calculatorLaw, 'vat.rate', '2026-01-01', 'goods')?.basis[0]?.doc).toBe('中华人民共和国增值税法')
    expect(vat('2000-01-01')).toBeUndefined()
  })

  const scales = rows.flatMap(({ id, value }) => (typeof value === 'string' ? [] : [{ id, value }]))
  test.each(scales)('gives $id quick deductions that follow from its rates', ({ value }) => {
    expect(value.map(({ quick }) => Number(quick).toFixed(6))).toEqual(quickOf(value).map((quick) => quick.toFixed(6)))
  })
})

const chinese = /[一-鿿]/
const usual = {
  day: '2025-05-15',
  text: '1',
  year: '2024',
  money: '60',
  percent: '5',
  count: '60',
  choice: '',
  flag: '',
}
/** Fields that their calculator needs filled together with others. */
const own: Readonly<Record<string, string>> = { taxes: '10', to: '2025-07-15' }
/** What a person might write in a field. */
function written({ key, start, kind, needed }: Field): string {
  if (start === 'today') return '2025-06-30'
  if (start === 'thisYear') return '2025'
  return start ?? own[key] ?? (needed || kind === 'day' ? usual[kind] : '')
}
const filled = (fields: readonly Field[]): Values =>
  Object.fromEntries(fields.map((field) => [field.key, written(field)]))
/** Payments would have to fit their tax, a donation its profit: the lists that may stay empty do. */
const rowsFor = ({ code, rows: asked }: Calculator) =>
  asked && code !== 'lateFee' ? [{ income: '60', ...filled(asked.fields.filter(({ key }) => key !== 'income')) }] : []
const words = (outcome: Outcome) =>
  outcome.kind === 'refused'
    ? outcome.problems.map(({ says }) => says)
    : [
        outcome.answers.map(({ label }) => label),
        outcome.steps.map(({ label }) => label),
        outcome.tables.map(({ title }) => title),
        outcome.tables.flatMap(({ columns }) => columns.map(({ label }) => label)),
      ].flat()
const asked = ({ fields, rows: list, rounding }: Calculator) =>
  [
    [rounding],
    [...fields, ...(list?.fields ?? [])].flatMap(({ label, hint }) => (hint ? [label, hint] : [label])),
    [...fields, ...(list?.fields ?? [])].flatMap(({ options }) => (options ?? []).map(({ label }) => label)),
  ].flat()

const each = calculators.map((calculator) => ({ code: calculator.code, calculator }))
describe.each(each)('$code', ({ code, calculator }) => {
  const values = filled(calculator.fields)

  test('computes from plain figures and names its law', () => {
    const outcome = calculate(calculator, calculatorLaw, { values, rows: rowsFor(calculator) })
    expect(outcome).toMatchObject({ kind: 'done' })
    expect(outcome.kind === 'done' && outcome.answers[0]?.main).toBe(true)
    expect(outcome.kind === 'done' && outcome.used.every(({ basis }) => basis.length > 0)).toBe(true)
    const shown = [...words(outcome), ...asked(calculator)]
    expect(shown.filter(({ zh, en }) => chinese.test(en) || en === '' || zh === '')).toEqual([])
  })

  const dated = calculator.fields.some(({ kind }) => kind === 'day' || kind === 'year')
  test.runIf(dated && !['interest', 'workdays'].includes(code))('computes nothing before the law it knows', () => {
    const early = calculator.fields.map((field) => [
      field.key,
      { day: '1950-01-31', year: '1950' }[field.kind as string] ?? written(field),
    ])
    const outcome = calculate(calculator, calculatorLaw, {
      values: Object.fromEntries(early),
      rows: rowsFor(calculator),
    })
    expect(outcome).toMatchObject({
      kind: 'refused',
      problems: [{ says: { zh: expect.stringContaining('没有可用的') } }],
    })
  })

  test.each(['', 'x', '-1', '9'.repeat(40), '<script>', '2025-02-30', '1e9', 'NaN', ' '])(
    'answers “%s” with words, never with a fault',
    (bad) => {
      const all = Object.fromEntries(calculator.fields.map(({ key }) => [key, bad]))
      const row = Object.fromEntries((calculator.rows?.fields ?? []).map(({ key }) => [key, bad]))
      const tries = [{ values: all, rows: [row] }, ...calculator.fields.map(({ key }) => ({ values: { ...values, [key]: bad }, rows: rowsFor(calculator) }))] // prettier-ignore
      expect(tries.every((input) => words(calculate(calculator, calculatorLaw, input)).length > 0)).toBe(true)
    },
  )
})

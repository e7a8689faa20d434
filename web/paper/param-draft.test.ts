import { describe, expect, test } from 'vitest'
import { changedParams, cleanValue, type Param, valueProblem } from './param-draft.ts'

const money = { unit: 'money', list: false, choices: [] } as const
const rate = { unit: 'rate', list: false, choices: [] } as const
const quarters = { unit: 'count', list: true, choices: [] } as const
const param: Param = {
  name: 'union_receipt',
  label: '工会经费收入专用收据',
  hint: '',
  unit: 'money',
  list: false,
  optional: false,
  choices: [],
  suggested: null,
  value: '1200.00',
  evidence: '收据 3 号',
  papers: ['C14'],
  updateUserName: '',
  updateTime: '',
}

describe('a fact a person types', () => {
  test.each([
    [money, '￥1,234,567.80', '1234567.80'],
    [money, '１２３．５', '123.5'],
    [rate, '12.5%', '0.125'],
    [rate, '0.25%', '0.0025'],
    [rate, '100%', '1'],
    [rate, '-5%', '-0.05'],
    [quarters, '120、118；121，119', '120,118,121,119'],
  ] as const)('%o: %s is understood as %s', (of, typed, value) => {
    expect(cleanValue(of, typed)).toBe(value)
    expect(valueProblem(of, value)).toBeUndefined()
  })

  test.each([
    [money, '1.234', 'badMoney'],
    [money, '约十万', 'badMoney'],
    [quarters, '120,,119', 'badCount'],
    [rate, '五成', 'badNumber'],
  ] as const)('%o: %s is marked', (of, typed, problem) => {
    expect(valueProblem(of, cleanValue(of, typed))).toBe(problem)
  })

  test('an empty value takes the answer back and is not an error', () => {
    expect(valueProblem(money, '')).toBeUndefined()
    expect(changedParams([param], { union_receipt: { value: ' ', evidence: '收据 3 号' } })).toEqual([
      { name: 'union_receipt', value: null, evidence: '收据 3 号' },
    ])
  })

  test('only what differs from what is stored is saved', () => {
    expect(changedParams([param], {})).toEqual([])
    expect(changedParams([param], { union_receipt: { value: '1,200.00', evidence: '收据 3 号' } })).toEqual([])
    expect(changedParams([param], { union_receipt: { value: '1300', evidence: '收据 3 号' } })).toHaveLength(1)
    expect(changedParams([param], { union_receipt: { value: '1200.00', evidence: '收据 4 号' } })).toHaveLength(1)
  })
})

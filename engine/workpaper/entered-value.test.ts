import { describe, expect, test } from 'vitest'
import { enteredValue, pastedCells, type ValueColumn } from './entered-value.ts'

const column = (unit: ValueColumn['unit'], more: Partial<ValueColumn> = {}): ValueColumn => ({
  unit,
  required: false,
  choices: [],
  ...more,
})

describe('what a person types into a register', () => {
  test.each([
    ['money', '￥1,234.50元', '1234.50'],
    ['money', '(12.3)', '-12.30'],
    ['rate', '4.35%', '0.0435'],
    ['rate', '120%', '1.2'],
    ['rate', '0.05', '0.05'],
    ['date', '2025年3月1日', '2025-03-01'],
    ['date', '20240229', '2024-02-29'],
    ['bool', '是', 'true'],
    ['bool', 'N', 'false'],
    ['count', '365', '365'],
    ['text', '  张三 ', '张三'],
  ] as const)('%s %s is kept as %s', (unit, typed, kept) => {
    expect(enteredValue(column(unit), typed)).toEqual({ value: kept, problem: null })
  })

  test.each([
    ['money', '1.234'],
    ['money', '十万'],
    ['rate', '四成'],
    ['date', '2025-02-29'],
    ['bool', '也许'],
    ['count', '-1'],
  ] as const)('%s %s is refused in words and stays as it was typed', (unit, typed) => {
    const read = enteredValue(column(unit), typed)
    expect(read.value).toBe(typed)
    expect(read.problem?.zh).toContain('应为')
  })

  test('blank is not zero, and only a required column minds', () => {
    expect(enteredValue(column('money'), ' ')).toEqual({ value: '', problem: null })
    expect(enteredValue(column('money', { required: true }), '').problem).toEqual({ zh: '必填', en: 'is required' })
  })

  test('a choice is known by its value and by its name', () => {
    const choices = [{ value: 'limit', names: ['限额扣除', 'Limited'] }]
    expect(enteredValue(column('text', { choices }), '限额扣除').value).toBe('limit')
    expect(enteredValue(column('text', { choices }), '全额').problem?.zh).toBe('应为：限额扣除')
  })
})

test('cells from the clipboard keep line breaks inside quotes and empty cells between tabs', () => {
  expect(pastedCells('甲\t1,000.00\r\n"乙\n二楼"\t\t"他说""好"""\r\n')).toEqual([
    ['甲', '1,000.00'],
    ['乙\n二楼', '', '他说"好"'],
  ])
})

import { describe, expect, test } from 'vitest'
import { rateText, valueText } from './value-text.ts'

const words = { yes: '是', no: '否' }

describe('a figure in the evidence pane', () => {
  test.each([
    ['0.6', '60%'],
    ['0.005', '5‰'],
    ['0.0005', '0.5‰'],
    ['0.25', '25%'],
    ['1', '100%'],
    ['0.125', '12.5%'],
    ['-0.05', '-5%'],
    ['0', '0%'],
  ])('the rate %s reads %s', (decimal, text) => expect(rateText(decimal)).toBe(text))

  test('money has thousands and two decimals, and nothing where there is no value', () => {
    expect(valueText({ unit: 'money', value: '1234567.8' }, words)).toBe('1,234,567.80')
    expect(valueText({ unit: 'money', value: null }, words)).toBe('')
  })
  test('a yes-or-no is said in words', () => {
    expect(valueText({ unit: 'boolean', value: 'true' }, words)).toBe('是')
    expect(valueText({ unit: 'boolean', value: 'false' }, words)).toBe('否')
  })
})

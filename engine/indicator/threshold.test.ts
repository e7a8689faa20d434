import { describe, expect, test } from 'vitest'
import { changeOf, fittingThresholds, type Threshold, verdictOf, worstOf } from './threshold.ts'

const threshold = (over: Partial<Threshold> = {}): Threshold => ({
  indicator: 'K03',
  industry: '',
  region: '',
  year: null,
  measure: 'value',
  low: '0.15',
  high: '',
  ...over,
})
const client = { industry: 'C', region: '440305', year: 2025 }
const best = (...all: Threshold[]) => fittingThresholds(all, 'K03', client)[0]

describe('a firm’s thresholds', () => {
  test('the trade’s beats the place’s, the town’s the province’s, the year’s the one for any year', () => {
    const any = threshold()
    const year = threshold({ year: 2025 })
    const province = threshold({ region: '44' })
    const town = threshold({ region: '4403' })
    const trade = threshold({ industry: 'C' })
    const exact = threshold({ industry: 'C', region: '4403', year: 2025 })
    expect(best(any, year)).toBe(year)
    expect(best(year, province)).toBe(province)
    expect(best(town, province)).toBe(town)
    expect(best(threshold({ region: '440305', year: 2025 }), trade)).toBe(trade)
    expect(best(trade, exact, town)).toBe(exact)
  })

  test('those of another trade, place, year or indicator are not held against the client', () => {
    const others = [
      threshold({ industry: 'F' }),
      threshold({ region: '11' }),
      threshold({ year: 2024 }),
      threshold({ indicator: 'K04' }),
    ]
    expect(fittingThresholds(others, 'K03', client)).toEqual([])
  })

  test('a bound on the figure and one on its change stand beside each other', () => {
    const both = [threshold(), threshold({ measure: 'change', low: '-0.05' })]
    expect(fittingThresholds(both, 'K03', client).map(({ measure }) => measure)).toEqual(['value', 'change'])
  })
})

describe('a verdict', () => {
  test.each([
    ['0.149999', 'outside'],
    ['0.15', 'inside'],
    ['0.2', 'inside'],
  ])('a margin of %s against a lower bound of 0.15 is %s', (value, verdict) => {
    expect(verdictOf(threshold(), { value, change: null })).toBe(verdict)
  })

  test('a fall by more than the bound is outside though the figure itself is high', () => {
    // 38.83% after 45.00%: a fall of 6.17 points
    const change = changeOf('0.3883', '0.45')
    expect(change).toBe('-0.0617')
    expect(verdictOf(threshold({ measure: 'change', low: '-0.05' }), { value: '0.3883', change })).toBe('outside')
  })

  test('without a threshold nothing is judged, and what is not known is not taken for zero', () => {
    expect(verdictOf(undefined, { value: '0.5', change: null })).toBe('noThreshold')
    expect(verdictOf(undefined, { value: null, change: null })).toBe('noValue')
    expect(verdictOf(threshold(), { value: null, change: null })).toBe('noValue')
    expect(verdictOf(threshold({ measure: 'change' }), { value: '0.5', change: null })).toBe('noValue')
    expect(changeOf('0.5', null)).toBeNull()
  })

  test('of several the one that is crossed decides', () => {
    expect(worstOf(['inside', 'outside', 'noValue'])).toBe('outside')
    expect(worstOf(['noThreshold', 'inside'])).toBe('inside')
    expect(worstOf([])).toBe('noThreshold')
  })
})

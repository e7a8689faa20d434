import { expect, test } from 'vitest'
import { boundText, changeText, figureText } from './figure-text.ts'

test('a share is read in percent, a turnover in times, an amount with separators, what is not known as nothing', () => {
  expect(figureText({ key: 'K03', unit: 'rate', value: '0.388328772466' })).toBe('38.83%')
  expect(figureText({ key: 'K11', unit: 'rate', value: '3.628549767606' })).toBe('3.63')
  expect(figureText({ key: 'K01', unit: 'rate', value: '-0.005' })).toBe('-0.50%')
  expect(figureText({ unit: 'money', value: '41155714.65' })).toBe('41,155,714.65')
  expect(figureText({ key: 'K25', unit: 'count', value: '3' })).toBe('3')
  expect(figureText({ key: 'K03', unit: 'rate', value: null })).toBe('')
})

test('a change of a share is counted in points, with its sign', () => {
  expect(changeText('K14', 'rate', '0.026019896241')).toEqual({ text: '+2.60', points: true })
  expect(changeText('K11', 'rate', '-0.5')).toEqual({ text: '-0.50', points: false })
  expect(changeText('K25', 'count', '-1')).toEqual({ text: '-1', points: false })
  expect(changeText('K03', 'rate', null).text).toBe('')
})

test('a bound is read like the figure it stands beside', () => {
  expect(boundText('K03', '0.15')).toBe('15.00%')
  expect(boundText('K29', '2')).toBe('2')
})

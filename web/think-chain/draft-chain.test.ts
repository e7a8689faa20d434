import { expect, test } from 'vitest'
import { added, askedOf, blankChain, blankStep, draftSteps, moved, sentOf, without } from './draft-chain.ts'

const three = draftSteps([blankStep('ask', '甲'), blankStep('retrieve', '乙'), blankStep('model', '丙')])
const names = (steps: typeof three) => steps.map(({ step }) => step.name).join('')
const keyAt = (at: number) => three[at]?.key ?? ''

test('a step moves by one place and stays at the ends', () => {
  expect(names(moved(three, keyAt(0), 1))).toBe('乙甲丙')
  expect(names(moved(three, keyAt(2), -1))).toBe('甲丙乙')
  expect(names(moved(three, keyAt(0), -1))).toBe('甲乙丙')
  expect(names(moved(three, keyAt(2), 1))).toBe('甲乙丙')
})

test('steps are added at the end and taken out by themselves, also two of one name', () => {
  const two = added(added([], blankStep('check', '核对')), blankStep('check', '核对'))
  expect(without(two, two[0]?.key ?? '')).toEqual([two[1]])
  expect(names(without(three, keyAt(1)))).toBe('甲丙')
})

test('a new chain is sent without an id, a known one with its version', () => {
  expect(sentOf(blankChain())).not.toHaveProperty('id')
  expect(sentOf({ ...blankChain(), id: 'c', version: 3 })).toMatchObject({ id: 'c', version: 3 })
})

test('only named variables are asked for', () => {
  expect(askedOf(three)).toEqual([])
  const named = draftSteps([{ kind: 'ask', name: '年度', variable: '年度', label: '哪一年', required: true }])
  expect(askedOf(named).map(({ label }) => label)).toEqual(['哪一年'])
})

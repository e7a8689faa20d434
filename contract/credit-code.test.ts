import { expect, test } from 'vitest'
import { creditCodeProblem } from './credit-code.ts'

test('the codes of known companies are right', () => {
  // Published codes: Tencent, Alibaba (China), Huawei.
  for (const code of ['9144030071526726XG', '91330100799655058B', '914403001922038216']) {
    expect([code, creditCodeProblem(code)]).toEqual([code, undefined])
  }
})

test('a code with any one character changed, or two neighbours swapped, is caught', () => {
  const code = '9144030071526726XG'
  for (let at = 0; at < 18; at += 1) {
    const changed = code.slice(0, at) + (code[at] === '7' ? '8' : '7') + code.slice(at + 1)
    expect([changed, creditCodeProblem(changed)]).not.toContain(undefined)
  }
  expect(creditCodeProblem('9144030017526726XG')).toBe('check')
})

test('length, letters that the standard leaves out, and a division that is no number are named', () => {
  expect(creditCodeProblem('9144030071526726X')).toBe('length')
  expect(creditCodeProblem('')).toBe('length')
  expect(creditCodeProblem('9144030071526726XI')).toBe('character')
  expect(creditCodeProblem('91A4030071526726XG')).toBe('region')
})

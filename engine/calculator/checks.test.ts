import { describe, expect, test } from 'vitest'
import { calculatorLaw } from '#facts/calculator-law.ts'
import { checkNumber, kindOf } from './checks.ts'

const verdict = (text: string, kind = kindOf(text) ?? '') => checkNumber(kind, text, calculatorLaw.registers)

describe('numbers', () => {
  test('are known by their shape and checked by their digit', () => {
    expect(verdict('11010519491231002X')).toMatchObject({ valid: true, kind: 'id' })
    expect(verdict('110105194912310021')).toMatchObject({ valid: false, reason: { zh: '校验位应为 X，实为 1' } })
    expect(verdict('11010519490231002X').reason.zh).toContain('1949-02-31')
    expect(verdict('91350100M000100Y43')).toMatchObject({ valid: true, kind: 'credit' })
    expect(verdict('91350100M000100Y44').reason.zh).toContain('校验位应为 3')
    expect(verdict('91350100M000100O43', 'credit').reason.zh).toContain('不使用的字符')
    expect(verdict('4111111111111111')).toMatchObject({ valid: true, kind: 'card' })
    expect(verdict('4111111111111112')).toMatchObject({ valid: false, kind: 'card' })
    expect(verdict('25112000000012345678')).toMatchObject({ valid: true, kind: 'invoice' })
    expect(verdict('25992000000012345678')).toMatchObject({ valid: false })
    expect(verdict('hello')).toMatchObject({ valid: false, kind: '' })
  })
})

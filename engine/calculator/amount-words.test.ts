import { describe, expect, test } from 'vitest'
import { fenOf } from '../money.ts'
import { amountInWords, fenOfWords } from './amount-words.ts'

const vectors: [string, string][] = [
  ['0', '零元整'],
  ['0.05', '伍分'],
  ['0.50', '伍角整'],
  ['1.05', '壹元零伍分'],
  ['10.50', '壹拾元伍角整'],
  ['1005', '壹仟零伍元整'],
  ['100000001', '壹亿零壹元整'],
  ['16409.02', '壹万陆仟肆佰零玖元零贰分'],
  ['325.04', '叁佰贰拾伍元零肆分'],
  ['-325.04', '负叁佰贰拾伍元零肆分'],
  ['10010000', '壹仟零壹万元整'],
  ['1000001000', '壹拾亿零壹仟元整'],
  ['1000100000000', '壹万零壹亿元整'],
  ['9999999999999999.99', '玖仟玖佰玖拾玖万玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分'],
]

describe('an amount in words', () => {
  test.each(vectors)('%s is %s, and back', (figure, words) => {
    const fen = fenOf(figure)
    expect(fen === undefined ? undefined : amountInWords(fen)).toBe(words)
    expect(fenOfWords(words)).toBe(fen)
  })

  test('comes back for every amount of a long walk', () => {
    for (let fen = 1n; fen < 10n ** 18n; fen = fen * 3n + 7n) expect(fenOfWords(amountInWords(fen) ?? '')).toBe(fen)
    for (let fen = 0n; fen < 120_000n; fen += 101n) expect(fenOfWords(amountInWords(fen) ?? '')).toBe(fen)
  })

  test('is read in other characters and with 零 where the rule leaves it open', () => {
    expect(fenOfWords('人民币壹拾元零伍角正')).toBe(1050n)
    expect(fenOfWords('貳萬圓整')).toBe(2_000_000n)
    expect(fenOfWords('拾伍元')).toBe(1500n)
    expect(fenOfWords('三百二十五元零四分')).toBe(32_504n)
  })

  test.each(['', '元', '壹贰叁元', '壹仟壹仟元整', '壹元贰', '壹万万元', '伍佰壹仟元', '零万元', 'abc'])(
    '%s is none',
    (text) => expect(fenOfWords(text)).toBeUndefined(),
  )

  test('ends below 10¹⁶ yuan', () => expect(amountInWords(10n ** 18n)).toBeUndefined())
})

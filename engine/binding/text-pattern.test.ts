import { expect, test } from 'vitest'
import { textPattern } from './text-pattern.ts'

test.each([
  ['招待|赠送', ['业务招待费', '赠送客户'], ['办公费']],
  ['^支付.*款$', ['支付货款', '支付工程款'], ['支付货款利息', '收到支付款']],
  ['第[0-9]{1,3}号', ['发票第12号'], ['第号', '第1234号']],
  ['(礼|赠)品?', ['礼', '赠品'], ['品']],
  ['[^\\d]+费', ['运费'], ['费']],
  ['a+b?c*\\.', ['aab.', 'a.'], ['b.', 'aab']],
  ['\\d{4}-\\d\\d', ['2025-03'], ['202-03']],
  ['(?:卡|券)$', ['购物卡', '券'], ['卡片']],
  ['.{2,}', ['ab'], ['a']],
])('%s finds what it names', (pattern, found, not) => {
  const test = textPattern(pattern)
  for (const text of found) expect([text, test?.test(text)]).toEqual([text, true])
  for (const text of not) expect([text, test?.test(text)]).toEqual([text, false])
})

test('agrees with the language’s own patterns on ordinary ones', () => {
  const patterns = ['a|b', 'ab*c', 'x?y+', '^a.c$', '[a-c]+', '(ab)+c', 'a{2,3}', '\\w\\s\\d', 'c|^$']
  const texts = ['', 'a', 'abc', 'aac', 'xyy', 'y', 'abababc', 'aaa', 'a 1', 'cab', 'ac']
  for (const pattern of patterns)
    for (const text of texts)
      expect([pattern, text, textPattern(pattern)?.test(text)]).toEqual([pattern, text, new RegExp(pattern).test(text)])
})

test.each(['(a', 'a)', '[a', '*a', 'a{2', 'a**', '(?=a)', '(?<n>a)', '\\1', 'a{99}', 'x'.repeat(501)])(
  '%s is refused',
  (pattern) => {
    expect(textPattern(pattern)).toBeNull()
  },
)

test('a pattern made to run for ever is over at once', () => {
  const text = `${'a'.repeat(20_000)}!`
  const start = performance.now()
  expect(textPattern('(a+)+$')?.test(text)).toBe(false)
  expect(textPattern('(a|a)*b')?.test(text)).toBe(false)
  expect(textPattern('(.*)*x')?.test(text)).toBe(false)
  expect(performance.now() - start).toBeLessThan(2_000)
})

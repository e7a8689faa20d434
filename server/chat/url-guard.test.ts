import { expect, test } from 'vitest'
import { UrlGuard } from './url-guard.ts'

const known = 'https://www.chinatax.gov.cn/a.html'
const guarded = (text: string, size: number) => {
  const guard = new UrlGuard((address) => address === known, '〔链接已移除〕')
  let out = ''
  for (let at = 0; at < text.length; at += size) out += guard.push(text.slice(at, at + size))
  return out + guard.end()
}

test.each([
  ['见 https://evil.example/?q=机密。', '见 〔链接已移除〕机密。'],
  ['![图](https://evil.example/x.png?d=1234)后', '[图](〔链接已移除〕)后'],
  ['[点这里](//evil.example/a)和 HTTP://EVIL.example.', '[点这里](〔链接已移除〕)和 〔链接已移除〕.'],
  [`官网 ${known}，日期 2025/01/02，a/b!`, `官网 ${known}，日期 2025/01/02，a/b!`],
  ['<img src="data:image/png;base64,AAAA">', '<img src="〔链接已移除〕">'],
  [
    '[点](https:&#47;&#x2f;evil.example/q) [点](https&colon;//evil.example/q)',
    '[点](〔链接已移除〕) [点](〔链接已移除〕)',
  ],
  [String.raw`[点](/\/evil.example/q) [点](http:\\evil.example/q)`, '[点](〔链接已移除〕) [点](〔链接已移除〕)'],
  ['www.evil.example/q=1 见', '〔链接已移除〕 见'],
  ['R&D 费用 A/B，公式 \\\\frac{a}{b}\\\\', 'R&D 费用 A/B，公式 \\\\frac{a}{b}\\\\'],
  ['重要！这是 http 协议的 data 与 h', '重要！这是 http 协议的 data 与 h'],
])('%s, however it is cut', (text, expected) => {
  for (const size of [1, 2, 3, 7, 1000]) expect(guarded(text, size)).toBe(expected)
})

test('a text made to take long does not', () => {
  const began = performance.now()
  for (const part of ['/', 'h', 'data:', '.', 'http://a.', '!['])
    for (const size of [100_000, 50]) guarded(`${part.repeat(Math.floor(100_000 / part.length))} 完`, size)
  expect(performance.now() - began).toBeLessThan(5_000)
})

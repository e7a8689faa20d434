import { App } from 'antd'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { blocksOf, mended } from './markdown-blocks.ts'
import { safeAddress } from './safe-address.ts'
import { SafeMarkdown } from './SafeMarkdown.tsx'

const drawn = (text: string, more: Partial<Parameters<typeof SafeMarkdown>[0]> = {}) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <App>
        <SafeMarkdown text={text} {...more} />
      </App>
    </MemoryRouter>,
  )

describe('hostile text', () => {
  test('markup of the text is shown as text and never becomes elements', () => {
    const html = drawn('<img src=x onerror=alert(1)> <script>alert(1)</script>\n\n<iframe src="https://a.cn"></iframe>')
    expect(html).not.toMatch(/<(?:img|script|iframe)/)
    expect(html).toContain('&lt;script&gt;')
  })

  test.each([
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](java&#10;script:alert(1))',
    '[a](data:text/html;base64,PHNjcmlwdD4=)',
    '[a](vbscript:x)',
    '[a](http://example.cn)',
    '[a](//example.cn/x)',
    '[a](/\\\\example.cn/x)',
    '[a](https://digao.cn@example.cn/)',
    '[a](/sc-auth/oauth/logout)',
    '[a](file:///etc/passwd)',
    '<javascript:alert(1)>',
  ])('%s is no link', (text) => {
    const html = drawn(text)
    expect(html).not.toMatch(/<a |href=|<button/)
  })

  test.each([
    '![x](https://evil.example/?q=secret)',
    '![x](//evil.example/p.png)',
    '![x](data:image/svg+xml;base64,PHN2Zz4=)',
    '![x](/sc-auth/oauth/logout)',
    '![x][1]\n\n[1]: https://evil.example/p.png',
    '[![x](https://evil.example/p.png)](https://evil.example)',
  ])('%s asks nobody for a picture', (text) => {
    expect(drawn(text)).not.toMatch(/<img|src=/)
  })

  test.each([
    ['见https://www.chinatax.gov.cn/a。另据', 'https://www.chinatax.gov.cn/a'],
    ['(https://a.cn/b.png)业务招待费按60%扣除[1]', 'https://a.cn/b.png'],
    ['https://a.cn/x_(1).html，第一条', 'https://a.cn/x_(1).html'],
    ['https://a.cn/政策', 'https://a.cn/'],
  ])('%s leads no further than its address', (text, address) => {
    const html = drawn(text, { sources: ['来源'] })
    expect(html).toContain(`title="${address}"`)
    expect(html).toMatch(new RegExp(`>${address.replaceAll(/[().]/g, '\\$&')}</button>`))
    expect(html.includes('class="cite"')).toBe(text.includes('[1]'))
  })

  test('a link elsewhere is a button that asks first, a link inside goes there', () => {
    const outside = drawn('[财税〔2023〕12号](https://www.chinatax.gov.cn/a?b=1)')
    expect(outside).toMatch(/<button[^>]*title="https:\/\/www\.chinatax\.gov\.cn\/a\?b=1"/)
    expect(outside).not.toContain('href=')
    expect(drawn('[原文](/knowledge/llmKnowledgeDoc?v.place=7)')).toContain(
      'href="/knowledge/llmKnowledgeDoc?v.place=7"',
    )
  })

  test('an address that reads as another is refused', () => {
    expect(safeAddress('https://a.cn/\u202Egnp.exe')).toBeUndefined()
    expect(safeAddress('/\t/evil.example')).toBeUndefined()
    expect(safeAddress('/x/../sc-auth/oauth/logout')).toBeUndefined()
    expect(safeAddress('https://аррӏе.com')).toEqual({ outside: 'https://xn--80ak6aa92e.com/' })
  })

  test('depth and length are survived', () => {
    expect(drawn('> '.repeat(300) + 'x').length).toBeGreaterThan(0)
    expect(drawn('['.repeat(3000)).length).toBeGreaterThan(0)
  })
})

describe('bold beside Chinese', () => {
  test('stars between a sign and a Chinese word are no stars', () => {
    const html = drawn('招待费按发生额的**60%**扣除[1]，见**《条例》**第四十三条。', { sources: ['条例'] })
    expect(html).toContain('的<strong>60%</strong>扣除<button')
    expect(html).toContain('见<strong>《条例》</strong>第四十三条')
  })
  test('a doubtful place behind it stands where it stood', () => {
    const text = '按**60%**扣除88元'
    const at = text.indexOf('88')
    expect(drawn(text, { doubts: [{ from: at, to: at + 2, says: '?' }] })).toMatch(/扣除<mark[^>]*>88<\/mark>元/)
  })
  test('stars that were escaped, multiply or stand in code stay', () => {
    for (const text of ['\\*\\*60%\\*\\*扣除', '3 ** 2 ** 1', '`按**60%**扣除`'])
      expect(drawn(text)).not.toContain('<strong>')
  })
})

describe('citations and figures', () => {
  const sources = ['企业所得税法 第四条', '6602 管理费用']

  test('a number in brackets that names a source is a button, another is text', () => {
    const html = drawn('税率为25%[1]。见[1,2]和[3]。', { sources })
    expect(html.match(/class="cite"/g)).toHaveLength(3)
    expect(html).toContain('[3]')
  })

  test('a definition in the text cannot turn a citation into a link elsewhere', () => {
    const html = drawn('税率为25%[1]。\n\n[1]: https://evil.example', { sources })
    expect(html).toContain('class="cite"')
    expect(html).not.toContain('evil.example')
  })

  test('code is left alone', () => {
    expect(drawn('`a[1]`', { sources })).not.toContain('class="cite"')
  })

  test('a doubtful place is marked where it stands, also in a later block', () => {
    const text = '# 结论\n\n金额为 88,000 元，税率 **25%**。\n\n又见 88,000 元。'
    const from = text.lastIndexOf('88,000')
    const html = drawn(text, { doubts: [{ from, to: from + 6, says: '没有来源' }] })
    expect(html).toContain('又见 <mark class="doubt" title="没有来源">88,000</mark>')
    expect(html.match(/<mark/g)).toHaveLength(1)
  })

  test('a figure is marked where it stands whole', () => {
    const html = drawn('合计 1,234.50 元，不是 11,234.50 或 1,234.501。', { figures: ['1,234.50'] })
    expect(html.match(/class="evidence/g)).toHaveLength(1)
  })
})

describe('while it streams', () => {
  test('what is finished keeps its block, whatever is added', () => {
    const text = '# 结论\n\n可以扣除。\n\n1. 甲\n\n2. 乙\n\n```\n# 不是标题\n\n内\n```\n\n末段'
    const blocks = blocksOf(text)
    expect(blocks.map((block) => block.text).join('\n')).toBe(text)
    for (let at = 1; at < text.length; at++) {
      const earlier = blocksOf(text.slice(0, at)).slice(0, -1)
      expect(blocks.slice(0, earlier.length)).toEqual(earlier)
    }
  })

  test('no half sign is shown at any length', () => {
    const text = '结论：**可以扣除**[1]，见[原文](/knowledge/llmKnowledgeDoc?v.place=7)与`6602`科目。'
    for (let at = 1; at <= text.length; at++) {
      const html = drawn(text.slice(0, at), { streaming: true, sources: ['甲'] })
      const words = html.replaceAll(/<[^>]*>/g, '')
      expect({ at, words, signs: /[*`[\]]|place=/.exec(words)?.[0] }).toEqual({ at, words, signs: undefined })
    }
  })

  test('a table is there from its second line on, and no line of it as text before', () => {
    const text = '如下：\n\n| 年度 | 金额 |\n| --- | --- |\n| 2024 | 1 |\n\n完。'
    for (let at = 1; at <= text.length; at++)
      expect(drawn(text.slice(0, at), { streaming: true }).replaceAll(/<[^>]*>/g, '')).not.toContain('|')
    expect(drawn(text, { streaming: true })).toContain('<table>')
    // what begins with a stroke and is no table is there once it is complete
    expect(drawn('| 甲')).toContain('| 甲')
  })

  test('a table and a code block that are not finished are left as they are', () => {
    expect(mended('```js\nconst a = `x')).toBe('```js\nconst a = `x')
    expect(drawn('| 年度 | 金额 |\n| --- | --- |\n| 2024 | 1', { streaming: true })).toContain('<table>')
  })
})

import { describe, expect, test } from 'vitest'
import type { Text } from '#contract/texts.ts'
import { sayIn } from './language.ts'

const modules = import.meta.glob<{ texts?: Record<string, Text> }>('../**/*texts.ts', { eager: true })
const catalogs = Object.entries(modules).flatMap(([file, { texts }]) => (texts ? [{ file, texts }] : []))
const params = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted().join()
const keysWhere = (texts: Record<string, Text>, wrong: (text: Text) => boolean) =>
  Object.entries(texts).flatMap(([key, text]) => (wrong(text) ? [key] : []))

/** The button that switches the language is written in the other one. */
const switches = new Set(['language', 'otherLanguage'])

describe('the texts of the web', () => {
  test('are found', () => {
    expect(catalogs.length).toBeGreaterThan(3)
  })
  test.each(catalogs)('$file: both languages say every text', ({ texts }) => {
    expect(keysWhere(texts, ({ zh, en }) => zh === '' || en === '')).toEqual([])
  })
  test.each(catalogs)('$file: both languages take the same parameters', ({ texts }) => {
    expect(keysWhere(texts, ({ zh, en }) => params(zh) !== params(en))).toEqual([])
  })
  test.each(catalogs)('$file: no Chinese in English texts', ({ texts }) => {
    const chinese = keysWhere(texts, ({ en }) => /[\u3400-\u9fff，。；：！？（）「」]/.test(en))
    expect(chinese.filter((key) => !switches.has(key))).toEqual([])
  })
  test('put parameters in, and show the name of one that is missing', () => {
    const catalog = { hi: { zh: '共 {count} 条', en: '{count} in all' } }
    expect(sayIn(catalog, 'hi', 'en', { count: 3 })).toBe('3 in all')
    expect(sayIn(catalog, 'hi', 'zh-CN')).toBe('共 {count} 条')
  })
})

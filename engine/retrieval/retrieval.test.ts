import { describe, expect, test } from 'vitest'
import { taxSynonyms } from '#facts/retrieval-synonyms.ts'
import { collapse, fuse } from './fuse.ts'
import { diversify, gramSet, likeness } from './diversify.ts'
import { excerpt, highlight } from './highlight.ts'
import { mergeSegments } from './merge-segments.ts'
import { lexicalSearch, questionTerms } from './question.ts'
import { SearchIndex } from './search-index.ts'
import { SegmentBuilder, type IndexEntry } from './segment.ts'
import { segmentBytes, segmentFrom } from './segment-bytes.ts'
import { Citations, supported } from './support.ts'
import { Synonyms } from './synonyms.ts'
import { nearest, vectorSet } from './vector-search.ts'

const entry = (key: string, text: string, group = key): IndexEntry => ({ key, group, fields: [{ text, weight: 1 }] })
function indexOf(...entries: IndexEntry[]) {
  const builder = new SegmentBuilder()
  for (const one of entries) builder.add(one)
  return builder.freeze()
}
const keysOf = (hits: readonly { key: string }[]) => hits.map(({ key }) => key)

/** Characters and pairs, the plain way. */
const cut = (text: string) => Array.from(text).concat(Array.from(text.slice(1), (sign, at) => (text[at] ?? '') + sign))
const terms = (question: string) => new Set(questionTerms(question).map(({ term }) => term))

const shown = (text: string, question: string) =>
  highlight(text, terms(question)).map(({ from, to }) => text.slice(from, to))

const laws = [
  entry('招待费', '企业发生的与生产经营活动有关的业务招待费支出，按照发生额的60%扣除', '所得税条例'),
  entry('福利费', '企业发生的职工福利费支出，不超过工资薪金总额14%的部分，准予扣除', '所得税条例'),
  entry('税率', '符合条件的小型微利企业，减按百分之二十的税率征收企业所得税', '所得税法'),
  entry('个税', '个人所得税以所得人为纳税人，综合所得适用百分之三至百分之四十五的超额累进税率', '个人所得税法'),
]

describe('searching by words', () => {
  test('a question in everyday words finds the article, and numbers are found in either writing', () => {
    const index = new SearchIndex([indexOf(...laws)])
    expect(keysOf(lexicalSearch(index, '业务招待费怎么扣除？', { limit: 1 }))).toEqual(['招待费'])
    expect(keysOf(lexicalSearch(index, '20%', { limit: 5 }))).toEqual(['税率'])
    expect(keysOf(lexicalSearch(index, '百分之六十', { limit: 5 }))).toEqual(['招待费'])
    expect(lexicalSearch(index, '吗？', { limit: 5 })).toEqual([])
    expect(lexicalSearch(index, '', { limit: 5 })).toEqual([])
  })

  test('a synonym finds what is not called by that word, behind what is', () => {
    const synonyms = new Synonyms(taxSynonyms)
    const index = new SearchIndex([indexOf(...laws, entry('写着', '请客吃饭的支出'))])
    expect(keysOf(lexicalSearch(index, '请客吃饭', { limit: 9 }))).toEqual(['写着'])
    expect(keysOf(lexicalSearch(index, '请客吃饭', { limit: 2, synonyms }))).toEqual(['写着', '招待费'])
    expect(synonyms.expand('研发加计')).toContain('研究开发费用加计扣除')
    // the longest word counts, and what is written already is not asked for again
    expect(
      new Synonyms([
        { term: '小微', means: ['甲'] },
        { term: '小微企业', means: ['乙'] },
      ]).expand('小微企业'),
    ).toEqual(['乙'])
    expect(new Synonyms([{ term: '个税', means: ['个人所得税'] }]).expand('个税即个人所得税')).toEqual([])
  })

  test('a document that may not be seen takes no place of one that may', () => {
    const secret = Array.from({ length: 50 }, (_, at) => entry(`密${at}`, '业务招待费 业务招待费', '他人'))
    const index = new SearchIndex([indexOf(...secret, ...laws)])
    const hits = lexicalSearch(index, '业务招待费', { limit: 3, allows: (group) => group !== '他人' })
    expect(keysOf(hits)[0]).toBe('招待费')
    expect(hits.every(({ group }) => group !== '他人')).toBe(true)
  })

  test('several segments rank like one, before and after a merge', () => {
    const whole = new SearchIndex([indexOf(...laws)])
    const parts = new SearchIndex([indexOf(...laws.slice(0, 1)), indexOf(...laws.slice(1))])
    const merged = new SearchIndex([mergeSegments(parts.segments)])
    const asked = questionTerms('企业发生的支出准予扣除的税率')
    const expected = whole.search(asked, { limit: 9 })
    expect(expected.length).toBe(4)
    expect(parts.search(asked, { limit: 9 })).toEqual(expected)
    expect(merged.search(asked, { limit: 9 })).toEqual(expected)
  })

  test('what was removed is not found, and a merge forgets it', () => {
    const index = new SearchIndex([indexOf(...laws)])
    expect(index.remove({ groups: new Set(['所得税条例']) })).toBe(2)
    expect(index.remove({ groups: new Set(['所得税条例']) })).toBe(0)
    expect(index.size).toBe(2)
    expect(index.search(questionTerms('招待费'), { limit: 9 })).toEqual([])
    const merged = mergeSegments(index.segments, ({ group }) => group !== '所得税条例')
    expect(merged.keys).toEqual(['税率', '个税'])
    const plain = new SearchIndex([indexOf(...laws.slice(2))])
    const asked = questionTerms('企业所得税税率')
    expect(new SearchIndex([merged]).search(asked, { limit: 9 })).toEqual(plain.search(asked, { limit: 9 }))
  })

  test('an index read back from its bytes answers the same; other bytes are refused', () => {
    const segment = indexOf(...laws, entry('空', ''))
    const bytes = segmentBytes(segment)
    const read = segmentFrom(bytes)
    expect(read).toEqual(segment)
    // as a driver hands them out: in the middle of a larger buffer
    const moved = new Uint8Array(bytes.byteLength + 3)
    moved.set(bytes, 3)
    expect(segmentFrom(moved.subarray(3))).toEqual(segment)
    expect(segmentFrom(bytes.slice(0, -8))).toBeNull()
    expect(segmentFrom(new Uint8Array(200))).toBeNull()
    expect(segmentFrom(new Uint8Array(0))).toBeNull()
  })

  test('the scores are those of the formula, also for many random texts', () => {
    // a plain reading of Okapi BM25 beside ours
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    const alphabet = '企业所得税增值扣除凭证折旧摊销收入成本费用'
    const texts = Array.from({ length: 300 }, () =>
      Array.from({ length: 5 + random(40) }, () => alphabet[random(alphabet.length)]).join(''),
    )
    const index = new SearchIndex([indexOf(...texts.map((text, at) => entry(String(at), text)))], { k1: 1.2, b: 0.75 })
    const average = texts.reduce((sum, text) => sum + cut(text).length, 0) / texts.length
    const bags = texts.map((text) => Map.groupBy(cut(text), (gram) => gram))
    for (const question of ['企业所得税', '折旧费用扣除凭证', '收收收']) {
      const asked = Map.groupBy(cut(question), (gram) => gram)
      const holders = new Map([...asked.keys()].map((gram) => [gram, bags.filter((bag) => bag.has(gram)).length]))
      const scores = texts.map((text, at) =>
        [...asked].reduce((sum, [gram, times]) => {
          const held = holders.get(gram) ?? 0
          const count = bags[at]?.get(gram)?.length ?? 0
          const norm = 1.2 * (0.25 + (0.75 * cut(text).length) / average)
          return sum + (times.length * Math.log(1 + (300.5 - held) / (held + 0.5)) * 2.2 * count) / (count + norm)
        }, 0),
      )
      const hits = index.search(questionTerms(question), { limit: 20 })
      expect(hits.length).toBe(20)
      for (const [place, hit] of hits.entries()) {
        expect(hit.score).toBeCloseTo(scores[Number(hit.key)] ?? 0, 3)
        expect(hit.score).toBeCloseTo(scores.toSorted((one, other) => other - one)[place] ?? 0, 3)
      }
    }
  })
})

describe('ranking', () => {
  test('a law that answers with several articles, or that others cite, goes before one with a chance phrase', () => {
    const hits = [
      { key: '偶', group: '甲', score: 1 },
      { key: '一', group: '乙', score: 0.95 },
      { key: '二', group: '乙', score: 0.9 },
    ]
    expect(keysOf(supported(hits, () => 0))).toEqual(['一', '二', '偶'])
    const citations = new Citations([
      { group: '甲', title: '中华人民共和国税收征收管理法' },
      { group: '乙', title: '某办法（试行）' },
    ])
    citations.read('乙', '依照《中华人民共和国税收征收管理法》和《税收征收管理法》的规定')
    citations.read('甲', '《税收征收管理法》')
    expect(citations.authority('甲')).toBe(1)
    expect(citations.authority('乙')).toBe(0)
    expect(keysOf(supported(hits.slice(0, 2), (group) => citations.authority(group)))).toEqual(['偶', '一'])
  })

  test('fusion adds what each way of searching says, by its weight, and names the places', () => {
    const fused = fuse([
      { name: 'exact', weight: 3, keys: ['乙'] },
      { name: 'words', weight: 1, keys: ['甲', '乙', '甲'] },
      { name: 'vectors', weight: 1, keys: ['丙', '甲'] },
    ])
    expect(keysOf(fused)).toEqual(['乙', '甲', '丙'])
    expect(fused[0]?.score).toBeCloseTo(3 / 61 + 1 / 62, 12)
    expect(fused[1]?.places).toEqual({ words: 1, vectors: 2 })
  })

  test('hits of one section become one, with the others as its companions', () => {
    const shown = collapse(['a1', 'b1', 'a2', 'a3'], (hit) => hit[0] ?? '')
    expect(shown.map(({ hit, others }) => [hit, others])).toEqual([
      ['a1', ['a2', 'a3']],
      ['b1', []],
    ])
  })

  test('a second text that says the same makes room for one that says something else', () => {
    const texts = ['业务招待费按发生额的60%扣除', '业务招待费按照发生额的60%扣除', '职工福利费不超过工资薪金总额14%']
    const hits = texts.map((text, at) => ({ grams: gramSet(text), text, score: 3 - at }))
    const alike = (one: (typeof hits)[0], other: (typeof hits)[0]) => likeness(one.grams, other.grams)
    const pick = (balance: number) => diversify(hits, { limit: 2, balance, alike }).map(({ text }) => text)
    expect(pick(1)).toEqual(texts.slice(0, 2))
    expect(pick(0.5)).toEqual([texts[0], texts[2]])
  })

  test('the nearest vectors are exact, also behind a filter; a vector without a direction is near nothing', () => {
    const set = vectorSet(3, [
      { key: '东', vector: [2, 0, 0] },
      { key: '零', vector: [0, 0, 0] },
      { key: '东北', vector: [1, 1, 0] },
      { key: '北', vector: [0, 5, 0] },
    ])
    const asked = Float32Array.of(1, 0.1, 0)
    expect(keysOf(nearest(set, asked, { limit: 2 }))).toEqual(['东', '东北'])
    expect(nearest(set, asked, { limit: 1 })[0]?.score).toBeCloseTo(1 / Math.hypot(1, 0.1), 6)
    expect(keysOf(nearest(set, asked, { limit: 1, allows: (key) => key === '北' }))).toEqual(['北'])
    expect(nearest(set, Float32Array.of(0, 0, 0), { limit: 1 })).toEqual([])
    expect(() => vectorSet(2, [{ key: 'x', vector: [1, 2, 3] }])).toThrow('3 dimensions')
  })
})

describe('showing', () => {
  test('what was found is marked in the text as it stands, whatever its writing', () => {
    expect(shown('按ＡＢＣ公司、百分之十五的税率', 'abc 15%税率')).toEqual(['ＡＢＣ', '百分之十五', '税率'])
    expect(shown('企业的业务\u200b招待费支出', '业务招待费')).toEqual(['业务\u200b招待费'])
    expect(shown('的的的', '的确')).toEqual([])
    expect(shown('税，费', '税')).toEqual(['税'])
  })

  test('an excerpt holds the place with most of what was asked', () => {
    const text = `${'前'.repeat(200)}招待费${'中'.repeat(200)}业务招待费扣除${'后'.repeat(100)}`
    const { from, to } = excerpt(text, highlight(text, terms('业务招待费扣除')), 60)
    expect(to - from).toBe(60)
    expect(text.slice(from, to)).toContain('业务招待费扣除')
    expect(excerpt('短', [], 60)).toEqual({ from: 0, to: 1 })
  })
})

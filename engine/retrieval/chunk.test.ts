import { describe, expect, test } from 'vitest'
import { type Block, cutText, MOST_CHARACTERS } from './block.ts'
import { chunkDocument } from './chunk-document.ts'
import { chunkLaw } from './chunk-law.ts'
import { columnName, columnWords } from './chunk-table.ts'
import { markdownBlocks } from './markdown-blocks.ts'

const lines = (...texts: string[]): Block[] =>
  texts.map((text, at) => ({ kind: 'paragraph', text, origin: { paragraph: at + 1 } }))
const row = (number: number, ...texts: string[]) => ({
  row: number,
  cells: texts.map((text, at) => ({ column: at + 1, text })),
})

const box = (top: number) => ({ left: 10, top, width: 100, height: 20 })

describe('a law', () => {
  test('goes by its articles, each under its chapter and section, paragraphs kept', () => {
    const { chunks, sections } = chunkLaw(
      '某法',
      lines(
        '目　录',
        '第一章　总则',
        '第二章　税率',
        '第一章　总则',
        '第一条　为了……',
        '第二章　税率',
        '第一节　一般',
        '第二条 税率为：',
        '（一）甲，百分之十三；',
        '（二）乙，百分之六。',
        '前款所称甲……',
        '第十条之一 另行规定。',
      ),
    )
    expect(chunks.map(({ anchor }) => (anchor.kind === 'article' ? anchor.article : ''))).toEqual([
      '第一条',
      '第二条',
      '第十条之一',
    ])
    expect(chunks[1]?.text).toBe('第二条 税率为：\n（一）甲，百分之十三；\n（二）乙，百分之六。\n前款所称甲……')
    expect(chunks[1]?.context).toEqual(['某法', '第二章 税率', '第一节 一般'])
    expect(chunks[1]?.anchor).toEqual({ kind: 'article', article: '第二条', paragraphs: [8, 11] })
    expect(sections.map(({ first, last }) => [first, last])).toEqual([
      [0, 0],
      [1, 2],
    ])
  })

  test('a long article is cut between items, under its opening words', () => {
    const items = Array.from({ length: 20 }, (_, at) => `（${at + 1}）${'某项支出'.repeat(15)}；`)
    const { chunks } = chunkLaw('某法', lines('第十条 下列支出不得扣除：', ...items))
    expect(chunks.length).toBeGreaterThan(2)
    for (const { text } of chunks) expect(text.startsWith('第十条 下列支出不得扣除：')).toBe(true)
    for (const item of items) expect(chunks.filter(({ text }) => text.includes(item)).length).toBe(1)
    expect(chunks[1]?.anchor).toMatchObject({ kind: 'article', article: '第十条' })
  })

  test('a notice without articles goes by 一、二、 behind its preamble', () => {
    const { chunks } = chunkLaw(
      '某公告',
      lines('现将有关事项公告如下：', '一、第一件。', '（一）其中。', '二、第二件。'),
    )
    expect(chunks.map(({ anchor }) => (anchor.kind === 'article' ? anchor.article : null))).toEqual(['', '一', '二'])
  })

  test('a reference to an article at the beginning of a line inside one is told from its start only by the law itself', () => {
    const { chunks } = chunkLaw('某法', lines('第一章 总则', '第一条 内容', '第二章规定的事项除外。'))
    expect(chunks.map(({ text }) => text).join('')).toContain('第二章规定的事项除外')
  })
})

describe('a document', () => {
  test('paragraphs gather under their heading, and never across pages', () => {
    const { chunks } = chunkDocument('报告', [
      { kind: 'heading', level: 1, text: '一、概况', origin: { paragraph: 1, page: 1 } },
      { kind: 'paragraph', text: '甲', origin: { paragraph: 2, page: 1, box: box(40) } },
      { kind: 'paragraph', text: '乙', origin: { paragraph: 3, page: 1, box: box(80) } },
      { kind: 'paragraph', text: '丙', origin: { paragraph: 4, page: 2 } },
      { kind: 'heading', level: 2, text: '细节', origin: { paragraph: 5, page: 2 } },
      { kind: 'paragraph', text: '丁', origin: { paragraph: 6, page: 2 } },
      { kind: 'heading', level: 1, text: '二、结论', origin: { paragraph: 7, page: 2 } },
    ])
    expect(chunks.map(({ text, context }) => [text, context.slice(1).join('/')])).toEqual([
      ['甲\n乙', '一、概况'],
      ['丙', '一、概况'],
      ['丁', '一、概况/细节'],
      ['二、结论', '二、结论'],
    ])
    expect(chunks[0]?.anchor).toEqual({
      kind: 'page',
      page: 1,
      box: { left: 10, top: 40, width: 100, height: 60 },
      paragraphs: [2, 3],
    })
  })

  test('a sheet goes by whole rows under its repeated header, and the range leads back', () => {
    const rows = Array.from({ length: 60 }, (_, at) => row(at + 4, `科目${at}`, `${at}.00`, '0.00', '摘要'.repeat(8)))
    const header = [
      {
        row: 2,
        cells: [
          { column: 1, text: '科目' },
          { column: 2, text: '期末余额' },
        ],
      },
      row(3, '', '借方', '贷方', '备注'),
    ]
    const { chunks } = chunkDocument('余额表.xlsx', [
      {
        kind: 'table',
        sheet: '余额',
        caption: '2025年科目余额表',
        rows: [...header, ...rows],
        origin: { paragraph: 1 },
      },
    ])
    expect(columnWords(header).get(3)).toBe('期末余额/贷方')
    for (const { text } of chunks) {
      expect(text.length).toBeLessThanOrEqual(MOST_CHARACTERS)
      expect(text.startsWith('2025年科目余额表\n科目 | 期末余额/借方 | 期末余额/贷方 | ')).toBe(true)
    }
    for (let at = 0; at < 60; at += 1)
      expect(chunks.filter(({ text }) => text.includes(`科目${at} | ${at}.00 | 0.00 |`)).length).toBe(1)
    expect(chunks[0]?.anchor).toMatchObject({ kind: 'cells', sheet: '余额' })
    const ranges = chunks.map(({ anchor }) => (anchor.kind === 'cells' ? anchor.range : ''))
    expect(ranges[0]).toMatch(/^A4:D\d+$/)
    expect(ranges.at(-1)).toMatch(/:D63$/)
    expect(chunks[0]?.context).toEqual(['余额表.xlsx', '余额'])
  })

  test('a row that is too long is cut between its cells, each with the word of its column', () => {
    const { chunks } = chunkDocument('表', [
      {
        kind: 'table',
        sheet: 'S',
        headerRows: 1,
        rows: [row(1, '编号', '说明'), row(2, '7', '长'.repeat(1_500))],
        origin: { paragraph: 1 },
      },
    ])
    expect(chunks.every(({ text }) => text.length <= MOST_CHARACTERS)).toBe(true)
    expect(
      chunks
        .map(({ text }) => text)
        .join('')
        .match(/长/g)?.length,
    ).toBe(1_500)
    expect(chunks.every(({ text }) => /编号：7|说明：长/.test(text))).toBe(true)
    expect(chunks.at(-1)?.anchor).toEqual({ kind: 'cells', sheet: 'S', range: 'B2' })
  })

  test('no text is lost in cutting, and no character is cut in two', () => {
    const text = `${'句子，很长的句子。'.repeat(200)}${'𠮷'.repeat(700)}`
    const pieces = cutText(text)
    expect(pieces.join('')).toBe(text)
    expect(pieces.every((piece) => piece.length <= MOST_CHARACTERS && piece.isWellFormed())).toBe(true)
    expect([1, 26, 27, 703].map(columnName)).toEqual(['A', 'Z', 'AA', 'AAA'])
  })

  test('markdown becomes headings, tables and paragraphs; code is no heading', () => {
    const blocks = markdownBlocks(
      '# 题\n\n文字 **重** [链](http://x/y)\n\n| 甲 | 乙 |\n|---|---|\n| 1 | a\\|b |\n\n```\n# 不是\n```\n二\n---\n',
    )
    expect(blocks.map((block) => [block.kind, block.kind === 'table' ? block.rows.length : block.text])).toEqual([
      ['heading', '题'],
      ['paragraph', '文字 重 链'],
      ['table', 2],
      ['paragraph', '# 不是'],
      ['heading', '二'],
    ])
    const table = blocks[2]
    expect(table?.kind === 'table' && table.rows[1]?.cells[1]?.text).toBe('a|b')
  })
})

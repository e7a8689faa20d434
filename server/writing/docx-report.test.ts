import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type InlineNode, WritingBody } from '#contract/writing-doc.ts'
import { documentFolder, packed, testDocx, wordPart } from '../document/testing-documents.ts'
import { bodyLines } from './doc-text.ts'
import { readDocx } from './docx-in.ts'
import { writeDocx } from './docx-out.ts'
import { bodyOf, dot, line, say } from './testing-writing.ts'

// What real reports of Chinese firms hold, as Word and WPS write it.

let folder: ReturnType<typeof documentFolder>
beforeAll(() => {
  folder = documentFolder()
})
afterAll(() => folder.done())

const read = (bytes: Uint8Array) => readDocx(folder.put('报告.docx', bytes), '报告.docx')
const p = (text: string, properties = '', run = '') =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}<w:r>${run && `<w:rPr>${run}</w:rPr>`}<w:t>${text}</w:t></w:r></w:p>`
const num = (numId: number, level = 0) => `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numId}"/></w:numPr>`
const level = (at: number, format: string, text: string) =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
const numbering = wordPart('numbering', `
  <w:abstractNum w:abstractNumId="0">${level(0, 'chineseCountingThousand', '%1、')}${level(1, 'chineseCountingThousand', '（%2）')}${level(2, 'decimal', '%3.')}</w:abstractNum>
  <w:abstractNum w:abstractNumId="1">${level(0, 'decimal', '%1')}${level(1, 'decimal', '%1.%2')}</w:abstractNum>
  <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="3"><w:abstractNumId w:val="1"/></w:num>`) // prettier-ignore

describe('numbers', () => {
  test('一、（一） and 1.1 are kept as they read, plain ones as lists', async () => {
    const body = p('基本情况', num(1)) + p('沿革', num(1, 1)) + p('设立', num(1, 2)) + p('变更', num(1, 2)) + p('股东', num(1, 1)) + p('审核', num(1)) + p('范围', num(1, 1)) + p('章', num(2)) + p('节', num(2, 1)) // prettier-ignore
    const found = await read(testDocx(body, { 'word/numbering.xml': numbering }))
    expect(bodyLines(found.body)).toEqual([
      '一、基本情况', '（一）沿革', '设立', '变更', '（二）股东', '二、审核', '（一）范围', '章', '1.1 节',
    ]) // prettier-ignore
    expect(found.body.doc.content[2]).toMatchObject({ type: 'orderedList', attrs: { start: 1 } })
    expect(found.notes).toContainEqual({ key: 'writingNoteNumbered', params: { count: 6, limit: 63 } })
  })

  test('rows that number themselves go on counting from cell to cell, and lists of one kind from one to the next', async () => {
    const row = (text: string) => `<w:tr><w:tc>${p('', num(2))}</w:tc><w:tc>${p(text)}</w:tc></w:tr>`
    const found = await read(
      testDocx(`<w:tbl>${row('收入')}${row('成本')}${row('费用')}</w:tbl>${p('第四项', num(3))}`, {
        'word/numbering.xml': numbering,
      }),
    )
    const starts = [...JSON.stringify(found.body).matchAll(/"start":(\d+)/g)].map(([, start]) => Number(start))
    expect(starts).toEqual([1, 2, 3, 4])
  })
})

test('lists of one definition go on from each other, unless one is told where to begin', async () => {
  const begins = `<w:num w:numId="4"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>`
  const body = p('甲', num(2)) + p('乙', num(3)) + p('丙', num(4)) + p('丁', num(2))
  const found = await read(
    testDocx(body, { 'word/numbering.xml': numbering.replace('</w:numbering>', `${begins}</w:numbering>`) }),
  )
  expect(found.body.doc.content).toMatchObject([
    { type: 'orderedList', attrs: { start: 1 }, content: [{}, {}] },
    { type: 'orderedList', attrs: { start: 1 }, content: [{}, {}] },
  ])
})

const settings = (more: string, inside = '') => `<w:sectPr>${inside}${more}</w:sectPr>`
const ends = (sect: string) => `<w:p><w:pPr>${sect}</w:pPr></w:p>`
describe('sections', () => {
  const upright =
    '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1800" w:bottom="1440" w:left="1800"/>'
  const turned = '<w:pgSz w:w="16838" w:h="11906"/><w:pgMar w:top="720" w:right="720" w:bottom="720" w:left="720"/>'
  const edges = '<w:headerReference w:type="first" r:id="r9"/><w:headerReference w:type="default" r:id="r1"/>'
  const parts = {
    'word/_rels/document.xml.rels': `<Relationships><Relationship Id="r1" Target="header1.xml"/><Relationship Id="r9" Target="header2.xml"/></Relationships>`,
    'word/header1.xml': wordPart('hdr', p('某某税务师事务所')),
    'word/header2.xml': wordPart('hdr', p('封面')),
  }

  test('each begins a page; paper and header are those of the longest; the others are said', async () => {
    const body =
      p('封面') + ends(settings(upright, edges)) + p('一') + p('二') + p('三') + ends(settings(upright)) + p('接着') +
      ends(settings(`<w:type w:val="continuous"/>${upright}`)) + p('附表') + settings(turned) // prettier-ignore
    const found = await read(testDocx(body, parts))
    expect(found.body.doc.content.map((node) => (node.type === 'pageBreak' ? '—' : bodyLines(bodyOf(node))[0]))).toEqual(
      ['封面', '—', '一', '二', '三', '接着', '—', '附表'],
    ) // prettier-ignore
    expect(found.body.page).toEqual({ landscape: false, margins: { top: 25, right: 32, bottom: 25, left: 32 } })
    expect(found.body.header?.content).toEqual([line(say('某某税务师事务所'))])
    expect(found.notes).toContainEqual({ key: 'writingNotePapers', params: { count: 1 } })
  })

  test('a sheet that lies on its side is one though the file does not say so; pages begin where paragraphs ask', async () => {
    const body = p('甲', '<w:pageBreakBefore/>') + p('乙', '<w:pageBreakBefore/>') + settings(turned)
    const found = await read(testDocx(body))
    expect(found.body.page.landscape).toBe(true)
    expect(found.body.doc.content.map(({ type }) => type)).toEqual(['paragraph', 'pageBreak', 'paragraph'])
  })
})

const sign = (font: string, char: string) => `<w:r><w:sym w:font="${font}" w:char="${char}"/></w:r>`
const box = (state: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox>${state}</w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
test('what is ticked stays ticked: signs of their own fonts, boxes of old forms', async () => {
  const found = await read(
    testDocx(
      `<w:p>${sign('Wingdings 2', '0052')}${sign('Wingdings 2', '00A3')}${sign('Wingdings', 'F0FE')}${sign('Wingdings', 'F0A8')}${sign('宋体', '2460')}</w:p>` +
        p('R', '', '<w:rFonts w:ascii="Wingdings 2" w:hAnsi="Wingdings 2"/>') +
        `<w:p>${box('<w:checked/>')}${box('<w:default w:val="0"/>')}${box('<w:default/><w:checked w:val="0"/>')}</w:p>` +
        `<w:p>${sign('Webdings', '0044')}${sign('Wingdings', 'zz')}</w:p>`,
    ),
  )
  expect(bodyLines(found.body)).toEqual(['☑□☑□①', '☑', '☑□□', '□□'])
  expect(found.notes).toContainEqual({ key: 'writingNoteSigns', params: { count: 2, limit: 63 } })
})

test('a damaged picture is left out and said; the report comes in', async () => {
  const drawn = `<w:p><w:r><w:drawing><a:blip r:embed="a"/></w:drawing></w:r></w:p>`
  const bytes = packed({
    'word/document.xml': `<w:document><w:body>${drawn}${p('正文')}</w:body></w:document>`,
    'word/_rels/document.xml.rels': '<Relationships><Relationship Id="a" Target="media/a.png"/></Relationships>',
    'word/media/a.png': new Uint8Array(dot()),
  })
  const at = Buffer.from(bytes).indexOf('word/media/a.png') + 'word/media/a.png'.length
  bytes.fill(0xff, at, at + 12)
  const found = await read(bytes)
  expect(bodyLines(found.body)).toEqual(['正文'])
  expect(found.notes.map(({ key }) => key)).toContain('writingNoteImages')
})

const figure: InlineNode = {
  type: 'figure',
  attrs: { projectId: '', paperId: 'E60', cell: 'E60.amount@tax', label: '应纳税额', value: '1.00', unit: 'money', at: '' },
} // prettier-ignore
const out = (body: WritingBody, comments: Parameters<typeof writeDocx>[0]['comments'] = []) =>
  writeDocx({
    title: '报告',
    author: '王',
    body: WritingBody.parse(body),
    comments,
    pictures: new Map(),
    english: false,
  })
const partOf = (bytes: Uint8Array, name: string) => strFromU8(unzipSync(bytes)[name] ?? new Uint8Array())

test('a note somebody wrote is kept, also where another program gave it the number of one of ours', async () => {
  const parts = unzipSync(await out(bodyOf(line(figure))))
  const swapped = packed({
    ...Object.fromEntries(Object.entries(parts).filter(([name]) => name !== 'word/footnotes.xml')),
    'word/footnotes.xml': wordPart('footnotes', `<w:footnote w:id="1">${p('经与客户核对')}</w:footnote>`),
  })
  expect(bodyLines((await read(swapped)).body)).toEqual(['1.00[1]', '[1] 经与客户核对'])
  // our own is read as the figure's source, not as words
  expect(bodyLines((await read(await out(bodyOf(line(figure))))).body)).toEqual(['1.00'])
})

const comment = (id: string, parentId = '') => ({
  id, parentId, author: '李', time: '2026-05-01 10:00:00', text: `说${id}`, resolved: false,
}) // prettier-ignore
const on = (...ids: string[]) => ids.map((id) => ({ type: 'comment' as const, attrs: { id } }))
test('comments that overlap each have a beginning and an end; an answer to an answer is written, too', async () => {
  const body = bodyOf(line(say('甲', ...on('a')), say('乙', ...on('a', 'b')), say('丙', ...on('b'))))
  const bytes = await out(body, [comment('a'), comment('b'), comment('c', 'a'), comment('d', 'c')])
  const xml = partOf(bytes, 'word/document.xml')
  for (const tag of ['commentRangeStart', 'commentRangeEnd', 'commentReference'])
    expect([tag, xml.split(`<w:${tag} `).length - 1]).toEqual([tag, 2])
  const found = await read(bytes)
  expect(found.comments).toMatchObject([
    { quote: '甲乙', text: '说a\n李: 说c\n李: 说d' },
    { quote: '乙丙', text: '说b' },
  ])
})

test('signs no XML holds are left out of every part', async () => {
  const bad = '\u0001\ufffe'
  const body = bodyOf(
    line(
      { ...figure, attrs: { ...figure.attrs, label: `甲${bad}`, cell: `c${bad}` } },
      say('x', { type: 'insertion', attrs: { id: 'i', by: '', name: `名${bad}`, at: '', say: '' } }),
      say('y', { type: 'link', attrs: { href: `https://a.example/${bad}?"<` } }),
      say('z', { type: 'link', attrs: { href: `/a${bad}` } }),
    ),
  )
  for (const [name, bytes] of Object.entries(unzipSync(await out(body))))
    expect([name, Array.from(bad).some((sign) => strFromU8(bytes).includes(sign))]).toEqual([name, false])
  expect(partOf(await out(body), 'word/_rels/document.xml.rels')).toContain('?&quot;&lt;')
})

test('a table of rows without cells is written as a line', async () => {
  const bytes = await out(bodyOf({ type: 'table', content: [{ type: 'tableRow' }] }))
  expect(partOf(bytes, 'word/document.xml')).not.toContain('<w:tbl>')
})

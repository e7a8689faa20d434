import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BlockNode, InlineNode, Mark, WritingBody } from '#contract/writing-doc.ts'
import { WritingBody as BodySchema } from '#contract/writing-doc.ts'
import { documentFolder } from '../document/testing-documents.ts'
import { type DocxRead, readDocx } from './docx-in.ts'
import { writeDocx } from './docx-out.ts'
import { bodyOf, dot, line, say } from './testing-writing.ts'

let folder: ReturnType<typeof documentFolder>
beforeAll(() => {
  folder = documentFolder()
})
afterAll(() => folder.done())

const picture = '00000000-0000-7000-8000-00000000000a'
const order = {
  title: '报告',
  author: '王审计',
  comments: [],
  pictures: new Map([[picture, new Uint8Array(dot())]]),
  english: false,
}

/** Out as a Word file and in again. */
async function again(body: WritingBody, more: Partial<Parameters<typeof writeDocx>[0]> = {}): Promise<DocxRead> {
  const bytes = await writeDocx({ ...order, ...more, body: BodySchema.parse(body) })
  return readDocx(folder.put('报告.docx', bytes), '报告.docx')
}

const figure = (value: string): InlineNode => ({
  type: 'figure',
  attrs: {
    projectId: '00000000-0000-7000-8000-000000000001', paperId: 'E60', cell: 'E60.amount@tax', label: '应纳所得税额', value,
    unit: 'money', at: '2026-05-01 10:00:00',
  },
}) // prettier-ignore
const item = (...content: BlockNode[]) => ({ type: 'listItem' as const, content })
const cell = (text: string, more: Partial<{ colspan: number; rowspan: number; colwidth: number[] | null }> = {}) => ({
  type: 'tableCell' as const,
  attrs: { colspan: 1, rowspan: 1, colwidth: null, ...more },
  content: [line(say(text))],
})
const head = (text: string) => ({ ...cell(text), type: 'tableHeader' as const })
const row = (...content: (ReturnType<typeof cell> | ReturnType<typeof head>)[]) => ({
  type: 'tableRow' as const,
  content,
})

test.each<[string, BlockNode[]]>([
  ['paragraphs, aligned and indented', [
    line(say('一')),
    { type: 'paragraph', attrs: { textAlign: 'center', indent: 0 }, content: [say('二')] },
    { type: 'paragraph', attrs: { textAlign: 'justify', indent: 3 }, content: [say('三')] },
    { type: 'paragraph', attrs: { textAlign: 'left', indent: 0 }, content: [say('四')] },
    line(),
  ]],
  ['headings of four levels', [1, 2, 3, 4].map((level): BlockNode => ({
    type: 'heading', attrs: { level, textAlign: level === 1 ? 'center' : null, indent: 0 }, content: [say(`标题${level}`)],
  }))],
  ['marks, tabs and line breaks', [line(
    say('粗', { type: 'bold' }), say('斜', { type: 'italic' }), say('下划', { type: 'underline' }), say('删除线', { type: 'strike' }),
    say('都有', { type: 'bold' }, { type: 'italic' }, { type: 'underline' }, { type: 'strike' }),
    say('甲\t乙'), { type: 'hardBreak' }, say('  两端的空格  < & > "引号"'),
  )]],
  ['links to the web and to places of the product', [line(
    say('网页', { type: 'link', attrs: { href: 'https://www.example.com/a?b=1#c' } }),
    say('与'),
    say('项目', { type: 'link', attrs: { href: '/projectApp/index?projectId=1' } }),
  )]],
  ['bullets, numbers from three, lists in lists', [
    { type: 'bulletList', content: [item(line(say('甲'))), item(line(say('乙')), { type: 'bulletList', content: [item(line(say('乙一')))] })] },
    line(say('之间')),
    { type: 'orderedList', attrs: { start: 3 }, content: [
      item(line(say('三')), line(say('三的第二段'))),
      item(line(say('四')), { type: 'orderedList', attrs: { start: 1 }, content: [item(line(say('四之一')))] }),
    ] },
    { type: 'orderedList', attrs: { start: 1 }, content: [item(line(say('另一个列表')))] },
  ]],
  ['a quotation', [line(say('前')), { type: 'blockquote', content: [line(say('引文一')), line(say('引文二'))] }, line(say('后'))]],
  ['a table with heads, merged cells and widths', [{ type: 'table', content: [
    row(head('项目'), head('金额'), head('备注')),
    row(cell('合并两行', { rowspan: 2 }), cell('合并两列', { colspan: 2 })),
    row(cell('1'), cell('2')),
  ] }, line(say('表后')), { type: 'table', content: [row(cell('宽', { colwidth: [300] }), cell('窄', { colwidth: [80] }))] }, line()]],
  ['a table in a table', [{ type: 'table', content: [{ type: 'tableRow', content: [{
    ...cell(''), content: [{ type: 'table', content: [row(cell('里面'))] }, line()],
  }] }] }, line()]],
  ['a picture with its width and description', [
    { type: 'image', attrs: { fileId: picture, width: 100, alt: '印章 & 说明', textAlign: 'center' } },
  ]],
  ['a page break and a rule', [line(say('一')), { type: 'pageBreak' }, line(say('二')), { type: 'horizontalRule' }, line(say('三'))]],
  ['figures and fields', [line(
    say('应纳税额'), figure('1,234.50'), say('元，客户'), { type: 'field', attrs: { name: 'client', value: '测试公司' } },
    { type: 'field', attrs: { name: 'reviewer', value: '' } }, figure(''),
  )]],
])('%s come back as they went', async (_, content) => {
  const read = await again(bodyOf(...content))
  const pictures = new Map(read.pictures.map(({ id }) => [id, picture]))
  const named = JSON.parse(
    JSON.stringify(read.body.doc).replace(/"fileId":"([^"]+)"/g, (_whole, id: string) => `"fileId":"${pictures.get(id) ?? id}"`),
  ) as unknown
  expect(named).toEqual({ type: 'doc', content })
}) // prettier-ignore

const change = (type: 'insertion' | 'deletion', id: string): Mark => ({
  type, attrs: { id, by: 'model', name: 'AI', at: '2026-05-01 10:00:00', say: '更简洁' },
}) // prettier-ignore
test('tracked changes are Word’s own: who, when and what come back', async () => {
  const read = await again(
    bodyOf(
      line(say('保留'), say('删去', change('deletion', 'a')), say('加上', { type: 'bold' }, change('insertion', 'a'))),
    ),
  )
  const [paragraph] = read.body.doc.content
  if (paragraph?.type !== 'paragraph') throw new Error('no paragraph')
  expect(paragraph.content?.map((node) => (node.type === 'text' ? node.text : node.type))).toEqual([
    '保留',
    '删去',
    '加上',
  ])
  const marks = paragraph.content?.map(({ marks: all }) => all?.map(({ type }) => type).toSorted())
  expect(marks).toEqual([undefined, ['deletion'], ['bold', 'insertion']])
  expect(paragraph.content?.[1]?.marks?.[0]).toMatchObject({ attrs: { by: '', name: 'AI', at: '2026-05-01 10:00:00' } })
  expect(read.notes).toContainEqual({ key: 'writingNoteTracked', params: { count: 2, limit: 63 } })
})

const said = (commentId: string, parentId: string, text: string) => ({
  id: commentId, parentId, author: '李复核', time: '2026-05-01 10:00:00', text, resolved: false,
}) // prettier-ignore
test('comments stand on the same words, with the answers to them', async () => {
  const id = '00000000-0000-7000-8000-00000000000c'
  const mark: Mark = { type: 'comment', attrs: { id } }
  const read = await again(bodyOf(line(say('前'), say('这里', mark)), line(say('也是', mark), say('后'))), {
    comments: [said(id, '', '依据？'), said('00000000-0000-7000-8000-00000000000d', id, '见底稿')],
  })
  expect(read.comments).toMatchObject([{ author: '李复核', text: '依据？\n李复核: 见底稿', quote: '这里也是' }])
  const marked = read.body.doc.content.flatMap((node) => (node.type === 'paragraph' ? (node.content ?? []) : []))
  const own = { type: 'comment', attrs: { id: read.comments[0]?.id } }
  expect(marked).toEqual([
    say('前'),
    { type: 'text', text: '这里', marks: [own] },
    { type: 'text', text: '也是', marks: [own] },
    say('后'),
  ])
})

test('header, footer with page numbers, and the paper', async () => {
  const body: WritingBody = {
    ...bodyOf(line(say('正文'))),
    header: {
      type: 'doc',
      content: [{ type: 'paragraph', attrs: { textAlign: 'center', indent: 0 }, content: [say('事务所')] }],
    },
    footer: {
      type: 'doc',
      content: [
        line(
          say('第 '),
          { type: 'pageNumber', attrs: { of: 'page' } },
          say(' 页 共 '),
          { type: 'pageNumber', attrs: { of: 'pages' } },
          say(' 页'),
        ),
      ],
    },
    page: { landscape: true, margins: { top: 20, right: 15, bottom: 30, left: 35 } },
  }
  const read = await again(body)
  expect(read.body).toEqual(body)
})

test('a figure tells the reader of the file where it comes from', async () => {
  const bytes = await writeDocx({ ...order, body: bodyOf(line(figure('1,234.50'))) })
  const { unzipSync, strFromU8 } = await import('fflate')
  const parts = unzipSync(bytes)
  expect(strFromU8(parts['word/footnotes.xml'] ?? new Uint8Array())).toContain(
    '来源：底稿 应纳所得税额 E60.amount@tax，生成于 2026-05-01 10:00:00',
  )
})

test('a document as long as may be goes out within the time of a thread', async () => {
  const body = bodyOf(
    ...Array.from({ length: 9000 }, (_, at) => line(say(`第${at}段：${'营业收入审核说明'.repeat(2)}`))),
  )
  const began = performance.now()
  const bytes = await writeDocx({ ...order, body })
  const path = join(folder.put('x', 'x'), '..', 'long.docx')
  writeFileSync(path, bytes)
  const read = await readDocx(path, 'long.docx')
  expect(read.body.doc.content).toHaveLength(9000)
  expect(performance.now() - began).toBeLessThan(20_000)
}, 60_000)

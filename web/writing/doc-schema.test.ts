import { getSchema } from '@tiptap/core'
import { expect, test } from 'vitest'
import { emptyBody, WritingBody } from '#contract/writing-doc.ts'
import { writingExtensions } from './doc-schema.ts'

const schema = getSchema(writingExtensions())
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', attrs: { textAlign: null, indent: 0 }, content })
const text = (words: string, ...marks: unknown[]) => ({ type: 'text', text: words, ...(marks.length > 0 && { marks }) })
const change = { id: 'c1', by: 'model', name: '模型', at: '2026-01-02 03:04:05', say: '更准确' }
const cell = (words: string, more = {}) => ({
  type: 'tableCell',
  attrs: { colspan: 1, rowspan: 1, colwidth: null, ...more },
  content: [paragraph(text(words))],
})
const whole = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 4, textAlign: 'center', indent: 2 }, content: [text('结论')] },
    paragraph(
      text('粗', { type: 'bold' }, { type: 'italic' }, { type: 'strike' }, { type: 'underline' }),
      text('法规', { type: 'link', attrs: { href: '/knowledge/llmKnowledgeDoc?v.place=x' } }),
      text('旧', { type: 'comment', attrs: { id: 'k1' } }, { type: 'deletion', attrs: change }),
      text('新', { type: 'insertion', attrs: change }),
      { type: 'hardBreak' },
      {
        type: 'figure',
        attrs: { projectId: 'p', paperId: 'A1', cell: 'a.b', label: '收入', value: '1.00', unit: 'money', at: '' },
      },
      { type: 'field', attrs: { name: 'client', value: '' } },
      { type: 'pageNumber', attrs: { of: 'pages' } },
    ),
    { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('一'))] }] },
    { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [paragraph(text('三'))] }] },
    { type: 'blockquote', content: [paragraph(text('引'))] },
    {
      type: 'table',
      content: [
        { type: 'tableRow', content: [{ ...cell('头', { colspan: 2, colwidth: [100, 80] }), type: 'tableHeader' }] },
        { type: 'tableRow', content: [cell('甲'), cell('乙')] },
      ],
    },
    {
      type: 'image',
      attrs: { fileId: '00000000-0000-4000-8000-000000000000', width: 320, alt: '章', textAlign: 'center' },
    },
    { type: 'pageBreak' },
    { type: 'horizontalRule' },
    paragraph(text('完')),
  ],
}

test('what the contract allows comes out of the editor as it went in, every node and mark', () => {
  const body = WritingBody.parse({ ...emptyBody(), doc: whole })
  const node = schema.nodeFromJSON(body.doc)
  node.check()
  expect(WritingBody.parse({ ...body, doc: node.toJSON() })).toEqual(body)
})

import { expect, test } from 'vitest'
import { type BlockNode, emptyBody, type InlineNode } from '#contract/writing-doc.ts'
import { marginWords, pageStyle } from './print-marks.ts'

const line = (textAlign: 'center' | 'right' | null, ...content: InlineNode[]): BlockNode => ({
  type: 'paragraph',
  attrs: { textAlign, indent: 0 },
  content,
})
const doc = (...content: BlockNode[]) => ({ type: 'doc' as const, content })

test('a footer numbers its pages; words cannot break out of the style', () => {
  const footer = doc(
    line(
      'center',
      { type: 'text', text: '第' },
      { type: 'pageNumber', attrs: { of: 'page' } },
      { type: 'text', text: '页' },
    ),
    line(null, { type: 'text', text: 'a"; } body { display: none } \\' }),
  )
  expect(marginWords(footer)).toEqual({
    center: '"第" counter(page) "页"',
    left: '"a\\"; } body { display: none } \\\\"',
  })
  expect(pageStyle({ ...emptyBody(), footer })).toContain('@bottom-center { content: "第" counter(page) "页";')
})
test('a header with a picture is drawn, not written', () => {
  const image: BlockNode = {
    type: 'image',
    attrs: { fileId: '00000000-0000-4000-8000-000000000000', width: null, alt: '', textAlign: null },
  }
  expect(marginWords(doc(line(null), image))).toBeUndefined()
})

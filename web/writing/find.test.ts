import { getSchema } from '@tiptap/core'
import { expect, test } from 'vitest'
import { writingExtensions } from './doc-schema.ts'
import { matchesIn } from './find.ts'
import { outlineOf } from './outline.ts'

const schema = getSchema(writingExtensions())
const { nodes } = schema
const text = (words: string) => schema.text(words)

test('words are found whatever their case and formats, past figures, and never across paragraphs', () => {
  const doc = schema.node('doc', null, [
    schema.node('paragraph', null, [
      text('VAT 税'),
      schema.node('figure', { cell: 'a', value: '1.00' }),
      schema.text('vat', [schema.mark('bold')]),
    ]),
    schema.node('paragraph', null, [text('额va')]),
    schema.node('paragraph', null, [text('t')]),
  ])
  expect(matchesIn(doc, 'vat').map(({ from, to }) => doc.textBetween(from, to))).toEqual(['VAT', 'vat'])
  expect(matchesIn(doc, '税额')).toEqual([])
  expect(matchesIn(doc, '')).toEqual([])
})
test('the outline has the headings with their depth and place', () => {
  const heading = (level: number, words: string) => nodes['heading']?.create({ level }, words === '' ? [] : text(words))
  const parts = [heading(1, '一'), schema.node('paragraph', null, text('x')), heading(3, '细'), heading(2, '')]
  const doc = schema.node(
    'doc',
    null,
    parts.flatMap((node) => node ?? []),
  )
  expect(outlineOf(doc)).toEqual([
    { level: 1, text: '一', pos: 0 },
    { level: 3, text: '细', pos: 6 },
  ])
})

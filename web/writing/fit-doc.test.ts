import { getSchema } from '@tiptap/core'
import { expect, test } from 'vitest'
import { writingExtensions } from './doc-schema.ts'
import { fitDoc } from './fit-doc.ts'

const schema = getSchema(writingExtensions())
const text = (words: string) => ({ type: 'text', text: words })

test('what a Word file may bring is fitted to what the editor can hold, its words kept', () => {
  const doc = {
    type: 'doc',
    content: [
      {
        type: 'bulletList',
        content: [{ type: 'listItem', content: [{ type: 'heading', attrs: { level: 2 }, content: [text('题')] }] }],
      },
      {
        type: 'table',
        content: [{ type: 'tableRow' }, { type: 'tableRow', content: [{ type: 'tableCell', content: [] }] }],
      },
      { type: 'table', content: [{ type: 'tableRow' }] },
      { type: 'blockquote', content: [] },
    ],
  }
  const fitted = fitDoc(schema, doc)
  expect(fitted.textContent).toBe('题')
  expect(fitted.childCount).toBe(3)
})
test('an empty document is one empty paragraph', () => {
  expect(fitDoc(schema, { type: 'doc', content: [] }).toJSON()).toEqual(
    fitDoc(schema, { type: 'doc', content: [{ type: 'paragraph' }] }).toJSON(),
  )
})

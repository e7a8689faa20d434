import { expect, test } from 'vitest'
import { plainPage, type WritingDoc } from '#contract/writing-doc.ts'
import { filledFrame } from './fill-fields.ts'

const field = (name: 'client' | 'year', value: string) => ({ type: 'field' as const, attrs: { name, value } })

const header = (client: string): WritingDoc => ({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      attrs: { textAlign: 'center', indent: 0 },
      content: [field('client', client), field('year', '2024')],
    },
  ],
})

test('a header’s fields take what is known, and keep what they had where nothing is', () => {
  const frame = { header: header(''), footer: null, page: plainPage }
  expect(filledFrame(frame, new Map([['client', '东风公司']]))).toEqual({ ...frame, header: header('东风公司') })
})

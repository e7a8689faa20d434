import { expect, test } from 'vitest'
import type { BlockNode } from '#contract/writing-doc.ts'
import { isClash, mergeBlocks, wordsOfBlock } from './merge-bodies.ts'

const line = (text: string): BlockNode => ({
  type: 'paragraph',
  attrs: { textAlign: null, indent: 0 },
  content: [{ type: 'text', text }],
})
const lines = (text: string) => text.split(' ').filter(Boolean).map(line)
const merged = (base: string, mine: string, theirs: string) =>
  mergeBlocks(lines(base), lines(mine), lines(theirs)).map((part) =>
    isClash(part)
      ? `<${part.mine.map(wordsOfBlock).join(',')}|${part.theirs.map(wordsOfBlock).join(',')}>`
      : wordsOfBlock(part),
  )

test('what only one of two changed is taken', () => {
  expect(merged('a b c d', 'a B c d', 'a b c D')).toEqual(['a', 'B', 'c', 'D'])
  expect(merged('a b', 'a new b', 'a b end')).toEqual(['a', 'new', 'b', 'end'])
  expect(merged('a b c', 'a c', 'a b c')).toEqual(['a', 'c'])
  expect(merged('', 'x', '')).toEqual(['x'])
})
test('what both changed alike is taken once; what they changed differently is a clash', () => {
  expect(merged('a b c', 'a X c', 'a X c')).toEqual(['a', 'X', 'c'])
  expect(merged('a b c', 'a X c', 'a Y c')).toEqual(['a', '<X|Y>', 'c'])
  expect(merged('a b c', 'a c', 'a Y c')).toEqual(['a', '<|Y>', 'c'])
  expect(merged('a', 'a x', 'a y')).toEqual(['a', '<x|y>'])
})
test('attributes the editor writes out as null are no change', () => {
  const plain = line('a')
  const written = { ...plain, attrs: { indent: 0, textAlign: null } } as BlockNode
  expect(mergeBlocks([plain], [written], lines('Y'))).toEqual(lines('Y'))
})

import type { Chunk } from './block.ts'
import type { IndexEntry } from './segment.ts'

/** What a chunk is found by: its text once, title and headings twice (`docs/benchmarks.md`); every statute's title begins alike. */
export function chunkFields({ text, context }: Pick<Chunk, 'text' | 'context'>): IndexEntry['fields'] {
  const headings = context.map((part) => ({ text: part.replace(/^中华人民共和国(?=.)/, ''), weight: 2 }))
  return [{ text, weight: 1 }, ...headings]
}

import type { Chunk } from '#engine/retrieval/block.ts'
import { chunkFields } from '#engine/retrieval/chunk-fields.ts'
import { identifiers, type Identifier } from '#engine/retrieval/identifiers.ts'
import { SegmentBuilder } from '#engine/retrieval/segment.ts'
import { segmentBytes } from '#engine/retrieval/segment-bytes.ts'

/** A chunk's entry in the index is named by the chunk and the number of its words: changed ones get a new entry. */
export const entryKey = (chunkId: string, rev: number): string => `${chunkId}.${rev}`
/** The chunk and the number of an entry. */
export function entryOf(key: string): { chunkId: string; rev: number } {
  const dot = key.lastIndexOf('.')
  return { chunkId: key.slice(0, dot), rev: Number(key.slice(dot + 1)) }
}

export type IndexedText = { id: string; rev: number; versionId: string } & Pick<Chunk, 'text' | 'context'>

/** Postings of some chunks as bytes. */
export function segmentOf(texts: readonly IndexedText[]): Uint8Array<ArrayBuffer> {
  const builder = new SegmentBuilder()
  for (const { id, rev, versionId, text, context } of texts)
    builder.add({ key: entryKey(id, rev), group: versionId, fields: chunkFields({ text, context }) })
  return segmentBytes(builder.freeze())
}

/** The identifiers a chunk is found by: those of its own text, and of its title. */
export const identifiersOf = ({ text, context }: Pick<Chunk, 'text' | 'context'>): Identifier[] =>
  identifiers(`${context.join('\n')}\n${text}`)

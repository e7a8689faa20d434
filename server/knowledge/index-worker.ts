import { storable } from '#server/kernel/stored-text.ts'
import { randomUUID } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import type { Anchor, Block, Chunk } from '#engine/retrieval/block.ts'
import { chunkDocument } from '#engine/retrieval/chunk-document.ts'
import { chunkLaw } from '#engine/retrieval/chunk-law.ts'
import { identifiers, type Identifier } from '#engine/retrieval/identifiers.ts'
import { sha256 } from '#server/kernel/sha256.ts'
import type { WorkerSays } from '#server/kernel/worker-run.ts'
import { identifiersOf, segmentOf } from './index-text.ts'

// The thread that cuts one document into chunks and builds its postings.

/** What the thread is told: the version the chunks belong to, its title, whether it goes by articles. */
export type IndexOrder = { versionId: string; title: string; law: boolean; blocks: readonly Block[] }
export type IndexedChunk = {
  id: string
  kind: Chunk['kind']
  text: string
  context: string[]
  anchor: Anchor
  section: number
  hash: string
  idents: Identifier[]
}
export type Indexed = { chunks: IndexedChunk[]; segment: Uint8Array<ArrayBuffer> }

const { versionId, title, law, blocks }: IndexOrder = workerData

function storableAnchor(anchor: Anchor): Anchor {
  if (anchor.kind === 'place') return { ...anchor, heading: storable(anchor.heading) }
  return anchor.kind === 'cells' ? { ...anchor, sheet: storable(anchor.sheet) } : anchor
}

const { chunks } = law ? chunkLaw(title, blocks) : chunkDocument(title, blocks)
const indexed = chunks.flatMap(({ kind, text, context, anchor, section }): IndexedChunk[] => {
  const said = storable(text)
  if (said.trim() === '') return []
  const under = context.map(storable)
  const own = identifiersOf({ text: said, context: under }).filter(({ kind }) => kind !== 'article')
  // an article is found by its own number, not by those it refers to
  const article = anchor.kind === 'article' ? identifiers(anchor.article).filter(({ kind }) => kind === 'article') : []
  return [
    {
      id: randomUUID(),
      kind,
      text: said,
      context: under,
      anchor: storableAnchor(anchor),
      section,
      hash: sha256(said),
      idents: [...own, ...article],
    },
  ]
})
const segment = segmentOf(indexed.map(({ id, text, context }) => ({ id, rev: 1, versionId, text, context })))
const said: WorkerSays<Indexed> = { kind: 'done', result: { chunks: indexed, segment } }
parentPort?.postMessage(said, [segment.buffer])

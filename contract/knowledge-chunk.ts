import { z } from 'zod'
import { count, get, id, paged, paging, post, time } from './endpoint.ts'
import { Anchor } from './knowledge.ts'

export const KnowledgeChunk = z.object({
  id,
  ord: count,
  kind: z.string(),
  /** As it is searched and cited. */
  text: z.string(),
  /** As it was read. */
  original: z.string(),
  edited: z.boolean(),
  context: z.array(z.string()),
  anchor: Anchor,
  enabled: z.boolean(),
  rev: count,
  updateUserName: z.string(),
  updateTime: time,
})
export type KnowledgeChunk = z.output<typeof KnowledgeChunk>

export const knowledgeChunk = {
  chunks: get('/sc-llm/llmKnowledgeDoc/chunks', {
    may: 'docFile.view',
    says: 'Chunks of a version, in their order',
    input: paging(['text', 'enabled'], { versionId: id }),
    output: paged(KnowledgeChunk),
    network: true,
  }),
  saveChunk: post('/sc-llm/llmKnowledgeDoc/saveChunk', {
    may: 'docFile.edit',
    says: 'Changes the text of a chunk, brings the original back (text null), or switches it off and on',
    input: z.object({
      id,
      rev: count,
      text: z.string().trim().min(1, 'knowledgeEmptyChunk').max(4000).nullable().optional(),
      enabled: z.boolean().optional(),
    }),
    output: KnowledgeChunk,
  }),
  place: get('/sc-llm/llmKnowledgeDoc/place', {
    may: 'docFile.view',
    says: 'Where a citation leads: the document, the version it was taken from, and the chunks around the place',
    input: z.object({ chunkId: id }),
    output: z.object({
      documentId: id,
      documentName: z.string(),
      baseName: z.string(),
      versionId: id,
      versionNo: count,
      /** It is not the current version any more. */
      superseded: z.boolean(),
      /** Empty: there is no original to download here. */
      fileId: z.string(),
      fileName: z.string(),
      effectiveFrom: z.string().nullable(),
      endsOn: z.string().nullable(),
      chunks: z.array(KnowledgeChunk),
    }),
    network: true,
  }),
}

import { z } from 'zod'
import { count, get, id, ids, none, paged, paging, post, rowId, time } from './endpoint.ts'
import { roles } from './grants.ts'
import { isRealDay } from './real-day.ts'

export const baseScopes = ['system', 'firm', 'project', 'personal'] as const
export const knowledgeKinds = ['law', 'policy', 'template', 'project', 'other'] as const
export type KnowledgeKind = (typeof knowledgeKinds)[number]

/** What a person may in a base: nothing, read, add documents, manage it. */
export const baseLevel = { none: 0, read: 1, add: 2, manage: 3 } as const

/** A day as YYYY-MM-DD. */
export const day = z
  .string()
  .trim()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'knowledgeDay')
  .refine(isRealDay, 'knowledgeDay')

export const KnowledgeBase = z.object({
  id,
  name: z.string(),
  scope: z.enum(baseScopes),
  kind: z.enum(knowledgeKinds),
  /** Empty: none. */
  projectId: z.string(),
  projectName: z.string(),
  description: z.string(),
  /** 0 to 3 (`baseLevel`). */
  level: count,
  documents: count,
  chunks: count,
  version: count,
  createUserName: z.string(),
  updateTime: time,
})
export type KnowledgeBase = z.output<typeof KnowledgeBase>

export const Access = z.object({
  principalKind: z.enum(['role', 'user']),
  /** A role's alias or a user's id. */
  principal: z.string().min(1).max(64),
  level: z.number().int().min(0).max(3),
})
const ShownAccess = Access.extend({ name: z.string() })
export type ShownAccess = z.output<typeof ShownAccess>

export const Synonym = z.object({
  id,
  term: z.string(),
  means: z.array(z.string()),
  updateTime: time,
  updateUserName: z.string(),
})
export type Synonym = z.output<typeof Synonym>

/** Where a chunk stands in its document; it never changes. */
export const Anchor = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('article'),
    article: z.string(),
    paragraphs: z.tuple([count, count]),
    item: z.string().optional(),
  }),
  z.object({
    kind: z.literal('page'),
    page: count,
    box: z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() }).optional(),
    paragraphs: z.tuple([count, count]),
  }),
  z.object({ kind: z.literal('cells'), sheet: z.string(), range: z.string() }),
  z.object({ kind: z.literal('place'), heading: z.string(), paragraphs: z.tuple([count, count]) }),
])
export type KnowledgeAnchor = z.output<typeof Anchor>

/** A chunk that was found. */
export const Passage = z.object({
  chunkId: id,
  documentId: id,
  documentName: z.string(),
  baseId: id,
  baseName: z.string(),
  baseScope: z.enum(baseScopes),
  kind: z.enum(knowledgeKinds),
  number: z.string(),
  region: z.string(),
  /** The version's number and its id. */
  version: count,
  versionId: id,
  text: z.string(),
  /** Title and headings it stands under. */
  context: z.array(z.string()),
  anchor: Anchor,
  score: z.number(),
  /** The place each way of searching gave it, from 1. */
  places: z.record(z.string(), count),
  effectiveFrom: z.string().nullable(),
  effectiveTo: z.string().nullable(),
  /** How it stands on the day that was asked about, or today. */
  standing: z.enum(['inForce', 'notYet', 'expired', 'unknown']),
  /** A later version or another document replaces it. */
  superseded: z.boolean(),
  /** A person has changed the text; the anchor is that of the original. */
  edited: z.boolean(),
  /** What of the text was asked for, as stretches; `to` not included. */
  marks: z.array(z.object({ from: count, to: count })),
})
export type Passage = z.output<typeof Passage>

const name = z.string({ error: 'knowledgeName' }).trim().min(1, 'knowledgeName').max(100)

export const knowledge = {
  bases: get('/sc-llm/llmKnowledge/bases', {
    may: 'docFile.view',
    says: 'The knowledge bases the caller may read: the system’s, the firm’s, of his projects, his own',
    input: z.object({ projectId: id.optional() }),
    output: z.array(KnowledgeBase),
    network: true,
  }),
  saveBase: post('/sc-llm/llmKnowledge/saveBase', {
    may: 'docFile.add',
    says: 'Makes a knowledge base, or changes its name, kind and description',
    input: z.object({
      id: rowId,
      version: count.optional(),
      name,
      scope: z.enum(baseScopes).default('firm'),
      kind: z.enum(knowledgeKinds).default('other'),
      projectId: z.union([id, z.literal('')]).default(''),
      description: z.string().trim().max(500).default(''),
    }),
    output: z.object({ id }),
  }),
  removeBases: post('/sc-llm/llmKnowledge/removeBases', {
    may: 'docFile.delete',
    says: 'Deletes bases the caller manages; their documents are kept and come back with them',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
  restoreBases: post('/sc-llm/llmKnowledge/restoreBases', {
    may: 'docFile.delete',
    says: 'Brings deleted bases back',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
  deletedBases: get('/sc-llm/llmKnowledge/deletedBases', {
    may: 'docFile.delete',
    says: 'Deleted bases that the caller may bring back',
    input: none,
    output: z.array(z.object({ id, name: z.string(), updateTime: time })),
  }),
  access: get('/sc-llm/llmKnowledge/access', {
    may: 'docFile.edit',
    says: 'Who may what in a base the caller manages, beside what its scope gives',
    input: z.object({ baseId: id }),
    output: z.object({ rows: z.array(ShownAccess), people: z.array(z.object({ id: z.string(), name: z.string() })) }),
  }),
  saveAccess: post('/sc-llm/llmKnowledge/saveAccess', {
    may: 'docFile.edit',
    says: 'Sets who may what; 0 refuses, and wins over everything else',
    input: z.object({
      baseId: id,
      rows: z
        .array(Access)
        .max(500)
        .refine(
          (rows) =>
            rows.every(({ principalKind, principal }) =>
              principalKind === 'user' ? true : (roles as readonly string[]).includes(principal),
            ),
          'knowledgeRole',
        ),
    }),
    output: none,
  }),
  synonyms: get('/sc-llm/llmKnowledge/synonyms', {
    may: 'docFile.view',
    says: 'Words the firm says for others',
    input: paging(['term', 'updateTime']),
    output: paged(Synonym),
  }),
  saveSynonym: post('/sc-llm/llmKnowledge/saveSynonym', {
    may: 'docFile.edit',
    says: 'Adds a word and what it stands for, or changes it',
    input: z.object({
      id: rowId,
      term: z.string({ error: 'knowledgeSynonym' }).trim().min(1, 'knowledgeSynonym').max(50),
      means: z.array(z.string().trim().min(1, 'knowledgeSynonym').max(50)).min(1, 'knowledgeSynonym').max(20),
    }),
    output: z.object({ id }),
  }),
  removeSynonyms: post('/sc-llm/llmKnowledge/removeSynonyms', {
    may: 'docFile.edit',
    says: 'Takes words out',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
  retrieve: post('/sc-llm/llmKnowledge/retrieve', {
    may: 'docFile.view',
    says: 'Passages for a question, with the place each way of searching gave them',
    input: z.object({
      query: z.string().trim().min(1, 'knowledgeQuestion').max(2000),
      baseIds: z.array(id).max(100).optional(),
      projectId: id.optional(),
      inForceOn: day.optional(),
      kinds: z.array(z.enum(knowledgeKinds)).optional(),
      limit: z.coerce.number().int().min(1).max(50).default(10),
    }),
    output: z.object({
      passages: z.array(Passage),
      /** The ways that were searched. */
      legs: z.array(z.enum(['identifiers', 'words', 'vectors', 'rerank'])),
      milliseconds: count,
    }),
    network: true,
  }),
}

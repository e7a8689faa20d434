import { z } from 'zod'
import { count, get, id, ids, none, paged, paging, post, time } from './endpoint.ts'
import { day, knowledgeKinds } from './knowledge.ts'

/** What files of knowledge bases are marked with; they belong to the base. */
export const KNOWLEDGE_FILE = 'knowledge'
/** The kinds of job that read documents, import articles, build vectors and pack originals. */
export const PARSE_JOB = 'knowledge.parse'
export const LAW_JOB = 'knowledge.law'
export const VECTOR_JOB = 'knowledge.vectors'
export const ZIP_JOB = 'knowledge.zip'
/** Documents in one call. */
export const MOST_AT_ONCE = 500

export const versionStates = ['queued', 'parsing', 'ready', 'failed'] as const

/** Something said with its texts filled in: a warning, a part that was not read. */
export const Said = z.object({ key: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) })
export type Said = z.output<typeof Said>

export const KnowledgeVersion = z.object({
  id,
  no: count,
  fileName: z.string(),
  /** Empty: there is no original to download here. */
  fileId: z.string(),
  size: count,
  effectiveFrom: z.string().nullable(),
  effectiveTo: z.string().nullable(),
  /** The last day it applies, a later version considered. */
  endsOn: z.string().nullable(),
  current: z.boolean(),
  status: z.enum(versionStates),
  problem: Said.nullable(),
  pages: count,
  chunks: count,
  /** Pieces of hidden text that were left out. */
  hidden: count,
  jobId: z.string(),
  createTime: time,
  createUserName: z.string(),
})
export type KnowledgeVersion = z.output<typeof KnowledgeVersion>

/** A document of a base, with its current version, or the newest while none is ready. */
export const KnowledgeDoc = z.object({
  id,
  baseId: id,
  name: z.string(),
  kind: z.enum(knowledgeKinds),
  /** 文号. */
  number: z.string(),
  region: z.string(),
  supersededBy: z.string(),
  supersededByName: z.string(),
  supersededFrom: z.string().nullable(),
  versionId: z.string(),
  versionNo: count,
  versions: count,
  fileName: z.string(),
  size: count,
  status: z.enum(versionStates),
  problem: Said.nullable(),
  chunks: count,
  hidden: count,
  effectiveFrom: z.string().nullable(),
  endsOn: z.string().nullable(),
  jobId: z.string(),
  /** Made by the caller: what a grant over own rows reaches. */
  mine: z.boolean(),
  version: count,
  createUserName: z.string(),
  updateTime: time,
})
export type KnowledgeDoc = z.output<typeof KnowledgeDoc>

/** What the reading of a version said. */
export const ReadingReport = z.object({
  kind: z.string(),
  title: z.string(),
  warnings: z.array(Said),
  unread: z.array(Said),
  law: z
    .object({
      numbers: z.array(z.string()),
      issuers: z.array(z.string()),
      published: z.string().nullable(),
      from: z.object({ day: z.string(), words: z.string() }).nullable(),
      to: z.object({ day: z.string(), words: z.string() }).nullable(),
    })
    .nullable(),
})
export type ReadingReport = z.output<typeof ReadingReport>

const manyIds = z.object({ ids: ids.pipe(z.array(id).max(MOST_AT_ONCE)) })
const Added = z.object({
  /** Empty: there was nothing to read. */
  jobId: z.string(),
  added: z.array(z.object({ id, name: z.string() })),
  /** The same content is in the base already: what was given, and what it is called there. */
  duplicates: z.array(
    z.object({ fileId: z.string(), name: z.string(), documentId: z.string(), documentName: z.string() }),
  ),
})
export type AddedDocuments = z.output<typeof Added>

const fileIds = z.array(id).min(1).max(MOST_AT_ONCE)
const short = z.string().trim().max(100)

export const knowledgeDoc = {
  list: get('/sc-llm/llmKnowledgeDoc/list', {
    may: 'docFile.view',
    says: 'Documents of a base, newest first',
    input: paging(['name', 'kind', 'number', 'region', 'status', 'updateTime', 'effectiveFrom'], {
      baseId: id,
      deleted: z.enum(['0', '1']).default('0'),
    }),
    output: paged(KnowledgeDoc),
    network: true,
  }),
  detail: get('/sc-llm/llmKnowledgeDoc/detail', {
    may: 'docFile.view',
    says: 'A document with its versions and what the reading of each said',
    input: z.object({ id }),
    output: z.object({
      document: KnowledgeDoc,
      baseName: z.string(),
      level: count,
      versions: z.array(KnowledgeVersion.extend({ report: ReadingReport.nullable() })),
    }),
    network: true,
  }),
  add: post('/sc-llm/llmKnowledgeDoc/add', {
    may: 'docFile.add',
    says: 'Takes files uploaded to a base in as documents and reads them; the same content twice is told and left out',
    input: z.object({
      baseId: id,
      fileIds,
      kind: z.enum(knowledgeKinds).optional(),
      evenSo: z.boolean().default(false),
    }),
    output: Added,
  }),
  cover: post('/sc-llm/llmKnowledgeDoc/cover', {
    may: 'docFile.coverUpload',
    says: 'A new version of a document from an uploaded file; the old one stays',
    input: z.object({
      id,
      fileId: id,
      effectiveFrom: day.nullable().default(null),
      effectiveTo: day.nullable().default(null),
    }),
    output: z.object({ jobId: z.string(), versionId: id }),
  }),
  importFiles: post('/sc-llm/llmKnowledgeDoc/importFiles', {
    may: 'docFile.import',
    says: 'Takes files of a project, or of another base, in as documents',
    input: z.object({
      baseId: id,
      fileIds,
      kind: z.enum(knowledgeKinds).optional(),
      evenSo: z.boolean().default(false),
    }),
    output: Added,
    network: true,
  }),
  addTexts: post('/sc-llm/llmKnowledgeDoc/addTexts', {
    may: 'docFile.batch',
    says: 'Documents from another program: each a name and its text in Markdown',
    input: z.object({
      baseId: id,
      documents: z
        .array(
          z.object({
            name: z.string({ error: 'knowledgeName' }).trim().min(1, 'knowledgeName').max(200),
            text: z.string().min(1).max(2_000_000),
            kind: z.enum(knowledgeKinds).optional(),
            number: short.default(''),
            region: short.default(''),
            effectiveFrom: day.nullable().default(null),
            effectiveTo: day.nullable().default(null),
          }),
        )
        .min(1)
        .max(100),
      evenSo: z.boolean().default(false),
    }),
    output: Added,
    network: true,
  }),
  importLaw: post('/sc-llm/llmKnowledgeDoc/importLaw', {
    may: 'docFile.batch',
    says: 'A collection of articles (JSONL, gzipped or not: law, date, chap, art, text) into a base of laws',
    input: z.object({ baseId: id, fileId: id }),
    output: z.object({ jobId: z.string() }),
  }),
  update: post('/sc-llm/llmKnowledgeDoc/update', {
    may: 'docFile.edit',
    says: 'Changes what is said about a document: name, kind, number, region, days, what replaces it',
    input: z.object({
      id,
      version: count.optional(),
      name: z.string().trim().min(1, 'knowledgeName').max(200).optional(),
      kind: z.enum(knowledgeKinds).optional(),
      number: short.optional(),
      region: short.optional(),
      supersededBy: z.union([id, z.literal('')]).optional(),
      supersededFrom: day.nullable().optional(),
      versions: z
        .array(z.object({ id, effectiveFrom: day.nullable(), effectiveTo: day.nullable() }))
        .max(100)
        .optional(),
    }),
    output: none,
  }),
  changeType: post('/sc-llm/llmKnowledgeDoc/changeType', {
    may: 'docFile.batch',
    says: 'Sets the kind of several documents',
    input: manyIds.extend({ kind: z.enum(knowledgeKinds) }),
    output: none,
  }),
  remove: post('/sc-llm/llmKnowledgeDoc/remove', {
    may: 'docFile.delete',
    says: 'Deletes documents; they can be brought back',
    input: manyIds,
    output: none,
  }),
  restore: post('/sc-llm/llmKnowledgeDoc/restore', {
    may: 'docFile.delete',
    says: 'Brings deleted documents back',
    input: manyIds,
    output: none,
  }),
  reindex: post('/sc-llm/llmKnowledgeDoc/reindex', {
    may: 'docFile.edit',
    says: 'Reads the current version of documents again; what was edited in their chunks goes',
    input: manyIds,
    output: z.object({ jobId: z.string() }),
  }),
  vectors: post('/sc-llm/llmKnowledgeDoc/vectors', {
    may: 'docFile.batch',
    says: 'Builds the vectors that chunks of a base lack, by the embedding model that is set',
    input: z.object({ baseId: id }),
    output: z.object({ jobId: z.string() }),
  }),
  download: post('/sc-llm/llmKnowledgeDoc/download', {
    may: 'docFile.batch',
    says: 'Packs the current originals of documents into one archive',
    input: manyIds,
    output: z.object({ jobId: z.string() }),
  }),
}

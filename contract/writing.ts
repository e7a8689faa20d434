import { z } from 'zod'
import { DocumentLease } from './document-lease.ts'
import { count, file, get, id, ids, none, paged, paging, post, streamPost, time, upload } from './endpoint.ts'
import { leaseActs } from './sheet-file.ts'
import { Source } from './tool-source.ts'
import { fieldNames, StoredBody, WritingBody } from './writing-doc.ts'

/** What `file` rows of pictures inside documents are marked with; the owner is the document. */
export const WRITING_PURPOSE = 'writing'
/** Under which word their leases stand; what is pushed is LEASE_PUSH with this `kind`. */
export const WRITING_LEASE = 'writing'
/** `content`: the AI content editor; `word`: word online. */
export const writingKinds = ['content', 'word'] as const
export type WritingKind = (typeof writingKinds)[number]
export const writingForms = ['document', 'template'] as const
/** Who sees it: the owner; whoever reaches the project; everybody of the firm. */
export const writingShares = ['personal', 'project', 'firm'] as const
export type WritingShare = (typeof writingShares)[number]
export const MOST_VERSIONS_SHOWN = 200

const kind = z.enum(writingKinds)
const title = z.string({ error: 'writingTitle' }).trim().min(1, 'writingTitle').max(150)
const maybeProject = z.union([id, z.literal('')])
const ofDoc = { id }
/** The number of a kept version. */
const versionNo = z.coerce.number().int().min(1).max(1_000_000_000)
/** The same, or 0: as it is now. */
const maybeVersion = count.max(1_000_000_000).default(0)
/** A template of the product has a name, the firm's have ids. */
const templateId = z.union([id, z.string().regex(/^system:[a-z-]{1,30}$/)])

const WritingRow = z.object({
  id,
  kind,
  form: z.enum(writingForms),
  title: z.string(),
  share: z.enum(writingShares),
  /** Whoever sees it may edit it: whoever may edit the project, or anybody of the firm. */
  othersEdit: z.boolean(),
  /** Empty: none. */
  projectId: z.string(),
  projectName: z.string(),
  rev: count,
  /** The caller's. */
  mine: z.boolean(),
  editable: z.boolean(),
  /** May rename, share, delete it and bring it back. */
  manages: z.boolean(),
  createUserName: z.string(),
  createTime: time,
  updateUserName: z.string(),
  updateTime: time,
})
export type WritingRow = z.output<typeof WritingRow>
/** What of an uploaded file could not be kept, in words of the caller's language. */
const Note = z.string()
export const WritingOpened = WritingRow.extend({
  body: StoredBody,
  notes: z.array(Note),
  /** May take the lease from somebody else. */
  mayForce: z.boolean(),
  lease: DocumentLease,
})
export type WritingOpened = z.output<typeof WritingOpened>

export const WritingVersion = z.object({
  no: count,
  rev: count,
  /** Empty: kept by itself. */
  name: z.string(),
  /** Characters of text. */
  size: count,
  createUserName: z.string(),
  createTime: time,
})
export type WritingVersion = z.output<typeof WritingVersion>
/** A paragraph in two versions; `same` stretches are given as one row that says how many. */
export const WritingChange = z.object({
  kind: z.enum(['same', 'added', 'removed', 'changed']),
  before: z.string(),
  after: z.string(),
  /** Paragraphs of a `same` stretch; 1 otherwise. */
  paragraphs: count,
})
export type WritingChange = z.output<typeof WritingChange>

export const Comment = z.object({
  id,
  /** The comment it answers; empty: the first of its thread. */
  parentId: z.string(),
  text: z.string(),
  /** The words it was made on. */
  quote: z.string(),
  resolved: z.boolean(),
  mine: z.boolean(),
  createUserName: z.string(),
  createTime: time,
})
export type Comment = z.output<typeof Comment>

/** As documents say it, which may come from outside: a project that is none is one nobody sees. */
const figureOf = { projectId: z.string().max(40), cell: z.string().max(300) }
/** A cell of papers as it is now beside what the document shows. */
export const FigureNow = z.object({
  ...figureOf,
  paperId: z.string(),
  paperName: z.string(),
  label: z.string(),
  /** As it is to be shown: money with thousands separators and two decimals, rates in per cent. Empty: missing. */
  value: z.string(),
  unit: z.string(),
  /** `noProject`: no such project, or none the caller may see; never told apart. */
  state: z.enum(['same', 'changed', 'missing', 'noProject']),
  /** The cell, or the whole generation, waits to be computed again. */
  stale: z.boolean(),
  /** Why it is missing, or who overrode it, in words; empty: nothing to say. */
  says: z.string(),
  /** When the papers were generated; what goes into the node's `at`. */
  at: time,
  /** Where the cell can be looked at inside Digao. */
  place: z.string(),
})
export type FigureNow = z.output<typeof FigureNow>

export const WritingTemplate = z.object({
  /** system:<name>, or the template document's id. */
  id: z.string(),
  title: z.string(),
  scope: z.enum(['system', 'firm', 'personal']),
  /** What it is for, and what the firm must write itself. */
  says: z.string(),
  /** It draws figures or fields from a project. */
  needsProject: z.boolean(),
})
export type WritingTemplate = z.output<typeof WritingTemplate>

/** What the model may do with a document. `check`: wording and mistakes, as remarks, not as text to put in. */
export const assistActs = ['write', 'rewrite', 'shorten', 'expand', 'translate', 'continue', 'check'] as const
export type AssistAct = (typeof assistActs)[number]
export const AssistAsk = z.object({
  /** Of which document; its project, and the tokens that hide identities, are the document's. */
  id,
  act: z.enum(assistActs),
  /** What the person wants, in his words. */
  wish: z.string().trim().max(4000).default(''),
  /** The marked words; needed for everything but `write` and `continue`. */
  selection: z.string().max(20_000).default(''),
  /** The text in front of the place, for the connection. */
  before: z.string().max(20_000).default(''),
  /** `translate`: into which language. */
  into: z.enum(['zh', 'en']).default('zh'),
  /** Searches what the caller may read for the wish; bases: only these. */
  knowledge: z.boolean().default(false),
  baseIds: z.array(id).max(50).default([]),
  /** Files the person may read: of the project, of a knowledge base. */
  fileIds: z.array(id).max(5).default([]),
  /** Cells of the project's papers that may be used. */
  cells: z.array(z.string().max(300)).max(50).default([]),
})
export type AssistAsk = z.output<typeof AssistAsk>
/** The answer piece by piece; `fault` or `end` is the last. */
export const AssistEvent = z.discriminatedUnion('kind', [
  /** [1], [2]… in the text are these, in this order; they come first. */
  z.object({ kind: z.literal('sources'), sources: z.array(Source) }),
  z.object({ kind: z.literal('text'), text: z.string() }),
  /** Numbers of the answer that stand neither in what was marked or wished nor in the sources, and [n] that name no source. */
  z.object({ kind: z.literal('unverified'), numbers: z.array(z.string()) }),
  z.object({
    kind: z.literal('end'),
    /** `length`: the model's limit cut it off. */
    reason: z.enum(['done', 'length', 'filter', 'stopped']),
    model: z.string(),
  }),
  /** A refusal once the stream has begun. */
  z.object({ kind: z.literal('fault'), message: z.string() }),
])
export type AssistEvent = z.output<typeof AssistEvent>

const at = '/sc-llm/writing'
export const writing = {
  list: get(`${at}/list`, {
    may: 'signedIn',
    says: 'Documents the caller may see, the last edited first; `words` are looked for in title and text',
    input: paging(['title', 'kind', 'form', 'share', 'projectId', 'createTime', 'updateTime'], {
      words: z.string().trim().max(100).optional(),
      /** true: deleted ones that the caller may bring back. */
      trash: z.stringbool().default(false),
    }),
    output: paged(WritingRow),
  }),
  detail: get(`${at}/detail`, {
    may: 'signedIn',
    says: 'A document as it is now, with what the caller may do with it',
    input: z.object(ofDoc),
    output: WritingOpened,
  }),
  create: post(`${at}/create`, {
    may: 'signedIn',
    says: 'A new document, empty or from a template whose fields and figures are filled from the project',
    input: z.object({
      kind,
      form: z.enum(writingForms).default('document'),
      title,
      projectId: maybeProject.default(''),
      share: z.enum(writingShares).default('personal'),
      templateId: templateId.optional(),
    }),
    output: z.object(ofDoc),
  }),
  import: upload(`${at}/import`, {
    may: 'signedIn',
    says: 'A new document from a docx file (form field `file`); answers what of it could not be kept',
    input: z.object({ kind, projectId: maybeProject.default('') }),
    output: z.object({ ...ofDoc, title: z.string(), notes: z.array(Note) }),
  }),
  save: post(`${at}/save`, {
    may: 'signedIn',
    says: 'Stores the whole document over the revision it was made on; 409 if there is a newer one',
    input: z.object({ ...ofDoc, baseRev: count, body: WritingBody }),
    output: z.object({ rev: count, updateTime: time }),
  }),
  update: post(`${at}/update`, {
    may: 'signedIn',
    says: 'Changes title, project and who sees it; only what is sent',
    input: z.object({
      ...ofDoc,
      title: title.optional(),
      projectId: maybeProject.optional(),
      share: z.enum(writingShares).optional(),
      othersEdit: z.boolean().optional(),
    }),
    output: none,
  }),
  copy: post(`${at}/copy`, {
    may: 'signedIn',
    says: 'A copy of the caller’s own, also as a template or out of one',
    input: z.object({ ...ofDoc, title: title.optional(), form: z.enum(writingForms).optional() }),
    output: z.object(ofDoc),
  }),
  remove: post(`${at}/remove`, {
    may: 'signedIn',
    says: 'Puts documents the caller manages into the trash',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
  restore: post(`${at}/restore`, {
    may: 'signedIn',
    says: 'Brings documents back from the trash',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
  lease: post(`${at}/lease`, {
    may: 'signedIn',
    says: 'Takes, keeps, asks for or gives up the right to edit; says who else has it open',
    input: z.object({ ...ofDoc, act: z.enum(leaseActs) }),
    output: DocumentLease,
  }),
  versions: get(`${at}/versions`, {
    may: 'signedIn',
    says: 'The kept versions, newest first',
    input: z.object(ofDoc),
    output: z.array(WritingVersion),
  }),
  version: get(`${at}/version`, {
    may: 'signedIn',
    says: 'The document as it was at a kept version',
    input: z.object({ ...ofDoc, no: versionNo }),
    output: WritingVersion.extend({ body: StoredBody }),
  }),
  keep: post(`${at}/keep`, {
    may: 'signedIn',
    says: 'Keeps the document as it is now under a name',
    input: z.object({ ...ofDoc, name: z.string().trim().max(100).min(1, 'writingVersionName') }),
    output: WritingVersion,
  }),
  restoreVersion: post(`${at}/restoreVersion`, {
    may: 'signedIn',
    says: 'Makes the document what it was at a kept version; what it was before stays a version',
    input: z.object({ ...ofDoc, no: versionNo }),
    output: z.object({ rev: count }),
  }),
  compare: get(`${at}/compare`, {
    may: 'signedIn',
    says: 'What differs, paragraph by paragraph, between a kept version and a later one, or now (0)',
    input: z.object({ ...ofDoc, before: versionNo, after: maybeVersion }),
    output: z.object({ changes: z.array(WritingChange) }),
  }),
  comments: get(`${at}/comments`, {
    may: 'signedIn',
    says: 'The comments of a document, oldest first',
    input: z.object(ofDoc),
    output: z.array(Comment),
  }),
  comment: post(`${at}/comment`, {
    may: 'signedIn',
    says: 'Adds a comment, or an answer; the caller makes its id, which the words’ mark carries',
    input: z.object({
      ...ofDoc,
      commentId: id,
      parentId: z.union([id, z.literal('')]).default(''),
      text: z.string({ error: 'writingCommentEmpty' }).trim().min(1, 'writingCommentEmpty').max(2000),
      quote: z.string().trim().max(500).default(''),
    }),
    output: Comment,
  }),
  resolveComment: post(`${at}/resolveComment`, {
    may: 'signedIn',
    says: 'Settles a thread of comments, or opens it again',
    input: z.object({ ...ofDoc, commentId: id, resolved: z.boolean() }),
    output: none,
  }),
  removeComment: post(`${at}/removeComment`, {
    may: 'signedIn',
    says: 'Takes away a comment of one’s own, with the answers to it',
    input: z.object({ ...ofDoc, commentId: id }),
    output: none,
  }),
  figures: post(`${at}/figures`, {
    may: 'signedIn',
    says: 'Cells of papers as they are now, with the caller’s rights; `value` is what the document shows',
    input: z.object({
      figures: z.array(z.object({ ...figureOf, value: z.string().max(500).default('') })).max(500),
    }),
    output: z.array(FigureNow),
  }),
  fields: get(`${at}/fields`, {
    may: 'signedIn',
    says: 'What the fields stand for, in this project or without one; empty where nothing is known',
    input: z.object({ projectId: maybeProject.default('') }),
    output: z.array(z.object({ name: z.enum(fieldNames), label: z.string(), value: z.string() })),
  }),
  templates: get(`${at}/templates`, {
    may: 'signedIn',
    says: 'Templates to begin from: the product’s, the firm’s, one’s own',
    input: z.object({}),
    output: z.array(WritingTemplate),
  }),
  assist: streamPost(`${at}/assist`, {
    may: 'writing.assist',
    says: 'The model writes, rewrites, shortens, expands, translates, goes on or checks; nothing is put into the document',
    input: AssistAsk,
    output: AssistEvent,
  }),
  docx: file(`${at}/docx`, {
    may: 'signedIn',
    says: 'The document as a Word file, as it is now or at a kept version',
    input: z.object({ ...ofDoc, no: maybeVersion, 'Sc-Auth': z.string().optional() }),
    output: z.unknown(),
  }),
}

import { z } from 'zod'
import { Remind } from './doc-request-remind.ts'
import { guestPassword } from './share.ts'
import { count, file, get, id, ids, maybeId, paged, paging, post, rowId, time } from './endpoint.ts'

export const requestStates = ['open', 'closed'] as const
/** waiting → received → accepted | returned → received; waiting → na (does not apply). */
export const itemStates = ['waiting', 'received', 'accepted', 'returned', 'na'] as const
export type ItemState = (typeof itemStates)[number]
/** What a client may send for an item; the empty list takes any. */
export const acceptKinds = ['pdf', 'image', 'sheet', 'word', 'ofd', 'archive', 'text'] as const
export type AcceptKind = (typeof acceptKinds)[number]
/** Where an accepted file can go in the project: the ledger's import, or the voucher attachments. */
export const handTargets = ['ledger', 'none'] as const

export const MOST_ITEMS = 200
const day = z.iso.date()
const text = (most: number) => z.string().trim().max(most)

const ReceivedFile = z.object({
  id,
  /** The node in the project's disk space; it may have been moved to the recycle bin since. */
  nodeId: id,
  name: z.string(),
  size: z.number(),
  sender: z.string(),
  time,
  /** Given to the ledger's import under this file. */
  handedFileId: z.string(),
  /** It came before the item was returned: another is to stand in its place. */
  returned: z.boolean(),
  inDisk: z.boolean(),
  /** Of its current version, to be viewed; empty when the disk no longer has it. */
  fileId: z.string(),
})
export const RequestItem = z.object({
  id,
  sort: z.number().int(),
  /** Of the template; empty for one's own. */
  code: z.string(),
  name: z.string(),
  /** What exactly is wanted. */
  note: z.string(),
  required: z.boolean(),
  dueDay: z.string().nullable(),
  kinds: z.array(z.enum(acceptKinds)),
  /** Papers this item feeds, by their ids. */
  papers: z.array(z.string()),
  target: z.enum(handTargets),
  sampleNodeId: z.string(),
  sampleName: z.string(),
  state: z.enum(itemStates),
  reason: z.string(),
  stateTime: time.nullable(),
  overdue: z.boolean(),
  files: z.array(ReceivedFile),
})
export type RequestItemRow = z.output<typeof RequestItem>

const counts = z.object({
  total: z.number().int(),
  required: z.number().int(),
  waiting: z.number().int(),
  received: z.number().int(),
  accepted: z.number().int(),
  returned: z.number().int(),
  na: z.number().int(),
  overdue: z.number().int(),
})
const head = {
  id,
  /** Both empty where it is of the client alone. */
  projectId: z.union([id, z.literal('')]),
  projectName: z.string(),
  enterpriseId: id,
  enterpriseName: z.string(),
  title: z.string(),
  note: z.string(),
  contactName: z.string(),
  contactPhone: z.string(),
  dueDay: z.string().nullable(),
  hasPassword: z.boolean(),
  /** After too many wrong passwords; null: not locked. */
  lockedUntil: time.nullable(),
  /** Days before the due day on which the client is reminded by itself; empty: never. */
  remindDays: z.array(z.number().int()),
  /** Every so many days after the due day; 0: never. */
  remindEvery: z.number().int(),
  state: z.enum(requestStates),
  createUserName: z.string(),
  createTime: time,
  lastRemindTime: time.nullable(),
  counts,
}
export const RequestHead = z.object(head)
export type RequestHeadRow = z.output<typeof RequestHead>
export const RequestDetail = z.object({ ...head, items: z.array(RequestItem) })
export type RequestDetailRow = z.output<typeof RequestDetail>

const itemDraft = z.object({
  id: rowId,
  code: text(40).default(''),
  name: text(120).min(1),
  note: text(500).default(''),
  required: z.boolean().default(true),
  dueDay: day.nullable().default(null),
  kinds: z.array(z.enum(acceptKinds)).max(10).default([]),
  papers: z.array(text(20)).max(30).default([]),
  target: z.enum(handTargets).default('none'),
  sampleNodeId: maybeId,
})
const draft = {
  title: text(100).min(1),
  note: text(500).default(''),
  contactName: text(50).default(''),
  contactPhone: z.union([z.literal(''), z.string().regex(/^1\d{10}$/)]).default(''),
  dueDay: day.nullable().default(null),
  /** Missing leaves it as it is, empty takes it away. */
  password: z.union([z.literal(''), guestPassword]).optional(),
  remindDays: z.array(z.number().int().min(0).max(60)).max(5).default([3, 1]),
  remindEvery: z.number().int().min(0).max(30).default(3),
}

export const TemplateItem = z.object({
  code: z.string(),
  name: z.string(),
  note: z.string(),
  group: z.string(),
  required: z.boolean(),
  kinds: z.array(z.enum(acceptKinds)),
  papers: z.array(z.string()),
  target: z.enum(handTargets),
})
const ItemRow = z.object({
  id,
  requestId: id,
  requestTitle: z.string(),
  projectName: z.string(),
  enterpriseName: z.string(),
  name: z.string(),
  code: z.string(),
  required: z.boolean(),
  dueDay: z.string().nullable(),
  state: z.enum(itemStates),
  reason: z.string(),
  papers: z.array(z.string()),
  overdue: z.boolean(),
  files: z.array(z.string()),
  lastTime: time.nullable(),
})
const itemFields = ['name', 'state', 'dueDay', 'requestTitle', 'required'] as const

const fields = ['title', 'state', 'dueDay', 'createTime'] as const
const one = z.object({ id })
const itemOnly = z.object({ itemId: id })

export const docRequest = {
  list: get('/sc-llm/docRequest/list', {
    may: 'project.view',
    says: 'The document requests of a project, of a client and its projects, or of all one reaches',
    input: paging(fields, { projectId: maybeId, enterpriseId: maybeId }),
    output: paged(RequestHead),
  }),
  detail: get('/sc-llm/docRequest/detail', {
    may: 'project.view',
    says: 'A document request with its items and what came',
    input: one,
    output: RequestDetail,
  }),
  items: get('/sc-llm/docRequest/items', {
    may: 'project.view',
    says: 'The items of all requests of a project, or of all one reaches: what came and what is owed',
    input: paging(itemFields, { projectId: maybeId, requestId: maybeId }),
    output: paged(ItemRow),
  }),
  templates: get('/sc-llm/docRequest/templates', {
    may: 'project.view',
    says: 'What the services of the firm usually ask for',
    input: z.object({}),
    output: z.array(z.object({ service: z.string(), name: z.string(), items: z.array(TemplateItem) })),
  }),
  save: post('/sc-llm/docRequest/save', {
    may: 'project.edit',
    says: 'A new document request with its items, of a project or of a client without one; answers its id and public address',
    input: z.object({
      projectId: maybeId,
      enterpriseId: maybeId,
      ...draft,
      items: z.array(itemDraft).min(1).max(MOST_ITEMS),
    }),
    output: z.object({ id, path: z.string() }),
  }),
  update: post('/sc-llm/docRequest/update', {
    may: 'project.edit',
    says: 'Changes what stands above the items',
    input: z.object({ id, ...draft }),
    output: RequestDetail,
  }),
  link: get('/sc-llm/docRequest/link', {
    may: 'project.edit',
    says: 'The public address once more; it lies sealed',
    input: one,
    output: z.object({ id, path: z.string() }),
  }),
  renew: post('/sc-llm/docRequest/renew', {
    may: 'project.edit',
    says: 'A new public address; the old one no longer opens',
    input: one,
    output: z.object({ id, path: z.string() }),
  }),
  state: post('/sc-llm/docRequest/state', {
    may: 'project.edit',
    says: 'Closes a request, or opens it again',
    input: z.object({ id, state: z.enum(requestStates) }),
    output: RequestDetail,
  }),
  saveItem: post('/sc-llm/docRequest/saveItem', {
    may: 'project.edit',
    says: 'Adds an item, or changes one',
    input: z.object({ requestId: id, item: itemDraft }),
    output: RequestDetail,
  }),
  removeItem: post('/sc-llm/docRequest/removeItem', {
    may: 'project.edit',
    says: 'Takes items off for which nothing has come',
    input: z.object({ ids }),
    output: z.int(),
  }),
  accept: post('/sc-llm/docRequest/accept', {
    may: 'project.edit',
    says: 'Accepts what came for an item',
    input: itemOnly,
    output: RequestDetail,
  }),
  giveBack: post('/sc-llm/docRequest/giveBack', {
    may: 'project.edit',
    says: 'Returns an item to the client with the reason, which he sees',
    input: z.object({ itemId: id, reason: text(300).min(1) }),
    output: RequestDetail,
  }),
  setNa: post('/sc-llm/docRequest/setNa', {
    may: 'project.edit',
    says: 'An item does not apply, or does again',
    input: z.object({ itemId: id, na: z.boolean(), reason: text(300).default('') }),
    output: RequestDetail,
  }),
  hand: post('/sc-llm/docRequest/hand', {
    may: 'ledger.import',
    says: 'Gives an accepted file to the project: its financial files, from where it is imported',
    /** `projectId`: of the request's client, where the request has no project of its own. */
    input: z.object({ fileId: id, projectId: maybeId }),
    output: z.object({ fileId: id, name: z.string() }),
  }),
  toPaper: post('/sc-llm/docRequest/toPaper', {
    may: 'paper.generate',
    says: 'Writes the items into the list of documents of the working papers (Z03); rows of the same name are brought up to date',
    input: z.object({ id, projectId: maybeId }),
    output: z.object({ rows: z.int(), added: z.int() }),
  }),
  remind: post('/sc-llm/docRequest/remind', {
    may: 'project.edit',
    says: 'Reminds the client of what is still open',
    input: z.object({ id, way: z.enum(['copy', 'sms']) }),
    /** `text`: what to send the client, with the address without its host as `{link}`. */
    output: Remind.extend({ text: z.string(), path: z.string() }),
  }),
  reminds: get('/sc-llm/docRequest/reminds', {
    may: 'project.view',
    says: 'When the client was reminded',
    input: z.object({ id, current: count.min(1).default(1), size: count.min(1).max(100).default(20) }),
    output: paged(Remind),
  }),
}

const ticket = z.string().max(400)
const PublicFile = z.object({ name: z.string(), size: z.number(), time, returned: z.boolean() })
const PublicItem = z.object({
  id,
  name: z.string(),
  note: z.string(),
  required: z.boolean(),
  dueDay: z.string().nullable(),
  kinds: z.array(z.enum(acceptKinds)),
  hasSample: z.boolean(),
  sampleName: z.string(),
  state: z.enum(itemStates),
  reason: z.string(),
  overdue: z.boolean(),
  files: z.array(PublicFile),
})
export type PublicItemRow = z.output<typeof PublicItem>
const Opened = z.object({
  firmName: z.string(),
  needsPassword: z.boolean(),
  /** Opens the rest of the calls for half a day; empty before the password. */
  ticket: z.string(),
  title: z.string().optional(),
  note: z.string().optional(),
  dueDay: z.string().nullable().optional(),
  maxFileMb: z.number().int().optional(),
  items: z.array(PublicItem).optional(),
})
export type OpenedRequest = z.output<typeof Opened>

/** The client's side, without signing in. */
export const docRequestPublic = {
  open: post('/sc-llm/freeApi/docRequest/open', {
    may: 'public',
    says: 'Opens a document request by its token, and its password if it has one',
    input: z.object({ token: z.string().min(20).max(120), password: z.string().max(40).optional() }),
    output: Opened,
  }),
  items: post('/sc-llm/freeApi/docRequest/items', {
    may: 'public',
    says: 'The items once more, as they stand now',
    input: z.object({ ticket }),
    output: z.array(PublicItem),
  }),
  sample: file('/sc-llm/freeApi/docRequest/sample', {
    may: 'public',
    says: 'The sample of an item',
    input: z.object({ ticket, itemId: id }),
    output: z.unknown(),
  }),
}

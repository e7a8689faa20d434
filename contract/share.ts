import { z } from 'zod'
import { shareKinds } from './share-kinds.ts'
import { count, file, get, id, ids, maybeId, paged, paging, post, time } from './endpoint.ts'

/** Reading on the page only, taking files away, or only bringing them. */
export const shareModes = ['view', 'download', 'collect'] as const
export type ShareMode = (typeof shareModes)[number]
/** Why a link no longer opens: time, number, a person, or what it led to is gone or no longer the sharer's to give. */
export const shareStates = ['active', 'expired', 'exhausted', 'revoked', 'lost'] as const
export type ShareState = (typeof shareStates)[number]

export const MOST_SHARED = 50
const day = z.iso.date()
/** Six characters at least: four digits are guessed by whoever is patient. */
export const guestPassword = z.string().min(6).max(40)

/** What a sharer decides. `count` bounds downloads of a share and files of a collect link. */
const terms = {
  title: z.string().trim().max(100).default(''),
  /** Missing leaves it as it is, empty takes it away. */
  password: z.union([z.literal(''), guestPassword]).optional(),
  /** The last day on which the link opens. */
  expireDay: day.nullable().default(null),
  maxCount: z.number().int().min(1).max(10_000).nullable().default(null),
  /** Burnt into pages and pictures; a share that is only viewed always has it. */
  watermark: z.boolean().default(false),
  notify: z.boolean().default(true),
  /** What visitors read above the files. */
  note: z.string().trim().max(500).default(''),
  /** A collect link: largest file, kinds, whether the sender is asked for his name. */
  maxFileMb: z.number().int().min(1).max(10_240).nullable().default(null),
  kinds: z.array(z.enum(shareKinds)).max(10).default([]),
  askName: z.boolean().default(true),
}

export const ShareNode = z.object({ id, name: z.string(), kind: z.enum(['file', 'folder']), size: z.number() })
export const Share = z.object({
  id,
  mode: z.enum(shareModes),
  state: z.enum(shareStates),
  title: z.string(),
  hasPassword: z.boolean(),
  /** After too many wrong passwords; null: not locked. */
  lockedUntil: time.nullable(),
  expireDay: z.string().nullable(),
  maxCount: z.number().int().nullable(),
  usedCount: z.number().int(),
  views: z.number().int(),
  watermark: z.boolean(),
  notify: z.boolean(),
  note: z.string(),
  maxFileMb: z.number().int().nullable(),
  kinds: z.array(z.enum(shareKinds)),
  askName: z.boolean(),
  /** What of it still stands in the disk. */
  nodes: z.array(ShareNode),
  createUser: z.string(),
  createUserName: z.string(),
  createTime: time,
  lastTime: time.nullable(),
})
export type ShareRow = z.output<typeof Share>

export const shareActs = ['open', 'wrongPassword', 'view', 'download', 'zip', 'upload', 'refused'] as const
export type ShareAct = (typeof shareActs)[number]
const LogRow = z.object({
  id: z.string(),
  act: z.enum(shareActs),
  /** The file, or what was refused. */
  what: z.string(),
  /** The name a sender gave. */
  who: z.string(),
  /** Shortened: the last part of the address is not kept. */
  address: z.string(),
  device: z.string(),
  time,
})

const fields = ['title', 'mode', 'createTime', 'expireDay', 'usedCount', 'views'] as const
/** The address of the public page, without the host. */
const link = z.object({ id, path: z.string() })

export const share = {
  list: get('/sc-llm/share/list', {
    may: 'share.use',
    says: "Links one has made; with all=1 everybody's, for whoever administers them",
    input: paging(fields, { all: z.enum(['0', '1']).default('0'), nodeId: maybeId }),
    output: paged(Share),
  }),
  detail: get('/sc-llm/share/detail', {
    may: 'share.use',
    says: 'One link one has made',
    input: z.object({ id }),
    output: Share,
  }),
  save: post('/sc-llm/share/save', {
    may: 'share.use',
    says: 'Makes a link to files and folders of the disk, or one that collects into a folder',
    input: z.object({ nodeIds: z.array(id).min(1).max(MOST_SHARED), mode: z.enum(shareModes), ...terms }),
    output: link,
  }),
  update: post('/sc-llm/share/update', {
    may: 'share.use',
    says: 'Changes the terms of a link; its address stays',
    input: z.object({ id, ...terms }),
    output: Share,
  }),
  link: get('/sc-llm/share/link', {
    may: 'share.use',
    says: 'The address of a link once more; it lies sealed',
    input: z.object({ id }),
    output: link,
  }),
  revoke: post('/sc-llm/share/revoke', {
    may: 'share.use',
    says: 'Ends links at once',
    input: z.object({ ids }),
    output: z.int(),
  }),
  log: get('/sc-llm/share/log', {
    may: 'share.use',
    says: 'What was done with a link, newest first',
    input: z.object({ id, current: count.min(1).default(1), size: count.min(1).max(100).default(20) }),
    output: paged(LogRow),
  }),
}

const ticket = z.string().max(400)
const token = z.string().min(20).max(120)
export const SharedItem = z.object({
  id,
  name: z.string(),
  kind: z.enum(['file', 'folder']),
  size: z.number(),
  time,
  /** Whether the page can show it. */
  viewable: z.boolean(),
})
export type SharedItemRow = z.output<typeof SharedItem>

/** What a visitor learns of a link; before the password only the firm. */
const Opened = z.object({
  firmName: z.string(),
  needsPassword: z.boolean(),
  /** Opens the rest of the calls for half a day; empty before the password. */
  ticket: z.string(),
  mode: z.enum(shareModes).optional(),
  title: z.string().optional(),
  note: z.string().optional(),
  expireDay: z.string().nullable().optional(),
  left: z.number().int().nullable().optional(),
  maxFileMb: z.number().int().optional(),
  kinds: z.array(z.enum(shareKinds)).optional(),
  askName: z.boolean().optional(),
})
export type OpenedShare = z.output<typeof Opened>

/** Where visitors' files go up (tus 1.0); metadata: ticket, name, sender, item (of a document request). */
export const guestTusPath = '/sc-llm/freeApi/guest/tus'

/** Without signing in: a token opens a ticket, a ticket opens the rest. */
export const sharePublic = {
  open: post('/sc-llm/freeApi/share/open', {
    may: 'public',
    says: 'Opens a link by its token, and its password if it has one',
    input: z.object({ token, password: z.string().max(40).optional() }),
    output: Opened,
  }),
  items: post('/sc-llm/freeApi/share/items', {
    may: 'public',
    says: 'What a shared folder, or the link itself, holds; a collect link never says',
    input: z.object({ ticket, folderId: maybeId }),
    output: z.object({ path: z.array(z.object({ id, name: z.string() })), items: z.array(SharedItem) }),
  }),
  download: file('/sc-llm/freeApi/share/download', {
    may: 'public',
    says: 'A shared file; ranges are honoured where it carries no watermark',
    input: z.object({ ticket, id }),
    output: z.unknown(),
  }),
  zip: file('/sc-llm/freeApi/share/zip', {
    may: 'public',
    says: 'A shared folder, or all of the link, as one archive',
    input: z.object({ ticket, folderId: maybeId }),
    output: z.unknown(),
  }),
  show: file('/sc-llm/freeApi/share/show', {
    may: 'public',
    says: 'A picture or PDF to be shown on the page, with the watermark in it where the link asks for one',
    input: z.object({ ticket, id }),
    output: z.unknown(),
  }),
}

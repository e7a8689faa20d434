import { z } from 'zod'
import { count, get, id, none, paged, paging, post, time } from './endpoint.ts'

/** Kinds of things that can be deleted and brought back; each has one owner among the slices. */
export const trashKinds = [
  'disk', 'enterprise', 'project', 'file', 'paperTemplate', 'promptTemplate', 'knowledgeBase', 'knowledgeDoc', 'writingDoc',
  'conversation', 'thinkChain',
] as const // prettier-ignore
export type TrashKind = (typeof trashKinds)[number]

/** The job that purges. */
export const PURGE_JOB = 'trash.purge'
/** Things that one call brings back; a screen sends more in turn. */
export const MOST_RESTORED = 50
/** Things that one call purges or holds by name; all that a person sees are purged by `empty`. */
export const MOST_AT_ONCE = 500

export const holdReasons = ['archived', 'legalHold', 'inUse'] as const

export const TrashEntry = z.object({
  id,
  kind: z.enum(trashKinds),
  itemId: z.string(),
  name: z.string(),
  /** Where it was, in words. */
  place: z.string(),
  /** Bytes that purging gives back. */
  size: count,
  ownerName: z.string(),
  deletedBy: z.string(),
  deletedByName: z.string(),
  deletedTime: time,
  /** When it is purged by itself; null: never while it is held. */
  purgeTime: time.nullable(),
  /** Whole days until then, 0: tonight; null: held. */
  daysLeft: z.number().int().nullable(),
  hold: z.enum(holdReasons).nullable(),
  /** The day until which it is held; null: not known, or not held. */
  holdUntil: z.string().nullable(),
  /** A person has put it under hold. */
  legalHold: z.boolean(),
  /** Why it is held, as that person said. */
  holdNote: z.string(),
  /** Whether it can be put into another folder, or come back as a new version. */
  folders: z.boolean(),
})
export type TrashEntry = z.output<typeof TrashEntry>

/** Of the whole firm, or what the caller deleted or owned. */
const whose = z.enum(['firm', 'mine']).default('mine')
const many = z.array(id).min(1).max(MOST_AT_ONCE)
const how = {
  /** What happens where the name is taken. */
  taken: z.enum(['rename', 'version']).default('rename'),
  /** Of the disk: the folder to put it into, instead of where it was. */
  folderId: id.optional(),
}

/** What became of one of several things. */
const Outcome = z.object({
  id,
  name: z.string(),
  done: z.boolean(),
  /** Done: where it is now, and whether its name had to change. */
  place: z.string(),
  renamed: z.boolean(),
  /** Not done: why, in the caller's language. */
  why: z.string(),
})
export type TrashOutcome = z.output<typeof Outcome>

export const trash = {
  list: get('/sc-system/trash/list', {
    may: 'signedIn',
    says: 'Deleted things, newest first: of the firm, or one’s own',
    input: paging(['name', 'kind', 'place', 'deletedByName', 'deletedTime', 'size'], { whose }),
    output: paged(TrashEntry),
  }),
  summary: get('/sc-system/trash/summary', {
    may: 'signedIn',
    says: 'How many deleted things of each kind there are, their bytes, and how long they are kept',
    input: z.object({ whose }),
    output: z.object({
      keepDays: count,
      total: count,
      size: count,
      kinds: z.array(z.object({ kind: z.enum(trashKinds), total: count, size: count })),
    }),
  }),
  restore: post('/sc-system/trash/restore', {
    may: 'signedIn',
    says: 'Brings deleted things back, each on its own: what cannot come back says why',
    input: z.object({ ids: z.array(id).min(1).max(MOST_RESTORED), ...how }),
    output: z.object({ outcomes: z.array(Outcome) }),
    network: true,
  }),
  purge: post('/sc-system/trash/purge', {
    may: 'signedIn',
    says: 'Removes deleted things for good, as a job',
    input: z.object({ ids: many }),
    output: z.object({ jobId: z.string() }),
  }),
  empty: post('/sc-system/trash/empty', {
    may: 'signedIn',
    says: 'Removes for good all deleted things, of one kind or of all, that nothing holds, as a job',
    input: z.object({ whose, kind: z.enum(trashKinds).optional() }),
    output: z.object({ jobId: z.string() }),
  }),
  hold: post('/sc-system/trash/hold', {
    may: 'trash.hold',
    says: 'Puts deleted things under legal hold, or lifts it: what is held is never purged',
    input: z.object({ ids: many, held: z.boolean(), note: z.string().trim().max(200).default('') }),
    output: none,
  }),
}

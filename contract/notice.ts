import { z } from 'zod'
import { count, get, id, ids, none, paged, paging, post, rowId, time } from './endpoint.ts'

export const noticeCategories = ['notice', 'announcement', 'policy'] as const
export const noticeScopes = ['all', 'depts', 'roles', 'users'] as const
export const noticeStates = ['draft', 'released', 'withdrawn'] as const

/** What a firm tells its people. The content is plain text; its lines are paragraphs. */
export const Notice = z.object({
  id,
  title: z.string(),
  category: z.enum(noticeCategories),
  content: z.string(),
  scope: z.enum(noticeScopes),
  /** Ids of departments, roles or people, by scope. */
  scopeIds: z.array(z.string()),
  state: z.enum(noticeStates),
  releaseTime: time.nullable(),
  expireTime: time.nullable(),
  createUser: z.string(),
  createUserName: z.string(),
  createTime: time,
  updateTime: time,
  version: z.number().int(),
  /** How many have read it, of how many it is for. */
  readCount: count,
  audience: count,
})
export type Notice = z.output<typeof Notice>

const Moment = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})?$/)
const Fields = z.object({
  title: z.string({ error: 'noticeTitle' }).trim().min(1, 'noticeTitle').max(200),
  category: z.enum(noticeCategories),
  content: z.string({ error: 'noticeContent' }).trim().min(1, 'noticeContent').max(20_000),
  scope: z.enum(noticeScopes),
  scopeIds: z.array(id).max(1000),
  /** When it shows, `yyyy-MM-dd HH:mm`; empty: as soon as it is released. */
  releaseTime: Moment.nullable(),
  expireTime: Moment.nullable(),
})

/** A notice as its readers see it. */
export const ReadNotice = Notice.pick({
  id: true,
  title: true,
  category: true,
  content: true,
  releaseTime: true,
  createUserName: true,
}).extend({ read: z.boolean() })
export type ReadNotice = z.output<typeof ReadNotice>

export const notice = {
  list: get('/sc-system/notice/list', {
    may: 'notice.edit',
    says: 'Notices for whoever edits them',
    input: paging(['title', 'category', 'state', 'scope', 'releaseTime', 'updateTime']),
    output: paged(Notice),
  }),
  detail: get('/sc-system/notice/detail', {
    may: 'notice.edit',
    says: 'One notice for whoever edits it',
    input: z.object({ id }),
    output: Notice,
  }),
  submit: post('/sc-system/notice/submit', {
    may: 'notice.edit',
    says: 'Adds a draft, or changes the fields that are sent of one that is not out',
    input: Fields.partial().extend({ id: rowId, version: z.number().int().optional() }),
    output: Notice,
  }),
  release: post('/sc-system/notice/release', {
    may: 'notice.edit',
    says: 'Shows a notice to the people of its scope, now or at its time',
    input: z.object({ id }),
    output: Notice,
  }),
  withdraw: post('/sc-system/notice/withdraw', {
    may: 'notice.edit',
    says: 'Takes a notice back',
    input: z.object({ id }),
    output: Notice,
  }),
  remove: post('/sc-system/notice/remove', {
    may: 'notice.edit',
    says: 'Deletes notices that are not out',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
  readers: get('/sc-system/notice/readers', {
    may: 'notice.edit',
    says: 'Whom a notice is for, and who has read it when',
    input: paging(['realName', 'readTime'], { id }),
    output: paged(
      z.object({ userId: z.string(), realName: z.string(), deptName: z.string(), readTime: time.nullable() }),
    ),
  }),
  targets: get('/sc-system/notice/targets', {
    may: 'notice.edit',
    says: 'Departments, roles or people a notice can be for',
    input: z.object({ scope: z.enum(['depts', 'roles', 'users']), title: z.string().max(100).optional() }),
    output: z.array(z.object({ value: z.string(), title: z.string() })),
  }),
  mine: get('/sc-system/notice/mine', {
    may: 'signedIn',
    ofSelf: true,
    says: 'Notices that are out for the caller, newest first',
    input: paging(['title', 'category']),
    output: paged(ReadNotice),
  }),
  read: post('/sc-system/notice/read', {
    may: 'signedIn',
    ofSelf: true,
    says: 'Marks notices as read',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
}

export const messageTypes = ['system', 'security', 'task', 'work'] as const
export type MessageType = (typeof messageTypes)[number]
/** Messages of these kinds reach everybody. */
export const lockedTypes: readonly MessageType[] = ['system', 'security']
export const messageLevels = ['info', 'warn', 'bad'] as const

/** What the product tells one person. */
export const Message = z.object({
  id,
  type: z.enum(messageTypes),
  level: z.enum(messageLevels),
  title: z.string(),
  body: z.string(),
  /** A path of ours, or empty. */
  link: z.string(),
  read: z.boolean(),
  createTime: time,
})
export type Message = z.output<typeof Message>

export const message = {
  list: get('/sc-system/message/list', {
    may: 'signedIn',
    ofSelf: true,
    says: "The caller's messages, newest first",
    input: paging(['type', 'level'], { unread: z.enum(['true', 'false']).optional() }),
    output: paged(Message),
  }),
  unread: get('/sc-system/message/unread', {
    may: 'signedIn',
    ofSelf: true,
    says: 'How many messages and notices the caller has not read',
    input: z.object({}),
    output: z.object({ messages: count, notices: count }),
  }),
  read: post('/sc-system/message/read', {
    may: 'signedIn',
    ofSelf: true,
    says: 'Marks messages as read',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
  readAll: post('/sc-system/message/read-all', {
    may: 'signedIn',
    ofSelf: true,
    says: 'Marks all messages and notices as read',
    input: none,
    output: none,
  }),
  remove: post('/sc-system/message/remove', {
    may: 'signedIn',
    ofSelf: true,
    says: 'Deletes messages',
    input: z.object({ ids: ids.pipe(z.array(id)) }),
    output: none,
  }),
  preferences: get('/sc-system/message/preferences', {
    may: 'signedIn',
    ofSelf: true,
    says: 'Which kinds of messages the caller gets; locked ones reach everybody',
    input: z.object({}),
    output: z.array(z.object({ type: z.enum(messageTypes), on: z.boolean(), locked: z.boolean() })),
  }),
  prefer: post('/sc-system/message/prefer', {
    may: 'signedIn',
    ofSelf: true,
    says: 'Turns a kind of messages on or off',
    input: z.object({ type: z.enum(messageTypes), on: z.boolean() }),
    output: none,
  }),
}

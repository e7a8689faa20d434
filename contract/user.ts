import { z } from 'zod'
import { get, id, ids, none, paged, paging, post, rowId, time } from './endpoint.ts'
import { isRealDay } from './real-day.ts'

export const userStates = ['pending', 'active', 'locked', 'left'] as const
/** Whether a person may sign in: pending has not yet, locked may not for now, left never again. */
export type UserState = (typeof userStates)[number]

/** A person of the tenant; departments, posts and roles as comma-separated ids and names, the first department is the main one. */
export const User = z.object({
  id,
  tenantId: z.string(),
  code: z.string(),
  account: z.string(),
  name: z.string(),
  realName: z.string(),
  avatar: z.string(),
  email: z.string(),
  phone: z.string(),
  /** yyyy-MM-dd, empty if not known. */
  birthday: z.string(),
  /** 1 male, 2 female, 0 not said. */
  sex: z.number().int(),
  roleId: z.string(),
  roleName: z.string(),
  /** Comma-separated aliases of the roles. */
  roleAlias: z.string(),
  deptId: z.string(),
  deptName: z.string(),
  postId: z.string(),
  postName: z.string(),
  remark: z.string(),
  /** 1 may sign in, 0 may not. */
  status: z.number().int(),
  state: z.enum(userStates),
  /** Asked for a new password at the next sign-in. */
  mustChangePassword: z.boolean(),
  createUser: z.string(),
  createTime: time,
  updateTime: time,
  signInTime: time.nullable(),
  leftTime: time.nullable(),
  version: z.number().int(),
})
export type User = z.output<typeof User>

/** Ids as one comma-separated text, which may be empty. */
export const idList = z
  .string()
  .transform((list) => [...new Set(list.split(',').filter(Boolean))])
  .pipe(z.array(id).max(50))
/** md5 hex of a password, in lower case: what clients send. */
export const sentPassword = z.string().regex(/^[0-9a-f]{32}$/, 'passwordMd5')

const text = (most: number) => z.string().trim().max(most)
const account = z
  .string({ error: 'accountPlease' })
  .trim()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}_.@-]{1,49}$/u, 'accountForm')
const phone = z
  .string()
  .trim()
  .regex(/^$|^1\d{10}$/, 'phoneForm')
const email = z
  .string()
  .trim()
  .max(200)
  .regex(/^$|^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'emailForm')
/** A day; a client may send it with its hour. */
const birthday = z
  .string()
  .trim()
  .transform((day) => day.replace(/^(\d{4}-\d{2}-\d{2}) \d{2}:\d{2}:\d{2}$/, '$1'))
  .pipe(
    z
      .string()
      .regex(/^$|^\d{4}-\d{2}-\d{2}$/, 'birthdayForm')
      .refine((day) => day === '' || isRealDay(day), 'birthdayForm'),
  )

/** What a person may change about himself. */
const Profile = z.object({
  name: text(50),
  realName: text(50).min(1, 'realNamePlease'),
  avatar: text(2000),
  email,
  sex: z.coerce.number().int().min(0).max(2),
  birthday,
})
/** What whoever administers people may change about them; locking, leaving and passwords have calls of their own. */
const Fields = Profile.extend({
  account,
  code: text(50),
  phone,
  remark: text(500),
  deptId: idList,
  postId: idList,
  roleId: idList,
})

const Ids = z.object({ ids: ids.pipe(z.array(id).max(500)) })
/** A password made just now; shown once, stored nowhere. */
const Made = z.object({ id: z.string(), account: z.string(), realName: z.string(), password: z.string() })

/** What a person is responsible for, by kind. */
export const handoverKinds = ['enterprise', 'project', 'member', 'file', 'job'] as const
export type HandoverKind = (typeof handoverKinds)[number]
export const Handover = z.record(z.enum(handoverKinds), z.number().int())

export const user = {
  list: get('/sc-system/user/list', {
    may: 'user.view',
    says: 'People of the tenant. deptId: of this department and those below it; roleId, postId: who has it',
    input: paging(
      ['account', 'realName', 'name', 'code', 'phone', 'email', 'status', 'state', 'createTime', 'signInTime'],
      { deptId: z.string().optional(), roleId: z.string().optional(), postId: z.string().optional() },
    ),
    output: paged(User),
  }),
  detail: get('/sc-system/user/detail', {
    may: 'user.view',
    says: 'One person',
    input: z.object({ id }),
    output: User,
  }),
  submit: post('/sc-system/user/submit', {
    may: 'user.edit',
    says: 'Adds a person, or with id changes the fields that are sent. Without a password one is made and answered once',
    input: Fields.partial().extend({
      id: rowId,
      version: z.number().int().optional(),
      /** Of a new person; asked to be changed at the first sign-in. */
      password: sentPassword.optional(),
    }),
    output: User.extend({ password: z.string().optional() }),
  }),
  remove: post('/sc-system/user/remove', {
    may: 'user.edit',
    says: 'Removes people who have nothing left to hand over',
    input: Ids,
    output: none,
  }),
  resetPassword: post('/sc-system/user/resetPassword', {
    may: 'user.edit',
    says: 'New passwords, to be changed at the next sign-in; ends the sessions. Without one they are made and answered once',
    input: z.object({ ids: ids.pipe(z.array(id).max(20)), password: sentPassword.optional() }),
    output: z.array(Made),
  }),
  lock: post('/sc-system/user/lock', {
    may: 'user.edit',
    says: 'Lets people sign in no longer; ends their sessions',
    input: Ids,
    output: none,
  }),
  unlock: post('/sc-system/user/unlock', {
    may: 'user.edit',
    says: 'Lets locked people sign in again',
    input: Ids,
    output: none,
  }),
  grant: post('/sc-system/user/grant', {
    may: 'user.edit',
    says: 'Gives people these roles and no others',
    input: z.object({ userIds: ids.pipe(z.array(id).max(500)), roleIds: idList }),
    output: none,
  }),
  handover: get('/sc-system/user/handover', {
    may: 'user.edit',
    says: 'How much a person is responsible for, by kind',
    input: z.object({ id }),
    output: Handover,
  }),
  leave: post('/sc-system/user/leave', {
    may: 'user.edit',
    says: 'A person leaves: everything he is responsible for goes to a colleague, his sessions end',
    input: z.object({ id, toUserId: id.optional() }),
    output: Handover,
  }),
  info: get('/sc-system/user/info', {
    may: 'signedIn',
    says: 'The caller himself',
    input: none,
    output: User,
  }),
  updateInfo: post('/sc-system/user/updateInfo', {
    may: 'signedIn',
    says: 'Changes what the caller may change about himself',
    input: Profile.partial(),
    output: User,
  }),
  updatePassword: post('/sc-system/user/updatePassword', {
    may: 'signedIn',
    says: "Changes the caller's password; ends his other sessions",
    input: z.object({ oldPassword: sentPassword, newPassword: sentPassword }),
    output: none,
  }),
}

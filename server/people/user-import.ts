import { sql, type SqlBool } from 'kysely'
import { extentOf } from '#contract/grants.ts'
import { say } from '#contract/errors.ts'
import { user } from '#contract/user.ts'
import type { Context } from '#server/kernel/service.ts'
import { atRow, duplicates, type FileRow, importOf, problemOf, type RowCheck } from '../list/list-import.ts'
import { isAdministrator, isWithin, peopleAbove, rolesWithGrants } from './authority.ts'
import { nobodysPassword, queueFirstPasswords } from './first-passwords.ts'
import { reachesUser } from './person.ts'
import { addPerson, changePerson } from './user-submit.ts'
import { sexWords, userWords as words } from './user-words.ts'

type Key = keyof typeof words
type Values = FileRow<Key>['values']

const names = (cell: string) => cell.split(/[,，、;；]/).map((name) => name.trim()).filter(Boolean) // prettier-ignore

/** Departments by their path from the top, `审计中心/一部`: names alone are not unique. */
async function deptPaths({ db }: Pick<Context, 'db'>) {
  const rows = await db
    .selectFrom('dept')
    .where('is_deleted', '=', 0)
    .select(['id', 'parent_id', 'dept_name'])
    .orderBy('sort')
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return rows.map(({ id }) => {
    const path: string[] = []
    for (let at = byId.get(id); at && path.length < 50; at = byId.get(at.parent_id ?? '')) path.unshift(at.dept_name)
    return { value: id, label: path.join('/') }
  })
}

/** Roles and posts by name, and which roles the caller may hand out. */
async function knownNames({ db, user: me }: Context) {
  const roleRows = await db.selectFrom('role').where('is_deleted', '=', 0).select('id').execute()
  const roles = await rolesWithGrants(db, roleRows.map(({ id }) => id)) // prettier-ignore
  const posts = await db.selectFrom('post').where('is_deleted', '=', 0).select(['id', 'post_name']).execute()
  return {
    roles: new Map(roles.map((role) => [role.name, role.id])),
    beyond: new Set(roles.filter((role) => !isAdministrator(me) || !isWithin(me, role)).map(({ name }) => name)),
    posts: new Map(posts.map(({ id, post_name }) => [post_name, id])),
  }
}
type Known = Awaited<ReturnType<typeof knownNames>>

const idsOf = (cell: string, of: ReadonlyMap<string, string>) =>
  names(cell)
    .flatMap((name) => of.get(name) ?? [])
    .join(',')

/** What of a row is sent; a blank cell of a person who is there clears nothing. */
function fieldsOf(values: Values, known: Known) {
  const { deptId, roleNames, postNames, ...rest } = values
  const filled = Object.fromEntries(Object.entries(rest).filter(([, value]) => value))
  return {
    ...filled,
    ...(deptId && { deptId }),
    ...(roleNames && { roleId: idsOf(roleNames, known.roles) }),
    ...(postNames && { postId: idsOf(postNames, known.posts) }),
  }
}

/** Names in a row that mean nothing here, or roles that are not the caller's to give. */
function strangers({ roleNames = '', postNames = '' }: Values, known: Known, { language }: Context): string[] {
  const unknown = [
    ...names(roleNames).filter((name) => !known.roles.has(name)),
    ...names(postNames).filter((name) => !known.posts.has(name)),
  ]
  const beyond = names(roleNames).filter((name) => known.beyond.has(name))
  return [
    ...(unknown.length ? [say('importNoSuchName', language, { names: unknown.join('、') })] : []),
    ...beyond.map((name) => say('roleAbove', language, { name })),
  ]
}

type Present = { id: string; name: string; account: string; phone: string; problem: string | undefined }

/** Who has the accounts and phones of these rows, and what keeps the caller from changing them. */
async function present(context: Context, rows: readonly FileRow<Key>[]): Promise<Present[]> {
  const { db, user: me, language } = context
  const accounts = rows.map(({ values }) => (values.account ?? '').toLowerCase())
  const phones = rows.flatMap(({ values }) => values.phone || [])
  const found = await db
    .selectFrom('app_user')
    .where('is_deleted', '=', 0)
    .where((eb) =>
      eb.or([
        sql<SqlBool>`lower(account) = any(${accounts}::text[])`,
        sql<SqlBool>`(phone = any(${phones}::text[]) and phone <> '')`,
      ]),
    )
    .select(['id', 'account', 'phone', 'real_name', 'left_time'])
    .execute()
  const ids = found.map(({ id }) => id)
  const extent = extentOf(me.held, 'user.edit')
  const reached =
    ids.length && extent
      ? await db
          .selectFrom('app_user')
          .where('id', 'in', ids)
          .where(reachesUser({ user: me, extent }))
          .select('id')
          .execute()
      : []
  const mine = new Set(reached.map(({ id }) => id))
  const above = await peopleAbove(context, ids)
  return found.map(({ id, account, phone, real_name: name, left_time: left }) => {
    const key = left ? 'userHasLeft' : above.has(id) ? 'userAbove' : mine.has(id) ? undefined : 'notFound'
    return { id, name, account: account.toLowerCase(), phone, problem: key && say(key, language, { name }) }
  })
}

/** People by their account: an unknown one is added with a password made for him, a known one changed. */
export const userImport = importOf({
  name: 'user',
  may: 'user.edit',
  title: { zh: '用户', en: 'Users' },
  hint: {
    zh: '账号已存在的用户按本表更新；新用户的初始密码在导入后生成，从任务中下载，只有您能看到。',
    en: 'A user whose account exists is updated; first passwords of new users are made after the import, in a file only you can load.',
  },
  partly: true,
  columns: [
    { key: 'realName', title: words.realName, required: true, example: '张三', most: 50 },
    { key: 'account', title: words.account, required: true, width: 20, example: 'zhangsan', most: 50 },
    { key: 'deptId', title: words.deptId, width: 28, options: deptPaths },
    { key: 'roleNames', title: words.roleNames, width: 20, example: '咨询师' },
    { key: 'postNames', title: words.postNames, width: 20, example: '项目经理、合伙人' },
    { key: 'phone', title: words.phone, example: '13800138000' },
    { key: 'email', title: words.email, width: 28, example: 'zhangsan@example.com' },
    { key: 'code', title: words.code, example: '0012' },
    {
      key: 'sex',
      title: words.sex,
      width: 8,
      options: ({ language }) =>
        Object.entries(sexWords).map(([value, word]) => ({ value, label: language === 'en' ? word.en : word.zh })),
    },
    { key: 'remark', title: words.remark, width: 40 },
  ],

  async check(context, rows) {
    const { language } = context
    const [known, there] = [await knownNames(context), await present(context, rows)]
    const byAccount = new Map(there.map((one) => [one.account, one]))
    const byPhone = new Map(there.map((one) => [one.phone, one]))
    const sameAccount = duplicates(rows, 'account', language)
    const samePhone = duplicates(rows, 'phone', language)
    return rows.map(({ row, values }): RowCheck => {
      const target = byAccount.get((values.account ?? '').toLowerCase())
      const holder = values.phone ? byPhone.get(values.phone) : undefined
      const reasons = [
        problemOf(user.submit.input, fieldsOf(values, known), language),
        sameAccount.get(row),
        samePhone.get(row),
        target?.problem,
        holder && holder.id !== target?.id ? say('phoneTaken', language, { name: holder.name }) : undefined,
        ...strangers(values, known, context),
      ].filter((reason) => reason !== undefined)
      if (reasons.length > 0) return { state: 'error', reasons }
      return target ? { state: 'update', target: target.id } : { state: 'new' }
    })
  },

  async apply(context, rows) {
    const under = { ...context, extent: extentOf(context.user.held, 'user.edit') ?? 'self' }
    const known = await knownNames(context)
    const hash = rows.some(({ target }) => target === undefined) ? await nobodysPassword() : ''
    const userIds: string[] = []
    for (const row of rows) {
      const sent = user.submit.input.parse(fieldsOf(row.values, known))
      const { target } = row
      if (target !== undefined) await atRow(context, row, () => changePerson(under, target, sent))
      else userIds.push((await atRow(context, row, () => addPerson(under, sent, { hash }))).id)
    }
    if (userIds.length > 0) await queueFirstPasswords(context, userIds)
  },
})

import { sql } from 'kysely'
import type { z } from 'zod'
import { type Notice, type notice, noticeCategories, noticeScopes, noticeStates } from '#contract/notice.ts'
import { audit } from '#server/kernel/audit.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { type Context, every, one, page, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { sentFields } from '../project/sent-fields.ts'
import { isFor, visibleNotices } from './notice-audience.ts'
import { noticeTargets } from './notice-targets.ts'
import { pushNotice } from './push-notice.ts'

const makerOf = sql<string>`coalesce(person_name(notice.create_user), '')`

const columns = {
  title: 'title',
  category: 'category',
  state: 'state',
  scope: 'scope',
  releaseTime: 'release_time',
  updateTime: 'update_time',
}

/** Notices with how many they are for and how many have read them. */
const notices = ({ db }: Context) =>
  db
    .selectFrom('notice')
    .selectAll()
    .where('is_deleted', '=', 0)
    .select((eb) => [
      makerOf.as('maker'),
      eb
        .selectFrom('notice_read')
        .whereRef('notice_read.notice_id', '=', 'notice.id')
        .select(sql<number>`count(*)::int`.as('n'))
        .as('readers'),
      eb
        .selectFrom('app_user')
        .where('app_user.is_deleted', '=', 0)
        .where('app_user.status', '=', 1)
        .where(isFor('notice', sql<string>`app_user.id`))
        .select(sql<number>`count(*)::int`.as('n'))
        .as('audience'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof notices>['execute']>>[number]
const nameIn = <T extends string>(names: readonly T[], given: string, otherwise: T): T =>
  names.find((name) => name === given) ?? otherwise
const timeOf = (moment: Date | null) => moment && wallTime(moment)

const shown = (row: Row): Notice => ({
  id: row.id,
  title: row.title,
  category: nameIn(noticeCategories, row.category, 'notice'),
  content: row.content,
  scope: nameIn(noticeScopes, row.scope, 'all'),
  scopeIds: row.scope_ids,
  state: nameIn(noticeStates, row.state, 'draft'),
  releaseTime: timeOf(row.release_time),
  expireTime: timeOf(row.expire_time),
  createUser: row.create_user,
  createUserName: row.maker,
  createTime: wallTime(row.create_time),
  updateTime: wallTime(row.update_time),
  version: row.version,
  readCount: row.readers ?? 0,
  audience: row.audience ?? 0,
})

const find = (context: Context, id: string) => notices(context).where('id', '=', id).execute().then(one)
const lock = (context: Context, id: string) => notices(context).where('id', '=', id).forUpdate().execute().then(one)

type Sent = z.output<typeof notice.submit.input>
/** A time of China's clock as PostgreSQL reads it. */
const moment = (text: string | null | undefined) =>
  text === undefined ? undefined : text && sql<Date>`${text}::timestamp at time zone 'Asia/Shanghai'`
const columnsOf = (sent: Sent) => ({
  title: sent.title,
  category: sent.category,
  content: sent.content,
  scope: sent.scope,
  scope_ids: sent.scope === 'all' ? [] : sent.scopeIds,
  release_time: moment(sent.releaseTime),
  expire_time: moment(sent.expireTime),
})
const touched = { update_time: sql<Date>`now()`, version: sql<number>`version + 1` }

/** What the log keeps of a notice: not its text, which is in the row. */
const kept = ({ title, category, scope, scopeIds, state, releaseTime, expireTime }: Notice) => ({
  title,
  category,
  scope,
  scopeIds,
  state,
  releaseTime,
  expireTime,
})

async function keepChange(context: Context, action: string, id: string, before?: Notice): Promise<Notice> {
  const after = shown(await find(context, id))
  const change = { ...(before && { before: kept(before) }), after: kept(after) }
  await audit(context, { action: `notice.${action}`, bizType: 'notice', bizId: id, ...change })
  return after
}

export const noticeService: Service<typeof notice> = {
  async list(context, paging) {
    const found = await page(notices(context), paging, columns, ['update_time desc', 'id'])
    return { ...found, records: found.records.map(shown) }
  },

  detail: async (context, { id }) => shown(await find(context, id)),

  async submit(context, { id, version, ...sent }) {
    const { db } = context
    if (id === undefined) {
      const { title, content, category = 'notice', scope = 'all' } = sent
      if (title === undefined) throw new Refusal('noticeTitle')
      if (content === undefined) throw new Refusal('noticeContent')
      const values = { ...sentFields(columnsOf({ ...sent, scope })), title, content, category }
      const made = await db.insertInto('notice').values(values).returning('id').executeTakeFirstOrThrow()
      return keepChange(context, 'submit', made.id)
    }
    const row = await lock(context, id)
    if (version !== undefined && version !== row.version) throw conflict()
    if (row.state === 'released') throw new Refusal('noticeReleased')
    await db
      .updateTable('notice')
      .set({ ...sentFields(columnsOf(sent)), ...touched })
      .where('id', '=', id)
      .execute()
    return keepChange(context, 'submit', id, shown(row))
  },

  async release(context, { id }) {
    const { db, kernel } = context
    const row = await lock(context, id)
    if (row.state === 'released') throw new Refusal('noticeReleased')
    if (row.scope !== 'all' && row.scope_ids.length === 0) throw new Refusal('noticeScopeEmpty')
    const now = new Date()
    // a time that has gone by means now
    const release = row.release_time && row.release_time > now ? row.release_time : now
    if (row.expire_time && row.expire_time <= release) throw new Refusal('noticeExpires')
    await db
      .updateTable('notice')
      .set({ state: 'released', release_time: release, ...touched })
      .where('id', '=', id)
      .execute()
    if (release <= now) await pushNotice(kernel, db, { id, title: row.title })
    return keepChange(context, 'release', id, shown(row))
  },

  async withdraw(context, { id }) {
    const row = await lock(context, id)
    if (row.state !== 'released') throw new Refusal('noticeNotReleased')
    await context.db
      .updateTable('notice')
      .set({ state: 'withdrawn', ...touched })
      .where('id', '=', id)
      .execute()
    return keepChange(context, 'withdraw', id, shown(row))
  },

  async remove(context, { ids }) {
    const rows = await notices(context).where('id', 'in', ids).orderBy('id').forUpdate().execute()
    every(ids)(rows)
    if (rows.some(({ state }) => state === 'released')) throw new Refusal('noticeReleased')
    await context.db
      .updateTable('notice')
      .set({ is_deleted: 1, ...touched })
      .where('id', 'in', ids)
      .execute()
    for (const row of rows) {
      await audit(context, { action: 'notice.remove', bizType: 'notice', bizId: row.id, before: kept(shown(row)) })
    }
    return {}
  },

  async readers(context, { id, ...paging }) {
    await find(context, id)
    const query = context.db
      .selectFrom('notice')
      .where('notice.id', '=', id)
      .innerJoin('app_user', (join) => join.onTrue())
      .where('app_user.is_deleted', '=', 0)
      .where('app_user.status', '=', 1)
      .where(isFor('notice', sql<string>`app_user.id`))
      .leftJoin('notice_read', (join) =>
        join.onRef('notice_read.notice_id', '=', 'notice.id').onRef('notice_read.user_id', '=', 'app_user.id'),
      )
      .leftJoin('dept', 'dept.id', 'app_user.dept_id')
      .select(['app_user.id as user_id', 'app_user.real_name', 'dept.dept_name', 'notice_read.read_time'])
    const fields = { realName: 'app_user.real_name', readTime: 'notice_read.read_time' }
    const found = await page(query, paging, fields, ['notice_read.read_time desc nulls last', 'app_user.id'])
    const records = found.records.map((row) => ({
      userId: row.user_id,
      realName: row.real_name,
      deptName: row.dept_name ?? '',
      readTime: timeOf(row.read_time),
    }))
    return { ...found, records }
  },

  targets: ({ db }, { scope, title }) => noticeTargets(db, scope, title ?? ''),

  async mine(context, paging) {
    const query = visibleNotices(context)
      .selectAll('notice')
      .select([makerOf.as('maker'), 'notice_read.read_time'])
    const fields = { title: 'notice.title', category: 'notice.category' }
    const found = await page(query, paging, fields, ['notice.release_time desc', 'notice.id'])
    const records = found.records.map((row) => ({
      id: row.id,
      title: row.title,
      category: nameIn(noticeCategories, row.category, 'notice'),
      content: row.content,
      releaseTime: timeOf(row.release_time),
      createUserName: row.maker,
      read: row.read_time !== null,
    }))
    return { ...found, records }
  },

  async read(context, { ids }) {
    const { db, user } = context
    every(ids)(await visibleNotices(context).where('notice.id', 'in', ids).select('notice.id').execute())
    await db
      .insertInto('notice_read')
      .values(ids.map((notice_id) => ({ notice_id, user_id: user.id })))
      .onConflict((clash) => clash.doNothing())
      .execute()
    return {}
  },
}

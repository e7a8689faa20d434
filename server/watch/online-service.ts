import { sql } from 'kysely'
import type { online, OnlineSession } from '#contract/online.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type Context, every, page, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { sendMessage } from './messages.ts'

const ACTIVE_MS = 5 * 60_000

/** Sessions of the tenant that stand. */
const standing = ({ db }: Context) =>
  db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .leftJoin('dept', 'dept.id', 'app_user.dept_id')
    .where('session.revoke_time', 'is', null)
    .where('session.expire_time', '>', sql<Date>`now()`)
    .where('app_user.is_deleted', '=', 0)
    .where('app_user.status', '=', 1)
    .select([
      'session.id',
      'session.user_id',
      'session.address',
      'session.user_agent',
      'session.method',
      'session.create_time',
      'session.seen_time',
      'app_user.account',
      'app_user.real_name',
      'dept.dept_name',
    ])

const columns = {
  account: 'app_user.account',
  realName: 'app_user.real_name',
  address: 'session.address',
  method: 'session.method',
  seenTime: 'session.seen_time',
  createTime: 'session.create_time',
}

/** Ends sessions of the tenant, tells their people, and puts each on record. */
async function end(context: Context, rows: readonly { id: string; user_id: string; address: string }[]) {
  const { db, kernel, user, afterCommit } = context
  if (rows.some(({ id }) => id === user.sessionId)) throw new Refusal('kickOwn')
  for (const { id, user_id: userId, address } of rows) {
    await kernel.sessions.end(db, id, 'ended by an administrator')
    afterCommit(() => kernel.sessions.forget(userId))
    const title = { key: 'kickedTitle' as const }
    const body = { key: 'kickedBody' as const, params: { address, name: user.realName || user.account } }
    await sendMessage(kernel, db, { userId, type: 'security', level: 'warn', title, body })
  }
  for (const { id, user_id: userId, address } of rows) {
    const before = { userId, address }
    await audit(context, { action: 'session.kick', bizType: 'session', bizId: id, before })
  }
}

export const onlineService: Service<typeof online> = {
  async list(context, paging) {
    const found = await page(standing(context), paging, columns, ['session.seen_time desc', 'session.id'])
    const now = Date.now()
    const records = found.records.map((row): OnlineSession => ({
      id: row.id,
      userId: row.user_id,
      account: row.account,
      realName: row.real_name,
      deptName: row.dept_name ?? '',
      address: row.address,
      userAgent: row.user_agent,
      method: row.method,
      createTime: wallTime(row.create_time),
      seenTime: wallTime(row.seen_time),
      active: now - row.seen_time.getTime() < ACTIVE_MS,
      own: row.id === context.user.sessionId,
    }))
    return { ...found, records }
  },

  async kick(context, { ids }) {
    const rows = await standing(context).where('session.id', 'in', ids).execute()
    every(ids)(rows)
    await end(context, rows)
    return {}
  },

  async kickUsers(context, { ids }) {
    const known = context.db.selectFrom('app_user').where('id', 'in', ids).where('is_deleted', '=', 0).select('id')
    every(ids)(await known.execute())
    const rows = await standing(context).where('session.user_id', 'in', ids).execute()
    await end(context, rows)
    return { sessions: rows.length }
  },
}

import { sql } from 'kysely'
import type { session } from '#contract/identity.ts'
import { audit } from '#server/kernel/audit.ts'
import { every, page, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'

const shown = [
  'id', 'method', 'address', 'user_agent', 'create_time', 'seen_time', 'expire_time', 'revoke_time', 'revoke_reason',
] as const // prettier-ignore
type Row = {
  id: string
  method: string
  address: string
  user_agent: string
  create_time: Date
  seen_time: Date
  expire_time: Date
  revoke_time: Date | null
  revoke_reason: string
}

const asOwn = (row: Row, current: string) => {
  const end = row.revoke_time ?? (row.expire_time <= new Date() ? row.expire_time : undefined)
  return {
    id: row.id,
    method: row.method,
    address: row.address,
    userAgent: row.user_agent,
    createTime: wallTime(row.create_time),
    seenTime: wallTime(row.seen_time),
    current: row.id === current,
    endTime: end ? wallTime(end) : '',
    endReason: row.revoke_reason,
  }
}

export const sessionService: Service<typeof session> = {
  async list({ db, user }) {
    const rows = await db
      .selectFrom('session')
      .where('user_id', '=', user.id)
      .where('revoke_time', 'is', null)
      .where('expire_time', '>', sql<Date>`now()`)
      .orderBy(sql`id = ${user.sessionId}`, 'desc')
      .orderBy('seen_time', 'desc')
      .limit(200)
      .select(shown)
      .execute()
    return rows.map((row) => asOwn(row, user.sessionId))
  },

  async history({ db, user }, paging) {
    const own = db.selectFrom('session').where('user_id', '=', user.id).select(shown)
    const columns = { method: 'method', createTime: 'create_time' }
    const rows = await page(own, paging, columns, ['create_time desc', 'id'])
    return { ...rows, records: rows.records.map((row) => asOwn(row, user.sessionId)) }
  },

  async kick(context, { ids }) {
    const { db, user, kernel, afterCommit } = context
    await db
      .updateTable('session')
      .set({ revoke_time: sql`now()`, revoke_reason: 'signed out by himself' })
      .where('id', 'in', ids)
      .where('user_id', '=', user.id)
      .where('revoke_time', 'is', null)
      .returning('id')
      .execute()
      .then(every(ids))
    await audit(context, { action: 'session.kick', bizType: 'session', bizId: user.id, after: { sessions: ids } })
    afterCommit(() => kernel.sessions.forget(user.id))
    return {}
  },

  async kickOthers(context) {
    const { db, user, kernel, afterCommit } = context
    const ended = await db
      .updateTable('session')
      .set({ revoke_time: sql`now()`, revoke_reason: 'signed out by himself' })
      .where('user_id', '=', user.id)
      .where('id', '<>', user.sessionId)
      .where('revoke_time', 'is', null)
      .where('expire_time', '>', sql<Date>`now()`)
      .returning('id')
      .execute()
    const after = { sessions: ended.map(({ id }) => id) }
    await audit(context, { action: 'session.kick', bizType: 'session', bizId: user.id, after })
    afterCommit(() => kernel.sessions.forget(user.id))
    return { ended: ended.length }
  },
}

import type { Selectable } from 'kysely'
import type { AuditEntry, audit } from '#contract/audit.ts'
import { anchorHead, verifyAnchored } from '#server/kernel/audit-anchor.ts'
import { one, page, type Service } from '#server/kernel/service.ts'
import type { AuditEvent } from '#server/kernel/tables.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { noteUsual } from './usual-log.ts'

const columns = {
  action: 'action',
  bizType: 'biz_type',
  bizId: 'biz_id',
  actorId: 'actor_id',
  actorName: 'actor_name',
  traceId: 'trace_id',
  address: 'address',
  createTime: 'create_time',
}

const shown = (row: Selectable<AuditEvent>): AuditEntry => ({
  seq: Number(row.seq),
  actorId: row.actor_id,
  actorName: row.actor_name,
  action: row.action,
  bizType: row.biz_type,
  bizId: row.biz_id,
  before: row.before,
  after: row.after,
  address: row.address,
  traceId: row.trace_id,
  createTime: wallTime(row.create_time),
})

export const auditService: Service<typeof audit> = {
  async list({ db }, paging) {
    const found = await page(db.selectFrom('audit_event').selectAll(), paging, columns, ['seq desc'])
    return { ...found, records: found.records.map(shown) }
  },

  async detail({ db }, { seq }) {
    const row = one(await db.selectFrom('audit_event').selectAll().where('seq', '=', BigInt(seq)).execute())
    return { ...shown(row), hash: row.hash.toString('hex'), prevHash: row.prev_hash.toString('hex') }
  },

  async verify(context) {
    const { db, kernel } = context
    const found = await verifyAnchored(kernel.secrets, db)
    // what is sound now is what later looks are held against
    if (found.broken === null) await anchorHead(kernel.secrets, db)
    noteUsual(kernel, context, { action: 'audit.verify', bizType: 'audit', detail: found.fault ?? 'ok' })
    return { ...found, anchorTime: found.anchorTime && wallTime(found.anchorTime) }
  },
}

import type { audit } from '#contract/system.ts'
import { verifyChain } from '#server/kernel/audit.ts'
import { page, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'

const columns = {
  action: 'action',
  bizType: 'biz_type',
  bizId: 'biz_id',
  actorName: 'actor_name',
  createTime: 'create_time',
}

export const auditService: Service<typeof audit> = {
  async list({ db }, paging) {
    const found = await page(db.selectFrom('audit_event').selectAll(), paging, columns, ['seq desc'])
    const records = found.records.map((row) => ({
      seq: Number(row.seq),
      actorId: row.actor_id,
      actorName: row.actor_name,
      action: row.action,
      bizType: row.biz_type,
      bizId: row.biz_id,
      before: row.before,
      after: row.after,
      createTime: wallTime(row.create_time),
    }))
    return { ...found, records }
  },
  verify: ({ db }) => verifyChain(db),
}

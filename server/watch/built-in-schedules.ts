import { sql } from 'kysely'
import { anchorHead, verifyAnchored } from '#server/kernel/audit-anchor.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { readParam } from '../system/param-store.ts'
import { everyTenant } from './every-tenant.ts'
import { administratorsOf, sendMessage } from './messages.ts'
import { registerSchedule } from './schedules.ts'
import { SCAN_SCHEDULE, scanStorage } from './storage-scan.ts'

/** What comes round in every deployment. */
export function registerBuiltInSchedules(kernel: Kernel): void {
  registerSchedule(kernel, 'log.retention', {
    title: { zh: '清理过期日志', en: 'Delete old logs' },
    cron: '30 2 * * *',
    run: deleteOld,
  })
  registerSchedule(kernel, 'audit.anchor', {
    title: { zh: '审计链存证', en: 'Anchor the audit chains' },
    cron: '7 * * * *',
    run: anchorAll,
  })
  registerSchedule(kernel, 'audit.verify', {
    title: { zh: '校验审计链', en: 'Verify the audit chains' },
    cron: '0 3 * * *',
    run: verifyAll,
  })
  registerSchedule(kernel, SCAN_SCHEDULE, {
    title: { zh: '扫描无主文件', en: 'Scan the store' },
    cron: '30 4 * * 0',
    run: (kernel, signal) => scanStorage(kernel, signal),
  })
}

const logTables = ['api_log', 'error_log', 'login_log', 'usual_log', 'browser_log', 'message'] as const

/** Logs and messages past the days of the parameter logKeepDays (never the audit), and runs of schedules after a year. */
async function deleteOld(kernel: Kernel) {
  const { done, failed } = await everyTenant(kernel, 'deleting old logs', async (db) => {
    const days = await readParam(db, 'logKeepDays')
    let deleted = 0
    for (const table of logTables) {
      const gone = await db
        .deleteFrom(table)
        .where('create_time', '<', sql<Date>`now() - make_interval(days => ${days})`)
        .executeTakeFirst()
      deleted += Number(gone.numDeletedRows)
    }
    return deleted
  })
  await kernel.database.inTenant({ tenantId: PLATFORM, userId: '' }, (db) =>
    db
      .deleteFrom('cron_log')
      .where('start_time', '<', sql<Date>`now() - interval '1 year'`)
      .execute(),
  )
  return { deleted: done.reduce((sum, { result }) => sum + result, 0), tenants: done.length, failed }
}

async function anchorAll(kernel: Kernel) {
  const { done, failed } = await everyTenant(kernel, 'anchoring the audit chain', (db) =>
    anchorHead(kernel.secrets, db),
  )
  return { anchored: done.filter(({ result }) => result).length, tenants: done.length, failed }
}

/** Verifies every chain; where one does not hold, its tenant's administrators are told, and the run says which. */
async function verifyAll(kernel: Kernel) {
  const { done, failed } = await everyTenant(kernel, 'verifying the audit chain', async (db, tenantId) => {
    const found = await verifyAnchored(kernel.secrets, db)
    if (found.broken === null) return undefined
    kernel.log.error({ tenant: tenantId, seq: found.broken, fault: found.fault }, 'an audit chain does not hold')
    for (const userId of await administratorsOf(db)) await tellBroken(kernel, db, userId, found.broken)
    return `${tenantId} #${found.broken} ${found.fault}`
  })
  const broken = done.flatMap(({ result }) => result ?? [])
  return { tenants: done.length, broken, failed }
}

const tellBroken = (kernel: Kernel, db: Db, userId: string, seq: number) =>
  sendMessage(kernel, db, {
    userId,
    type: 'security',
    level: 'bad',
    title: { key: 'auditBrokenTitle' },
    body: { key: 'auditBrokenBody', params: { seq } },
    link: '/system/audit',
  })

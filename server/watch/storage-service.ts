import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import type { storage } from '#contract/storage.ts'
import type { Text } from '#contract/texts.ts'
import { audit } from '#server/kernel/audit.ts'
import { type Db, MAIN } from '#server/kernel/database.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { type Context, page, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { CLEAN, PROBE, SCAN } from './storage-jobs.ts'
import { Scan, SCAN_SCHEDULE } from './storage-scan.ts'

const nothingFound: z.output<typeof Scan> = {
  blobs: 0,
  bytes: 0,
  strays: 0,
  strayBytes: 0,
  missing: [],
  missingCount: 0,
}

/** Enough of a key to know which it is. */
const partOf = (key: string | undefined) => (key ? `${key.slice(0, 4)}…` : '')

const timeOf = (one: { end_time: Date | null } | undefined) => one?.end_time?.getTime() ?? 0

/** Begins one of the jobs about storage, at the platform. */
export async function start(context: Context, type: string, { zh, en }: Text, input: object = {}) {
  const { db, user, kernel, language } = context
  const title = language === 'en' ? en : zh
  const actor = { tenantId: user.tenantId, userId: user.id }
  const jobId = await kernel.jobs.start(db, actor, { type, title, bizType: 'storage', bizId: '', input })
  await audit(context, { action: type, bizType: 'storage', bizId: jobId })
  return { jobId }
}

type Used = { tenantId: string; files: number; bytes: number; stored: number }

const usedBy = (db: Db) =>
  sql<{ files: number; bytes: bigint; stored: bigint }>`select
    (select count(*)::int from file where is_deleted = 0) as files,
    (select coalesce(sum(size), 0)::bigint from file where is_deleted = 0)
      + (select coalesce(sum(bytes), 0)::bigint from writing_doc)
      + (select coalesce(sum(bytes), 0)::bigint from writing_version) as bytes,
    (select coalesce(sum(size), 0)::bigint from blob) as stored`.execute(db)

/** Of a tenant that lives on another server, that server knows; one that does not answer leaves zeros and is logged. */
async function askHome({ database, log }: Kernel, row: Used) {
  try {
    const { rows } = await database.inTenant({ tenantId: row.tenantId, userId: '' }, usedBy)
    const [used] = rows
    if (used) Object.assign(row, { files: used.files, bytes: Number(used.bytes), stored: Number(used.stored) })
  } catch (error) {
    log.warn({ err: error, tenant: row.tenantId }, 'what a tenant stores could not be read on its server')
  }
}

export const storageService: Service<typeof storage> = {
  async info({ kernel: { config } }) {
    const disk = await statfs(config.DIGAO_DATA)
    return {
      kind: config.S3_BUCKET ? ('s3' as const) : ('disk' as const),
      bucket: config.S3_BUCKET ?? '',
      endpoint: config.S3_ENDPOINT ?? '',
      region: config.S3_BUCKET ? config.S3_REGION : '',
      accessKeyId: partOf(config.S3_ACCESS_KEY_ID),
      secretSet: config.S3_SECRET_ACCESS_KEY !== undefined,
      free: disk.bavail * disk.bsize,
      capacity: disk.blocks * disk.bsize,
    }
  },

  test: (context, { storeId }) =>
    start(context, PROBE, { zh: '测试存储', en: 'Storage test' }, storeId ? { storeId } : {}),
  scan: (context) => start(context, SCAN, { zh: '扫描存储', en: 'Storage scan' }),
  clean: (context) => start(context, CLEAN, { zh: '清理无主对象', en: 'Storage clean-up' }),

  // asks other transactions, for it reads what belongs to every tenant
  async usage({ kernel }, paging) {
    const found = await kernel.database.acrossTenants(
      "the platform's administrator reads how much each tenant stores",
      async (db) => {
        const files = sql<number>`(select count(*)::int from file where file.tenant_id = tenant.tenant_id and file.is_deleted = 0)`
        // files, and the documents written here with their versions: what the package counts
        const bytes = sql<bigint>`((select coalesce(sum(size), 0)::bigint from file where file.tenant_id = tenant.tenant_id and file.is_deleted = 0)
          + (select coalesce(sum(d.bytes), 0)::bigint from writing_doc d where d.tenant_id = tenant.tenant_id)
          + (select coalesce(sum(v.bytes), 0)::bigint from writing_version v where v.tenant_id = tenant.tenant_id))`
        const stored = sql<bigint>`(select coalesce(sum(size), 0)::bigint from blob where blob.tenant_id = tenant.tenant_id)`
        const query = db
          .selectFrom('tenant')
          .where('is_deleted', '=', 0)
          .select(['tenant_id', 'tenant_name', files.as('files'), bytes.as('bytes'), stored.as('stored')])
        const columns = { tenantId: 'tenant_id', tenantName: 'tenant_name' }
        const found = await page(query, paging, columns, ['5 desc', 'tenant_id'])
        const records = found.records.map((row) => ({
          tenantId: row.tenant_id,
          tenantName: row.tenant_name,
          files: row.files,
          bytes: Number(row.bytes),
          stored: Number(row.stored),
        }))
        return { ...found, records }
      },
    )
    for (const row of found.records) if (kernel.database.homeOf(row.tenantId) !== MAIN) await askHome(kernel, row)
    return found
  },

  async orphans({ db }) {
    const [job, run] = [
      await db
        .selectFrom('job')
        .select(['result', 'end_time'])
        .where('type', '=', SCAN)
        .where('state', '=', 'succeeded')
        .orderBy('create_time', 'desc')
        .limit(1)
        .executeTakeFirst(),
      await db
        .selectFrom('cron_log')
        .select(['result', 'end_time'])
        .where('code', '=', SCAN_SCHEDULE)
        .where('state', '=', 'succeeded')
        .orderBy('start_time', 'desc')
        .limit(1)
        .executeTakeFirst(),
    ]
    const last = timeOf(job) >= timeOf(run) ? job : run
    const found = Scan.safeParse(last?.result)
    return { scanTime: last?.end_time ? wallTime(last.end_time) : null, ...(found.data ?? nothingFound) }
  },
}

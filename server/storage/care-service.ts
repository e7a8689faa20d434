import { sql } from 'kysely'
import type { z } from 'zod'
import { say } from '#contract/errors.ts'
import type { storageCare } from '#contract/storage-care.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import type { Context, Service } from '#server/kernel/service.ts'
import { HOME } from '#server/kernel/stores.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { readParam } from '../system/param-store.ts'
import { tenantsOf } from '../watch/storage-scan.ts'
import { start } from '../watch/storage-service.ts'
import { RESCAN, SCRUB, SETTLE } from './care-jobs.ts'
import { scannerOf, scannerSettings } from './scanner.ts'
import { misplacedOf } from './settle.ts'
import { troubledOf } from './trouble.ts'

/** Of content in trouble so much is named. */
const MOST_TROUBLED = 100
const PATIENCE_MS = 3_000

type State = z.output<typeof storageCare.state.output>

const sumsOf = (db: Db) =>
  db
    .selectFrom('blob')
    .select([
      sql<number>`count(*)::int`.as('files'),
      sql<bigint>`coalesce(sum(size), 0)::bigint`.as('bytes'),
      sql<number>`(count(*) filter (where sealed > 0))::int`.as('sealed'),
      sql<number>`(count(*) filter (where checked_time is null))::int`.as('neverChecked'),
      sql<Date | null>`min(checked_time)`.as('oldest'),
      sql<number>`(count(*) filter (where scan = 'waiting'))::int`.as('waiting'),
      sql<number>`(count(*) filter (where damage <> '' or scan = 'infected'))::int`.as('troubled'),
      sql<number>`(select count(*)::int from blob_leftover)`.as('leftovers'),
    ])
    .executeTakeFirstOrThrow()

/** One job of a kind at a time: two would do the same work twice. */
async function startOne(context: Context, type: string, title: { zh: string; en: string }, input: object = {}) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${type}::text, 0))`.execute(context.db)
  const running = await context.db
    .selectFrom('job')
    .select('id')
    .where('type', '=', type)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  if (running) throw new Refusal('careRuns')
  return start(context, type, title, input)
}

export const storageCareService: Service<typeof storageCare> = {
  async state({ kernel, language }) {
    const state: State = {
      files: 0,
      bytes: 0,
      sealed: 0,
      misplaced: 0,
      misplacedBytes: 0,
      leftovers: 0,
      neverChecked: 0,
      oldestCheck: null,
      waiting: 0,
      scanner: await scannerState(kernel, (key) => say(key, language)),
      troubled: [],
      troubledCount: 0,
    }
    await kernel.stores.refresh()
    const names = await namesOf(kernel)
    let oldest = Infinity
    for (const [tenantId, tenantName] of names.tenants) {
      const found = await ofTenant(kernel, tenantId, MOST_TROUBLED - state.troubled.length)
      if (!found) continue
      const { sums, misplaced, troubled } = found
      state.files += sums.files
      state.bytes += Number(sums.bytes)
      state.sealed += sums.sealed
      state.misplaced += misplaced.files
      state.misplacedBytes += Number(misplaced.bytes)
      state.leftovers += sums.leftovers
      state.neverChecked += sums.neverChecked
      state.waiting += sums.waiting
      state.troubledCount += sums.troubled
      oldest = Math.min(oldest, sums.oldest?.getTime() ?? Infinity)
      for (const { store, ...one } of troubled)
        state.troubled.push({ ...one, tenantName, storeName: names.stores.get(store) ?? '' })
    }
    return { ...state, oldestCheck: Number.isFinite(oldest) ? wallTime(new Date(oldest)) : null }
  },

  scrub: (context) => startOne(context, SCRUB, { zh: '校验存储的文件', en: 'Check of stored files' }),
  settle: (context) => startOne(context, SETTLE, { zh: '迁移存储的文件', en: 'Move of stored files' }),
  rescan: (context, { all }) => startOne(context, RESCAN, { zh: '扫描病毒', en: 'Virus scan' }, { all }),

  async rotate(context) {
    const { kernel } = context
    let tenants = 0
    for (const { tenant_id: tenantId } of await tenantsOf(kernel)) {
      const made = await kernel.database.inTenant({ tenantId, userId: '' }, async (db) => {
        if ((await readParam(db, 'fileEncryption')) !== 'on') return false
        await kernel.blobKeys.rotate(db, tenantId)
        return true
      })
      if (made) tenants++
    }
    await audit(context, { action: 'storage.rotate', bizType: 'storage', bizId: '', after: { tenants } })
    return { tenants }
  },
}

async function namesOf({ database }: Kernel) {
  const { tenants, stores } = await database.acrossTenants('how files lie over all tenants', async (db) => ({
    tenants: await db.selectFrom('tenant').select(['tenant_id', 'tenant_name']).orderBy('tenant_id').execute(),
    stores: await db.selectFrom('object_store').select(['id', 'name']).execute(),
  }))
  return {
    tenants: new Map(tenants.map((row) => [row.tenant_id, row.tenant_name])),
    stores: new Map([[HOME, ''], ...stores.map((row): [string, string] => [row.id, row.name])]),
  }
}

/** A tenant whose server is away is left out and logged. */
async function ofTenant(kernel: Kernel, tenantId: string, most: number) {
  const actor = { tenantId, userId: '' }
  const store = kernel.stores.idFor(tenantId)
  try {
    return await kernel.database.inTenant(actor, async (db) => {
      const sealing = (await readParam(db, 'fileEncryption')) === 'on'
      // looking makes no key: where there is none yet, nothing lies under it
      const newest = await db
        .selectFrom('blob_key')
        .select(sql<number | null>`max(version)`.as('version'))
        .executeTakeFirst()
      const want = { store, version: sealing ? (newest?.version ?? 1) : 0 }
      return {
        sums: await sumsOf(db),
        misplaced: await misplacedOf(db, want)
          .select([sql<number>`count(*)::int`.as('files'), sql<bigint>`coalesce(sum(size), 0)::bigint`.as('bytes')])
          .executeTakeFirstOrThrow(),
        troubled: most > 0 ? await troubledOf(db, most) : [],
      }
    })
  } catch (error) {
    kernel.log.warn({ err: error, tenant: tenantId }, 'how the files of a tenant lie could not be read')
    return undefined
  }
}

async function scannerState(kernel: Kernel, words: (key: 'scannerAddress') => string): Promise<State['scanner']> {
  const settings = await kernel.database.inTenant({ tenantId: PLATFORM, userId: '' }, scannerSettings)
  const { kind } = settings
  const scanner = scannerOf(kernel, settings)
  if (!scanner) return { kind, ok: false, says: '' }
  const late = new Promise<never>((_, refuse) => {
    setTimeout(() => refuse(new Error('timeout')), PATIENCE_MS).unref()
  })
  try {
    return { kind, ok: true, says: (await Promise.race([scanner.version(), late])).slice(0, 200) }
  } catch (error) {
    const refused = error instanceof Refusal && error.key === 'scannerAddress'
    // the system's short name of what went wrong, e.g. ECONNREFUSED
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return { kind, ok: false, says: refused ? words('scannerAddress') : code }
  }
}

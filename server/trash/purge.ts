import { sql } from 'kysely'
import { say } from '#contract/errors.ts'
import type { TrashKind } from '#contract/trash.ts'
import { audit, type Auditor } from '#server/kernel/audit.ts'
import type { Actor, Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { jobAuditor } from '#server/kernel/job-audit.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { Progress } from '#server/kernel/job-progress.ts'
import type { User } from '#server/kernel/service.ts'
import type { PurgeCaller } from '#server/kernel/trash.ts'
import { untangled } from '#server/kernel/untangled.ts'
import { type Asked, personNow } from '../list/job-context.ts'
import { readParam } from '../system/param-store.ts'
import { everyTenant } from '../watch/every-tenant.ts'
import { heldRefusal, holdsOf, keepDaysOf } from './holds.ts'
import { beyondOwn } from './own-limit.ts'
import { rulesOf, widest } from './restore.ts'
import { type HeldRow, heldRow, rowColumns, trashRows, type Whose } from './trash-rows.ts'

/** What a job is to purge: these, or all that a person sees. */
export type PurgeWanted = { ids: string[] } | { whose: Whose; kind?: TrashKind }
export type PurgeInput = PurgeWanted & Asked
type Result = { purged: number; bytes: number; held: number; failed: number; why: { zh: string; en: string }[] }

const MOST_TOLD = 20
const NIGHTLY = { account: 'system', realName: '' }
/** Clients last: their projects go first. */
const last = sql`case kind when 'enterprise' then 2 when 'project' then 1 else 0 end`

/** Removes the things for good that nothing holds, each in a transaction of its own; says of the others why. */
export async function purgeJob(
  { kernel, actor, jobId, input }: { kernel: Kernel; actor: Actor; jobId: string; input: PurgeInput },
  progress: Progress,
): Promise<Result> {
  const { user } = await personNow(kernel, actor, input, 'signedIn')
  const ids = await kernel.database.inTenant(actor, (db) => wanted(db, user, input))
  return purgeAll(kernel, actor, {
    ids,
    user,
    signal: progress.signal,
    auditor: (db) => jobAuditor(db, actor, jobId),
    told: (done) => progress.at((100 * done) / ids.length, 'stepTrash', { done, of: ids.length }),
  })
}

/** What he still sees of it now. */
async function wanted(db: Db, user: User, input: PurgeInput): Promise<string[]> {
  let query = (await trashRows(db, user, 'ids' in input ? widest(user) : input.whose))().select('id')
  if ('ids' in input) query = query.where('id', 'in', input.ids)
  else if (input.kind) query = query.where('kind', '=', input.kind)
  const rows = await query.orderBy(last).orderBy('deleted_at').execute()
  return rows.map(({ id }) => id)
}

type Purging = {
  ids: readonly string[]
  /** Left out: the term is over. */
  user?: User
  signal: AbortSignal
  auditor: (db: Db) => Promise<Auditor>
  told?: (done: number) => Promise<void>
}

async function purgeAll(kernel: Kernel, actor: Actor, { ids, user, signal, auditor, told }: Purging): Promise<Result> {
  const result: Result = { purged: 0, bytes: 0, held: 0, failed: 0, why: [] }
  for (const [at, id] of ids.entries()) {
    if (signal.aborted) break
    await told?.(at)
    try {
      const bytes = await untangled(() =>
        kernel.database.inTenant(actor, async (db) =>
          purgeOne({ db, kernel, ...(user && { user }) }, await auditor(db), id),
        ),
      )
      if (bytes !== undefined) result.purged += 1
      result.bytes += bytes ?? 0
    } catch (error) {
      const refusal = error instanceof Refusal ? error : undefined
      if (refusal) result.held += 1
      else result.failed += 1
      if (!refusal) kernel.log.error({ err: error, item: id, tenant: actor.tenantId }, 'a deleted thing was not purged')
      await kernel.database.inTenant(actor, (db) => noteProblem(db, id, refusal ? '' : 'failed'))
      if (refusal && result.why.length < MOST_TOLD)
        result.why.push({ zh: refusal.says('zh-CN'), en: refusal.says('en') })
    }
  }
  return result
}

async function refuseHeld(kernel: Kernel, db: Db, row: HeldRow): Promise<void> {
  const hold = (await holdsOf(kernel, db, [row])).get(row.id)
  if (hold) throw heldRefusal(row, hold)
}

const found = (db: Db, ids: readonly string[]) =>
  db.selectFrom('trash_item').select(rowColumns).where('id', 'in', ids).orderBy('id')

/**
 * The bytes it held; undefined: somebody else restored or purged it meanwhile. What goes along is locked with it before it is
 * looked who holds what: a hold that is set meanwhile waits, and finds it gone, or comes first, and counts.
 */
async function purgeOne(caller: PurgeCaller, auditor: Auditor, id: string): Promise<number | undefined> {
  const { db, kernel } = caller
  const seen = await found(db, [id]).executeTakeFirst()
  if (!seen) return undefined
  const before = heldRow(seen)
  const rules = rulesOf(kernel, before.kind)
  await refuseHeld(kernel, db, before)
  await rules.lock?.(db, before)
  const locked = await found(db, [id, ...((await rules.along?.(db, before)) ?? [])])
    .forUpdate()
    .execute()
  const selected = locked.find((one) => one.id === id)
  if (!selected) return undefined
  const row = heldRow(selected)
  await refuseHeld(kernel, db, row)
  await rules.purge(caller, row)
  await db.deleteFrom('trash_item').where('id', '=', id).execute()
  const size = locked.reduce((sum, one) => sum + Number(one.size), 0)
  const gone = { kind: row.kind, name: row.name, place: row.place, size }
  await audit(auditor, { action: 'trash.purge', bizType: row.kind, bizId: row.itemId, before: gone })
  return size
}

const noteProblem = (db: Db, id: string, problem: string) =>
  db.updateTable('trash_item').set({ problem }).where('id', '=', id).execute()

/** Every night: what has lain for its tenant's days goes, and of a person's own what is too much; what is held stays. */
export async function purgeOld(kernel: Kernel, signal: AbortSignal) {
  const { done, failed } = await everyTenant(kernel, 'looking for what has lain its days', async (db) => {
    const days = await keepDaysOf(db, await readParam(db, 'trashKeepDays'))
    const rows = await db
      .selectFrom('trash_item')
      .select('id')
      .where('legal_hold', '=', false)
      .where(sql<boolean>`greatest(deleted_at, listed_at) < now() - make_interval(days => ${days})`)
      .orderBy(last)
      .orderBy('deleted_at')
      .execute()
    const own = await beyondOwn(db, await readParam(db, 'trashOwnMost'))
    return [...new Set([...rows.map(({ id }) => id), ...own])]
  })
  const total = { purged: 0, held: 0, failed: 0, tenants: done.length, unreached: failed.length }
  for (const { tenantId, result: ids } of done) {
    const actor = { tenantId, userId: '' }
    const auditor = async (db: Db): Promise<Auditor> => ({ db, user: NIGHTLY, address: '', trace: 'trash.retention' })
    const one = await purgeAll(kernel, actor, { ids, signal, auditor })
    total.purged += one.purged
    total.held += one.held
    total.failed += one.failed
  }
  return total
}

/** What a purge job is called in the list of jobs. */
export const purgeTitle = (language: 'zh-CN' | 'en') => say('trashPurgeTitle', language)

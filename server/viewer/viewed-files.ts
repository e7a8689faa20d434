import { sql } from 'kysely'
import { RESULT_DAYS } from '#contract/list.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { fileName } from '#server/kernel/files.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'
import { everyTenant } from '../watch/every-tenant.ts'
import { registerSchedule } from '../watch/schedules.ts'

/** What the viewer has made of a file: its owner is that file, and whoever may read the one may read the other, no longer. */
const VIEWED_FILE = 'viewed'
/** Archives inside archives that are opened one out of the other. */
const DEEPEST = 4

type Made = { id: string; name: string; size: number }

export function registerViewedFiles({ files }: Pick<Kernel, 'files'>): void {
  files.register(VIEWED_FILE, {
    mayAdd: 'signedIn',
    mayRead: 'signedIn',
    checkAdd: () => Promise.reject(new Refusal('purposeUnknown')),
    checkRead: async ({ db, user }, sourceId) => void (await files.findIn({ db, user }, sourceId)),
  })
}

const madeOf = (db: Db, sourceId: string) =>
  db
    .selectFrom('file')
    .select(['id', 'name', 'size'])
    .where('purpose', '=', VIEWED_FILE)
    .where('owner_id', '=', sourceId)
    .where('is_deleted', '=', 0)

const wire = (row: { id: string; name: string; size: bigint } | undefined): Made | undefined =>
  row && { ...row, size: Number(row.size) }

/** What was made of a file before, by its name, if it still lies there. */
export const viewedBefore = (db: Db, sourceId: string, name: string): Promise<Made | undefined> =>
  madeOf(db, sourceId).where('name', '=', fileName(name)).orderBy('id').executeTakeFirst().then(wire)

/** Stores a finished local file, which is used up, as made of `sourceId`, once; a file without a byte is refused. */
export async function keepViewed(
  kernel: Pick<Kernel, 'blobs' | 'database'>,
  user: User,
  { path, name, sourceId }: { path: string; name: string; sourceId: string },
): Promise<Made> {
  const actor = { tenantId: user.tenantId, userId: user.id }
  const { sha256, size } = await kernel.blobs.putFile(actor, path, { ours: true })
  if (size === 0) throw new Refusal('fileEmpty')
  const shown = fileName(name)
  return kernel.database.inTenant(actor, async (db) => {
    const before = await madeOf(db, sourceId).where('name', '=', shown).where('sha256', '=', sha256).executeTakeFirst()
    if (before) return { ...before, size }
    const { id } = await db
      .insertInto('file')
      .values({ name: shown, sha256, size: BigInt(size), purpose: VIEWED_FILE, owner_id: sourceId })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, name: shown, size }
  })
}

/** Refuses with viewerEntryDeep where a file has itself been taken out of an archive in an archive, and so on. */
export async function checkDepth(db: Db, file: { purpose: string; ownerId: string }): Promise<void> {
  let above: { purpose: string; owner_id: string } | undefined = { purpose: file.purpose, owner_id: file.ownerId }
  for (let depth = 1; above?.purpose === VIEWED_FILE; depth += 1) {
    if (depth >= DEEPEST) throw new Refusal('viewerEntryDeep')
    above = await db
      .selectFrom('file')
      .select(['purpose', 'owner_id'])
      .where('id', '=', above.owner_id)
      .executeTakeFirst()
  }
}

/** Lets go every night what was made longer ago than its days, or of a file that is gone. */
export function registerViewedSweep(kernel: Kernel): void {
  registerSchedule(kernel, 'viewer.sweep', {
    title: { zh: '清理查看时生成的文件', en: 'Delete files made for viewing' },
    cron: '25 2 * * *',
    async run(kernel) {
      const { done, failed } = await everyTenant(kernel, 'deleting what was made for viewing', sweepViewed)
      return { deleted: done.reduce((sum, { result }) => sum + result, 0), failed: failed.length }
    },
  })
}

/** Of the transaction's tenant; answers how many files went. */
export async function sweepViewed(db: Db): Promise<number> {
  const source = db
    .selectFrom('file as source')
    .select('source.id')
    .where(sql<boolean>`source.id::text = file.owner_id`)
    .where('source.is_deleted', '=', 0)
  const { numUpdatedRows } = await db
    .updateTable('file')
    .set({ is_deleted: 1, delete_time: sql<Date>`now()` })
    .where('purpose', '=', VIEWED_FILE)
    .where('is_deleted', '=', 0)
    .where((eb) =>
      eb.or([
        eb('create_time', '<', sql<Date>`now() - make_interval(days => ${RESULT_DAYS})`),
        eb.not(eb.exists(source)),
      ]),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

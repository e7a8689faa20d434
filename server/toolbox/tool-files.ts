import { sql } from 'kysely'
import { TOOL_DAYS, TOOL_FILE, TOOL_RESULT } from '#contract/tool-run.ts'
import type { Actor, Db } from '#server/kernel/database.ts'
import { release, reserve } from '#server/kernel/entitlement.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { type FileCaller, fileName } from '#server/kernel/files.ts'
import type { Files, Kernel } from '#server/kernel/kernel.ts'
import { everyTenant } from '../watch/every-tenant.ts'
import { registerSchedule } from '../watch/schedules.ts'
import type { MadeFile } from './runner.ts'

async function own({ user }: FileCaller, ownerId: string): Promise<void> {
  if (ownerId !== user.id) throw notFound()
}

/** What is handed to a tool, and what it makes, is its person's alone. */
export function registerToolFiles(files: Files): void {
  files.register(TOOL_FILE, { mayAdd: 'toolbox.use', mayRead: 'toolbox.use', checkAdd: own, checkRead: own })
  files.register(TOOL_RESULT, {
    mayAdd: 'toolbox.use',
    mayRead: 'toolbox.use',
    // only runs leave results
    checkAdd: () => Promise.reject(new Refusal('purposeUnknown')),
    checkRead: own,
  })
}

/** A result as it is listed in its run. */
export type KeptFile = { id: string; name: string; folder: string; size: number }

/** Stores a finished local file, which is used up, as the person's own for TOOL_DAYS. */
export async function keepTool(
  kernel: Pick<Kernel, 'blobs' | 'database'>,
  actor: Actor,
  { path, name, folder }: MadeFile,
): Promise<KeptFile> {
  const { sha256, size } = await kernel.blobs.putFile(actor, path)
  const shown = fileName(name)
  const { id } = await kernel.database.inTenant(actor, async (db) => {
    await reserve(db, 'storage_bytes', size)
    return db
      .insertInto('file')
      .values({ name: shown, sha256, size: BigInt(size), purpose: TOOL_RESULT, owner_id: actor.userId })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  return { id, name: shown, folder, size }
}

/** Takes files of the toolbox away and gives their room back; ids of other files are left alone. */
export async function dropToolFiles(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const gone = await db
    .updateTable('file')
    .set({ is_deleted: 1, delete_time: sql<Date>`now()` })
    .where('id', 'in', ids)
    .where('purpose', 'in', [TOOL_FILE, TOOL_RESULT])
    .where('is_deleted', '=', 0)
    .returning('size')
    .execute()
  await release(
    db,
    'storage_bytes',
    gone.reduce((sum, { size }) => sum + Number(size), 0),
  )
}

/** Lets runs and their files go after their days, every night. */
export function registerToolSweep(kernel: Kernel): void {
  registerSchedule(kernel, 'tool.sweep', {
    title: { zh: '清理工具箱到期文件', en: 'Delete old files of the toolbox' },
    cron: '10 2 * * *',
    async run(kernel) {
      const { done, failed } = await everyTenant(kernel, 'deleting old files of the toolbox', sweep)
      return { deleted: done.reduce((sum, { result }) => sum + result, 0), failed: failed.length }
    },
  })
}

/** Of the transaction's tenant; answers how many files went. */
export async function sweep(db: Db): Promise<number> {
  const old = sql<Date>`now() - make_interval(days => ${TOOL_DAYS})`
  const files = await db
    .selectFrom('file')
    .select('id')
    .where('purpose', 'in', [TOOL_FILE, TOOL_RESULT])
    .where('is_deleted', '=', 0)
    .where('create_time', '<', old)
    .execute()
  await dropToolFiles(
    db,
    files.map(({ id }) => id),
  )
  await db.deleteFrom('tool_run').where('create_time', '<', old).execute()
  return files.length
}

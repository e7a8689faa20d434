import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { RESULT_DAYS } from '#contract/list.ts'
import type { Actor, Database } from '#server/kernel/database.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { fileName } from '#server/kernel/files.ts'
import type { Files, Kernel } from '#server/kernel/kernel.ts'

/** Workbooks that a job has left for a person, and workbooks he has handed over to be imported. */
type ResultPurpose = 'export' | 'import'

/** Both are their person's alone, and nobody puts one in by the general upload. */
export function registerResultFiles(files: Files): void {
  for (const purpose of ['export', 'import'] satisfies ResultPurpose[]) {
    files.register(purpose, {
      mayAdd: 'signedIn',
      mayRead: 'signedIn',
      checkAdd: () => Promise.reject(new Refusal('purposeUnknown')),
      async checkRead({ user }, ownerId) {
        if (ownerId !== user.id) throw notFound()
      },
    })
  }
}

/** Stores a finished local file, which is used up, as the person's own for RESULT_DAYS; answers its id and what it holds. */
export async function keepResult(
  kernel: Pick<Kernel, 'blobs' | 'database'>,
  actor: Actor,
  { path, name, purpose = 'export' }: { path: string; name: string; purpose?: ResultPurpose },
): Promise<{ id: string; name: string; sha256: string }> {
  const { sha256, size } = await kernel.blobs.putFile(actor, path, { ours: true })
  if (size === 0) throw new Refusal('fileEmpty')
  const shown = fileName(name)
  const { id } = await kernel.database.inTenant(actor, (db) =>
    db
      .insertInto('file')
      .values({ name: shown, sha256, size: BigInt(size), purpose, owner_id: actor.userId })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return { id, name: shown, sha256 }
}

/** Runs `work` with the path of a private temporary file that does not exist yet, and removes it. */
export async function withScratch<T>(kernel: Pick<Kernel, 'config'>, work: (path: string) => Promise<T>): Promise<T> {
  const home = join(kernel.config.DIGAO_DATA, 'tmp')
  await mkdir(home, { recursive: true, mode: 0o700 })
  const path = join(home, `list-${randomUUID()}`)
  try {
    return await work(path)
  } finally {
    await rm(path, { force: true })
  }
}

/** Takes away what has lain for its term; answers how many files. */
export async function sweepResults(database: Database): Promise<number> {
  const swept = await database.onEveryServer('exported and imported workbooks are kept a week', async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('file')
      .set({ is_deleted: 1 })
      .where('purpose', 'in', ['export', 'import'])
      .where('is_deleted', '=', 0)
      .where('create_time', '<', sql<Date>`now() - make_interval(days => ${RESULT_DAYS})`)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  })
  return swept.reduce((sum, one) => sum + one, 0)
}

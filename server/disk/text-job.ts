import { sql } from 'kysely'
import { DISK_TEXT_JOB } from '#contract/disk-shapes.ts'
import type { Actor, Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Jobs, Kernel } from '#server/kernel/kernel.ts'
import { runWorker } from '#server/kernel/worker-run.ts'
import { readDocument } from '../document/read-document.ts'
import { MOST_READ_BYTES, readable } from './text-queue.ts'
import type { ReadText, TextOrder } from './text-worker.ts'

/** Characters of a file that the search holds. */
const MOST_CHARACTERS = 400_000
const MEMORY_MB = 512

type Unread = { id: string; name: string; fileId: string; sha256: string }

/** Reads whatever has come to the disk of a tenant and has no text yet; one that cannot be read is found by its name alone. */
export function registerTextJob(jobs: Jobs): void {
  jobs.register(DISK_TEXT_JOB, async ({ kernel, actor }, progress) => {
    let read = 0
    for (;;) {
      progress.signal.throwIfAborted()
      const next = await kernel.database.inTenant(actor, nextUnread)
      if (!next) return { read }
      await progress.at(50, 'diskReading', { file: next.name })
      const text = await textOf({ kernel, actor, signal: progress.signal }, next)
      await kernel.database.inTenant(actor, (db) => keep(db, next, text))
      read += 1
    }
  })
}

const nextUnread = (db: Db): Promise<Unread | undefined> =>
  db
    .selectFrom('disk_node')
    .innerJoin('file', 'file.id', 'disk_node.file_id')
    .leftJoin('disk_text', 'disk_text.node_id', 'disk_node.id')
    .select(['disk_node.id', 'disk_node.name', 'file.id as fileId', 'file.sha256'])
    .where('disk_node.trashed_at', 'is', null)
    .where('disk_node.ext', 'in', [...readable])
    .where('file.size', '<=', BigInt(MOST_READ_BYTES))
    .where(sql<boolean>`disk_text.file_id is distinct from disk_node.file_id`)
    .orderBy('disk_node.update_time', 'desc')
    .limit(1)
    .executeTakeFirst()

type Reading = { kernel: Kernel; actor: Actor; signal: AbortSignal }

async function textOf({ kernel, actor, signal }: Reading, { name, sha256 }: Unread): Promise<ReadText> {
  try {
    const reading = await kernel.blobs.asPath(actor, sha256, (path) => readDocument(path, name, {}, signal))
    const order: TextOrder = { blocks: reading.blocks, most: MOST_CHARACTERS }
    return await runWorker<ReadText>(new URL('text-worker.ts', import.meta.url), order, { signal, memory: MEMORY_MB })
  } catch (error) {
    if (signal.aborted || !(error instanceof Refusal)) throw error
    return { text: '', terms: [] }
  }
}

async function keep(db: Db, { id, fileId }: Unread, { text, terms }: ReadText): Promise<void> {
  // purged while it was read
  if (!(await db.selectFrom('disk_node').select('id').where('id', '=', id).forShare().executeTakeFirst())) return
  const row = { file_id: fileId, text, terms: sql<bigint[]>`${terms.map(String)}::bigint[]` }
  await db
    .insertInto('disk_text')
    .values({ node_id: id, ...row })
    .onConflict((clash) => clash.columns(['tenant_id', 'node_id']).doUpdateSet(row))
    .execute()
}

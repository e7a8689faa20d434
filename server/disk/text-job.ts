import { sql } from 'kysely'
import { DISK_TEXT_JOB } from '#contract/disk-shapes.ts'
import type { Actor, Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Jobs, Kernel } from '#server/kernel/kernel.ts'
import { warmThread } from '#server/kernel/warm-thread.ts'
import { readDocument } from '../document/read-document.ts'
import { MOST_READ_BYTES, queueText, readable } from './text-queue.ts'
import type { ReadText, TextOrder } from './text-worker.ts'

/** Characters of a file that the search holds. */
const MOST_CHARACTERS = 400_000
const MEMORY_MB = 512
/** Rows looked up at a time. */
const BATCH = 50
/** After this others have their turn: an archive of thousands of files is no reason to keep them waiting. */
const TURN_MS = 30_000

const thread = warmThread(new URL('text-worker.ts', import.meta.url), { memory: MEMORY_MB, idleMs: 30_000 })

type Unread = { id: string; name: string; fileId: string; sha256: string }

/** Reads whatever has come to the disk of a tenant and has no text yet; one that cannot be read is found by its name alone. */
export function registerTextJob(jobs: Jobs): void {
  jobs.register(DISK_TEXT_JOB, async ({ kernel, actor }, progress) => {
    let read = 0
    for (const until = Date.now() + TURN_MS; ;) {
      const next = await kernel.database.inTenant(actor, unread)
      if (next.length === 0) return { read }
      for (const one of next) {
        progress.signal.throwIfAborted()
        if (Date.now() > until) {
          await kernel.database.inTenant(actor, queueText)
          return { read }
        }
        await progress.at(50, 'diskReading', { file: one.name })
        const text = await textOf({ kernel, actor, signal: progress.signal }, one)
        await kernel.database.inTenant(actor, (db) => keep(db, one, text))
        read += 1
      }
    }
  })
}

const unread = (db: Db): Promise<Unread[]> =>
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
    .limit(BATCH)
    .execute()

type Reading = { kernel: Kernel; actor: Actor; signal: AbortSignal }

async function textOf({ kernel, actor, signal }: Reading, { name, sha256 }: Unread): Promise<ReadText> {
  try {
    const reading = await kernel.blobs.asPath(actor, sha256, (path) => readDocument(path, name, {}, signal))
    const order: TextOrder = { blocks: reading.blocks, most: MOST_CHARACTERS }
    return await thread.run<ReadText>(order, { signal })
  } catch (error) {
    if (signal.aborted || !(error instanceof Refusal)) throw error
    return { text: '', terms: [] }
  }
}

async function keep(db: Db, { id, fileId }: Unread, { text, terms }: ReadText): Promise<void> {
  // purged while it was read, or another version meanwhile
  const now = await db.selectFrom('disk_node').select('file_id').where('id', '=', id).forShare().executeTakeFirst()
  if (now?.file_id !== fileId) return
  const row = { file_id: fileId, text, terms: sql<bigint[]>`${terms.map(String)}::bigint[]` }
  await db
    .insertInto('disk_text')
    .values({ node_id: id, ...row })
    .onConflict((clash) => clash.columns(['tenant_id', 'node_id']).doUpdateSet(row))
    .execute()
}

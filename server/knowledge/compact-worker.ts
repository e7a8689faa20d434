import { parentPort, workerData } from 'node:worker_threads'
import { mergeSegments } from '#engine/retrieval/merge-segments.ts'
import { segmentBytes, segmentFrom } from '#engine/retrieval/segment-bytes.ts'
import { type Actor, openDatabase } from '#server/kernel/database.ts'
import type { WorkerSays } from '#server/kernel/worker-run.ts'
import { entryKey } from './index-text.ts'

// The thread that merges small segments of a base into one.

export type CompactOrder = {
  config: Parameters<typeof openDatabase>[0]
  actor: Actor
  baseId: string
  segmentIds: readonly string[]
}

const { config, actor, baseId, segmentIds }: CompactOrder = workerData
const database = openDatabase(config, 1)
try {
  await database.inTenantBulk(actor, async (db) => {
    const rows = await db
      .selectFrom('kb_segment')
      .select(['id', 'bytes'])
      .where('id', 'in', [...segmentIds])
      .forUpdate()
      .execute()
    const segments = rows.flatMap(({ bytes }) => segmentFrom(bytes) ?? [])
    if (segments.length !== rows.length || segments.length < 2) return
    const chunks = await db.selectFrom('kb_chunk').select(['id', 'rev']).where('base_id', '=', baseId).execute()
    const standing = new Set(chunks.map(({ id, rev }) => entryKey(id, rev)))
    const merged = mergeSegments(segments, ({ key }) => standing.has(key))
    await db
      .deleteFrom('kb_segment')
      .where('id', 'in', [...segmentIds])
      .execute()
    if (merged.keys.length)
      await db
        .insertInto('kb_segment')
        .values({ base_id: baseId, chunks: merged.keys.length, bytes: Buffer.from(segmentBytes(merged)) })
        .execute()
  })
  parentPort?.postMessage({ kind: 'done', result: {} } satisfies WorkerSays<object>, [])
} finally {
  await database.close()
}

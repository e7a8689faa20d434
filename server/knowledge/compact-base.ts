import type { Actor } from '#server/kernel/database.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { runWorker } from '#server/kernel/worker-run.ts'
import type { CompactOrder } from './compact-worker.ts'

/** Segments below this size are merged once there are so many of them. */
const MOST_SMALL = 32
export const LARGE = 8192

/** Merges the small segments of a base in a thread; entries of chunks that are gone or changed go with it. */
export async function compactBase({ database }: Pick<Kernel, 'database'>, actor: Actor, baseId: string): Promise<void> {
  const small = await database.inTenant(actor, (db) =>
    db.selectFrom('kb_segment').select('id').where('base_id', '=', baseId).where('chunks', '<', LARGE).execute(),
  )
  if (small.length < MOST_SMALL) return
  const order: CompactOrder = {
    config: database.configOf(actor.tenantId),
    actor,
    baseId,
    segmentIds: small.map(({ id }) => id),
  }
  await runWorker<object>(new URL('compact-worker.ts', import.meta.url), order, {
    memory: 768,
    says: { memory: 'knowledgeMemory', died: 'knowledgeDied' },
  })
}

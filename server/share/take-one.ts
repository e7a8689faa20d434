import { sql } from 'kysely'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { OpenShare } from './open-share.ts'

/** What of a file is asked for: from which byte, of how many. */
export type Part = { start: number; size: number }
/** So long after it began, a download may begin again and be the same one. */
const RESUME_MS = 15 * 60_000
/** Later, only what goes on at least a twentieth further than before is its continuation. */
const FURTHER = 20

/**
 * Takes one of what a link allows, for each visit and item: whoever resumes does not count again, whoever takes it once more
 * does. Atomic, before the first byte leaves.
 */
export async function takeOne(
  kernel: Kernel,
  share: OpenShare,
  item: string,
  { start, size }: Part = { start: 0, size: 0 },
): Promise<void> {
  const { row, tenantId, visit } = share
  await kernel.database.inTenant({ tenantId, userId: '' }, async (db) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('share_take')
      .values({ share_id: row.id, visit, item, reached: BigInt(start) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) {
      const before = await db
        .selectFrom('share_take')
        .select(['create_time', 'reached'])
        .where('share_id', '=', row.id)
        .where('visit', '=', visit)
        .where('item', '=', item)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const recent = Date.now() - before.create_time.getTime() < RESUME_MS
      const goesOn = start > 0 && start >= Number(before.reached) + size / FURTHER
      const again = recent || goesOn
      await db
        .updateTable('share_take')
        .set({
          reached: BigInt(again ? Math.max(start, Number(before.reached)) : start),
          ...(!again && { create_time: sql<Date>`now()` }),
        })
        .where('share_id', '=', row.id)
        .where('visit', '=', visit)
        .where('item', '=', item)
        .execute()
      if (again) return
    }
    const taken = await db
      .updateTable('share')
      .set((eb) => ({ used_count: eb('used_count', '+', 1) }))
      .where('id', '=', row.id)
      .where('revoke_time', 'is', null)
      .where((eb) => eb.or([eb('max_count', 'is', null), eb('used_count', '<', eb.ref('max_count'))]))
      .executeTakeFirst()
    if (taken.numUpdatedRows === 0n) throw new Refusal('shareUsedUp')
  })
}

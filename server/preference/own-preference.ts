import type { Db } from '#server/kernel/database.ts'
import type { Context } from '#server/kernel/service.ts'

/** The caller's row; there is none before he has set anything. */
export const ownPreference = ({ db, user }: Pick<Context, 'db' | 'user'>) =>
  db
    .selectFrom('preference')
    .where('user_id', '=', user.id)
    .select(['settings', 'lock_hash', 'human_checked_at'])
    .executeTakeFirst()

type Change = { settings?: string; lock_hash?: string | null; human_checked_at?: Date }

/** Writes what is given into the caller's row, which it makes where there is none. */
export async function keepPreference(db: Db, userId: string, change: Change): Promise<void> {
  await db
    .insertInto('preference')
    .values({ user_id: userId, ...change })
    .onConflict((same) => same.columns(['tenant_id', 'user_id']).doUpdateSet({ ...change, update_time: new Date() }))
    .execute()
}

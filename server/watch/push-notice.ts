import { sql } from 'kysely'
import type { Db } from '#server/kernel/database.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { isFor } from './notice-audience.ts'

/** Everybody else finds it when he next looks; a firm with more people on line than this is told by the minute's question. */
const MOST = 500

/** Tells whoever a notice is for and has been heard of today that it is out. */
export async function pushNotice(kernel: Kernel, db: Db, { id, title }: { id: string; title: string }): Promise<void> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('notice', (join) => join.on('notice.id', '=', id))
    .where('session.revoke_time', 'is', null)
    .where('session.expire_time', '>', sql<Date>`now()`)
    .where('session.seen_time', '>', sql<Date>`now() - interval '1 day'`)
    .where(isFor('notice', sql<string>`session.user_id`))
    .select('session.user_id')
    .distinct()
    .limit(MOST)
    .execute()
  for (const { user_id: userId } of rows) {
    await kernel.push.send(db, userId, 'NOTIFY', { kind: 'notice', id, level: 'info', title })
  }
}

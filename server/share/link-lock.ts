import { sql } from 'kysely'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { sendMessage } from '../watch/messages.ts'

/** So many wrong passwords, from wherever they come, lock a link: for a quarter of an hour, then twice as long each time. */
const TRIES = 10
const FIRST_MINUTES = 15
const LONGEST_MINUTES = 24 * 60
/** After so many days without a wrong one they are forgotten. */
const FORGOTTEN_DAYS = 7

/** Opens a lock where the password or the address changes. */
export const unlocked = { wrong_count: 0, wrong_time: null, locked_until: null }

/** Refuses to look at a password while its link is locked. Whoever has opened it goes on. */
export function checkUnlocked({ locked_until: until }: { locked_until: Date | null }): void {
  const left = until ? until.getTime() - Date.now() : 0
  if (left > 0) throw new Refusal('guestLocked', { minutes: Math.ceil(left / 60_000) })
}

/** Counts a wrong password; answers until when the link is locked where this one locked it. */
export async function noteWrong(db: Db, table: 'share' | 'doc_request', id: string): Promise<Date | undefined> {
  const { rows } = await sql<{ count: number; until: Date | null }>`
    with tried as (
      select case when wrong_time < now() - make_interval(days => ${FORGOTTEN_DAYS}) then 1 else wrong_count + 1 end as count
      from ${sql.table(table)} where id = ${id}::uuid for update
    )
    update ${sql.table(table)} set wrong_count = tried.count, wrong_time = now(),
      locked_until = case when tried.count % ${TRIES}::int = 0 then now() + make_interval(mins => least(
        ${LONGEST_MINUTES}::int, (${FIRST_MINUTES}::int * 2 ^ least(20, tried.count / ${TRIES}::int - 1))::int)) else locked_until end
    from tried where id = ${id}::uuid
    returning wrong_count as count, locked_until as until`.execute(db)
  const [row] = rows
  return row && row.count % TRIES === 0 ? (row.until ?? undefined) : undefined
}

/** Where a maker reads about his links. */
export const SHARES_PLACE = '/firm/userDisk?v.show=links'
type Locked = { to: readonly string[]; title: string; until: Date; link: string }

/** Tells whose link it is that somebody tries passwords. */
export async function tellLocked(kernel: Kernel, db: Db, { to, title, until, link }: Locked): Promise<void> {
  const params = { count: TRIES, until: wallTime(until).slice(0, 16) }
  for (const userId of to)
    await sendMessage(kernel, db, {
      userId,
      type: 'security',
      level: 'warn',
      title: { key: 'linkLockedTitle', params: { title } },
      body: { key: 'linkLockedBody', params },
      link,
    })
}

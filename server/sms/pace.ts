import { sql } from 'kysely'
import type { Db } from '#server/kernel/database.ts'

/** How often something may happen; what is absent has no limit. Seconds between two, and how many in the last hour and day. */
export type Pace = { gap?: number; hour?: number; day?: number }
/** `today`: how often in the last 24 hours, this time included. Refused: the limit that was met, and the seconds until it lets go. */
type Claimed = { today: number } | { met: keyof Pace; seconds: number }

const HOUR = 3_600
const DAY = 86_400

/**
 * Claims one occurrence for a bucket inside the caller's transaction of the platform's tenant. Claims of one bucket wait for each
 * other on its row, so that of a hundred at once exactly as many pass as one after another would.
 */
export async function claimPace(db: Db, bucket: string, { gap = 0, hour, day }: Pace): Promise<Claimed> {
  const { rows } = await sql<{ today: number }>`
    insert into pace (bucket, times) values (${bucket}, array[now()])
    on conflict (tenant_id, bucket) do update set last_time = now(),
      times = array(select t from unnest(pace.times) t where t > now() - interval '1 day') || now()
    where ${since(gap)} = 0 and ${since(HOUR)} < ${hour ?? 1_000_000} and ${since(DAY)} < ${day ?? 1_000_000}
    returning cardinality(times) as today`.execute(db)
  const [passed] = rows
  if (passed) return passed
  const { rows: found } = await sql<{ age: number }>`
    select extract(epoch from now() - t)::float as age from pace, unnest(times) t where bucket = ${bucket} order by t`.execute(
    db,
  )
  const ages = found.map(({ age }) => age)
  return (
    met(ages, 'gap', gap, 1) ??
    met(ages, 'hour', HOUR, hour) ??
    met(ages, 'day', DAY, day) ?? { met: 'gap', seconds: 1 }
  )
}

const since = (seconds: number) =>
  sql<number>`(select count(*)::int from unnest(pace.times) t where t > now() - make_interval(secs => ${seconds}))`

/** The limit, if so many fall into its window; it lets go when the oldest that counts leaves the window. */
function met(ages: readonly number[], name: keyof Pace, window: number, most: number | undefined): Claimed | undefined {
  if (most === undefined) return undefined
  const inside = ages.filter((age) => age < window)
  const oldest = inside[inside.length - most]
  return oldest === undefined ? undefined : { met: name, seconds: Math.max(1, Math.ceil(window - oldest)) }
}

/** Drops what no limit looks at any more. */
export const sweepPaces = (db: Db) =>
  db
    .deleteFrom('pace')
    .where('last_time', '<', sql<Date>`now() - interval '1 day'`)
    .execute()

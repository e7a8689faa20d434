import { type RawBuilder, sql } from 'kysely'
import { type Metric, metrics } from '#contract/entitlement.ts'
import type { Db } from './database.ts'
import { Refusal } from './errors.ts'

/** What the tenant's rows say is in use; what starts again each month is known by its counter alone. */
const counted: Partial<Record<Metric, RawBuilder<bigint>>> = {
  seat: sql`(select count(*) from app_user where is_deleted = 0 and left_time is null and tenant_id = current_tenant())`,
  enterprise: sql`(select count(*) from firm_enterprise where is_deleted = 0 and tenant_id = current_tenant())`,
  project: sql`(select count(*) from firm_project where is_deleted = 0 and tenant_id = current_tenant())`,
  // documents written here count by themselves (`count_writing`), their versions and those in the bin, too
  storage_bytes: sql`((select coalesce(sum(size), 0)::bigint from file where is_deleted = 0 and tenant_id = current_tenant())
    + (select coalesce(sum(bytes), 0)::bigint from writing_doc where tenant_id = current_tenant())
    + (select coalesce(sum(bytes), 0)::bigint from writing_version where tenant_id = current_tenant()))`,
}

/** The period a counter stands for: months of China, where the customers are. */
const periodOf = (metric: Metric): RawBuilder<string> =>
  counted[metric] ? sql`''` : sql`to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM')`

/** Adds to the counter if the limit allows; answers whether a row was reached. */
async function add(db: Db, metric: Metric, n: number): Promise<boolean> {
  const { rows } = await sql`
    update usage_counter set used = used + ${n}::bigint, update_time = now()
    where tenant_id = current_tenant() and metric = ${metric} and period = ${periodOf(metric)}
      and used + ${n}::bigint <= coalesce(limit_of(${metric}), 9223372036854775807) returning used`.execute(db)
  return rows.length === 1
}

/**
 * Takes `n` of a metric for the transaction's tenant, inside the caller's transaction: what is created counts if and only if it
 * commits, and creations of one tenant wait for each other here. Call it before inserting. Over the limit it refuses (60002)
 * with {metric, limit, used, need}.
 */
export async function reserve(db: Db, metric: Metric, n = 1): Promise<void> {
  if (n <= 0 || (await add(db, metric, n))) return
  // the first use of a metric, unless somebody else's comes first: then this waits for his commit and adds to it
  await sql`insert into usage_counter (metric, period, used) values (${metric}, ${periodOf(metric)}, ${counted[metric] ?? 0})
    on conflict do nothing`.execute(db)
  if (await add(db, metric, n)) return
  const now = await usageOf(db, metric)
  throw new Refusal('overLimit', {}, { metric, limit: now.limit ?? 0, used: now.used, need: n })
}

/** Refuses (60002) if more is in use than may be: for what counts by itself, once it is there and before it is committed. */
export async function refuseOver(db: Db, metric: Metric, need: number): Promise<void> {
  const { limit, used } = await usageOf(db, metric)
  if (limit !== null && used > limit) throw new Refusal('overLimit', {}, { metric, limit, used: used - need, need })
}

/** Counts what has been used already, over the limit if it must be: what was reserved for it had been reckoned too low. */
export async function spend(db: Db, metric: Metric, n: number): Promise<void> {
  if (n <= 0) return
  await sql`insert into usage_counter (metric, period, used) values (${metric}, ${periodOf(metric)}, ${n}::bigint)
    on conflict (tenant_id, metric, period) do update set used = usage_counter.used + excluded.used, update_time = now()`.execute(
    db,
  )
}

/** Gives back what a removed record had taken, in the transaction that removes it. */
export async function release(db: Db, metric: Metric, n = 1): Promise<void> {
  if (n <= 0) return
  await sql`update usage_counter set used = greatest(0, used - ${n}::bigint), update_time = now()
    where tenant_id = current_tenant() and metric = ${metric} and period = ${periodOf(metric)}`.execute(db)
}

/** `limit` null: none. Bytes and tokens stay well below 2^53. */
export type Usage = { metric: Metric; limit: number | null; used: number }

/** What the transaction's tenant uses of each metric now, and how much it may. */
export async function usageOf(db: Db, metric: Metric): Promise<Usage>
export async function usageOf(db: Db): Promise<Usage[]>
export async function usageOf(db: Db, only?: Metric): Promise<Usage | Usage[]> {
  const wanted = only ? [only] : metrics
  const selects = wanted.map(
    (metric) => sql<{ metric: Metric; most: bigint | null; used: bigint }>`select ${metric}::text as metric,
      limit_of(${metric}) as most,
      coalesce((select used from usage_counter where tenant_id = current_tenant() and metric = ${metric}
        and period = ${periodOf(metric)}), ${counted[metric] ?? 0})::bigint as used`,
  )
  const { rows } = await sql<{ metric: Metric; most: bigint | null; used: bigint }>`${sql.join(
    selects,
    sql` union all `,
  )}`.execute(db)
  const usage = rows.map(({ metric, most, used }) => ({
    metric,
    limit: most === null ? null : Number(most),
    used: Number(used),
  }))
  const [first] = usage
  return only && first ? first : usage
}

/** Sets the counters of the transaction's tenant to what its rows say. Answers the metrics whose counter had been wrong. */
export async function recount(db: Db): Promise<Metric[]> {
  const wrong: Metric[] = []
  for (const metric of metrics) {
    const real = counted[metric]
    if (!real) continue
    // locked first: who has reserved and not yet committed is waited for, so that his row is counted
    const { rows } = await sql<{ used: bigint }>`select used from usage_counter
      where tenant_id = current_tenant() and metric = ${metric} and period = '' for update`.execute(db)
    if (rows.length === 0) continue
    const { rows: changed } = await sql`update usage_counter set used = ${real}, update_time = now()
      where tenant_id = current_tenant() and metric = ${metric} and period = '' and used <> ${real} returning metric`.execute(
      db,
    )
    if (changed.length) wrong.push(metric)
  }
  return wrong
}

import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Filter } from '#contract/endpoint.ts'
import { condition } from '#server/kernel/service.ts'
import { BLOCK_LINES, BUCKET, probeFor } from './text-block.ts'

type PlaceField = 'account' | 'summary' | 'voucherKey' | 'date'
type Where = readonly Filter[]
/** Which lines are asked for: all filters must hold. `period`: only of this month. */
export type Asked = { datasetId: string; where: Where; period?: string | undefined }

const containing: ReadonlySet<string> = new Set(['like', 'likeleft', 'likeright', 'equal'])
const of = (where: Where, ...fields: PlaceField[]) => where.filter(({ field }) => fields.some((one) => one === field))

/**
 * Ordinals of lines that may answer to the filters, the first `most` in the journal's order, as `int[]`: every line that does
 * is among them unless there are `most`. An account's lines are known, words are narrowed down by the blocks' filters, dates and
 * keys by the vouchers; of accounts and words those count that leave fewer lines.
 */
export function placesToLook(asked: Asked, most: number): Expression<number[]> {
  const words = of(asked.where, 'summary').some(({ op, value }) => containing.has(op) && value !== '')
  const accounts = of(asked.where, 'account').length > 0
  if (words && accounts) return wordsOfAccounts(asked, most)
  if (words) return wordPlaces(asked, most)
  if (accounts) return accountPlaces(asked, { skip: 0, size: most })
  const vouchers = of(asked.where, 'voucherKey', 'date')
  if (vouchers.length > 0) return voucherPlaces(asked, vouchers, most)
  return sql<number[]>`array(select ordinal from ledger_line
    where dataset_id = ${asked.datasetId} and ${inMonth(asked, sql.ref('ordinal'))} order by ordinal limit ${most})`
}

/** Postings of the accounts that the filters leave, in the month. */
function postings({ datasetId, where, period }: Asked): RawBuilder<SqlBool> {
  const named = of(where, 'account').map((filter) => condition(sql.ref('p.account'), filter))
  const month = period === undefined ? [] : [sql<SqlBool>`p.period = ${period}`]
  return sql<SqlBool>`p.dataset_id = ${datasetId} and ${sql.join([...named, ...month], sql` and `)}`
}

/** How many lines the accounts have, exactly. */
export const accountLines = (asked: Asked): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(p.line_count), 0)::int from ledger_posting p where ${postings(asked)})`

/**
 * The accounts' lines from `skip` on. Months mostly follow each other in a journal: only postings whose lines lie among those
 * asked for are unpacked.
 */
export const accountPlaces = (asked: Asked, { skip, size }: { skip: number; size: number }): Expression<number[]> =>
  sql<number[]>`array(
    with posted as (select p.lines, p.line_count, p.first_line, coalesce(p.first_line > max(p.last_line) over earlier, false) as apart
        from ledger_posting p where ${postings(asked)}
        window earlier as (order by p.first_line rows between unbounded preceding and 1 preceding)),
      stretch as (select lines, line_count, count(*) filter (where apart) over (order by first_line) as stretch from posted),
      counted as (select stretch, sum(line_count) as count, sum(sum(line_count)) over (order by stretch) as until
        from stretch group by stretch),
      shown as (select stretch, until - count as since from counted where until > ${skip} and until - count < ${skip + size})
    select place from shown join stretch using (stretch) cross join lateral unnest(lines) as place
      order by place limit ${size} offset (select ${skip} - coalesce(min(since), 0) from shown))`

/**
 * Lines whose block and bucket know all pieces of the words; of a dataset without filters every line. What is lateral hangs on
 * what stands before it, so that lines come in their order and the rest need not be looked at.
 */
function wordPlaces({ datasetId, where, period }: Asked, most: number): Expression<number[]> {
  const probes = of(where, 'summary').flatMap(({ op, value }) => (containing.has(op) ? [probeFor(value)] : []))
  const held = probes.flatMap(({ bits }) => bits).map((bit) => sql<SqlBool>`get_bit(grams, ${bit}) = 1`)
  const buckets = probes.flatMap(({ buckets }) => buckets)
  // sorted without the whole filters
  const pieces = buckets.map(
    (start, at) => sql`, substring(grams from ${start + 1} for ${sql.lit(BUCKET)}) as ${piece(at)}`,
  )
  const lines = buckets.map((_, at) => sql<number>`get_byte(near.${piece(at)}, byte)`)
  const bytes = sql.join(Array.from({ length: BUCKET }, (_, byte) => sql`(${sql.lit(byte)})`))
  const range = inMonth({ datasetId, where, period }, sql`block`, BLOCK_LINES)
  return sql<number[]>`case when exists (select from ledger_text_block where dataset_id = ${datasetId})
    then array(select at.line + bit.n
      from (select block ${pieces.length > 0 ? sql.join(pieces, sql``) : sql``} from ledger_text_block
        where dataset_id = ${datasetId} and ${range} and ${sql.join(held, sql` and `)} order by block) as near
      cross join lateral (select near.block * ${sql.lit(BLOCK_LINES)} + byte * 8 as line, ${lines.length > 0 ? sql.join(lines, sql` & `) : sql`255`} as held
        from (values ${bytes}) as bytes (byte) offset 0) as at
      cross join lateral (select n from (values (0), (1), (2), (3), (4), (5), (6), (7)) as bits (n)
        where (at.held >> n) & 1 = 1 offset 0) as bit
      where at.held <> 0 limit ${most})
    else array(select ordinal from ledger_line where dataset_id = ${datasetId} order by ordinal limit ${most}) end`
}

const piece = (at: number) => sql.ref(`piece${at}`)

/** Word candidates that are held against an account's lines, far fewer than a frequent word has. */
const MOST_WORDED = 100_000

/** Of words and accounts together: the account's lines if they are few or the words are frequent, else what both leave. */
const wordsOfAccounts = (asked: Asked, most: number): Expression<number[]> => sql<number[]>`(
  with worded as materialized (select case when ${accountLines(asked)} < ${most} then null
      else ${wordPlaces(asked, Math.max(most, MOST_WORDED))} end as places)
  select case when places is null or cardinality(places) >= ${Math.max(most, MOST_WORDED)}
      then ${accountPlaces(asked, { skip: 0, size: most })}
    else array(select place from unnest(places) as place where place in (
        select line from ledger_posting p cross join lateral unnest(p.lines) as line where ${postings(asked)})
      order by place limit ${most}) end from worded)`

/** Lines of vouchers by their key or day. */
const voucherPlaces = ({ datasetId }: Asked, vouchers: Where, most: number): Expression<number[]> => {
  const matches = vouchers.map((filter) => condition(sql.ref(filter.field === 'date' ? 'v.date' : 'v.key'), filter))
  return sql<number[]>`array(select place from (select lines from ledger_voucher v
      where v.dataset_id = ${datasetId} and ${sql.join(matches, sql` and `)} order by v.ordinal) v
    cross join lateral unnest(v.lines) as part cross join lateral generate_series(lower(part), upper(part) - 1) as place
    limit ${most})`
}

/** A month's lines lie between the first and the last that is posted in it; `each`: lines that `place` counts as one. */
function inMonth({ datasetId, period }: Asked, place: Expression<unknown>, each = 1): RawBuilder<SqlBool> {
  if (period === undefined) return sql<SqlBool>`true`
  const months = sql`from ledger_posting where dataset_id = ${datasetId} and period = ${period}`
  return sql<SqlBool>`${place} between (select min(first_line) / ${sql.lit(each)} ${months})
    and (select max(last_line) / ${sql.lit(each)} ${months})`
}

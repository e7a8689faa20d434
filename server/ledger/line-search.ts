import { type Expression, sql, type SqlBool } from 'kysely'
import type { Filter, Paging } from '#contract/endpoint.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Db } from '#server/kernel/database.ts'
import { condition } from '#server/kernel/service.ts'
import { BLOCK_LINES, bitsFor } from './text-block.ts'

export type LineField = 'voucherKey' | 'account' | 'summary' | 'date' | 'dimension'
/** Hits beyond this are not counted: nobody pages through them, and the answer stays quick over a million lines. */
export const MOST_HITS = 10_000

const columns = {
  voucherKey: sql.ref('v.key'),
  account: sql.ref('l.account'),
  summary: sql.ref('l.summary'),
  date: sql.ref('v.date'),
  dimension: sql.ref('l.dimension'),
} as const

/** Ordinals of one page of matching lines, in order, and how many match; `atLeast` where counting stopped. */
export type Hits = { ordinals: number[]; total: number; atLeast: boolean }

/**
 * The lines that filters leave. Each kind of filter narrows where to look: an account by its postings, words by the blocks
 * that may hold them, a voucher by its key; what is left is compared line by line. Refuses to sort more than it counts.
 */
export async function searchLines(
  db: Db,
  datasetId: string,
  { current, size, where, sort }: Paging<LineField>,
): Promise<Hits> {
  const skip = (current - 1) * size
  const onlyAccounts = where.length > 0 && sort.length === 0 && where.every(({ field }) => field === 'account')
  if (onlyAccounts) return accountHits(db, datasetId, where, { skip, size })
  const conditions = where.map((filter) => condition(columns[filter.field], filter))
  const matches = conditions.length > 0 ? sql.join(conditions, sql` and `) : sql<SqlBool>`true`
  const { rows } = await sql<{ ordinals: number[] | null; total: number }>`
    with hit as materialized (
      select l.ordinal, l.account, l.summary, l.dimension, v.key, v.date
      from ${placesToLook(datasetId, where)}
      join lateral (select key, date from ledger_voucher
        where dataset_id = ${datasetId} and ordinal = l.voucher offset 0) v on true
      where ${matches} limit ${MOST_HITS + 1})
    select (select array_agg(ordinal) from (select l.ordinal from hit l ${sorted(sort)} limit ${size} offset ${skip}) page) as ordinals,
      (select count(*)::int from hit) as total`.execute(db)
  const { ordinals, total } = rows[0] ?? { ordinals: null, total: 0 }
  if (sort.length > 0 && total > MOST_HITS) throw new Refusal('linesTooManyToSort', { limit: MOST_HITS })
  return { ordinals: ordinals ?? [], total: Math.min(total, MOST_HITS), atLeast: total > MOST_HITS }
}

const sortable = { voucherKey: 'l.key', account: 'l.account', summary: 'l.summary', date: 'l.date', dimension: 'l.dimension' } as const // prettier-ignore

function sorted(sort: Paging<LineField>['sort']) {
  const by = sort.map(({ field, down }) => (down ? sql`${sql.ref(sortable[field])} desc` : sql.ref(sortable[field])))
  return sql`order by ${sql.join([...by, sql.ref('l.ordinal')])}`
}

/** The accounts' lines are known by month: a page of them is cut from the ordinals, and their number is exact. */
async function accountHits(
  db: Db,
  datasetId: string,
  where: readonly Filter<LineField>[],
  { skip, size }: { skip: number; size: number },
): Promise<Hits> {
  const named = accountsNamed(where)
  const { rows } = await sql<{ ordinals: number[] | null; total: number }>`
    with posted as materialized (select p.lines from ledger_posting p where p.dataset_id = ${datasetId} and ${named})
    select (select array_agg(place) from (select place from posted, unnest(lines) as place order by place
        limit ${size} offset ${skip}) page) as ordinals,
      (select coalesce(sum(cardinality(lines)), 0)::int from posted) as total`.execute(db)
  const { ordinals, total } = rows[0] ?? { ordinals: null, total: 0 }
  return { ordinals: ordinals ?? [], total, atLeast: false }
}

const accountsNamed = (where: readonly Filter<LineField>[]): Expression<SqlBool> => {
  const conditions = where
    .filter(({ field }) => field === 'account')
    .map((filter) => condition(sql.ref('p.account'), filter))
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** `l`: the lines worth comparing, in the journal's order. */
export function placesToLook(datasetId: string, where: readonly Filter<LineField>[]) {
  if (where.some(({ field }) => field === 'account'))
    return sql`(select place from ledger_posting p, unnest(p.lines) as place
        where p.dataset_id = ${datasetId} and ${accountsNamed(where)} order by place) as posted
      join lateral (select * from ledger_line where dataset_id = ${datasetId} and ordinal = place offset 0) l on true`
  const voucher = where.find(({ field, op }) => field === 'voucherKey' && op === 'equal')
  if (voucher)
    return sql`(select ordinal from ledger_voucher where dataset_id = ${datasetId} and key = ${voucher.value}) as one
      cross join lateral voucher_lines(${datasetId}, one.ordinal) l`
  const bits = where.flatMap(({ field, op, value }) =>
    field === 'summary' && containing.has(op) ? bitsFor(value) : [],
  )
  if (bits.length === 0) return sql`(select * from ledger_line where dataset_id = ${datasetId} order by ordinal) l`
  const held = bits.map((bit) => sql<SqlBool>`get_bit(grams, ${bit}) = 1`)
  return sql`(select block from ledger_text_block where dataset_id = ${datasetId} and ${sql.join(held, sql` and `)}
      order by block) as near
    cross join lateral (select * from ledger_line where dataset_id = ${datasetId}
      and ordinal >= block * ${BLOCK_LINES} and ordinal < (block + 1) * ${BLOCK_LINES} order by ordinal offset 0) l`
}

const containing: ReadonlySet<string> = new Set(['like', 'likeleft', 'likeright', 'equal'])

import { sql, type SqlBool } from 'kysely'
import type { Paging } from '#contract/endpoint.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Db } from '#server/kernel/database.ts'
import { condition } from '#server/kernel/service.ts'
import { accountLines, accountPlaces, type Asked, placesToLook } from './line-places.ts'

export type LineField = 'voucherKey' | 'account' | 'summary' | 'date' | 'dimension'
/** Hits beyond this are not counted: nobody pages through them, and the answer stays quick over a million lines. */
export const MOST_HITS = 10_000
/** Lines that are looked at before counting stops, if the page is full by then. */
export const MOST_LOOKED = 6_000
/** Then more, then all: more lines than any journal has. */
export const LOOKED: readonly number[] = [MOST_LOOKED, 8 * MOST_LOOKED, 2_147_483_647]

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
 * The lines that filters leave: `placesToLook` says where, what is there is compared line by line. Refuses to sort more than
 * it counts.
 */
export async function searchLines(db: Db, datasetId: string, paging: Paging<LineField>): Promise<Hits> {
  const { current, size, where, sort } = paging
  const asked = { datasetId, where }
  const skip = (current - 1) * size
  const onlyAccounts = where.length > 0 && sort.length === 0 && where.every(({ field }) => field === 'account')
  if (onlyAccounts) return accountHits(db, asked, { skip, size })
  let found: Found = { ordinals: null, total: 0, cut: true }
  for (const most of LOOKED) {
    found = await hits(db, asked, paging, most)
    if (isEnough(found, paging)) break
  }
  const { ordinals, total } = found
  if (sort.length > 0 && total > MOST_HITS) throw new Refusal('linesTooManyToSort', { limit: MOST_HITS })
  const atLeast = total > MOST_HITS || found.cut
  return { ordinals: ordinals ?? [], total: Math.min(total, MOST_HITS), atLeast }
}

/** `cut`: there may be more among lines that were not looked at. */
type Found = { ordinals: number[] | null; total: number; cut: boolean }

/**
 * Whether to stop at what was counted. The first page is always filled; on a later one the count is that of the pages before,
 * so that the last page of a list is the last.
 */
export function isEnough(
  { cut, total }: { cut: boolean; total: number },
  { current, size, sort }: Pick<Paging, 'current' | 'size' | 'sort'>,
): boolean {
  if (!cut || total > MOST_HITS) return true
  return sort.length === 0 && total >= size && total > (current - 1) * size
}

async function hits(
  db: Db,
  asked: Asked,
  { current, size, where, sort }: Paging<LineField>,
  most: number,
): Promise<Found> {
  const { datasetId } = asked
  const conditions = where.map((filter) => condition(columns[filter.field], filter))
  const matches = conditions.length > 0 ? sql.join(conditions, sql` and `) : sql<SqlBool>`true`
  const ofVoucher = [...where, ...sort].some(({ field }) => field === 'voucherKey' || field === 'date')
  const vouchers = sql`join lateral (select key, date from ledger_voucher
    where dataset_id = ${datasetId} and ordinal = l.voucher offset 0) v on true`
  const { rows } = await sql<Found>`
    with looked as materialized (select ${placesToLook(asked, most)} as places),
    hit as materialized (
      select l.ordinal, l.account, l.summary, l.dimension ${ofVoucher ? sql`, v.key, v.date` : sql``}
      from (select * from ledger_line where dataset_id = ${datasetId}
        and ordinal = any((select places from looked)::int[]) order by ordinal) l ${ofVoucher ? vouchers : sql``}
      where ${matches} limit ${MOST_HITS + 1})
    select (select array_agg(ordinal) from (select h.ordinal from hit h ${sorted(sort)}
        limit ${size} offset ${(current - 1) * size}) page) as ordinals,
      (select count(*)::int from hit) as total, (select cardinality(places) = ${most} from looked) as cut`.execute(db)
  return rows[0] ?? { ordinals: null, total: 0, cut: false }
}

const sortable = { voucherKey: 'h.key', account: 'h.account', summary: 'h.summary', date: 'h.date', dimension: 'h.dimension' } as const // prettier-ignore

function sorted(sort: Paging<LineField>['sort']) {
  const by = sort.map(({ field, down }) => (down ? sql`${sql.ref(sortable[field])} desc` : sql.ref(sortable[field])))
  return sql`order by ${sql.join([...by, sql.ref('h.ordinal')])}`
}

/** The accounts' lines are known by month: a page of them is cut from the ordinals, and their number is exact. */
async function accountHits(db: Db, asked: Asked, cut: { skip: number; size: number }): Promise<Hits> {
  const { rows } = await sql<{ ordinals: number[]; total: number }>`
    select ${accountPlaces(asked, cut)} as ordinals, ${accountLines(asked)} as total`.execute(db)
  return { ...(rows[0] ?? { ordinals: [], total: 0 }), atLeast: false }
}

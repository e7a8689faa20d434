import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { Filter, Paging } from '#contract/endpoint.ts'
import type { ledger } from '#contract/ledger.ts'
import { fenOf, yuan } from '#engine/money.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { condition } from '#server/kernel/service.ts'
import { placesToLook } from './line-places.ts'
import { isEnough, LOOKED, MOST_HITS } from './line-search.ts'

type Field = 'key' | 'period' | 'word' | 'number' | 'date' | 'amount' | 'account' | 'summary'
type Vouchers = z.input<typeof ledger.vouchers.output>
type Row = {
  ordinal: number
  key: string
  date: string
  period: string
  word: string
  number: number
  closing: boolean
  debit: bigint
  lines: number
  summary: string | null
}

const columns = {
  key: sql.ref('v.key'),
  period: sql.ref('v.period'),
  word: sql.ref('v.word'),
  number: sql.ref('v.number'),
  date: sql.ref('v.date'),
  amount: sql.ref('v.debit'),
} as const
type Own = keyof typeof columns

/** `cut`: there may be more among vouchers that were not looked at. */
type Found = { rows: Row[]; total: number; cut: boolean }

/**
 * A page of vouchers in the journal's order, or by their own columns. Beyond `MOST_HITS` they are not counted; with filters over
 * lines counting stops earlier when the page is full.
 */
export async function voucherPage(db: Db, datasetId: string, paging: Paging<Field>): Promise<Vouchers> {
  const { current, size, sort } = paging
  let found: Found | undefined
  for (const candidates of ways(datasetId, paging.where)) {
    found = await vouchersAmong(db, datasetId, paging, candidates)
    if (isEnough(found, paging)) break
  }
  if (!found) throw new Error('a list of vouchers has no way to look')
  if (sort.length > 0 && found.total > MOST_HITS) throw new Refusal('linesTooManyToSort', { limit: MOST_HITS })
  const total = Math.min(found.total, MOST_HITS)
  const records = found.rows.map(({ key, date, period, word, number, closing, debit, lines, summary }) => ({
    key,
    date,
    period,
    word,
    number,
    closing,
    amount: yuan(debit),
    lines,
    summary: summary ?? '',
  }))
  const atLeast = found.cut || found.total > MOST_HITS
  return { records, total, atLeast, size, current, pages: Math.ceil(total / size) }
}

/** Vouchers worth comparing: the CTE `candidate (ordinals, cut)`; no ordinals: all of them. */
type Candidates = RawBuilder<unknown> | null

/** Where to look, in turn until the page is full. */
function* ways(datasetId: string, where: readonly Filter<Field>[]): Generator<Candidates> {
  const inside = where.filter(({ field }) => field === 'account' || field === 'summary')
  if (inside.length === 0) return yield null
  const own = where.filter(isOwn)
  if (own.some(({ field }) => field !== 'period')) yield amongOwn(datasetId, own, inside)
  const period = own.find(({ field, op }) => field === 'period' && op === 'equal')?.value
  for (const most of LOOKED) {
    const places = placesToLook({ datasetId, where: inside, period }, most)
    yield sql`looked as materialized (select ${places} as places),
      matched as materialized (select l.voucher from (select * from ledger_line where dataset_id = ${datasetId}
        and ordinal = any((select places from looked)::int[]) order by ordinal) l
        where ${holding(inside)}),
      candidate as materialized (select array(select distinct voucher from matched) as ordinals,
        (select cardinality(places) = ${most} from looked) as cut)`
  }
}

/** The vouchers that answer to the filters over themselves, if they are few, then their lines. */
const amongOwn = (datasetId: string, own: readonly Filter<Own>[], inside: readonly Filter<Field>[]) =>
  sql`own as materialized (select v.ordinal, v.lines from ledger_voucher v
      where v.dataset_id = ${datasetId} and ${ownConditions(datasetId, own)} order by v.ordinal limit ${MOST_HITS + 1}),
    few as materialized (select count(*) <= ${MOST_HITS} as few from own),
    looked as materialized (select array(select place from own cross join lateral unnest(own.lines) as part
      cross join lateral generate_series(lower(part), upper(part) - 1) as place
      where (select few from few)) as places),
    candidate as materialized (select array(select distinct l.voucher from ledger_line l where dataset_id = ${datasetId}
      and ordinal = any((select places from looked)::int[]) and ${holding(inside)}) as ordinals,
      not (select few from few) as cut)`

async function vouchersAmong(
  db: Db,
  datasetId: string,
  { current, size, where, sort }: Paging<Field>,
  candidates: Candidates,
): Promise<Found> {
  const by = sort.flatMap(({ field, down }) =>
    field === 'account' || field === 'summary' ? [] : [down ? sql`${columns[field]} desc` : columns[field]],
  )
  const order = sql.join([...by, sql.ref('v.ordinal')])
  const among = candidates ? sql<SqlBool>`v.ordinal = any((select ordinals from candidate)::int[])` : sql<SqlBool>`true`
  const { rows } = await sql<{ rows: Row[] | null; total: number; cut: boolean } & Row>`
    with ${candidates ?? sql`candidate as (select false as cut)`},
      hit as materialized (select v.* from ledger_voucher v where v.dataset_id = ${datasetId} and ${among}
        and ${ownConditions(datasetId, where.filter(isOwn))} order by v.ordinal limit ${MOST_HITS + 1}),
      shown as (select * from hit v order by ${order} limit ${size} offset ${(current - 1) * size})
    select v.ordinal, v.key, v.date::text as date, v.period, v.word, v.number, v.closing, v.debit,
      (select sum(upper(part) - lower(part))::int from unnest(v.lines) as part) as lines,
      (select summary from ledger_line where dataset_id = ${datasetId} and ordinal = lower(v.lines)) as summary,
      counted.total, counted.cut
    from (select (select count(*)::int from hit) as total, cut from candidate) counted left join shown v on true
    order by ${order}`.execute(db)
  const [first] = rows
  return {
    rows: rows.filter(({ key }) => key !== null),
    total: first?.total ?? 0,
    cut: first?.cut ?? false,
  }
}

const isOwn = (filter: Filter<Field>): filter is Filter<Own> => filter.field !== 'account' && filter.field !== 'summary'

/** Lines that answer to all filters over lines. */
const holding = (inside: readonly Filter<Field>[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.join(
    inside.map((filter) => condition(sql.ref(filter.field === 'account' ? 'l.account' : 'l.summary'), filter)),
    sql` and `,
  )}`

/** Amounts are asked for in yuan and compared in fen; one index has them by month. */
function ownConditions(datasetId: string, own: readonly Filter<Own>[]): RawBuilder<SqlBool> {
  const conditions = own
    .map(inFen)
    .map((filter) =>
      filter.op === 'equal' && indexed.has(filter.field)
        ? sql<SqlBool>`${columns[filter.field]} = ${filter.value}`
        : condition(columns[filter.field], filter),
    )
  const months = sql<SqlBool>`v.period = any(array(select distinct period from ledger_posting where dataset_id = ${datasetId}))`
  const amount = own.some(({ field, op }) => field === 'amount' && op !== 'notequal')
  const all = amount && own.every(({ field }) => field !== 'period') ? [...conditions, months] : conditions
  return sql<SqlBool>`${all.length > 0 ? sql.join(all, sql` and `) : sql`true`}`
}

const indexed: ReadonlySet<Own> = new Set(['period', 'amount', 'key'])

function inFen(filter: Filter<Own>): Filter<Own> {
  if (filter.field !== 'amount') return filter
  const fen = fenOf(filter.value)
  if (fen === undefined) throw new Refusal('voucherAmountBad', { value: filter.value })
  return { ...filter, op: filter.op === 'like' ? 'equal' : filter.op, value: String(fen) }
}

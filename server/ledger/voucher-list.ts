import { sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { Filter, Paging } from '#contract/endpoint.ts'
import type { ledger } from '#contract/ledger.ts'
import { fenOf, yuan } from '#engine/money.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { condition } from '#server/kernel/service.ts'
import { MOST_HITS, placesToLook } from './line-search.ts'

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

/** A page of vouchers in the journal's order, or by their own columns. Beyond `MOST_HITS` they are not counted. */
export async function voucherPage(db: Db, datasetId: string, paging: Paging<Field>): Promise<Vouchers> {
  const { current, size, where, sort } = paging
  const conditions = where.flatMap((filter) => (isOwn(filter) ? [condition(columns[filter.field], inFen(filter))] : []))
  const inside = where.filter((filter): filter is Filter<'account' | 'summary'> => !isOwn(filter))
  if (inside.length > 0) conditions.push(holding(datasetId, inside))
  const matches = sql<SqlBool>`${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`}`
  const by = sort.flatMap(({ field, down }) =>
    field === 'account' || field === 'summary' ? [] : [down ? sql`${columns[field]} desc` : columns[field]],
  )
  const { rows } = await sql<Row & { total: number }>`
    with hit as materialized (select v.* from ledger_voucher v
        where v.dataset_id = ${datasetId} and ${matches} order by v.ordinal limit ${MOST_HITS + 1}),
      shown as (select * from hit v order by ${sql.join([...by, sql.ref('v.ordinal')])}
        limit ${size} offset ${(current - 1) * size})
    select v.ordinal, v.key, v.date::text as date, v.period, v.word, v.number, v.closing, v.debit,
      (select sum(upper(part) - lower(part))::int from unnest(v.lines) as part) as lines,
      (select summary from ledger_line where dataset_id = ${datasetId} and ordinal = lower(v.lines)) as summary,
      (select count(*)::int from hit) as total
    from shown v order by ${sql.join([...by, sql.ref('v.ordinal')])}`.execute(db)
  const found = rows[0]?.total ?? (current === 1 ? 0 : await countOf(db, datasetId, matches))
  if (sort.length > 0 && found > MOST_HITS) throw new Refusal('linesTooManyToSort', { limit: MOST_HITS })
  const total = Math.min(found, MOST_HITS)
  const records = rows.map(({ key, date, period, word, number, closing, debit, lines, summary }) => ({
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
  return { records, total, atLeast: found > MOST_HITS, size, current, pages: Math.ceil(total / size) }
}

const isOwn = (filter: Filter<Field>): filter is Filter<Own> => filter.field !== 'account' && filter.field !== 'summary'

/** Amounts are asked for in yuan and compared in fen. */
function inFen(filter: Filter<Own>): Filter<Own> {
  if (filter.field !== 'amount') return filter
  const fen = fenOf(filter.value)
  if (fen === undefined) throw new Refusal('voucherAmountBad', { value: filter.value })
  return { ...filter, op: filter.op === 'like' ? 'equal' : filter.op, value: String(fen) }
}

/** Vouchers with a line that answers to all filters over lines. */
function holding(datasetId: string, where: readonly Filter<'account' | 'summary'>[]) {
  const lineColumns = { account: sql.ref('l.account'), summary: sql.ref('l.summary') }
  const matches = where.map((filter) => condition(lineColumns[filter.field], filter))
  return sql<SqlBool>`v.ordinal in (select l.voucher from ${placesToLook(datasetId, where)}
    where ${sql.join(matches, sql` and `)} limit ${5 * MOST_HITS})`
}

async function countOf(db: Db, datasetId: string, matches: ReturnType<typeof sql<SqlBool>>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (select 1 from ledger_voucher v
    where v.dataset_id = ${datasetId} and ${matches} limit ${MOST_HITS + 1}) hit`.execute(db)
  return rows[0]?.n ?? 0
}

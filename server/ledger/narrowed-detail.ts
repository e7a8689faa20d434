import { sql, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { ledger } from '#contract/ledger.ts'
import { fenOf, yuan } from '#engine/money.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { condition } from '#server/kernel/service.ts'
import { linesAt } from './ledger-rows.ts'

type Output = z.input<typeof ledger.accountDetail.output>
type Asked = z.output<typeof ledger.accountDetail.input>
export type Narrowing = Pick<Asked, 'summary' | 'amountFrom' | 'amountTo' | 'closing'>
type Row = { ordinal: number | null; balance: bigint | null; debit: bigint; credit: bigint; total: number }
type Range = Narrowing & Pick<Asked, 'account' | 'period' | 'current' | 'size'>

/** Whether anything but the month narrows the lines. */
export const narrows = ({ summary, amountFrom, amountTo, closing }: Narrowing): boolean =>
  [summary, amountFrom, amountTo, closing].some((part) => part !== '')

/**
 * The lines of a detail ledger that answer to filters, each with the balance it has in the whole ledger: what is left out is
 * out of sight, not out of the account. Every line of the months asked for is read once; sums are of all that answer.
 */
export async function narrowedDetail(
  db: Db,
  datasetId: string,
  asked: Range,
): Promise<Pick<Output, 'lines' | 'found'>> {
  const { account, period, current, size } = asked
  const matches = sql<SqlBool>`${sql.join([sql<SqlBool>`true`, ...conditionsOf(asked)], sql` and `)}`
  const { rows } = await sql<Row>`
    with recursive own as (select ${account}::text as code union
        select a.code from ledger_account a join own on a.parent = own.code
          where a.dataset_id = ${datasetId} and a.period = 'current'),
      posted as (select period, closing, place from ledger_posting p, unnest(p.lines) as place
        where dataset_id = ${datasetId} and account = any(array(select code from own))),
      line as (select posted.period, posted.closing, l.*,
          (select opening from ledger_account where dataset_id = ${datasetId} and period = 'current' and code = ${account})
            + sum(l.debit - l.credit) over (order by posted.period, l.ordinal) as balance
        from posted join lateral (select ordinal, debit, credit, summary from ledger_line
          where dataset_id = ${datasetId} and ordinal = place offset 0) l on true),
      hit as materialized (select ordinal, period, debit, credit, balance from line
        where ${period === '' ? sql`true` : sql`period = ${period}`} and ${matches})
    select sums.*, page.ordinal, page.balance::bigint as balance
    from (select count(*)::int as total, coalesce(sum(debit), 0)::bigint as debit,
        coalesce(sum(credit), 0)::bigint as credit from hit) sums
      left join (select ordinal, period, balance from hit order by period, ordinal
        limit ${size} offset ${(current - 1) * size}) page on true
    order by page.period, page.ordinal`.execute(db)
  const balances = new Map(rows.flatMap(({ ordinal, balance }) => (ordinal === null ? [] : [[ordinal, balance ?? 0n]])))
  const [first] = rows
  const total = first?.total ?? 0
  const lines = await linesAt(db, datasetId, [...balances.keys()])
  return {
    lines: {
      records: lines.map((line) => Object.assign(line, { balance: yuan(balances.get(line.ordinal) ?? 0n) })),
      total,
      size,
      current,
      pages: Math.ceil(total / size),
    },
    found: { debit: yuan(first?.debit ?? 0n), credit: yuan(first?.credit ?? 0n) },
  }
}

/** Amounts compare with the side a line stands on, whatever its sign. */
function conditionsOf({ summary, amountFrom, amountTo, closing }: Narrowing) {
  const size = sql`greatest(abs(debit), abs(credit))`
  return [
    ...(summary === '' ? [] : [condition(sql.ref('summary'), { field: 'summary', op: 'like', value: summary })]),
    ...(amountFrom === '' ? [] : [sql<SqlBool>`${size} >= ${fenFor(amountFrom)}`]),
    ...(amountTo === '' ? [] : [sql<SqlBool>`${size} <= ${fenFor(amountTo)}`]),
    ...(closing === '' ? [] : [sql<SqlBool>`closing = ${closing === 'only'}`]),
  ]
}

function fenFor(value: string): bigint {
  const fen = fenOf(value)
  if (fen === undefined) throw new Refusal('voucherAmountBad', { value })
  return fen
}

import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { ledger } from '#contract/ledger.ts'
import { yuan } from '#engine/money.ts'
import type { Db } from '#server/kernel/database.ts'
import { one } from '#server/kernel/service.ts'
import { fileNames, linesAt, shownAccount } from './ledger-rows.ts'
import { MARK } from './posting.ts'

type Detail = z.input<typeof ledger.accountDetail.output>
type Month = { period: string; debit: bigint; credit: bigint; lines: number }
type Asked = { account: string; period: string; current: number; size: number }

/**
 * The detail ledger (明细账) of an account and those below it. Months are summed from the postings; of a page only its own
 * lines are read, and a few before it. Closing vouchers count: a ledger shows what was booked.
 */
export async function accountDetail(db: Db, datasetId: string, asked: Asked): Promise<Detail> {
  const account = one(
    await db
      .selectFrom('ledger_account')
      .selectAll()
      .where('dataset_id', '=', datasetId)
      .where('period', '=', 'current')
      .where('code', '=', asked.account)
      .execute(),
  )
  const { rows: months } = await sql<Month>`
    select period, sum(debit)::bigint as debit, sum(credit)::bigint as credit, sum(line_count)::int as lines
    from ledger_posting where dataset_id = ${datasetId} and account = any(${below(datasetId, account.code)})
    group by period order by period`.execute(db)
  let balance = account.opening
  const balances = months.map(({ period, debit, credit, lines }) => {
    const opening = balance
    balance += debit - credit
    return { period, debit, credit, lines, opening, closing: balance }
  })
  const shown = asked.period === '' ? balances : balances.filter(({ period }) => period === asked.period)
  const total = shown.reduce((sum, { lines }) => sum + lines, 0)
  const { current, size } = asked
  const lines = await pageOf(db, { datasetId, account: account.code }, shown, { skip: (current - 1) * size, size })
  const files = await fileNames(db, datasetId)
  return {
    account: shownAccount(files)(account),
    months: balances.map(({ period, opening, debit, credit, closing, lines: count }) => ({
      period,
      opening: yuan(opening),
      debit: yuan(debit),
      credit: yuan(credit),
      closing: yuan(closing),
      lines: count,
    })),
    lines: { records: lines, total, size, current, pages: Math.ceil(total / size) },
  }
}

/** The account's code with those of all accounts below it. */
const below = (datasetId: string, code: string) => sql`array(
  with recursive own as (select ${code}::text as code union
    select a.code from ledger_account a join own on a.parent = own.code
      where a.dataset_id = ${datasetId} and a.period = 'current')
  select code from own)`

type Cut = { skip: number; size: number }

async function pageOf(
  db: Db,
  { datasetId, account }: { datasetId: string; account: string },
  months: readonly (Month & { opening: bigint })[],
  { skip, size }: Cut,
): Promise<Detail['lines']['records']> {
  const records: Detail['lines']['records'] = []
  let passed = 0
  for (const month of months) {
    const from = Math.max(0, skip - passed)
    const wanted = Math.min(size - records.length, month.lines - from)
    passed += month.lines
    if (wanted <= 0) continue
    const rows = await cutOf(db, { datasetId, account, period: month.period }, { skip: from, size: wanted })
    let balance = month.opening + (rows[0]?.before ?? 0n)
    const running = new Map(
      rows.map((row) => {
        balance += row.debit - row.credit
        return [row.ordinal, balance] as const
      }),
    )
    const ordinals = rows.map(({ ordinal }) => ordinal)
    for (const line of await linesAt(db, datasetId, ordinals))
      records.push({ ...line, balance: yuan(running.get(line.ordinal) ?? 0n) })
    if (records.length === size) break
  }
  return records
}

type CutLine = { ordinal: number; debit: bigint; credit: bigint; before: bigint }

/** Lines of one month, and what was posted in it before them: up to the last mark of each posting, then line by line. */
async function cutOf(
  db: Db,
  { datasetId, account, period }: { datasetId: string; account: string; period: string },
  { skip, size }: Cut,
): Promise<CutLine[]> {
  const lines = (places: RawBuilder<unknown>) => sql`${places} join lateral (select ordinal, debit, credit
    from ledger_line where dataset_id = ${datasetId} and ordinal = place offset 0) l on true`
  const { rows } = await sql<CutLine>`
    with posted as materialized (select lines, marks from ledger_posting
        where dataset_id = ${datasetId} and period = ${period} and account = any(${below(datasetId, account)})),
      shown as materialized (select place from posted cross join lateral unnest(lines) as place
        order by place limit ${size} offset ${skip}),
      passed as materialized (select lines, marks, width_bucket((select min(place) - 1 from shown), lines) as n from posted)
    select l.ordinal, l.debit, l.credit,
      ((select coalesce(sum(marks[n / ${sql.lit(MARK)}]), 0) from passed)
        + (select coalesce(sum(l.debit - l.credit), 0) from ${lines(
          sql`passed cross join lateral unnest(lines[n - n % ${sql.lit(MARK)} + 1 : n]) as place`,
        )}))::bigint as before
    from ${lines(sql`shown`)} order by l.ordinal`.execute(db)
  return rows
}

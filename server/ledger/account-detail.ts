import { sql } from 'kysely'
import type { z } from 'zod'
import type { ledger } from '#contract/ledger.ts'
import { yuan } from '#engine/money.ts'
import type { Db } from '#server/kernel/database.ts'
import { one } from '#server/kernel/service.ts'
import { fileNames, linesAt, shownAccount } from './ledger-rows.ts'

type Detail = z.input<typeof ledger.accountDetail.output>
type Month = { period: string; debit: bigint; credit: bigint; lines: number }
type Asked = { account: string; period: string; current: number; size: number }

/**
 * The detail ledger (明细账) of an account and those below it. Months are summed from the postings; of a page only its own
 * lines and those before it in its first month are read. Closing vouchers count: a ledger shows what was booked.
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
    select period, sum(debit)::bigint as debit, sum(credit)::bigint as credit, sum(cardinality(lines))::int as lines
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
    const places = sql`(select place from ledger_posting, unnest(lines) as place
      where dataset_id = ${datasetId} and period = ${month.period} and account = any(${below(datasetId, account)})
      order by place limit ${from + wanted})`
    const { rows } = await sql<{ ordinal: number; debit: bigint; credit: bigint }>`
      select l.ordinal, l.debit, l.credit from ${places} as posted
      join lateral (select ordinal, debit, credit from ledger_line
        where dataset_id = ${datasetId} and ordinal = place offset 0) l on true order by l.ordinal`.execute(db)
    let balance = month.opening
    const running = new Map(
      rows.map((row) => {
        balance += row.debit - row.credit
        return [row.ordinal, balance] as const
      }),
    )
    const ordinals = rows.slice(from).map(({ ordinal }) => ordinal)
    for (const line of await linesAt(db, datasetId, ordinals))
      records.push({ ...line, balance: yuan(running.get(line.ordinal) ?? 0n) })
    if (records.length === size) break
  }
  return records
}

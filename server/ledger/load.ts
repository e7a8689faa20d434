import { type Selectable, sql } from 'kysely'
import type { Account, DimensionBalance, Ledger, Origin, StatementFigure, Voucher } from '#engine/ledger/model.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound } from '#server/kernel/errors.ts'
import type { LedgerAccount } from '#server/kernel/tables.ts'

/** Lines per round trip: enough to forget the trip, few enough that a chunk's text is small. */
const CHUNK = 25_000

/**
 * The dataset's ledger as engines read it, the journal by columns. Needs a transaction of the dataset's tenant, works in any
 * thread; checks no one's reach. Line `i` of the journal is `ledger_line.ordinal` i, voucher `i` is `ledger_voucher.ordinal` i.
 */
export async function loadLedger(db: Db, datasetId: string): Promise<Ledger> {
  const dataset = await db
    .selectFrom('dataset')
    .where('id', '=', datasetId)
    .where('state', 'in', ['verified', 'active', 'superseded'])
    .select('year')
    .executeTakeFirst()
  if (!dataset) throw notFound()
  const accounts = await accountsOf(db, datasetId)
  return {
    year: dataset.year,
    accounts: accounts.filter(({ period }) => period === 'current').map(accountOf),
    prior: accounts.filter(({ period }) => period === 'prior').map(accountOf),
    dimensions: await dimensionsOf(db, datasetId),
    statements: await statementsOf(db, datasetId),
    journal: await journalOf(db, datasetId),
  }
}

type Originated = { origin_file: number; origin_sheet: string; origin_row: number }
const originOf = (row: Originated): Origin => ({ file: row.origin_file, sheet: row.origin_sheet, row: row.origin_row })

const accountsOf = (db: Db, datasetId: string) =>
  db.selectFrom('ledger_account').selectAll().where('dataset_id', '=', datasetId).orderBy('code').execute()

const accountOf = (row: Selectable<LedgerAccount>): Account => ({
  code: row.code,
  printed: row.printed,
  name: row.name,
  fullName: row.full_name,
  level: row.level,
  parent: row.parent,
  leaf: row.leaf,
  opening: row.opening,
  debit: row.debit,
  credit: row.credit,
  closing: row.closing,
  origin: originOf(row),
})

async function dimensionsOf(db: Db, datasetId: string): Promise<DimensionBalance[]> {
  const rows = await db
    .selectFrom('ledger_dimension')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .orderBy('ordinal')
    .execute()
  return rows.map((row) => ({
    account: row.account,
    kind: row.kind,
    code: row.code,
    name: row.name,
    opening: row.opening,
    debit: row.debit,
    credit: row.credit,
    closing: row.closing,
    origin: originOf(row),
  }))
}

async function statementsOf(db: Db, datasetId: string): Promise<StatementFigure[]> {
  const rows = await db
    .selectFrom('ledger_statement')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .orderBy('ordinal')
    .execute()
  return rows.map((row) => ({
    kind: row.kind === 'balance_sheet' ? 'balance_sheet' : 'income_statement',
    name: row.name,
    current: row.current,
    prior: row.prior,
    origin: originOf(row),
  }))
}

async function vouchersOf(db: Db, datasetId: string): Promise<Voucher[]> {
  const rows = await db
    .selectFrom('ledger_voucher')
    .select(['key', 'period', 'date', 'word', 'number', 'closing'])
    .where('dataset_id', '=', datasetId)
    .orderBy('ordinal')
    .execute()
  return rows
}

/** A chunk of lines as five JSON arrays: one row a chunk costs a tenth of a row a line. Fen travel as text, exact. */
type LineChunk = { voucher: number[]; account: string[]; debit: string[]; credit: string[]; summary: string[] }

async function journalOf(db: Db, datasetId: string): Promise<Ledger['journal']> {
  const counted = await db
    .selectFrom('ledger_line')
    .where('dataset_id', '=', datasetId)
    .select(sql<number>`coalesce(max(ordinal) + 1, 0)::int`.as('size'))
    .executeTakeFirstOrThrow()
  const { size } = counted
  const account = new Uint32Array(size)
  const voucher = new Uint32Array(size)
  const debit = new BigInt64Array(size)
  const credit = new BigInt64Array(size)
  const summary: string[] = []
  const places = new Map<string, number>()
  const texts = new Map<string, string>()
  for (let start = 0; start < size; start += CHUNK) {
    const { rows } = await sql<LineChunk>`
      select json_agg(voucher) as voucher, json_agg(account) as account, json_agg(debit::text) as debit,
        json_agg(credit::text) as credit, json_agg(summary) as summary
      from (select voucher, account, debit, credit, summary from ledger_line
        where dataset_id = ${datasetId} and ordinal >= ${start} and ordinal < ${start + CHUNK} order by ordinal) chunk`.execute(
      db,
    )
    const chunk = rows[0]
    for (const [at, code] of chunk?.account.entries() ?? []) {
      const line = start + at
      const place = places.get(code) ?? places.size
      places.set(code, place)
      account[line] = place
      voucher[line] = chunk?.voucher[at] ?? 0
      debit[line] = BigInt(chunk?.debit[at] ?? 0)
      credit[line] = BigInt(chunk?.credit[at] ?? 0)
      // one copy of each text: most lines of a journal repeat another's
      const words = chunk?.summary[at] ?? ''
      const kept = texts.get(words) ?? words
      texts.set(words, kept)
      summary.push(kept)
    }
  }
  return {
    size,
    account,
    accountCodes: [...places.keys()],
    voucher,
    vouchers: await vouchersOf(db, datasetId),
    debit,
    credit,
    summary,
  }
}

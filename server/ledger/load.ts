import { type Selectable, sql } from 'kysely'
import type {
  Account,
  Asset,
  DimensionBalance,
  Ledger,
  MonthBalance,
  Origin,
  ReturnFigure,
  StatementFigure,
  Voucher,
} from '#engine/ledger/model.ts'
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
    assets: await assetsOf(db, datasetId),
    priorReturn: await priorReturnOf(db, datasetId),
    months: await monthsOf(db, datasetId),
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

const assetKinds: Readonly<Record<string, Asset['kind']>> = { intangible: 'intangible', prepaid: 'prepaid' }

async function assetsOf(db: Db, datasetId: string): Promise<Asset[]> {
  const rows = await db
    .selectFrom('ledger_asset')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .orderBy('ordinal')
    .execute()
  return rows.map((row) => ({
    code: row.code,
    name: row.name,
    category: row.category,
    kind: assetKinds[row.kind] ?? 'fixed',
    start: row.start_date,
    cost: row.cost,
    months: row.months,
    residualRate: row.residual_rate,
    method: row.method,
    yearCharge: row.year_charge,
    accumulated: row.accumulated,
    impairment: row.impairment,
    net: row.net,
    origin: originOf(row),
  }))
}

async function priorReturnOf(db: Db, datasetId: string): Promise<ReturnFigure[]> {
  const rows = await db
    .selectFrom('ledger_return')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .orderBy('ordinal')
    .execute()
  return rows.map((row) => ({ cell: row.cell, amount: row.amount, text: row.shown, origin: originOf(row) }))
}

async function monthsOf(db: Db, datasetId: string): Promise<MonthBalance[]> {
  const rows = await db
    .selectFrom('ledger_month')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .orderBy('account')
    .orderBy('period')
    .execute()
  return rows.map((row) => ({
    period: row.period,
    account: row.account,
    opening: row.opening,
    debit: row.debit,
    credit: row.credit,
    closing: row.closing,
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

/** A chunk of lines: numbers as PostgreSQL sends them in binary, one after the other, texts as one JSON array. */
type LineChunk = { vouchers: Buffer | null; debits: Buffer | null; credits: Buffer | null; summaries: string[] | null }

async function journalOf(db: Db, datasetId: string): Promise<Ledger['journal']> {
  const counted = await db
    .selectFrom('ledger_line')
    .where('dataset_id', '=', datasetId)
    .select(sql<number>`coalesce(max(ordinal) + 1, 0)::int`.as('size'))
    .executeTakeFirstOrThrow()
  const { size } = counted
  const voucher = new Uint32Array(size)
  const debit = new BigInt64Array(size)
  const credit = new BigInt64Array(size)
  const summary: string[] = []
  // one copy of each text that comes again soon: most lines of a voucher repeat the one above
  let last = ''
  for (let start = 0; start < size; start += CHUNK) {
    const { rows } = await sql<LineChunk>`
      select string_agg(int4send(voucher), ''::bytea) as vouchers, string_agg(int8send(debit), ''::bytea) as debits,
        string_agg(int8send(credit), ''::bytea) as credits, json_agg(summary) as summaries
      from (select voucher, debit, credit, summary from ledger_line
        where dataset_id = ${datasetId} and ordinal >= ${start} and ordinal < ${start + CHUNK} order by ordinal) chunk`.execute(
      db,
    )
    const chunk = rows[0]
    if (!chunk?.vouchers || !chunk.debits || !chunk.credits) continue
    for (const [at, words] of (chunk.summaries ?? []).entries()) {
      const line = start + at
      voucher[line] = chunk.vouchers.readUInt32BE(at * 4)
      debit[line] = chunk.debits.readBigInt64BE(at * 8)
      credit[line] = chunk.credits.readBigInt64BE(at * 8)
      if (words !== last) last = words
      summary.push(last)
    }
  }
  const { account, accountCodes } = await accountsOfLines(db, datasetId, size)
  return { size, account, accountCodes, voucher, vouchers: await vouchersOf(db, datasetId), debit, credit, summary }
}

/** PostgreSQL's binary array: a head, then each element with its length before it. */
const ARRAY_HEAD = 20
const ELEMENT = 8

/** Which account each line is posted to, from the postings; codes in the order the journal first uses them. */
async function accountsOfLines(db: Db, datasetId: string, size: number) {
  const { rows } = await sql<{ code: string; lines: Buffer }>`
    select account as code, array_send(lines) as lines from ledger_posting where dataset_id = ${datasetId}
    order by min(first_line) over (partition by account), first_line`.execute(db)
  const account = new Uint32Array(size)
  const accountCodes: string[] = []
  for (const { code, lines } of rows) {
    if (accountCodes.at(-1) !== code) accountCodes.push(code)
    const index = accountCodes.length - 1
    for (let at = ARRAY_HEAD + 4; at < lines.length; at += ELEMENT) account[lines.readUInt32BE(at)] = index
  }
  return { account, accountCodes }
}

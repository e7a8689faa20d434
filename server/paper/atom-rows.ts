import { sql } from 'kysely'
import type { z } from 'zod'
import type { Paging } from '#contract/endpoint.ts'
import type { Account, Line } from '#contract/ledger.ts'
import type { paper } from '#contract/paper.ts'
import { yuan } from '#engine/money.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound } from '#server/kernel/errors.ts'
import { page } from '#server/kernel/service.ts'
import { fileNames, linesAt, shownAccount, shownOrigin } from '#server/ledger/ledger-rows.ts'
import type { StoredAtom } from './stored-cell.ts'

type Rows = z.input<typeof paper.rows.output>
type LineRow = {
  ordinal: number
  voucherKey: string
  date: string
  line: number
  summary: string
  account: string
  accountName: string
  debit: bigint
  credit: bigint
  dimension: string
  closing: boolean
  origin_file: number
  origin_sheet: string
  origin_row: number
}
const lineColumns = { voucherKey: 'voucherKey', account: 'account', summary: 'summary' } as const

/** The journal lines (of a balance, the accounts) behind one reading of a cell: the very rows it added up, by their ordinals. */
export async function rowsBehind(
  db: Db,
  { generationId, cell, atom }: { generationId: string; cell: string; atom: number },
  paging: Paging<keyof typeof lineColumns>,
): Promise<Rows> {
  const found = await db
    .selectFrom('paper_atom')
    .innerJoin('generation', 'generation.id', 'paper_atom.generation_id')
    .select(['dataset_id', 'balance', 'atom', 'accounts', 'lines'])
    .where('generation_id', '=', generationId)
    .where('cell', '=', cell)
    .where('ordinal', '=', atom)
    .executeTakeFirst()
  if (!found) throw notFound()
  const { dataset_id: datasetId, balance, accounts, lines } = found
  const reading = found.atom as StoredAtom
  const files = await fileNames(db, datasetId)
  const query = linesIn(db, datasetId, lines).selectAll()
  const paged = await page(query as never, paging, lineColumns, ['ordinal'])
  const records = (paged.records as LineRow[]).map(shownLine(files))
  const sum = balance ? BigInt(reading.sum) : await addedUp(db, { datasetId, lines, reading })
  return {
    lines: { ...paged, records },
    accounts: balance ? await accountsOf(db, datasetId, accounts) : [],
    parties: balance ? await partiesOf(db, datasetId, accounts) : [],
    sum: sum === null ? null : yuan(sum),
  }
}

const shownLine =
  (files: Awaited<ReturnType<typeof fileNames>>) =>
  (row: LineRow): z.input<typeof Line> => ({
    ordinal: row.ordinal,
    voucherKey: row.voucherKey,
    date: row.date,
    line: row.line,
    summary: row.summary,
    account: row.account,
    accountName: row.accountName,
    debit: yuan(row.debit),
    credit: yuan(row.credit),
    dimension: row.dimension,
    closing: row.closing,
    origin: shownOrigin(files, row),
  })

/** The first rows of readings that no cell has stored: lines by their ordinals, of balances the accounts. */
export async function previewRows(
  db: Db,
  datasetId: string,
  atoms: readonly { atom: StoredAtom; balance: boolean; ordinals: readonly number[] }[],
) {
  if (atoms.length === 0) return []
  const wanted = [...new Set(atoms.flatMap(({ ordinals }) => ordinals))]
  const lines = new Map((await linesAt(db, datasetId, wanted)).map((line) => [line.ordinal, line]))
  const codes = [...new Set(atoms.flatMap(({ atom, balance }) => (balance ? atom.accounts.slice(0, 20) : [])))]
  const accounts = new Map((await accountsOf(db, datasetId, codes)).map((account) => [account.code, account]))
  return atoms.map(({ atom, balance, ordinals }) => ({
    lines: ordinals.flatMap((ordinal) => lines.get(ordinal) ?? []),
    accounts: balance ? atom.accounts.slice(0, 20).flatMap((code) => accounts.get(code) ?? []) : [],
  }))
}

/**
 * `l`, the journal lines of a multirange, found range by range through the primary key; `offset 0` keeps it so even before the
 * planner has statistics of a new import.
 */
const journalLines = (datasetId: string, lines: string) => sql`unnest(${lines}::int4multirange) as part
  cross join lateral (select * from ledger_line
    where dataset_id = ${datasetId} and ordinal >= lower(part) and ordinal < upper(part) offset 0) l`

/** Those lines with their voucher and account. */
const linesIn = (db: Db, datasetId: string, lines: string) =>
  db.selectFrom(
    sql<LineRow>`(
      select l.ordinal, v.key as "voucherKey", v.date::text as date, l.line, l.summary, l.account,
        coalesce(a.full_name, '') as "accountName", l.debit, l.credit, l.dimension, v.closing,
        l.origin_file, l.origin_sheet, l.origin_row
      from ${journalLines(datasetId, lines)}
      join lateral (select key, date, closing from ledger_voucher
        where dataset_id = ${datasetId} and ordinal = l.voucher limit 1) v on true
      left join lateral (select full_name from ledger_account
        where dataset_id = ${datasetId} and period = 'current' and code = l.account limit 1) a on true)`.as('behind'),
  )

/** The reading's amount from its rows, on its own side; null for one that counts. Fen. */
async function addedUp(
  db: Db,
  behind: { datasetId: string; lines: string; reading: StoredAtom },
): Promise<bigint | null> {
  const { datasetId, lines, reading } = behind
  if (reading.fn === 'je_count') return null
  const { rows } = await sql<{ debit: bigint; credit: bigint }>`
    select coalesce(sum(l.debit), 0)::bigint as debit, coalesce(sum(l.credit), 0)::bigint as credit
    from ${journalLines(datasetId, lines)}`.execute(db)
  const { debit = 0n, credit = 0n } = rows[0] ?? {}
  return amountOn(reading, debit, credit)
}

/** How a reading adds debits and credits: profit and loss nets them, a turnover takes one side. */
export function amountOn({ fn, side, of }: StoredAtom, debit: bigint, credit: bigint): bigint {
  const net = side === 'cr' ? credit - debit : debit - credit
  if (fn === 'line') return / − /.test(of) ? -net : net
  if (fn === 'pl' || side === 'net') return net
  return side === 'cr' ? credit : debit
}

async function accountsOf(db: Db, datasetId: string, codes: readonly string[]): Promise<z.input<typeof Account>[]> {
  if (codes.length === 0) return []
  const rows = await db
    .selectFrom('ledger_account')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .where('period', '=', 'current')
    .where('code', 'in', codes)
    .orderBy('code')
    .execute()
  const files = await fileNames(db, datasetId)
  return rows.map(shownAccount(files))
}

async function partiesOf(db: Db, datasetId: string, codes: readonly string[]): Promise<Rows['parties']> {
  if (codes.length === 0) return []
  const rows = await db
    .selectFrom('ledger_dimension')
    .select(['account', 'code', 'name', 'opening', 'closing'])
    .where('dataset_id', '=', datasetId)
    .where('account', 'in', codes)
    .orderBy('ordinal')
    .execute()
  return rows.map(({ account, code, name, opening, closing }) => ({
    account,
    code,
    name,
    opening: yuan(opening),
    closing: yuan(closing),
  }))
}

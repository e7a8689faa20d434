import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Paging } from '#contract/endpoint.ts'
import type { Account, Line, Origin } from '#contract/ledger.ts'
import { yuan } from '#engine/money.ts'
import type { Db } from '#server/kernel/database.ts'
import { one, page } from '#server/kernel/service.ts'
import type { DB } from '#server/kernel/tables.ts'
import { type LineField, searchLines } from './line-search.ts'

type Originated = { origin_file: number; origin_sheet: string; origin_row: number }
type FileNames = ReadonlyMap<number, string>

/** The names of a dataset's files by number: what an origin shows. */
export async function fileNames(db: Db, datasetId: string): Promise<FileNames> {
  const rows = await db
    .selectFrom('dataset_file')
    .select(['file_no', 'name'])
    .where('dataset_id', '=', datasetId)
    .execute()
  return new Map(rows.map(({ file_no, name }) => [file_no, name]))
}

export const shownOrigin = (names: FileNames, row: Originated): z.input<typeof Origin> => ({
  file: names.get(row.origin_file) ?? '',
  sheet: row.origin_sheet,
  row: row.origin_row,
})

const accountColumns = {
  code: 'ledger_account.code',
  name: 'ledger_account.name',
  fullName: 'ledger_account.full_name',
  level: 'ledger_account.level',
  leaf: 'ledger_account.leaf',
} as const

/** A page of this year's trial balance as it was read, by code. */
export async function accountPage(db: Db, datasetId: string, paging: Paging<keyof typeof accountColumns>) {
  const accounts = db
    .selectFrom('ledger_account')
    .selectAll('ledger_account')
    .where('ledger_account.dataset_id', '=', datasetId)
    .where('ledger_account.period', '=', 'current')
  const names = fileNames(db, datasetId)
  const found = await page(accounts, paging, accountColumns, ['ledger_account.code'])
  const files = await names
  return { ...found, records: found.records.map(shownAccount(files)) }
}

/** A trial-balance row as it crosses the wire: yuan, and its origin by the file's name. */
export const shownAccount =
  (files: FileNames) =>
  (row: Selectable<DB['ledger_account']>): z.input<typeof Account> => ({
    code: row.code,
    printed: row.printed,
    name: row.name,
    fullName: row.full_name,
    level: row.level,
    leaf: row.leaf,
    opening: yuan(row.opening),
    debit: yuan(row.debit),
    credit: yuan(row.credit),
    closing: yuan(row.closing),
    origin: shownOrigin(files, row),
  })

/** Journal lines with their voucher and the account's name. */
const lines = (db: Db, datasetId: string) =>
  db
    .selectFrom('ledger_line')
    .innerJoin('ledger_voucher', (join) =>
      join
        .onRef('ledger_voucher.dataset_id', '=', 'ledger_line.dataset_id')
        .onRef('ledger_voucher.ordinal', '=', 'ledger_line.voucher'),
    )
    .leftJoin('ledger_account', (join) =>
      join
        .onRef('ledger_account.dataset_id', '=', 'ledger_line.dataset_id')
        .onRef('ledger_account.code', '=', 'ledger_line.account')
        .on('ledger_account.period', '=', 'current'),
    )
    .where('ledger_line.dataset_id', '=', datasetId)
    .select([
      'ledger_line.ordinal',
      'ledger_line.line',
      'ledger_line.summary',
      'ledger_line.account',
      'ledger_line.debit',
      'ledger_line.credit',
      'ledger_line.dimension',
      'ledger_line.origin_file',
      'ledger_line.origin_sheet',
      'ledger_line.origin_row',
      'ledger_voucher.key',
      'ledger_voucher.date',
      'ledger_voucher.closing',
      'ledger_account.full_name',
    ])

type LineRow = Awaited<ReturnType<ReturnType<typeof lines>['execute']>>[number]
const shownLine = (files: FileNames, row: LineRow): Line => ({
  ordinal: row.ordinal,
  voucherKey: row.key,
  date: row.date,
  line: row.line,
  summary: row.summary,
  account: row.account,
  accountName: row.full_name ?? '',
  debit: yuan(row.debit),
  credit: yuan(row.credit),
  dimension: row.dimension,
  closing: row.closing,
  origin: shownOrigin(files, row),
})

/**
 * A page of journal lines, in the journal's order unless asked otherwise. Unfiltered pages are cut by ordinal, which has no
 * gaps: the last page of a million lines is as near as the first. `size` of the journal comes from the dataset's summary.
 */
export async function linePage(db: Db, datasetId: string, paging: Paging<LineField>, journalSize: number) {
  const { current, size, where, sort } = paging
  const whole = where.length === 0 && sort.length === 0
  const first = (current - 1) * size
  const { ordinals, total, atLeast } = whole
    ? { ordinals: Array.from({ length: size }, (_, at) => first + at), total: journalSize, atLeast: false }
    : await searchLines(db, datasetId, paging)
  const records = await linesAt(db, datasetId, ordinals)
  return { records, total, atLeast, size, current, pages: Math.ceil(total / size) }
}

/** The lines of these ordinals, in their order. */
export async function linesAt(db: Db, datasetId: string, ordinals: readonly number[]): Promise<Line[]> {
  const rows = await lines(db, datasetId)
    .where('ledger_line.ordinal', '=', sql<number>`any(${ordinals}::int[])`)
    .execute()
  const files = await fileNames(db, datasetId)
  const found = new Map(rows.map((row) => [row.ordinal, row]))
  return ordinals.flatMap((ordinal) => {
    const row = found.get(ordinal)
    return row ? [shownLine(files, row)] : []
  })
}

/** One voucher, whole, with its sums; not found if the dataset has none of this key. */
export async function wholeVoucher(db: Db, datasetId: string, key: string) {
  const voucher = one(
    await db
      .selectFrom('ledger_voucher')
      .select(['ordinal', 'key', 'date', 'word', 'number', 'closing'])
      .where('dataset_id', '=', datasetId)
      .where('key', '=', key)
      .execute(),
  )
  const files = await fileNames(db, datasetId)
  const rows = await lines(db, datasetId)
    .where(
      'ledger_line.ordinal',
      'in',
      sql<number>`(select ordinal from voucher_lines(${datasetId}, ${voucher.ordinal}))`,
    )
    .orderBy('ledger_line.ordinal')
    .execute()
  return {
    key: voucher.key,
    date: voucher.date,
    word: voucher.word,
    number: voucher.number,
    closing: voucher.closing,
    debit: yuan(rows.reduce((sum, { debit }) => sum + debit, 0n)),
    credit: yuan(rows.reduce((sum, { credit }) => sum + credit, 0n)),
    lines: rows.map((row) => shownLine(files, row)),
  }
}

/** A page of the rows that were not taken, in the order they were met. */
export async function droppedPage(db: Db, datasetId: string, paging: Paging<'reason'>) {
  const dropped = db
    .selectFrom('ledger_dropped')
    .select(['reason', 'shown', 'origin_file', 'origin_sheet', 'origin_row'])
    .where('dataset_id', '=', datasetId)
  const files = await fileNames(db, datasetId)
  const found = await page(dropped, paging, { reason: 'ledger_dropped.reason' }, ['ledger_dropped.ordinal'])
  const records = found.records.map((row) => ({
    origin: shownOrigin(files, row),
    reason: row.reason,
    shown: row.shown,
  }))
  return { ...found, records }
}

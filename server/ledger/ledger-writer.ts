import { finished } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import type {
  Account,
  Asset,
  DimensionBalance,
  Journal,
  JournalLine,
  MonthBalance,
  ReturnFigure,
  StatementFigure,
} from '#engine/ledger/model.ts'
import { copyText } from './copy-text.ts'
import { coverageOf, sheetRuns } from './coverage.ts'
import { blockCopy, lineColumns, lineCopy } from './line-copy.ts'
import { postingsOf, voucherSums } from './posting.ts'
import { textBlocks } from './text-block.ts'
import type { ImportStore } from './import-store.ts'
import { writeQueue } from './write-queue.ts'

/** Columns beside tenant and dataset, in the order of the values. */
const tables = {
  ledger_line: lineColumns,
  ledger_voucher: 'ordinal, key, period, date, word, number, closing, lines, debit',
  ledger_posting: 'account, period, closing, lines, debit, credit, marks',
  dataset_coverage: 'file_no, sheet, period, lines, debit, credit, ordinals',
  ledger_text_block: 'block, grams',
  ledger_account:
    'period, code, printed, name, full_name, level, parent, leaf, opening, debit, credit, closing, origin_file, origin_sheet, origin_row',
  ledger_dimension:
    'ordinal, account, kind, code, name, opening, debit, credit, closing, origin_file, origin_sheet, origin_row',
  ledger_statement: 'ordinal, kind, name, current, prior, origin_file, origin_sheet, origin_row',
  ledger_asset:
    'ordinal, code, name, category, kind, start_date, cost, months, residual_rate, method, year_charge, accumulated, impairment, net, origin_file, origin_sheet, origin_row',
  ledger_return: 'ordinal, cell, amount, shown, origin_file, origin_sheet, origin_row',
  ledger_month: 'period, account, opening, debit, credit, closing, origin_file, origin_sheet, origin_row',
  ledger_dropped: 'ordinal, origin_file, origin_sheet, origin_row, reason, shown',
} as const
type Table = keyof typeof tables

/** Values keep the form in which they first lie: what the table does not compress must not come compressed. */
const uncompressed: Partial<Record<Table, readonly string[]>> = {
  ledger_text_block: ['grams'],
  ledger_posting: ['lines'],
}

/** Lines that go to the database in one transaction. */
const CHUNK = 40_000
const CHUNK_BLOCKS = 1_000
/** Chunks that wait for the database while the next is read. */
const AHEAD = 2

/** The dataset is no longer being imported: cancelled, or given up for dead. Nothing more may be written. */
export class ImportEnded extends Error {}

/** A row that was left out, in the order it was met. */
export type Dropped = { origin: JournalLine['origin']; reason: string; text: string }
export type LedgerRest = {
  journal: Journal
  accounts: readonly Account[]
  prior: readonly Account[]
  dimensions: readonly DimensionBalance[]
  statements: readonly StatementFigure[]
  assets: readonly Asset[]
  priorReturn: readonly ReturnFigure[]
  months: readonly MonthBalance[]
  dropped: readonly Dropped[]
}

/**
 * Stores a dataset's rows while they are read. Rows go by COPY into a temporary table and from there into place, since COPY
 * into a table with row-level security is closed to the application; each chunk is a transaction of its own that holds the
 * dataset's row, so that whoever ends the import waits for it and then finds every row there is. Nobody sees a row before
 * the dataset leaves `staging`.
 */
export function ledgerWriter(store: ImportStore, datasetId: string) {
  const fresh = lineCopy()
  let waiting = 0
  let ordinal = 0
  const queue = writeQueue(AHEAD)
  const blocks = blockCopy()
  const texts = textBlocks((block, grams) => blocks.add(block, grams))
  const sheets = sheetRuns()

  const made = new Set<Table>()
  const write = (table: Table, rows: string | Buffer) =>
    store.transact(async (client) => {
      const columns = tables[table]
      const held = await client.query(`select from dataset where id = $1 and state = 'staging' for share`, [datasetId])
      if (held.rowCount === 0) throw new ImportEnded('the dataset is no longer being imported')
      if (!made.has(table)) {
        await client.query(`create temp table new_${table} as select ${columns} from ${table} where false`)
        for (const column of uncompressed[table] ?? [])
          await client.query(`alter table pg_temp.new_${table} alter column ${column} set storage external`)
        made.add(table)
      }
      const format = typeof rows === 'string' ? 'text' : 'binary'
      const stream = client.query(copyFrom(`copy pg_temp.new_${table} (${columns}) from stdin (format ${format})`))
      stream.end(rows)
      await finished(stream)
      await client.query(
        // the tenant is asked for once, not as the default of every row
        `insert into ${table} (tenant_id, dataset_id, ${columns})
          select (select current_tenant()), '${datasetId}'::uuid, ${columns} from pg_temp.new_${table}`,
      )
      await client.query(`truncate pg_temp.new_${table}`)
    })

  /** Chunks travel while the next is read. */
  const writeTaken = (table: Table, { take, give }: { take: () => Buffer; give: (taken: Buffer) => void }) => {
    const taken = take()
    return queue.push(async () => {
      await write(table, taken)
      give(taken)
    })
  }
  const flush = async () => {
    if (waiting > 0) await writeTaken('ledger_line', fresh)
    waiting = 0
  }
  const flushBlocks = async () => {
    if (blocks.waiting > 0) await writeTaken('ledger_text_block', blocks)
  }
  const all = async <T>(
    table: Table,
    items: readonly T[],
    values: (item: T, index: number) => Parameters<typeof copyText>[0],
  ) => {
    for (let start = 0; start < items.length; start += CHUNK) {
      const rows = items.slice(start, start + CHUNK).map((item, index) => copyText(values(item, start + index)))
      await queue.push(() => write(table, rows.join('')))
    }
  }

  return {
    get lines() {
      return ordinal
    },

    /** Takes lines in the journal's order with the places of their vouchers; those of void ones, at -1, are left out. */
    async add(lines: readonly JournalLine[], places: readonly number[]): Promise<void> {
      for (const [at, line] of lines.entries()) {
        const voucher = places[at] ?? -1
        if (voucher < 0) continue
        fresh.add(ordinal, voucher, line)
        texts.add(line.summary)
        sheets.add(line.origin)
        ordinal += 1
        waiting += 1
      }
      if (waiting >= CHUNK) await flush()
      if (blocks.waiting >= CHUNK_BLOCKS) await flushBlocks()
    },

    /** Orders what is left and everything beside the lines; `done` waits until it is stored. */
    async finish(rest: LedgerRest): Promise<void> {
      await flush()
      texts.end()
      await flushBlocks()
      const { journal } = rest
      const sums = voucherSums(journal)
      await all('ledger_voucher', journal.vouchers, (voucher, place) => [
        place, voucher.key, voucher.period, voucher.date, voucher.word, voucher.number, voucher.closing,
        sums.lines(place), sums.debit[place] ?? 0n,
      ]) // prettier-ignore
      await all('ledger_posting', postingsOf(journal), (posting) => [
        posting.account, posting.period, posting.closing, `{${posting.lines.join(',')}}`, posting.debit, posting.credit,
        `{${posting.marks.join(',')}}`,
      ]) // prettier-ignore
      await all('dataset_coverage', coverageOf(journal, sheets.runs), (covered) => [
        covered.file, covered.sheet, covered.period, covered.lines, covered.debit, covered.credit, covered.ordinals,
      ]) // prettier-ignore
      await all('ledger_account', rest.accounts, (account) => accountValues('current', account))
      await all('ledger_account', rest.prior, (account) => accountValues('prior', account))
      await all('ledger_dimension', rest.dimensions, (balance, place) => [
        place, balance.account, balance.kind, balance.code, balance.name,
        balance.opening, balance.debit, balance.credit, balance.closing, ...originValues(balance),
      ]) // prettier-ignore
      await all('ledger_statement', rest.statements, (figure, place) => [
        place, figure.kind, figure.name, figure.current, figure.prior, ...originValues(figure),
      ]) // prettier-ignore
      await all('ledger_asset', rest.assets, (asset, place) => [
        place, asset.code, asset.name, asset.category, asset.kind, asset.start, asset.cost, asset.months,
        asset.residualRate, asset.method, asset.yearCharge, asset.accumulated, asset.impairment, asset.net,
        ...originValues(asset),
      ]) // prettier-ignore
      await all('ledger_return', rest.priorReturn, (figure, place) => [
        place, figure.cell, figure.amount, figure.text, ...originValues(figure),
      ]) // prettier-ignore
      await all('ledger_month', rest.months, (balance) => [
        balance.period, balance.account, balance.opening, balance.debit, balance.credit, balance.closing,
        ...originValues(balance),
      ]) // prettier-ignore
      await all('ledger_dropped', rest.dropped, (row, place) => [place, ...originValues(row), row.reason, row.text])
    },
    done: queue.done,
  }
}

type Originated = { origin: JournalLine['origin'] }
const originValues = ({ origin }: Originated) => [origin.file, origin.sheet, origin.row] as const

const accountValues = (period: 'current' | 'prior', account: Account) => [
  period, account.code, account.printed, account.name, account.fullName, account.level, account.parent, account.leaf,
  account.opening, account.debit, account.credit, account.closing, ...originValues(account),
] // prettier-ignore

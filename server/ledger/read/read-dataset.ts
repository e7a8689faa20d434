import type { SheetRow } from '#engine/ledger/cell.ts'
import { codeResolver } from '#engine/ledger/account-code.ts'
import { detectionRows, detectSheet } from '#engine/ledger/detect.ts'
import { parseDimensionBalances } from '#engine/ledger/dimension-balance.ts'
import { journalBuilder } from '#engine/ledger/journal-columns.ts'
import { journalReader, type PrintedAccount } from '#engine/ledger/journal-lines.ts'
import { buildLedger, type BuiltLedger } from '#engine/ledger/ledger-builder.ts'
import type { JournalLine, StatementFigure } from '#engine/ledger/model.ts'
import type { DroppedRow, RowRemark } from '#engine/ledger/row-class.ts'
import { planSheets, type SheetPlan } from '#engine/ledger/sheet-plan.ts'
import { parseStatement } from '#engine/ledger/statement.ts'
import { parseTrialBalance, type TrialBalance } from '#engine/ledger/trial-balance.ts'

import { FileProblem } from './file-problem.ts'
import { openWorkbook } from './open-workbook.ts'
import type { ReadLimits } from './read-limits.ts'
import type { Container, SheetSource, Workbook } from './sheet-source.ts'

/** A file to read: where it lies and what the client called it. */
export type DatasetFile = { path: string; name: string }

export type DatasetOptions = {
  /** The project's year. */
  year: number
  limits?: ReadLimits
  signal?: AbortSignal
  /** Called often; `part` of `whole` bytes of one file. */
  onProgress?: (progress: { file: number; part: number; whole: number }) => void
  /** Journal lines as they are read, in order, with origin; awaited, so that a slow store slows the reading. */
  onLines?: (lines: JournalLine[]) => void | Promise<void>
}

/**
 * What came out of one file. A file with a problem gave nothing, except a journal whose problem lies behind lines that
 * were already handed over: a dataset with any problem is not to be kept.
 */
export type FileReading = {
  name: string
  container: Container | null
  encoding: string | null
  problem: FileProblem | null
}

/** A dataset read from the client's files: the ledger, how every sheet was understood, and all that was left out. */
export type Dataset = {
  files: FileReading[]
  plans: SheetPlan[]
  built: BuiltLedger
  trialBalance: TrialBalance | null
  priorTrialBalance: TrialBalance | null
  dropped: DroppedRow[]
  remarks: RowRemark[]
  inherited: number
}

type OpenSheet = { plan: SheetPlan; source: SheetSource }

/**
 * Reads a client's files as one dataset: recognises every sheet, then reads the trial balances, the tables by customer,
 * the statements and last the journals, streaming. A file that cannot be read is reported and the others go on; an
 * abort rejects with the signal's reason. Runs in a worker.
 */
export async function readDataset(files: readonly DatasetFile[], options: DatasetOptions): Promise<Dataset> {
  const books: (Workbook | null)[] = []
  const readings: FileReading[] = []
  try {
    const found: { file: number; sheet: number; reading: ReturnType<typeof detectSheet> }[] = []
    for (const [file, { path, name }] of files.entries()) {
      const { book, reading, sheets } = await inspect(path, name, options)
      books.push(book)
      readings.push(reading)
      for (const [sheet, detected] of sheets.entries()) if (detected) found.push({ file, sheet, reading: detected })
    }
    const plans = planSheets(found, options.year)
    const open = plans.flatMap((plan) => {
      const source = books[plan.file]?.sheets[plan.sheet]
      return source && plan.use !== null ? [{ plan, source }] : []
    })
    return { files: readings, plans, ...(await readSheets(open, readings, options)) }
  } finally {
    for (const book of books) book?.close()
  }
}

async function inspect(path: string, name: string, options: DatasetOptions) {
  const reading: FileReading = { name, container: null, encoding: null, problem: null }
  let book: Workbook | null = null
  try {
    book = await openWorkbook(path, name, {
      ...(options.limits && { limits: options.limits }),
      ...(options.signal && { signal: options.signal }),
    })
    reading.container = book.container
    reading.encoding = book.encoding
    const sheets = []
    for (const source of book.sheets) {
      const rows = await firstRows(source, options.signal)
      sheets.push(rows.length === 0 ? null : detectSheet({ rows, sheet: source.name, file: name }))
    }
    if (sheets.every((sheet) => sheet === null)) throw new FileProblem('fileNoTable', { file: name })
    return { book, reading, sheets }
  } catch (error) {
    book?.close()
    if (!(error instanceof FileProblem)) throw error
    reading.problem = error
    return { book: null, reading, sheets: [] }
  }
}

async function firstRows(source: SheetSource, signal?: AbortSignal): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  for await (const batch of source.batches(signal)) {
    rows.push(...batch.rows)
    if (rows.length >= detectionRows) break
  }
  return rows.slice(0, detectionRows)
}

async function readSheets(open: readonly OpenSheet[], files: FileReading[], options: DatasetOptions) {
  const dropped: DroppedRow[] = []
  const remarks: RowRemark[] = []
  const keep = (table: { dropped: DroppedRow[]; remarks: RowRemark[] }) => {
    for (const row of table.dropped) dropped.push(row)
    for (const row of table.remarks) remarks.push(row)
  }
  const of = (use: SheetPlan['use']) => open.filter(({ plan }) => plan.use === use)
  const whole = async ({ plan, source }: OpenSheet): Promise<SheetRow[]> => {
    const rows: SheetRow[] = []
    await eachBatch({ plan, source }, files, options, (batch) => {
      for (const row of batch) rows.push(row)
    })
    return rows
  }
  const balanceOf = async (use: 'trial_balance' | 'prior_trial_balance') => {
    const [sheet] = of(use)
    if (!sheet) return null
    const table = parseTrialBalance(await whole(sheet), sheet.plan.reading, sheet.plan.file)
    keep(table)
    return table
  }
  const trialBalance = await balanceOf('trial_balance')
  const priorTrialBalance = await balanceOf('prior_trial_balance')
  const resolve = codeResolver(trialBalance?.accounts ?? [])
  const dimensions = trialBalance?.dimensions ?? []
  for (const sheet of of('aux_balance')) {
    const table = parseDimensionBalances(await whole(sheet), sheet.plan.reading, sheet.plan.file, resolve)
    dimensions.push(...table.balances)
    keep(table)
  }
  const statements: StatementFigure[] = []
  for (const sheet of [...of('balance_sheet'), ...of('income_statement')]) {
    const table = parseStatement(await whole(sheet), sheet.plan.reading, sheet.plan.file)
    statements.push(...table.figures)
    keep(table)
  }
  const builder = journalBuilder()
  const used = new Map<string, PrintedAccount>()
  let inherited = 0
  for (const sheet of of('journal')) {
    const { plan } = sheet
    const reader = journalReader(plan.reading, { file: plan.file, year: plan.year, resolve })
    await eachBatch(sheet, files, options, async (rows) => {
      const lines = reader.push(rows)
      for (const line of lines) builder.add(line)
      await options.onLines?.(lines)
    })
    keep(reader.notes)
    inherited += reader.notes.inherited
    for (const [code, account] of reader.notes.accounts) if (!used.has(code)) used.set(code, account)
  }
  const built = buildLedger({
    year: options.year,
    accounts: trialBalance?.accounts ?? [],
    dimensions,
    journal: builder.finish(),
    statements,
    prior: priorTrialBalance?.accounts ?? [],
    scheme: trialBalance?.scheme ?? 'prefix',
    used,
  })
  return { built, trialBalance, priorTrialBalance, dropped, remarks, inherited }
}

/** Hands over the batches of a sheet; a problem met in the middle of a file is that file's. */
async function eachBatch(
  { plan, source }: OpenSheet,
  files: FileReading[],
  options: DatasetOptions,
  take: (rows: SheetRow[]) => void | Promise<void>,
) {
  try {
    for await (const batch of source.batches(options.signal)) {
      await take(batch.rows)
      options.onProgress?.({ file: plan.file, part: batch.consumed, whole: batch.total })
    }
  } catch (error) {
    const file = files[plan.file]
    if (!(error instanceof FileProblem) || !file) throw error
    file.problem = error
  }
}

import { writeFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { Language } from '#contract/texts.ts'
import { type AccountCheck, checkedAccounts, flagged, type FlagRules, partySums } from '#engine/bank/bank-checks.ts'
import { type ColumnRoles, guessedRoles, headingOf, headingRow, knownLayout } from '#engine/bank/bank-layout.ts'
import { type BankLines, bankLines } from '#engine/bank/bank-line.ts'
import { parseAmount } from '#engine/ledger/amounts.ts'
import { type SheetRow, textOf } from '#engine/ledger/cell.ts'
import { parseDay } from '#engine/ledger/day.ts'
import { type BankAsk, MOST_BANK_COLUMNS, rolesSuffice } from '#contract/tool-bank.ts'
import type { WorkerSays } from '#server/kernel/worker-run.ts'
import { FileProblem } from '#server/ledger/read/file-problem.ts'
import { openWorkbook } from '#server/ledger/read/open-workbook.ts'
import { bankBook, type BookLine } from './bank-book.ts'
import { type FirmLayouts, layoutKey } from './bank-layouts.ts'
import { problemOf } from './file-words.ts'
import { type RunFile, said, type Said } from './runner.ts'

// The thread that reads statements and writes their workbook.

export type BankOrder = {
  files: readonly RunFile[]
  to: string
  firm: FirmLayouts
  rules: FlagRules
  language: Language
}
/** How one statement was read. */
export type ReadStatement = {
  /** A code of a known layout, or the firm’s own name of it. */
  layout: { code: string } | { name: string }
  guessed: boolean
  accounts: AccountCheck[]
  unread: number[]
  flags: number
  other: { count: number; sum: bigint }
  /** Sheets beside those that were read which look like movements too. */
  left: string[]
}
/** `ask` beside `read`: another sheet of the file has columns nobody knows. */
export type BankFile = { read?: ReadStatement; ask?: BankAsk; problem?: Said; twin?: string }

/** Movements of one run at most: more are not looked through by anybody, and the workbook holds a million rows. */
const MOST_LINES = 400_000
const SAMPLES = 4
const SHORT = 40

const { files, to, firm, rules, language }: BankOrder = workerData
const tell = (says: WorkerSays<BankFile[]>) => parentPort?.postMessage(says, [])
const all: BookLine[] = []
const checks: { file: string; account: AccountCheck }[] = []

class TooMany extends Error {}

async function sheetsOf(file: RunFile): Promise<{ name: string; rows: SheetRow[] }[]> {
  const book = await openWorkbook(file.path, file.name)
  try {
    const sheets: { name: string; rows: SheetRow[] }[] = []
    let count = all.length
    for (const source of book.sheets) {
      if (source.hidden) continue
      const rows: SheetRow[] = []
      for await (const batch of source.batches()) {
        for (const row of batch.rows) rows.push(row)
        count += batch.rows.length
        if (count > MOST_LINES) throw new TooMany()
      }
      sheets.push({ name: source.name, rows })
    }
    return sheets
  } finally {
    book.close()
  }
}

type Reading = Pick<ReadStatement, 'layout' | 'guessed'> & BankLines & { accounts: AccountCheck[] }

/** One sheet by a layout that is known, by one of the firm, or by its headings where the balances prove them. */
function readSheet(rows: readonly SheetRow[]): Reading | BankAsk | undefined {
  const at = headingRow(rows.map(({ cells }) => cells))
  const headings = (rows[at]?.cells ?? []).slice(0, MOST_BANK_COLUMNS).map(headingOf)
  while (headings.at(-1) === '') headings.pop()
  if (at < 0 || headings.length < 2) return undefined
  const below = rows.slice(at + 1)
  const by = (roles: ColumnRoles, layout: ReadStatement['layout'], guessed = false): Reading => {
    const read = bankLines(below, roles)
    return { ...read, layout, guessed, accounts: checkedAccounts(read.lines) }
  }
  const own = firm.get(layoutKey(headings))
  if (own) return by(own.roles, { name: own.name })
  const known = knownLayout(headings)
  if (known) return by(known.roles, { code: known.code })
  const roles = guessedRoles(headings)
  if (rolesSuffice(roles)) {
    const guess = by(roles, { name: '' }, true)
    const proved = guess.accounts.reduce((sum, { checked }) => sum + checked, 0)
    const broken = guess.accounts.some(({ breaks }) => breaks.length > 0)
    if (proved > 1 && !broken && guess.unread.length === 0) return guess
  }
  const filled = below.filter(({ cells }) => cells.some((cell) => textOf(cell) !== ''))
  // headings without a word we know may still stand over movements
  if (roles.every((role) => role === '') && !filled.some(looksMoved)) return undefined
  if (filled.length === 0) return undefined
  const samples = filled.slice(0, SAMPLES).map(({ cells }) => headings.map((_, column) => shortOf(cells[column])))
  return { headings, samples, roles: [...roles] }
}

/** A day, and beside it an amount. */
function looksMoved({ cells }: SheetRow): boolean {
  const day = cells.findIndex((cell) => typeof cell !== 'number' && parseDay(cell) !== undefined)
  return day >= 0 && cells.some((cell, at) => at !== day && Boolean(parseAmount(cell)))
}

const shortOf = (cell: SheetRow['cells'][number] | undefined) => textOf(cell ?? null).slice(0, SHORT)
const isReading = (one: Reading | BankAsk | undefined): one is Reading => one !== undefined && 'lines' in one

async function read(file: RunFile, seen: Map<string, string>): Promise<BankFile> {
  const twin = seen.get(file.sha256)
  if (twin !== undefined) return { twin }
  seen.set(file.sha256, file.name)
  try {
    const found = (await sheetsOf(file)).map(({ name, rows }) => ({ name, sheet: readSheet(rows) }))
    const readings = found.flatMap(({ sheet }) => (isReading(sheet) && sheet.lines.length > 0 ? sheet : []))
    const asked = found.flatMap(({ name, sheet }) => (sheet && !isReading(sheet) ? { name, ask: sheet } : []))
    const [first] = readings
    const ask = asked[0]?.ask
    if (!first) return ask ? { ask } : { problem: said('toolBankNone') }
    let flags = 0
    const other = { count: 0, sum: 0n }
    for (const { lines, accounts } of readings) {
      const marks = flagged(lines, rules)
      for (const [index, line] of lines.entries()) {
        const own = marks[index] ?? []
        if (own.length > 0) flags += 1
        if (line.other !== 0n) {
          other.count += 1
          other.sum += line.other
        }
        all.push({ file: file.name, line, flags: own })
      }
      for (const account of accounts) checks.push({ file: file.name, account })
    }
    const { layout, guessed } = first
    const accounts = readings.flatMap((one) => one.accounts)
    const unread = readings.flatMap((one) => one.unread)
    const left = asked.map(({ name }) => name)
    return { read: { layout, guessed, accounts, unread, flags, other, left }, ...(ask && { ask }) }
  } catch (error) {
    if (error instanceof TooMany) return { problem: said('toolBankTooMany', { limit: MOST_LINES }) }
    if (error instanceof FileProblem) return { problem: problemOf(error, file.name) }
    throw error
  }
}

const done: BankFile[] = []
const seen = new Map<string, string>()
for (const [at, file] of files.entries()) {
  const params = { at: at + 1, of: files.length, file: file.name }
  tell({ kind: 'progress', percent: (at / files.length) * 90, step: 'toolBankReading', params })
  done.push(await read(file, seen))
}
if (all.length > 0) {
  const parties = partySums(all.map(({ line }) => line))
  writeFileSync(to, await bankBook({ lines: all, parties, checks }, language), { mode: 0o600 })
}
tell({ kind: 'done', result: done })

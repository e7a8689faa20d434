import { writeFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { writeXlsx } from 'hucre/xlsx'
import type { TextKey } from '#contract/errors.ts'
import type { Params } from '#contract/texts.ts'
import type { Cell } from '#engine/ledger/cell.ts'
import type { WorkerSays } from '#server/kernel/worker-run.ts'
import { FileProblem } from '#server/ledger/read/file-problem.ts'
import { openWorkbook } from '#server/ledger/read/open-workbook.ts'
import { problemOf } from './file-words.ts'

// The thread that writes one workbook as xlsx without LibreOffice.

/** `tables`: a text, page or data file whose tables are read; `book`: a real workbook. */
export type ConvertOrder = { from: string; to: string; name: string; way: 'tables' | 'book' }
/** What it really was, and what was written; `problem` instead where it could not be read. */
export type Converted = {
  sheets: number
  rows: number
  container: string
  encoding: string
  problem?: { key: TextKey; params: Params }
}

const order: ConvertOrder = workerData

/** A number that loses nothing as one: at most 15 digits, no zero in front, no sign that makes it a code. */
const plainNumber = /^-?(?:0|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,14})(?:\.\d{1,8})?$/
const valueOf = (cell: Cell): Cell => {
  if (typeof cell !== 'string' || cell.length > 20 || !plainNumber.test(cell)) return cell
  return cell.replaceAll(/\D/g, '').length > 15 ? cell : Number(cell.replaceAll(',', ''))
}

async function tables(): Promise<Converted> {
  const book = await openWorkbook(order.from, order.name)
  try {
    const sheets: { name: string; rows: Cell[][] }[] = []
    let rows = 0
    for (const source of book.sheets) {
      const filled: Cell[][] = []
      for await (const batch of source.batches())
        for (const { row, cells } of batch.rows) {
          // rows that were left out were empty ones; their place stays
          while (filled.length < row - 1) filled.push([])
          filled.push(cells.map(valueOf))
          rows += 1
        }
      sheets.push({ name: sheetName(source.name, sheets.length), rows: filled })
    }
    if (sheets.length === 0) throw new FileProblem('fileNoTable')
    writeFileSync(order.to, await writeXlsx({ sheets }), { mode: 0o600 })
    return { sheets: sheets.length, rows, container: book.container, encoding: book.encoding ?? '' }
  } finally {
    book.close()
  }
}

const sheetName = (name: string, at: number) =>
  (name.replaceAll(/[\\/?*[\]:]/g, ' ').trim() || 'Sheet').slice(0, 27) + (at > 0 ? ` ${at + 1}` : '')

async function converted(): Promise<Converted> {
  try {
    if (order.way === 'tables') return await tables()
    // its library with all code pages is large: tables do without
    return (await import('./old-book.ts')).writeOldBook(order)
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    return { sheets: 0, rows: 0, container: '', encoding: '', problem: problemOf(error, order.name) }
  }
}

parentPort?.postMessage({ kind: 'done', result: await converted() } satisfies WorkerSays<Converted>, [])

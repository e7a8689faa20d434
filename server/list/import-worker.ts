import { parentPort, workerData } from 'node:worker_threads'
import type { TextKey } from '#contract/errors.ts'
import type { Params } from '#contract/texts.ts'
import { openWorkbook } from '../ledger/read/open-workbook.ts'
import { FileProblem } from '../ledger/read/file-problem.ts'
import { defaultLimits, type ReadLimits } from '../ledger/read/read-limits.ts'
import { workbookPart } from '../ledger/read/xlsx-parts.ts'
import { openZip } from '../ledger/read/zip-parts.ts'
import type { WorkerSays } from '#server/kernel/worker-run.ts'
import type { ReadOrder, SheetTable } from './import-file.ts'

// The thread that reads a person's workbook: values only, nothing of it is ever executed.

const MB = 1024 ** 2
const limits: ReadLimits = {
  ...defaultLimits,
  fileBytes: 20 * MB,
  wholeBytes: 10 * MB,
  unpackedBytes: 200 * MB,
  sharedCharacters: 20 * MB,
  columns: 200,
  cellCharacters: 32_767,
}

class Refused extends Error {
  readonly key: TextKey
  readonly params: Params
  constructor(key: TextKey, params: Params = {}) {
    super(key)
    this.key = key
    this.params = params
  }
}

const order: ReadOrder = workerData

/** The first visible sheet that holds anything. */
async function table(): Promise<SheetTable> {
  const book = await openWorkbook(order.path, order.name, { limits })
  try {
    if (book.container === 'xlsx') await refuseActive()
    for (const sheet of book.sheets.filter(({ hidden }) => !hidden)) {
      const rows: SheetTable = []
      for await (const batch of sheet.batches()) {
        for (const { row, cells, shown } of batch.rows) {
          const texts = cells.map((cell, at) => shown?.[at] ?? (cell === null ? '' : String(cell)))
          if (texts.every((text) => text.trim() === '')) continue
          if (book.container === 'text') refuseFormulaText(texts, row)
          rows.push({ row, cells: texts })
          // the head and some lines above it do not count
          if (rows.length > order.mostRows + 10) throw new Refused('importTooManyRows', { limit: order.mostRows })
        }
      }
      if (rows.length > 0) return rows
    }
    return []
  } finally {
    book.close()
  }
}

/** A text file has no types: what begins with = is a formula to every spreadsheet. */
function refuseFormulaText(texts: readonly string[], row: number) {
  const at = texts.findIndex((text) => /^\s*=/.test(text))
  if (at >= 0) throw new Refused('importFormula', { row, column: letters(at) })
}

const letters = (at: number): string =>
  (at < 26 ? '' : letters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))

const FORMULA = /<(?:\w+:)?c\b([^>]*)>\s*<(?:\w+:)?f[\s>/]/

/** Macros, and formulas on the sheets that are read. */
async function refuseActive() {
  const zip = await openZip(order.path, limits)
  try {
    if (zip.names.some((name) => /vbaProject|macrosheets?\//i.test(name))) throw new Refused('importMacro')
    const { sheets } = await workbookPart(zip, limits)
    for (const { part } of sheets.filter(({ hidden }) => !hidden).slice(0, 1)) {
      let tail = ''
      for await (const { text } of zip.text(part)) {
        const piece = tail + text
        const [found, attributes = ''] = FORMULA.exec(piece) ?? []
        const [, column = '?', row = '?'] = /\br="([A-Z]+)(\d+)"/.exec(attributes) ?? []
        if (found !== undefined) throw new Refused('importFormula', { row, column })
        // a cell's opening tag may lie across two pieces
        tail = piece.slice(-400)
      }
    }
  } finally {
    zip.close()
  }
}

const tell = (said: WorkerSays<SheetTable>) => parentPort?.postMessage(said, [])
try {
  tell({ kind: 'done', result: await table() })
} catch (error) {
  if (error instanceof Refused) tell({ kind: 'refused', key: error.key, params: error.params })
  else if (error instanceof FileProblem) tell({ kind: 'refused', key: error.code, params: error.params })
  else throw error
}

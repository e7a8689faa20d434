import { writeFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { writeXlsx } from 'hucre/xlsx'
import type { TextKey } from '#contract/errors.ts'
import type { Params } from '#contract/texts.ts'
import type { Block } from '#engine/retrieval/block.ts'
import { fenOf } from '#engine/invoice/invoice-facts.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { WorkerSays } from '#server/kernel/worker-run.ts'
import { defaultDocumentLimits } from '../document/document-reading.ts'
import { readFileBlocks } from '../document/read-file-blocks.ts'
import { safeText } from '../list/safe-text.ts'

// The thread that takes the tables, or all text, of one document into a workbook.

export type TablesOrder = { from: string; to: string; name: string; what: 'tables' | 'all'; ocr: string | null }
export type TablesDone = { tables: number; rows: number; unread: number; problem?: { key: TextKey; params: Params } }

const order: TablesOrder = workerData

/** An amount is a number, so that it can be summed; a long number and a code stay text. */
const valueOf = (text: string): string | number => {
  if (!/^-?[\d,]{1,18}\.\d{2}$/.test(text)) return safeText(text)
  const fen = fenOf(text)
  return fen === null ? safeText(text) : fen / 100
}

const rowsOf = (block: Block): (string | number)[][] => {
  if (block.kind !== 'table') return block.text.split('\n').map((line) => [safeText(line)])
  return block.rows.map(({ cells }) => {
    const row: (string | number)[] = []
    for (const { column, text, merged } of cells) {
      while (row.length < column - 1) row.push('')
      row[column - 1] = merged ? '' : valueOf(text)
    }
    return row
  })
}

async function taken(): Promise<TablesDone> {
  try {
    const { blocks, unread } = await readFileBlocks(order.from, order.name, {
      ...defaultDocumentLimits,
      ocr: order.ocr,
    })
    const tables = blocks.filter(({ kind }) => kind === 'table')
    if (order.what === 'tables' && tables.length === 0)
      return { tables: 0, rows: 0, unread: unread.length, problem: { key: 'toolNoTables', params: {} } }
    const sheets =
      order.what === 'all'
        ? [{ name: 'Sheet1', rows: blocks.flatMap(rowsOf) }]
        : tables.map((table, at) => ({ name: sheetName(table, at), rows: rowsOf(table) }))
    writeFileSync(order.to, await writeXlsx({ sheets }), { mode: 0o600 })
    return {
      tables: tables.length,
      rows: sheets.reduce((sum, { rows }) => sum + rows.length, 0),
      unread: unread.length,
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { tables: 0, rows: 0, unread: 0, problem: { key: error.key, params: error.params } }
  }
}

/** The page a table stands on, and which it is. */
const sheetName = ({ origin }: Block, at: number) => `${at + 1}${origin.page === undefined ? '' : ` (p${origin.page})`}`

parentPort?.postMessage({ kind: 'done', result: await taken() } satisfies WorkerSays<TablesDone>, [])

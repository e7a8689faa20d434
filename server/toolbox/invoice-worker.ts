import { parentPort, workerData } from 'node:worker_threads'
import type { TextKey } from '#contract/errors.ts'
import type { Params } from '#contract/texts.ts'
import type { InvoiceFacts } from '#engine/invoice/invoice-facts.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { WorkerSays } from '#server/kernel/worker-run.ts'
import { factsOf, kindOf, LeftOut } from './receipt.ts'
import type { RunFile } from './runner.ts'

// The thread that reads invoices.

export type InvoiceOrder = { files: readonly RunFile[]; ocr: string | null }
/** What one file says, or why it could not be read. */
export type ReadInvoice = { facts?: InvoiceFacts; problem?: { key: TextKey; params: Params } }

const { files, ocr }: InvoiceOrder = workerData
const tell = (said: WorkerSays<ReadInvoice[]>) => parentPort?.postMessage(said, [])

async function read(file: RunFile): Promise<ReadInvoice> {
  try {
    const kind = /\.xml$/i.test(file.name) ? 'xml' : await kindOf(file)
    if (kind === 'picture' && ocr === null) return { problem: { key: 'toolPictureInvoice', params: {} } }
    const facts = await factsOf(file, kind, ocr)
    return facts.known ? { facts } : { problem: { key: 'toolNoInvoice', params: {} } }
  } catch (error) {
    if (error instanceof LeftOut) return { problem: { key: error.key, params: error.params } }
    // what this file does to its reader is its own trouble; the others are read
    return {
      problem: error instanceof Refusal ? { key: error.key, params: error.params } : { key: 'toolBroken', params: {} },
    }
  }
}

const done: ReadInvoice[] = []
for (const [at, file] of files.entries()) {
  const params = { at: at + 1, of: files.length, file: file.name }
  tell({ kind: 'progress', percent: (at / files.length) * 100, step: 'toolMerging', params })
  done.push(await read(file))
}
tell({ kind: 'done', result: done })

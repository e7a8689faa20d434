import { statSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { voucherKey } from '#engine/ledger/journal-lines.ts'
import { answersOf } from '#engine/ledger/column-signature.ts'
import type { JournalLine, Origin } from '#engine/ledger/model.ts'
import type { TextKey } from '#contract/errors.ts'
import type { Params } from '#contract/texts.ts'
import type { ImportMessage, ImportOrder, ImportOutcome, StoredFile } from './import-message.ts'
import { ImportRefused, refuseUnusable, storeRefusal } from './import-refused.ts'
import { openImportStore } from './import-store.ts'
import { type Dropped, ledgerWriter } from './ledger-writer.ts'
import { type Dataset, readDataset } from './read/read-dataset.ts'
import { previousBooks } from './previous-books.ts'
import { type BesideFiles, reportOf } from './stored-report.ts'
import { sheetKey, storedSheets, type StoredSheet } from './stored-sheet.ts'
import { summaryOf } from './summary.ts'

// The thread that reads, verifies and stores one dataset. It tells the main thread how far it is and what came of it;
// when it is ended from outside, the main thread puts the project right.

/** How much of the whole is reading. */
const READING = 85
const EVERY_MS = 100

const order: ImportOrder = workerData
const tell = (message: ImportMessage) => parentPort?.postMessage(message, [])

async function run(): Promise<ImportOutcome> {
  const store = await openImportStore(order.database, order.actor)
  try {
    const beside: BesideFiles = { sha256: order.files.map(({ sha256 }) => sha256) }
    await store.transact(async (client) => {
      beside.previous = await previousBooks(client, order.datasetId)
    })
    const writer = ledgerWriter(store, order.datasetId)
    const taken = new Map<string, number>()
    const voided: Dropped[] = []
    tell({ kind: 'progress', percent: 0, step: 'importOpening', params: {} })
    const progress = progressByBytes(() => writer.lines)
    const dataset = await readDataset(order.files, {
      year: order.year,
      answers: answersOf(order.answers, order.remembered),
      onPlans(opened) {
        understood = storedFiles(opened, storedSheets(opened.plans, [], new Map(), order.answers))
        refuseUnusable(opened, order)
      },
      onProgress: progress,
      onLines: (lines, places) => {
        count(taken, lines)
        for (const line of lines) if (line.voided) voided.push(voidedRow(line))
        return writer.add(lines, places)
      },
    })
    refuseUnusable(dataset, order)
    tell({ kind: 'progress', percent: READING, step: 'importVerifying', params: {} })
    const { ledger } = dataset.built
    countTables(taken, dataset)
    const dropped: Dropped[] = [...dataset.dropped, ...voided]
    await writer.finish({ ...ledger, dropped })
    // looked into while the rest is being stored
    const { report, blocking, warnings } = reportOf(dataset, beside)
    const sheets = storedSheets(dataset.plans, dropped, taken, order.answers)
    tell({ kind: 'progress', percent: 92, step: 'importVerifying', params: {} })
    await writer.done()
    tell({ kind: 'progress', percent: 98, step: 'importFinishing', params: {} })
    return {
      standard: dataset.built.standard,
      summary: summaryOf(dataset.built, dataset.plans, dropped.length),
      report,
      files: storedFiles(dataset, sheets),
      blocking,
      warnings,
    }
  } finally {
    await store.close()
  }
}

/** How the files were understood, known before their rows are read. */
let understood: StoredFile[] | undefined

const storedFiles = ({ files }: Pick<Dataset, 'files'>, sheets: ReadonlyMap<number, StoredSheet[]>): StoredFile[] =>
  files.map(({ container, encoding }, file) => ({
    container: container ?? '',
    encoding: encoding ?? '',
    sheets: sheets.get(file) ?? [],
  }))

/** Each file's share is its size; a file with several sheets is as far as the furthest of them. */
function progressByBytes(rows: () => number) {
  const sizes = order.files.map(({ path }) => statSync(path).size)
  const all = sizes.reduce((sum, size) => sum + size, 0)
  const parts = sizes.map(() => 0)
  let told = 0
  return ({ file, part, whole }: { file: number; part: number; whole: number }) => {
    parts[file] = Math.max(parts[file] ?? 0, Math.min(1, part / Math.max(whole, 1)))
    if (Date.now() - told < EVERY_MS) return
    told = Date.now()
    const done = parts.reduce((sum, share, at) => sum + share * (sizes[at] ?? 0), 0)
    const name = order.files[file]?.name ?? ''
    const [step, params]: [TextKey, Params] =
      rows() > 0 ? ['importWriting', { file: name, rows: rows() }] : ['importReading', { file: name }]
    tell({ kind: 'progress', percent: (done / Math.max(all, 1)) * READING, step, params })
  }
}

const count = (taken: Map<string, number>, rows: readonly Pick<JournalLine, 'origin'>[]) => {
  // rows of one sheet follow each other
  let key = ''
  let above: Origin | undefined
  for (const { origin } of rows) {
    if (origin.file !== above?.file || origin.sheet !== above.sheet) key = sheetKey(origin)
    above = origin
    taken.set(key, (taken.get(key) ?? 0) + 1)
  }
}

/** Accounts that no row prints (parents inferred, accounts only the journal uses) are nobody's row. */
function countTables(taken: Map<string, number>, { built, trialBalance, priorTrialBalance }: Dataset) {
  const { ledger } = built
  const made = new Set([...built.unprinted, ...(trialBalance?.inferred ?? [])])
  const madePrior = new Set(priorTrialBalance?.inferred)
  count(
    taken,
    ledger.accounts.filter(({ code }) => !made.has(code)),
  )
  count(
    taken,
    ledger.prior.filter(({ code }) => !madePrior.has(code)),
  )
  count(taken, ledger.dimensions)
  count(taken, ledger.statements)
  count(taken, ledger.assets)
  count(taken, ledger.priorReturn)
}

const voidedRow = (line: JournalLine): Dropped => ({
  origin: line.origin,
  reason: 'voided',
  text: [line.date, voucherKey(line), line.account, line.summary].join(' | ').slice(0, 120),
})

try {
  tell({ kind: 'done', result: await run() })
} catch (error) {
  const refused = error instanceof ImportRefused ? error : storeRefusal(error)
  if (!refused) throw error
  const { key, params } = refused
  if (understood && error instanceof ImportRefused)
    tell({ kind: 'done', result: { refused: key, params, files: understood } })
  else tell({ kind: 'refused', key, params })
}

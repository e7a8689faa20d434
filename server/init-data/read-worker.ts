import { parentPort, workerData } from 'node:worker_threads'
import type { ColumnAnswers } from '#engine/ledger/column-signature.ts'
import type { WorkerSays } from '#server/kernel/worker-run.ts'
import { readDataset } from '../ledger/read/read-dataset.ts'
import { storedSheets, type StoredSheet } from '../ledger/stored-sheet.ts'

// The thread that reads a return or a trial balance of a client's earlier year. It stores nothing.

export type ReadOrder = { path: string; name: string; year: number; remembered: ColumnAnswers }
export type ReadOutcome = {
  problem: string
  asks: boolean
  cells: { cell: string; amount: bigint | null; sheet: string; row: number }[]
  accounts: { code: string; name: string; fullName: string; leaf: boolean; closing: bigint }[]
  sheets: StoredSheet[]
}

const order: ReadOrder = workerData
const tell = (message: WorkerSays<ReadOutcome>) => parentPort?.postMessage(message, [])

async function run(): Promise<ReadOutcome> {
  const { path, name, year, remembered } = order
  const files = [{ path, name }]
  // a filed return is read by the year after it, a trial balance by its own
  const asNext = await readDataset(files, { year: year + 1, answers: remembered })
  const asOwn = await readDataset(files, { year, answers: remembered })
  const [first] = asNext.files
  const plans = asNext.plans.map((plan, at) => {
    const own = asOwn.plans[at]
    return plan.use === 'tax_return' || own === undefined || own.use === 'tax_return' ? plan : own
  })
  const codes = new Set<string>()
  return {
    problem: first?.problem?.code ?? '',
    asks: plans.some(({ reading }) => reading.questions.length > 0),
    // the first row of a cell counts
    cells: asNext.built.ledger.priorReturn.flatMap(({ cell, amount, origin }) => {
      if (codes.has(cell)) return []
      codes.add(cell)
      return { cell, amount, sheet: origin.sheet, row: origin.row }
    }),
    accounts: asOwn.trialBalance
      ? asOwn.built.ledger.accounts.map(({ code, name: short, fullName, leaf, closing }) => ({
          code,
          name: short,
          fullName,
          leaf,
          closing,
        }))
      : [],
    sheets: storedSheets(plans, [], new Map()).get(0) ?? [],
  }
}

tell({ kind: 'done', result: await run() })

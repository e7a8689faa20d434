import type { ColumnAnswers } from '#engine/ledger/column-signature.ts'
import type { BuiltLedger } from '#engine/ledger/ledger-builder.ts'
import type { PrintedAccount } from '#engine/ledger/journal-lines.ts'
import type { JournalLine } from '#engine/ledger/model.ts'
import type { DroppedRow, RowRemark } from '#engine/ledger/row-class.ts'
import { planSheets, type SheetPlan } from '#engine/ledger/sheet-plan.ts'
import type { TrialBalance } from '#engine/ledger/trial-balance.ts'

import { dimensionNames } from './dimension-names.ts'
import type { FileProblem } from './file-problem.ts'
import { inspectFiles, type Inspection } from './inspect-files.ts'
import type { ReadLimits } from './read-limits.ts'
import { readSheets } from './read-sheets.ts'
import type { Container } from './sheet-source.ts'

/** A file to read: where it lies and what the client called it. */
export type DatasetFile = { path: string; name: string }

export type DatasetOptions = {
  /** The project's year. */
  year: number
  limits?: ReadLimits
  signal?: AbortSignal
  /** What people said about columns that could not be decided, now or in an earlier import of this client. */
  answers?: ColumnAnswers
  /** Called when all sheets are recognised and none is read yet; what it throws ends the reading. */
  onPlans?: (opened: { files: FileReading[]; plans: SheetPlan[] }) => void
  /** Called often; `part` of `whole` bytes of one file. */
  onProgress?: (progress: { file: number; part: number; whole: number }) => void
  /**
   * Journal lines as they are read, in order, with origin, and the place of each one's voucher among those of the journal
   * (-1: void); awaited, so that a slow store slows the reading.
   */
  onLines?: (lines: JournalLine[], places: number[]) => void | Promise<void>
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
  /** `01` to `12`: months between the first and the last table of a single month that no table is of. */
  missingMonths: string[]
  dropped: DroppedRow[]
  remarks: RowRemark[]
  inherited: number
  /** Accounts the journal prints, with their names, by code. */
  used: ReadonlyMap<string, PrintedAccount>
}

/**
 * Reads a client's files as one dataset: recognises every sheet, then reads the trial balances, the tables by customer,
 * the statements, the register and the return, and last the journals, streaming. A file that cannot be read is reported
 * and the others go on; an abort rejects with the signal's reason. Runs in a worker.
 */
export async function readDataset(files: readonly DatasetFile[], options: DatasetOptions): Promise<Dataset> {
  const inspection: Inspection = { books: [], readings: [], found: [], skipped: [] }
  try {
    await inspectFiles(files, options, inspection)
    const planned = planSheets(inspection.found, options.year)
    const codes = new Map(planned.map((plan, index) => [plan, inspection.found[index]?.codes ?? []]))
    const open = planned.flatMap((plan) => {
      const source = inspection.books[plan.file]?.sheets[plan.sheet]
      return source && plan.use !== null ? [{ plan, source, codes: codes.get(plan) ?? [] }] : []
    })
    const names = await dimensionNames(inspection, planned, options.signal)
    options.onPlans?.({ files: inspection.readings, plans: [...planned, ...inspection.skipped] })
    const read = await readSheets(open, inspection.readings, options, names)
    return { files: inspection.readings, plans: [...planned, ...inspection.skipped], ...read }
  } finally {
    for (const book of inspection.books) book?.close()
  }
}

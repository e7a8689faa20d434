import type { TextKey } from '#contract/errors.ts'
import type { Params } from '#contract/texts.ts'
import type { ColumnAnswers } from '#engine/ledger/column-signature.ts'
import type { Standard } from '#engine/ledger/model.ts'
import type { Actor } from '#server/kernel/database.ts'
import type { WorkerSays } from '#server/kernel/worker-run.ts'
import type { StoredReport } from './stored-report.ts'
import type { StoredSheet } from './stored-sheet.ts'
import type { Summary } from './summary.ts'
import type { ClientConfig } from 'pg'

/** What the thread that reads is given. Files are numbered by their place: origins name that number. */
export type ImportOrder = {
  database: ClientConfig
  actor: Actor
  datasetId: string
  year: number
  files: { path: string; name: string; sha256: string }[]
  /** What people said about columns that could not be decided. */
  answers: ColumnAnswers
  /** What was said in earlier imports of the client. */
  remembered: ColumnAnswers
}

/** How one file was understood. */
export type StoredFile = { container: string; encoding: string; sheets: StoredSheet[] }

/** What came of reading and verifying: everything of a dataset but its rows, which are in the database by then. */
export type ImportOutcome = {
  standard: Standard
  summary: Summary
  report: StoredReport
  /** By file number. */
  files: StoredFile[]
  blocking: number
  warnings: number
}

/** Files that were understood and cannot become a ledger: why, and what is asked about them. */
export type ImportRefusal = { refused: TextKey; params: Params; files: StoredFile[] }

/** What the thread says. A refusal of files that were understood is a result, so that their questions can be shown. */
export type ImportMessage = WorkerSays<ImportOutcome | ImportRefusal>

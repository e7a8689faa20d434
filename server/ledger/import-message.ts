import type { TextKey } from '#contract/errors.ts'
import type { Params } from '#contract/texts.ts'
import type { Standard } from '#engine/ledger/model.ts'
import type { Actor } from '#server/kernel/database.ts'
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
  files: { path: string; name: string }[]
}

/** What came of reading and verifying: everything of a dataset but its rows, which are in the database by then. */
export type ImportOutcome = {
  standard: Standard
  summary: Summary
  report: StoredReport
  /** By file number. */
  files: { container: string; encoding: string; sheets: StoredSheet[] }[]
  blocking: number
  warnings: number
}

/** What the thread says. `refused` is for the person who imports; anything else that goes wrong ends the thread. */
export type ImportMessage =
  | { type: 'progress'; percent: number; step: TextKey; params: Params }
  | { type: 'refused'; key: TextKey; params: Params }
  | { type: 'done'; outcome: ImportOutcome }

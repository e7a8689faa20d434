import type { SheetRow } from '#engine/ledger/cell.ts'

import type { FileProblem } from './file-problem.ts'

/** What a file really is, whatever its name says. */
export type Container =
  | 'xlsx'
  | 'xls'
  | 'xlsb'
  | 'ods'
  | 'sylk'
  | 'dif'
  | 'text'
  | 'html'
  | 'spreadsheetml'
  | 'xml'
  | 'json'
  | 'zip'

/** Some rows of a sheet, with how much of the sheet has been read (in the source's own unit; `total` may be an estimate). */
export type RowBatch = { rows: SheetRow[]; consumed: number; total: number }

/**
 * One sheet. `batches` may be called again: each call reads from the start. Rows without cells are left out. A source may
 * leave the cells of columns empty that are not `wanted`.
 */
export type SheetSource = {
  name: string
  /** The member of an archive it comes from, as the client named it. */
  file?: string
  hidden: boolean
  /** Whether cells may be printed in red letters; where a file cannot say so it is left out. */
  mayBeRed?(): Promise<boolean>
  batches(signal?: AbortSignal, wanted?: ReadonlySet<number>): AsyncGenerator<RowBatch, void, undefined>
}

/** An open file of tables. Close it when done; errors while reading are `FileProblem`s. */
export type Workbook = {
  /** The name the client gave the file. */
  file: string
  container: Container
  /** Of text files: `utf-8`, `gb18030`, `big5`, `utf-16le`, `utf-16be`. */
  encoding: string | null
  sheets: SheetSource[]
  /** Members of an archive that are no tables. */
  skipped?: { name: string; problem: FileProblem }[]
  close(): void
}

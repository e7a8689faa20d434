import type { SheetRow } from '#engine/ledger/cell.ts'

/** What a file really is, whatever its name says. */
export type Container = 'xlsx' | 'xls' | 'text' | 'html' | 'spreadsheetml'

/** Some rows of a sheet, with how much of the sheet has been read (in the source's own unit; `total` may be an estimate). */
export type RowBatch = { rows: SheetRow[]; consumed: number; total: number }

/** One sheet. `batches` may be called again: each call reads from the start. Rows without cells are left out. */
export type SheetSource = {
  name: string
  hidden: boolean
  batches(signal?: AbortSignal): AsyncGenerator<RowBatch, void, undefined>
}

/** An open file of tables. Close it when done; errors while reading are `FileProblem`s. */
export type Workbook = {
  /** The name the client gave the file. */
  file: string
  container: Container
  /** Of text files: `utf-8`, `gb18030`, `utf-16le`, `utf-16be`. */
  encoding: string | null
  sheets: SheetSource[]
  close(): void
}

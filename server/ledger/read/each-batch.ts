import { namesCompany } from '#engine/ledger/companies.ts'
import type { SheetRow } from '#engine/ledger/cell.ts'
import type { SheetPlan } from '#engine/ledger/sheet-plan.ts'

import { FileProblem } from './file-problem.ts'
import type { DatasetOptions, FileReading } from './read-dataset.ts'
import type { SheetSource } from './sheet-source.ts'

/** A sheet that is read; `codes` are account codes of its first rows. */
export type OpenSheet = { plan: SheetPlan; source: SheetSource; codes: string[] }

/** Hands over the batches of a sheet; a problem met in the middle of a file is that file's. */
export async function eachBatch(
  { plan, source }: OpenSheet,
  files: FileReading[],
  options: DatasetOptions,
  take: (rows: SheetRow[]) => void | Promise<void>,
): Promise<void> {
  try {
    for await (const batch of source.batches(options.signal, wantedColumns(plan))) {
      for (const row of batch.rows) if (row.uncalculated) checkCalculated(row, plan)
      await take(batch.rows)
      options.onProgress?.({ file: plan.file, part: batch.consumed, whole: batch.total })
    }
  } catch (error) {
    const file = files[plan.file]
    if (!(error instanceof FileProblem) || !file) throw error
    file.problem = error
  }
}

/** A figure that was never worked out is not nothing: the file is to be saved by a program that calculates. */
function checkCalculated({ row, uncalculated = [] }: SheetRow, { reading: { columns, header, sheet } }: SheetPlan) {
  const column = uncalculated.find((at) => columns.length === 0 || (columns[at]?.role ?? 'other') !== 'other')
  if (column !== undefined && row >= (header?.firstDataRow ?? 0))
    throw new FileProblem('fileNotCalculated', { sheet, row, column: column + 1 })
}

/** Columns left of this are read whatever they mean: titles, totals and footers stand there. */
const ALWAYS = 3

/** Of a journal, a wide one above all, the columns that mean something. */
function wantedColumns({ use, reading }: SheetPlan): ReadonlySet<number> | undefined {
  if (use !== 'journal') return undefined
  const meant = reading.columns
    .filter(({ role, header }) => role !== 'other' || namesCompany(header))
    .map(({ column }) => column)
  return new Set([...Array.from({ length: ALWAYS }, (_, column) => column), ...meant])
}

/** All rows of a sheet that has to be seen whole. */
export async function wholeSheet(sheet: OpenSheet, files: FileReading[], options: DatasetOptions): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  await eachBatch(sheet, files, options, (batch) => {
    for (const row of batch) rows.push(row)
  })
  return rows
}

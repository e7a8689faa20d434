import type { SheetRow } from '#engine/ledger/cell.ts'
import { textOf } from '#engine/ledger/cell.ts'
import { columnsByRole } from '#engine/ledger/column-reading.ts'
import { continuationOf } from '#engine/ledger/continuation.ts'
import { detectionRows, detectSheet } from '#engine/ledger/detect.ts'
import { headerFollower, reshapingOf } from '#engine/ledger/reshape.ts'
import type { SheetPlan } from '#engine/ledger/sheet-plan.ts'
import type { SheetReading } from '#engine/ledger/sheet-reading.ts'

import { FileProblem } from './file-problem.ts'
import { openWorkbook } from './open-workbook.ts'
import type { DatasetFile, DatasetOptions, FileReading } from './read-dataset.ts'
import { reshaped } from './reshaped.ts'
import type { SheetSource, Workbook } from './sheet-source.ts'

/** A sheet that was looked at. `codes` are account codes of its first rows. */
export type InspectedSheet = {
  file: number
  sheet: number
  reading: SheetReading
  codes: string[]
  hidden: boolean
  /** The first data rows as text, to tell copies from other contents. */
  print: string
}

/** All files opened and all sheets recognised; `books` are to be closed. */
export type Inspection = {
  books: (Workbook | null)[]
  readings: FileReading[]
  found: InspectedSheet[]
  /** Members of archives that are no tables. */
  skipped: SheetPlan[]
}

/** Opens every file and recognises its sheets; a file that cannot be read is reported in `readings`. */
export async function inspectFiles(
  files: readonly DatasetFile[],
  options: DatasetOptions,
  inspection: Inspection,
): Promise<void> {
  let before: SheetReading | undefined
  for (const [file, { path, name }] of files.entries()) {
    const reading: FileReading = { name, container: null, encoding: null, problem: null }
    inspection.readings.push(reading)
    let book: Workbook | null = null
    try {
      book = await openWorkbook(path, name, {
        ...(options.limits && { limits: options.limits }),
        ...(options.signal && { signal: options.signal }),
      })
      inspection.books.push(book)
      reading.container = book.container
      reading.encoding = book.encoding
      const seen = inspection.found.length
      for (const [sheet, source] of book.sheets.entries()) {
        let { rows, reds } = await firstRows(source, options.signal)
        if (rows.length === 0) continue
        const reshaping = reshapingOf(rows)
        if (reshaping) {
          book.sheets[sheet] = reshaped(source, reshaping, { file: source.file ?? name, whole: true })
          ;({ rows, reds } = await firstRows(book.sheets[sheet], options.signal))
        }
        const input = { rows, reds, sheet: source.name, file: source.file ?? name, answers: options.answers }
        let detected = detectSheet(input)
        if (detected.kind === 'unknown' && before) detected = continuationOf(before, input) ?? detected
        if (detected.kind === 'journal') before = detected
        if (followed.has(detected.kind) && detected.header) {
          const { columns, header } = detected
          const plain = book.sheets[sheet] ?? source
          book.sheets[sheet] = reshaped(plain, () => headerFollower(columns, header.firstDataRow), {
            file: source.file ?? name,
            whole: false,
          })
        }
        const first = detected.header?.firstDataRow ?? 0
        const print = rows
          .filter(({ row }) => row >= first)
          .map(({ cells }) => cells.map(textOf).join('\t').trim())
          .join('\n')
        const codes = codesIn(detected, rows)
        inspection.found.push({ file, sheet, reading: detected, codes, hidden: source.hidden, print })
      }
      for (const { name: member, problem } of book.skipped ?? [])
        inspection.skipped.push(skippedPlan(file, { name, member, problem }))
      if (inspection.found.length === seen) throw new FileProblem('fileNoTable', { file: name })
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error
      if (book === null) inspection.books.push(null)
      inspection.found = inspection.found.filter((one) => one.file !== file)
      reading.problem = error
    }
  }
}

/** Tables that may go on below under another header. */
const followed: ReadonlySet<SheetReading['kind']> = new Set(['trial_balance', 'aux_balance', 'journal'])

/** So many rows in red letters show what is asked about. */
const MOST_RED = 20

/** The rows that detection needs, and rows below them in red letters, for which a sheet that may have any is read on. */
async function firstRows(source: SheetSource, signal?: AbortSignal): Promise<{ rows: SheetRow[]; reds: SheetRow[] }> {
  const rows: SheetRow[] = []
  const reds: SheetRow[] = []
  for await (const batch of source.batches(signal)) {
    const missing = Math.max(0, detectionRows - rows.length)
    rows.push(...batch.rows.slice(0, missing))
    reds.push(...batch.rows.slice(missing).filter(({ red }) => red !== undefined))
    if (rows.length < detectionRows) continue
    if (reds.length >= MOST_RED || !(await source.mayBeRed?.())) break
  }
  return { rows, reds: reds.slice(0, MOST_RED) }
}

function codesIn({ columns, header }: SheetReading, rows: readonly SheetRow[]): string[] {
  const { account_code: column } = columnsByRole(columns)
  if (column === undefined || !header) return []
  return rows
    .filter(({ row }) => row >= header.firstDataRow)
    .map(({ cells }) => textOf(cells[column]))
    .filter((text) => text !== '')
}

/** A member of an archive that is no table, as a sheet that is not used. */
function skippedPlan(
  file: number,
  { name, member, problem }: { name: string; member: string; problem: FileProblem },
): SheetPlan {
  const params = { sheet: `${name} · ${member}`, kind: String(problem.params['kind'] ?? '') }
  return {
    file,
    sheet: -1,
    use: null,
    year: null,
    month: null,
    asks: [],
    remarks: [{ severity: 'info', code: 'memberSkipped', params }],
    reading: {
      file: name,
      sheet: member,
      kind: 'unknown',
      margin: 0,
      runnerUp: null,
      evidence: [],
      header: null,
      columns: [],
      balanceStyle: null,
      amountStyle: null,
      multiplier: 1,
      company: null,
      period: null,
      periodVotes: [],
      vendor: null,
      signature: '',
      questions: [],
      asks: [],
      said: {},
      accountTitle: null,
    },
  }
}

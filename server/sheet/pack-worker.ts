import { writeFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import type { PaperSheet } from '#contract/paper.ts'
import type { WorkerSays } from '#server/kernel/worker-run.ts'
import { type BoundNote, workbookFile } from '../paper/workbook-file.ts'

// The thread that writes a project's papers, each as a file, and packs them.

type Row = readonly (string | number)[]
/** A sheet of the archive beside the papers: headings and rows. */
export type PackTable = { file: string; sheet: string; head: readonly string[]; rows: readonly Row[]; widths: number[] }
export type PackTask = {
  path: string
  title: string
  company: string
  papers: readonly { file: string; sheet: PaperSheet; notes: ReadonlyMap<string, BoundNote> }[]
  tables: readonly PackTable[]
}

const order: PackTask = workerData
const tell = (said: WorkerSays<{ files: number }>) => parentPort?.postMessage(said, [])

const head = {
  font: { name: '微软雅黑', size: 10, bold: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'FBFAF7' } },
} as const

const table = ({ sheet, head: titles, rows, widths }: PackTable) =>
  writeXlsx({
    sheets: [
      {
        name: sheet,
        columns: widths.map((width) => ({ width })),
        rows: [[...titles], ...rows.map((row) => [...row])],
        cells: new Map(titles.map((_, column) => [`0,${column}`, { style: head }])),
        freezePane: { rows: 1 },
      },
    ],
    defaultFont: { name: '微软雅黑', size: 10 },
  })

const files: Record<string, Uint8Array> = {}
for (const one of order.tables) files[one.file] = await table(one)
for (const [at, { file, sheet, notes }] of order.papers.entries()) {
  const { title, company } = order
  files[file] = await workbookFile({ title: `${title} ${sheet.name}`, company, sheets: [sheet], notes })
  const params = { done: at + 1, total: order.papers.length }
  tell({ kind: 'progress', percent: ((at + 1) / order.papers.length) * 95, step: 'sheetPackaging', params })
}
// what an xlsx holds is packed already
writeFileSync(order.path, zipSync(files, { level: 0 }), { mode: 0o600 })
tell({ kind: 'done', result: { files: Object.keys(files).length } })

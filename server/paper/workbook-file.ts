import { type Cell, cellRef, type CellValue, type MergeRange, writeXlsx } from 'hucre/xlsx'
import type { PaperSheet } from '#contract/paper.ts'
import { cellStyle } from './workbook-style.ts'

/** What a reader of the file should know of a bound cell: its formula in words, whether it waits for a person, whether one decided it. */
export type BoundNote = { note: string; waiting: boolean; overridden?: boolean }

type Sheet = Parameters<typeof writeXlsx>[0]['sheets'][number]
type Name = { name: string; range: string; comment?: string }

/**
 * The papers as an xlsx file: A4, one sheet per paper, totals as real formulas with their values. Each bound cell is a defined
 * name (`C15.allowed`, `B04.amount.12`), so that it is found again in a file that came back. Text stays text: a summary
 * that begins with = is never a formula.
 */
export async function workbookFile(book: {
  title: string
  company: string
  sheets: readonly PaperSheet[]
  notes: ReadonlyMap<string, BoundNote>
}): Promise<Uint8Array> {
  const titles = sheetTitles(book.sheets)
  const names: Name[] = []
  const taken = new Set<string>()
  const sheets = book.sheets.map((sheet, index) => {
    const title = titles[index] ?? sheet.id
    for (const found of boundNames(sheet, title)) {
      const key = found.name.toLowerCase()
      if (!taken.has(key)) names.push(found)
      taken.add(key)
    }
    return worksheet(sheet, title, book)
  })
  return writeXlsx({
    sheets,
    namedRanges: names,
    properties: { title: book.title, company: book.company, creator: 'Digao 底稿' },
    defaultFont: { name: '微软雅黑', size: 10 },
  })
}

/** `A01 试算平衡表`: without what Excel forbids in a sheet's name, at most 31 characters, no two alike. */
export function sheetTitles(sheets: readonly Pick<PaperSheet, 'id' | 'name'>[]): string[] {
  const taken = new Set<string>()
  return sheets.map(({ id, name }) => {
    const wanted = `${id} ${name}`
      .replace(/[\\/?*[\]:]/g, ' ')
      .replace(/^'+|'+$/g, '')
      .trim()
    const base = wanted.slice(0, 31).trimEnd()
    let title = base
    for (let n = 2; taken.has(title.toLowerCase()); n += 1) title = `${base.slice(0, 31 - ` ${n}`.length)} ${n}`
    taken.add(title.toLowerCase())
    return title
  })
}

/** Cells with the column each begins at: a cell that spans moves its neighbours on. */
function* placed(sheet: PaperSheet) {
  for (const [row, { cells }] of sheet.rows.entries()) {
    let column = 0
    for (const cell of cells) {
      yield { row, column, cell }
      column += cell.span ?? 1
    }
  }
}

/** A binding as Excel takes a name: `B04.amount@12` becomes `B04.amount.12`. */
export const definedName = (binding: string): string => binding.replace(/[^\p{L}\p{N}_.]/gu, '.')

function boundNames(sheet: PaperSheet, title: string): Name[] {
  const names: Name[] = []
  for (const { row, column, cell } of placed(sheet)) {
    if (cell.binding === undefined) continue
    const place = cellRef(row, column).replace(/^([A-Z]+)(\d+)$/, '$$$1$$$2')
    names.push({ name: definedName(cell.binding), range: `'${title.replaceAll("'", "''")}'!${place}` })
  }
  return names
}

function worksheet(
  sheet: PaperSheet,
  title: string,
  { company, notes }: { company: string; notes: ReadonlyMap<string, BoundNote> },
): Sheet {
  const cells = new Map<string, Partial<Cell>>()
  const merges: MergeRange[] = []
  // first cells of rows that a merged cell above them covers
  const under = new Set<string>()
  for (const { row, column, cell } of placed(sheet)) {
    const bound = cell.binding === undefined ? undefined : notes.get(cell.binding)
    const { waiting = false, overridden = false } = bound ?? {}
    const look = cell.look === undefined ? undefined : sheet.looks?.[cell.look]
    const style = cellStyle(cell.style, { words: typeof cell.value === 'string', waiting, overridden, look })
    const value: CellValue = typeof cell.value === 'string' ? fitting(cell.value) : cell.value
    const shown = cell.formula === undefined ? { value } : { formula: cell.formula, formulaResult: value }
    cells.set(`${row},${column}`, { ...shown, style, ...(bound?.note ? { comment: comment(bound.note) } : {}) })
    const { span = 1, down = 1 } = cell
    // a merged cell draws its border from all the cells it covers
    for (let over = 1; over < span; over += 1) cells.set(`${row},${column + over}`, { value: null, style })
    if ((span > 1 || down > 1) && !under.has(`${row},${column}`))
      merges.push({ startRow: row, startCol: column, endRow: row + down - 1, endCol: column + span - 1 })
    for (let below = 1; below < down; below += 1) under.add(`${row + below},${column}`)
  }
  const headed = sheet.rows.findLastIndex(({ cells }, row) => row < 12 && cells.some(({ style }) => style === 'header'))
  const heights = sheet.rows.flatMap((line, row) => {
    const height = line.height ?? mergedHeight(line, sheet.widths)
    return height === undefined ? [] : [[row, { height }] as const]
  })
  return {
    name: title,
    columns: sheet.widths.map((width) => ({ width })),
    cells,
    merges,
    rowDefs: new Map(heights),
    ...(headed < 0 ? {} : { freezePane: { rows: headed + 1 } }),
    pageSetup: {
      paperSize: 'a4',
      orientation: sheet.widths.reduce((sum, width) => sum + width, 0) > 95 ? 'landscape' : 'portrait',
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      horizontalCentered: true,
      margins: { top: 0.6, bottom: 0.6, left: 0.5, right: 0.5, header: 0.3, footer: 0.3 },
      ...(headed < 0 ? {} : { printTitlesRow: `$1:$${headed + 1}` }),
    },
    headerFooter: { oddFooter: `&L${company.replaceAll('&', '&&')}&C${title.replaceAll('&', '&&')}&R&P / &N` },
    view: { showGridLines: false },
  }
}

/** Spreadsheets fit the height of a row to its text, but never to a merged cell's. Points; undefined where one line is enough. */
function mergedHeight({ cells }: PaperSheet['rows'][number], widths: readonly number[]): number | undefined {
  const [only] = cells
  if (cells.length !== 1 || typeof only?.value !== 'string' || (only.span ?? 1) < 2) return undefined
  const room = widths.slice(0, only.span).reduce((sum, width) => sum + width, 0)
  // a Chinese character takes the width of two digits
  const needed = Array.from(only.value).reduce((sum, character) => sum + (character > '\u2e7f' ? 2.1 : 1.1), 0)
  const lines = Math.ceil(needed / room)
  return lines > 1 ? lines * 15 : undefined
}

const comment = (text: string): NonNullable<Cell['comment']> => ({ author: 'Digao', text: text.slice(0, 2000) })

/** A spreadsheet cell holds at most 32,767 characters. */
const fitting = (text: string): string => (text.length > 32_767 ? `${text.slice(0, 32_766)}…` : text)

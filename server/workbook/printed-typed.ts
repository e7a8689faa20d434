import type { PaperSheet } from '#contract/paper.ts'
import type { BookStyle } from '#contract/sheet-book.ts'
import { FreeContent, type FreeCell, type FreeLook, type FreeRow } from '#contract/workbook.ts'
import { type ComposedCell, composeSheet, LOST_ROW } from '#engine/workbook/composed-sheet.ts'
import type { Language } from '#contract/texts.ts'
import type { Db } from '#server/kernel/database.ts'

type Typed = { free: FreeCell[]; rows: FreeRow[] }
type Printed = PaperSheet['rows'][number]['cells'][number]

const lost = { zh: '以下内容所在的行已不在底稿中', en: 'The rows these stood in are gone' }
const without = {
  missing: { zh: '待补', en: 'Waiting' },
  error: { zh: '有误', en: 'Failing' },
}
const inLanguage = (words: { zh: string; en: string }, language: Language) => words[language === 'en' ? 'en' : 'zh']
/** The colours of the theme as they print. */
const inks = { ink: '1D2129', jade: '0F6E6E', amber: '8A5A00', seal: 'A8201A' } as const
const formats = { money: '#,##0.00;[Red]-#,##0.00;"-"', percent: '0.00%', text: '@' } as const
const DECIMAL = /^-?\d+(\.\d+)?$/

/** What people typed into the papers of a project, by paper. */
export async function typedByPaper(db: Db, projectId: string): Promise<Map<string, Typed>> {
  const found = new Map<string, Typed>()
  const of = (paperId: string): Typed => {
    const known = found.get(paperId) ?? { free: [], rows: [] }
    found.set(paperId, known)
    return known
  }
  const free = await db
    .selectFrom('paper_free_cell')
    .select(['paper_id', 'row_key', 'column_no', 'content'])
    .where('project_id', '=', projectId)
    .orderBy('row_key')
    .orderBy('column_no')
    .execute()
  for (const { paper_id: paperId, row_key: row, column_no: column, content } of free)
    of(paperId).free.push({ row, column, content: FreeContent.parse(content) })
  const rows = await db
    .selectFrom('paper_free_row')
    .select(['paper_id', 'row_key', 'after_key'])
    .where('project_id', '=', projectId)
    .orderBy('rev')
    .orderBy('row_key')
    .execute()
  for (const { paper_id: paperId, row_key: row, after_key: after } of rows) of(paperId).rows.push({ row, after })
  return found
}

type Given = { typed: Typed | undefined; valueOf: (binding: string) => string | null; language: Language }

/** A paper as it prints: with what people typed, added rows, and the formulas of an uploaded sheet worked out. */
export function withTyped(sheet: PaperSheet, { typed, valueOf, language }: Given): PaperSheet {
  const own = sheet.rows.some(({ cells }) => cells.some((cell) => cell.formula !== undefined && !cell.binding))
  if (!typed && !own) return sheet
  const rows = composeSheet<FreeLook>({
    rows: sheet.rows,
    columns: sheet.widths.length,
    typed: typed?.free ?? [],
    added: typed?.rows ?? [],
    valueOf,
  })
  const looks: BookStyle[] = [...(sheet.looks ?? [])]
  const widths = [...sheet.widths]
  const printed = rows.map(({ key, height, cells }) => {
    if (key === LOST_ROW)
      return { cells: [{ value: inLanguage(lost, language), style: 'section', span: widths.length }] }
    // columns beside the paper print only where somebody typed
    const last = cells.findLastIndex((cell) => cell.typed || cell.column < sheet.widths.length)
    const kept = cells.slice(0, last + 1)
    return { ...(height !== undefined && { height }), cells: kept.map((cell) => printedCell(cell, looks, language)) }
  })
  const most = Math.max(...rows.flatMap(({ cells }) => cells.filter((one) => one.typed)).map(reach), widths.length)
  while (widths.length < most) widths.push(SPARE_WIDTH)
  return { ...sheet, widths, rows: printed, ...(looks.length > 0 && { looks }) }
}

/** The width of a column beside the paper. */
const SPARE_WIDTH = 16
const reach = ({ column, span = 1 }: { column: number; span?: number | undefined }) => column + span

function printedCell(cell: ComposedCell<FreeLook>, looks: BookStyle[], language: Language): Printed {
  const { style, binding, span, down, typed, look, printedLook, problem } = cell
  // a spreadsheet would count what is missing as zero: the formula stays here
  const formula = problem ? undefined : cell.formula
  const value = problem ? inLanguage(without[problem.code === 'missing' ? 'missing' : 'error'], language) : cell.value
  const number = (typed || style === 'number') && typeof value === 'string' && DECIMAL.test(value) && value.length <= 15
  const figure = number && look?.format !== 'text'
  const own = typed && look ? looks.push(bookLook(look, looks[printedLook ?? -1])) - 1 : printedLook
  return {
    value: figure ? Number(value) : value,
    style,
    ...(formula !== undefined && { formula }),
    ...(binding !== undefined && { binding }),
    ...(span !== undefined && { span }),
    ...(down !== undefined && { down }),
    ...(own !== undefined && { look: own }),
  }
}

function bookLook({ bold, ink, format }: FreeLook, under: BookStyle | undefined): BookStyle {
  const pattern = format === undefined || format === 'general' ? undefined : formats[format]
  return {
    wrap: true,
    vertical: 'center',
    ...under,
    ...(bold && { bold }),
    ...(ink && { color: inks[ink] }),
    ...(pattern !== undefined && { format: pattern }),
  }
}

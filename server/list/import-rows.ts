import { say } from '#contract/errors.ts'
import type { Language } from '#contract/texts.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { inLanguage } from './export-job.ts'
import { MOST_ROWS, type SheetTable } from './import-file.ts'
import type { FileRow, ImportColumn, ImportOption, ListImport, PassedRow } from './list-import.ts'
import { plainText } from './safe-text.ts'

/** A row of the file with what came of it; `cells` are as the file has them. */
export type ReadRow = FileRow & { cells: string[]; reasons: string[] }
export type ReadTable = { heads: string[]; unknown: string[]; rows: ReadRow[] }

/** How far below the top the head of the table may be: a template has a line of instruction above it. */
const HEAD_WITHIN = 10
const LONGEST = 500

/** A heading without blanks, brackets' shapes, the mark of a required column and case. */
const bare = (head: string) =>
  head
    .normalize('NFKC')
    .replaceAll(/[\s*]|\((必填|required)\)/gi, '')
    .toLowerCase()

/** Finds the head by its headings, and makes rows of what stands below: options by their values, what is missing or wrong named. */
export async function readRows(context: Context, list: ListImport, table: SheetTable): Promise<ReadTable> {
  const known = new Map<string, ImportColumn>()
  for (const column of list.columns) {
    for (const name of [column.title.zh, column.title.en, column.key]) known.set(bare(name), column)
  }
  const places = table.slice(0, HEAD_WITHIN).map(({ cells }) => cells.filter((cell) => known.has(bare(cell))).length)
  const most = Math.max(0, ...places)
  const titles = (columns: readonly ImportColumn[]) =>
    columns.map(({ title }) => inLanguage(title, context.language)).join(context.language === 'en' ? ', ' : '、')
  const required = list.columns.filter((column) => column.required)
  if (most === 0) throw new Refusal('importNoHeader', { columns: titles(required.length ? required : list.columns) })
  const at = places.indexOf(most)
  const heads = (table[at]?.cells ?? []).map((cell) => cell.trim())
  const columns = heads.map((head) => known.get(bare(head)))
  refuseTwice(columns, context.language)
  const missing = required.filter((column) => !columns.includes(column))
  if (missing.length > 0) throw new Refusal('importMissingColumns', { columns: titles(missing) })
  const below = table.slice(at + 1)
  if (below.length === 0) throw new Refusal('importNoRows')
  if (below.length > MOST_ROWS) throw new Refusal('importTooManyRows', { limit: MOST_ROWS })
  const options = await optionsOf(context, columns)
  return {
    heads,
    unknown: heads.filter((head, index) => head !== '' && columns[index] === undefined),
    rows: below.map(({ row, cells }) => readRow({ row, cells }, { columns, options, language: context.language })),
  }
}

function refuseTwice(columns: readonly (ImportColumn | undefined)[], language: Language) {
  const twice = columns.find((column, index) => column !== undefined && columns.indexOf(column) !== index)
  if (twice) throw new Refusal('importHeadTwice', { column: inLanguage(twice.title, language) })
}

type Options = ReadonlyMap<ImportColumn, ReadonlyMap<string, string>>
async function optionsOf(context: Context, columns: readonly (ImportColumn | undefined)[]): Promise<Options> {
  const all = new Map<ImportColumn, ReadonlyMap<string, string>>()
  for (const column of columns) {
    if (!column?.options) continue
    // the template may have been fetched in the other language
    const other: Language = context.language === 'en' ? 'zh-CN' : 'en'
    const known = [...(await column.options({ ...context, language: other })), ...(await column.options(context))]
    all.set(column, byWord(known))
  }
  return all
}
/** Labels and values both name an option. */
const byWord = (options: readonly ImportOption[]) =>
  new Map(options.flatMap(({ value, label }) => [[bare(value), value] as const, [bare(label), value] as const]))

type Reading = { columns: readonly (ImportColumn | undefined)[]; options: Options; language: Language }

function readRow({ row, cells }: SheetTable[number], { columns, options, language }: Reading): ReadRow {
  const values: Record<string, string> = {}
  const reasons: string[] = []
  for (const [index, column] of columns.entries()) {
    if (!column) continue
    const text = plainText((cells[index] ?? '').trim())
    const named = { column: inLanguage(column.title, language) }
    const limit = column.most ?? LONGEST
    if (text === '' && column.required) reasons.push(say('importRequired', language, named))
    if (text.length > limit) reasons.push(say('importTooLong', language, { ...named, limit }))
    const choices = options.get(column)
    const chosen = choices?.get(bare(text))
    if (choices && text !== '' && chosen === undefined) {
      reasons.push(say('importOption', language, { ...named, value: text.slice(0, 40) }))
    }
    values[column.key] = chosen ?? text
  }
  return { row, cells, values, reasons }
}

export type CheckedTable = ReadTable & { passed: PassedRow[]; newRows: number; updates: number; errors: number }

/** Asks the list about the rows that are whole; the reasons of the others stand. */
export async function checkRows(context: Context, list: ListImport, table: ReadTable): Promise<CheckedTable> {
  const whole = table.rows.filter(({ reasons }) => reasons.length === 0)
  const answers = await list.check(context, whole)
  if (answers.length !== whole.length) throw new Error(`the check of ${list.name} answered another number of rows`)
  const passed: PassedRow[] = []
  for (const [index, row] of whole.entries()) {
    const answer = answers[index]
    if (!answer) continue
    if (answer.state === 'error') row.reasons.push(...answer.reasons)
    else {
      const { state } = answer
      passed.push({ row: row.row, values: row.values, state, target: state === 'update' ? answer.target : undefined })
    }
  }
  const newRows = passed.filter(({ state }) => state === 'new').length
  return { ...table, passed, newRows, updates: passed.length - newRows, errors: table.rows.length - passed.length }
}

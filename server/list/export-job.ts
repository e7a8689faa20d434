import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CellValue, writeXlsxStream } from 'hucre/xlsx'
import { EXPORT_JOB } from '#contract/list.ts'
import type { Language, Text } from '#contract/texts.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Jobs, Progress } from '#server/kernel/kernel.ts'
import type { Context } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { dictService } from '../system/dict-service.ts'
import { type Asked, jobContext, personNow } from './job-context.ts'
import { csvLines } from './csv-lines.ts'
import type { ExportColumn, ListExport } from './list-export.ts'
import { keepResult, withScratch } from './result-file.ts'
import { fittingText, safeText } from './safe-text.ts'

export type ExportInput = Asked & {
  list: string
  query: Record<string, string>
  columns: string[]
  /** Jobs of before have none: a workbook. */
  format?: 'xlsx' | 'csv'
  ids: string[] | undefined
}

/** Rows read at a time. */
const PAGE = 500

/**
 * Writes a list as a workbook or csv: its own handler, with the rights the person has now, page by page in one snapshot of the
 * database, so that the file is the list to the row. Constant memory; the file is the person's.
 */
export function registerExportJob(jobs: Jobs, exports: ReadonlyMap<string, ListExport>): void {
  jobs.register<ExportInput>(EXPORT_JOB, async ({ kernel, actor, jobId, input }, progress) => {
    const list = exports.get(input.list)
    if (!list) throw new Refusal('listUnknown', { list: input.list })
    const person = await personNow(kernel, actor, input, list.may)
    return withScratch(kernel, async (path) => {
      const rows = await kernel.database.inSnapshot(actor, (db) => {
        const { context } = jobContext({ kernel, asked: input, jobId, person }, db)
        return writeList(context, { list, input, path }, progress)
      })
      await progress.at(98, 'exportWriting')
      const name = `${inLanguage(list.title, input.language)}_${stamp()}.${input.format ?? 'xlsx'}`
      const file = await keepResult(kernel, actor, { path, name })
      await kernel.database.inTenant(actor, (db) =>
        audit(jobContext({ kernel, asked: input, jobId, person }, db).context, {
          action: 'list.export',
          bizType: 'list',
          bizId: list.name,
          after: { fileName: file.name, rows, query: input.query },
        }),
      )
      return { list: list.name, fileId: file.id, fileName: file.name, rows }
    })
  })
}

export const inLanguage = ({ zh, en }: Text, language: Language): string => (language === 'en' ? en : zh)
/** `20261121-153012`, of China. */
const stamp = () => wallTime(new Date()).replaceAll(/[-:]/g, '').replace(' ', '-')

type Order = { list: ListExport; input: ExportInput; path: string }

async function writeList(context: Context, { list, input, path }: Order, progress: Progress): Promise<number> {
  const { language } = context
  const columns = chosen(list.columns, input.columns)
  const cells = await cellsOf(context, columns)
  let written = 0
  async function* lines() {
    for await (const row of rowsOf(context, { list, input }, progress)) {
      written += 1
      yield cells(row)
    }
  }
  const titles = columns.map(({ title }) => inLanguage(title, language))
  const book =
    input.format === 'csv'
      ? Readable.from(csvLines(titles, lines()))
      : Readable.fromWeb(
          writeXlsxStream(lines(), {
            name: sheetName(inLanguage(list.title, language)),
            columns: columns.map(({ width = 16, money }, at) => ({
              header: titles[at] ?? '',
              width,
              // `@` is the format of text: what a person edits in such a cell stays text
              numFmt: money ? '#,##0.00' : '@',
            })),
            freezePane: { rows: 1 },
          }) as Parameters<typeof Readable.fromWeb>[0],
        )
  await pipeline(book, createWriteStream(path, { mode: 0o600 }), { signal: progress.signal })
  return written
}

/** What Excel forbids in a sheet's name is left out; at most 31 characters. */
export const sheetName = (name: string): string =>
  name
    .replace(/[\\/?*[\]:']/g, ' ')
    .trim()
    .slice(0, 31) || 'Sheet1'

function chosen(all: readonly ExportColumn<unknown>[], keys: readonly string[]): ExportColumn<unknown>[] {
  const wanted = keys.length === 0 ? all : keys.flatMap((key) => all.filter((column) => column.key === key))
  if (wanted.length === 0) throw new Refusal('exportNoColumns')
  return [...new Set(wanted)]
}

async function* rowsOf(context: Context, { list, input }: Omit<Order, 'path'>, progress: Progress) {
  const picked = input.ids && new Set(input.ids)
  const query = { ...input.query, size: String(PAGE) }
  for (let current = 1, read = 0; ; current += 1) {
    const { records, total } = await list.rows(context, { ...query, current: String(current) })
    read += records.length
    await progress.at(total === 0 ? 95 : (read / total) * 95, 'exportReading', { done: read, total })
    for (const row of records) {
      if (!picked) yield row
      // each row of a selection is met once; when all are, the rest need not be read
      else if (picked.delete(String(fieldOf(row, 'id')))) yield row
    }
    if (records.length === 0 || read >= total || picked?.size === 0) return
  }
}

const fieldOf = (row: unknown, key: string): unknown =>
  typeof row === 'object' && row !== null ? Reflect.get(row, key) : undefined

/** A row as cells; dictionaries are read once, before the first. */
async function cellsOf(context: Context, columns: readonly ExportColumn<unknown>[]) {
  const { language } = context
  const writers: ((row: unknown) => CellValue)[] = []
  for (const column of columns) {
    const names = await namesOf(context, column)
    writers.push((row) => {
      const held = column.value ? column.value(row, language) : fieldOf(row, column.key)
      const value = names && Array.isArray(held) ? held.map((one) => names.get(String(one)) ?? one) : held
      const named = typeof value === 'string' || typeof value === 'number' ? names?.get(String(value)) : undefined
      return named === undefined ? cellOf(value, { language, money: column.money === true }) : safeText(named)
    })
  }
  return (row: unknown): CellValue[] => writers.map((write) => write(row))
}

async function namesOf(context: Context, { words, dict }: ExportColumn<unknown>) {
  if (words) return new Map(Object.entries(words).map(([value, text]) => [value, inLanguage(text, context.language)]))
  if (dict === undefined) return undefined
  const items = await dictService.dictionary(context, { code: dict })
  return new Map(items.map(({ dictKey, dictValue }) => [dictKey, dictValue]))
}

const yes: Text = { zh: '是', en: 'Yes' }
const no: Text = { zh: '否', en: 'No' }

function cellOf(value: unknown, { language, money }: { language: Language; money: boolean }): CellValue {
  if (value === null || value === undefined || value === '') return null
  if (money && typeof value === 'string' && /^-?\d{1,15}(\.\d{1,2})?$/.test(value)) return Number(value)
  if (typeof value === 'boolean') return inLanguage(value ? yes : no, language)
  if (typeof value === 'number') return value
  if (Array.isArray(value)) return safeText(fittingText(value.map(String).join('、')))
  return safeText(fittingText(typeof value === 'string' ? value : JSON.stringify(value)))
}

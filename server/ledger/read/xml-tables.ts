import type { Cell, SheetRow } from '#engine/ledger/cell.ts'

import { decoded, type Encoding } from './encoding.ts'
import { FileProblem } from './file-problem.ts'
import { markupScanner } from './markup.ts'
import type { ReadLimits } from './read-limits.ts'
import type { RowBatch, SheetSource } from './sheet-source.ts'
import { fieldName } from './standard-names.ts'

type Source = { path: string; encoding: Encoding; total: number; limits: ReadLimits }
type Fields = Map<string, string>
type Take = (table: string, fields: Fields) => void

/**
 * The tables of an XML that holds records (GB/T 24589 总账.xml, 公共档案.xml, ISO 21378): elements with values inside
 * make a record of the table named after the element around them; a record inside a record has the outer one's values
 * too. Each table becomes a sheet with a header row. The file is read once through to know the columns.
 */
export async function xmlSheets(source: Source, signal?: AbortSignal): Promise<SheetSource[]> {
  const tables = new Map<string, Set<string>>()
  for await (const batch of records(source, signal)) {
    for (const { table, fields } of batch.records) {
      const columns = tables.get(table) ?? new Set()
      tables.set(table, columns)
      for (const name of fields.keys()) columns.add(name)
      if (columns.size > source.limits.columns)
        throw new FileProblem('fileTooManyColumns', { row: 1, limit: source.limits.columns })
    }
  }
  if (tables.size === 0) throw new FileProblem('fileOtherFormat', { kind: 'XML' })
  return [...tables].map(([name, columns]) => ({
    name,
    hidden: false,
    batches: (signal) => tableRows(source, name, [...columns], signal),
  }))
}

async function* tableRows(
  source: Source,
  wanted: string,
  columns: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<RowBatch, void, undefined> {
  let rows: SheetRow[] = [{ row: 1, cells: [...columns] }]
  let row = 1
  for await (const { records: found, consumed } of records(source, signal)) {
    for (const { table, fields } of found) {
      if (table !== wanted) continue
      row += 1
      rows.push({ row, cells: columns.map((column): Cell => fields.get(column) ?? null) })
    }
    if (rows.length < source.limits.batchRows) continue
    yield { rows, consumed, total: source.total }
    rows = []
  }
  if (rows.length > 0) yield { rows, consumed: source.total, total: source.total }
}

type Found = { records: { table: string; fields: Fields }[]; consumed: number }

async function* records(source: Source, signal?: AbortSignal): AsyncGenerator<Found, void, undefined> {
  let found: Found['records'] = []
  const scanner = recordScanner(source.limits, (table, fields) => found.push({ table, fields }))
  for await (const { text, consumed } of decoded(source.path, source.encoding, signal)) {
    scanner.push(text)
    yield { records: found, consumed }
    found = []
  }
  scanner.end()
  if (found.length > 0) yield { records: found, consumed: source.total }
}

function recordScanner(limits: ReadLimits, take: Take) {
  type Open = { name: string; fields: Fields; text: string; elements: boolean; records: boolean }
  const open: Open[] = []
  return markupScanner(
    {
      open(name, attributes, empty) {
        const above = open.at(-1)
        if (above) above.elements = true
        if (open.length > 60) throw new FileProblem('fileDamaged')
        const own = fieldName(name, attributes)
        if (!empty) open.push({ name: own, fields: new Map(), text: '', elements: false, records: false })
      },
      close() {
        const done = open.pop()
        const above = open.at(-1)
        if (!done) return
        if (!done.elements) {
          const text = done.text.trim()
          if (above && text !== '') above.fields.set(done.name, text)
          return
        }
        if (above && (done.fields.size > 0 || done.records)) above.records = true
        if (done.fields.size === 0 || done.records) return
        // values of the records around belong to this one too, unless it says its own
        const fields: Fields = new Map()
        for (const outer of open.slice(1)) for (const [name, value] of outer.fields) fields.set(name, value)
        for (const [name, value] of done.fields) fields.set(name, value)
        take(done.name, fields)
      },
      text(text) {
        const last = open.at(-1)
        if (!last || last.elements) return
        last.text += text
        if (last.text.length > limits.cellCharacters) throw new FileProblem('fileCellTooLong', { row: 0 })
      },
    },
    limits.pieceCharacters,
  )
}

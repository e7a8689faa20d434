import { readFileSync } from 'node:fs'

import type { Cell, SheetRow } from '#engine/ledger/cell.ts'

import { FileProblem } from './file-problem.ts'
import type { ReadLimits } from './read-limits.ts'
import type { RowBatch, SheetSource } from './sheet-source.ts'
import { fieldName } from './standard-names.ts'

type Row = Map<string, Cell>

/** JSON is read whole; beyond this many bytes a standard ledger should come as XML. */
const WHOLE_BYTES = 200 * 1024 ** 2

/**
 * The tables of a JSON that holds records (GB/T 24589.1-2024): every list of objects is a table named after its key; a
 * list inside an object has the outer object's values too. Amounts that are JSON numbers keep their shortest decimals.
 */
export function jsonSheets(path: string, size: number, encoding: string, limits: ReadLimits): SheetSource[] {
  if (size > WHOLE_BYTES) throw new FileProblem('fileTooLarge', { limit: WHOLE_BYTES / 1024 ** 2 })
  let data: unknown
  try {
    data = JSON.parse(new TextDecoder(encoding).decode(readFileSync(path)))
  } catch {
    throw new FileProblem('fileDamaged')
  }
  const tables = new Map<string, Row[]>()
  walk(data, { name: '', above: new Map(), depth: 0 }, tables)
  if (tables.size === 0) throw new FileProblem('fileOtherFormat', { kind: 'JSON' })
  return [...tables].map(([name, rows]) => ({
    name,
    hidden: false,
    batches: (signal) => batches(rows, limits, signal),
  }))
}

/** Where in the document a value stands: its key, and what the objects around it say. */
type Place = { name: string; above: Row; depth: number }

function walk(value: unknown, at: Place, tables: Map<string, Row[]>): boolean {
  const { name, above, depth } = at
  if (depth > 60) throw new FileProblem('fileDamaged')
  if (Array.isArray(value)) {
    let rows = false
    for (const item of value) rows = walk(item, { name, above, depth: depth + 1 }, tables) || rows
    return rows
  }
  if (typeof value !== 'object' || value === null) return false
  const own: Row = new Map()
  for (const [key, cell] of Object.entries(value)) {
    if (typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean') own.set(fieldName(key), cell)
  }
  // the file's outermost values describe the file, not its rows
  const fields: Row = depth === 0 ? new Map() : new Map([...above, ...own])
  let inner = false
  for (const [key, item] of Object.entries(value)) {
    if (typeof item === 'object' && item !== null)
      inner = walk(item, { name: fieldName(key), above: fields, depth: depth + 1 }, tables) || inner
  }
  if (inner) return true
  if (own.size === 0 || name === '') return false
  const rows = tables.get(name)
  if (rows) rows.push(fields)
  else tables.set(name, [fields])
  return true
}

async function* batches(
  rows: readonly Row[],
  limits: ReadLimits,
  signal?: AbortSignal,
): AsyncGenerator<RowBatch, void, undefined> {
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  if (columns.length > limits.columns) throw new FileProblem('fileTooManyColumns', { row: 1, limit: limits.columns })
  let batch: SheetRow[] = [{ row: 1, cells: columns }]
  for (const [index, row] of rows.entries()) {
    batch.push({ row: index + 2, cells: columns.map((column) => row.get(column) ?? null) })
    if (batch.length < limits.batchRows) continue
    signal?.throwIfAborted()
    yield { rows: batch, consumed: index + 1, total: rows.length }
    batch = []
  }
  if (batch.length > 0) yield { rows: batch, consumed: rows.length, total: rows.length }
}

import { add, compare, type Rational, rational, zero } from './rational.ts'
import { assetColumn, assetColumns, assetLabel, assetValue, entryValue } from './register.ts'
import type { Aggregate } from './syntax.ts'
import { absence, failed, missing, number, type Value } from './value.ts'
import type { World } from './world.ts'

/** A row by its columns; null for a name that is no column. */
type Row = { key: string; value: (name: string) => Value | null }
type Label = { zh: string; en: string }

/** The rows of a register; or why there are none to look at: nobody touched it, no file brought it. */
export function registerRows(
  world: Pick<World, 'assets' | 'entries' | 'registers'>,
  register: Aggregate['register'],
): { rows: Row[]; label: Label } | Value {
  if (register.from === 'asset') {
    if (world.assets.length === 0) return missing({ code: 'no_register', params: { field: 'asset' } })
    const rows = world.assets.map((asset) => ({ key: asset.code, value: assetColumnsOf(asset) }))
    return { rows, label: assetLabel }
  }
  const known = world.registers.get(register.id)
  if (!known) return failed({ code: 'unknown_register', params: { register: register.id } })
  const entries = world.entries[register.id]
  if (!entries) return missing({ code: 'no_entries', params: { register: known.label.zh, registerEn: known.label.en } })
  const rows = entries.map((entry) => ({
    key: entry.key,
    value: (name: string) => (known.columns.some(({ key }) => key === name) ? entryValue(known, entry, name) : null),
  }))
  return { rows, label: known.label }
}

const assetColumnsOf =
  (asset: World['assets'][number]): Row['value'] =>
  (name) =>
    assetColumns.has(assetColumn(name)) ? assetValue(asset, name) : null

/** The aggregate over the chosen rows; a blank among them makes the whole missing. */
export function aggregated({ name, field }: Aggregate, rows: readonly Row[], label: Label): Value {
  if (name === 'count') return number(rational(BigInt(rows.length)))
  const column = field ?? ''
  const values = rows.map(
    (row) => row.value(column) ?? failed({ code: 'unknown_column', params: { register: label.zh, column } }),
  )
  const absent = absence(values)
  if (absent) return absent
  const numbers = values.filter((value) => value.kind === 'number').map(({ value }) => value)
  if (name === 'sum') return number(numbers.reduce(add, zero))
  const [first, ...others] = numbers
  if (!first) return missing({ code: 'no_rows', params: { register: label.zh, registerEn: label.en } })
  const better = (a: Rational, b: Rational) => (name === 'min' ? compare(b, a) < 0 : compare(b, a) > 0)
  return number(others.reduce((best, value) => (better(best, value) ? value : best), first))
}

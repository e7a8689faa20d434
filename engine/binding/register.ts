import type { Asset } from '../ledger/model.ts'
import type { Entry, Register, RegisterColumn } from '../workpaper/entry.ts'
import type { Kind } from './functions.ts'
import { decimal, rational, yuanOf } from './rational.ts'
import { failed, missing, number, type Value } from './value.ts'

/** Columns of the client's asset register, by the words formulas use; older words stand for the same columns. */
export const assetColumns: ReadonlyMap<string, { kind: Kind; label: { zh: string; en: string } }> = new Map([
  ['code', { kind: 'text', label: { zh: '资产编号', en: 'code' } }],
  ['name', { kind: 'text', label: { zh: '资产名称', en: 'name' } }],
  ['category', { kind: 'text', label: { zh: '类别', en: 'category' } }],
  [
    'kind',
    { kind: 'text', label: { zh: '种类（fixed、intangible、prepaid）', en: 'kind (fixed, intangible, prepaid)' } },
  ],
  ['start', { kind: 'text', label: { zh: '启用日期', en: 'first day in use' } }],
  ['method', { kind: 'text', label: { zh: '折旧方法', en: 'method' } }],
  ['cost', { kind: 'money', label: { zh: '原值', en: 'cost' } }],
  ['months', { kind: 'ratio', label: { zh: '使用月数', en: 'life in months' } }],
  ['residual_rate', { kind: 'ratio', label: { zh: '残值率', en: 'residual rate' } }],
  ['year_charge', { kind: 'money', label: { zh: '本年折旧', en: 'charge of the year' } }],
  ['accumulated', { kind: 'money', label: { zh: '累计折旧', en: 'accumulated' } }],
  ['impairment', { kind: 'money', label: { zh: '减值准备', en: 'impairment' } }],
  ['net', { kind: 'money', label: { zh: '净值', en: 'net' } }],
])
const aliases: Readonly<Record<string, string>> = { cat: 'category', class: 'kind', book_depr: 'year_charge' }

/** The column's own name. */
export const assetColumn = (name: string): string => aliases[name] ?? name

/** What kind of value a column that people fill gives. */
export const kindOfColumn = ({ unit }: RegisterColumn): Kind =>
  unit === 'date' ? 'text' : unit === 'rate' || unit === 'count' ? 'ratio' : unit

/** What the client's asset register is called. */
export const assetLabel = { zh: '资产台账', en: 'asset register' } as const

/** The kind of a column of a register people fill, or of the asset register; undefined if it has none of that name. */
export function columnKind(register: Register | undefined, name: string): Kind | undefined {
  const column = register?.columns.find(({ key }) => key === name)
  return register ? column && kindOfColumn(column) : assetColumns.get(assetColumn(name))?.kind
}

export const columnNames = (register: Register | undefined): string[] =>
  register ? register.columns.map(({ key }) => key) : [...assetColumns.keys()]

/** A field of an asset; missing where the register leaves it blank. */
export function assetValue(asset: Asset, name: string): Value {
  const blank = missing({ code: 'blank_asset', params: { code: asset.code, column: columnLabel(name) } })
  const fen = (amount: bigint | null) => (amount === null ? blank : number(yuanOf(amount)))
  const text = (value: string | null) => (value === null || value === '' ? blank : ({ kind: 'text', value } as const))
  switch (assetColumn(name)) {
    case 'code':
      return text(asset.code)
    case 'name':
      return text(asset.name)
    case 'category':
      return text(asset.category)
    case 'kind':
      return text(asset.kind)
    case 'start':
      return text(asset.start)
    case 'method':
      return text(asset.method)
    case 'cost':
      return fen(asset.cost)
    case 'year_charge':
      return fen(asset.yearCharge)
    case 'accumulated':
      return fen(asset.accumulated)
    case 'impairment':
      return fen(asset.impairment)
    case 'net':
      return fen(asset.net)
    case 'months':
      return asset.months === null ? blank : number(rational(BigInt(asset.months)))
    case 'residual_rate': {
      const rate = decimal(asset.residualRate ?? '')
      return rate === undefined ? blank : number(rate)
    }
    default:
      return failed({ code: 'unknown_column', params: { register: 'asset', column: name } })
  }
}

const columnLabel = (name: string): string => assetColumns.get(assetColumn(name))?.label.zh ?? name

/** What a person entered in a column of a row; missing while it is blank. */
export function entryValue(register: Register, entry: Entry, name: string): Value {
  const column = register.columns.find(({ key }) => key === name)
  if (!column) return failed({ code: 'unknown_column', params: { register: register.id, column: name } })
  const text = (entry.values[name] ?? '').trim()
  const words = { registerEn: register.label.en, columnEn: column.label.en, register: register.label.zh }
  if (text === '')
    return missing({
      code: 'blank_entry',
      params: { ...words, column: column.label.zh, row: rowName(register, entry) },
    })
  const kind = kindOfColumn(column)
  if (kind === 'text') return { kind: 'text', value: text }
  if (kind === 'bool' && (text === 'true' || text === 'false')) return { kind: 'bool', value: text === 'true' }
  const value = kind === 'bool' ? undefined : decimal(text)
  return value === undefined
    ? failed({
        code: 'bad_entry',
        params: { ...words, column: column.label.zh, row: rowName(register, entry), value: text },
      })
    : number(value)
}

/** A row is called by its first text, else by its key. */
export function rowName(register: Register, entry: Entry): string {
  const named = register.columns.find(({ unit, key }) => unit === 'text' && (entry.values[key] ?? '') !== '')
  return named ? (entry.values[named.key] ?? entry.key) : entry.key
}

import type { LedgerIndex } from '../binding/ledger-index.ts'
import { assetClass, chargeMonths } from './asset-row.ts'
import type { Entry, Register } from './entry.ts'
import type { PaperColumn, RowSource, TableRow } from './paper.ts'
import { plainRow } from './plain-row.ts'

type Entries = Readonly<Record<string, readonly Entry[]>>
type Table = {
  paper: string
  columns: readonly PaperColumn[]
  above: ReadonlyMap<string, readonly TableRow[]>
  registers: readonly Register[]
}

/** Rows of a table whose source is a register or the client's assets; null for any other source. */
export function enteredRows(source: RowSource, index: LedgerIndex, entries: Entries, table: Table): TableRow[] | null {
  if (source.from === 'entries') {
    const list = entries[source.register] ?? []
    const ordered = source.order === 'expiry' ? list.toSorted(byExpiry) : list
    return ordered.map((entry, place) => entryRow(entry, { index, table, earlier: ordered.slice(0, place) }))
  }
  if (source.from === 'assets') return assetRows(source, index, entries, table.columns)
  if (source.from !== 'groups') return null
  const rows = table.above.get(source.register) ?? []
  const members = Map.groupBy(rows, ({ vars }) => vars['group'] ?? '')
  return source.rows.map((row) => ({
    ...row,
    exprs: Object.fromEntries(
      table.columns.map(({ key, expr }) => [
        key,
        (row.exprs[key] ?? expr).replaceAll(/\$each\((\w+)\)/g, (_, column: string) =>
          (members.get(row.key) ?? []).length === 0
            ? '0'
            : (members.get(row.key) ?? []).map((member) => `[${table.paper}.${column}@${member.key}]`).join(', '),
        ),
      ]),
    ),
  }))
}

/** What formulas may name by `$column`: plain words and numbers only, so that no text becomes part of a formula. */
const simple = (entry: Entry): Record<string, string> =>
  Object.fromEntries(Object.entries(entry.values).filter(([, value]) => /^[\w-]{1,30}$/.test(value)))

const filledIn = (entry: Entry | undefined, column: string): string => entry?.values[column]?.trim() ?? ''

/** A text that nobody has to fill and no other column reads is no cell while it is blank. */
function blankOptional(expr: string, entry: Entry, registers: readonly Register[]): boolean {
  const [, register, column] = /^entered\((\w+)\.(\w+)\)$/.exec(expr) ?? []
  if (column === undefined || filledIn(entry, column) !== '') return false
  const defined = registers.find(({ id }) => id === register)?.columns.find(({ key }) => key === column)
  return defined?.required !== true
}

const year = (entry: Entry): number => Number(filledIn(entry, 'year')) || 0

/** 先到期亏损先弥补、同时到期亏损先发生的先弥补 (国家税务总局公告2018年第45号). */
function byExpiry(a: Entry, b: Entry): number {
  const expiry = (entry: Entry) => year(entry) + (Number(filledIn(entry, 'category')) || 0)
  return expiry(a) - expiry(b) || year(a) - year(b)
}

type Beside = { index: LedgerIndex; table: Table; earlier: readonly Entry[] }

function entryRow(entry: Entry, { index, table, earlier }: Beside): TableRow {
  const [name = ''] = Object.values(entry.values)
  const account = index.facts.charts.cas.find(({ key }) => key === entry.values['account'])
  // 所得税费用 and 以前年度损益调整 are not part of this year's total profit
  const profit =
    account && account.class.startsWith('pl-') && account.key !== '6801' && account.key !== '6901' ? '1' : '0'
  const taxYear = index.ledger.year
  const back = taxYear - Number(filledIn(entry, 'year'))
  const exprs = table.columns.flatMap(({ key, unit, expr }): [string, string][] => {
    // an empty formula leaves the place empty
    const read = table.columns.some((other) => other.expr.includes(`[${table.paper}.${key}]`))
    if (unit === 'text' && !read && blankOptional(expr, entry, table.registers)) return [[key, '']]
    if (!expr.includes('$earlier(')) return []
    return [
      [
        key,
        expr.replaceAll(
          /\$earlier\((\w+)\)/g,
          (_, column: string) => earlier.map((one) => `[${table.paper}.${column}@${one.key}]`).join(', ') || '0',
        ),
      ],
    ]
  })
  return plainRow(entry.key, filledIn(entry, 'name') || name, {
    vars: {
      ...simple(entry),
      profit,
      group: filledIn(entry, 'category'),
      taxyear: String(taxYear),
      // A106000 has a line for each of ten earlier years, the oldest first
      ...(back >= 1 && back <= 10 ? { line: String(11 - back) } : {}),
    },
    exprs: Object.fromEntries(exprs),
  })
}

function assetRows(
  { kinds, register }: Extract<RowSource, { from: 'assets' }>,
  index: LedgerIndex,
  entries: Entries,
  columns: readonly PaperColumn[],
): TableRow[] {
  const decided = new Map((entries[register] ?? []).map((entry) => [entry.key, entry]))
  const assets = index.ledger.assets.filter(({ kind, code }) => kinds.includes(kind) && code !== '')
  const known = new Map(assets.map((asset) => [asset.code, asset]))
  const keys = [...known.keys(), ...[...decided.keys()].filter((key) => !known.has(key))]
  return keys.map((key) => {
    const asset = known.get(key)
    const entry = decided.get(key)
    const group = filledIn(entry, 'category') || (asset ? assetClass(asset) : '')
    const start = filledIn(entry, 'start') || (asset?.start ?? '')
    const months = chargeMonths(start, index.ledger.year)
    const vars: Record<string, string> = { group, start, ...months }
    const exprs = columns.map(({ key: column, expr }): [string, string] => {
      const own = `entered(${register}.${column})`
      if (filledIn(entry, column) !== '') return [column, own]
      if (expr.includes('$start') || /\$(?:before|now|first)/.test(expr)) {
        // without its first day nobody can tell the charge: the cell says what is missing
        if (months === null) return [column, expr.startsWith('"') ? own : `entered(${register}.tax_other)`]
      }
      if (asset === undefined && expr.includes('asset(')) return [column, own]
      return [column, expr]
    })
    const name = asset ? `${asset.code} ${asset.name}` : filledIn(entry, 'name') || key
    return plainRow(key, name, { vars, exprs: Object.fromEntries(exprs) })
  })
}

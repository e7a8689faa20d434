import type { Fen } from '../money.ts'
import { parseAmount } from './amounts.ts'
import { isBlank, textOf, wordsOf, type Cell, type SheetRow } from './cell.ts'
import { headerKey } from './column-roles.ts'
import { parseDay } from './day.ts'
import type { Asset } from './model.ts'
import { monthsOf as monthsOfPeriod } from './period.ts'
import { classifyRow, rowNotes, type DroppedRow, type RowRemark } from './row-class.ts'
import type { SheetReading } from './sheet-reading.ts'

type AssetRole =
  | 'code'
  | 'name'
  | 'category'
  | 'start'
  | 'cost'
  | 'months'
  | 'years'
  | 'residualRate'
  | 'residual'
  | 'method'
  | 'yearCharge'
  | 'periodCharge'
  | 'accumulated'
  | 'impairment'
  | 'net'

/** Words of an asset register's header; the first that fits names the column. */
const words: [AssetRole, RegExp][] = [
  ['code', /^(?:固定|无形)?(?:资产|卡片)(?:编号|编码|代码|号)$|^assetcode$|^assetno\.?$/],
  ['name', /^(?:(?:固定|无形|长期待摊)?(?:资产|项目|费用|设备))?(?:名称|项目)$|^assetname$|^assetdescription$/],
  ['category', /(?:资产)?(?:类别|分类|大类|类型)(?:名称)?$|^assetclass$/],
  [
    'start',
    /(?:开始)?使用日期|启用日期|入账日期|(?:购[入置建]|取得|启用)(?:日期|时间)|开始日期|资本化日期|capitalizedon|inservice/,
  ],
  ['yearCharge', /本年(?:累计)?(?:折旧|摊销|计提)|(?:折旧|摊销)(?:额)?\(?本年|depreciationfortheyear/],
  ['periodCharge', /本期(?:折旧|摊销|计提)/],
  ['accumulated', /累计(?:折旧|摊销)|accumulateddep/],
  ['impairment', /减值/],
  ['net', /净值|净额|账面价值|摊余|netbook/],
  ['residualRate', /残值率/],
  ['residual', /残值/],
  ['months', /(?:使用|折旧|摊销)?(?:年限|寿命|月数|期限).*月|(?:使用|折旧|摊销|总)月(?:份|数)|usefullife.*month/],
  ['years', /(?:使用|折旧|摊销).*(?:年限|寿命|期限)|^年限|usefullife/],
  ['method', /(?:折旧|摊销)方[法式]/],
  ['cost', /原[值价]|(?:入账|取得|购置)(?:价值|成本|金额)|acquisitionvalue|^cost$/],
]
const ignored = /月折旧|月摊销|本月|已(?:使用|提|计提|摊销)(?:年限|月|期)|剩余|尚可|增加|减少|期初|上[年期]|清理/

export type AssetColumns = Partial<Record<AssetRole, number>>

/** The register's columns by their header words; undefined if the header is none of an asset register. */
export function assetColumns(paths: readonly string[]): AssetColumns | undefined {
  const found: AssetColumns = {}
  for (const [column, path] of paths.entries()) {
    const key = headerKey(path)
    if (key === '' || ignored.test(key)) continue
    const role = words.find(([, pattern]) => pattern.test(key))?.[0]
    if (role) found[role] ??= column
  }
  const named = found.name !== undefined || found.code !== undefined
  const worn = [found.accumulated, found.years, found.months, found.net, found.method].some((one) => one !== undefined)
  return named && found.cost !== undefined && worn ? found : undefined
}

/** The row among the first that is an asset register's header, with the one below if it only refines it. */
export function assetHeader(rows: readonly SheetRow[]) {
  for (const row of rows.slice(0, 30)) {
    const paths = row.cells.map(textOf)
    if (assetColumns(paths)) return { rows: [row.row], paths, firstDataRow: row.row + 1 }
  }
  return undefined
}

const kindOf = (text: string): Asset['kind'] | undefined => {
  if (/无形|土地使用权|软件|专利|商标|著作权/.test(text)) return 'intangible'
  if (/待摊|装修/.test(text)) return 'prepaid'
  return /固定|房屋|建筑|机器|设备|车辆|运输|电子|家具/.test(text) ? 'fixed' : undefined
}

/** An asset register read; subtotals by category are left out and listed. Amounts a cell does not give stay null. */
export function parseAssets(
  rows: readonly SheetRow[],
  reading: SheetReading,
  file: number,
): { assets: Asset[]; dropped: DroppedRow[]; remarks: RowRemark[] } {
  const notes = rowNotes(file, reading.sheet)
  const assets: Asset[] = []
  const { header } = reading
  const at = header ? (assetColumns(header.paths) ?? {}) : {}
  const titles = reading.evidence.map(({ params }) => String(params['text'] ?? '')).join(' ')
  const ofSheet = kindOf(`${reading.sheet} ${reading.file} ${titles}`) ?? 'fixed'
  // what a table of a month or a quarter calls 本期 is not the year's charge
  const part = reading.period !== null && monthsOfPeriod(reading.period).length < 12 && reading.periodVotes.some(({ source, text }) => source === 'title' && !/日|\d[-./]\d+[-./]\d/.test(text)) // prettier-ignore
  const yearCharge = at.yearCharge ?? (part ? undefined : at.periodCharge)
  const inMonths = /月/.test(at.years === undefined ? '' : (header?.paths[at.years] ?? ''))
  for (const row of rows) {
    if (!header) break
    const rowKind = classifyRow(row, header, [at.code, at.name, at.category])
    if (rowKind !== 'data') {
      notes.drop(row, rowKind)
      continue
    }
    const words = (column: number | undefined) => (column === undefined ? '' : wordsOf(row.cells[column]))
    const money = (column: number | undefined): Fen | null => {
      if (column === undefined) return null
      const amount = parseAmount(row.cells[column], reading.multiplier)
      if (amount === undefined)
        notes.remark(row.row, 'cellNotAmount', {
          header: header.paths[column] ?? '',
          text: textOf(row.cells[column]),
        })
      return amount?.fen ?? null
    }
    const [code, name] = [words(at.code), words(at.name)]
    const cost = money(at.cost)
    if ((code === '' && name === '') || cost === null) {
      notes.drop(row, 'no_item')
      continue
    }
    const category = words(at.category)
    const start = at.start === undefined ? undefined : dayOrMonth(row.cells[at.start])
    if (at.start !== undefined && start === undefined && !isBlank(row.cells[at.start]))
      notes.remark(row.row, 'dateNotRead', { header: header.paths[at.start] ?? '', text: words(at.start) })
    assets.push({
      code,
      name,
      category,
      kind: kindOf(category) ?? ofSheet,
      start: start ?? null,
      cost,
      months: monthsOf(row.cells[at.months ?? -1], 1) ?? monthsOf(row.cells[at.years ?? -1], inMonths ? 1 : 12),
      residualRate: rateOf(row.cells[at.residualRate ?? -1]) ?? shareOf(money(at.residual), cost),
      method: words(at.method),
      yearCharge: money(yearCharge),
      accumulated: money(at.accumulated),
      impairment: money(at.impairment),
      net: money(at.net),
      origin: notes.origin(row.row),
    })
  }
  return { assets: wornPositive(assets), dropped: notes.dropped, remarks: notes.remarks }
}

const turned = (one: Fen | null): Fen | null => (one === null ? null : -one)

/** Registers that print what is worn off below zero (SAP), so that cost and it add up to the net value, say the same. */
function wornPositive(assets: Asset[]): Asset[] {
  const worn = assets.flatMap(({ accumulated }) => (accumulated === null || accumulated === 0n ? [] : [accumulated]))
  if (worn.length === 0 || worn.some((one) => one > 0n)) return assets
  return assets.map((asset) => ({
    ...asset,
    accumulated: turned(asset.accumulated),
    yearCharge: (asset.yearCharge ?? 0n) < 0n ? turned(asset.yearCharge) : asset.yearCharge,
    impairment: (asset.impairment ?? 0n) < 0n ? turned(asset.impairment) : asset.impairment,
  }))
}

/** A day; a month alone (2023-05, 2023.05, 202305) is its first day. */
function dayOrMonth(cell: Cell | undefined): string | undefined {
  const day = parseDay(cell)
  if (day !== undefined) return day
  const month = /^(\d{4})[-/.年]?(\d{1,2})月?$/.exec(textOf(cell))
  return month ? parseDay(`${month[1]}-${month[2]}-01`) : undefined
}

/** A life in months; `factor` is 12 where the column counts years. Words such as 10年 or 120个月 say it themselves. */
function monthsOf(cell: Cell | undefined, factor: 1 | 12): number | null {
  const found = /^(\d+(?:\.\d+)?)\s*(年|个?月)?/.exec(textOf(cell))
  if (!found) return null
  const unit = found[2] === '年' ? 12 : found[2] ? 1 : factor
  const months = Number(found[1]) * unit
  return Number.isInteger(months) && months > 0 ? months : null
}

/** 5%, 0.05 and 5 (per cent) as an exact share. */
function rateOf(cell: Cell | undefined): string | null {
  const found = /^(\d+(?:\.\d+)?)(%?)$/.exec(textOf(cell))
  if (!found) return null
  const percent = found[2] === '%' || Number(found[1]) >= 1
  return percent ? hundredth(found[1] ?? '0') : (found[1] ?? null)
}

const hundredth = (text: string): string => {
  const [whole = '0', fraction = ''] = text.split('.')
  const digits = `${whole.padStart(3, '0')}${fraction}`
  const at = digits.length - fraction.length - 2
  return `${digits.slice(0, at).replace(/^0+(?=\d)/, '')}.${digits.slice(at)}`.replace(/0+$/, '').replace(/\.$/, '')
}

/** The share if it is exact to four decimals; a rounded residual value proves no rate. */
function shareOf(part: Fen | null, cost: Fen): string | null {
  if (part === null || cost <= 0n || (part * 10_000n) % cost !== 0n) return null
  const share = String((part * 10_000n) / cost).padStart(5, '0')
  return `${share.slice(0, -4)}.${share.slice(-4)}`.replace(/0+$/, '').replace(/\.$/, '')
}

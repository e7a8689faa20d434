import { printedCode } from './account-code.ts'
import { isBlank, textOf, type SheetRow } from './cell.ts'
import { voucherShare } from './column-proof.ts'
import type { ColumnReading } from './column-reading.ts'
import { headerKey, type ColumnRole } from './column-roles.ts'
import { parseDay } from './day.ts'

/** First-level accounts that nearly every chart has, by code in either standard and by name. */
const usualCodes =
  /^(?:1001|1002|1012|1122|1123|1221|1403|1405|1601|1602|1701|2001|2202|2203|2211|2221|2241|3001|3101|3103|3104|4001|4101|4103|4104|5001|5101|5401|5601|5602|5603|6001|6051|6401|6403|6601|6602|6603|6711|6801)(?!\d*[A-Za-z])/
const usualNames =
  /^(?:库存现金|现金|银行存款|其他货币资金|应收账款|预付账款|其他应收款|原材料|库存商品|固定资产|累计折旧|短期借款|应付账款|预收账款|应付职工薪酬|应交税费|其他应付款|实收资本|本年利润|利润分配|主营业务收入|主营业务成本|销售费用|管理费用|财务费用|税金及附加|所得税费用|生产成本|营业外支出)/

const filledOf = (rows: readonly SheetRow[], column: number): string[] =>
  rows.map(({ cells }) => cells[column]).filter((cell) => !isBlank(cell)).map(textOf) // prettier-ignore
const share = (texts: readonly string[], test: (text: string) => boolean): number =>
  texts.length === 0 ? 0 : texts.filter(test).length / texts.length

/**
 * Gives columns whose words nobody knows a role by what stands in them, where the sheet lacks that role: codes and names of
 * accounts every chart has, days, texts, and the number under which debits equal credits. What a person said stays.
 */
export function byContent(columns: readonly ColumnReading[], rows: readonly SheetRow[]): ColumnReading[] {
  if (rows.length < 3) return [...columns]
  const found = [...columns]
  const has = (...roles: ColumnRole[]) => found.some(({ role }) => roles.includes(role))
  const open = () => found.filter(({ role, known, answered, filled }) => role === 'other' && !known && !answered && filled > 0) // prettier-ignore
  const take = (role: ColumnRole, scored: (column: number) => number) => {
    const [best] = open()
      .map(({ column }) => ({ column, score: scored(column) }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
    const reading = best && found[best.column]
    if (reading) found[best.column] = { ...reading, role, score: 0.6, agreement: Math.min(1, best.score) }
  }
  if (!has('account_code'))
    take('account_code', (column) => {
      const texts = filledOf(rows, column)
      const coded = share(texts, (text) => /^\d{4}(?:[.\-_/ ]?\d{1,4})*$/.test(text))
      const usual = new Set(texts.filter((text) => usualCodes.test(text)).map((text) => text.slice(0, 4)))
      return coded >= 0.85 && usual.size >= 2 && share(texts, (text) => usualCodes.test(text)) >= 0.3 ? coded : 0
    })
  // a column headed 科目 may hold code and name in one cell
  const name = found.find(({ role, answered }) => role === 'account_name' && !answered)
  if (!has('account_code') && name) {
    const both = share(filledOf(rows, name.column), (text) => (printedCode(text)?.name ?? null) !== null)
    if (both >= 0.7) found[name.column] = { ...name, role: 'account_code', agreement: both }
  }
  if (!has('account_name', 'level_name'))
    take('account_name', (column) => {
      const usual = share(filledOf(rows, column), (text) => usualNames.test(text))
      return usual >= 0.15 ? usual : 0
    })
  const figures = has('debit', 'amount') && has('account_code', 'account_name', 'level_name') && !has('opening', 'opening_debit', 'year_opening') // prettier-ignore
  if (!figures) return found
  if (!has('date', 'date_month_first', 'voucher_date', 'day', 'period'))
    take('date', (column) => {
      const days = share(filledOf(rows, column), (text) => /\D/.test(text) && parseDay(text, 2000) !== undefined)
      return days >= 0.95 ? days : 0
    })
  const debit = found.find(({ role }) => role === 'debit')?.column
  const credit = found.find(({ role }) => role === 'credit')?.column
  if (!has('voucher', 'voucher_date') && debit !== undefined && credit !== undefined)
    take('voucher', (column) => {
      const texts = filledOf(rows, column)
      const several = new Set(texts).size
      if (several < 2 || several > texts.length * 0.7 || share(texts, (text) => /\d/.test(text)) < 0.9) return 0
      const balanced = voucherShare(rows, column, debit, credit)
      return balanced >= 0.8 ? balanced : 0
    })
  if (!has('summary') && has('voucher', 'voucher_date'))
    take('summary', (column) => {
      const texts = filledOf(rows, column)
      const written = share(texts, (text) => /[\u3400-\u9fff]{2}|[a-z]{3}/i.test(text) && text.length >= 4)
      return written >= 0.7 && new Set(texts).size >= 3 && texts.length >= rows.length * 0.3 ? written : 0
    })
  return found
}

const sideWord = /^(?:借方?|[贷貸]方?|平|d|c|dr|cr|debit|credit)$/i
const sideHeader = /方向|借贷|借或贷|借\/贷|dr\/cr|d\/c|direction/

/**
 * A trial balance may head both its side columns alike (方向, 借/贷): each belongs to the balance beside it. Only for tables
 * with an opening and a closing in one column each.
 */
export function sidesBeside(columns: readonly ColumnReading[], rows: readonly SheetRow[]): ColumnReading[] {
  const at = (...roles: ColumnRole[]) => columns.find(({ role }) => roles.includes(role))?.column
  const opening = at('opening', 'year_opening')
  const closing = at('closing')
  if (closing === undefined || at('voucher', 'voucher_date', 'summary') !== undefined) return [...columns]
  const loose: ReadonlySet<ColumnRole> = new Set(['side', 'other', 'opening_direction', 'closing_direction'])
  const sides = columns.filter(
    ({ column, role, answered, header }) =>
      loose.has(role) &&
      !answered &&
      sideHeader.test(headerKey(header)) &&
      share(filledOf(rows, column), (text) => sideWord.test(text)) >= 0.9,
  )
  if (sides.length === 0) return [...columns]
  const taken = new Map<number, ColumnRole>()
  for (const { column, header, role } of sides) {
    const said = /期初|年初|期末|年末/.test(header)
    if (said && role !== 'other') taken.set(column, role)
    else if (opening !== undefined && sides.length > 1 && Math.abs(column - opening) < Math.abs(column - closing))
      taken.set(column, 'opening_direction')
    else taken.set(column, 'closing_direction')
  }
  return columns.map((reading) => {
    const role = taken.get(reading.column)
    return role === undefined || role === reading.role ? reading : { ...reading, role }
  })
}

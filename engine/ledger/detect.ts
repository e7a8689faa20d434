import { parseAmount } from './amounts.ts'
import { isBlank, textOf, type Remark, type SheetRow } from './cell.ts'
import { columnsByRole, readColumns, type ColumnReading, type RoleColumns } from './column-reading.ts'
import { findHeader, type Header } from './header.ts'
import type { SheetKind } from './model.ts'
import { settlePeriod } from './period.ts'
import type { AmountStyle, BalanceStyle, KindScore, SheetReading } from './sheet-reading.ts'
import { periodVotes, readTitles } from './title-lines.ts'
import { vendorOf } from './vendor.ts'

/** How many rows of a sheet detection needs: titles, header and enough data to see how its columns are used. */
export const detectionRows = 200

const balanceSheetItems =
  /^(?:货币资金|应收账款|存货|流动资产合计|固定资产(?:净值|账面价值)?|资产总计|应付账款|短期借款|负债合计|实收资本.*|未分配利润|所有者权益.*合计|负债和所有者权益.*)$/
const incomeItems =
  /^(?:[一二三四五六]、)?(?:减:|加:)?(?:营业(?:总)?收入|营业(?:总)?成本|税金及附加|营业税金及附加|销售费用|管理费用|财务费用|营业利润.*|利润总额.*|所得税费用|净利润.*)$/

const titleWords: [SheetKind, RegExp][] = [
  ['journal', /序时[账簿]|凭证|分录|journal|(?:^|[_\W])je(?:[_\W]|$)/i],
  ['aux_balance', /辅助|往来.*余额|客户|供应商|核算项目余额|customer|vendor/i],
  ['trial_balance', /科目余额|余额表|试算平衡|trial|(?:^|[_\W])tb(?:[_\W]|$)/i],
  ['balance_sheet', /资产负债表|balance.?sheet/i],
  ['income_statement', /利润表|损益表|income.?statement|profit/i],
]

/**
 * Says what a sheet is and what each of its columns means, from its first rows (`detectionRows` of them) and the names
 * around it; by words and content, for families of layouts, never by a vendor's name. Whether a trial balance is last
 * year's is for the caller, who knows the project's year.
 */
export function detectSheet(input: { rows: readonly SheetRow[]; sheet: string; file: string }): SheetReading {
  const { rows, sheet, file } = input
  const items = rows.flatMap(({ cells }) => cells.map(textOf)).filter((text) => text !== '')
  const ofBalanceSheet = new Set(items.filter((text) => balanceSheetItems.test(text))).size
  const ofIncome = new Set(items.filter((text) => incomeItems.test(text))).size
  const header = findHeader(rows, false)
  const columns = header ? readColumns(header, samplesBelow(rows, header)) : []
  const roles = columnsByRole(columns)
  const statement = roles.account_code === undefined && Math.max(ofBalanceSheet, ofIncome) >= 4
  if (statement) return statementReading(input, ofBalanceSheet, ofIncome)

  const titles = readTitles(rows, header?.rows[0] ?? 0, header?.paths ?? [])
  const samples = header ? samplesBelow(rows, header) : []
  const scores = ledgerScores(columns, roles, samples)
  const evidence: Remark[] = []
  for (const [kind, words] of titleWords) {
    const source = [...titles.texts.slice(0, 3), sheet, file].find((text) => words.test(text))
    const score = scores.find((one) => one.kind === kind)
    if (!source || !score) continue
    score.score += 0.15
    evidence.push({ code: 'evidenceTitle', params: { kind, text: source } })
    break
  }
  const [best, next] = scores.toSorted((one, other) => other.score - one.score)
  const kind: SheetKind = best && best.score >= 0.6 ? best.kind : 'unknown'
  for (const { role, header: words } of columns) {
    if (role !== 'other') evidence.push({ code: 'evidenceColumn', params: { role, header: words } })
  }
  const votes = periodVotes({ file, sheet }, titles.texts, columns, samples)
  return {
    file,
    sheet,
    kind,
    margin: (best?.score ?? 0) - (next?.score ?? 0),
    runnerUp: next ?? null,
    evidence,
    header: header ?? null,
    columns,
    balanceStyle: kind === 'trial_balance' || kind === 'aux_balance' ? balanceStyleOf(roles, samples) : null,
    amountStyle: kind === 'journal' ? amountStyleOf(roles, samples) : null,
    multiplier: titles.multiplier,
    company: titles.company,
    period: settlePeriod(votes) ?? null,
    periodVotes: votes,
    vendor: vendorOf(columns.map((column) => column.header)),
  }
}

const samplesBelow = (rows: readonly SheetRow[], header: Header) => rows.filter(({ row }) => row >= header.firstDataRow)

function statementReading(
  input: { rows: readonly SheetRow[]; sheet: string; file: string },
  ofBalanceSheet: number,
  ofIncome: number,
): SheetReading {
  const { rows, sheet, file } = input
  const header = findHeader(rows, true) ?? null
  const titles = readTitles(rows, header?.rows[0] ?? 0, header?.paths ?? [])
  const kind = ofBalanceSheet >= ofIncome ? 'balance_sheet' : 'income_statement'
  const best = Math.min(1, Math.max(ofBalanceSheet, ofIncome) / 6)
  const next = Math.min(1, Math.min(ofBalanceSheet, ofIncome) / 6)
  const votes = periodVotes({ file, sheet }, titles.texts, [], [])
  return {
    file,
    sheet,
    kind,
    margin: best - next,
    runnerUp: { kind: kind === 'balance_sheet' ? 'income_statement' : 'balance_sheet', score: next },
    evidence: [{ code: 'evidenceItems', params: { kind, count: Math.max(ofBalanceSheet, ofIncome) } }],
    header,
    columns: [],
    balanceStyle: null,
    amountStyle: null,
    multiplier: titles.multiplier,
    company: titles.company,
    period: settlePeriod(votes) ?? null,
    periodVotes: votes,
    vendor: null,
  }
}

/** How well the roles found make a journal, a trial balance, a table by customer; each from 0 to 1. */
function ledgerScores(
  columns: readonly ColumnReading[],
  roles: RoleColumns,
  samples: readonly SheetRow[],
): KindScore[] {
  const has = (...names: (keyof RoleColumns)[]) => names.some((name) => roles[name] !== undefined)
  const both = has('debit', 'ytd_debit') && has('credit', 'ytd_credit')
  const account = has('account_code') ? 1 : has('account_name') ? 0.5 : 0
  const figures = both || has('amount') ? 1 : 0
  const voucher = has('voucher') ? 1 : 0
  const when = has('date') ? 1 : has('period') ? 0.5 : 0
  const journal = account * 0.2 + voucher * 0.3 + when * 0.2 + figures * 0.15 + (has('summary') ? 0.15 : 0)
  const opening = has('opening', 'opening_debit', 'year_opening', 'year_opening_debit') ? 1 : 0
  const closing = has('closing', 'closing_debit') ? 1 : 0
  const balance = Math.max(
    0,
    account * 0.3 + opening * 0.25 + closing * 0.25 + (both ? 0.2 : 0) - voucher * 0.4 - (has('summary') ? 0.2 : 0),
  )
  const dimension = columns.filter(
    ({ role, filled }) => (role === 'dimension' || role === 'dimension_code') && filled > 0.3,
  )
  const repeated = repeatedAccounts(roles, samples)
  const byDimension = dimension.length > 0 ? 0.15 + (repeated > 0.3 ? 0.15 : 0) : 0
  return [
    { kind: 'journal', score: account === 0 ? Math.min(journal, 0.5) : journal },
    { kind: 'trial_balance', score: balance - byDimension },
    { kind: 'aux_balance', score: dimension.length > 0 ? balance - 0.15 + byDimension : 0 },
  ]
}

/** The share of rows whose account is the same as (or left blank for) the row before. */
function repeatedAccounts(roles: RoleColumns, samples: readonly SheetRow[]): number {
  const column = roles.account_code ?? roles.account_name
  if (column === undefined || samples.length < 2) return 0
  let repeats = 0
  for (const [index, row] of samples.entries()) {
    const before = samples[index - 1]
    const cell = row.cells[column]
    if (before && (isBlank(cell) || textOf(cell) === textOf(before.cells[column]))) repeats += 1
  }
  return repeats / (samples.length - 1)
}

/** Which of the four ways the balances are written in; the sign convention is proved row by row later. */
function balanceStyleOf(roles: RoleColumns, samples: readonly SheetRow[]): BalanceStyle {
  if (roles.closing_debit !== undefined || roles.opening_debit !== undefined) return 'split'
  if (roles.closing_direction !== undefined || roles.opening_direction !== undefined) return 'direction'
  const { opening, debit, credit, closing } = roles
  if (opening === undefined || debit === undefined || credit === undefined || closing === undefined) return 'signed'
  let debitPositive = 0
  let creditPositive = 0
  for (const { cells } of samples) {
    const [o, d, c, e] = [opening, debit, credit, closing].map((column) => parseAmount(cells[column])?.fen ?? 0n)
    if (o === undefined || d === undefined || c === undefined || e === undefined || d === c) continue
    if (o + d - c === e) debitPositive += 1
    if (o - d + c === e) creditPositive += 1
  }
  return creditPositive > 0 && creditPositive >= debitPositive * 0.1 ? 'normal_side' : 'signed'
}

function amountStyleOf(roles: RoleColumns, samples: readonly SheetRow[]): AmountStyle {
  if (roles.debit !== undefined && roles.credit !== undefined) return 'split'
  const { amount } = roles
  const side = roles.side ?? roles.closing_direction
  if (side === undefined || amount === undefined) return 'signed'
  let credits = 0
  let negative = 0
  for (const { cells } of samples) {
    if (!isCreditSide(textOf(cells[side]))) continue
    credits += 1
    if ((parseAmount(cells[amount])?.fen ?? 0n) < 0n) negative += 1
  }
  // Red-letter lines are few: where most credits are negative, the sign belongs to the side.
  return credits > 0 && negative > credits / 2 ? 'side_signed' : 'side_positive'
}

/** 贷, C, Cr, SAP's H (Haben), -1. */
export const isCreditSide = (text: string): boolean => /^(?:贷方?|c|cr|credit|h|-1)$/i.test(text)
/** 借, D, Dr, SAP's S (Soll), 1. */
export const isDebitSide = (text: string): boolean => /^(?:借方?|d|dr|debit|s|1)$/i.test(text)

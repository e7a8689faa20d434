import { parseAmount } from './amounts.ts'
import { accountInSheetName, accountInTitle } from './account-title.ts'
import { assetHeader } from './asset-register.ts'
import { isBlank, textOf, type Remark, type SheetRow } from './cell.ts'
import {
  columnsByRole,
  readColumns,
  type ColumnReading,
  type ContestedRole,
  type RoleColumns,
} from './column-reading.ts'
import { rowShare } from './column-proof.ts'
import { columnQuestions } from './column-questions.ts'
import { withDateOrder } from './date-order.ts'
import { layoutSignature, type ColumnAnswers } from './column-signature.ts'
import { findHeader, type Header } from './header.ts'
import type { SheetKind } from './model.ts'
import { isHeaderLike } from './reshape.ts'
import { settlePeriod } from './period.ts'
import { kindScores } from './kind-scores.ts'
import { columnsSaid, saidMultiplier, saidOf } from './sheet-answers.ts'
import { kindQuestion, kindUncertain, moneyQuestions, redQuestion, saidKind } from './sheet-questions.ts'
import type { AmountStyle, BalanceStyle, SheetReading } from './sheet-reading.ts'
import { formHeader, formOf } from './tax-return.ts'
import { periodVotes, readTitles } from './title-lines.ts'
import { vendorOf } from './vendor.ts'

/** How many rows of a sheet detection needs: titles, header and enough data to see how its columns are used. */
export const detectionRows = 200

export type DetectInput = {
  rows: readonly SheetRow[]
  /** Rows below them with cells in red letters. */
  reds?: readonly SheetRow[]
  sheet: string
  file: string
  /** What people said about columns before. */
  answers?: ColumnAnswers | undefined
}

const balanceSheetItems =
  /^(?:货币资金|应收账款|存货|流动资产合计|固定资产(?:净值|账面价值)?|资产总计|应付账款|短期借款|负债合计|实收资本.*|未分配利润|所有者权益.*合计|负债和所有者权益.*)$/
const incomeItems =
  /^(?:[一二三四五六]、)?(?:减:|加:)?(?:营业(?:总)?收入|营业(?:总)?成本|税金及附加|营业税金及附加|销售费用|管理费用|财务费用|营业利润.*|利润总额.*|所得税费用|净利润.*)$/

const titleWords: [SheetKind, RegExp][] = [
  ['subsidiary_ledger', /明细账|明细分类账|三栏账|分类账|subsidiary/i],
  ['account_chart', /^(?:会计)?科目表$|chart.?of.?accounts/i],
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
export function detectSheet(input: DetectInput): SheetReading {
  const { rows, sheet, file, answers } = input
  const form = formOf(sheet, rows)
  const lines = form === undefined ? undefined : formHeader(rows)
  if (form !== undefined && lines) return plainReading(input, 'tax_return', lines, form)
  const items = rows.flatMap(({ cells }) => cells.map(textOf)).filter((text) => text !== '')
  const ofBalanceSheet = new Set(items.filter((text) => balanceSheetItems.test(text))).size
  const ofIncome = new Set(items.filter((text) => incomeItems.test(text))).size
  const header = findHeader(rows, false)
  const signature = layoutSignature(header?.paths ?? [])
  const samples = header ? samplesBelow(rows, header) : []
  const told = answers?.[signature]
  const read = header ? readColumns(header, samples, columnsSaid(told)) : { columns: [], contested: [] }
  const columns = withDateOrder(read.columns, samples)
  const roles = columnsByRole(columns)
  const said = saidOf(told, input)
  const named = saidKind(said.kind ?? statementSaid(input))
  if (named === 'balance_sheet' || named === 'income_statement')
    return statementReading(input, { ofBalanceSheet, ofIncome, named })
  const assets = roles.account_code === undefined && named === undefined ? assetHeader(rows) : undefined
  if (assets && roles.voucher === undefined) return plainReading(input, 'asset_register', assets, '')
  const tabled =
    (roles.account_name ?? roles.level_name) !== undefined && (roles.debit ?? roles.ytd_debit) !== undefined
  const statement = roles.account_code === undefined && !tabled && Math.max(ofBalanceSheet, ofIncome) >= 4
  if (statement && named === undefined) return statementReading(input, { ofBalanceSheet, ofIncome })

  const titles = readTitles(rows, header?.rows[0] ?? 0, header?.paths ?? [])
  const accountTitle =
    rows
      .filter(({ row }) => row < (header?.firstDataRow ?? 0))
      .map(({ cells }) => accountInTitle(cells.map(textOf).join(' ')))
      .find((found) => found !== null) ?? accountInSheetName(sheet)
  const scores = kindScores(columns, roles, samples, accountTitle)
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
  const kind: SheetKind = named ?? (best && best.score >= 0.6 ? best.kind : 'unknown')
  const asks = header ? moneyQuestions(input, titles, said, { columns, rows: samples }) : []
  asks.push(...redQuestion(input, [...samples, ...(input.reds ?? [])], { columns, said }))
  if (named === undefined && header && kindUncertain(scores, columns))
    asks.unshift(kindQuestion(input, scores, columns))
  for (const { role, header: words } of columns) {
    if (role !== 'other') evidence.push({ code: 'evidenceColumn', params: { role, header: words } })
  }
  const votes = periodVotes({ file, sheet }, [...titles.texts, ...yearWords(header)], columns, samples)
  const questions = kind === 'unknown' ? [] : openQuestions(kind, { columns, contested: read.contested }, samples)
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
    amountStyle: kind === 'journal' || kind === 'subsidiary_ledger' ? amountStyleOf(roles, samples) : null,
    multiplier: saidMultiplier(said.unit) ?? titles.multiplier,
    company: titles.company,
    period: settlePeriod(votes) ?? null,
    periodVotes: votes,
    vendor: vendorOf(columns.map((column) => column.header)),
    signature,
    questions,
    asks: kind === 'unknown' && asks[0]?.about !== 'kind' ? [] : asks,
    said,
    accountTitle,
  }
}

/** An account page's header may hold the year: 2025年 over 月 and 日. */
const yearWords = (header: Header | undefined): string[] =>
  (header?.paths ?? [])
    .map((path) => path.split('/')[0] ?? '')
    .filter((word) => /^20\d\d年度?$/.test(word))
    .slice(0, 1)

/** The rows below the header, up to where another header puts other columns in their place. */
function samplesBelow(rows: readonly SheetRow[], { firstDataRow, paths }: Header): SheetRow[] {
  const below = rows.filter(({ row }) => row >= firstDataRow)
  const end = below.findIndex((row) => isHeaderLike(row) && !inPlace(row, paths))
  return end > 0 ? below.slice(0, end) : below
}

const inPlace = ({ cells }: SheetRow, paths: readonly string[]): boolean =>
  cells.filter((cell, at) => !isBlank(cell) && paths[at]?.split('/').includes(textOf(cell))).length >=
  cells.filter((cell) => !isBlank(cell)).length / 2

/** What was said of a sheet's kind under the layout a statement has. */
function statementSaid({ rows, answers, ...names }: DetectInput) {
  if (answers === undefined || Object.keys(answers).length === 0) return undefined
  return saidOf(answers[layoutSignature(findHeader(rows, true)?.paths ?? [])], names).kind
}

type StatementItems = { ofBalanceSheet: number; ofIncome: number; named?: 'balance_sheet' | 'income_statement' }

function statementReading(input: DetectInput, { ofBalanceSheet, ofIncome, named }: StatementItems): SheetReading {
  const { rows } = input
  const header = findHeader(rows, true) ?? null
  const titles = readTitles(rows, header?.rows[0] ?? 0, header?.paths ?? [])
  const kind = named ?? (ofBalanceSheet >= ofIncome ? 'balance_sheet' : 'income_statement')
  const best = Math.min(1, Math.max(ofBalanceSheet, ofIncome) / 6)
  const next = Math.min(1, Math.min(ofBalanceSheet, ofIncome) / 6)
  return {
    ...columnless(input, kind, header, titles),
    margin: best - next,
    runnerUp: { kind: kind === 'balance_sheet' ? 'income_statement' : 'balance_sheet', score: next },
    evidence: [{ code: 'evidenceItems', params: { kind, count: Math.max(ofBalanceSheet, ofIncome) } }],
  }
}

/** The reading of a table with a header of its own kind: an asset register, a form of a return. */
function plainReading(input: DetectInput, kind: SheetKind, header: Header, form: string): SheetReading {
  const { rows } = input
  const titles = readTitles(rows, header.rows[0] ?? 0, header.paths)
  const text = form === '' ? (titles.texts[0] ?? input.sheet) : form
  return {
    ...columnless(input, kind, header, titles),
    margin: 1,
    runnerUp: null,
    evidence: [{ code: 'evidenceTitle', params: { kind, text } }],
  }
}

/** What a table says of itself by its titles alone: its columns have no roles of a ledger. */
function columnless(
  { sheet, file, answers }: DetectInput,
  kind: SheetKind,
  header: Header | null,
  titles: ReturnType<typeof readTitles>,
): Omit<SheetReading, 'margin' | 'runnerUp' | 'evidence'> {
  const votes = periodVotes({ file, sheet }, titles.texts, [], [])
  const signature = layoutSignature(header?.paths ?? [])
  const said = saidOf(answers?.[signature], { file, sheet })
  return {
    file,
    sheet,
    kind,
    header,
    columns: [],
    balanceStyle: null,
    amountStyle: null,
    multiplier: saidMultiplier(said.unit) ?? titles.multiplier,
    company: titles.company,
    period: settlePeriod(votes) ?? null,
    periodVotes: votes,
    vendor: null,
    signature,
    questions: [],
    asks:
      kind === 'tax_return' || header === null
        ? []
        : moneyQuestions({ file, sheet }, titles, said, { columns: [], rows: [] }),
    said,
    accountTitle: null,
  }
}

/** The questions left when the table's own equations have decided what they can. */
function openQuestions(
  kind: SheetKind,
  { columns, contested }: ReturnType<typeof readColumns>,
  samples: readonly SheetRow[],
) {
  const decided = kind === 'trial_balance' && contested.length > 0 && equationsHold(columns, contested, samples)
  return columnQuestions(kind, columns, decided ? [] : contested, samples)
}

/** Whether the columns chosen satisfy opening + debit − credit = closing and every other choice breaks it. */
function equationsHold(
  columns: readonly ColumnReading[],
  contested: readonly ContestedRole[],
  samples: readonly SheetRow[],
): boolean {
  const roles = columnsByRole(columns)
  const measures = ['opening', 'debit', 'credit', 'closing'] as const
  const choices = measures.map((measure) => {
    const chosen = roles[measure]
    const rivals = contested.find(({ role }) => role === measure)?.columns ?? []
    return chosen === undefined ? [] : [chosen].concat(rivals.filter((column) => column !== chosen))
  })
  const [opening = [], debit = [], credit = [], closing = []] = choices
  let best = 0
  let others = 0
  for (const [a, o] of opening.entries())
    for (const [b, d] of debit.entries())
      for (const [c, r] of credit.entries())
        for (const [e, k] of closing.entries()) {
          const share = rowShare(samples, [o, d, r, k])
          if (a + b + c + e === 0) best = share
          else others = Math.max(others, share)
        }
  return best >= 0.95 && others < 0.9
}

/** Which of the four ways the balances are written in; the sign convention is proved row by row later. */
function balanceStyleOf(roles: RoleColumns, samples: readonly SheetRow[]): BalanceStyle {
  if (roles.closing_debit !== undefined || roles.opening_debit !== undefined) return 'split'
  if (roles.closing_direction !== undefined || roles.opening_direction !== undefined) return 'direction'
  const { debit, credit, closing } = roles
  const opening = roles.opening ?? roles.year_opening
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
export const isCreditSide = (text: string): boolean => /^(?:[贷貸]方?|c|cr|credit|h|-1)$/i.test(text)
/** 借, D, Dr, SAP's S (Soll), 1. */
export const isDebitSide = (text: string): boolean => /^(?:借方?|d|dr|debit|s|1)$/i.test(text)

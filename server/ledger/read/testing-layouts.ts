import type { ChartAccount, Company, Figures, Posting } from './testing-figures.ts'

export type TestCell = string | number | null
/** How codes are printed from the model company's own (4-2-2, no separators). */
export type CodeStyle = 'plain' | 'dots' | 'sap' | 'oracle'
export type BalancePrint = 'split' | 'direction' | 'signed' | 'normal_side' | 'sap' | 'brackets'

export type Layout = {
  erp: string
  kind: 'trial_balance' | 'journal'
  headers: string[][]
  codes: CodeStyle
  balance: BalancePrint
  dates: 'iso' | 'slash' | 'dots' | 'named'
  /** The program prints voucher, date and maker on a voucher's first line only. */
  firstLineOnly: boolean
  /** Accounts with customers or suppliers are printed by them too. */
  dimensions: boolean
  leavesOnly: boolean
  totals: boolean
  indent: boolean
}

export const printCode = (code: string, style: CodeStyle): string => {
  if (style === 'dots') return [code.slice(0, 4), ...(code.slice(4).match(/../g) ?? [])].join('.')
  if (style === 'sap') return `00${code.padEnd(8, '0')}`
  if (style === 'oracle') return `01.100.${code.padEnd(8, '0')}.000`
  return code
}

export const yuan = (fen: bigint): string => {
  const digits = String(fen < 0n ? -fen : fen).padStart(3, '0')
  return `${fen < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
const grouped = (fen: bigint): string => yuan(fen).replaceAll(/\B(?=(?:\d{3})+\.)/g, ',')
const two = (number: number) => String(number).padStart(2, '0')
const english = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

export const printDay = (year: number, { month, day }: Posting, how: Layout['dates']): string => {
  if (how === 'slash') return `${year}/${month}/${day}`
  if (how === 'dots') return `${two(day)}.${two(month)}.${year}`
  if (how === 'named') return `${two(day)}-${english[month - 1]}-${year}`
  return `${year}-${two(month)}-${two(day)}`
}

export type BalanceRow = {
  account: ChartAccount
  /** The printed period and the year up to its end. */
  period: Figures
  year: Figures
  month: number | null
  dimension: { code: string; name: string } | null
}

const debtorSide = (code: string) => !/^(?:2|4|1602|600)/.test(code)
const foreign = (code: string) => code.startsWith('100210')
/** Original currency of an account in dollars: other figures than the books'. */
const original = (fen: bigint, code: string) => (foreign(code) ? (fen * 100n) / 713n : fen)

/** A balance as printed in one column. */
function balance(fen: bigint, code: string, how: BalancePrint): TestCell {
  if (how === 'direction') return yuan(fen < 0n ? -fen : fen)
  if (how === 'normal_side') return yuan(debtorSide(code) ? fen : -fen)
  if (how === 'sap') return fen < 0n ? `${grouped(-fen)}-` : grouped(fen)
  if (how === 'brackets') return fen < 0n ? `(${grouped(-fen)})` : grouped(fen)
  return yuan(fen)
}
const side = (fen: bigint) => (fen > 0n ? '借' : fen < 0n ? '贷' : '平')
const positive = (fen: bigint): TestCell => (fen > 0n ? yuan(fen) : null)

type Print = (row: BalanceRow, layout: Layout, company: Company) => TestCell
const identity: Record<string, Print> = {
  'Company Code': () => '1000',
  年度: (_row, _layout, { year }) => year,
  会计期间: ({ month }) => (month === null ? '01-12' : two(month)),
  Period: ({ month }) => (month === null ? '001-012' : `0${two(month)}`),
  核算维度: ({ dimension }) => (dimension ? `${dimension.code}/${dimension.name}` : null),
  辅助核算: ({ dimension }) => (dimension ? `客商:${dimension.name}` : null),
  组织编码: () => 'ORG01',
}

/** What one column of a trial balance prints, by its words (upper/lower). */
export function balanceCell(path: string, row: BalanceRow, layout: Layout, company: Company): TestCell {
  const { account, period, year } = row
  const { code } = account
  const known = identity[path]
  if (known) return known(row, layout, company)
  if (/^\[?(?:科目编码|科目代码)\]?$|^G\/L Account$/.test(path)) return printCode(code, layout.codes)
  if (/^\[?科目名称\]?$|^Account Name$/.test(path))
    return layout.codes === 'sap'
      ? account.path.join('-')
      : `${layout.indent ? '  '.repeat(account.path.length - 1) : ''}${account.name}`
  if (/^币|^Currency$/.test(path)) return foreign(code) ? 'USD' : layout.codes === 'sap' ? 'CNY' : '人民币'
  if (path.endsWith('方向')) return side(period.closing)
  const measure = /期初|Opening/.test(path) ? 'opening' : /期末|^Balance/.test(path) ? 'closing' : 'movement'
  const figures = /累计/.test(path) ? year : period
  const money = (fen: bigint) => (/原币/.test(path) ? original(fen, code) : fen)
  if (measure === 'movement') {
    const printed = layout.balance === 'sap' || layout.balance === 'brackets' ? grouped : yuan
    if (/借|Debit/.test(path)) return printed(money(figures.debit))
    if (/贷|Credit/.test(path)) return printed(money(figures.credit))
    return null
  }
  const amount = money(figures[measure])
  if (/借/.test(path)) return positive(amount)
  if (/贷/.test(path)) return positive(-amount)
  return balance(amount, code, layout.balance)
}

const amount = (fen: bigint): TestCell => (fen === 0n ? null : yuan(fen))

export type JournalRow = { posting: Posting; line: number; first: boolean; ordinal: number; running: bigint }

/** What one column of a journal prints, by its words. */
export function journalCell(path: string, row: JournalRow, layout: Layout, company: Company): TestCell {
  const { posting, first, ordinal, running, line } = row
  const blank = layout.firstLineOnly && !first
  const { account, debit, credit, originalDebit, originalCredit, word, number, month } = posting
  const chart = company.chart.find(({ code }) => code === account)
  const net = debit - credit
  const isDebit = debit !== 0n
  const signed = (fen: bigint) => (layout.codes === 'sap' ? balance(fen, account, 'sap') : yuan(isDebit ? fen : -fen))
  const isForeign = posting.currency === '美元'
  switch (path) {
    case '日期':
    case '记账日期':
    case '业务日期':
    case '凭证日期':
    case 'Posting Date':
    case 'Effective Date':
      return blank ? null : printDay(company.year, posting, layout.dates)
    case '凭证字号':
      return blank ? null : `${word}-${String(number).padStart(4, '0')}`
    case '凭证字':
    case '凭证类别':
    case '凭证类型':
    case '凭证种类':
    case 'Category':
      return blank ? null : word
    case 'Document Type':
      return word
    case '凭证号':
      return blank ? null : number
    case 'Document No.':
    case 'Document No':
      return String(1_000_000 + month * 10_000 + number)
    case '凭证编号':
      return `GL-${company.year}${two(month)}-${String(number).padStart(4, '0')}`
    case '[凭证号码]#[日期]':
      return `${word}-${number}#${printDay(company.year, posting, 'iso')}`
    case '摘要':
    case 'Text':
      return posting.summary
    case '科目编码':
    case '科目代码':
    case '科目编号':
    case '[科目编码]':
    case 'Account':
    case 'G/L Account':
      return printCode(account, layout.codes)
    case '科目名称':
    case '[科目名称]':
    case 'Account Name':
      return chart?.name ?? null
    case '币种':
    case '币别':
      return layout.erp === '浪潮GS' && !isForeign ? null : posting.currency
    case 'Currency':
      return isForeign ? 'USD' : 'CNY'
    case '汇率':
      return isForeign ? 7.13 : 1
    case '借方原币':
    case '借方原币金额':
    case '借方(原币)':
    case 'Entered Dr':
      return amount(originalDebit)
    case '贷方原币':
    case '贷方原币金额':
    case '贷方(原币)':
    case 'Entered Cr':
      return amount(originalCredit)
    case '借方本位币':
    case '借方本位币金额':
    case '借方(本位币)':
    case '借方金额(本位币)':
    case '借方金额':
    case '借方':
    case 'Accounted Dr':
      return amount(debit)
    case '贷方本位币':
    case '贷方本位币金额':
    case '贷方(本位币)':
    case '贷方金额(本位币)':
    case '贷方金额':
    case '贷方':
    case 'Accounted Cr':
      return amount(credit)
    case '余额方向':
      return side(running)
    case '余额':
    case '余额(本位币)':
    case '余额(原币)':
      return yuan(running < 0n ? -running : running)
    case '核算维度':
      return posting.dimension ? `${posting.dimension.code}/${posting.dimension.name}` : null
    case '辅助核算':
      return posting.dimension?.name ?? null
    case '借贷方向':
      return isDebit ? '借' : '贷'
    case 'Dr/Cr':
      // a red-letter debit stays a debit: its amount is negative
      return isDebit ? 'S' : 'H'
    case '原币金额':
    case 'Amount in Doc. Curr.':
      return signed(originalDebit - originalCredit)
    case '本位币金额':
    case 'Amount in Local Curr.':
      return signed(net)
    case '制单人':
    case 'User Name':
      return blank ? null : posting.maker
    case '审核人':
      return blank ? null : posting.checker
    case '状态':
      return posting.voided ? '作废' : posting.posted ? '已审核' : '未审核'
    case '过账':
      return posting.posted ? '是' : '否'
    case '期间':
      return `${company.year}${two(month)}`
    case 'Period':
      return layout.codes === 'sap' ? `0${two(month)}` : `${english[month - 1]}-${String(company.year).slice(2)}`
    case '序号':
      return ordinal
    case '行号':
      return line
    case '核算组织':
      return company.name
    case '账簿类型':
      return '主账簿'
    case 'Company Code':
      return '1000'
    case 'JE Batch':
      return `AP ${month} 2278301`
    case 'JE Name':
      return posting.summary
    case 'Reference':
    case '主表项目':
    case '主表项目金额':
      return null
    default:
      return path === '摘要说明' ? posting.summary : path.startsWith('备用') ? '0' : null
  }
}

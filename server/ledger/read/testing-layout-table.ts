import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Company } from './testing-figures.ts'
import { balanceCell, journalCell, type BalanceRow, type Layout, type TestCell } from './testing-layouts.ts'

type Fact = { erp: string; kind: string; headers: string[][] }
const facts = JSON.parse(readFileSync(join(import.meta.dirname, '../../../facts/ledger-layouts.json'), 'utf8')) as {
  layouts: Fact[]
}

/** What the header sample alone does not say about a program. */
const habits: Record<string, Partial<Layout>> = {
  '用友U8 trial_balance': { balance: 'split', totals: true },
  '用友U8 (外币式) trial_balance': { balance: 'direction' },
  '用友NC/NC Cloud trial_balance': { dimensions: true },
  '畅捷通T+/好会计 trial_balance': { balance: 'split', totals: true },
  '畅捷通T+/好会计 journal': { firstLineOnly: true, dates: 'slash' },
  '金蝶K/3 trial_balance': { codes: 'dots' },
  '金蝶K/3 journal': { codes: 'dots' },
  '金蝶KIS专业版 trial_balance': { codes: 'dots', balance: 'direction' },
  '金蝶KIS专业版 journal': { codes: 'dots' },
  '金蝶KIS/精斗云 trial_balance': { balance: 'split', indent: true },
  '金蝶云星空 trial_balance': { codes: 'dots', balance: 'direction', dimensions: true },
  '金蝶云星空 journal': { codes: 'dots' },
  '金蝶EAS/云 集团导出 journal': { codes: 'dots', dates: 'slash' },
  'SAP (FBL3N/FAGLB03) trial_balance': { codes: 'sap', balance: 'sap', leavesOnly: true },
  'SAP journal': { codes: 'sap', dates: 'dots' },
  'Oracle EBS journal': { codes: 'oracle', dates: 'named' },
  '浪潮GS trial_balance': { balance: 'direction' },
  '新中大 trial_balance': { balance: 'split' },
  '鼎捷E10 journal': { dates: 'slash' },
  'bracketed export trial_balance': { balance: 'split' },
}

/** The fillers that stand for "…45-51 columns": repeated names, other dates, amounts nobody asks for. */
const fillers = ['业务日期', '摘要说明', '结算方式', '结算号', '附件数', '制单人', '审核人', '项目', '项目', '项目编码']

/** The layouts of trial balances and journals, completed where the sample ends in an ellipsis. */
export const layouts: Layout[] = facts.layouts
  .filter(({ kind }) => kind === 'trial_balance' || kind === 'journal')
  .map(({ erp, kind, headers }) => {
    const [upper = [], lower] = headers
    const long = upper.some((word) => word.startsWith('…45'))
    const words = upper.filter((word) => !word.startsWith('…'))
    if (long) {
      words.push(...fillers)
      for (let at = words.length; at < 46; at += 1) words.push(`备用${(at % 7) + 1}`)
    }
    if (erp === 'bracketed export') words.push('期末借方金额', '期末贷方金额')
    // the sample of SAP's journal leaves the account out, without which no line could be read
    if (erp === 'SAP' && kind === 'journal') words.splice(5, 0, 'G/L Account')
    const layout: Layout = {
      erp,
      kind: kind === 'journal' ? 'journal' : 'trial_balance',
      headers: lower ? [words, lower] : [words],
      codes: 'plain',
      balance: 'signed',
      dates: 'iso',
      firstLineOnly: false,
      dimensions: false,
      leavesOnly: false,
      totals: false,
      indent: false,
    }
    return Object.assign(layout, habits[`${erp} ${kind}`])
  })

/** The bracketed family's journal and a plain one: the sample describes the first only in words. */
export const bracketedJournal: Layout = {
  ...layouts[0],
  erp: 'bracketed export',
  kind: 'journal',
  headers: [['[凭证号码]#[日期]', '[科目编码]', '[科目名称]', '摘要', '借方金额', '贷方金额']],
  codes: 'plain',
  balance: 'split',
  dates: 'iso',
  firstLineOnly: false,
  dimensions: false,
  leavesOnly: false,
  totals: false,
  indent: false,
}

const pathsOf = ({ headers: [upper = [], lower] }: Layout) =>
  upper.map((word, column) => (lower?.[column] ? `${word}/${lower[column]}` : word))
/** Merged cells hold their word once. */
const headerRows = ({ headers: [upper = [], lower] }: Layout): TestCell[][] => [
  upper.map((word, column) => (lower && column > 0 && upper[column - 1] === word && lower[column] ? null : word)),
  ...(lower ? [lower.map((word) => (word === '' ? null : word))] : []),
]

/** The rows of a layout: whole year if `month` is null, else that month. */
export function tableOf(layout: Layout, company: Company, month: number | null = null): TestCell[][] {
  const title =
    month === null
      ? `期间: ${company.year}.01-${company.year}.12`
      : `期间: ${company.year}.${String(month).padStart(2, '0')}-${company.year}.${String(month).padStart(2, '0')}`
  const name = layout.kind === 'journal' ? '序时账' : '发生额及余额表'
  const rows: TestCell[][] = [[name], [title, null, `单位名称：${company.name}`], ...headerRows(layout)]
  const paths = pathsOf(layout)
  if (layout.kind === 'journal') {
    const running = new Map<string, bigint>()
    let before = ''
    let line = 0
    for (const [at, posting] of company.postings.entries()) {
      if (month !== null && posting.month !== month) continue
      const key = `${posting.month}${posting.word}${posting.number}`
      line = key === before ? line + 1 : 1
      const sum = (running.get(posting.account) ?? 0n) + posting.debit - posting.credit
      running.set(posting.account, sum)
      const row = { posting, line, first: key !== before, ordinal: at + 1, running: sum }
      rows.push(paths.map((path) => journalCell(path, row, layout, company)))
      before = key
    }
    return rows
  }
  for (const one of balanceRows(layout, company, month))
    rows.push(paths.map((path) => balanceCell(path, one, layout, company)))
  if (layout.totals) rows.push(totalRow(paths, layout, company, month))
  return rows
}

const emptyFigures = { opening: 0n, debit: 0n, credit: 0n, closing: 0n }

/** Accounts in the chart's order, each followed by its customers or suppliers where the program prints them. */
export function balanceRows(layout: Layout, company: Company, month: number | null): BalanceRow[] {
  const rows: BalanceRow[] = []
  for (const account of company.chart) {
    if (layout.leavesOnly && !account.leaf) continue
    const year = company.totals.get(account.code) ?? emptyFigures
    const period = month === null ? year : (company.months[month - 1]?.get(account.code) ?? emptyFigures)
    rows.push({ account, period, year, month, dimension: null })
    if (!layout.dimensions || month !== null) continue
    for (const one of company.dimensions)
      if (one.account === account.code)
        rows.push({
          account,
          period: one.figures,
          year: one.figures,
          month,
          dimension: { code: one.code, name: one.name },
        })
  }
  return rows
}

function totalRow(paths: string[], layout: Layout, company: Company, month: number | null): TestCell[] {
  const tops = balanceRows(layout, company, month).filter(({ account }) => account.leaf)
  return paths.map((path, column) => {
    if (column === 0) return '合计'
    if (!/借|贷/.test(path)) return null
    const cells = tops.map((row) => balanceCell(path, row, layout, company))
    const fen = cells.reduce((sum: bigint, cell) => sum + BigInt(String(cell ?? '0').replace('.', '')), 0n)
    const digits = String(fen < 0n ? -fen : fen).padStart(3, '0')
    return `${fen < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
  })
}

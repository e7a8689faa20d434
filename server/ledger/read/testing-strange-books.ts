import { randomOf } from './testing-company.ts'
import type { Company } from './testing-figures.ts'
import type { TestCell } from './testing-layouts.ts'
import { pick, side, strangeCode, strangeMoney, strangeName, type StrangeStyle } from './testing-strange-style.ts'

/** A workbook of several sheets as SpreadsheetML 2003. */
export const bookOf = (sheets: readonly { name: string; rows: readonly TestCell[][] }[]): string =>
  `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">${sheets
    .map(
      ({ name, rows }) =>
        `<Worksheet ss:Name="${escaped(name)}"><Table>${rows.map(rowOf).join('')}</Table></Worksheet>`,
    )
    .join('')}</Workbook>`

const rowOf = (cells: readonly TestCell[]) =>
  `<Row>${cells.map((cell, at) => (cell === null ? '' : `<Cell ss:Index="${at + 1}"><Data ss:Type="${typeof cell === 'number' ? 'Number' : 'String'}">${escaped(cell)}</Data></Cell>`)).join('')}</Row>`
const escaped = (cell: TestCell) =>
  String(cell ?? '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;') // prettier-ignore

const names = [
  (month: number) => `${month}月`,
  (month: number) => `2025年${month}月`,
  (month: number) => String(month).padStart(2, '0'),
  (month: number) => `第${month}期`,
  (month: number) => `${'一二三四五六七八九十'[month - 1] ?? `十${'一二'[month - 11]}`}月余额`,
  (month: number) => `2025${String(month).padStart(2, '0')}`,
]

/** Twelve sheets of one month each, in the order a person would have put them, with or without 本年累计. */
export function monthlySheets(company: Company, style: StrangeStyle, seed: number) {
  const random = randomOf(seed)
  const named = pick(random, names)
  const titled = random(2) === 0
  const running = random(2) === 0
  const money = (fen: bigint) => strangeMoney(fen, style.money)
  const turned = random(3) === 0
  const sheets = company.months.map((month, at) => {
    const heads = ['科目编码', '科目名称', '期初余额', '本期借方发生额', '本期贷方发生额', ...(running ? ['本年累计借方', '本年累计贷方'] : []), '期末余额'] // prettier-ignore
    const rows: TestCell[][] = [['科目余额表'], ...(titled ? [[`会计期间：2025年${at + 1}月`]] : []), heads]
    for (const account of company.chart) {
      const figures = month.get(account.code)
      if (!figures) continue
      const sum = { debit: 0n, credit: 0n }
      for (const before of company.months.slice(0, at + 1)) {
        sum.debit += before.get(account.code)?.debit ?? 0n
        sum.credit += before.get(account.code)?.credit ?? 0n
      }
      rows.push([strangeCode(account.code, style.code), strangeName(account, style.name), money(figures.opening), money(figures.debit), money(figures.credit), ...(running ? [money(sum.debit), money(sum.credit)] : []), money(figures.closing)]) // prettier-ignore
    }
    return { name: named(at + 1), rows }
  })
  return turned ? sheets.toReversed() : sheets
}

/** An account page (明细账) per leaf, each a sheet or one below the other, with balances carried from month to month. */
export function accountPages(company: Company, style: StrangeStyle, seed: number) {
  const random = randomOf(seed)
  const money = (fen: bigint) => strangeMoney(fen, style.money === 'trailing' ? 'plain' : style.money)
  const dated = pick(random, ['parts', 'whole', 'month-day'])
  const opening = pick(random, ['期初余额', '上年结转', '年初余额', '上期结转'])
  const monthly = pick(random, ['本月合计', '本期合计', '当前合计'])
  const title = pick(random, ['科目：', '会计科目:', '科目名称：', '科目 '])
  const together = random(2) === 0
  const head: TestCell[][] =
    dated === 'parts'
      ? [['2025年', null, '凭证号', '摘要', '借方', '贷方', '方向', '余额'], ['月', '日', null, null, null, null, null, null]]
      : [['日期', '凭证字号', '摘要', '借方金额', '贷方金额', '借或贷', '余额']] // prettier-ignore
  const width = dated === 'parts' ? 2 : 1
  const sheets: { name: string; rows: TestCell[][] }[] = []
  for (const account of company.chart) {
    if (!account.leaf) continue
    const code = strangeCode(account.code, style.code === 'number' ? 'plain' : style.code)
    const rows: TestCell[][] = [['明细账'], [`${title}${code} ${account.name}`, null, null, '期间：2025年1月-2025年12月'], ...head] // prettier-ignore
    let balance = company.totals.get(account.code)?.opening ?? 0n
    const size = (fen: bigint) => money(fen < 0n ? -fen : fen)
    const blanks: TestCell[] = Array.from({ length: width }, () => null)
    const year = { debit: 0n, credit: 0n }
    rows.push([...blanks, null, opening, null, null, side(balance), size(balance)])
    for (let month = 1; month <= 12; month += 1) {
      const sum = { debit: 0n, credit: 0n }
      for (const posting of company.postings) {
        if (posting.month !== month || posting.account !== account.code) continue
        balance += posting.debit - posting.credit
        sum.debit += posting.debit
        sum.credit += posting.credit
        const [m, d] = [String(month).padStart(2, '0'), String(posting.day).padStart(2, '0')]
        const day: TestCell[] =
          dated === 'parts' ? [month, posting.day] : [dated === 'whole' ? `2025-${m}-${d}` : `${m}-${d}`]
        const amounts = [posting.debit, posting.credit].map((fen) => (fen === 0n ? null : money(fen)))
        rows.push([
          ...day,
          `${posting.word}-${posting.number}`,
          posting.summary,
          ...amounts,
          side(balance),
          size(balance),
        ])
      }
      year.debit += sum.debit
      year.credit += sum.credit
      if (sum.debit === 0n && sum.credit === 0n) continue
      rows.push([...blanks, null, monthly, money(sum.debit), money(sum.credit), side(balance), size(balance)])
      rows.push([...blanks, null, '本年累计', money(year.debit), money(year.credit), side(balance), size(balance)])
    }
    sheets.push({ name: `${code} ${account.name}`.slice(0, 31), rows })
  }
  return together ? [{ name: '明细账', rows: sheets.flatMap(({ rows }) => [...rows, []]) }] : sheets
}

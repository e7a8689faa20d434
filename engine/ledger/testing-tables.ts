import type { Account, Asset, MonthBalance, StatementFigure } from './model.ts'
import { codeOf, placeOf, type SeededAccount, type SeededBooks } from './testing-chart.ts'

const isBelow = (code: string, parent: string) => code !== parent && code.startsWith(parent)

/** Writes every table anew from the openings and the lines, by adding up: no code of the importer takes part. */
export function recount(books: SeededBooks): void {
  const { chart, openings, lines } = books
  const leaves = chart.filter(({ code }) => !chart.some((other) => isBelow(other.code, code)))
  const inside = (code: string) =>
    leaves.filter((leaf) => leaf.code === code || isBelow(leaf.code, code)).map((leaf) => leaf.code)
  const sums = new Map<string, { debit: bigint; credit: bigint }>()
  for (const line of lines) {
    if (line.voided || !line.posted) continue
    for (const place of [line.account, `${line.period} ${line.account}`]) {
      const sum = sums.get(place) ?? { debit: 0n, credit: 0n }
      sums.set(place, { debit: sum.debit + line.debit, credit: sum.credit + line.credit })
    }
  }
  const movement = (codes: readonly string[], period?: string) => {
    let [debit, credit] = [0n, 0n]
    for (const code of codes) {
      const sum = sums.get(period === undefined ? code : `${period} ${code}`)
      debit += sum?.debit ?? 0n
      credit += sum?.credit ?? 0n
    }
    return { debit, credit }
  }
  const opening = (codes: readonly string[]) => codes.reduce((sum, code) => sum + (openings.get(code) ?? 0n), 0n)
  const made = (one: SeededAccount, row: number, sheet: string): Account => {
    const codes = inside(one.code)
    const start = opening(codes)
    const { debit, credit } = movement(codes)
    const parent = chart.findLast(({ code }) => isBelow(one.code, code)) ?? null
    return {
      code: one.code,
      printed: one.code,
      name: one.name,
      fullName: [...chart.filter(({ code }) => isBelow(one.code, code)), one].map(({ name }) => name).join('/'),
      level: chart.filter(({ code }) => isBelow(one.code, code)).length + 1,
      parent: parent?.code ?? null,
      leaf: leaves.includes(one),
      opening: start,
      debit,
      credit,
      closing: start + debit - credit,
      origin: placeOf(sheet, row + 2),
    }
  }
  books.accounts = chart.map((one, row) => made(one, row, '余额表'))
  books.prior = books.accounts.map((one) => ({
    ...one,
    debit: 0n,
    credit: 0n,
    closing: one.opening,
    origin: { ...one.origin, sheet: '上年' },
  }))
  const flat = books.accounts.filter(({ leaf }) => leaf)
  const side = (measure: 'opening' | 'closing', sign: bigint) =>
    flat.reduce((sum, one) => sum + (one[measure] * sign > 0n ? one[measure] * sign : 0n), 0n)
  books.subtotals = [
    {
      label: '合计',
      openingDebit: side('opening', 1n),
      openingCredit: side('opening', -1n),
      debit: flat.reduce((sum, { debit }) => sum + debit, 0n),
      credit: flat.reduce((sum, { credit }) => sum + credit, 0n),
      closingDebit: side('closing', 1n),
      closingCredit: side('closing', -1n),
      origin: placeOf('余额表', chart.length + 3),
    },
  ]
  const periods = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'))
  books.months = chart.flatMap((one, row) => {
    const codes = inside(one.code)
    let balance = opening(codes)
    return periods.map((period): MonthBalance => {
      const { debit, credit } = movement(codes, period)
      const start = balance
      balance += debit - credit
      return {
        period,
        account: one.code,
        opening: start,
        debit,
        credit,
        closing: balance,
        origin: placeOf(`${period}月`, row + 2),
      }
    })
  })
  const supplier = books.accounts.find(({ code }) => code === codeOf(chart, 'supplier'))
  books.dimensions = supplier
    ? [3n, 5n].map((share, at) => {
        const part = (value: bigint) => (at === 0 ? (value * share) / 8n : value - (value * 3n) / 8n)
        return {
          account: supplier.code,
          kind: 'supplier',
          code: `G00${at + 1}`,
          name: at === 0 ? '甲供应商' : '乙供应商',
          opening: part(supplier.opening),
          debit: part(supplier.debit),
          credit: part(supplier.credit),
          closing: part(supplier.closing),
          origin: placeOf('往来', at + 2),
        }
      })
    : []
  books.assets = assetsOf(books)
  books.statements = statementsOf(books)
}

const find = (books: SeededBooks, role: string) => books.accounts.find(({ code }) => code === codeOf(books.chart, role))

const part = (whole: bigint, at: number) => (at < 2 ? whole / 4n : whole - (whole / 4n) * 2n)

function assetsOf(books: SeededBooks): Asset[] {
  const cost = find(books, 'assets')?.closing ?? 0n
  const worn = -(find(books, 'worn')?.closing ?? 0n)
  const charge = find(books, 'worn')?.credit ?? 0n
  return ['机床', '汽车', '电脑'].map((name, at) => ({
    code: `ZC${at + 1}`,
    name,
    category: '设备',
    kind: 'fixed',
    start: '2023-01-10',
    cost: part(cost, at),
    months: 120,
    residualRate: '0.05',
    method: '年限平均法',
    yearCharge: part(charge, at),
    accumulated: part(worn, at),
    impairment: 0n,
    net: part(cost, at) - part(worn, at),
    origin: placeOf('台账', at + 2),
  }))
}

const of =
  (...roots: string[]) =>
  (account: Account) =>
    roots.some((root) => account.code.startsWith(root))
const debt = of('2')
const inBalance = (name: string, [current, prior]: readonly [bigint, bigint], row: number): StatementFigure => ({
  kind: 'balance_sheet',
  name,
  current,
  prior,
  origin: placeOf('资产负债表', row),
})
const inIncome = (name: string, current: bigint, row: number): StatementFigure => ({
  kind: 'income_statement',
  name,
  current,
  prior: null,
  origin: placeOf('利润表', row),
})

/** The client's own statements, from the accounts by hand. */
function statementsOf(books: SeededBooks): StatementFigure[] {
  const { accounts, chart } = books
  const leaves = accounts.filter(({ leaf }) => leaf)
  const classOf = (code: string) => chart.find((one) => one.code === code)
  const sum = (measure: 'opening' | 'closing', test: (account: Account) => boolean) =>
    leaves.filter(test).reduce((total, one) => total + one[measure], 0n)
  const profitLoss = new Set(chart.filter((one) => one.profitLoss).map(({ code }) => code))
  const closings = closingKeys(books)
  const turnover = (test: (code: string) => boolean) =>
    books.lines
      .filter(
        (line) =>
          line.posted &&
          !line.voided &&
          test(line.account) &&
          !closings.has(`${line.period}${line.word}${line.number}`),
      )
      .reduce((total, line) => total + line.credit - line.debit, 0n)
  const both = (test: (account: Account) => boolean, sign = 1n) =>
    [sum('closing', test) * sign, sum('opening', test) * sign] as const
  const equity = (account: Account) => classOf(account.code)?.equity === true || profitLoss.has(account.code)
  const lines: [string, readonly [bigint, bigint]][] = [
    ['货币资金', both(of('1001', '1002'))],
    ['应收账款', both(of('1122'))],
    ['存货', both(of('1405', '1403'))],
    ['资产总计', both((account) => account.code.startsWith('1'))],
    ['应付账款', both(of('2202'), -1n)],
    ['负债合计', both(debt, -1n)],
    ['所有者权益合计', both(equity, -1n)],
    ['负债和所有者权益总计', both((account) => debt(account) || equity(account), -1n)],
  ]
  const retained = both((account) => profitLoss.has(account.code) || /本年利润|利润分配/.test(account.fullName), -1n)
  return [
    ...lines.map(([name, amounts], row) => inBalance(name, amounts, row + 4)),
    inBalance('未分配利润', retained, 20),
    inIncome(
      '一、营业收入',
      turnover((code) => code === codeOf(chart, 'sales')),
      4,
    ),
    inIncome('减：营业成本', -turnover((code) => code === codeOf(chart, 'cost')), 5),
    inIncome(
      '四、净利润',
      turnover((code) => profitLoss.has(code)),
      20,
    ),
  ]
}

/** Vouchers that touch 本年利润: `period word number` run together. */
const closingKeys = ({ lines, chart }: SeededBooks) => {
  const profit = codeOf(chart, 'profit')
  return new Set(
    lines.filter(({ account }) => account === profit).map((line) => `${line.period}${line.word}${line.number}`),
  )
}

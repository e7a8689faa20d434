import type { readDataset } from './read-dataset.ts'
import { modelCompany } from './testing-company.ts'
import type { Figures } from './testing-figures.ts'
import type { TestCell } from './testing-layouts.ts'
import { strangeMoney } from './testing-strange-style.ts'

type Read = Awaited<ReturnType<typeof readDataset>>

/** The company whose books the tests of foreign tables print. */
export const company = modelCompany(3, 3, ['记'])
export const money = (fen: bigint) => strangeMoney(fen, 'plain')
export const heads = ['科目编码', '科目名称', '期初余额', '本期借方', '本期贷方', '期末余额']
export const rowsOf = (figures: ReadonlyMap<string, Figures>, classes = /./, of = company): TestCell[][] =>
  of.chart.flatMap(({ code, name }) => {
    const one = figures.get(code)
    return one && classes.test(code)
      ? [[code, name, money(one.opening), money(one.debit), money(one.credit), money(one.closing)]]
      : []
  })
/** What the months from one to another say of every account. */
export const span = (from: number, to: number, of = company): Map<string, Figures> =>
  new Map(
    of.chart.flatMap(({ code }): [string, Figures][] => {
      const months = of.months.slice(from - 1, to).flatMap((month) => month.get(code) ?? [])
      const [first, last] = [months[0], months.at(-1)]
      if (!first || !last) return []
      const sum = (side: 'debit' | 'credit') => months.reduce((total, month) => total + month[side], 0n)
      return [[code, { opening: first.opening, debit: sum('debit'), credit: sum('credit'), closing: last.closing }]]
    }),
  )

/** The figures of accounts by code. */
export const figuresOf = (accounts: readonly ({ code: string } & Figures)[]): Map<string, Figures> =>
  new Map(accounts.map(({ code, opening, debit, credit, closing }) => [code, { opening, debit, credit, closing }]))
export const balances = ({ built }: Read) => figuresOf(built.ledger.accounts)

type Line = { key: string; debit: bigint; credit: bigint }
/** The lines' count, and their sums by month and account. */
function sums(lines: readonly Line[], net: boolean) {
  const by = new Map<string, { debit: bigint; credit: bigint }>()
  for (const { key, debit, credit } of lines) {
    const sum = by.get(key) ?? { debit: 0n, credit: 0n }
    by.set(key, { debit: sum.debit + debit, credit: sum.credit + credit })
  }
  const shown = [...by].map(([key, { debit, credit }]): [string, string] => [
    key,
    net ? String(debit - credit) : `${debit} ${credit}`,
  ])
  return { lines: lines.length, sums: new Map(shown) }
}
export function journalOf({ built }: Read, net = false) {
  const { journal } = built.ledger
  const lines = Array.from({ length: journal.size }, (_, at) => ({
    key: `${journal.vouchers[journal.voucher[at] ?? 0]?.period} ${journal.accountCodes[journal.account[at] ?? 0]}`,
    debit: journal.debit[at] ?? 0n,
    credit: journal.credit[at] ?? 0n,
  }))
  return sums(lines, net)
}
/** What the journal of the company's own books says. */
export const booked = (net = false) =>
  sums(
    company.postings.map(({ month, account, debit, credit }) => ({
      key: `${String(month).padStart(2, '0')} ${account}`,
      debit,
      credit,
    })),
    net,
  )

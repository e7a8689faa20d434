import { journalBuilder } from './journal-columns.ts'
import { buildLedger, type BuiltLedger } from './ledger-builder.ts'
import type { Account, JournalLine } from './model.ts'
import { chartOf, codeOf, placeOf, type SeededBooks } from './testing-chart.ts'
import { recount } from './testing-tables.ts'

/** Numbers from 0 up to `below`, the same for the same seed. */
export type Dice = (below: number) => number
export function dice(seed: number): Dice {
  let state = (seed * 2_654_435_761) >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

/** A small company's year: sales, purchases, wages, depreciation, red entries, foreign currency, accruals, closing. */
export function seededBooks(seed: number): SeededBooks {
  const roll = dice(seed + 1)
  const standard = seed % 2 === 0 ? 'cas' : 'small'
  const chart = chartOf(standard)
  const words = seed % 3 === 0 ? ['收', '付', '转'] : ['记']
  const unclosed = seed % 7 === 3
  const lines: JournalLine[] = []
  const numbers = new Map<string, number>()
  const amount = (most: number) => BigInt(1000 + roll(most * 100))
  const post = (month: number, word: number, rows: [string, bigint, bigint][]) => {
    const period = String(month).padStart(2, '0')
    const name = words[word % words.length] ?? '记'
    const number = (numbers.get(`${period}${name}`) ?? 0) + 1
    numbers.set(`${period}${name}`, number)
    const date = `2025-${period}-${String(Math.min(28, 2 + number)).padStart(2, '0')}`
    for (const [index, [role, debit, credit]] of rows
      .filter(([, one, other]) => one !== 0n || other !== 0n)
      .entries()) {
      lines.push({
        date,
        period,
        word: name,
        number,
        line: index + 1,
        summary: `${month}月业务${number}`,
        account: codeOf(chart, role),
        debit,
        credit,
        dimension: '',
        maker: '甲',
        checker: '乙',
        posted: true,
        voided: false,
        origin: placeOf('序时账', lines.length + 2),
      })
    }
  }
  for (let month = 1; month <= 12; month += 1) {
    for (let sale = 0; sale < 2 + roll(3); sale += 1) {
      const net = amount(80_000)
      const tax = (net * 13n) / 100n
      const party = roll(2) === 0 ? 'customer1' : 'customer2'
      post(month, 2, [
        [party, net + tax, 0n],
        ['sales', 0n, net],
        ['vatOut', 0n, tax],
      ])
      const paid = net + tax - BigInt(roll(900))
      post(month, 0, [
        [roll(4) === 0 ? 'usd' : 'bank', paid, 0n],
        [party, 0n, paid],
      ])
      post(month, 2, [
        ['cost', net / 2n, 0n],
        ['goods', 0n, net / 2n],
      ])
    }
    const bought = amount(90_000)
    const vat = (bought * 13n) / 100n
    post(month, 2, [
      ['goods', bought, 0n],
      ['vatIn', vat, 0n],
      ['supplier', 0n, bought + vat],
    ])
    post(month, 1, [
      ['supplier', bought / 2n, 0n],
      ['bank', 0n, bought / 2n],
    ])
    const [office, travel, meals] = [amount(3000), amount(4000), amount(2000)]
    post(month, 1, [
      ['office', office, 0n],
      ['travel', travel, 0n],
      ['meals', meals, 0n],
      ['bank', 0n, office + travel + meals],
    ])
    const pay = amount(50_000)
    post(month, 2, [
      ['wagesCost', pay, 0n],
      ['wages', 0n, pay],
    ])
    post(month, 1, [
      ['wages', pay, 0n],
      ['bank', 0n, pay],
    ])
    post(month, 2, [
      ['wear', 12_345n, 0n],
      ['worn', 0n, 12_345n],
    ])
    if (roll(3) === 0) {
      const back = amount(500)
      post(month, 2, [
        ['customer1', -back, 0n],
        ['sales', 0n, -back],
      ])
    }
    if (roll(2) === 0)
      post(month, 0, [
        ['cash', 5000n, 0n],
        ['bank', 0n, 5000n],
      ])
    if (roll(2) === 0)
      post(month, 1, [
        ['fees', 1234n, 0n],
        ['cash', 0n, 1234n],
      ])
    if (month === 12) {
      const accrued = amount(7000)
      post(12, 2, [
        ['services', accrued, 0n],
        ['accrued', 0n, accrued],
      ])
      post(12, 2, [
        ['incomeTax', 54_321n, 0n],
        ['taxDue', 0n, 54_321n],
      ])
    }
    if (!unclosed) close(month)
  }
  if (!unclosed) appropriate()
  function close(month: number) {
    const sums = new Map<string, bigint>()
    for (const line of lines) {
      const role = chart.find(({ code }) => code === line.account)
      if (!role?.profitLoss || line.period !== String(month).padStart(2, '0')) continue
      sums.set(role.role, (sums.get(role.role) ?? 0n) + line.debit - line.credit)
    }
    const rows = [...sums].map(([role, net]): [string, bigint, bigint] =>
      net > 0n ? [role, 0n, net] : [role, -net, 0n],
    )
    const profit = rows.reduce((sum, [, debit, credit]) => sum + debit - credit, 0n)
    post(month, 2, [...rows, profit > 0n ? ['profit', 0n, profit] : ['profit', -profit, 0n]])
  }
  function appropriate() {
    const code = codeOf(chart, 'profit')
    const profit = lines
      .filter(({ account }) => account === code)
      .reduce((sum, one) => sum + one.credit - one.debit, 0n)
    post(
      12,
      2,
      profit > 0n
        ? [
            ['profit', profit, 0n],
            ['retained', 0n, profit],
          ]
        : [
            ['retained', -profit, 0n],
            ['profit', 0n, -profit],
          ],
    )
    if (profit <= 0n) return
    post(12, 2, [
      ['toSurplus', profit / 10n, 0n],
      ['surplus', 0n, profit / 10n],
    ])
    post(12, 2, [
      ['retained', profit / 10n, 0n],
      ['toSurplus', 0n, profit / 10n],
    ])
  }
  const openings = new Map<string, bigint>()
  const open = (role: string, balance: bigint) => openings.set(codeOf(chart, role), balance)
  open('bank', 900_000_000n)
  open('usd', 70_000_000n)
  open('cash', 4_000_000n)
  open('customer1', amount(900_000))
  open('customer2', amount(900_000))
  open('goods', 600_000_000n)
  open('assets', 12_000_000n)
  open('worn', -2_000_000n)
  open('supplier', -amount(700_000))
  open('retained', -33_000_000n)
  const sum = [...openings.values()].reduce((total, one) => total + one, 0n)
  open('capital', -sum)
  const books: SeededBooks = {
    standard,
    chart,
    openings,
    lines,
    accounts: [],
    subtotals: [],
    prior: [],
    dimensions: [],
    months: [],
    assets: [],
    statements: [],
  }
  recount(books)
  return books
}

/** The ledger that reading these books would give. */
export function builtFrom(books: SeededBooks): BuiltLedger {
  const builder = journalBuilder()
  const used = new Map<string, { printed: string; name: string; origin: Account['origin'] }>()
  for (const line of books.lines) {
    builder.add(line)
    const name = books.chart.find(({ code }) => code === line.account)?.name ?? ''
    if (!used.has(line.account)) used.set(line.account, { printed: line.account, name, origin: line.origin })
  }
  const { accounts, prior, dimensions, months, assets, statements } = books
  return buildLedger({
    standardOf: () => books.standard,
    year: 2025,
    scheme: 'prefix',
    used,
    journal: builder.finish(),
    accounts,
    prior,
    dimensions,
    months,
    assets,
    statements,
  })
}

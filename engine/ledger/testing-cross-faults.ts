import type { JournalLine } from './model.ts'
import { inYear, label, of, someVoucher, without, type Fault } from './testing-fault.ts'
import { codeOf } from './testing-chart.ts'
import { recount } from './testing-tables.ts'

/** Amount in 万元, half up. */
const round = (amount: bigint) => (amount + (amount < 0n ? -5000n : 5000n)) / 10_000n

/** Faults between tables: units, accounts, statements, dimensions, the register. */
export const crossFaults: readonly Fault[] = [
  ...[1000n, 10_000n].map((factor): Fault => ({
    name: `journal in units of ${factor}`,
    check: 'S04',
    class: 'unit',
    plant(books) {
      for (const line of books.lines) {
        line.debit *= factor
        line.credit *= factor
      }
      return ''
    },
  })),
  {
    name: 'table in 万元, rounded',
    check: 'S04',
    class: 'unit',
    plant(books) {
      for (const one of books.accounts) {
        Object.assign(one, {
          opening: round(one.opening),
          debit: round(one.debit),
          credit: round(one.credit),
          closing: round(one.closing),
        })
      }
      return ''
    },
  },
  ...['05', '09', '12'].map((period): Fault => ({
    name: `the last voucher of ${period} left out`,
    check: 'X01',
    class: 'missing_voucher',
    plant(books) {
      const words = new Set(books.lines.filter((line) => line.period === period).map(({ word }) => word))
      const word = words.has('转') ? '转' : '记'
      const own = books.lines.filter((line) => line.period === period && line.word === word)
      const last = own.filter(({ number }) => number === Math.max(...own.map((line) => line.number)))
      without(books, last)
      return last[0]?.account
    },
  })),
  ...(['office', 'meals', 'goods'] as const).map((role): Fault => ({
    name: `one line of ${role} on another account`,
    check: 'X01',
    class: 'wrong_account',
    plant(books, roll) {
      const code = codeOf(books.chart, role)
      const own = books.lines.filter((line) => line.account === code && line.debit > 0n)
      const line = own[roll(own.length)]
      const other = codeOf(books.chart, role === 'goods' ? 'material' : 'travel')
      if (line) line.account = other
      return other
    },
  })),
  ...(['cash', 'goods', 'assets'] as const).map((role): Fault => ({
    name: `debit and closing of ${role} raised in the table`,
    check: 'X01',
    class: 'edited_row',
    plant(books, roll) {
      const one = of(books, role)
      const by = BigInt(1 + roll(100))
      one.debit += by
      one.closing = inYear(one)
      return one.code
    },
  })),
  ...[1, 2, 3].map((): Fault => ({
    name: 'a voucher posted after the table was exported',
    check: 'X01',
    class: 'unposted',
    plant(books) {
      const { accounts, subtotals, months } = books
      const last = books.lines.findLast(({ period }) => period === '12')
      if (!last) return undefined
      const made = (account: string, debit: bigint, credit: bigint, line: number): JournalLine => ({
        ...last,
        number:
          Math.max(
            ...books.lines
              .filter(({ period, word }) => period === '12' && word === last.word)
              .map(({ number }) => number),
          ) + 1,
        summary: '补提',
        account,
        debit,
        credit,
        line,
      })
      books.lines.push(
        made(codeOf(books.chart, 'material'), 777n, 0n, 1),
        made(codeOf(books.chart, 'accrued'), 0n, 777n, 2),
      )
      Object.assign(books, { accounts, subtotals, months })
      return codeOf(books.chart, 'material')
    },
  })),
  ...(['bank', 'customer1', 'goods'] as const).map((role): Fault => ({
    name: `red letters of ${role} on the other side in the table`,
    check: 'X01',
    class: 'sign',
    plant(books) {
      const one = of(books, role)
      one.debit += 700n
      one.credit += 700n
      return one.code
    },
  })),
  {
    name: 'the dollar account in dollars in the journal',
    check: 'X01',
    class: 'currency',
    seeds: [1, 2, 4, 6],
    plant(books) {
      const one = of(books, 'usd')
      if (one.debit === 0n || one.credit === 0n) {
        const line = books.lines.find(({ account, credit }) => account === codeOf(books.chart, 'bank') && credit > 0n)
        const other = books.lines.find(({ account, debit }) => account === codeOf(books.chart, 'bank') && debit > 0n)
        if (line) line.account = one.code
        if (other) other.account = one.code
        recount(books)
      }
      for (const line of books.lines) {
        if (line.account !== one.code) continue
        line.debit = (line.debit * 10_000n) / 71_234n
        line.credit = (line.credit * 10_000n) / 71_234n
      }
      return one.code
    },
  },
  ...[1, 2, 3].map((): Fault => ({
    name: 'a voucher in another month than the monthly tables',
    check: 'X01',
    class: 'wrong_period',
    plant(books, roll) {
      const lines = someVoucher(books, roll)
      const [first] = lines
      if (!first || first.period === '12') return undefined
      const used = books.lines.filter((line) => line.period === '12' && line.word === first.word)
      const number = Math.max(0, ...used.map((line) => line.number)) + 1
      const from = first.account
      for (const line of lines) Object.assign(line, { period: '12', date: '2025-12-31', number })
      return from
    },
  })),
  ...(['货币资金', '资产总计', '一、营业收入'] as const).map((name): Fault => ({
    name: `${name} of the statement changed`,
    check: 'X02',
    class: 'statement',
    plant(books, roll) {
      const line = label(books, name)
      if (line?.current !== null && line) line.current += BigInt(1 + roll(100))
      return name
    },
  })),
  {
    name: 'statements in 万元',
    check: 'X02',
    class: 'unit',
    plant(books) {
      for (const line of books.statements) {
        if (line.current !== null) line.current /= 10_000n
        if (line.prior !== null) line.prior /= 10_000n
      }
      return ''
    },
  },
  ...(['opening', 'debit', 'closing'] as const).map((measure): Fault => ({
    name: `${measure} of a supplier changed`,
    check: 'X03',
    class: 'dimension',
    plant(books) {
      const [one] = books.dimensions
      if (one) one[measure] += 9n
      return one?.account
    },
  })),
  {
    name: 'every supplier twice',
    check: 'X03',
    class: 'dimension_double',
    plant(books) {
      books.dimensions = [...books.dimensions, ...books.dimensions]
      return books.dimensions[0]?.account
    },
  },
  ...[0, 1].map((which): Fault => ({
    name: `supplier ${which} twice`,
    check: 'X03',
    class: 'dimension_double',
    plant(books) {
      const one = books.dimensions[which]
      if (one) books.dimensions.push({ ...one })
      return one?.account
    },
  })),
  ...(['cost', 'accumulated', 'yearCharge', 'impairment'] as const).map((measure): Fault => ({
    name: `${measure} of an asset changed`,
    check: 'X04',
    class: 'asset_register',
    plant(books) {
      const [one] = books.assets
      if (!one || measure === 'impairment') return undefined
      one[measure] = (one[measure] ?? 0n) + 1n
      return measure === 'cost' ? '1601' : '1602'
    },
  })),
  ...[0, 1].map((which): Fault => ({
    name: which === 0 ? 'an asset left out' : 'an asset twice',
    check: 'X04',
    class: 'asset_register',
    plant(books) {
      const [first, ...rest] = books.assets
      if (!first) return undefined
      books.assets = which === 0 ? rest : [first, first, ...rest]
      return '1601'
    },
  })),
  ...(['资产总计', '负债合计', '未分配利润'] as const).map((name): Fault => ({
    name: `${name} does not follow from the others`,
    check: 'X05',
    class: 'statement_sum',
    plant(books) {
      const line = label(books, name)
      if (line && line.current !== null) line.current += 3n
      return name === '未分配利润' ? name : '负债和所有者权益总计'
    },
  })),
]

import { key, of, without, type Fault } from './testing-fault.ts'
import { codeOf } from './testing-chart.ts'
import { recount } from './testing-tables.ts'

/** Faults of the trial balance and its totals. */
export const tableFaults: readonly Fault[] = [
  ...(['cash', 'bank', 'goods'] as const).map((role): Fault => ({
    name: `opening and closing of ${role} raised in a table without parents and journal`,
    check: 'T01',
    class: 'unbalanced_table',
    plant(books) {
      const one = of(books, role)
      books.accounts = books.accounts
        .filter(({ leaf }) => leaf)
        .map((account) => Object.assign({}, account, { parent: null, level: 1 }))
      for (const account of books.accounts) {
        if (account.code !== one.code) continue
        account.opening += 100n
        account.closing += 100n
      }
      Object.assign(books, { lines: [], prior: [], months: [], dimensions: [], statements: [], assets: [] })
      return ''
    },
  })),
  ...(['cash', 'vatIn', 'meals', 'capital'] as const).map((role): Fault => ({
    name: `closing of ${role} changed`,
    check: 'T02',
    class: 'edited_row',
    plant(books, roll) {
      const one = of(books, role)
      one.closing += BigInt(1 + roll(5000))
      return one.code
    },
  })),
  ...(['bank', 'office', 'supplier'] as const).map((role): Fault => ({
    name: `debit of ${role} changed, closing left`,
    check: 'T02',
    class: 'edited_row',
    plant(books, roll) {
      const one = of(books, role)
      one.debit += BigInt(1 + roll(5000))
      return one.code
    },
  })),
  ...['1002', '1122', '2221'].map((code): Fault => ({
    name: `debit and closing of parent ${code} changed`,
    check: 'T03',
    class: 'edited_total',
    plant(books, roll) {
      const parent = books.accounts.find((account) => account.code === code)
      const by = BigInt(1 + roll(9000))
      if (!parent) return undefined
      parent.debit += by
      parent.closing += by
      return code
    },
  })),
  ...['opening', 'closing'].map((measure): Fault => ({
    name: `only ${measure} of a parent without journal changed`,
    check: 'T03',
    class: 'edited_total',
    plant(books) {
      const parent = books.accounts.find((account) => account.code === '1002')
      Object.assign(books, { lines: [], months: [], statements: [] })
      if (!parent) return undefined
      if (measure === 'opening') parent.opening += 7n
      parent.closing += 7n
      return '1002'
    },
  })),
  ...(['customer1', 'bank', 'office'] as const).map((role): Fault => ({
    name: `row of ${role} left out`,
    check: 'T03',
    class: 'missing_child',
    plant(books) {
      const gone = of(books, role)
      books.accounts = books.accounts.filter((account) => account !== gone)
      return gone.parent ?? ''
    },
  })),
  ...(['customer2', 'bank', 'travel'] as const).map((role): Fault => ({
    name: `row of ${role} printed again under another code`,
    check: 'T03',
    class: 'double_child',
    plant(books) {
      const one = of(books, role)
      books.accounts.push({ ...one, code: `${one.parent}99`, printed: `${one.parent}99` })
      return one.parent ?? ''
    },
  })),
  ...(['debit', 'closingDebit', 'openingCredit'] as const).map((measure): Fault => ({
    name: `printed total ${measure} changed`,
    check: 'T04',
    class: 'edited_total',
    plant(books, roll) {
      const [total] = books.subtotals
      if (!total) return undefined
      total[measure] = (total[measure] ?? 0n) + BigInt(1 + roll(900))
      return '合计'
    },
  })),
  ...(['office', 'meals', 'wear'] as const).map((role): Fault => ({
    name: `${role} was never closed`,
    check: 'T05',
    class: 'not_closed',
    plant(books) {
      const profit = codeOf(books.chart, 'profit')
      const code = codeOf(books.chart, role)
      for (const lines of Map.groupBy(books.lines, key).values()) {
        const closing = lines.find(({ account, summary }) => account === profit && summary !== '')
        const own = lines.find(({ account }) => account === code)
        if (!closing || !own) continue
        closing.credit += own.credit
        books.lines = books.lines.filter((line) => line !== own)
      }
      recount(books)
      return code
    },
  })),
  {
    name: 'profit was not transferred to 利润分配',
    check: 'T05',
    class: 'profit_not_transferred',
    plant(books) {
      const retained = codeOf(books.chart, 'retained')
      const surplus = codeOf(books.chart, 'surplus')
      const gone = [...Map.groupBy(books.lines, key).values()].filter((lines) =>
        lines.some(({ account }) => account === retained || account === surplus),
      )
      without(books, gone.flat())
      recount(books)
      return codeOf(books.chart, 'profit')
    },
  },
  ...(['cash', 'bank', 'goods'] as const).map((role): Fault => ({
    name: `${role} ends in credit`,
    check: 'T06',
    class: 'abnormal_side',
    plant(books) {
      const one = of(books, role)
      books.openings.set(one.code, one.opening - one.closing - 1_000_000_000n)
      const capital = of(books, 'capital')
      books.openings.set(capital.code, capital.opening + one.closing + 1_000_000_000n)
      recount(books)
      return role === 'bank' ? '100201' : one.code
    },
  })),
  ...(['cash', 'goods', 'supplier', 'customer1'] as const).map((role): Fault => ({
    name: `last year closed otherwise on ${role}`,
    check: 'T07',
    class: 'carried_forward',
    plant(books, roll) {
      const code = codeOf(books.chart, role)
      const last = books.prior.find((account) => account.code === code)
      if (!last) return undefined
      last.closing += BigInt(1 + roll(500))
      return code
    },
  })),
  ...(['customer1', 'bank', 'supplier'] as const).map((role): Fault => ({
    name: `opening moved from ${role} to another account`,
    check: 'T07',
    class: 'carried_forward',
    plant(books) {
      const { prior } = books
      const code = codeOf(books.chart, role)
      books.openings.set(code, (books.openings.get(code) ?? 0n) - 500n)
      const goods = codeOf(books.chart, 'goods')
      books.openings.set(goods, (books.openings.get(goods) ?? 0n) + 500n)
      recount(books)
      books.prior = prior
      return code
    },
  })),
]

import { expect, test } from 'vitest'

import type { StatementFigure } from './model.ts'
import { account, build, classes, closing, found, origin, soundAccounts, soundBooks } from './testing-books.ts'

const figure = (name: string, current: bigint): StatementFigure => ({
  kind: 'balance_sheet',
  name,
  current,
  prior: 0n,
  origin: origin(5),
})

test('sound books have no difference, and their closing and year-end vouchers are known', () => {
  expect(found(() => {})).toEqual([])
  const built = build(soundBooks())
  expect(built.closing).toHaveLength(12)
  expect(built.closing[0]).toBe('01-记-4')
  expect(built.yearEnd).toEqual(['12-记-5'])
})

test('a missing voucher is named by its number, with the accounts and amounts it must hold', () => {
  const differences = found((books) => {
    books.lines = books.lines.filter(({ period, number }) => !(period === '03' && number === 2))
  })
  expect(classes(differences)).toEqual(['gap', 'missing_voucher'])
  const lost = differences.filter((difference) => difference.class === 'missing_voucher')
  expect(lost.map(({ where, difference }) => [where.account, where.measure, difference])).toEqual([
    ['1002', 'debit', -10_951n],
    ['112202', 'credit', -10_951n],
  ])
  expect(lost[0]?.cause.params).toMatchObject({ vouchers: '03-记-2' })
})

test('the last voucher of a month leaves no gap, yet its absence is seen', () => {
  const differences = found((books) => {
    books.lines = books.lines.filter(({ period, number }) => !(period === '05' && number === 4))
  })
  expect(differences.map((difference) => difference.cause.code)).toEqual([
    'causeMissingUnnumbered',
    'causeMissingUnnumbered',
    'causeMissingUnnumbered',
  ])
})

test('a missing month is one cause, not many vouchers', () => {
  const differences = found((books) => {
    books.lines = books.lines.filter(({ period }) => period !== '07')
  })
  expect(classes(differences)).toEqual(['missing_month'])
  expect(differences[0]?.where).toEqual({ period: '07' })
})

test('an unbalanced voucher shows the line that was changed', () => {
  const differences = found((books) => {
    const line = books.lines.find(({ period, account }) => period === '02' && account === '6602')
    if (line) line.debit += 500n
  })
  expect(
    differences.map(({ class: kind, where, difference }) => [kind, where.voucher ?? where.account, difference]),
  ).toEqual([
    ['unbalanced_voucher', '02-记-3', 500n],
    ['unbalanced_voucher', '6602', 500n],
  ])
})

test('posting to a parent account and to an unknown one are told apart', () => {
  const differences = found((books) => {
    const [first, second] = books.lines
    if (first && second) {
      first.account = '1122'
      second.account = '6051'
    }
  }, 'J04')
  expect(differences.map(({ class: kind, where }) => [kind, where.account])).toEqual([
    ['parent_posting', '1122'],
    ['unknown_account', '6051'],
  ])
})

test('a journal in 万元 beside a table in yuan is a difference of unit', () => {
  const differences = found((books) => {
    for (const line of books.lines) {
      line.debit *= 10_000n
      line.credit *= 10_000n
    }
  }, 'X01')
  expect(classes(differences)).toEqual(['unit'])
  expect(differences[0]?.cause.params).toEqual({ factor: 10_000 })
})

test('red letters that one file shows on the other side differ by the same on both', () => {
  const differences = found((books) => {
    const bank = account(books, '1002')
    bank.debit += 700n
    bank.credit += 700n
  }, 'X01')
  expect(differences.map(({ class: kind, difference }) => [kind, difference])).toEqual([
    ['sign', -700n],
    ['sign', -700n],
  ])
})

test('vouchers not posted explain what the table does not hold', () => {
  const differences = found((books) => {
    for (const line of books.lines.slice(0, 2)) {
      books.lines.push({ ...line, number: 6, period: '12', date: '2025-12-28', posted: false })
    }
  })
  expect(classes(differences)).toEqual(['unposted'])
  expect(differences.filter(({ where }) => where.account).map(({ where }) => where.account)).toEqual(['112202', '6001'])
})

test('a changed parent, a changed row and a missing child are three different things', () => {
  const parent = found((books) => {
    account(books, '1122').debit += 1n
    account(books, '1122').closing += 1n
  })
  expect(parent.map(({ class: kind, where, difference }) => [kind, where.measure, difference])).toEqual([
    ['edited_total', 'debit', 1n],
    ['edited_total', 'closing', 1n],
  ])
  const row = found((books) => void (account(books, '1002').closing += 1n), 'T02')
  expect(row.map(({ class: kind, where }) => [kind, where.account])).toEqual([['edited_row', '1002']])
  const child = found((books) => {
    const lost = account(books, '112202')
    Object.assign(lost, { opening: 0n, debit: 0n, credit: 0n, closing: 0n })
  }, 'T03')
  expect(classes(child)).toEqual(['missing_child'])
})

test('one fen is a difference', () => {
  const differences = found((books) => {
    const bank = account(books, '1002')
    bank.opening += 1n
    bank.closing = closing(bank)
  })
  expect(differences.map(({ where, difference }) => [where.measure, difference])).toEqual([
    ['opening', -1n],
    ['closing', -1n],
  ])
  expect(classes(differences)).toEqual(['unbalanced_table'])
})

test('numbers used twice, dates outside their period and void vouchers are reported', () => {
  const twice = found((books) => {
    const line = books.lines.find(({ period, number }) => period === '04' && number === 1)
    if (line)
      books.lines.push({ ...line, date: '2025-04-03' }, { ...line, date: '2025-04-03', debit: 0n, credit: line.debit })
  }, 'J02')
  expect(twice.map(({ class: kind, where }) => [kind, where.voucher])).toEqual([['duplicate_number', '04-记-1']])
  const late = found((books) => {
    for (const line of books.lines) if (line.period === '06' && line.number === 1) line.date = '2025-07-01'
  }, 'J03')
  expect(late.map(({ class: kind, where }) => [kind, where.voucher])).toEqual([['wrong_period', '06-记-1']])
  const voided = found((books) => {
    for (const line of books.lines) if (line.period === '06' && line.number === 1) line.voided = true
  }, 'J06')
  expect(classes(voided)).toEqual(['voided'])
})

test('profit and loss left open, profit not transferred and a bank overdraft are pointed out', () => {
  const open = found((books) => {
    const sales = account(books, '6001')
    sales.debit -= 100n
    sales.closing = closing(sales)
  }, 'T05')
  expect(open.map(({ cause }) => cause.code)).toEqual(['causeSomeNotClosed'])
  const kept = found((books) => {
    const profit = account(books, '4103')
    profit.debit = 0n
    profit.closing = closing(profit)
  }, 'T05')
  expect(classes(kept)).toEqual(['profit_not_transferred'])
  const overdrawn = found((books) => {
    const bank = account(books, '1002')
    bank.credit += 9_000_000n
    bank.closing = closing(bank)
  }, 'T06')
  expect(overdrawn.map(({ class: kind, where }) => [kind, where.account])).toEqual([['abnormal_side', '1002']])
})

test('last year’s closing, dimensions and the client’s own statements are compared to the fen', () => {
  const carried = found((books) => {
    books.prior = soundAccounts([])
    for (const one of books.prior) one.closing = one.code === '1002' ? one.opening - 1n : one.opening
  }, 'T07')
  expect(carried.map(({ where, difference }) => [where.account, difference])).toEqual([['1002', 1n]])
  const doubled = found((books) => {
    const { opening, debit, credit, closing } = account(books, '112201')
    const one = {
      account: '112201',
      kind: 'customer',
      code: 'C1',
      name: '甲',
      opening,
      debit,
      credit,
      closing,
      origin: origin(9),
    }
    books.dimensions = [one, { ...one, code: 'C2' }]
  }, 'X03')
  expect(classes(doubled)).toEqual(['dimension_double'])
  const own = found((books) => {
    books.statements = [figure('资产总计', 5n), figure('负债和所有者权益总计', 4n)]
  }, 'X05')
  expect(own.map(({ difference }) => difference)).toEqual([-1n])
})

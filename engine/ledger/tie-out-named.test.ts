import { expect, test } from 'vitest'
import { mappingFacts, statementSets } from '#facts/facts.ts'
import type { JournalLine, StatementFigure } from './model.ts'
import { account, build, found, origin, soundBooks, type Books } from './testing-books.ts'
import { copied } from './testing-fault.ts'
import { tieOut } from './tie-out.ts'
import type { CheckId } from './tie-out-report.ts'

/** What a check says of spoilt books: class, voucher or account, and the check it follows from. */
const said = (spoil: (books: Books) => void, id: CheckId) =>
  found(spoil, id).map(({ class: kind, where, follows }) =>
    [kind, where.voucher ?? where.account ?? where.period ?? '', follows ?? ''].join(' '),
  )
const linesOf = ({ lines }: Books, period: string, number: number) =>
  lines.filter((line) => line.period === period && line.number === number)
/** A voucher of its own behind the last one of a month. */
function added(books: Books, period: string, rows: [string, bigint, bigint][], over: Partial<JournalLine> = {}) {
  const [like] = books.lines
  const number = Math.max(...books.lines.filter((line) => line.period === period).map((line) => line.number)) + 1
  for (const [at, [code, debit, credit]] of rows.entries())
    if (like)
      books.lines.push({
        ...like,
        date: `2025-${period}-28`,
        period,
        number,
        line: at + 1,
        account: code,
        debit,
        credit,
        origin: origin(9000 + books.lines.length),
        ...over,
      })
}

const inThousands = (books: Books) => {
  for (const one of books.accounts)
    for (const measure of ['opening', 'debit', 'credit', 'closing'] as const) one[measure] /= 1000n
  account(books, '112201').debit += 3n
}

test('a table in thousands is told by its factor, though amounts are cut off and one row has a fault of its own', () => {
  const told = said(inThousands, 'X01')
  expect(told.filter((one) => !/^unit \d+ S04$/.test(one)).map((one) => one.trim().slice(-6))).toEqual([
    '112201',
    '112201',
  ])
  expect(told.length).toBeGreaterThan(8)
})

const red = (books: Books) => {
  for (const [at, amount] of [-500n, 700n].entries()) {
    added(books, '03', [
      ['6602', amount, 0n],
      ['1002', 0n, amount],
    ])
    const made = books.lines.filter((line) => line.origin.row >= 9000)
    for (const { account: code, debit, credit } of made.slice(at * 2)) {
      const row = account(books, code)
      Object.assign(row, { debit: row.debit + debit, credit: row.credit + credit })
      row.closing += debit - credit
    }
  }
  books.lines = books.lines.filter((line) => line.origin.row < 9000 || line.debit + line.credit !== -500n)
}

test('a missing voucher of red letters is a missing voucher, though the journal then has more than the table', () => {
  expect(said(red, 'J02')).toEqual(['gap 03-记-5 '])
  expect(said(red, 'X01')).toEqual(['missing_voucher 1002 J02', 'missing_voucher 6602 J02'])
})

const spoil = (books: Books) => {
  const [debit, credit] = linesOf(books, '12', 1)
  if (debit) debit.debit += 13_700n
  if (credit) credit.credit += 13_700n
}

test('a voucher changed on both sides by the same is named where no other can be meant', () => {
  const differences = found(spoil, 'X01')
  expect(differences.map(({ class: kind }) => kind)).toEqual(['edited_line', 'edited_line'])
  expect(differences[0]?.cause).toMatchObject({ code: 'causeEditedVoucher', params: { amount: '137.00' } })
  expect(String(differences[0]?.cause.params['vouchers'])).toContain('12-记-1')
})

const besideGap = (books: Books) => {
  spoil(books)
  const february = books.lines.filter(({ period }) => period === '02')
  const last = Math.max(...february.map(({ number }) => number))
  for (const line of february) if (line.number === last) line.number += 1
}

test('beside an unrelated gap of numbers the changed voucher is named, too', () => {
  expect(said(besideGap, 'J02')).toHaveLength(1)
  const [first] = found(besideGap, 'X01')
  expect(first?.cause).toMatchObject({ code: 'causeRedOrEdited', params: { amount: '137.00' } })
  expect(String(first?.cause.params['vouchers'])).toContain('12-记-1')
  expect(String(first?.cause.params['missing'])).toContain('02-记-')
})

const twice = (books: Books) => {
  // 6602 moves by nothing in the table and in the journal
  for (const amount of [900n, -900n])
    added(books, '05', [
      ['5101', amount, 0n],
      ['5101', 0n, amount],
    ])
  books.lines.push(
    ...copied(
      books.lines.filter(({ period }) => period === '05'),
      { file: 1 },
    ),
  )
}

test('a month given twice explains all it doubled, also where red letters leave nothing of an account', () => {
  expect(new Set(said(twice, 'X01').map((one) => one.replace(/ \S+ /, ' ')))).toEqual(new Set(['overlap J07']))
})

const both = (books: Books) => {
  books.lines = books.lines.filter(({ period }) => period !== '06')
  books.accounts = books.accounts.filter(({ code }) => code !== '112201')
}

test('a missing month is told beside an account that the table lacks', () => {
  expect(said(both, 'J07')).toEqual(['missing_month 06 '])
  expect(said(both, 'J04')).toEqual(['missing_account 112201 '])
})

const gone = (books: Books) => {
  books.lines = books.lines.filter(({ period, number }) => period !== '12' || number !== 5)
  added(books, '02', [['6602', 5n, 0n]], { voided: true })
}
const counted = (books: Books) => {
  added(
    books,
    '02',
    [
      ['6602', 500n, 0n],
      ['1002', 0n, 500n],
    ],
    { voided: true },
  )
  account(books, '6602').debit += 500n
  account(books, '6602').closing += 500n
  account(books, '1002').credit += 500n
  account(books, '1002').closing -= 500n
}

test('a void voucher is not blamed for what it never posted', () => {
  expect(said(gone, 'X01')).toEqual(['missing_voucher 4103 ', 'missing_voucher 4104 '])
  expect(said(counted, 'X01')).toEqual(['voided 1002 J06', 'voided 6602 J06'])
})

const double = (books: Books) => {
  const one = account(books, '112202')
  books.accounts.push({ ...one, code: '112208', printed: '112208' })
}

test('a row printed twice under another code is that, and what the journal lacks of it follows', () => {
  expect(said(double, 'T03')[0]).toBe('double_child 1122 ')
  expect(said(double, 'X01').map((one) => one.slice(-10))).toEqual(['112208 T03', '112208 T03'])
})

/** The statements check of books whose balance sheet has these lines, with an account nobody can map beside them. */
function statementsWith(lines: [string, bigint][]) {
  const books = soundBooks()
  const row = account(books, '1002')
  row.opening -= 40_000n
  row.closing -= 40_000n
  const strange = { code: '1998', printed: '1998', name: '某某待查', fullName: '某某待查', debit: 0n, credit: 0n }
  books.accounts.push({ ...row, ...strange, opening: 40_000n, closing: 40_000n })
  books.statements = lines.map(([name, current], at): StatementFigure => ({
    kind: 'balance_sheet',
    name,
    current,
    prior: null,
    origin: origin(at + 3),
  }))
  const report = tieOut(
    build(books),
    { subtotals: [], period: null },
    { statements: { mapping: mappingFacts, sets: statementSets } },
  )
  const cash = row.closing
  const check = report.checks.find(({ id }) => id === 'X02')
  const unmapped = check?.facts['unmapped']
  return { cash, unmapped, reason: check?.reason?.code, told: check?.differences.map(({ where }) => where.label) }
}

test('a changed line of a statement is told although an account is not mapped yet; what that account explains is not', () => {
  const { cash, unmapped } = statementsWith([['货币资金', 0n]])
  expect(unmapped).toBe(1)
  expect(statementsWith([['货币资金', cash]]).told).toEqual([])
  const undecided = statementsWith([['货币资金', cash + 40_000n]])
  expect(undecided.reason).toBe('skippedUnmapped')
  expect(statementsWith([['货币资金', cash + 40_000n]]).told).toEqual([])
  expect(statementsWith([['货币资金', cash + 1n]]).told).toEqual(['货币资金'])
})

import type { Account, JournalLine } from './model.ts'
import { codeOf, type SeededBooks } from './testing-chart.ts'
import type { Dice } from './testing-seeded.ts'
import type { CheckId, DifferenceClass } from './tie-out-report.ts'

/**
 * A fault as it looks in exported files: `plant` spoils clean books and answers where (account, voucher, month or label;
 * '' for the whole table), undefined where these books give no occasion.
 */
export type Fault = {
  name: string
  check: CheckId
  class: DifferenceClass
  seeds?: readonly number[]
  plant(books: SeededBooks, roll: Dice): string | undefined
}

/** `period-word-number` of a line's voucher. */
export const key = ({ period, word, number }: JournalLine) => `${period}-${word}-${number}`
/** The account that plays a role. */
export const of = (books: SeededBooks, role: string): Account => {
  const account = books.accounts.find(({ code }) => code === codeOf(books.chart, role))
  if (!account) throw new Error(`no account for ${role}`)
  return account
}
/** The closing that opening and movement make. */
export const inYear = (account: Account) => account.opening + account.debit - account.credit

/** The lines of a voucher in the middle of a month that is not a closing one. */
export function someVoucher(books: SeededBooks, roll: Dice): JournalLine[] {
  const groups = [...Map.groupBy(books.lines, key).values()]
  const special = new Set(['profit', 'incomeTax'].map((role) => codeOf(books.chart, role)))
  const inner = groups.filter((lines) => {
    const [first] = lines
    if (!first || lines.some(({ account, debit, credit }) => special.has(account) || debit < 0n || credit < 0n))
      return false
    const later = groups.filter(
      ([one]) => one?.period === first.period && one.word === first.word && one.number > first.number,
    )
    return first.number > 2 && later.length > 1 && lines.length >= 2
  })
  return inner[roll(inner.length)] ?? []
}
/** The same journal without some lines. */
export const without = (books: SeededBooks, gone: readonly JournalLine[]) => {
  books.lines = books.lines.filter((line) => !gone.includes(line))
}
/** A line of the client's statements. */
export const label = (books: SeededBooks, name: string) => books.statements.find((one) => one.name === name)

/** The same lines as they would stand elsewhere: read in other rows or files. */
export const copied = (
  lines: readonly JournalLine[],
  over: Partial<JournalLine['origin']> = {},
  rows = 0,
): JournalLine[] =>
  lines.map((line) =>
    Object.assign({}, line, { origin: Object.assign({}, line.origin, over, { row: line.origin.row + rows }) }),
  )

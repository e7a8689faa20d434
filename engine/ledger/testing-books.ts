import { journalBuilder } from './journal-columns.ts'
import { buildLedger, type BuiltLedger } from './ledger-builder.ts'
import type { Account, DimensionBalance, JournalLine, StatementFigure } from './model.ts'
import { tieOut } from './tie-out.ts'
import type { CheckId, Difference } from './tie-out-report.ts'

/** A place in a file that was never read. */
export const origin = (row: number) => ({ file: 0, sheet: 's', row })
const opening: Record<string, bigint> = { '1002': 900_000n, '112201': 100_000n, '4001': -1_000_000n }
const names: Record<string, string> = {
  '1002': '银行存款',
  '1122': '应收账款',
  '112201': '甲公司',
  '112202': '乙公司',
  '4001': '实收资本',
  '4103': '本年利润',
  '4104': '利润分配',
  '6001': '主营业务收入',
  '6602': '管理费用',
}

/** Twelve months of four vouchers each: a sale, its receipt, an expense, the closing; then the year-end transfer. */
function soundLines(): JournalLine[] {
  const lines: JournalLine[] = []
  const voucher = (month: number, number: number, rows: [string, bigint, bigint][]) => {
    const period = String(month).padStart(2, '0')
    for (const [index, [account, debit, credit]] of rows.entries()) {
      lines.push({
        date: `2025-${period}-28`,
        period,
        word: '记',
        number,
        line: index + 1,
        summary: '',
        account,
        debit,
        credit,
        dimension: '',
        maker: '',
        checker: '',
        posted: true,
        voided: false,
        origin: origin(lines.length + 2),
      })
    }
  }
  for (let month = 1; month <= 12; month += 1) {
    const sale = 10_000n + BigInt(month) * 317n
    const cost = 3000n + BigInt(month) * 41n
    const customer = month % 2 === 0 ? '112201' : '112202'
    voucher(month, 1, [
      [customer, sale, 0n],
      ['6001', 0n, sale],
    ])
    voucher(month, 2, [
      ['1002', sale, 0n],
      [customer, 0n, sale],
    ])
    voucher(month, 3, [
      ['6602', cost, 0n],
      ['1002', 0n, cost],
    ])
    voucher(month, 4, [
      ['6001', sale, 0n],
      ['6602', 0n, cost],
      ['4103', 0n, sale - cost],
    ])
  }
  const profit = lines.filter(({ account }) => account === '4103').reduce((sum, { credit }) => sum + credit, 0n)
  voucher(12, 5, [
    ['4103', profit, 0n],
    ['4104', 0n, profit],
  ])
  return lines
}

/** The trial balance that sound lines make, written by adding them up. */
export function soundAccounts(lines: readonly JournalLine[]): Account[] {
  const account = (code: string): Account => {
    const own = lines.filter((line) => line.account === code || (code === '1122' && line.account.startsWith('1122')))
    const debit = own.reduce((sum, line) => sum + line.debit, 0n)
    const credit = own.reduce((sum, line) => sum + line.credit, 0n)
    const start = code === '1122' ? (opening['112201'] ?? 0n) : (opening[code] ?? 0n)
    const child = code.length > 4
    const name = names[code] ?? ''
    return {
      code,
      printed: code,
      name,
      fullName: child ? `应收账款/${name}` : name,
      level: child ? 2 : 1,
      parent: child ? '1122' : null,
      leaf: code !== '1122',
      opening: start,
      debit,
      credit,
      closing: start + debit - credit,
      origin: origin(Object.keys(names).indexOf(code) + 2),
    }
  }
  return Object.keys(names).toSorted().map(account)
}

/** Books that a test may spoil. */
export type Books = {
  lines: JournalLine[]
  accounts: Account[]
  prior: Account[]
  dimensions: DimensionBalance[]
  statements: StatementFigure[]
}
/** Books in which everything agrees. */
export const soundBooks = (): Books => {
  const lines = soundLines()
  return { lines, accounts: soundAccounts(lines), prior: [], dimensions: [], statements: [] }
}

/** The ledger that reading these books would give. */
export function build({ lines, ...books }: Books): BuiltLedger {
  const builder = journalBuilder()
  for (const line of lines) builder.add(line)
  const used = new Map(
    lines.map(({ account, origin }) => [account, { printed: account, name: names[account] ?? '', origin }]),
  )
  return buildLedger({
    ...books,
    standardOf: () => 'cas',
    year: 2025,
    scheme: 'prefix',
    used,
    journal: builder.finish(),
  })
}

/** The differences of the books after `spoil` changed them, all or of one check. */
export function found(spoil: (books: Books) => void, id?: CheckId): Difference[] {
  const books = soundBooks()
  spoil(books)
  const { checks } = tieOut(build(books), { subtotals: [], period: null })
  return checks.filter((check) => id === undefined || check.id === id).flatMap(({ differences }) => differences)
}
/** The different classes among some differences. */
export const classes = (differences: readonly Difference[]) => [
  ...new Set(differences.map((difference) => difference.class)),
]
/** One account of the books, to be spoiled. */
export const account = (books: Books, code: string): Account => {
  const one = books.accounts.find((candidate) => candidate.code === code)
  if (!one) throw new Error(`no account ${code}`)
  return one
}
/** The closing balance that opening and movement make. */
export const closing = ({ opening, debit, credit }: Account) => opening + debit - credit

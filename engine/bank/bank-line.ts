import type { Fen } from '../money.ts'
import { parseAmount } from '../ledger/amounts.ts'
import { type Cell, isBlank, plain, type SheetRow } from '../ledger/cell.ts'
import { parseDay } from '../ledger/day.ts'
import type { BankRole, ColumnRoles } from './bank-layout.ts'
import { cleanParty } from './counterparty.ts'

/** One movement of an account, in fen. `other`: it is neither income nor expense (closed, moved between own pockets). */
export type BankLine = {
  /** As the spreadsheet numbers it. */
  row: number
  /** YYYY-MM-DD. */
  date: string
  /** HH:MM:SS, or '' where the statement does not say. */
  time: string
  account: string
  in: Fen
  out: Fen
  other: Fen
  /** Null where there is none, or it is masked. */
  balance: Fen | null
  party: string
  partyAccount: string
  summary: string
}
/** Lines of a statement; `unread` are rows that hold a day or an amount but not both, by their number. */
export type BankLines = { lines: BankLine[]; unread: number[] }

const incoming = /^(?:收入?|贷方?|c|cr|credit|转入|存入|入账|来账|\+)$/i
const outgoing = /^(?:支出?|借方?|d|dr|debit|转出|支取|出账|往账|付款?|-)$/i
const failed = /关闭|失败|撤销|已取消/

const text = (cell: Cell | undefined) => {
  const words = cell === null || cell === undefined ? '' : plain(String(cell))
  return /^(?:\/|-+|无|null)$/i.test(words) ? '' : words
}

/** HH:MM:SS of a time of its own or behind a day: `18:53:19`, `2025-01-01 18:53`, `185319`. */
function timeOf(cell: Cell | undefined): string {
  const words = text(cell)
  const clock = /(?:^|[ T])(\d{1,2}):(\d{2})(?::(\d{2}))?/.exec(words) ?? /^(\d{2})(\d{2})(\d{2})$/.exec(words)
  if (!clock || Number(clock[1]) > 23) return ''
  return `${(clock[1] ?? '').padStart(2, '0')}:${clock[2] ?? '00'}:${clock[3] ?? '00'}`
}

/** Reads the rows below the headings. Titles, totals and notes between them are passed over. */
export function bankLines(rows: readonly SheetRow[], roles: ColumnRoles): BankLines {
  const columns = (wanted: BankRole) => roles.flatMap((role, at) => (role === wanted ? [at] : []))
  const at = Object.fromEntries(roles.map((role, column) => [role, column])) as Partial<Record<BankRole, number>>
  const of = ({ cells }: SheetRow, role: BankRole): Cell => cells[at[role] ?? -1] ?? null
  const summaries = columns('summary')
  const done: BankLines = { lines: [], unread: [] }
  for (const row of rows) {
    const date = parseDay(trimmed(of(row, 'date')))
    const money = moneyOf((role) => of(row, role))
    if (date === undefined && money === null) continue
    // totals stand under the amounts with words or nothing under the day
    if (date === undefined && (isBlank(of(row, 'date')) || /合计|总计|小计|汇总/.test(rowText(row)))) continue
    if (date === undefined && !/\d/.test(text(of(row, 'date')))) continue
    if (date === undefined || money === null) {
      done.unread.push(row.row)
      continue
    }
    const party = cleanParty(text(of(row, 'party')))
    const nothing = failed.test(text(of(row, 'state')))
    done.lines.push({
      row: row.row,
      date,
      time: timeOf(of(row, 'time')) || timeOf(of(row, 'date')),
      account: text(of(row, 'account')),
      ...(nothing ? { in: 0n, out: 0n, other: money.in + money.out + money.other } : money),
      balance: parseAmount(trimmed(of(row, 'balance')))?.fen ?? null,
      party: party.name,
      partyAccount: text(of(row, 'partyAccount')) || party.account,
      summary: [...new Set(summaries.map((column) => text(row.cells[column])))]
        .filter((part) => part !== '')
        .join(' | '),
    })
  }
  return withSigns(done)
}

const rowText = ({ cells }: SheetRow) => cells.map(text).join(' ')
const trimmed = (cell: Cell): Cell => (typeof cell === 'string' ? cell.trim() : cell)

/** Null where the row says no amount, or one that is none. */
function moneyOf(of: (role: BankRole) => Cell): Pick<BankLine, 'in' | 'out' | 'other'> | null {
  const fen = (role: BankRole) => parseAmount(trimmed(of(role)))
  const [income, expense, amount] = [fen('in'), fen('out'), fen('amount')]
  if (income === undefined || expense === undefined || amount === undefined) return null
  if (income || expense) return { in: income?.fen ?? 0n, out: expense?.fen ?? 0n, other: 0n }
  if (!amount) return null
  const side = of('side')
  const none = { in: 0n, out: 0n, other: 0n }
  const absolute = amount.fen < 0n ? -amount.fen : amount.fen
  if (isBlank(side)) return amount.fen < 0n ? { ...none, out: absolute } : { ...none, in: amount.fen }
  const said = plain(String(side))
  if (incoming.test(said)) return { ...none, in: amount.fen }
  // a bank that says 支出 and prints a minus means it once
  if (outgoing.test(said)) return { ...none, out: absolute }
  return { ...none, other: absolute }
}

/** Where every expense is printed with a minus the minus says that it is one; a single one is a reversal and stays. */
function withSigns(done: BankLines): BankLines {
  const spent = done.lines.filter((line) => line.out !== 0n)
  if (spent.length > 0 && spent.every((line) => line.out < 0n)) for (const line of spent) line.out = -line.out
  return done
}

import { readFileSync } from 'node:fs'
import * as xlsx from '@e965/xlsx'
import type { Account, DimensionBalance, Journal, Ledger, StatementFigure, Voucher } from '#engine/ledger/model.ts'

/** Sample ledgers whose right answers `expected.json` holds. */
export const fixtureNames = ['yonyou-u8', 'kingdee-kis', 'sap-s4'] as const
export type FixtureName = (typeof fixtureNames)[number]

type Movement = {
  code: string
  printed_code: string
  full_name: string
  name: string
  level: number
  parent: string | null
  std_key: string
  tags: string[]
  opening: number
  debit: number
  credit: number
  closing: number
}
type Adjustment = {
  rule: string
  a105000_line: number
  booked?: number
  allowed?: number
  adjustment: number
  sub?: string
}

/** The part of `expected.json` that tests compare with; money in fen. */
export type Expected = {
  profile: { company: string; year: number; standard: string; staff_by_quarter: number[] }
  accounts: Movement[]
  rollups: Movement[]
  dims: {
    account: string
    dimension: string
    code: string
    name: string
    opening: number
    debit: number
    credit: number
    closing: number
  }[]
  journal: { lines: number; closing_vouchers: string[]; year_end_vouchers: string[] }
  statements: {
    balance_sheet: Record<string, { name: string; opening: number; closing: number }>
    income_statement: Record<string, { name: string; amount: number }>
  }
  tax_tags: Record<string, { amount: number; lines: number; by_account: Record<string, number> }>
  deemed_sales: { purpose: string; cost: number; fair_value: number; voucher: string }[]
  tax: {
    total_profit: number
    adjustments: Adjustment[]
    total_adjustment: number
    taxable_income_after_adjustments: number
    quarter_total_assets: number[]
    simple_case: { taxable_income: number; tax: number }
    with_rd_super_deduction: { other_cap_10pct: number; super_deduction: number; taxable_income: number; tax: number }
  }
}

const folder = new URL('../../e2e/fixtures/ledgers/', import.meta.url)

export function readExpected(name: FixtureName): Expected {
  return JSON.parse(readFileSync(new URL(`${name}/expected.json`, folder), 'utf8'))
}

type Row = {
  date: string
  word: string
  number: number
  account: string
  summary: string
  debit: bigint
  credit: bigint
}

const fen = (value: unknown): bigint => {
  const text = (typeof value === 'number' ? value.toFixed(2) : typeof value === 'string' ? value : '')
    .replaceAll(',', '')
    .trim()
  if (text === '') return 0n
  const negative = text.endsWith('-') || text.startsWith('-')
  return BigInt(Math.round(Number(text.replaceAll('-', '')) * 100)) * (negative ? -1n : 1n)
}

const day = (serial: unknown) =>
  new Date(Date.UTC(1899, 11, 30) + Number(serial) * 86_400_000).toISOString().slice(0, 10)

function sheetRows(path: string): unknown[][] {
  const book = xlsx.read(readFileSync(new URL(path, folder)))
  const [first = ''] = book.SheetNames
  const sheet = book.Sheets[first]
  return sheet ? xlsx.utils.sheet_to_json<unknown[]>(sheet, { header: 1 }) : []
}

const cellsOf = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

function csvRows(path: string): string[][] {
  const text = new TextDecoder('gb18030').decode(readFileSync(new URL(path, folder)))
  return text
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map(cellsOf)
}

/** `expected.json` names SAP's document types by the voucher words they stand for; the first two digits repeat the type. */
const sapWords: Readonly<Record<string, string>> = { SA: '转', DZ: '收', KZ: '付' }

function journalRows(name: FixtureName): Row[] {
  if (name === 'yonyou-u8') {
    return sheetRows('yonyou-u8/序时账.xlsx')
      .slice(3)
      .map(([date, number, summary, account, , , , , , , debit, credit]) => {
        const [word = '', no = ''] = String(number).split('-')
        return {
          date: day(date),
          word,
          number: Number(no),
          account: String(account),
          summary: String(summary),
          debit: fen(debit),
          credit: fen(credit),
        }
      })
  }
  if (name === 'kingdee-kis') {
    const printed = new Map(readExpected(name).accounts.map((account) => [account.printed_code, account.code]))
    return sheetRows('kingdee-kis/序时簿.xls')
      .slice(3)
      .map(([date, word, number, summary, account, , , , debit, credit]) => ({
        date: day(date),
        word: String(word),
        number: Number(number),
        account: printed.get(String(account)) ?? String(account),
        summary: String(summary),
        debit: fen(debit),
        credit: fen(credit),
      }))
  }
  return csvRows('sap-s4/FBL3N_JE.csv')
    .slice(1)
    .map((cells) => {
      const [, document = '', word = '', posted = '', , , account = '', , , , , summary = '', , , side, amount] = cells
      const [dayOf, month, year] = posted.split('.')
      const value = fen(amount)
      return {
        date: `${year}-${month}-${dayOf}`,
        word: sapWords[word] ?? word,
        number: Number(document.slice(2)),
        account,
        summary,
        debit: side === 'S' ? value : 0n,
        credit: side === 'H' ? -value : 0n,
      }
    })
}

/** The place of a key in the order of first appearance. */
const placeOf = <T>(map: Map<T, number>, key: T) => map.get(key) ?? (map.set(key, map.size), map.size - 1)

function journalOf(rows: readonly Row[], expected: Expected): Journal {
  const closing = new Set(expected.journal.closing_vouchers)
  const codes = new Map<string, number>()
  const vouchers: Voucher[] = []
  const places = new Map<string, number>()
  const account = new Uint32Array(rows.length)
  const voucher = new Uint32Array(rows.length)
  for (const [ordinal, row] of rows.entries()) {
    account[ordinal] = placeOf(codes, row.account)
    const period = row.date.slice(5, 7)
    const key = `${period}-${row.word}-${row.number}`
    const place = placeOf(places, key)
    if (place === vouchers.length)
      vouchers.push({ key, date: row.date, period, word: row.word, number: row.number, closing: closing.has(key) })
    voucher[ordinal] = place
  }
  return {
    size: rows.length,
    account,
    accountCodes: [...codes.keys()],
    voucher,
    vouchers,
    debit: BigInt64Array.from(rows, ({ debit }) => debit),
    credit: BigInt64Array.from(rows, ({ credit }) => credit),
    summary: rows.map(({ summary }) => summary),
  }
}

/** The ledger of a sample set: balances as `expected.json` has them, the journal as its file has it. */
export function readFixture(name: FixtureName): { ledger: Ledger; expected: Expected } {
  const expected = readExpected(name)
  const origin = { file: 0, sheet: '', row: 0 }
  const account =
    (leaf: boolean) =>
    (row: Movement): Account => ({
      code: row.code,
      printed: row.code,
      name: row.name,
      fullName: row.full_name,
      level: row.level,
      parent: row.parent,
      leaf,
      opening: BigInt(row.opening),
      debit: BigInt(row.debit),
      credit: BigInt(row.credit),
      closing: BigInt(row.closing),
      origin,
    })
  const dimensions = expected.dims.map((row): DimensionBalance => ({
    account: row.account,
    kind: row.dimension,
    code: row.code,
    name: row.name,
    opening: BigInt(row.opening),
    debit: BigInt(row.debit),
    credit: BigInt(row.credit),
    closing: BigInt(row.closing),
    origin,
  }))
  const statements: StatementFigure[] = [
    ...Object.values(expected.statements.balance_sheet).map((line) => ({
      kind: 'balance_sheet' as const,
      name: line.name,
      current: BigInt(line.closing),
      prior: BigInt(line.opening),
      origin,
    })),
    ...Object.values(expected.statements.income_statement).map((line) => ({
      kind: 'income_statement' as const,
      name: line.name,
      current: BigInt(line.amount),
      prior: null,
      origin,
    })),
  ]
  const rows = journalRows(name).filter(({ account }) => account !== 'undefined' && account !== '')
  const accounts = [...expected.rollups.map(account(false)), ...expected.accounts.map(account(true))]
  const ledger: Ledger = {
    year: expected.profile.year,
    accounts,
    dimensions,
    journal: journalOf(rows, expected),
    statements,
    prior: [],
    assets: [],
    priorReturn: [],
    months: [],
  }
  return { ledger, expected }
}

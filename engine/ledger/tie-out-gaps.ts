import type { Fen } from '../money.ts'
import type { Remark } from './cell.ts'
import type { JournalColumns, Sums } from './journal-columns.ts'
import type { Account, Origin } from './model.ts'
import type { JournalFindings } from './tie-out-journal.ts'
import type { Copy } from './tie-out-pieces.ts'
import type { CheckId, Difference, DifferenceClass } from './tie-out-report.ts'

export type Side = 'debit' | 'credit'
export const bothSides = ['debit', 'credit'] as const

/** An account's journal sums minus its trial balance movement. */
export type Gap = { account: Account; debit: Fen; credit: Fen }

/** Why a part of a difference is there. `follows`: another check says the cause. */
export type Why = { class: DifferenceClass; cause: Remark; rows?: Origin[]; follows?: CheckId }

/** A part of an account's difference (journal minus trial balance) on one side, with what explains it. */
export type Piece = Why & { account: string; side: Side; amount: Fen; rows: Origin[] }

/** What explaining looks at beside the gaps. */
export type Evidence = {
  journal: JournalColumns
  findings: JournalFindings
  /** Journal sums of the months that the table covers. */
  posted: ReadonlyMap<string, Sums>
  accounts: readonly Account[]
  unprinted: ReadonlySet<string>
  copies: readonly Copy[]
  /** Differences of T02. */
  rows: readonly Difference[]
}

/** What explaining X01 taught about other checks: these say the cause. */
export type Learnt = {
  /** J07: months without vouchers that the table shows movement of; copies that only the table could tell. */
  missingMonths: string[]
  copies: Copy[]
  /** J01: a better word for an unbalanced voucher, by its place. */
  vouchers: Map<number, Why>
  /** J04: a better word for an unknown account, by its code. */
  accounts: Map<string, Why>
  /** S04: tables in other units. */
  unit: Why | null
}

/** The gaps still to be explained; what is taken becomes a piece. The pieces of an account's side add up to its gap. */
export type Worksheet = {
  readonly rest: Gap[]
  readonly pieces: Piece[]
  readonly learnt: Learnt
  gap(code: string): Gap | undefined
  open(): Gap[]
  take(gap: Gap, side: Side, amount: Fen, why: Why): void
  takeAll(gap: Gap, why: Why): void
}

/** A worksheet over the gaps of a ledger. */
export function worksheet(gaps: readonly Gap[]): Worksheet {
  const rest = gaps.map(({ account, debit, credit }) => ({ account, debit, credit }))
  const byCode = new Map(rest.map((gap) => [gap.account.code, gap]))
  const pieces: Piece[] = []
  const sheet: Worksheet = {
    rest,
    pieces,
    learnt: { missingMonths: [], copies: [], vouchers: new Map(), accounts: new Map(), unit: null },
    gap: (code) => byCode.get(code),
    open: () => rest.filter(({ debit, credit }) => debit !== 0n || credit !== 0n),
    take(gap, side, amount, why) {
      gap[side] -= amount
      pieces.push({ ...why, account: gap.account.code, side, amount, rows: [gap.account.origin, ...(why.rows ?? [])] })
    },
    takeAll(gap, why) {
      for (const side of bothSides) if (gap[side] !== 0n) sheet.take(gap, side, gap[side], why)
    },
  }
  return sheet
}

/** Debit and credit by account code of some lines. */
export function sumsOf(journal: JournalColumns, lines: Iterable<number>): Map<string, { debit: Fen; credit: Fen }> {
  const sums = new Map<string, { debit: Fen; credit: Fen }>()
  for (const index of lines) {
    const code = journal.accountCodes[journal.account[index] ?? 0] ?? ''
    const sum = sums.get(code) ?? { debit: 0n, credit: 0n }
    sum.debit += journal.debit[index] ?? 0n
    sum.credit += journal.credit[index] ?? 0n
    sums.set(code, sum)
  }
  return sums
}

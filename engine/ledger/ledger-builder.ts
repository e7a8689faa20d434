import { placeBelow, type CodeScheme, type TreePlace } from './account-tree.ts'
import { closingVouchers, type ClosingKind } from './closing.ts'
import type { JournalColumns } from './journal-columns.ts'
import type { PrintedAccount } from './journal-lines.ts'
import type {
  Account,
  Asset,
  DimensionBalance,
  Ledger,
  MonthBalance,
  ReturnFigure,
  Standard,
  StatementFigure,
} from './model.ts'

/** The parts of a dataset after reading; `journal` comes from `journalBuilder().finish()`. */
export type LedgerParts = {
  year: number
  accounts: readonly Account[]
  dimensions: readonly DimensionBalance[]
  journal: JournalColumns
  statements: readonly StatementFigure[]
  prior: readonly Account[]
  assets?: readonly Asset[]
  priorReturn?: readonly ReturnFigure[]
  months?: readonly MonthBalance[]
  scheme: CodeScheme
  /** Tells which standard the books follow (`engine/mapping/standard-detection.ts`, which needs the charts). */
  standardOf: (accounts: readonly Account[]) => Standard
  /** Every account the journals use, from `journalReader(…).notes.accounts`. */
  used: ReadonlyMap<string, PrintedAccount>
}

/** A ledger ready to verify and to generate from, with what was found out on the way. */
export type BuiltLedger = {
  ledger: Ledger & { journal: JournalColumns }
  standard: Standard
  /** Codes that the journal uses and the trial balance does not print; they are in `ledger.accounts` with zero balances. */
  unprinted: string[]
  /** Keys of vouchers (`01-记-26`). */
  closing: string[]
  yearEnd: string[]
  mixed: string[]
}

/** Puts the parts together: finds the standard and marks the closing vouchers. */
export function buildLedger(parts: LedgerParts): BuiltLedger {
  const unprinted = unprintedAccounts(parts)
  const accounts = [...parts.accounts, ...unprinted]
  const standard = parts.standardOf(accounts)
  const kinds = closingVouchers(parts.journal, accounts, standard)
  const keys = (kind: ClosingKind) =>
    [...kinds].filter(([, found]) => found === kind).map(([place]) => parts.journal.vouchers[place]?.key ?? '')
  const vouchers = parts.journal.vouchers.map((voucher, place) => ({
    ...voucher,
    closing: kinds.get(place) === 'closing',
  }))
  return {
    ledger: {
      year: parts.year,
      accounts,
      dimensions: parts.dimensions,
      journal: { ...parts.journal, vouchers },
      statements: parts.statements,
      prior: parts.prior,
      assets: parts.assets ?? [],
      priorReturn: parts.priorReturn ?? [],
      months: parts.months ?? [],
    },
    standard,
    unprinted: unprinted.map(({ code }) => code),
    closing: keys('closing'),
    yearEnd: keys('year_end'),
    mixed: keys('mixed'),
  }
}

/**
 * Programs leave out of a trial balance the accounts whose balances and movements are zero, also where red-letter and
 * ordinary lines cancel out. What the journal posts there still counts for profit and loss, so they join the chart,
 * unless that would make a parent of an account the trial balance shows as a leaf.
 */
function unprintedAccounts({ accounts, used, scheme }: LedgerParts): Account[] {
  const places = new Map<string, TreePlace>(accounts.map((account) => [account.code, account]))
  const added: Account[] = []
  if (accounts.length === 0) return added
  for (const [code, { printed, name, origin }] of used) {
    if (places.has(code)) continue
    const place = placeBelow({ code, name }, places, scheme)
    if (place.parent !== null && places.get(place.parent)?.leaf) continue
    added.push({ ...place, printed, opening: 0n, debit: 0n, credit: 0n, closing: 0n, origin })
  }
  return added
}

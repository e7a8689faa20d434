import type { Fen } from '../money.ts'
import { accountClass, rootName } from './account-class.ts'
import type { Ledger, Standard } from './model.ts'
import type { Check } from './tie-out-report.ts'

/** The year's profit by the journal without closing vouchers, and what X01 says the trial balance has more of it. */
export type Earnings = {
  journal: Fen
  gap: Fen
  /** Profit as the trial balance has it; null where closing entries are among the differences, or there is no journal. */
  table: Fen | null
  /** By account: debit and credit without closing vouchers, corrected to the trial balance. */
  accounts: Map<string, { debit: Fen; credit: Fen }>
}

/** Profit and loss of the year, account by account; one pass over the journal. */
export function earningsOf({ accounts, journal }: Ledger, standard: Standard, postings: Check): Earnings {
  const chart = new Map(accounts.map((account) => [account.code, account]))
  const isProfitLoss = (code: string) => {
    const account = chart.get(code)
    return account !== undefined && accountClass(account, standard) === 'profit_loss'
  }
  const counts = journal.accountCodes.map(isProfitLoss)
  const sums = new Map<string, { debit: Fen; credit: Fen }>()
  for (let index = 0; index < journal.size; index += 1) {
    const place = journal.account[index] ?? 0
    if (!counts[place] || journal.vouchers[journal.voucher[index] ?? 0]?.closing) continue
    const code = journal.accountCodes[place] ?? ''
    let sum = sums.get(code)
    if (!sum) {
      sum = { debit: 0n, credit: 0n }
      sums.set(code, sum)
    }
    sum.debit += journal.debit[index] ?? 0n
    sum.credit += journal.credit[index] ?? 0n
  }
  let earned = 0n
  for (const { debit, credit } of sums.values()) earned += credit - debit
  let gap = 0n
  let closing = false
  for (const { where, difference } of postings.differences) {
    const code = where.account ?? ''
    if (where.period !== undefined || difference === null) continue
    closing ||= rootName(chart.get(code)?.fullName ?? '') === '本年利润'
    if (!isProfitLoss(code)) continue
    const sum = sums.get(code) ?? { debit: 0n, credit: 0n }
    sums.set(code, sum)
    if (where.measure === 'debit') {
      sum.debit -= difference
      gap += difference
    } else {
      sum.credit -= difference
      gap -= difference
    }
  }
  return { journal: earned, gap, table: closing || journal.size === 0 ? null : earned + gap, accounts: sums }
}

import { accountClass, rootName } from './account-class.ts'
import type { Account, Journal, Standard } from './model.ts'

/** What a voucher does at a period's end: 结转损益, the year-end transfer to 利润分配, both kinds mixed with others, or nothing. */
export type ClosingKind = 'closing' | 'year_end' | 'mixed'

const none = 0
const profitLoss = 1
const yearProfit = 2
const appropriation = 4
const surplus = 8
const other = 16

/**
 * The closing vouchers, by their place in `journal.vouchers`.
 * closing: only profit and loss accounts against 本年利润 (or, where books have no 本年利润, against 利润分配);
 * year_end: only 本年利润, 利润分配 and 盈余公积 among themselves; mixed: profit and loss and 本年利润 with other accounts.
 */
export function closingVouchers(
  journal: Pick<Journal, 'size' | 'account' | 'accountCodes' | 'voucher' | 'vouchers'>,
  accounts: readonly Pick<Account, 'code' | 'fullName'>[],
  standard: Standard,
): Map<number, ClosingKind> {
  const byCode = new Map(accounts.map((account) => [account.code, account]))
  const roles = journal.accountCodes.map((code) => {
    const account = byCode.get(code)
    return account ? roleOf(account, standard) : other
  })
  const seen = new Uint8Array(journal.vouchers.length)
  for (let index = 0; index < journal.size; index += 1) {
    const voucher = journal.voucher[index] ?? 0
    seen[voucher] = (seen[voucher] ?? none) | (roles[journal.account[index] ?? 0] ?? other)
  }
  const kinds = new Map<number, ClosingKind>()
  for (const [voucher, roles] of seen.entries()) {
    const kind = kindOf(roles)
    if (kind) kinds.set(voucher, kind)
  }
  return kinds
}

function kindOf(roles: number): ClosingKind | undefined {
  const moves = roles & profitLoss
  const target = roles & (yearProfit | appropriation)
  if (moves && target) return roles & (other | surplus) ? 'mixed' : 'closing'
  if (moves || !target) return undefined
  return roles & other || roles === yearProfit ? undefined : 'year_end'
}

function roleOf(account: { code: string; fullName: string }, standard: Standard): number {
  const root = rootName(account.fullName)
  if (root === '本年利润') return yearProfit
  if (root === '利润分配' || root === '未分配利润') return appropriation
  if (root === '盈余公积') return surplus
  return accountClass(account, standard) === 'profit_loss' ? profitLoss : other
}

import type { Journal } from '../ledger/model.ts'
import type { MappedAccount } from './relation.ts'

/** 生产成本, 制造费用, 劳务成本, 研发支出, 工程施工, 工程结算, 机械作业: costs pass through them. */
const costAccounts: ReadonlySet<string> = new Set(['5001', '5101', '5201', '5301', '5401', '5402', '5403'])

/**
 * Vouchers that only carry costs onward (结转制造费用, 完工入库, 结转研发支出): all that leaves, leaves cost accounts.
 * Their lines have no nature of their own; it was given when the cost was first booked. Returns voucher indexes.
 */
export function transferVouchers(journal: Journal, accounts: ReadonlyMap<string, MappedAccount>): Set<number> {
  const cost = journal.accountCodes.map((code) => costAccounts.has(accounts.get(code)?.standard ?? ''))
  const leaves = new Map<number, boolean>()
  for (let row = 0; row < journal.size; row += 1) {
    const voucher = journal.voucher[row] ?? 0
    if ((journal.credit[row] ?? 0n) - (journal.debit[row] ?? 0n) <= 0n) continue
    const fromCost = cost[journal.account[row] ?? 0] ?? false
    leaves.set(voucher, (leaves.get(voucher) ?? true) && fromCost)
  }
  return new Set([...leaves].filter(([, onlyCost]) => onlyCost).map(([voucher]) => voucher))
}

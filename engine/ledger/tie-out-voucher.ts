import type { Fen } from '../money.ts'
import { originOf, type JournalColumns } from './journal-columns.ts'
import { sameLine, type VoucherLines } from './tie-out-lines.ts'
import { rowsShown, type Difference } from './tie-out-report.ts'

/** J01: debit and credit of each unbalanced voucher; a line printed twice is told where leaving it out balances. */
export const unbalancedVouchers = (
  journal: JournalColumns,
  lines: VoucherLines,
  unbalanced: ReadonlyMap<number, Fen>,
): Difference[] =>
  [...unbalanced].map(([place, excess]) => {
    const own = lines.of(place)
    let [debit, credit] = [0n, 0n]
    for (const index of own) {
      debit += journal.debit[index] ?? 0n
      credit += journal.credit[index] ?? 0n
    }
    const { key = '', period = '' } = journal.vouchers[place] ?? {}
    const twice = repeatedLine(journal, own, excess)
    const rows = twice === undefined ? [...own.subarray(0, rowsShown)] : [twice.first, twice.second]
    return {
      where: { voucher: key, period },
      expected: credit,
      actual: debit,
      difference: excess,
      class: twice === undefined ? 'unbalanced_voucher' : 'duplicate_row',
      cause: {
        code: twice === undefined ? 'causeVoucherUnbalanced' : 'causeDuplicateRow',
        params: { voucher: key, account: journal.accountCodes[journal.account[twice?.second ?? 0] ?? 0] ?? '' },
      },
      rows: rows.map((index) => originOf(journal, index)),
    }
  })

/** The second of two equal lines whose amount is what the voucher is off by; the same account and amount in one voucher. */
export function repeatedLine(
  journal: JournalColumns,
  own: Uint32Array,
  excess: Fen,
): { first: number; second: number } | undefined {
  for (const [at, second] of own.entries()) {
    if ((journal.debit[second] ?? 0n) - (journal.credit[second] ?? 0n) !== excess) continue
    const first = own.subarray(0, at).find((index) => sameLine(journal, index, second))
    if (first !== undefined) return { first, second }
  }
  return undefined
}

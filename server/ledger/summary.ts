import type { BuiltLedger } from '#engine/ledger/ledger-builder.ts'
import type { SheetPlan } from '#engine/ledger/sheet-plan.ts'

/** The completeness statement as it is stored; debit and credit are fen as text. */
export type Summary = {
  company: string
  accounts: number
  vouchers: number
  lines: number
  debit: string
  credit: string
  firstDate: string
  lastDate: string
  closingVouchers: number
  dropped: number
}

export const noSummary: Summary = {
  company: '',
  accounts: 0,
  vouchers: 0,
  lines: 0,
  debit: '0',
  credit: '0',
  firstDate: '',
  lastDate: '',
  closingVouchers: 0,
  dropped: 0,
}

/** Counts and sums of what was read, for the client to confirm. `dropped` is how many rows were left out. */
export function summaryOf({ ledger, closing }: BuiltLedger, plans: readonly SheetPlan[], dropped: number): Summary {
  const { journal } = ledger
  let debit = 0n
  let credit = 0n
  for (let line = 0; line < journal.size; line += 1) {
    debit += journal.debit[line] ?? 0n
    credit += journal.credit[line] ?? 0n
  }
  let firstDate = ''
  let lastDate = ''
  for (const { date } of journal.vouchers) {
    if (firstDate === '' || date < firstDate) firstDate = date
    if (date > lastDate) lastDate = date
  }
  const ofCompany = plans.find(({ use, reading }) => use !== null && reading.company !== null)
  return {
    company: ofCompany?.reading.company ?? '',
    accounts: ledger.accounts.length,
    vouchers: journal.vouchers.length,
    lines: journal.size,
    debit: String(debit),
    credit: String(credit),
    firstDate,
    lastDate,
    closingVouchers: closing.length,
    dropped,
  }
}

import type { Ledger } from '../ledger/model.ts'
import type { Relation } from '../mapping/relation.ts'

/** A ledger without a single entry: what papers ask and hold whatever the books say. */
export function emptyBooks(year: number): { ledger: Ledger; relation: Relation } {
  const none = {
    account: new Uint32Array(),
    voucher: new Uint32Array(),
    debit: new BigInt64Array(),
    credit: new BigInt64Array(),
  }
  const ledger: Ledger = {
    year,
    accounts: [],
    dimensions: [],
    journal: { size: 0, accountCodes: [], vouchers: [], summary: [], ...none },
    statements: [],
    prior: [],
    assets: [],
    priorReturn: [],
    months: [],
  }
  return {
    ledger,
    relation: { standard: 'cas', standardConfidence: 1, standardEvidence: [], accounts: [], lines: [] },
  }
}

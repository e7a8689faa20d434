import type { Ledger } from '../ledger/model.ts'

/** What the journal says of each account: whether closing vouchers empty it, and what it posts against most. */
export type Conduct = {
  closed: ReadonlySet<string>
  against: (code: string) => string | null
}

/** Counterparts of longer vouchers tell little; a short one pairs its accounts. */
const SHORT = 4

/** One pass over the journal: accounts that closing vouchers move, and each one's commonest counterpart. */
export function conductOf({ journal }: Ledger): Conduct {
  const { accountCodes: codes } = journal
  const closed = new Set<number>()
  const counts = new Map<number, Map<number, number>>()
  const held = journal.vouchers.map((): number[] => [])
  for (let row = 0; row < journal.size; row += 1) {
    const voucher = journal.voucher[row] ?? 0
    const account = journal.account[row] ?? 0
    if (journal.vouchers[voucher]?.closing) closed.add(account)
    else {
      const own = held[voucher]
      // one more than a short voucher holds is enough to know that it is long
      if (own && own.length <= SHORT && !own.includes(account)) own.push(account)
    }
  }
  for (const accounts of held) {
    if (accounts.length > SHORT) continue
    for (const one of accounts) {
      const own = counts.get(one) ?? new Map<number, number>()
      if (!counts.has(one)) counts.set(one, own)
      for (const other of accounts) if (other !== one) own.set(other, (own.get(other) ?? 0) + 1)
    }
  }
  const places = new Map(codes.map((code, place) => [code, place]))
  return {
    closed: new Set([...closed].map((place) => codes[place] ?? '')),
    against: (code) => {
      const own = counts.get(places.get(code) ?? -1)
      let best: number | null = null
      for (const [other, times] of own ?? []) if (best === null || times > (own?.get(best) ?? 0)) best = other
      return best === null ? null : (codes[best] ?? null)
    },
  }
}

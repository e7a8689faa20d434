import type { Fen } from '../money.ts'

/** A party's balance under one standard account; debit positive. */
export type PartyBalance = { party: string; standard: string; account: string; closing: Fen }
export type TwoSidedParty = { party: string; owes: Fen; owed: Fen; accounts: readonly string[] }

const receivable = new Set(['1122', '1123', '1221'])
const payable = new Set(['2202', '2203', '2241'])

const total = (part: readonly PartyBalance[]) => part.reduce((sum, { closing }) => sum + closing, 0n)
const overlap = ({ owes, owed }: TwoSidedParty) => (owes < owed ? owes : owed)

/**
 * K25 往来双向挂账: parties that stand among receivables (应收、预付、其他应收) and payables (应付、预收、其他应付) at once, the
 * largest overlap first. Names are compared as printed, width and spaces aside.
 */
export function twoSidedParties(balances: readonly PartyBalance[]): TwoSidedParty[] {
  const byParty = Map.groupBy(
    balances.filter(({ party, closing }) => party !== '' && closing !== 0n),
    ({ party }) => party.normalize('NFKC').replace(/\s/g, ''),
  )
  return [...byParty.values()]
    .map((rows): TwoSidedParty => {
      const on = (side: ReadonlySet<string>) => rows.filter(({ standard }) => side.has(standard))
      const [left, right] = [on(receivable), on(payable)]
      return {
        party: rows[0]?.party ?? '',
        owes: total(left),
        owed: -total(right),
        accounts: [...left, ...right].map(({ account }) => account),
      }
    })
    .filter(({ owes, owed }) => owes > 0n && owed > 0n)
    .toSorted((a, b) => (overlap(b) > overlap(a) ? 1 : overlap(b) < overlap(a) ? -1 : a.party < b.party ? -1 : 1))
}

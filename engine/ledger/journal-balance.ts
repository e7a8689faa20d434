import type { Fen } from '../money.ts'
import { accountTree } from './account-tree.ts'
import type { JournalLine } from './model.ts'
import { voucherKey } from './journal-lines.ts'

/** One account of a balance summed from a journal; opening and closing signed, debit positive. Fen. */
export type BalanceRow = {
  code: string
  name: string
  level: number
  leaf: boolean
  opening: Fen
  debit: Fen
  credit: Fen
  closing: Fen
}
/** What the sums rest on: both sides of everything, and the vouchers whose sides differ. */
export type JournalBalance = {
  rows: BalanceRow[]
  lines: number
  vouchers: number
  debit: Fen
  credit: Fen
  uneven: { key: string; debit: Fen; credit: Fen }[]
}

function into(sums: Map<string, { debit: Fen; credit: Fen }>, key: string, line: JournalLine): void {
  const sum = sums.get(key)
  if (sum) {
    sum.debit += line.debit
    sum.credit += line.credit
  } else sums.set(key, { debit: line.debit, credit: line.credit })
}

/** Collects the lines of a journal; voided ones count for nothing. */
export function journalSums() {
  const accounts = new Map<string, { debit: Fen; credit: Fen }>()
  const vouchers = new Map<string, { debit: Fen; credit: Fen }>()
  let count = 0
  return {
    add(lines: readonly JournalLine[]): void {
      for (const line of lines) {
        if (line.voided) continue
        count += 1
        into(accounts, line.account, line)
        into(vouchers, voucherKey(line), line)
      }
    },
    /** `known`: names of accounts, and what each leaf began the year with. */
    finish(known: ReadonlyMap<string, { name: string; opening: Fen }>): JournalBalance {
      const codes = [...new Set([...known.keys(), ...accounts.keys()])].toSorted()
      const { places } = accountTree(codes.map((code) => ({ code, name: known.get(code)?.name ?? '' })))
      const rows = new Map<string, BalanceRow>()
      for (const { code, fullName, level, leaf } of places.values())
        rows.set(code, { code, name: fullName, level, leaf, opening: 0n, debit: 0n, credit: 0n, closing: 0n })
      for (const code of codes) {
        const { debit, credit } = accounts.get(code) ?? { debit: 0n, credit: 0n }
        // what is printed for a parent is the sum of those below it, which are added one by one
        const opening = rows.get(code)?.leaf ? (known.get(code)?.opening ?? 0n) : 0n
        for (let at: string | null = code; at !== null; at = places.get(at)?.parent ?? null) {
          const row = rows.get(at)
          if (!row) break
          row.opening += opening
          row.debit += debit
          row.credit += credit
          row.closing += opening + debit - credit
        }
      }
      const uneven = [...vouchers].flatMap(([key, sum]) => (sum.debit === sum.credit ? [] : [{ key, ...sum }]))
      const sum = (side: 'debit' | 'credit') => [...accounts.values()].reduce((all, one) => all + one[side], 0n)
      const both = { debit: sum('debit'), credit: sum('credit') }
      const moved = [...rows.values()].filter((row) => row.opening !== 0n || row.debit !== 0n || row.credit !== 0n)
      return {
        rows: moved.toSorted((one, other) => (one.code < other.code ? -1 : 1)),
        lines: count,
        vouchers: vouchers.size,
        ...both,
        uneven,
      }
    },
  }
}

import type { Journal } from '#engine/ledger/model.ts'
import type { Fen } from '#engine/money.ts'

/** What an account was posted in one month, by closing vouchers or by all others. `lines` are ordinals, ascending. */
export type Posting = {
  account: string
  period: string
  closing: boolean
  lines: number[]
  debit: Fen
  credit: Fen
  /** Debit less credit after each `MARK` of the lines. */
  marks: Fen[]
}

/** A running balance is found from the mark before it and fewer than this many lines. */
export const MARK = 64

/** The journal's postings by account, month and kind of voucher; every line is in exactly one. */
export function postingsOf({ size, account, accountCodes, voucher, vouchers, debit, credit }: Journal): Posting[] {
  const found = new Map<number, Posting>()
  for (let line = 0; line < size; line += 1) {
    const place = account[line] ?? 0
    const of = vouchers[voucher[line] ?? 0]
    if (!of) continue
    const key = place * 32 + Number(of.period) * 2 + (of.closing ? 1 : 0)
    let posting = found.get(key)
    if (!posting) {
      posting = {
        account: accountCodes[place] ?? '',
        period: of.period,
        closing: of.closing,
        lines: [],
        debit: 0n,
        credit: 0n,
        marks: [],
      }
      found.set(key, posting)
    }
    posting.lines.push(line)
    posting.debit += debit[line] ?? 0n
    posting.credit += credit[line] ?? 0n
    if (posting.lines.length % MARK === 0) posting.marks.push(posting.debit - posting.credit)
  }
  return [...found.values()]
}

/** The debit total of each voucher, and its lines as a PostgreSQL multirange: mostly one run, more where it was split. */
export function voucherSums({ size, voucher, vouchers, debit }: Journal) {
  const first = new Uint32Array(vouchers.length)
  const end = new Uint32Array(vouchers.length)
  const more = new Map<number, string>()
  const sums = new BigInt64Array(vouchers.length)
  for (let line = 0; line < size; line += 1) {
    const place = voucher[line] ?? 0
    sums[place] = (sums[place] ?? 0n) + (debit[line] ?? 0n)
    if (end[place] === 0) first[place] = line
    else if (end[place] !== line) {
      more.set(place, `${more.get(place) ?? ''}[${first[place]},${end[place]}),`)
      first[place] = line
    }
    end[place] = line + 1
  }
  return {
    debit: sums,
    lines: (place: number): string =>
      end[place] === 0 ? '{}' : `{${more.get(place) ?? ''}[${first[place]},${end[place]})}`,
  }
}

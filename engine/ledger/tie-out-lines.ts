import type { JournalColumns } from './journal-columns.ts'

/** The line indexes of each voucher, in the file's order, packed: no array per voucher. */
export type VoucherLines = { readonly count: number; of(place: number): Uint32Array }

/** Groups a journal's lines by voucher: two passes over typed columns. */
export function voucherLines(journal: Pick<JournalColumns, 'size' | 'voucher' | 'vouchers'>): VoucherLines {
  const count = journal.vouchers.length
  const start = new Uint32Array(count + 1)
  for (let index = 0; index < journal.size; index += 1) {
    const at = (journal.voucher[index] ?? 0) + 1
    start[at] = (start[at] ?? 0) + 1
  }
  for (let at = 1; at <= count; at += 1) start[at] = (start[at] ?? 0) + (start[at - 1] ?? 0)
  const next = start.slice(0, count)
  const order = new Uint32Array(journal.size)
  for (let index = 0; index < journal.size; index += 1) {
    const place = journal.voucher[index] ?? 0
    const at = next[place] ?? 0
    order[at] = index
    next[place] = at + 1
  }
  return { count, of: (place) => order.subarray(start[place] ?? 0, start[place + 1] ?? 0) }
}

const words = (amounts: BigInt64Array) => new Int32Array(amounts.buffer, amounts.byteOffset, amounts.length * 2)

/** A number for each line that equal lines share: account, both amounts, the summary's beginning. No bigint is touched. */
export function lineHashes(journal: JournalColumns): Int32Array {
  const [debit, credit] = [words(journal.debit), words(journal.credit)]
  const hashes = new Int32Array(journal.size)
  for (let index = 0; index < journal.size; index += 1) {
    let hash = Math.imul((journal.account[index] ?? 0) + 1, 0x9e3779b1)
    hash = Math.imul(hash ^ (debit[2 * index] ?? 0) ^ (debit[2 * index + 1] ?? 0), 0x85ebca6b)
    hash = Math.imul(hash ^ (credit[2 * index] ?? 0) ^ (credit[2 * index + 1] ?? 0) ^ 0x2545, 0xc2b2ae35)
    const text = journal.summary[index] ?? ''
    for (let at = 0; at < text.length && at < 12; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    hashes[index] = hash ^ (hash >>> 15)
  }
  return hashes
}

/** Whether two lines say the same: account, amounts, summary. */
export const sameLine = (journal: JournalColumns, one: number, other: number): boolean =>
  journal.account[one] === journal.account[other] &&
  journal.debit[one] === journal.debit[other] &&
  journal.credit[one] === journal.credit[other] &&
  journal.summary[one] === journal.summary[other]

/** The leaf that a code is or lies below, by the beginning of its code. */
export function leafAbove(code: string, leaves: ReadonlySet<string>): string | undefined {
  for (let at = code; at.length > 2; at = at.slice(0, -1).replace(/[.\-_/\\]$/, '')) if (leaves.has(at)) return at
  return undefined
}

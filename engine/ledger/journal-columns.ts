import type { Fen } from '../money.ts'
import { voucherKey } from './journal-lines.ts'
import type { Journal, JournalLine, Origin, Voucher } from './model.ts'

/** A journal by columns with what verification needs beside the amounts. */
export type JournalColumns = Journal & {
  /** The spreadsheet row of each line, and its place in `sources`. */
  readonly row: Uint32Array
  readonly source: Uint16Array
  readonly sources: readonly { file: number; sheet: string }[]
  /** Places in `vouchers`. */
  readonly unposted: ReadonlySet<number>
  /** Vouchers marked void: their lines are in no column. */
  readonly voided: readonly string[]
  /** Debit and credit of the void lines, by account code: what a table holds that still counts them. */
  readonly voidedSums: ReadonlyMap<string, { debit: Fen; credit: Fen }>
  /** Lines whose date differs from their voucher's first line. */
  readonly strayDates: readonly { voucher: number; date: string; origin: Origin }[]
  /** Vouchers that go on after other vouchers came between. */
  readonly split: ReadonlySet<number>
}

export type JournalBuilder = {
  /** Takes a line; answers the place of its voucher, -1 for a line of a void one, which is in no column. */
  add(line: JournalLine): number
  readonly size: number
  finish(): JournalColumns
}

/** Texts that are known again; a journal of ever new summaries is not to be kept twice. */
const KNOWN_TEXTS = 20_000

/** The longer copy of a column. */
function wider<T extends Uint32Array | Uint16Array | BigInt64Array>(made: T, from: T): T {
  made.set(from as never)
  return made
}

/** Collects lines into columns; about 40 bytes a line beside the texts, of which one that comes again is kept once. */
export function journalBuilder(): JournalBuilder {
  let capacity = 1024
  let size = 0
  let account = new Uint32Array(capacity)
  let voucherAt = new Uint32Array(capacity)
  let debit = new BigInt64Array(capacity)
  let credit = new BigInt64Array(capacity)
  let row = new Uint32Array(capacity)
  let source = new Uint16Array(capacity)
  const summary: string[] = []
  const accounts = new Map<string, number>()
  const vouchers: Voucher[] = []
  const voucherPlaces = new Map<string, number>()
  const texts = new Map<string, string>()
  const sources: { file: number; sheet: string }[] = []
  const unposted = new Set<number>()
  const voided = new Set<string>()
  const voidedSums = new Map<string, { debit: Fen; credit: Fen }>()
  const strayDates: { voucher: number; date: string; origin: Origin }[] = []
  const split = new Set<number>()
  let lastVoucher = -1

  const grow = () => {
    capacity *= 2
    account = wider(new Uint32Array(capacity), account)
    voucherAt = wider(new Uint32Array(capacity), voucherAt)
    debit = wider(new BigInt64Array(capacity), debit)
    credit = wider(new BigInt64Array(capacity), credit)
    row = wider(new Uint32Array(capacity), row)
    source = wider(new Uint16Array(capacity), source)
  }
  /** One copy of each text; a slice would keep the whole chunk of the file alive that it was cut from. */
  const kept = (text: string): string => {
    const known = texts.get(text)
    if (known !== undefined) return known
    const copy = ` ${text}`.slice(1)
    if (texts.size >= KNOWN_TEXTS) texts.clear()
    texts.set(copy, copy)
    return copy
  }
  const accountPlace = (code: string): number => {
    const known = accounts.get(code)
    if (known !== undefined) return known
    accounts.set(kept(code), accounts.size)
    return accounts.size - 1
  }
  const sourcePlace = ({ file, sheet }: Origin): number => {
    const last = sources.length - 1
    if (sources[last]?.file === file && sources[last]?.sheet === sheet) return last
    const known = sources.findIndex((one) => one.file === file && one.sheet === sheet)
    if (known >= 0) return known
    sources.push({ file, sheet })
    return sources.length - 1
  }
  const voucherPlace = (line: JournalLine): number => {
    const last = vouchers[lastVoucher]
    if (last && last.number === line.number && last.period === line.period && last.word === line.word)
      return lastVoucher
    const key = voucherKey(line)
    const known = voucherPlaces.get(key)
    if (known !== undefined) return known
    const { date, period, word, number } = line
    vouchers.push({ key, date: kept(date), period: kept(period), word: kept(word), number, closing: false })
    voucherPlaces.set(key, vouchers.length - 1)
    return vouchers.length - 1
  }

  return {
    get size() {
      return size
    },
    add(line) {
      if (line.voided) {
        voided.add(voucherKey(line))
        const sum = voidedSums.get(line.account) ?? { debit: 0n, credit: 0n }
        voidedSums.set(line.account, { debit: sum.debit + line.debit, credit: sum.credit + line.credit })
        return -1
      }
      if (size === capacity) grow()
      const place = voucherPlace(line)
      if (place !== lastVoucher && place < vouchers.length - 1) split.add(place)
      lastVoucher = place
      if (!line.posted) unposted.add(place)
      if (vouchers[place]?.date !== line.date)
        strayDates.push({ voucher: place, date: kept(line.date), origin: line.origin })
      account[size] = accountPlace(line.account)
      voucherAt[size] = place
      debit[size] = line.debit
      credit[size] = line.credit
      row[size] = line.origin.row
      source[size] = sourcePlace(line.origin)
      summary.push(kept(line.summary))
      size += 1
      return place
    },
    finish() {
      return {
        size,
        account: account.slice(0, size),
        accountCodes: [...accounts.keys()],
        voucher: voucherAt.slice(0, size),
        vouchers,
        debit: debit.slice(0, size),
        credit: credit.slice(0, size),
        summary,
        row: row.slice(0, size),
        source: source.slice(0, size),
        sources,
        unposted,
        voided: [...voided],
        voidedSums,
        strayDates,
        split,
      }
    },
  }
}

/** Where line `index` was read. */
export function originOf(journal: JournalColumns, index: number): Origin {
  const from = journal.sources[journal.source[index] ?? 0]
  return { file: from?.file ?? 0, sheet: from?.sheet ?? '', row: journal.row[index] ?? 0 }
}

/** Debit and credit sums, fen. */
export type Sums = { debit: Fen; credit: Fen; lines: number }
export const noSums = (): Sums => ({ debit: 0n, credit: 0n, lines: 0 })

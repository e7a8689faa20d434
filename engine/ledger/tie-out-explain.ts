import { yuan, type Fen } from '../money.ts'
import type { Remark } from './cell.ts'
import { originOf, type JournalColumns, type Sums } from './journal-columns.ts'
import type { Account, Origin } from './model.ts'
import type { JournalFindings } from './tie-out-journal.ts'
import type { DifferenceClass } from './tie-out-report.ts'

type Side = 'debit' | 'credit'

/** A part of an account's difference (journal minus trial balance) on one side, with what explains it. */
export type Piece = {
  account: string
  side: Side
  amount: Fen
  class: DifferenceClass
  cause: Remark
  rows: Origin[]
}

/** An account's journal sums minus its trial balance movement. */
export type Gap = { account: Account; debit: Fen; credit: Fen }

/**
 * Explains the differences between a trial balance and a journal, surest causes first: another unit, a missing month,
 * an unbalanced voucher's wrong line, vouchers not posted, red letters shown on the other side; what remains and is
 * itself balanced is a missing voucher, and these accounts and amounts are its lines. The pieces of an account's side
 * add up to its difference.
 */
export function explain(gaps: readonly Gap[], journal: JournalColumns, findings: JournalFindings): Piece[] {
  const pieces: Piece[] = []
  const rest = gaps.map(({ account, debit, credit }) => ({ account, debit, credit }))
  const take = (gap: Gap, side: Side, amount: Fen, why: Pick<Piece, 'class' | 'cause'> & { rows?: Origin[] }) => {
    gap[side] -= amount
    pieces.push({
      account: gap.account.code,
      side,
      amount,
      class: why.class,
      cause: why.cause,
      rows: [gap.account.origin, ...(why.rows ?? [])],
    })
  }
  const takeAll = (gap: Gap, why: Pick<Piece, 'class' | 'cause'>) => {
    for (const side of ['debit', 'credit'] as const) if (gap[side] !== 0n) take(gap, side, gap[side], why)
  }
  const isOpen = (gap: Gap) => gap.debit !== 0n || gap.credit !== 0n

  const unit = unitOf(gaps, findings.posted)
  if (unit)
    for (const gap of rest) takeAll(gap, { class: 'unit', cause: { code: 'causeUnit', params: { factor: unit } } })
  if (findings.missingMonths.length > 0) {
    const cause = { code: 'causeMissingMonths', params: { months: findings.missingMonths.join('、') } }
    for (const gap of rest) takeAll(gap, { class: 'missing_month', cause })
  }
  unbalancedLines(rest, journal, findings, take)
  for (const gap of rest.filter(isOpen)) {
    const drafts = sumsOf(journal, findings, gap.account.code, journal.unposted)
    if (drafts.lines === 0 || gap.debit !== drafts.debit || gap.credit !== drafts.credit) continue
    takeAll(gap, {
      class: 'unposted',
      cause: { code: 'causeUnpostedSum', params: { vouchers: journal.unposted.size } },
    })
  }
  const open = rest.filter(isOpen)
  const balanced = open.reduce((sum, { debit, credit }) => sum + debit - credit, 0n) === 0n
  const lost = open.length > 1 && balanced && open.every(({ debit, credit }) => debit !== credit || debit === 0n)
  if (lost) {
    const why = missingVoucher(open, findings)
    for (const gap of open) takeAll(gap, why)
    return pieces
  }
  for (const gap of open) {
    // −100 on the debit side of one file and +100 on the credit side of the other differ by the same on both sides.
    const sign = gap.debit === gap.credit
    takeAll(
      gap,
      sign
        ? { class: 'sign', cause: { code: 'causeSign', params: { account: gap.account.code } } }
        : { class: 'unexplained', cause: { code: 'causeUnexplained', params: { account: gap.account.code } } },
    )
  }
  return pieces
}

/** The factor (千 or 万) by which all movements of one file differ from the other's. */
function unitOf(gaps: readonly Gap[], posted: ReadonlyMap<string, Sums>): number | undefined {
  if (gaps.length < 3) return undefined
  return [1000, 10_000].find((factor) =>
    gaps.every(({ account }) => {
      const sums = posted.get(account.code)
      const by = BigInt(factor)
      const near = (table: Fen, book: Fen) => table * by === book || book * by === table
      return sums !== undefined && near(account.debit, sums.debit) && near(account.credit, sums.credit)
    }),
  )
}

/** An unbalanced voucher is off by one line: the line whose account differs by just as much, else the only one that differs on that side. */
function unbalancedLines(
  rest: Gap[],
  journal: JournalColumns,
  findings: JournalFindings,
  take: (gap: Gap, side: Side, amount: Fen, why: Pick<Piece, 'class' | 'cause'> & { rows: Origin[] }) => void,
) {
  for (const [place, excess] of findings.unbalanced) {
    const lines = findings.lines[place] ?? []
    const candidates = lines.flatMap((index) => {
      const gap = rest.find(({ account }) => account.code === journal.accountCodes[journal.account[index] ?? 0])
      if (!gap) return []
      const side: Side = (journal.debit[index] ?? 0n) !== 0n ? 'debit' : 'credit'
      return gap[side] === 0n ? [] : [{ gap, side, amount: side === 'debit' ? excess : -excess, index }]
    })
    const exact = candidates.find(({ gap, side, amount }) => gap[side] === amount)
    const chosen = exact ?? (candidates.length === 1 ? candidates[0] : undefined)
    if (!chosen) continue
    const voucher = journal.vouchers[place]?.key ?? ''
    take(chosen.gap, chosen.side, chosen.amount, {
      class: 'unbalanced_voucher',
      cause: { code: 'causeVoucherLine', params: { voucher } },
      rows: [originOf(journal, chosen.index)],
    })
  }
}

function sumsOf(
  journal: JournalColumns,
  findings: JournalFindings,
  account: string,
  vouchers: ReadonlySet<number>,
): Sums {
  const sums = { debit: 0n, credit: 0n, lines: 0 }
  for (const place of vouchers) {
    for (const index of findings.lines[place] ?? []) {
      if (journal.accountCodes[journal.account[index] ?? 0] !== account) continue
      sums.debit += journal.debit[index] ?? 0n
      sums.credit += journal.credit[index] ?? 0n
      sums.lines += 1
    }
  }
  return sums
}

function missingVoucher(open: readonly Gap[], { gaps }: JournalFindings): Pick<Piece, 'class' | 'cause'> {
  const keys = gaps.flatMap(({ period, word, from, to }) =>
    Array.from({ length: Math.min(to - from + 1, 20) }, (_, index) => `${period}-${word}-${from + index}`),
  )
  const amount = open.reduce((sum, { debit }) => sum - debit, 0n)
  const params = { vouchers: keys.slice(0, 20).join('、'), accounts: open.length, amount: yuan(amount) }
  const code =
    keys.length === 1 ? 'causeMissingVoucher' : keys.length > 1 ? 'causeMissingVouchers' : 'causeMissingUnnumbered'
  return { class: 'missing_voucher', cause: { code, params } }
}

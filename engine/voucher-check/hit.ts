import { type Fen, yuan } from '../money.ts'
import { wording } from '../mapping/line-proposal.ts'
import type { CheckIndex } from './check-books.ts'

/** Words in both languages. */
export type Words = { zh: string; en: string }
export const say = (zh: string, en: string): Words => ({ zh, en })

/** What a check found. `amount` is what is at stake, fen; `lines` are places in the journal, at most the first twenty. */
export type Hit = {
  check: string
  /** What was hit: a voucher's key, or an account, a month, a run of numbers. With check and account it names the hit for good. */
  subject: string
  /** The voucher to open; '' where the hit is no voucher's. */
  voucher: string
  period: string
  date: string
  account: string
  /** Accounts on the other side. */
  counter: string
  party: string
  summary: string
  amount: Fen
  lines: number[]
  measure: Words
  why: Words
  /** Check, account, counter account and normal form of party or summary: what comes again next year. */
  pattern: string
}

/** What a check answers: how many it found, those it kept (largest first), and why it could not look. */
export type Outcome = {
  check: string
  state: 'done' | 'not_applicable'
  total: number
  kept: number
  /** Why it does not apply, or what is to be known about the whole. */
  note: Words | null
  /** The population only: never a finding by itself. */
  signal: boolean
}

type Draft = {
  subject?: string
  voucher?: number
  lines?: readonly number[]
  /** The line that speaks for it; the first of `lines` unless said. */
  at?: number
  account?: string
  party?: string
  period?: string
  date?: string
  amount: Fen
  measure: Words
  why: Words
}

const size = (fen: Fen): Fen => (fen < 0n ? -fen : fen)
const byStake = (one: Hit, other: Hit): number => {
  const by = size(other.amount) - size(one.amount)
  if (by !== 0n) return by > 0n ? 1 : -1
  return one.subject < other.subject ? -1 : one.subject > other.subject ? 1 : one.account < other.account ? -1 : 1
}

export type Collector = {
  /** `draft` is only asked for while the hit is large enough to be kept. */
  add(amount: Fen, draft: () => Draft): void
  readonly total: number
  hits(): Hit[]
}

/** Keeps the `most` hits of a check that are largest by amount, and counts all: a million lines must not fill the memory. */
export function collector(index: CheckIndex, check: string, most: number): Collector {
  let kept: Hit[] = []
  let total = 0
  let floor = -1n
  const shrink = () => {
    kept = kept.toSorted(byStake).slice(0, most)
    if (kept.length === most) floor = size(kept.at(-1)?.amount ?? 0n)
  }
  return {
    get total() {
      return total
    },
    add(amount, draft) {
      total += 1
      if (size(amount) < floor) return
      kept.push(hitOf(index, check, draft()))
      if (kept.length >= most * 2) shrink()
    },
    hits() {
      shrink()
      return kept
    },
  }
}

function hitOf(index: CheckIndex, check: string, draft: Draft): Hit {
  const { journal } = index.ledger
  const lines = draft.lines ?? (draft.voucher === undefined ? [] : index.lines(draft.voucher))
  const at = draft.at ?? lines[0]
  const voucher = draft.voucher === undefined ? undefined : journal.vouchers[draft.voucher]
  const account = draft.account ?? (at === undefined ? '' : index.account(at).code)
  const party = draft.party ?? (at === undefined ? '' : index.partyOf(at))
  const summary = at === undefined ? '' : index.summary(at)
  const counter = draft.voucher === undefined || at === undefined ? '' : counterOf(index, draft.voucher, at)
  return {
    check,
    subject: draft.subject ?? voucher?.key ?? account,
    voucher: voucher?.key ?? '',
    period: draft.period ?? voucher?.period ?? '',
    date: draft.date ?? voucher?.date ?? '',
    account,
    counter,
    party,
    summary,
    amount: draft.amount,
    lines: lines.slice(0, 20),
    measure: draft.measure,
    why: draft.why,
    pattern: [check, account, counter, wording(party === '' ? summary : party)].join('|'),
  }
}

/** The accounts on the other side of a line's voucher, by code, at most three. */
function counterOf(index: CheckIndex, voucher: number, line: number): string {
  const debit = index.net(line) > 0n
  const codes = new Set<string>()
  for (const other of index.lines(voucher)) {
    const net = index.net(other)
    if (net !== 0n && net > 0n !== debit) codes.add(index.account(other).code)
  }
  const all = [...codes].toSorted()
  return all.length > 3 ? `${all.slice(0, 3).join(',')}…` : all.join(',')
}

/** A hit's name for good: its disposition holds in every later run. */
export const hitKey = ({ check, subject, account }: Pick<Hit, 'check' | 'subject' | 'account'>): string =>
  `${check}:${subject}:${account}`

/** Yuan with thousands, as people read it. */
export const shown = (fen: Fen): string => yuan(fen).replace(/\B(?=(?:\d{3})+\.)/g, ',')
export const absolute = size

import type { Fen } from '../money.ts'
import { nameKey } from '../mapping/account-name.ts'
import { largest, listedAndOthers } from './tagged-lines.ts'
import { textPattern } from './text-pattern.ts'
import { answersTo, type IndexedAccount, type LedgerIndex, type LineGroup } from './ledger-index.ts'
import type { Selection } from './syntax.ts'

/** A reading of the ledger by a formula: enough to find its rows again, and to prove they are the same rows. */
export type Atom = {
  fn: 'bal' | 'occ' | 'pl' | 'vsum' | 'je' | 'je_others' | 'line' | 'sum_occ' | 'je_count' | 'adj'
  /** The selection as written, or the statement line. */
  of: string
  /** Client accounts read. */
  accounts: readonly string[]
  tag: string | null
  side: 'dr' | 'cr' | 'net'
  /** Balances: `open`, `close` or a month as `YYYY-MM`. */
  at: string | null
  /** Turnover: first and last month. */
  months: readonly [number, number] | null
  closing: boolean
  /** Vouchers: the pairing asked for. */
  pairing: Pairing | null
  rows: number
  sum: Fen
  hash: string
}

/** Voucher lines on one side whose voucher has the given accounts on the other. Account codes, not names. */
export type Pairing = {
  pick: 'dr' | 'cr'
  debit: readonly string[] | null
  credit: readonly string[] | null
  text: string | null
  atLeast: string | null
  voucher: string | null
  line: number | null
  /** Only vouchers beyond this many of the largest. */
  beyond?: number | null
}

/** What the atom stands on: journal lines by ordinal, account rows by code, and customers or suppliers. */
export type AtomRows = { lines: number[]; accounts: string[]; dimensions: { account: string; code: string }[] }

/** Accounts a selection means, or the client's accounts that cannot be told apart. */
export function selectAccounts(
  index: LedgerIndex,
  selection: Selection,
): { accounts: IndexedAccount[]; undivided: { accounts: string[]; name: string } | null } {
  const all = [...index.accounts.values()].filter(({ account }) => account.leaf || index.groups.has(account.code))
  const detail = selection.tag !== null && !isNatureTag(index, selection.tag) ? selection.tag : null
  const tagged = detail === null ? all : all.filter(({ mapped }) => mapped.tags.includes(detail))
  if (selection.accounts.length === 0) return { accounts: tagged, undivided: null }
  const found = new Set<IndexedAccount>()
  for (const { key, under } of selection.accounts) {
    const own = tagged.filter(({ standard }) => standard?.key === key)
    const named = under === null ? own : own.filter(({ path }) => nameKey(path).includes(nameKey(under)))
    const used = own.filter(
      ({ account }) => account.opening !== 0n || account.closing !== 0n || index.groups.has(account.code),
    )
    if (under !== null && named.length === 0 && used.some(({ path }) => path === '')) {
      return { accounts: [], undivided: { accounts: used.map(({ account }) => account.code), name: under } }
    }
    for (const account of named) found.add(account)
  }
  return { accounts: [...found], undivided: null }
}

/** Whether the tag is told by the nature of lines, not by a sub-account's detail tag. */
export function isNatureTag(index: LedgerIndex, tag: string): boolean {
  return (
    tag.startsWith('a104000_') ||
    [...index.natures.values()].some(({ id, groups }) => id === tag || groups.includes(tag))
  )
}

/** The groups of lines that an atom over turnover reads. */
export function groupsOf(index: LedgerIndex, atom: Pick<Atom, 'accounts' | 'tag' | 'months' | 'closing'>): LineGroup[] {
  const [from, to] = atom.months ?? [1, 12]
  const tag = atom.tag !== null && isNatureTag(index, atom.tag) ? atom.tag : null
  return atom.accounts.flatMap((code) =>
    (index.groups.get(code) ?? []).filter(
      (group) =>
        (atom.closing || !group.closing) &&
        group.month >= from &&
        group.month <= to &&
        (tag === null || answersTo(index, group, tag)),
    ),
  )
}

/** The rows of an atom, found again from its predicate: drill-down from a cell to the books. */
export function rowsOf(atom: Atom, index: LedgerIndex): AtomRows {
  if (atom.fn === 'bal' || (atom.fn === 'line' && atom.at !== null)) {
    const dimensions = atom.accounts.flatMap((account) =>
      (index.dimensions.get(account) ?? []).map(({ code }) => ({ account, code })),
    )
    const upTo = atom.at !== null && /^\d{4}-\d{2}$/.test(atom.at) ? Number(atom.at.slice(5)) : 12
    const lines =
      atom.at === 'open'
        ? []
        : atom.accounts.flatMap((code) =>
            (index.groups.get(code) ?? []).filter(({ month }) => month <= upTo).flatMap((group) => group.lines),
          )
    return { lines: lines.toSorted((a, b) => a - b), accounts: [...atom.accounts], dimensions }
  }
  if (atom.fn === 'je_others')
    return { lines: listedAndOthers(index, atom.of).others, accounts: [...atom.accounts], dimensions: [] }
  if (atom.pairing) return { lines: pairedLines(index, atom.pairing), accounts: [...atom.accounts], dimensions: [] }
  const lines = groupsOf(index, atom).flatMap((group) => group.lines)
  return { lines: lines.toSorted((a, b) => a - b), accounts: [...atom.accounts], dimensions: [] }
}

/** Lines that answer a pairing: those of the picked side, in vouchers that have the named accounts on both sides. */
export function pairedLines(index: LedgerIndex, pairing: Pairing): number[] {
  const { journal } = index.ledger
  if (pairing.voucher !== null && pairing.line !== null) {
    const line = index.vouchers.get(pairing.voucher)?.lines[pairing.line - 1]
    return line === undefined ? [] : [line]
  }
  const debit = pairing.debit && new Set(pairing.debit)
  const credit = pairing.credit && new Set(pairing.credit)
  const text = pairing.text === null ? null : textPattern(pairing.text)
  const least = pairing.atLeast === null ? null : BigInt(pairing.atLeast)
  const found: number[] = []
  const named = pairing.voucher === null ? undefined : index.vouchers.get(pairing.voucher)
  for (const { index: voucher, lines: ordinals } of pairing.voucher === null
    ? index.vouchers.values()
    : named
      ? [named]
      : []) {
    if (journal.vouchers[voucher]?.closing) continue
    const code = (row: number) => journal.accountCodes[journal.account[row] ?? 0] ?? ''
    const debits = ordinals.filter((row) => (journal.debit[row] ?? 0n) !== 0n && (debit?.has(code(row)) ?? true))
    const credits = ordinals.filter((row) => (journal.credit[row] ?? 0n) !== 0n && (credit?.has(code(row)) ?? true))
    if (debits.length === 0 || credits.length === 0) continue
    for (const row of pairing.pick === 'cr' ? credits : debits) {
      const amount = pairing.pick === 'cr' ? (journal.credit[row] ?? 0n) : (journal.debit[row] ?? 0n)
      if ((text?.test(journal.summary[row] ?? '') ?? true) && (least === null || amount >= least)) found.push(row)
    }
  }
  const { beyond = null } = pairing
  if (beyond === null) return found
  const listed = largestVouchers(index, found, beyond)
  return found.filter((row) => !listed.has(journal.voucher[row] ?? 0))
}

/** The `most` vouchers in which these lines carry the largest amounts; the earlier of two that are equal. */
export function largestVouchers({ ledger }: LedgerIndex, lines: readonly number[], most: number): ReadonlySet<number> {
  const { voucher, debit, credit } = ledger.journal
  const sums = new Map<number, Fen>()
  for (const line of lines) {
    const of = voucher[line] ?? 0
    sums.set(of, (sums.get(of) ?? 0n) + (debit[line] ?? 0n) + (credit[line] ?? 0n))
  }
  return largest(sums.keys(), (of) => sums.get(of) ?? 0n, most)
}

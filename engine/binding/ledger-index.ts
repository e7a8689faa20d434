import type { Account, DimensionBalance, Ledger } from '../ledger/model.ts'
import type { Fen } from '../money.ts'
import { accountPath } from '../mapping/account-name.ts'
import { isProfitOrLoss, type MappingFacts, type Nature, type StandardAccount } from '../mapping/chart.ts'
import { isDecided, type MappedAccount, type Relation } from '../mapping/relation.ts'
import { transferVouchers } from '../mapping/transfer.ts'

/** A client account as formulas see it. */
export type IndexedAccount = { account: Account; mapped: MappedAccount; standard: StandardAccount | null; path: string }

/** All journal lines of one account, month and nature, closing and transfer vouchers apart; amounts summed once. */
export type LineGroup = {
  account: string
  /** 1 to 12. */
  month: number
  closing: boolean
  transfer: boolean
  nature: string | null
  /** Line of A104000 the amount belongs to: a line without its own keeps its account's. */
  a104000Line: number | null
  debit: Fen
  credit: Fen
  lines: number[]
}

/** A ledger read once, ready for any number of formulas. */
export type LedgerIndex = {
  ledger: Ledger
  relation: Relation
  facts: MappingFacts
  accounts: ReadonlyMap<string, IndexedAccount>
  /** Leaf accounts by standard key. */
  leaves: ReadonlyMap<string, readonly IndexedAccount[]>
  groups: ReadonlyMap<string, readonly LineGroup[]>
  natures: ReadonlyMap<string, Nature>
  /** Balances by customer or supplier, where they add up to their account. */
  dimensions: ReadonlyMap<string, readonly DimensionBalance[]>
  /** The lines of each voucher in journal order; they need not stand together in the file. */
  vouchers: ReadonlyMap<string, { index: number; lines: readonly number[] }>
}

/**
 * One pass over the journal; what an index of the same ledger found before is taken over. The cost is one addition per line; formulas afterwards
 * touch groups, not lines.
 */
export function indexLedger(
  ledger: Ledger,
  relation: Relation,
  facts: MappingFacts,
  before?: LedgerIndex,
): LedgerIndex {
  const standards = new Map([...facts.charts.small, ...facts.charts.cas].map((account) => [account.key, account]))
  const mapped = new Map(relation.accounts.map((account) => [account.code, account]))
  const natures = new Map(facts.natures.map((nature) => [nature.id, nature]))
  const accounts = new Map<string, IndexedAccount>()
  for (const account of ledger.accounts) {
    const mapping = mapped.get(account.code)
    if (!mapping) continue
    const standard = standards.get(mapping.standard ?? '') ?? null
    accounts.set(account.code, { account, mapped: mapping, standard, path: accountPath(account).slice(1).join('/') })
  }
  const leaves = Map.groupBy(
    [...accounts.values()].filter(({ account, standard }) => account.leaf && standard !== null),
    ({ standard }) => standard?.key ?? '',
  )
  const known = before?.ledger === ledger ? before : null
  const groups = groupLines(ledger, relation, mapped, natures)
  return {
    ledger,
    relation,
    facts,
    accounts,
    leaves,
    groups,
    natures,
    dimensions: known?.dimensions ?? completeDimensions(ledger),
    vouchers: known?.vouchers ?? voucherLines(ledger),
  }
}

function voucherLines({ journal }: Ledger): LedgerIndex['vouchers'] {
  const vouchers = new Map<string, { index: number; lines: number[] }>()
  for (let row = 0; row < journal.size; row += 1) {
    const index = journal.voucher[row] ?? 0
    const key = journal.vouchers[index]?.key ?? ''
    const seen = vouchers.get(key)
    if (seen) seen.lines.push(row)
    else vouchers.set(key, { index, lines: [row] })
  }
  return vouchers
}

function groupLines(
  ledger: Ledger,
  relation: Relation,
  mapped: ReadonlyMap<string, MappedAccount>,
  natures: ReadonlyMap<string, Nature>,
): Map<string, LineGroup[]> {
  const { journal } = ledger
  const transfers = transferVouchers(journal, mapped)
  const decided = new Map(relation.lines.filter(isDecided).map(({ ordinal, tag }) => [ordinal, tag]))
  const tags = new Map<string, number>()
  const width = journal.accountCodes.length + 1
  const found = new Map<number, LineGroup>()
  for (let row = 0; row < journal.size; row += 1) {
    const index = journal.voucher[row] ?? 0
    const voucher = journal.vouchers[index]
    const account = journal.account[row] ?? 0
    if (!voucher) continue
    const transfer = transfers.has(index)
    const override = decided.get(row)
    // account, month, closing, transfer and the line's own nature as one number: a text for each line costs more than its sum
    const own =
      override === undefined || override === null ? 0 : (tags.get(override) ?? tags.set(override, tags.size + 1).size)
    const key =
      ((own * 16 + Number(voucher.period)) * 4 + (voucher.closing ? 2 : 0) + (transfer ? 1 : 0)) * width + account
    let group = found.get(key)
    if (!group) {
      const code = journal.accountCodes[account] ?? ''
      const usual = mapped.get(code)?.nature ?? null
      const nature = override ?? usual
      const a104000Line = natures.get(nature ?? '')?.a104000Line ?? natures.get(usual ?? '')?.a104000Line ?? null
      group = {
        account: code,
        month: Number(voucher.period),
        closing: voucher.closing,
        transfer,
        nature,
        a104000Line,
        debit: 0n,
        credit: 0n,
        lines: [],
      }
      found.set(key, group)
    }
    group.debit += journal.debit[row] ?? 0n
    group.credit += journal.credit[row] ?? 0n
    group.lines.push(row)
  }
  return Map.groupBy(found.values(), ({ account }) => account)
}

/** Dimension balances per account, one kind only, and only where they explain the whole balance. */
function completeDimensions(ledger: Ledger): Map<string, DimensionBalance[]> {
  const balances = new Map(ledger.accounts.map((account) => [account.code, account]))
  const complete = new Map<string, DimensionBalance[]>()
  for (const [code, rows] of Map.groupBy(ledger.dimensions, ({ account }) => account)) {
    const account = balances.get(code)
    for (const [, ofKind] of Map.groupBy(rows, ({ kind }) => kind)) {
      const opening = ofKind.reduce((sum, row) => sum + row.opening, 0n)
      const closing = ofKind.reduce((sum, row) => sum + row.closing, 0n)
      if (account?.opening === opening && account.closing === closing && !complete.has(code)) complete.set(code, ofKind)
    }
  }
  return complete
}

/** Whether an amount of this nature answers to the tag: the nature itself, a wider group, or `a104000_N`. */
export function answersTo(index: LedgerIndex, group: Pick<LineGroup, 'nature' | 'a104000Line'>, tag: string): boolean {
  if (tag.startsWith('a104000_')) return String(group.a104000Line ?? '') === tag.slice('a104000_'.length)
  return group.nature === tag || (index.natures.get(group.nature ?? '')?.groups.includes(tag) ?? false)
}

/** Every tag a formula may name. */
export function knownTags(facts: MappingFacts): Set<string> {
  const tags = facts.natures.flatMap(({ id, groups }) => [id, ...groups])
  const details = facts.detailTags.map(({ tag }) => tag)
  return new Set([...tags, ...details, ...Array.from({ length: 25 }, (_, line) => `a104000_${line + 1}`)])
}

/**
 * Net debit by nature, wherever booked: profit and loss and cost accounts, without closing vouchers and without
 * vouchers that only carry costs onward, so that no cost counts twice. Fen.
 */
export function natureTotals(
  index: LedgerIndex,
): Map<string, { amount: Fen; lines: number; byAccount: Map<string, Fen> }> {
  const totals = new Map<string, { amount: Fen; lines: number; byAccount: Map<string, Fen> }>()
  for (const [code, groups] of index.groups) {
    const standard = index.accounts.get(code)?.standard
    if (!standard || !(isProfitOrLoss(standard) || standard.class === 'cost')) continue
    for (const group of groups) {
      if (group.nature === null || group.closing || group.transfer) continue
      const total = totals.get(group.nature) ?? { amount: 0n, lines: 0, byAccount: new Map<string, Fen>() }
      const amount = group.debit - group.credit
      total.amount += amount
      total.lines += group.lines.length
      total.byAccount.set(code, (total.byAccount.get(code) ?? 0n) + amount)
      totals.set(group.nature, total)
    }
  }
  return totals
}

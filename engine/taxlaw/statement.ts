import type { Standard } from '../ledger/model.ts'
import type { Fen } from '../money.ts'
import { isProfitOrLoss } from '../mapping/chart.ts'
import type { IndexedAccount, LedgerIndex } from '../binding/ledger-index.ts'

export type Measure = 'net_dr' | 'net_cr' | 'dr_detail' | 'cr_detail' | 'pl_cr' | 'pl_dr' | 'unclosed'

/** One addend of a statement line: a standard account, how it is measured, and which sub-accounts count. */
export type StatementTerm = {
  sign: number
  account: string
  measure: Measure
  tags: readonly string[]
  without: readonly string[]
  /** Takes also what no term of the sheet asks for by a tag: a provision without details belongs to some line, too. */
  rest?: boolean
}

/** A line is either terms over accounts or a sum of lines. Memo lines (其中) are shown, not added. */
export type StatementLine = {
  id: string
  name: string
  memo: boolean
  terms: readonly StatementTerm[]
  sum: readonly { sign: number; line: string }[]
  note: string
}

export type StatementSet = {
  basis: string
  balanceSheet: readonly StatementLine[]
  incomeStatement: readonly StatementLine[]
}
export type StatementSets = Readonly<Record<Standard, StatementSet>>

export type Instant = 'open' | 'close'

/** A term's amount and where it came from. `lines` are journal ordinals (profit and loss); balances have accounts only. */
export type TermAmount = { term: StatementTerm; amount: Fen; accounts: string[]; lines: number[]; dimensions: number }

/** A balance that is never split further: a customer or supplier, a leaf account, or 应交增值税 as a whole. */
export type BalanceUnit = {
  accounts: string[]
  tags: readonly string[]
  opening: Fen
  closing: Fen
  party: string | null
}

/** The statement lines that this standard's books fill, by id. Both sets, because papers speak of CAS lines for any books. */
export function linesOf(sets: StatementSets): Map<string, StatementLine> {
  return new Map(
    Object.values(sets)
      .flatMap(({ balanceSheet, incomeStatement }) => balanceSheet.concat(incomeStatement))
      .map((line) => [line.id, line]),
  )
}

/**
 * The details (明细) of a standard account that reclassification looks at: customers or suppliers where the account has
 * them, else leaf accounts; the items of 应交增值税 (进项, 销项 …) only mean something together and count as one.
 */
export function balanceUnits(index: LedgerIndex, account: string): BalanceUnit[] {
  const units: BalanceUnit[] = []
  let vat: BalanceUnit | null = null
  for (const { account: leaf, mapped, path } of index.leaves.get(account) ?? []) {
    const parties = index.dimensions.get(leaf.code)
    if (account === '2221' && path.startsWith('应交增值税')) {
      vat ??= { accounts: [], tags: [], opening: 0n, closing: 0n, party: null }
      vat.accounts.push(leaf.code)
      vat.tags = [...vat.tags, ...mapped.tags]
      vat.opening += leaf.opening
      vat.closing += leaf.closing
    } else if (parties) {
      for (const { opening, closing, name } of parties)
        units.push({ accounts: [leaf.code], tags: mapped.tags, opening, closing, party: name })
    } else
      units.push({
        accounts: [leaf.code],
        tags: mapped.tags,
        opening: leaf.opening,
        closing: leaf.closing,
        party: null,
      })
  }
  return vat ? [...units, vat] : units
}

const asked = (term: StatementTerm, tags: readonly string[]) =>
  (term.tags.length === 0 || term.tags.some((tag) => tags.includes(tag))) &&
  !term.without.some((tag) => tags.includes(tag))
/** Whether a term takes details with these tags; `beside` are the terms over the same account on the same sheet. */
export const counts = (term: StatementTerm, tags: readonly string[], beside: readonly StatementTerm[] = []): boolean =>
  asked(term, tags) || (term.rest === true && !beside.some((other) => asked(other, tags)))

/** A statement set over one ledger. Amounts in fen, each line on its own normal side. */
export class Statement {
  readonly #index: LedgerIndex
  readonly #lines: ReadonlyMap<string, StatementLine>
  /** For each term, the terms over the same account on the same balance sheet. */
  readonly #beside = new Map<StatementTerm, readonly StatementTerm[]>()

  constructor(index: LedgerIndex, sets: StatementSets) {
    this.#index = index
    this.#lines = linesOf(sets)
    for (const { balanceSheet } of Object.values(sets)) {
      const terms = balanceSheet.filter(({ memo }) => !memo).flatMap((line) => line.terms)
      for (const group of Map.groupBy(terms, ({ account }) => account).values())
        for (const term of group) this.#beside.set(term, group)
    }
  }

  /** The amount of a line: balance sheet lines at the instant, income statement lines of the year. */
  amount(id: string, at: Instant): Fen {
    const line = this.#lines.get(id)
    if (!line) return 0n
    const terms = line.terms.reduce((sum, term) => sum + BigInt(term.sign) * this.term(term, at).amount, 0n)
    return line.sum.reduce((sum, part) => sum + BigInt(part.sign) * this.amount(part.line, at), terms)
  }

  /** A line taken apart to its terms, subtotals opened; `sign` is the sign with which each term counts in the line. */
  parts(id: string, at: Instant, sign = 1): { part: TermAmount; sign: number }[] {
    const line = this.#lines.get(id)
    if (!line) return []
    const own = line.terms.map((term) => ({ part: this.term(term, at), sign: sign * term.sign }))
    return [...own, ...line.sum.flatMap((part) => this.parts(part.line, at, sign * part.sign))]
  }

  term(term: StatementTerm, at: Instant): TermAmount {
    if (term.measure === 'unclosed') return this.#unclosed(term, at)
    if (term.measure === 'pl_cr' || term.measure === 'pl_dr') return this.#turnover(term)
    const side = term.measure.startsWith('net') ? null : term.measure === 'dr_detail' ? 1 : -1
    const accounts = new Set<string>()
    let amount = 0n
    let dimensions = 0
    for (const unit of balanceUnits(this.#index, term.account)) {
      const balance = at === 'open' ? unit.opening : unit.closing
      const wanted =
        side === null ? counts(term, unit.tags, this.#beside.get(term)) : this.#takes(term, unit, balance, side)
      if (!wanted) continue
      for (const code of unit.accounts) accounts.add(code)
      if (unit.party !== null) dimensions += 1
      amount += balance
    }
    const credit = term.measure === 'net_cr' || term.measure === 'cr_detail'
    return { term, amount: credit ? -amount : amount, accounts: [...accounts], lines: [], dimensions }
  }

  /**
   * Whether a detail term takes a detail. One that stands on the other side and that no line of that side claims
   * stays here as a deduction, so that every balance belongs to exactly one line and the sheet balances.
   */
  #takes(term: StatementTerm, unit: BalanceUnit, balance: Fen, side: number): boolean {
    if (balance === 0n) return false
    if (balance > 0n === side > 0) return counts(term, unit.tags)
    const across = side > 0 ? 'cr_detail' : 'dr_detail'
    const claimed = (this.#beside.get(term) ?? []).some((other) => other.measure === across && counts(other, unit.tags))
    return term.tags.length === 0 && !claimed
  }

  #turnover(term: StatementTerm): TermAmount {
    const accounts: string[] = []
    const lines: number[] = []
    let net = 0n
    for (const [code, { mapped, standard }] of this.#index.accounts) {
      if (standard?.key !== term.account || !counts(term, mapped.tags)) continue
      for (const group of this.#index.groups.get(code) ?? []) {
        if (group.closing) continue
        net += group.debit - group.credit
        for (const line of group.lines) lines.push(line)
      }
      if (mapped.leaf) accounts.push(code)
    }
    return { term, amount: term.measure === 'pl_dr' ? net : -net, accounts, lines, dimensions: 0 }
  }

  /** Profit and loss that no closing voucher has moved to 本年利润 yet: part of retained earnings all the same. */
  #unclosed(term: StatementTerm, at: Instant): TermAmount {
    const open = this.#leaves(({ standard }) => standard !== null && isProfitOrLoss(standard))
    const balance = (leaf: IndexedAccount) => (at === 'open' ? leaf.account.opening : leaf.account.closing)
    const moved = open.filter((leaf) => balance(leaf) !== 0n)
    return {
      term,
      amount: -moved.reduce((sum, leaf) => sum + balance(leaf), 0n),
      accounts: moved.map(({ account }) => account.code),
      lines: [],
      dimensions: 0,
    }
  }

  #leaves(wanted: (account: IndexedAccount) => boolean): IndexedAccount[] {
    return [...this.#index.leaves.values()].flat().filter(wanted)
  }
}

/** Leaves with a balance that no line of the balance sheet takes: each is a gap between assets and liabilities. */
export function balancesOffTheSheet(index: LedgerIndex, sets: StatementSets): string[] {
  const terms = sets[index.relation.standard].balanceSheet.filter(({ memo }) => !memo).flatMap((line) => line.terms)
  const off: string[] = []
  for (const { account, mapped, standard } of index.accounts.values()) {
    if (!account.leaf || account.closing === 0n || (standard && isProfitOrLoss(standard))) continue
    const taken = terms.some(
      (term) => term.account === standard?.key && (term.measure.endsWith('detail') || counts(term, mapped.tags)),
    )
    if (!taken) off.push(account.code)
  }
  return off
}

/** Lines of the client's own statements that take this client account: from an account up to the statements. */
export function statementLinesOf(statement: Statement, set: StatementSet, account: string): string[] {
  const lines = set.balanceSheet.concat(set.incomeStatement).filter(({ sum }) => sum.length === 0)
  const takes = ({ id }: StatementLine) =>
    (['open', 'close'] as const).some((at) =>
      statement.parts(id, at).some(({ part }) => part.accounts.includes(account)),
    )
  return lines.filter(takes).map(({ id }) => id)
}

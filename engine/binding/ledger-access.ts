import type { Fen } from '../money.ts'
import { isProfitOrLoss } from '../mapping/chart.ts'
import { balanceUnits, type Instant, type Statement, type TermAmount } from '../taxlaw/statement.ts'
import { type Atom, groupsOf, pairedLines, type Pairing, selectAccounts } from './atom.ts'
import type { Fault } from './fault.ts'
import { listedAndOthers } from './tagged-lines.ts'
import { answersTo, type IndexedAccount, type LedgerIndex, type LineGroup } from './ledger-index.ts'
import type { Selection } from './syntax.ts'
import { sameGroup } from '../workpaper/input-changes.ts'

export type Side = 'dr' | 'cr' | 'net'
export type BalanceSide = Side | 'detail_dr' | 'detail_cr'
export type Reading = { atom: Atom } | { fault: Fault }

/** A digest of a text as hex; the server gives sha-256. Engines stay pure, so it comes from outside. */
export type Hash = (text: string) => string

/** Posted adjusting entries (AJE) and reclassifications (RJE), by standard account; fen. */
export type Adjustment = { kind: 'aje' | 'rje'; account: string; debit: Fen; credit: Fen }

/** Reads a ledger for formulas; every reading leaves an atom that can prove its rows. */
export class LedgerAccess {
  readonly index: LedgerIndex
  readonly statement: Statement
  readonly #hash: Hash
  readonly #groupHashes = new Map<LineGroup, string>()

  /** `before` read the same journal under another mapping: rows that still stand together keep their proof. */
  constructor(index: LedgerIndex, statement: Statement, hash: Hash, before?: LedgerAccess) {
    this.index = index
    if (before)
      for (const [code, groups] of index.groups)
        for (const [at, group] of groups.entries()) {
          const old = before.index.groups.get(code)?.[at]
          const proof = old && sameGroup(old, group) ? before.#groupHashes.get(old) : undefined
          if (proof !== undefined) this.#groupHashes.set(group, proof)
        }
    this.statement = statement
    this.#hash = hash
  }

  /** Balance, debit positive unless `side` is `cr` or `detail_cr`. A month gives the balance at its end. */
  balance(selection: Selection, written: string, at: string, side: BalanceSide): Reading {
    const accounts = this.#select(selection)
    if ('fault' in accounts) return accounts
    const { tag } = selection
    // A parent that was posted to has its children in its balance already.
    const own = accounts.filter((account) => account.account.leaf && (tag === null || this.#standsFor(account, tag)))
    const codes = own.map(({ account }) => account.code)
    const sum = side.startsWith('detail')
      ? this.#details(own, at === 'open' ? 'open' : 'close', side)
      : own.reduce((total, account) => total + this.#balanceAt(account, at), 0n)
    const text = own.map(
      ({ account }) => `${account.code}|${account.opening}|${account.closing}|${this.#balanceAt({ account }, at)}`,
    )
    return {
      atom: this.#atom(
        {
          fn: 'bal',
          of: written,
          accounts: codes,
          tag,
          side: side.endsWith('cr') ? 'cr' : side === 'net' ? 'net' : 'dr',
          at,
          sum: side === 'cr' ? -sum : sum,
          rows: codes.length,
        },
        this.#hash(text.join('\n')),
      ),
    }
  }

  /** Whether the account as a whole carries the tag: a balance has no lines to tell by. */
  #standsFor({ mapped }: IndexedAccount, tag: string): boolean {
    const a104000Line = this.index.natures.get(mapped.nature ?? '')?.a104000Line ?? null
    return mapped.tags.includes(tag) || answersTo(this.index, { nature: mapped.nature, a104000Line }, tag)
  }

  #balanceAt({ account }: Pick<IndexedAccount, 'account'>, at: string): Fen {
    if (at === 'open') return account.opening
    if (at === 'close') return account.closing
    const upTo = Number(at.slice(5))
    const before = (this.index.groups.get(account.code) ?? []).filter(({ month }) => month <= upTo)
    return before.reduce((sum, { debit, credit }) => sum + debit - credit, account.opening)
  }

  #details(accounts: readonly IndexedAccount[], at: Instant, side: BalanceSide): Fen {
    const codes = new Set(accounts.map(({ account }) => account.code))
    const keys = new Set(accounts.map(({ standard }) => standard?.key ?? ''))
    const units = [...keys]
      .flatMap((key) => balanceUnits(this.index, key))
      .filter((unit) => unit.accounts.every((code) => codes.has(code)))
    const amounts = units.map(
      (unit) => (at === 'open' ? unit.opening : unit.closing) * (side === 'detail_dr' ? 1n : -1n),
    )
    return amounts.filter((amount) => amount > 0n).reduce((sum, amount) => sum + amount, 0n)
  }

  /** Turnover from the journal; closing vouchers only if asked for. */
  turnover(
    selection: Selection,
    written: string,
    side: Side,
    options: {
      months: readonly [number, number] | null
      closing: boolean
      counterparts: Selection | null
      fn: 'occ' | 'sum_occ'
    },
  ): Reading {
    const accounts = this.#select(selection)
    if ('fault' in accounts) return accounts
    const codes = accounts.map(({ account }) => account.code)
    const { months, closing, counterparts, fn } = options
    const base = { fn, of: written, accounts: codes, tag: selection.tag, side, months, closing }
    if (counterparts) {
      const others = this.#select(counterparts)
      if ('fault' in others) return others
      const across = others.map(({ account }) => account.code)
      const own = { debit: side === 'cr' ? across : codes, credit: side === 'cr' ? codes : across }
      const pairing: Pairing = {
        pick: side === 'cr' ? 'cr' : 'dr',
        ...own,
        text: null,
        atLeast: null,
        voucher: null,
        line: null,
      }
      const lines = pairedLines(this.index, pairing).filter((row) => this.#inMonths(row, months))
      return this.#paired({ ...base, pairing }, lines, side)
    }
    return this.#grouped(base, groupsOf(this.index, base))
  }

  #inMonths(row: number, months: readonly [number, number] | null): boolean {
    const { journal } = this.index.ledger
    const month = Number(journal.vouchers[journal.voucher[row] ?? 0]?.period ?? 0)
    return months === null || (month >= months[0] && month <= months[1])
  }

  /** A profit and loss amount on the normal side of its accounts, red letters netted, closing vouchers left out. */
  profitAndLoss(selection: Selection, written: string, months: readonly [number, number] | null): Reading {
    const selected = this.#select(selection)
    if ('fault' in selected) return selected
    const accounts = selected.filter(({ standard }) => standard !== null && isProfitOrLoss(standard))
    const codes = accounts.map(({ account }) => account.code)
    const base = { fn: 'pl' as const, of: written, accounts: codes, tag: selection.tag, months, closing: false }
    const groups = groupsOf(this.index, base)
    const used = new Set(groups.map(({ account }) => this.index.accounts.get(account)?.standard?.side))
    if (used.size > 1)
      return {
        fault: {
          code: 'mixed_sides',
          params: { accounts: [...new Set(groups.map(({ account }) => account))].join('、') },
        },
      }
    return this.#grouped({ ...base, side: used.has('cr') ? 'cr' : 'dr' }, groups, true)
  }

  /** Lines by pairing and text, as `vsum(cr=#1405, dr=#6602, text=~"招待|赠送")` asks. */
  paired(
    written: string,
    wanted: {
      debit: Selection | null
      credit: Selection | null
      text: string | null
      atLeast: Fen | null
      voucher: string | null
      beyond: number | null
    },
  ): Reading {
    const debit = wanted.debit && this.#select(wanted.debit)
    const credit = wanted.credit && this.#select(wanted.credit)
    if (debit && 'fault' in debit) return debit
    if (credit && 'fault' in credit) return credit
    const pairing: Pairing = {
      pick: credit ? 'cr' : 'dr',
      debit: debit && codesOf(debit),
      credit: credit && codesOf(credit),
      text: wanted.text,
      atLeast: wanted.atLeast === null ? null : String(wanted.atLeast),
      voucher: wanted.voucher,
      line: null,
      // left out where it is not asked: what is stored of earlier readings has no such word
      ...(wanted.beyond === null ? {} : { beyond: wanted.beyond }),
    }
    const side = credit ? 'cr' : 'dr'
    const base = {
      fn: 'vsum' as const,
      of: written,
      accounts: (credit ? pairing.credit : pairing.debit) ?? [],
      side,
      pairing,
    } as const
    return this.#paired(base, pairedLines(this.index, pairing), side)
  }

  /** One voucher line, net debit. */
  entry(voucher: string, line: number): Reading {
    const pairing: Pairing = { pick: 'dr', debit: null, credit: null, text: null, atLeast: null, voucher, line }
    const rows = pairedLines(this.index, pairing)
    if (rows.length === 0) return { fault: { code: 'no_line', params: { voucher, line: String(line) } } }
    const { journal } = this.index.ledger
    const accounts = rows.map((row) => journal.accountCodes[journal.account[row] ?? 0] ?? '')
    return this.#paired({ fn: 'je', of: `${voucher}/${line}`, accounts, side: 'net', pairing }, rows, 'net')
  }

  /** The lines of a nature that papers do not list one by one, net debit. */
  otherEntries(tag: string): Reading {
    const { others } = listedAndOthers(this.index, tag)
    const { account, accountCodes } = this.index.ledger.journal
    const accounts = [...new Set(others.map((row) => accountCodes[account[row] ?? 0] ?? ''))].toSorted()
    return this.#paired({ fn: 'je_others', of: tag, accounts, side: 'net' }, others, 'net')
  }

  /** How many lines or vouchers the journal has. */
  entryCount(what: 'lines' | 'vouchers'): Atom {
    const count = what === 'lines' ? this.index.ledger.journal.size : this.index.vouchers.size
    return this.#atom(
      { fn: 'je_count', of: what, accounts: [], side: 'net', rows: count, sum: BigInt(count) },
      this.#hash(String(count)),
    )
  }

  /** Posted entries, debit positive; the atom stands on no journal line. */
  adjusted(of: string, posted: readonly Adjustment[]): Atom {
    const sum = posted.reduce((total, { debit, credit }) => total + debit - credit, 0n)
    const text = posted.map(({ kind, account, debit, credit }) => `${kind}|${account}|${debit}|${credit}`)
    return this.#atom(
      { fn: 'adj', of, accounts: [], side: 'net', rows: posted.length, sum },
      this.#hash(text.join('\n')),
    )
  }

  /** A recomputed statement line, one atom per term, in the order of its formula. */
  statementLine(id: string, at: Instant): { amount: Fen; atoms: Atom[] } {
    const parts = this.statement.parts(id, at)
    return {
      amount: this.statement.amount(id, at),
      atoms: parts
        .filter(({ part }) => part.accounts.length > 0)
        .map(({ part, sign }) => this.#term(id, part, sign, at)),
    }
  }

  #term(id: string, part: TermAmount, sign: number, at: Instant): Atom {
    const turnover = part.term.measure.startsWith('pl')
    const side = part.term.measure.includes('cr') ? 'cr' : 'dr'
    const of = `${id} ${sign < 0 ? '−' : '+'} #${part.term.account}`
    const sum = part.amount * BigInt(sign)
    if (turnover) {
      const groups = groupsOf(this.index, { accounts: part.accounts, tag: null, months: null, closing: false })
      return this.#atom(
        { fn: 'line', of, accounts: part.accounts, side, rows: part.lines.length, sum },
        this.#hashGroups(groups),
      )
    }
    const text = part.accounts.map(
      (code) =>
        `${code}|${this.index.accounts.get(code)?.account.opening}|${this.index.accounts.get(code)?.account.closing}`,
    )
    return this.#atom(
      { fn: 'line', of, accounts: part.accounts, side, at, rows: part.accounts.length, sum },
      this.#hash(text.join('\n')),
    )
  }

  #select(selection: Selection): IndexedAccount[] | { fault: Fault } {
    const { accounts, undivided } = selectAccounts(this.index, selection)
    if (undivided === null) return accounts
    return {
      fault: { code: 'undivided_account', params: { accounts: undivided.accounts.join('、'), name: undivided.name } },
    }
  }

  #grouped(
    atom: Partial<Atom> & Pick<Atom, 'fn' | 'of' | 'accounts' | 'side'>,
    groups: readonly LineGroup[],
    normal = false,
  ): Reading {
    const debit = groups.reduce((sum, group) => sum + group.debit, 0n)
    const credit = groups.reduce((sum, group) => sum + group.credit, 0n)
    const net = atom.side === 'cr' ? credit - debit : debit - credit
    const sum = normal || atom.side === 'net' ? net : atom.side === 'cr' ? credit : debit
    const rows = groups.reduce((count, group) => count + group.lines.length, 0)
    return { atom: this.#atom({ ...atom, rows, sum }, this.#hashGroups(groups)) }
  }

  #paired(
    atom: Partial<Atom> & Pick<Atom, 'fn' | 'of' | 'accounts' | 'side'>,
    lines: readonly number[],
    side: Side,
  ): Reading {
    const { journal } = this.index.ledger
    const amount = (row: number) =>
      side === 'net'
        ? (journal.debit[row] ?? 0n) - (journal.credit[row] ?? 0n)
        : ((side === 'cr' ? journal.credit : journal.debit)[row] ?? 0n)
    const sum = lines.reduce((total, row) => total + amount(row), 0n)
    return {
      atom: this.#atom(
        { ...atom, rows: lines.length, sum },
        this.#hash(lines.map((row) => this.#lineText(row)).join('\n')),
      ),
    }
  }

  #hashGroups(groups: readonly LineGroup[]): string {
    return this.#hash(
      groups
        .map((group) => this.#groupHash(group))
        .toSorted()
        .join('\n'),
    )
  }

  #groupHash(group: LineGroup): string {
    const known = this.#groupHashes.get(group)
    if (known !== undefined) return known
    const hash = this.#hash(group.lines.map((row) => this.#lineText(row)).join('\n'))
    this.#groupHashes.set(group, hash)
    return hash
  }

  /** What makes a line this line, whatever file it came from. */
  #lineText(row: number): string {
    const { journal } = this.index.ledger
    const key = journal.vouchers[journal.voucher[row] ?? 0]?.key ?? ''
    return `${key}|${journal.accountCodes[journal.account[row] ?? 0]}|${journal.debit[row]}|${journal.credit[row]}|${journal.summary[row]}`
  }

  #atom(atom: Partial<Atom> & Pick<Atom, 'fn' | 'of' | 'accounts' | 'side' | 'rows' | 'sum'>, hash: string): Atom {
    return { tag: null, at: null, months: null, closing: false, pairing: null, ...atom, hash }
  }
}

const codesOf = (accounts: readonly IndexedAccount[]) => accounts.map(({ account }) => account.code)

import type { Fen } from '../money.ts'
import type { Ledger } from '../ledger/model.ts'

/** A text column of the journal: each different text once, and which one stands at a line. */
type TextColumn = { texts: readonly string[]; at: Uint32Array }

/** What voucher checks read: the ledger, who made it, what its accounts are, and what is known about client and calendar. */
export type CheckBooks = {
  ledger: Ledger
  /** Standard account (CAS key) and tax nature by the client's code, as the relation bill says; unmapped accounts are absent. */
  mapped: ReadonlyMap<string, { standard: string; nature: string | null }>
  /** The usual side of a standard account. */
  sideOf: ReadonlyMap<string, 'dr' | 'cr'>
  maker: TextColumn
  checker: TextColumn
  /** Customer, supplier, person … of a line. */
  party: TextColumn
  /** 执行重要性, fen; null while no papers say it. */
  materiality: Fen | null
  /** Names of related parties as the firm keeps them. */
  related: readonly string[]
  /** Keys of vouchers that have files; empty where nobody has linked any. */
  attached: ReadonlySet<string>
  /** Days the State Council moved: true is off, false is worked; and the years it has spoken for. */
  days: ReadonlyMap<string, boolean>
  years: readonly number[]
  /** Words that tell a tax nature, with those that take it back. */
  words: readonly {
    nature: string
    name: { zh: string; en: string }
    keywords: readonly string[]
    not: readonly string[]
  }[]
}

/** An account as a line shows it. */
type LineAccount = {
  code: string
  name: string
  leaf: boolean
  standard: string
  nature: string | null
  opening: Fen
}

/** The books with what every check asks: the lines of a voucher, the account of a line. */
export type CheckIndex = CheckBooks & {
  /** Lines of voucher `v`, in the journal's order: `order[first[v]]` up to `order[first[v + 1]]`. */
  first: Uint32Array
  order: Uint32Array
  /** By index into `accountCodes`. */
  accounts: readonly LineAccount[]
  lines(voucher: number): number[]
  account(line: number): LineAccount
  summary(line: number): string
  partyOf(line: number): string
  /** Debit less credit, fen. */
  net(line: number): Fen
  /** Whether any account is mapped: checks by standard account need it. */
  isMapped: boolean
}

const nowhere: LineAccount = { code: '', name: '', leaf: true, standard: '', nature: null, opening: 0n }

/** Sorts the lines by voucher in one pass; 8 bytes a line. */
export function checkIndex(books: CheckBooks): CheckIndex {
  const { journal, accounts: chart } = books.ledger
  const { vouchers, size } = journal
  const first = new Uint32Array(vouchers.length + 1)
  for (let line = 0; line < size; line += 1) {
    const after = (journal.voucher[line] ?? 0) + 1
    first[after] = (first[after] ?? 0) + 1
  }
  for (let voucher = 0; voucher < vouchers.length; voucher += 1)
    first[voucher + 1] = (first[voucher + 1] ?? 0) + (first[voucher] ?? 0)
  const next = first.slice()
  const order = new Uint32Array(size)
  for (let line = 0; line < size; line += 1) {
    const voucher = journal.voucher[line] ?? 0
    const at = next[voucher] ?? 0
    order[at] = line
    next[voucher] = at + 1
  }
  const known = new Map(chart.map((account) => [account.code, account]))
  const accounts = journal.accountCodes.map((code): LineAccount => {
    const account = known.get(code)
    const mapped = books.mapped.get(code)
    return {
      code,
      name: account?.fullName ?? '',
      leaf: account?.leaf ?? true,
      standard: mapped?.standard ?? '',
      nature: mapped?.nature ?? null,
      opening: account?.opening ?? 0n,
    }
  })
  return {
    ...books,
    first,
    order,
    accounts,
    isMapped: books.mapped.size > 0,
    lines: (voucher) => [...order.subarray(first[voucher] ?? 0, first[voucher + 1] ?? 0)],
    account: (line) => accounts[journal.account[line] ?? 0] ?? nowhere,
    summary: (line) => journal.summary[line] ?? '',
    partyOf: (line) => books.party.texts[books.party.at[line] ?? 0] ?? '',
    net: (line) => (journal.debit[line] ?? 0n) - (journal.credit[line] ?? 0n),
  }
}

/** A text column built line by line. */
export function textColumn(size: number): { set(line: number, text: string): void; done(): TextColumn } {
  const places = new Map<string, number>([['', 0]])
  const at = new Uint32Array(size)
  return {
    set(line, text) {
      const known = places.get(text)
      if (known === undefined) places.set(text, places.size)
      at[line] = known ?? places.size - 1
    },
    done: () => ({ texts: [...places.keys()], at }),
  }
}

/** Whether a text column holds nothing: the file has no such column. */
export const isBlank = ({ texts }: TextColumn): boolean => texts.every((text) => text.trim() === '')

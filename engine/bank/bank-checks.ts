import type { Fen } from '../money.ts'
import type { BankLine } from './bank-line.ts'
import { partyKey } from './counterparty.ts'

/** Where the balance does not follow from the one before, in fen. */
export type BalanceBreak = { row: number; expected: Fen; found: Fen }
/** One account over its lines. `checked` is how many balances follow another; 0 where the statement has none. */
export type AccountCheck = {
  account: string
  lines: number
  in: Fen
  out: Fen
  from: string
  to: string
  opening: Fen | null
  closing: Fen | null
  checked: number
  breaks: BalanceBreak[]
}

/**
 * Every balance against the one before it and what moved between, to the fen, for each account by itself. Statements run
 * either way: the direction with fewer breaks is the statement's own.
 */
export function checkedAccounts(lines: readonly BankLine[]): AccountCheck[] {
  return [...Map.groupBy(lines, ({ account }) => account)].map(([account, own]) => {
    const [down, up] = [followed(own), followed(own.toReversed())]
    const best = up.breaks.length < down.breaks.length || (startsLate(own) && same(up, down)) ? up : down
    const days = own.map(({ date }) => date).toSorted()
    const sum = (side: 'in' | 'out') => own.reduce((all, line) => all + line[side], 0n)
    const { opening, closing, checked, breaks } = best
    const [from, to] = [days[0] ?? '', days.at(-1) ?? '']
    return { account, lines: own.length, in: sum('in'), out: sum('out'), from, to, opening, closing, checked, breaks }
  })
}

type Followed = Pick<AccountCheck, 'opening' | 'closing' | 'checked' | 'breaks'>
const same = (one: Followed, other: Followed) => one.breaks.length === other.breaks.length
const startsLate = (lines: readonly BankLine[]) => (lines[0]?.date ?? '') > (lines.at(-1)?.date ?? '')

function followed(lines: readonly BankLine[]): Followed {
  const done: Followed = { opening: null, closing: null, checked: 0, breaks: [] }
  let moved = 0n
  for (const line of lines) {
    moved += line.in - line.out
    if (line.balance === null) continue
    if (done.closing === null) done.opening = line.balance - moved
    else {
      done.checked += 1
      const expected = done.closing + moved
      if (expected !== line.balance) done.breaks.push({ row: line.row, expected, found: line.balance })
    }
    done.closing = line.balance
    moved = 0n
  }
  // lines behind the last balance that is printed
  if (done.closing !== null) done.closing += moved
  return done
}

export const bankFlags = ['large', 'round', 'night', 'through', 'named'] as const
export type BankFlag = (typeof bankFlags)[number]
export type FlagRules = {
  /** From this amount on a line is large. */
  large: Fen
  /** Counterparties to be pointed out. */
  names: readonly string[]
}

/** Whole ten thousands of yuan. */
const ROUND = 1_000_000n
/** Amounts that went in and out on one day count from here on. */
const THROUGH = 1_000_000n
const NIGHT_FROM = '22:00:00'
const NIGHT_TO = '06:00:00'

/** What should be looked at, line by line in their order. */
export function flagged(lines: readonly BankLine[], { large, names }: FlagRules): BankFlag[][] {
  const wanted = new Set(names.map(partyKey).filter((name) => name !== ''))
  const through = throughLines(lines, large)
  return lines.map((line) => {
    const amount = sizeOf(line)
    const found: BankFlag[] = []
    if (amount >= large) found.push('large')
    if (amount >= ROUND && amount % ROUND === 0n) found.push('round')
    // midnight to the second is a day without a time
    const timed = line.time !== '' && line.time !== '00:00:00'
    if (timed && (line.time >= NIGHT_FROM || line.time < NIGHT_TO)) found.push('night')
    if (through.has(line)) found.push('through')
    if (wanted.has(partyKey(line.party))) found.push('named')
    return found
  })
}

const sizeOf = ({ in: income, out, other }: BankLine): Fen => {
  const amount = income + out + other
  return amount < 0n ? -amount : amount
}

/** Lines of a day on which one amount came in and went out again, or large sums came in and about all of them went out. */
function throughLines(lines: readonly BankLine[], large: Fen): Set<BankLine> {
  const found = new Set<BankLine>()
  for (const day of Map.groupBy(lines, ({ account, date }) => `${date} ${account}`).values()) {
    const came = day.filter((line) => line.in > 0n)
    const went = day.filter((line) => line.out > 0n)
    const amounts = new Set(came.map((line) => line.in))
    const back = new Set(went.map((line) => line.out).filter((fen) => fen >= THROUGH && amounts.has(fen)))
    const [income, spent] = [came.reduce((all, one) => all + one.in, 0n), went.reduce((all, one) => all + one.out, 0n)]
    const emptied = income >= large && spent * 10n >= income * 9n && spent * 10n <= income * 11n
    for (const line of came) if (emptied || back.has(line.in)) found.add(line)
    for (const line of went) if (emptied || back.has(line.out)) found.add(line)
  }
  return found
}

/** One counterparty over all lines, in fen; `name` as it is spelled most often. */
export type PartySum = { name: string; lines: number; in: Fen; out: Fen }

/** Counterparties by how much moved, the greatest first; lines without one stand together under ''. */
export function partySums(lines: readonly BankLine[]): PartySum[] {
  const sums = [...Map.groupBy(lines, ({ party }) => partyKey(party)).values()].map((own) => {
    const spellings = [...Map.groupBy(own, ({ party }) => party)].toSorted(
      ([, one], [, other]) => other.length - one.length,
    )
    const sum = (side: 'in' | 'out') => own.reduce((all, line) => all + line[side], 0n)
    return { name: spellings[0]?.[0] ?? '', lines: own.length, in: sum('in'), out: sum('out') }
  })
  return sums.toSorted((one, other) => Number(other.in + other.out - one.in - one.out))
}

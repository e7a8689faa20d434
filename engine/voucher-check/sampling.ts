import type { Fen } from '../money.ts'
import type { Journal } from '../ledger/model.ts'

/** The methods of 抽凭: every line alike, by money, what a person aims at, by layers of amount. */
export const sampleMethods = ['random', 'mus', 'targeted', 'stratified'] as const
export type SampleMethod = (typeof sampleMethods)[number]

/** What is drawn from: lines of these accounts and months with an absolute amount in the range, without closing vouchers. */
export type Frame = {
  /** Codes; a parent stands for what is below it. None: all accounts. */
  accounts: readonly string[]
  /** `01` to `12`; none: all. */
  months: readonly string[]
  least: Fen
  most: Fen | null
  side: 'debit' | 'credit' | 'both'
}

/** A drawn line: its place in the journal, its amount, and why it was drawn. `layer` names its stratum. */
export type Drawn = { line: number; amount: Fen; layer: 'certain' | 'interval' | 'drawn' | 'aimed' | `layer${number}` }
export type Sample = {
  drawn: Drawn[]
  /** Lines and their sum in the frame. */
  lines: number
  population: Fen
  /** Fen between two drawn units; 0 where the method has none. */
  interval: Fen
  layers: { name: Drawn['layer']; lines: number; amount: Fen; drawn: number }[]
}

/** Numbers below a bound, the same for the same seed (mulberry32): a drawing can be repeated by anybody. */
function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  return (below) => next() % below
}

type Item = { line: number; amount: Fen }

/** The lines of a frame, in the journal's order. */
function inFrame(journal: Journal, frame: Frame): Item[] {
  const wanted = journal.accountCodes.map(
    (code) => frame.accounts.length === 0 || frame.accounts.some((account) => code.startsWith(account)),
  )
  const months = new Set(frame.months)
  const items: Item[] = []
  for (let line = 0; line < journal.size; line += 1) {
    if (!wanted[journal.account[line] ?? 0]) continue
    const head = journal.vouchers[journal.voucher[line] ?? 0]
    if (!head || head.closing || (months.size > 0 && !months.has(head.period))) continue
    const [debit, credit] = [journal.debit[line] ?? 0n, journal.credit[line] ?? 0n]
    const own = frame.side === 'debit' ? debit : frame.side === 'credit' ? credit : debit === 0n ? credit : debit
    const amount = own < 0n ? -own : own
    if (amount === 0n || amount < frame.least || (frame.most !== null && amount > frame.most)) continue
    items.push({ line, amount })
  }
  return items
}

const sumOf = (items: readonly Item[]): Fen => items.reduce((sum, { amount }) => sum + amount, 0n)
const byAmount = (one: Item, other: Item): number =>
  one.amount === other.amount ? one.line - other.line : one.amount > other.amount ? -1 : 1

/** Draws `size` items without returning any: a partial shuffle. */
function draw(items: readonly Item[], size: number, next: (below: number) => number): Item[] {
  const left = [...items]
  const drawn: Item[] = []
  for (let at = 0; at < Math.min(size, items.length); at += 1) {
    const place = at + next(left.length - at)
    const [mine, other] = [left[at], left[place]]
    if (!mine || !other) break
    left[at] = other
    left[place] = mine
    drawn.push(other)
  }
  return drawn
}

/**
 * Draws a sample. MUS (货币单元抽样): interval = population ÷ size; lines at or above it are certain, of the rest the line holding
 * every interval-th fen after a random start. Stratified: the lines at or above `certain` are all drawn, the rest in three layers of
 * equal money, each with a third of what is left. Targeted: the largest. The same seed draws the same lines.
 */
export function drawSample(
  journal: Journal,
  frame: Frame,
  plan: { method: SampleMethod; size: number; seed: number; certain: Fen },
): Sample {
  const items = inFrame(journal, frame)
  const population = sumOf(items)
  const next = numbers(plan.seed)
  const size = Math.min(plan.size, items.length)
  const drawn: Drawn[] = []
  const take = (list: readonly Item[], layer: Drawn['layer']) => {
    for (const item of list) drawn.push({ ...item, layer })
  }
  const layers: Sample['layers'] = []
  let interval = 0n
  if (plan.method === 'random') take(draw(items, size, next), 'drawn')
  else if (plan.method === 'targeted') take(items.toSorted(byAmount).slice(0, size), 'aimed')
  else if (plan.method === 'mus' && size > 0) {
    interval = population / BigInt(plan.size) || 1n
    take(
      items.filter(({ amount }) => amount >= interval),
      'certain',
    )
    // two draws of 32 bits reach beyond any population of money
    const start = ((BigInt(next(2 ** 32)) << 32n) | BigInt(next(2 ** 32))) % interval
    let [passed, point] = [0n, start]
    for (const item of items) {
      if (item.amount >= interval) continue
      passed += item.amount
      if (passed <= point) continue
      drawn.push({ ...item, layer: 'interval' })
      point += interval
    }
  } else if (plan.method === 'stratified') {
    const sorted = items.toSorted(byAmount)
    const certain = sorted.filter(({ amount }) => plan.certain > 0n && amount >= plan.certain)
    take(certain, 'certain')
    layers.push({ name: 'certain', lines: certain.length, amount: sumOf(certain), drawn: certain.length })
    const rest = sorted.slice(certain.length)
    const third = sumOf(rest) / 3n
    let from = 0
    for (let layer = 1; layer <= 3; layer += 1) {
      let to = from
      for (let sum = 0n; to < rest.length && sum < third; to += 1) sum += rest[to]?.amount ?? 0n
      if (layer === 3) to = rest.length
      const part = rest.slice(from, to)
      const mine = draw(
        part.toSorted((one, other) => one.line - other.line),
        Math.ceil(Math.max(0, size - certain.length) / 3),
        next,
      )
      take(mine, `layer${layer}`)
      layers.push({ name: `layer${layer}`, lines: part.length, amount: sumOf(part), drawn: mine.length })
      from = to
    }
  }
  return {
    drawn: drawn.toSorted((one, other) => one.line - other.line),
    lines: items.length,
    population,
    interval,
    layers,
  }
}

/** A line of two texts: `before` or `after` is missing where only the other has it. */
export type DiffLine = { kind: 'same' | 'added' | 'removed' | 'changed'; before: string; after: string }

/** Between anchors so many pairs of lines are compared at most; what is more is said as taken out and put in. */
const MOST_PAIRS = 250_000
/** And so many in all: a text of many such gaps is compared in a moment, too. */
const MOST_PAIRS_IN_ALL = 1_000_000
/** So many pairs of lines are held against each other to see whether one became the other; beginnings are enough to tell. */
const MOST_LIKENESSES = 1500
const BEGINNING = 200
/** Two lines are one that was changed if they share at least this part of their pairs of letters. */
const ALIKE = 0.4

/**
 * What differs between two texts, line by line. Lines that both have once and in the same order hold the rest together; between
 * them the longest common run is sought. Time grows with the lines, not with their square.
 */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const diff: Diff = { out: [], likenesses: 0, pairs: 0 }
  const { out } = diff
  let at = 0
  let to = 0
  for (const [a, b] of [...anchors(before, after), [before.length, after.length] as const]) {
    gap(before.slice(at, a), after.slice(to, b), diff)
    if (a < before.length) out.push({ kind: 'same', before: before[a] ?? '', after: after[b] ?? '' })
    at = a + 1
    to = b + 1
  }
  return out
}

/** What is found, and how many likenesses and pairs were tried for it. */
type Diff = { out: DiffLine[]; likenesses: number; pairs: number }

/** Where each line stands; -1 if more than once. */
const once = (lines: readonly string[]) => {
  const places = new Map<string, number>()
  lines.forEach((line, place) => places.set(line, places.has(line) ? -1 : place))
  return places
}

/** Pairs of places of lines that stand once in each text, in an order that is the same in both. */
function anchors(before: readonly string[], after: readonly string[]): (readonly [number, number])[] {
  const there = once(after)
  const pairs: (readonly [number, number])[] = []
  for (const [line, place] of once(before)) {
    const other = there.get(line)
    if (place >= 0 && other !== undefined && other >= 0) pairs.push([place, other])
  }
  return longestRising(pairs)
}

/** The longest run whose second places rise; the first ones do already. */
function longestRising(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const ends: number[] = []
  const back: number[] = []
  const second = (index: number | undefined) => (index === undefined ? -1 : (pairs[index]?.[1] ?? -1))
  pairs.forEach(([, place], index) => {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (second(ends[middle]) < place) low = middle + 1
      else high = middle
    }
    back.push(low > 0 ? (ends[low - 1] ?? -1) : -1)
    ends[low] = index
  })
  const run: (readonly [number, number])[] = []
  for (let index = ends.at(-1) ?? -1; index >= 0; index = back[index] ?? -1) {
    const pair = pairs[index]
    if (pair) run.push(pair)
  }
  return run.toReversed()
}

function gap(before: readonly string[], after: readonly string[], diff: Diff): void {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1
  let tail = 0
  const least = Math.min(before.length, after.length) - head
  while (tail < least && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  const same = (line: string) => diff.out.push({ kind: 'same', before: line, after: line })
  before.slice(0, head).forEach(same)
  const [was, is] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)]
  const pairs = was.length * is.length
  if (pairs > MOST_PAIRS || diff.pairs + pairs > MOST_PAIRS_IN_ALL) replaced(was, is, diff)
  else {
    diff.pairs += pairs
    common(was, is, diff)
  }
  before.slice(before.length - tail).forEach(same)
}

/** The longest common run of a small gap. */
function common(before: readonly string[], after: readonly string[], diff: Diff): void {
  const width = after.length + 1
  const longest = new Uint16Array((before.length + 1) * width)
  const at = (a: number, b: number) => longest[a * width + b] ?? 0
  for (let a = before.length - 1; a >= 0; a--)
    for (let b = after.length - 1; b >= 0; b--)
      longest[a * width + b] = before[a] === after[b] ? at(a + 1, b + 1) + 1 : Math.max(at(a + 1, b), at(a, b + 1))
  const was: string[] = []
  const is: string[] = []
  let [a, b] = [0, 0]
  while (a < before.length || b < after.length) {
    const [one = '', other = ''] = [before[a], after[b]]
    if (a < before.length && b < after.length && one === other) {
      replaced(was.splice(0), is.splice(0), diff)
      diff.out.push({ kind: 'same', before: one, after: other })
      a += 1
      b += 1
    } else if (b >= after.length || (a < before.length && at(a + 1, b) >= at(a, b + 1))) {
      was.push(one)
      a += 1
    } else {
      is.push(other)
      b += 1
    }
  }
  replaced(was, is, diff)
}

/** Lines that stand in each other's place: alike ones are one that was changed. */
function replaced(before: readonly string[], after: readonly string[], diff: Diff): void {
  const { out } = diff
  let next = 0
  for (const line of before) {
    const other = after[next]
    if (other !== undefined && diff.likenesses++ < MOST_LIKENESSES && alike(line, other)) {
      out.push({ kind: 'changed', before: line, after: other })
      next += 1
    } else out.push({ kind: 'removed', before: line, after: '' })
  }
  for (const line of after.slice(next)) out.push({ kind: 'added', before: '', after: line })
}

/** The pairs of letters a line begins with. */
const pairsOf = (line: string) => {
  const found = new Set<string>()
  const start = line.slice(0, BEGINNING)
  for (let at = 0; at + 1 < start.length; at++) found.add(start.slice(at, at + 2))
  return found
}

function alike(one: string, other: string): boolean {
  const [first, second] = [pairsOf(one), pairsOf(other)]
  if (first.size === 0 || second.size === 0) return one === other
  let shared = 0
  for (const pair of first) if (second.has(pair)) shared += 1
  return (2 * shared) / (first.size + second.size) >= ALIKE
}

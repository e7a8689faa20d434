import type { BlockNode } from '#contract/writing-doc.ts'

/** A place in which two people changed the same: a person decides. `base`: what both began from. */
export type Clash = { base: BlockNode[]; mine: BlockNode[]; theirs: BlockNode[] }
/** A merged document: blocks that are clear, and clashes between them. */
export type Merged = (BlockNode | Clash)[]
export const isClash = (part: BlockNode | Clash): part is Clash => 'mine' in part

/** Above it what lies between is one clash: the table of the comparison would not fit. */
const MOST_PAIRS = 9_000_000

/** Keys in one order and nothing that is only a default, so that equal blocks read the same. */
const textOf = (block: BlockNode) =>
  JSON.stringify(block, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, inside]) => inside !== null && inside !== undefined)
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : value,
  )

/** Which block of the second list each block of the first became: longest common run of equal blocks. */
function matches(a: readonly string[], b: readonly string[]): Map<number, number> {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let [endA, endB] = [a.length, b.length]
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) [endA, endB] = [endA - 1, endB - 1]
  const found = new Map<number, number>()
  for (let i = 0; i < start; i++) found.set(i, i)
  for (let i = endA; i < a.length; i++) found.set(i, i - endA + endB)
  const [n, m] = [endA - start, endB - start]
  if (n * m > MOST_PAIRS) return found
  const rows = Array.from({ length: n + 1 }, () => new Uint16Array(m + 1))
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let i = n - 1; i >= 0; i--)
    for (let j = m - 1; j >= 0; j--) {
      const row = rows[i]
      if (row) row[j] = a[start + i] === b[start + j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  for (let [i, j] = [0, 0]; i < n && j < m;) {
    if (a[start + i] === b[start + j]) found.set(start + i++, start + j++)
    else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return found
}

const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((text, i) => text === b[i])

/**
 * Joins two edited forms of one document, paragraph by paragraph: what only one of them changed is taken, what both changed alike
 * too; what both changed differently is a clash.
 */
export function mergeBlocks(base: BlockNode[], mine: BlockNode[], theirs: BlockNode[]): Merged {
  const [texts, mineTexts, theirTexts] = [base.map(textOf), mine.map(textOf), theirs.map(textOf)]
  const [toMine, toTheirs] = [matches(texts, mineTexts), matches(texts, theirTexts)]
  const merged: Merged = []
  let [b, m, t] = [0, 0, 0]
  const until = (nextB: number, nextM: number, nextT: number) => {
    const [was, own, other] = [texts.slice(b, nextB), mineTexts.slice(m, nextM), theirTexts.slice(t, nextT)]
    const [ownBlocks, otherBlocks] = [mine.slice(m, nextM), theirs.slice(t, nextT)]
    if (same(own, other) || same(other, was)) merged.push(...ownBlocks)
    else if (same(own, was)) merged.push(...otherBlocks)
    else merged.push({ base: base.slice(b, nextB), mine: ownBlocks, theirs: otherBlocks })
    ;[b, m, t] = [nextB, nextM, nextT]
  }
  for (const [i, block] of base.entries()) {
    const [own, other] = [toMine.get(i), toTheirs.get(i)]
    if (own === undefined || other === undefined || own < m || other < t) continue
    until(i, own, other)
    merged.push(block)
    ;[b, m, t] = [i + 1, own + 1, other + 1]
  }
  until(base.length, mine.length, theirs.length)
  return merged
}

/** The words of a block, for a person to tell two forms apart. */
export function wordsOfBlock(block: BlockNode): string {
  const parts: string[] = []
  const walk = (value: unknown) => {
    if (Array.isArray(value)) for (const one of value) walk(one)
    else if (typeof value === 'object' && value !== null) {
      if ('text' in value && typeof value.text === 'string') parts.push(value.text)
      if ('attrs' in value && typeof value.attrs === 'object' && value.attrs !== null && 'value' in value.attrs)
        parts.push(String(value.attrs.value))
      if ('content' in value) walk(value.content)
    }
  }
  walk(block)
  return parts.join('')
}

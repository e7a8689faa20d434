import { folded, isBlank, isDigit, isEmphasis, isHan, isLetter, type NormalText } from './normal-text.ts'
import type { Finding, MaskKind } from './kinds.ts'

/** A name of the tenant's own; names of one `entity` are one client, counterparty or person. */
export type DictionaryEntry = { text: string; kind: MaskKind; entity: string }

/** What a dictionary finds in a text, in order of the ends; overlapping names are all reported. */
export type Dictionary = { size: number; find: (normal: NormalText) => Finding[] }

/** Names longer than this are recognised by their beginning and suffix rules. */
const LONGEST = 64
const DASH = 45

/** Whether a name says enough to be looked for: two ideographs, three letters or six digits. */
export function isTelling(name: string): boolean {
  const text = folded(name)
  if (/\p{Script=Han}/u.test(text)) return text.length >= 2
  return /^\d+$/.test(text) ? text.length >= 6 : text.length >= 3
}

/** Several dictionaries as one. */
export const dictionariesOf = (...all: readonly Dictionary[]): Dictionary => ({
  size: all.reduce((sum, { size }) => sum + size, 0),
  find: (normal) => all.flatMap((one) => one.find(normal)),
})

/** One automaton over all names (Aho and Corasick, 1975): a text is read once, however many names there are. */
export function dictionaryOf(entries: readonly DictionaryEntry[]): Dictionary {
  const patterns: string[] = []
  const kept: DictionaryEntry[] = []
  let total = 1
  for (const entry of entries) {
    if (!isTelling(entry.text)) continue
    const pattern = folded(entry.text).slice(0, LONGEST)
    patterns.push(pattern)
    kept.push(entry)
    total += pattern.length
  }
  const trie = trieOf(patterns, total)
  return { size: kept.length, find: (normal) => findIn(normal, trie, kept) }
}

type Trie = {
  child: (node: number, unit: number) => number
  fail: Int32Array
  /** The next node along the failure links that ends a name; 0 is none. */
  output: Int32Array
  word: Int32Array
  depth: Uint8Array
}

function trieOf(patterns: readonly string[], total: number): Trie {
  const size = 2 ** Math.ceil(Math.log2(total * 2 + 2))
  const keyNode = new Int32Array(size)
  const keyUnit = new Uint16Array(size)
  const target = new Int32Array(size)
  const slotOf = (node: number, unit: number) => {
    let slot = (Math.imul(node, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)) >>> 0
    slot = (slot ^ (slot >>> 15)) & (size - 1)
    while (target[slot] !== 0 && (keyNode[slot] !== node || keyUnit[slot] !== unit)) slot = (slot + 1) & (size - 1)
    return slot
  }
  const parent = new Int32Array(total)
  const unitOf = new Uint16Array(total)
  const depth = new Uint8Array(total)
  const word = new Int32Array(total).fill(-1)
  const root = new Int32Array(65_536)
  // names are written one after the other, so most often the child is the next node, in the same line of cache
  const child = (node: number, unit: number) => {
    if (node === 0) return root[unit] ?? 0
    return parent[node + 1] === node && unitOf[node + 1] === unit ? node + 1 : (target[slotOf(node, unit)] ?? 0)
  }
  let nodes = 1
  for (const [index, pattern] of patterns.entries()) {
    let node = 0
    for (let at = 0; at < pattern.length; at += 1) {
      const unit = pattern.charCodeAt(at)
      let next = child(node, unit)
      if (next === 0) {
        const slot = slotOf(node, unit)
        next = nodes
        nodes += 1
        keyNode[slot] = node
        keyUnit[slot] = unit
        target[slot] = next
        if (node === 0) root[unit] = next
        parent[next] = node
        unitOf[next] = unit
        depth[next] = at + 1
      }
      node = next
    }
    // the first entry of a name keeps it: callers put what matters most first
    if ((word[node] ?? -1) < 0) word[node] = index
  }
  const fail = new Int32Array(nodes)
  const output = new Int32Array(nodes)
  for (const node of byDepth(depth, nodes)) {
    const unit = unitOf[node] ?? 0
    let back = parent[node] ?? 0
    let found = 0
    while (back !== 0 && found === 0) {
      back = fail[back] ?? 0
      found = child(back, unit)
    }
    const link = found === node ? 0 : found
    fail[node] = link
    output[node] = (word[link] ?? -1) >= 0 ? link : (output[link] ?? 0)
  }
  return { child, fail, output, word, depth }
}

/** The nodes from the shallowest to the deepest, the root left out. */
function byDepth(depth: Uint8Array, nodes: number): Int32Array {
  const counts = new Int32Array(LONGEST + 2)
  for (let node = 1; node < nodes; node += 1) counts[(depth[node] ?? 0) + 1] = (counts[(depth[node] ?? 0) + 1] ?? 0) + 1
  for (let at = 1; at < counts.length; at += 1) counts[at] = (counts[at] ?? 0) + (counts[at - 1] ?? 0)
  const order = new Int32Array(nodes - 1)
  for (let node = 1; node < nodes; node += 1) {
    const at = counts[depth[node] ?? 0] ?? 0
    order[at] = node
    counts[depth[node] ?? 0] = at + 1
  }
  return order
}

const isWordUnit = (unit: number) => isDigit(unit) || isLetter(unit)

function findIn({ text, from, to }: NormalText, trie: Trie, entries: readonly DictionaryEntry[]): Finding[] {
  const findings: Finding[] = []
  const places = new Uint32Array(text.length)
  let read = 0
  let node = 0
  for (let at = 0; at < text.length; at += 1) {
    let unit = text.charCodeAt(at)
    // most units are ideographs, which are none of these
    if (unit < 0x2100 && isPassedOver(text, at, unit)) continue
    if (unit >= 65 && unit <= 90) unit += 32
    places[read] = at
    read += 1
    let next = trie.child(node, unit)
    while (next === 0 && node !== 0) {
      node = trie.fail[node] ?? 0
      next = trie.child(node, unit)
    }
    node = next
    for (let out = node; out !== 0; out = trie.output[out] ?? 0) {
      const entry = entries[trie.word[out] ?? -1]
      if (!entry) continue
      const length = trie.depth[out] ?? 0
      const first = places[read - length] ?? 0
      if (!standsAlone(text, first, at) || isTorn(text, first, at, length)) continue
      findings.push({
        kind: entry.kind,
        start: from[first] ?? 0,
        end: to[at] ?? 0,
        by: 'dictionary',
        entity: entry.entity,
      })
      break
    }
  }
  return findings
}

/** Blanks, emphasis, and dashes between digits: what may stand in the middle of a name. */
const isPassedOver = (text: string, at: number, unit: number) =>
  isBlank(unit) ||
  isEmphasis(unit) ||
  (unit === DASH && isDigit(text.charCodeAt(at - 1)) && isDigit(text.charCodeAt(at + 1)))

/** Letters and digits count as a name only where no further letter or digit goes on. */
function standsAlone(text: string, first: number, last: number) {
  const goesOn = (edge: number, beside: number) => {
    const [inside, outside] = [text.charCodeAt(edge), text.charCodeAt(beside)]
    return isLetter(inside) ? isLetter(outside) : isDigit(inside) && isDigit(outside)
  }
  return !goesOn(first, first - 1) && !goesOn(last, last + 1) && isWordUnitOrHan(text.charCodeAt(first))
}
const isWordUnitOrHan = (unit: number) => isWordUnit(unit) || isHan(unit) || unit > 0x7f || unit === 40

/** A name of two or three characters whose parts stand on two lines, or far apart, is no name. */
function isTorn(text: string, first: number, last: number, length: number) {
  const span = last - first + 1
  if (span === length) return false
  return span > length * 3 + 2 || (length < 4 && text.slice(first, last).includes('\n'))
}

import { addresses } from './addresses.ts'
import { amountSpots } from './amounts.ts'
import { brokenNumbers } from './broken-lines.ts'
import { columnCells } from './columns.ts'
import { companies } from './companies.ts'
import type { Dictionary } from './dictionary.ts'
import { identifiers, plates } from './identifiers.ts'
import type { Evidence, Finding, MaskKind } from './kinds.ts'
import { normalText } from './normal-text.ts'
import { patternSpots } from './pattern.ts'
import { people } from './people.ts'
import { emails, landlines } from './phones.ts'
import { findingOf, type Lexicon, type Spot } from './spot.ts'
import { tokenLikes } from './token.ts'

/** What a text is looked through with; kinds that are kept are not looked for. */
export type Detection = {
  lexicon: Lexicon
  dictionary: Dictionary
  patterns?: readonly string[]
  kinds: ReadonlySet<MaskKind>
}

type Detector = { kinds: readonly MaskKind[]; find: (text: string, lexicon: Lexicon) => Spot[] }

const detectors: readonly Detector[] = [
  {
    kinds: ['idCard', 'taxNumber', 'bankCard', 'bankAccount', 'phone', 'invoice', 'document'],
    find: identifiers,
  },
  { kinds: ['idCard', 'taxNumber', 'bankCard', 'phone'], find: brokenNumbers },
  { kinds: ['plate'], find: plates },
  { kinds: ['phone'], find: landlines },
  { kinds: ['email'], find: emails },
  { kinds: ['person'], find: people },
  { kinds: ['company'], find: companies },
  { kinds: ['address'], find: addresses },
  { kinds: ['amount'], find: amountSpots },
  {
    kinds: [
      'idCard',
      'taxNumber',
      'bankAccount',
      'phone',
      'invoice',
      'document',
      'plate',
      'email',
      'person',
      'company',
      'address',
    ],
    find: columnCells,
  },
]

/** Every identity in a text that nothing else overlaps, in the order of the text. Linear in its length. */
export function detect(text: string, { lexicon, dictionary, patterns = [], kinds }: Detection): Finding[] {
  const normal = normalText(text)
  const findings: Finding[] = tokenLikes(text).map(({ start, end }) => ({
    kind: 'literal',
    start,
    end,
    by: 'shape',
    entity: text.slice(start, end),
  }))
  for (const found of dictionary.find(normal)) if (kinds.has(found.kind as MaskKind)) findings.push(found)
  for (const detector of detectors) {
    if (!detector.kinds.some((kind) => kinds.has(kind))) continue
    for (const spot of detector.find(normal.text, lexicon))
      if (kinds.has(spot.kind)) findings.push(findingOf(normal, spot))
  }
  if (kinds.has('custom'))
    for (const pattern of patterns)
      for (const spot of patternSpots(normal.text, pattern)) findings.push(findingOf(normal, spot))
  return apart(findings, text.length)
}

const strength: Record<Evidence, number> = { checksum: 3, dictionary: 2, context: 1, column: 1, shape: 0 }
/** Names and places may contain each other; of these the longest stands, whatever found it. */
const wide = new Set(['company', 'person', 'address', 'custom', 'amount'])

/** 3: text that looks like a token; 2: checked numbers; 1: numbers; 0: names, places and amounts. */
const rank = ({ kind, by }: Finding) =>
  kind === 'literal' ? 3 : by === 'checksum' ? 2 : by === 'dictionary' && kind === 'custom' ? 2 : wide.has(kind) ? 0 : 1

/** Of findings that overlap one: by rank, then the longer, then what is surer. What is left of a cut name stays a name's. */
function apart(findings: Finding[], length: number): Finding[] {
  const taken = new Uint8Array(length)
  const kept: Finding[] = []
  const order = findings.toSorted(
    (left, right) =>
      rank(right) - rank(left) ||
      right.end - right.start - (left.end - left.start) ||
      strength[right.by] - strength[left.by] ||
      left.start - right.start,
  )
  for (const finding of order) {
    const free = freeParts(taken, finding)
    const whole = free.length === 1 && free[0]?.start === finding.start && free[0].end === finding.end
    for (const part of free) {
      // a remainder of one character or of punctuation tells nobody
      if (!whole && part.end - part.start < 2) continue
      taken.fill(1, part.start, part.end)
      kept.push(whole ? finding : { ...finding, ...part, entity: `${finding.entity} ${part.start - finding.start}` })
    }
  }
  return kept.sort((left, right) => left.start - right.start)
}

function freeParts(taken: Uint8Array, { start, end }: Finding): { start: number; end: number }[] {
  const parts: { start: number; end: number }[] = []
  for (let at = start; at < end;) {
    if (taken[at] === 1) {
      at += 1
      continue
    }
    const first = at
    while (at < end && taken[at] === 0) at += 1
    parts.push({ start: first, end: at })
  }
  return parts
}

import { bucketOf, scaled } from './amounts.ts'
import { cityOf } from './addresses.ts'
import { detect, type Detection } from './detect.ts'
import { type Evidence, type Finding, type MaskAction, type MaskKind, maskKinds, type TokenKind } from './kinds.ts'
import { normalText } from './normal-text.ts'
import { yuan } from '../money.ts'
import { tokenLikes, written } from './token.ts'
import type { TokenBook } from './token-book.ts'

/** What is done with each kind; `factor` is the tenant's secret by which amounts are scaled. */
export type Masking = Omit<Detection, 'kinds'> & {
  actions: Readonly<Record<MaskKind, MaskAction>>
  book: TokenBook
  factor?: { numerator: bigint; denominator: bigint }
  /** No line and no cell may go: what goes on behind a line break or a tab is replaced on either side of it. */
  keepBreaks?: boolean
}

/** One place that was changed: from `start` to `end` of the text as it came, and what leaves instead. */
export type Piece = { kind: TokenKind; start: number; end: number; shown: string; action: MaskAction; by: Evidence }
export type Masked = { text: string; pieces: Piece[] }

/** What stands where something was dropped. */
export const dropped = '〔略〕'

/** The kinds a rule set does something with. */
export const coveredKinds = (actions: Masking['actions']): ReadonlySet<MaskKind> =>
  new Set(maskKinds.filter((kind) => actions[kind] !== 'keep'))

/** A text as it may leave: `restore` of it is the text again, except for what was dropped or shown in part. */
export function mask(text: string, masking: Masking): Masked {
  const pieces = detect(text, { ...masking, kinds: coveredKinds(masking.actions) }).flatMap((finding) => {
    const piece = pieceOf(text, finding, masking)
    const broken = masking.keepBreaks && /[\n\t]/.test(text.slice(piece.start, piece.end))
    return broken ? partsOf(text, finding, { ...masking, whole: piece }) : [piece]
  })
  const parts: string[] = []
  const own = new Set<number>()
  let at = 0
  let length = 0
  for (const piece of pieces) {
    const kept = text.slice(at, piece.start)
    own.add(length + kept.length)
    parts.push(kept, piece.shown)
    length += kept.length + piece.shown.length
    at = piece.end
  }
  parts.push(text.slice(at))
  return { text: guarded(parts.join(''), own, masking.book), pieces }
}

function pieceOf(text: string, finding: Finding, masking: Masking): Piece {
  const { kind, start, end, by, entity } = finding
  const surface = text.slice(start, end)
  const action = kind === 'literal' ? 'token' : masking.actions[kind]
  return { kind, start, end, action, by, shown: shownOf({ kind, entity, surface }, action, masking) }
}

/**
 * A finding that goes over a break, as one piece for each stretch between breaks. Tokens of the stretches are forms of one entity, so
 * that all come back; what is dropped or shown in part stands in the first.
 */
function partsOf(text: string, finding: Finding, { whole, ...masking }: Masking & { whole: Piece }): Piece[] {
  const parts: Piece[] = []
  for (const stretch of text.slice(whole.start, whole.end).matchAll(/[^\n\t]+/g)) {
    const start = whole.start + stretch.index
    const part = { ...finding, start, end: start + stretch[0].length }
    const given = whole.action !== 'drop' && whole.action !== 'partial'
    if (given) parts.push(pieceOf(text, part, masking))
    else parts.push({ ...whole, ...part, shown: parts.length === 0 ? whole.shown : '' })
  }
  return parts
}

type Named = { kind: TokenKind; entity: string; surface: string }

function shownOf({ kind, entity, surface }: Named, action: MaskAction, masking: Masking): string {
  if (action === 'drop') return dropped
  if (action === 'partial') return partial(kind, surface)
  return written(masking.book.give(kind, entity, surface), hintOf({ kind, entity, surface }, action, masking))
}

/** What a token may tell beside itself: the city of an address, the size of an amount. */
function hintOf({ kind, entity, surface }: Named, action: MaskAction, { lexicon, factor }: Masking): string {
  if (kind === 'amount' && /^\d+$/.test(entity)) {
    if (action === 'generalise') return bucketOf(BigInt(entity))
    if (action === 'scale' && factor) return `${yuan(scaled(BigInt(entity), factor))}元`
  }
  if (action === 'generalise' && (kind === 'address' || kind === 'company'))
    return cityOf(normalText(surface).text, lexicon)
  return ''
}

/** Enough to recognise what one knows, too little to find out: 138****1234, 张*, z***@example.com. */
function partial(kind: TokenKind, surface: string): string {
  const characters = Array.from(surface)
  if (kind === 'email') return `${characters[0]}***${surface.slice(surface.indexOf('@'))}`
  const signs = characters.filter((character) => /[\p{L}\p{N}]/u.test(character))
  const ends = kind === 'phone' ? [3, 4] : signs.length >= 12 ? [4, 4] : [1, signs.length > 6 ? 2 : 0]
  const [head = 1, tail = 0] = signs.length > (ends[0] ?? 1) + (ends[1] ?? 0) ? ends : [1, 0]
  const stars = Math.min(8, Math.max(1, signs.length - head - tail))
  return `${signs.slice(0, head).join('')}${'*'.repeat(kind === 'phone' ? 4 : stars)}${tail === 0 ? '' : signs.slice(-tail).join('')}`
}

/** Brackets that stayed and parts that were shown could make a token together: such a place becomes a literal's. */
function guarded(text: string, own: ReadonlySet<number>, book: TokenBook): string {
  let safe = ''
  let at = 0
  for (const like of tokenLikes(text)) {
    if (own.has(like.start)) continue
    const surface = text.slice(like.start, like.end)
    safe += text.slice(at, like.start) + written(book.give('literal', surface, surface))
    at = like.end
  }
  return safe + text.slice(at)
}

import type { Evidence, Finding, MaskKind, MaskingWords } from './kinds.ts'
import { folded, type NormalText } from './normal-text.ts'

/** An identity in a normal text, before it is told in places of the original; `entity` only where it is not the text itself. */
export type Spot = { kind: MaskKind; first: number; last: number; by: Evidence; entity?: string }

/** What detectors look things up in, prepared once. */
export type Lexicon = {
  provinces: ReadonlySet<string>
  surnames: ReadonlySet<string>
  compoundSurnames: ReadonlySet<string>
  /** Provinces and cities by their first character, the longest first. */
  places: ReadonlyMap<string, readonly string[]>
  industries: readonly string[]
}

/** The lexicon of the facts. */
export function lexiconOf(words: MaskingWords): Lexicon {
  const places = new Map<string, string[]>()
  for (const place of [...words.provinces, ...words.cities]) {
    const key = place.charAt(0)
    places.set(key, [...(places.get(key) ?? []), place])
  }
  for (const list of places.values()) list.sort((left, right) => right.length - left.length)
  return {
    provinces: new Set(words.provinceCodes),
    surnames: new Set(words.surnames),
    compoundSurnames: new Set(words.compoundSurnames),
    places,
    industries: words.industries.toSorted((left, right) => right.length - left.length),
  }
}

/** The province or city that begins at a place of the text. */
export const placeAt = (lexicon: Lexicon, text: string, at: number) =>
  lexicon.places.get(text.charAt(at))?.find((place) => text.startsWith(place, at))

/** What stands in front of a place, for words that say what follows; never longer than a line of a form. */
export const before = (text: string, at: number, length = 20) => text.slice(Math.max(0, at - length), at)

/** A spot in the places of the original text. `last` is exclusive. */
export function findingOf({ text, from, to }: NormalText, spot: Spot): Finding {
  return {
    kind: spot.kind,
    start: from[spot.first] ?? 0,
    end: to[spot.last - 1] ?? 0,
    by: spot.by,
    entity: spot.entity ?? folded(text.slice(spot.first, spot.last)),
  }
}

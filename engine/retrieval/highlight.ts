import { normalText } from './normal-text.ts'
import { eachToken, isSingle } from './tokens.ts'

/** A stretch of the original text, `to` not included. */
export type Mark = { from: number; to: number }

/**
 * Where a text holds what was asked, as stretches of the text itself. Single characters are marked only if nothing
 * longer was asked for: 的 in every line helps nobody.
 */
export function highlight(text: string, terms: ReadonlySet<number>): Mark[] {
  const singlesOnly = [...terms].every(isSingle)
  const { text: normal, at } = normalText(text)
  const marks: Mark[] = []
  eachToken(normal, (key, start, end) => {
    if (!terms.has(key) || (isSingle(key) && !singlesOnly)) return
    const from = at[start] ?? 0
    const to = at[end] ?? text.length
    const last = marks.at(-1)
    // tokens come in order of their ends: a pair overlaps the one before by a character
    if (last && from <= last.to) {
      last.to = Math.max(last.to, to)
      last.from = Math.min(last.from, from)
    } else marks.push({ from, to })
  })
  return marks
}

/** The stretch of at most `width` characters that holds most of the marks, for a line in a list. */
export function excerpt(text: string, marks: readonly Mark[], width: number): Mark {
  if (text.length <= width) return { from: 0, to: text.length }
  let best = { from: 0, held: -1 }
  for (const { from } of marks.length ? marks : [{ from: 0, to: 0 }]) {
    const held = marks.reduce(
      (sum, mark) => sum + (mark.from >= from && mark.to <= from + width ? mark.to - mark.from : 0),
      0,
    )
    if (held > best.held) best = { from, held }
  }
  // a few characters before the first mark say where it stands
  const from = Math.max(0, Math.min(best.from - Math.floor(width / 8), text.length - width))
  return { from, to: Math.min(text.length, from + width) }
}

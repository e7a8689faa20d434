import { isCreditCode, isIdCard18 } from './check-digits.ts'
import type { Dictionary } from './dictionary.ts'
import type { Finding, MaskKind } from './kinds.ts'
import { isDigit, isLetter, normalText } from './normal-text.ts'
import type { Lexicon } from './spot.ts'
import { tokenLikes } from './token.ts'

/**
 * What still tells somebody in a text that is about to leave: a name of the dictionary, an identity number or a credit
 * code that checks, however it is spaced or pointed. Whoever sends it must stop at the first.
 */
export function residual(
  masked: string,
  dictionary: Dictionary,
  lexicon: Lexicon,
  kinds: ReadonlySet<MaskKind>,
): Finding[] {
  const text = withoutTokens(masked)
  const normal = normalText(text)
  const findings = dictionary.find(normal).filter(({ kind }) => kind !== 'literal' && kinds.has(kind))
  const signs: number[] = []
  let packed = ''
  const flush = () => {
    for (let from = 0; from + 18 <= packed.length; from += 1) {
      const number = packed.slice(from, from + 18)
      const kind = isIdCard18(number, lexicon.provinces)
        ? 'idCard'
        : isWhole(packed, from) && isCreditCode(number, lexicon.provinces)
          ? 'taxNumber'
          : undefined
      if (kind === undefined || !kinds.has(kind)) continue
      findings.push({
        kind,
        start: normal.from[signs[from] ?? 0] ?? 0,
        end: normal.to[signs[from + 17] ?? 0] ?? 0,
        by: 'checksum',
        entity: number.toLowerCase(),
      })
    }
    packed = ''
    signs.length = 0
  }
  let gap = 0
  for (let at = 0; at < normal.text.length; at += 1) {
    const unit = normal.text.charCodeAt(at)
    if (isDigit(unit) || isLetter(unit)) {
      // amounts side by side are no number: a point or comma parts them
      packed += normal.text.charAt(at)
      signs.push(at)
      gap = 0
    } else if (packed !== '') {
      gap += 1
      if (gap > 2 || !/[-\s_/·*~]/.test(normal.text.charAt(at))) flush()
    }
  }
  flush()
  return findings
}

/** A credit code among blanks checks by chance once in 31, so only one that begins and ends its run counts. */
const isWhole = (packed: string, from: number) => from === 0 && packed.length === 18

/** Tokens blanked out in place, so that what they say of a kind is not read as text. */
function withoutTokens(text: string): string {
  let clear = ''
  let at = 0
  for (const { start, end } of tokenLikes(text)) {
    clear += `${text.slice(at, start)}${'■'.repeat(end - start)}`
    at = end
  }
  return clear + text.slice(at)
}

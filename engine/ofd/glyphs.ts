import { drawable, type OfdGlyph } from './page.ts'

const MOST_STEPS = 20_000

/** `g 14 3.175` stands for fourteen steps of 3.175. */
export function ofdSteps(written: string | undefined): number[] {
  const found: number[] = []
  const words = (written ?? '').trim().split(/\s+/).filter(Boolean)
  for (let at = 0; at < words.length && found.length < MOST_STEPS; at += 1) {
    if (words[at] === 'g') {
      const times = Math.min(MOST_STEPS, Number(words[at + 1]) || 0)
      const step = drawable(Number(words[at + 2]))
      for (let count = 0; count < times; count += 1) found.push(step)
      at += 2
    } else found.push(drawable(Number(words[at])))
  }
  return found
}

type Written = { text: string; x: number; y: number; deltaX?: string | undefined; deltaY?: string | undefined }

/**
 * Where each sign of a text stands. Steps that are fewer than the signs go on as the last one; without any the text is one run.
 * A blank is where nothing stands, and is left out unless it is inside a run.
 */
export function ofdGlyphs({ text, x, y, deltaX, deltaY }: Written): OfdGlyph[] {
  const across = ofdSteps(deltaX)
  const down = ofdSteps(deltaY)
  if (across.length === 0 && down.length === 0)
    return text.trim() === '' ? [] : [{ x: drawable(x), y: drawable(y), text }]
  const glyphs: OfdGlyph[] = []
  let [left, top] = [x, y]
  for (const [at, sign] of Array.from(text).entries()) {
    if (sign.trim() !== '') glyphs.push({ x: rounded(left), y: rounded(top), text: sign })
    left += across[at] ?? across.at(-1) ?? 0
    top += down[at] ?? 0
  }
  return glyphs
}

const rounded = (value: number) => Math.round(drawable(value) * 1000) / 1000

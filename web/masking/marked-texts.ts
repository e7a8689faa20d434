import type { MaskPiece } from '#contract/masking.ts'

/** A stretch of text; `piece` counts the places from 0 and is undefined where nothing is changed. */
export type Stretch = { text: string; at: number; piece: number | undefined }

/** A text as it is and as it leaves, in stretches, so that the same place can be marked in both. */
export function markedTexts(text: string, pieces: readonly MaskPiece[]): { before: Stretch[]; leaves: Stretch[] } {
  const before: Stretch[] = []
  const leaves: Stretch[] = []
  let at = 0
  const keep = (end: number) => {
    if (end <= at) return
    const stretch = { text: text.slice(at, end), at, piece: undefined }
    before.push(stretch)
    leaves.push(stretch)
  }
  for (const [piece, { start, end, shown }] of pieces.entries()) {
    keep(start)
    before.push({ text: text.slice(start, end), at: start, piece })
    leaves.push({ text: shown, at: start, piece })
    at = end
  }
  keep(text.length)
  return { before, leaves }
}

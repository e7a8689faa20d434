/**
 * An OFD page (GB/T 33190) as what is drawn on it, bottom first. Lengths are millimetres from the upper left corner; a matrix
 * `[a b c d e f]` takes an item's own coordinates to the page as in SVG and PDF: x' = a·x + c·y + e, y' = b·x + d·y + f.
 */
export type OfdMatrix = [number, number, number, number, number, number]
/** A sign, or a run of signs that follow by their own widths, and where its base line begins. */
export type OfdGlyph = { x: number; y: number; text: string }
export type OfdText = {
  kind: 'text'
  matrix: OfdMatrix
  size: number
  /** What the document calls its font: 宋体, KaiTi, Courier New. */
  font: string
  bold: boolean
  italic: boolean
  fill: string
  /** 0 to 1. */
  alpha: number
  glyphs: OfdGlyph[]
}
export type OfdPath = {
  kind: 'path'
  matrix: OfdMatrix
  /** SVG path data of absolute commands M L Q C A Z. */
  d: string
  fill: string | null
  evenOdd: boolean
  stroke: string | null
  width: number
  dash: number[]
  alpha: number
}
/** A picture over the unit square of its matrix. */
export type OfdPicture = { kind: 'picture'; matrix: OfdMatrix; picture: string; alpha: number }
export type OfdItem = OfdText | OfdPath | OfdPicture
export type OfdPage = { page: number; width: number; height: number; items: OfdItem[] }

/** What of a document cannot be drawn: pictures in a format of its own, composed objects, seals, and pages that are damaged. */
export const ofdNotes = ['picture', 'jbig2', 'composite', 'seal', 'page', 'cut'] as const
export type OfdNote = (typeof ofdNotes)[number]

export const identity: OfdMatrix = [1, 0, 0, 1, 0, 0]

/** No page reaches further, in millimetres: a larger number is damage, and products of such are no numbers at all. */
const FURTHEST = 1_000_000
/** A number that can be drawn with; what is none is nought. */
export const drawable = (value: number): number =>
  Number.isNaN(value) ? 0 : Math.min(FURTHEST, Math.max(-FURTHEST, value))

/** The matrix that does `inner` first, then `outer`. */
export function composed(outer: OfdMatrix, inner: OfdMatrix): OfdMatrix {
  const [a, b, c, d, e, f] = outer
  const [g, h, i, j, k, l] = inner
  return [
    drawable(a * g + c * h),
    drawable(b * g + d * h),
    drawable(a * i + c * j),
    drawable(b * i + d * j),
    drawable(a * k + c * l + e),
    drawable(b * k + d * l + f),
  ]
}

/** `#rrggbb` of one grey value, of red, green and blue, or of cyan, magenta, yellow and black, each 0 to 255. */
export function ofdColour(values: readonly number[]): string | null {
  if (values.length === 0 || values.some((value) => !Number.isFinite(value))) return null
  const [one = 0, two = 0, three = 0, four = 0] = values.map((value) => Math.min(255, Math.max(0, value)))
  const rgb =
    values.length >= 4
      ? [one, two, three].map((ink) => ((255 - ink) * (255 - four)) / 255)
      : values.length >= 3
        ? [one, two, three]
        : [one, one, one]
  return `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

import { OPS } from 'unpdf/pdfjs'
import { nearWhite } from './docx-styles.ts'

/** Six numbers of an affine map, as PDF writes them. */
export type Matrix = readonly [number, number, number, number, number, number]
type Rectangle = { left: number; bottom: number; right: number; top: number }

/** A string as it was shown: where it begins (in the page's own coordinates) and what it says. */
export type Shown = { x: number; y: number; text: string }
export type PagePaint = {
  /** White on nothing that was painted. */
  white: Shown[]
  /** Drawn with neither fill nor line: what a program puts behind a scan so that it can be searched, or somebody to hide it. */
  invisible: Shown[]
  /** Pieces shown where there is no page. */
  outside: number
  /** Characters shown in all. */
  characters: number
  images: Rectangle[]
  /** Straight lines that were drawn, in the page's own coordinates. */
  strokes: Stroke[]
}
/** From one point to another. */
export type Stroke = { x1: number; y1: number; x2: number; y2: number }

const identity: Matrix = [1, 0, 0, 1, 0, 0]
const times = (one: Matrix, other: Matrix): Matrix => [
  one[0] * other[0] + one[2] * other[1],
  one[1] * other[0] + one[3] * other[1],
  one[0] * other[2] + one[2] * other[3],
  one[1] * other[2] + one[3] * other[3],
  one[0] * other[4] + one[2] * other[5] + one[4],
  one[1] * other[4] + one[3] * other[5] + one[5],
]

type State = {
  ctm: Matrix
  fill: string
  mode: number
  size: number
  scale: number
  spacing: number
  words: number
  leading: number
  rise: number
}

const fills = new Set<number>([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
])
const MOST_AREAS = 20_000

/** Follows the operators of a page and notes text that nobody sees, and lines that were drawn; `view` is the page's own box. */
export function pagePaint(
  { fnArray, argsArray }: { fnArray: readonly number[]; argsArray: readonly unknown[] },
  [x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[],
): PagePaint {
  const paint: PagePaint = { white: [], invisible: [], outside: 0, characters: 0, images: [], strokes: [] }
  const areas: { at: Rectangle; white: boolean }[] = []
  let state: State = {
    ctm: identity,
    fill: '#000000',
    mode: 0,
    size: 0,
    scale: 1,
    spacing: 0,
    words: 0,
    leading: 0,
    rise: 0,
  }
  const saved: State[] = []
  let text: Matrix = identity
  let line: Matrix = identity

  const moveBy = (x: number, y: number) => {
    line = times(line, [1, 0, 0, 1, x, y])
    text = line
  }
  const show = (glyphs: unknown) => {
    if (!Array.isArray(glyphs)) return
    const [, , , , x, y] = times(state.ctm, times(text, [1, 0, 0, 1, 0, state.rise]))
    let said = ''
    let advance = 0
    for (const glyph of glyphs as unknown[]) {
      if (typeof glyph === 'number') advance -= (glyph / 1000) * state.size
      else if (isGlyph(glyph)) {
        said += glyph.unicode
        advance += (glyph.width / 1000) * state.size + state.spacing + (glyph.isSpace ? state.words : 0)
      }
    }
    text = times(text, [1, 0, 0, 1, advance * state.scale, 0])
    paint.characters += said.trim().length
    if (said.trim() === '') return
    if (x > x2 || x < x1 - advance || y > y2 || y < y1 - state.size) paint.outside += 1
    else if (state.mode === 3) paint.invisible.push({ x, y, text: said })
    else if (nearWhite(state.fill) && onPaper(x, y + 1)) paint.white.push({ x, y, text: said })
  }
  const onPaper = (x: number, y: number) => {
    const ground = areas.findLast(
      ({ at }) => x >= at.left - 1 && x <= at.right + 1 && y >= at.bottom - 1 && y <= at.top + 1,
    )
    return ground === undefined || ground.white
  }
  /** A path is a row of numbers: 0 moves, 1 draws a line, 2 and 3 curves, 4 goes back to its start. */
  const drawn = (paths: unknown) => {
    const path = numbersIn(at(paths, 0), 3) ?? []
    const [a, b, c, d, e, f] = state.ctm
    let from: [number, number] = [0, 0]
    let start = from
    const lineTo = (x: number, y: number) => {
      const [x1, y1] = [a * from[0] + c * from[1] + e, b * from[0] + d * from[1] + f]
      const [x2, y2] = [a * x + c * y + e, b * x + d * y + f]
      if (paint.strokes.length < MOST_AREAS) paint.strokes.push({ x1, y1, x2, y2 })
      from = [x, y]
    }
    for (let index = 0; index < path.length;) {
      const kind = path[index] ?? 4
      const size = [2, 2, 6, 4, 0][kind] ?? 0
      const [x, y] = [path[index + size - 1] ?? 0, path[index + size] ?? 0]
      if (kind === 0) {
        from = [x, y]
        start = from
      } else if (kind === 1) lineTo(x, y)
      else if (kind === 4) lineTo(...start)
      else from = [x, y]
      index += size + 1
    }
  }
  const run = (operator: number, args: unknown) => {
    switch (operator) {
      case OPS.save:
        if (saved.length < 10_000) saved.push(state)
        state = { ...state }
        break
      case OPS.restore:
        state = saved.pop() ?? state
        break
      case OPS.transform: {
        const map = matrixIn(args)
        if (map) state = { ...state, ctm: times(state.ctm, map) }
        break
      }
      case OPS.paintFormXObjectBegin: {
        saved.push(state)
        const map = matrixIn(at(args, 0))
        state = map ? { ...state, ctm: times(state.ctm, map) } : { ...state }
        break
      }
      case OPS.paintFormXObjectEnd:
        state = saved.pop() ?? state
        break
      case OPS.setFillRGBColor:
        state.fill = String(at(args, 0))
        break
      case OPS.setFillColorN:
      case OPS.setFillTransparent:
        // a pattern is no white
        state.fill = 'pattern'
        break
      case OPS.constructPath: {
        const box = numbersIn(at(args, 2), 4)
        if (numberAt(args, 0) !== OPS.endPath) drawn(at(args, 1))
        if (box && fills.has(numberAt(args, 0)) && areas.length < MOST_AREAS)
          areas.push({ at: mapped(state.ctm, box), white: nearWhite(state.fill) })
        break
      }
      case OPS.shadingFill:
        areas.push({ at: everywhere, white: false })
        break
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
      case OPS.paintImageMaskXObject: {
        const box = mapped(state.ctm, [0, 0, 1, 1])
        paint.images.push(box)
        areas.push({ at: box, white: false })
        break
      }
      case OPS.beginText:
        text = identity
        line = identity
        break
      case OPS.setFont:
        state.size = numberAt(args, 1)
        break
      case OPS.setTextMatrix:
        line = matrixIn(at(args, 0)) ?? matrixIn(args) ?? identity
        text = line
        break
      case OPS.moveText:
        moveBy(numberAt(args, 0), numberAt(args, 1))
        break
      case OPS.setLeadingMoveText:
        state.leading = -numberAt(args, 1)
        moveBy(numberAt(args, 0), numberAt(args, 1))
        break
      case OPS.setLeading:
        state.leading = -numberAt(args, 0)
        break
      case OPS.nextLine:
        moveBy(0, state.leading)
        break
      case OPS.setCharSpacing:
        state.spacing = numberAt(args, 0)
        break
      case OPS.setWordSpacing:
        state.words = numberAt(args, 0)
        break
      case OPS.setHScale:
        state.scale = numberAt(args, 0) / 100
        break
      case OPS.setTextRise:
        state.rise = numberAt(args, 0)
        break
      case OPS.setTextRenderingMode:
        state.mode = numberAt(args, 0)
        break
      case OPS.showText:
      case OPS.showSpacedText:
        show(at(args, 0))
        break
      case OPS.nextLineShowText:
      case OPS.nextLineSetSpacingShowText:
        moveBy(0, state.leading)
        show(at(args, operator === OPS.nextLineShowText ? 0 : 2))
        break
      default:
    }
  }
  for (const [index, operator] of fnArray.entries()) run(operator, argsArray[index])
  return paint
}

const everywhere: Rectangle = { left: -1e6, bottom: -1e6, right: 1e6, top: 1e6 }

type Glyph = { unicode: string; width: number; isSpace: boolean }
const isGlyph = (value: unknown): value is Glyph =>
  typeof value === 'object' &&
  value !== null &&
  'unicode' in value &&
  typeof value.unicode === 'string' &&
  'width' in value &&
  typeof value.width === 'number'

const at = (args: unknown, index: number): unknown => (Array.isArray(args) ? (args as unknown[])[index] : undefined)
const numberAt = (args: unknown, index: number): number => {
  const value = at(args, index)
  return typeof value === 'number' ? value : 0
}

function numbersIn(value: unknown, count: number): number[] | null {
  if (!Array.isArray(value) && !(value instanceof Float32Array) && !(value instanceof Float64Array)) return null
  const numbers: unknown[] = [...value]
  return numbers.length >= count && numbers.every((one) => typeof one === 'number') ? numbers : null
}

function matrixIn(value: unknown): Matrix | null {
  const numbers = numbersIn(value, 6)
  if (!numbers) return null
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers
  return [a, b, c, d, e, f]
}

function mapped([a, b, c, d, e, f]: Matrix, [x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]): Rectangle {
  const corners = [
    [x1, y1],
    [x2, y1],
    [x1, y2],
    [x2, y2],
  ].map(([x = 0, y = 0]) => [a * x + c * y + e, b * x + d * y + f] as const)
  const across = corners.map(([x]) => x)
  const up = corners.map(([, y]) => y)
  return { left: Math.min(...across), right: Math.max(...across), bottom: Math.min(...up), top: Math.max(...up) }
}

/** A4 upright, in points; a millimetre is POINTS_PER_MM of them. */
export const A4 = { width: 595.28, height: 841.89 } as const
export const POINTS_PER_MM = 72 / 25.4

/** A rectangle in points from the lower left corner of the page. */
export type Place = { x: number; y: number; width: number; height: number }

/** Columns and rows of n places on an upright page; a page across has them the other way round. */
const shapes: Readonly<Record<number, readonly [columns: number, rows: number]>> = {
  1: [1, 1],
  2: [1, 2],
  3: [1, 3],
  4: [2, 2],
  6: [2, 3],
  9: [3, 3],
}

export type Grid = {
  page: { width: number; height: number }
  /** In reading order. */
  places: Place[]
  /** Where it is cut: lines from edge to edge. */
  cuts: { from: [number, number]; to: [number, number] }[]
}

/** Divides a page of A4 into places with `margin` points around and between; `foot` points at its lower edge stay free. */
export function pageGrid({
  perPage,
  across,
  margin,
  foot,
}: Record<'perPage' | 'margin' | 'foot', number> & { across: boolean }): Grid {
  const [narrow, long] = shapes[perPage] ?? [1, 1]
  const [columns, rows] = across ? [long, narrow] : [narrow, long]
  const page = across ? { width: A4.height, height: A4.width } : { ...A4 }
  const bottom = Math.max(margin, foot)
  const width = (page.width - margin * (columns + 1)) / columns
  const height = (page.height - margin * rows - bottom) / rows
  const places: Place[] = []
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      places.push({
        x: margin + column * (width + margin),
        y: page.height - (row + 1) * (height + margin),
        width,
        height,
      })
  const cuts: Grid['cuts'] = []
  for (let row = 1; row < rows; row += 1) {
    const y = page.height - row * (height + margin) - margin / 2
    cuts.push({ from: [0, y], to: [page.width, y] })
  }
  for (let column = 1; column < columns; column += 1) {
    const x = column * (width + margin) + margin / 2
    cuts.push({ from: [x, 0], to: [x, page.height] })
  }
  return { page, places, cuts }
}

export type Matrix = [number, number, number, number, number, number]

/**
 * The matrix that brings a drawing of `width` × `height` (its lower left corner at the origin), shown turned clockwise by
 * `degrees` (0, 90, 180, 270), into the middle of a place, as large as fits but never above `largest` times. `turn`: a drawing
 * that lies across its place is turned once more.
 */
export function fitted(
  drawing: { width: number; height: number; degrees: number },
  place: Place,
  { turn, largest }: { turn: boolean; largest: number },
): Matrix {
  const { width, height } = drawing
  const lies = ((drawing.degrees % 360) + 360) % 360
  const upright = lies % 180 === 0
  const [shownWidth, shownHeight] = upright ? [width, height] : [height, width]
  const crosses = shownWidth > shownHeight !== place.width > place.height && shownWidth !== shownHeight
  const degrees = turn && crosses ? (lies + 90) % 360 : lies
  const [w, h] = degrees % 180 === 0 ? [width, height] : [height, width]
  const scale = Math.min(place.width / w, place.height / h, largest)
  const [a, b, c, d, e, f] = turned(degrees, width, height)
  const x = place.x + (place.width - w * scale) / 2
  const y = place.y + (place.height - h * scale) / 2
  return [a * scale, b * scale, c * scale, d * scale, e * scale + x, f * scale + y]
}

function turned(degrees: number, width: number, height: number): Matrix {
  if (degrees === 90) return [0, -1, 1, 0, 0, width]
  if (degrees === 180) return [-1, 0, 0, -1, width, height]
  if (degrees === 270) return [0, 1, -1, 0, height, 0]
  return [1, 0, 0, 1, 0, 0]
}

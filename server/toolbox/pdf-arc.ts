/** A point; three of them are the controls and the end of a curve. */
type Point = readonly [x: number, y: number]

/**
 * An elliptical arc of SVG path data as Bézier curves of at most a quarter turn (SVG 1.1 F.6). `from` is where the pen stands;
 * `values` are rx ry rotation large sweep x y.
 */
export function arcCurves([x1, y1]: Point, values: readonly number[]): number[][] {
  const [givenX = 0, givenY = 0, degrees = 0, large = 0, sweep = 0, x2 = 0, y2 = 0] = values
  let [rx, ry] = [Math.abs(givenX), Math.abs(givenY)]
  if (rx === 0 || ry === 0 || (x1 === x2 && y1 === y2)) return [[x1, y1, x2, y2, x2, y2]]
  const phi = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(phi), Math.sin(phi)]
  const [dx, dy] = [(x1 - x2) / 2, (y1 - y2) / 2]
  const [px, py] = [cos * dx + sin * dy, cos * dy - sin * dx]
  const stretch = Math.sqrt((px / rx) ** 2 + (py / ry) ** 2)
  if (stretch > 1) [rx, ry] = [rx * stretch, ry * stretch]
  const rest = (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2
  const root = Math.sqrt(Math.max(0, rest / ((rx * py) ** 2 + (ry * px) ** 2)))
  const side = large === sweep ? -root : root
  const [qx, qy] = [(side * rx * py) / ry, (-side * ry * px) / rx]
  const centre: Point = [cos * qx - sin * qy + (x1 + x2) / 2, sin * qx + cos * qy + (y1 + y2) / 2]
  const begin = Math.atan2((py - qy) / ry, (px - qx) / rx)
  let turn = Math.atan2((-py - qy) / ry, (-px - qx) / rx) - begin
  if (sweep && turn < 0) turn += 2 * Math.PI
  if (!sweep && turn > 0) turn -= 2 * Math.PI
  const count = Math.max(1, Math.ceil(Math.abs(turn) / (Math.PI / 2)))
  const step = turn / count
  const bend = (4 / 3) * Math.tan(step / 4)
  const placed = (x: number, y: number): Point => [
    centre[0] + cos * rx * x - sin * ry * y,
    centre[1] + sin * rx * x + cos * ry * y,
  ]
  return Array.from({ length: count }, (_, at) => {
    const [one, two] = [begin + at * step, begin + (at + 1) * step]
    const first = placed(Math.cos(one) - bend * Math.sin(one), Math.sin(one) + bend * Math.cos(one))
    const second = placed(Math.cos(two) + bend * Math.sin(two), Math.sin(two) - bend * Math.cos(two))
    return [...first, ...second, ...placed(Math.cos(two), Math.sin(two))]
  })
}

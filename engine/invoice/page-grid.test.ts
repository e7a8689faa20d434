import { expect, test } from 'vitest'
import { A4, fitted, pageGrid } from './page-grid.ts'

test.each([1, 2, 3, 4, 6, 9])('%i places lie on the page and never over each other, upright and across', (perPage) => {
  for (const across of [false, true]) {
    const { page, places, cuts } = pageGrid({ perPage, across, margin: 20, foot: 30 })
    expect(places).toHaveLength(perPage)
    expect(page.width > page.height).toBe(across)
    for (const { x, y, width, height } of places) {
      expect(Math.min(x, width, height)).toBeGreaterThan(0)
      expect(y).toBeGreaterThanOrEqual(30 - 1e-6)
      expect(x + width).toBeLessThanOrEqual(page.width - 20 + 1e-6)
      expect(y + height).toBeLessThanOrEqual(page.height - 20 + 1e-6)
    }
    for (const [at, one] of places.entries())
      for (const other of places.slice(at + 1)) {
        const apart =
          one.x + one.width <= other.x + 1e-6 ||
          one.y >= other.y + other.height - 1e-6 ||
          other.x + other.width <= one.x
        expect(apart).toBe(true)
      }
    expect(cuts.every(({ from, to }) => from[0] === to[0] || from[1] === to[1])).toBe(true)
  }
})

test.each([0, 90, 180, 270])(
  'a drawing turned by %i° stands in the middle of its place, whole and undistorted',
  (degrees) => {
    const place = { x: 40, y: 60, width: 200, height: 100 }
    for (const turn of [false, true]) {
      const [a, b, c, d, e, f] = fitted({ width: 300, height: 120, degrees }, place, { turn, largest: 1 })
      const corners = [
        [0, 0],
        [300, 0],
        [0, 120],
        [300, 120],
      ].map(([x = 0, y = 0]) => [a * x + c * y + e, b * x + d * y + f] as const)
      const xs = corners.map(([x]) => x)
      const ys = corners.map(([, y]) => y)
      expect(Math.min(...xs)).toBeGreaterThanOrEqual(40 - 1e-6)
      expect(Math.max(...xs)).toBeLessThanOrEqual(240 + 1e-6)
      expect(Math.min(...ys)).toBeGreaterThanOrEqual(60 - 1e-6)
      expect(Math.max(...ys)).toBeLessThanOrEqual(160 + 1e-6)
      expect(Math.min(...xs) + Math.max(...xs)).toBeCloseTo(280)
      expect(Math.abs(a * d - b * c)).toBeCloseTo(Math.hypot(a, b) ** 2)
      const along = Math.max(...xs) - Math.min(...xs) > Math.max(...ys) - Math.min(...ys)
      // turned, it lies along its place, which is wide
      expect(along).toBe(turn || degrees % 180 === 0)
    }
  },
)

test('nothing is blown up', () => {
  const [a] = fitted({ width: 10, height: 10, degrees: 0 }, { x: 0, y: 0, ...A4 }, { turn: false, largest: 1 })
  expect(a).toBe(1)
})

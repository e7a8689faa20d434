import { describe, expect, test } from 'vitest'
import { ofdGlyphs } from './glyphs.ts'
import { composed, identity, ofdColour } from './page.ts'
import { ofdPathData } from './path-data.ts'

describe('the signs of an OFD text', () => {
  test('stand where their steps lead; g counts equal steps, the last one goes on', () => {
    expect(ofdGlyphs({ text: '发票1', x: 1, y: 4, deltaX: 'g 2 3.175' })).toEqual([
      { x: 1, y: 4, text: '发' },
      { x: 4.175, y: 4, text: '票' },
      { x: 7.35, y: 4, text: '1' },
    ])
    const places = ofdGlyphs({ text: '0123', x: 0, y: 0, deltaX: '1.5' }).map(({ x }) => x)
    expect(places).toEqual([0, 1.5, 3, 4.5])
  })

  test('go on in the next line where steps go back and down', () => {
    const placed = ofdGlyphs({ text: 'abcd', x: 2, y: 5, deltaX: 'g 1 2.5 -2.5 2.5', deltaY: '0 4.5 0' })
    expect(placed.map(({ x, y }) => [x, y])).toEqual([
      [2, 5],
      [4.5, 5],
      [2, 9.5],
      [4.5, 9.5],
    ])
  })

  test('are one run without steps; blanks leave room and nothing else', () => {
    expect(ofdGlyphs({ text: '合 计', x: 0, y: 3 })).toEqual([{ x: 0, y: 3, text: '合 计' }])
    expect(ofdGlyphs({ text: 'a b', x: 0, y: 3, deltaX: '2 2' }).map(({ text, x }) => [text, x])).toEqual([
      ['a', 0],
      ['b', 4],
    ])
  })

  test('of a lying count of steps cost no more than their text', () => {
    expect(ofdGlyphs({ text: 'ab', x: 0, y: 0, deltaX: 'g 999999999 1' })).toHaveLength(2)
    expect(ofdGlyphs({ text: 'ab', x: 0, y: 0, deltaX: 'x y' }).map(({ x }) => x)).toEqual([0, 0])
  })
})

test('numbers beyond any page stay numbers, so that the rest of the page is drawn', () => {
  const far = ofdGlyphs({ text: 'abc', x: 1e308, y: 0, deltaX: '1e308 Infinity', deltaY: '-1e999' })
  expect(far.map(({ x, y }) => [x, y])).toEqual([
    [1e6, 0],
    [1e6, -1e6],
    [1e6, -1e6],
  ])
  expect(ofdPathData('M 1e308 -1e308 L 2 2')).toBe('M 1000000 -1000000 L 2 2')
  const huge = [1e308, -1e308, 1e308, 1e308, 1e308, -1e308] as const
  expect(composed([...huge], [...huge]).every(Number.isFinite)).toBe(true)
})

describe('the path data of an OFD', () => {
  test('becomes SVG, curves and closed areas too', () => {
    expect(ofdPathData('M 1 2 L 3 4 B 1 1 2 2 3 3 Q 1 2 3 4 A 5 5 0 1 0 9 9 C')).toBe(
      'M 1 2 L 3 4 C 1 1 2 2 3 3 Q 1 2 3 4 A 5 5 0 1 0 9 9 Z',
    )
    expect(ofdPathData('S 0 0 L 1 1')).toBe('M 0 0 L 1 1')
  })

  test.each([
    ['M 1 2 L 3', 'M 1 2'],
    ['M 1 2 L NaN 1', 'M 1 2'],
    ['M 1 2 url(https://evil) 3', 'M 1 2'],
    ['L 1 2', ''],
    ['"><script>', ''],
    ['', ''],
  ])('of %j keeps %j', (written, kept) => expect(ofdPathData(written)).toBe(kept))
})

test('colours are grey, red-green-blue, or inks', () => {
  expect(ofdColour([156, 82, 35])).toBe('#9c5223')
  expect(ofdColour([128])).toBe('#808080')
  expect(ofdColour([0, 255, 255, 0])).toBe('#ff0000')
  expect(ofdColour([999, -5, 0])).toBe('#ff0000')
  expect(ofdColour([])).toBeNull()
  expect(ofdColour([Number.NaN, 0, 0])).toBeNull()
})

test('matrices are done from the inside out', () => {
  expect(composed([1, 0, 0, 1, 10, 20], [2, 0, 0, 2, 1, 1])).toEqual([2, 0, 0, 2, 11, 21])
  expect(composed(identity, [0, 1, -1, 0, 3, 4])).toEqual([0, 1, -1, 0, 3, 4])
})

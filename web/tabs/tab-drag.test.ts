import { describe, expect, test } from 'vitest'
import { dropAt, shiftOf } from './tab-drag.ts'

const boxes = [
  { left: 0, width: 100 },
  { left: 100, width: 60 },
  { left: 160, width: 200 },
]

describe('a tab drawn along its bar', () => {
  test('passes a neighbour at its middle, not before', () => {
    expect(dropAt(boxes, 0, 29)).toBe(0)
    expect(dropAt(boxes, 0, 31)).toBe(1)
    expect(dropAt(boxes, 0, 161)).toBe(2)
    expect(dropAt(boxes, 2, 131)).toBe(2)
    expect(dropAt(boxes, 2, 129)).toBe(1)
    expect(dropAt(boxes, 2, 49)).toBe(0)
  })
  test('stays in the bar however far it is drawn', () => {
    expect(dropAt(boxes, 1, -900)).toBe(0)
    expect(dropAt(boxes, 1, 900)).toBe(2)
  })
  test('makes the others give way by its own width', () => {
    const drag = { from: 0, to: 1, by: 40, width: 100 }
    expect([0, 1, 2].map((index) => shiftOf(index, drag))).toEqual([40, -100, 0])
    expect([0, 1, 2].map((index) => shiftOf(index, { from: 2, to: 1, by: -40, width: 200 }))).toEqual([0, 200, -40])
  })
})

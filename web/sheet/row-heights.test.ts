import { expect, test } from 'vitest'
import { emptySheet } from '#contract/sheet-book.ts'
import { rowHeights } from './row-heights.ts'

const styles = [{ size: 18 }, { wrap: true }]
const measured = { styles, widthOf: () => 72, usual: 20 }
const long = '期末余额与函证回函不一致，差异已查明'

test('rows with large or wrapped text are as high as it; plain rows, and rows whose file says a height, stay', () => {
  const sheet = {
    ...emptySheet('s', '表'),
    cells: [
      { r: 0, c: 0, v: '标题', s: 0 },
      { r: 1, c: 0, v: long },
      { r: 2, c: 0, v: long, s: 1 },
      { r: 3, c: 0, v: long, s: 1 },
      { r: 4, c: 0, v: long, s: 1 },
    ],
    heights: { '3': 15 },
    merges: [{ top: 4, left: 0, bottom: 4, right: 9 }],
  }
  const heights = rowHeights(sheet, measured)
  expect([...heights.keys()]).toEqual([0, 2])
  expect(heights.get(0)).toBeGreaterThan(30)
  expect(heights.get(2)).toBeGreaterThan(60)
})

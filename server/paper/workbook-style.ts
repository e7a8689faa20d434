import type { CellStyle } from 'hucre/xlsx'
import type { BookStyle } from '#contract/sheet-book.ts'
import { fileStyle } from '../sheet/book-style.ts'

const ink = { rgb: '1D2129' }
const second = { rgb: '5C6066' }
const jade = { rgb: '0F6E6E' }
const line = { style: 'thin', color: { rgb: 'E6E3DC' } } as const
const strong = { style: 'thin', color: { rgb: '1D2129' } } as const
const box = { top: line, right: line, bottom: line, left: line }
const font = { name: '微软雅黑', size: 10, color: ink }
const paper = { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'FBFAF7' } } as const
const decided = { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'E7F1F1' } } as const
const amber = { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'FBF1DC' } } as const

/** Thousands separated, two decimals, red ink only for true negatives, zero as a dash. */
const moneyFormat = '#,##0.00;[Red]-#,##0.00;"-"'

const text: CellStyle = { font, border: box, alignment: { vertical: 'center', wrapText: true } }
const figure = (numFmt: string): CellStyle => ({
  font,
  border: box,
  numFmt,
  alignment: { horizontal: 'right', vertical: 'center' },
})
const plain = { font, alignment: { vertical: 'center', wrapText: true } } satisfies CellStyle
const sum = { font: { ...font, bold: true }, border: { ...box, top: strong } } satisfies CellStyle

/** What each style of a paper looks like in print: paper, ink, one blue-green; nothing else has a colour. */
const styles: Readonly<Record<string, CellStyle>> = {
  title: { font: { ...font, size: 16, bold: true }, alignment: { horizontal: 'center', vertical: 'center' } },
  // runs on over the empty cells beside it
  head: { font: { ...font, color: second }, alignment: { vertical: 'center' } },
  header: {
    font: { ...font, bold: true },
    fill: paper,
    border: { ...box, bottom: strong },
    alignment: { horizontal: 'center', vertical: 'center', wrapText: true },
  },
  section: { ...plain, font: { ...font, bold: true, color: jade } },
  label: text,
  memo: { ...text, alignment: { vertical: 'center', wrapText: true, indent: 1 } },
  text,
  code: { ...text, numFmt: '@' },
  money: figure(moneyFormat),
  rate: figure('0.00%'),
  number: figure('#,##0.######'),
  count: figure('#,##0'),
  total: { ...figure(moneyFormat), ...sum },
  note: { ...plain, font: { ...font, color: second } },
  boolean: { ...text, alignment: { horizontal: 'center', vertical: 'center' } },
}

type Standing = { words: boolean; waiting: boolean; overridden?: boolean; look?: BookStyle | undefined }
/**
 * The look of a cell: as on the sheet that was uploaded, else by its style's name. Words of a total row stand left; `waiting`
 * marks one that lacks something a person must give, `overridden` one that a person decided against its formula.
 */
export function cellStyle(name: string, { words, waiting, overridden = false, look }: Standing): CellStyle {
  const own = look && fileStyle(look)
  // an uploaded sheet that says no format for its figure gets that of the figure's kind
  const named = name === 'total' && words ? { ...text, ...sum } : (styles[name] ?? text)
  const pattern = named.numFmt === undefined ? {} : { numFmt: named.numFmt }
  const style = own ? { ...pattern, ...own } : named
  if (waiting) return { ...style, fill: amber }
  return overridden ? { ...style, fill: decided } : style
}

import {
  BooleanNumber,
  BorderStyleTypes,
  HorizontalAlign,
  type IStyleData,
  VerticalAlign,
  WrapStrategy,
} from '@univerjs/core'
import type { FreeLook } from '#contract/workbook.ts'
import { paletteOf } from '#web/kernel/palettes.ts'

/** A paper is paper in every theme; in the dark the grid turns its colours itself. */
const on = paletteOf('default', 'light')

const { LEFT, CENTER, RIGHT } = HorizontalAlign
const { MIDDLE, TOP } = VerticalAlign
const { WRAP } = WrapStrategy
const { THIN, DOUBLE } = BorderStyleTypes
const { TRUE: YES } = BooleanNumber

/** Zero as a dash; the sign of a true negative is coloured by its own style. */
export const MONEY = '#,##0.00;-#,##0.00;"-"'
const COUNT = '#,##0;-#,##0;"-"'
/** Styles of figures, with how each is printed. */
export const PATTERNS: Record<string, string> = {
  money: MONEY,
  total: MONEY,
  rate: '0.00%',
  count: COUNT,
  number: '#,##0.######',
}

const line = (s: BorderStyleTypes, rgb: string = on.line) => ({ s, cl: { rgb } })
const box = { t: line(THIN), r: line(THIN), b: line(THIN), l: line(THIN) }
const base: IStyleData = { fs: 10, cl: { rgb: on.ink }, vt: MIDDLE, pd: { l: 6, r: 6, t: 2, b: 2 } }

/** The look of each style name a paper uses; a name that is not here looks like a label. */
export const STYLES: Record<string, IStyleData> = {
  title: { ...base, fs: 15, bl: YES, ht: CENTER },
  head: { ...base, cl: { rgb: on.ink2 } },
  header: { ...base, bl: YES, bg: { rgb: on.wash }, bd: box, ht: CENTER, tb: WRAP },
  section: { ...base, bl: YES, bg: { rgb: on.paper }, bd: box },
  label: { ...base, bd: box, ht: LEFT, tb: WRAP },
  text: { ...base, bd: box, ht: LEFT, tb: WRAP },
  money: { ...base, bd: box, ht: RIGHT, n: { pattern: MONEY } },
  rate: { ...base, bd: box, ht: RIGHT, n: { pattern: '0.00%' } },
  number: { ...base, bd: box, ht: RIGHT, n: { pattern: '#,##0.######' } },
  boolean: { ...base, bd: box, ht: CENTER },
  memo: { ...base, bd: box, ht: LEFT, tb: WRAP, cl: { rgb: on.ink2 } },
  count: { ...base, bd: box, ht: RIGHT, n: { pattern: COUNT } },
  total: {
    ...base,
    bl: YES,
    ht: RIGHT,
    n: { pattern: MONEY },
    bd: { ...box, t: line(THIN, on.ink), b: line(DOUBLE, on.ink) },
  },
  note: { ...base, cl: { rgb: on.ink2 }, tb: WRAP, vt: TOP },
  free: { ...base, tb: WRAP },
}

const EXACT_NUMBER = /^-?\d+(\.\d+)?$/
/** A money value comes as decimal text; the grid shows numbers, and a double holds fen exactly far beyond any ledger. */
export const amountOf = (value: string | number | null, style: string) =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && style in PATTERNS && EXACT_NUMBER.test(value)
      ? Number(value)
      : null

/** How a cell that people typed into prints its number. */
const FORMATS: Record<NonNullable<FreeLook['format']>, string | undefined> = {
  general: undefined,
  money: MONEY,
  percent: '0.00%',
  text: '@',
}
type Extra = 'plain' | 'negative' | 'missing' | 'error' | 'typed'
type Own = { number: number; style: IStyleData }
export type Faces = {
  styles: Record<string, IStyleData>
  /** `own`: the look of an uploaded sheet, by its number, instead of the named one. */
  face: (
    name: string,
    how: { extra?: Extra; left?: boolean; look?: FreeLook | undefined; own?: Own | undefined },
  ) => string
}
/** Style ids of a workbook, each made once. */
export function faces(): Faces {
  const styles: Record<string, IStyleData> = {}
  return {
    styles,
    face(name, { extra = 'plain', left = false, look, own }) {
      const known = STYLES[name] ? name : 'label'
      const base = own ? `own ${own.number}` : known
      const key = [base, extra, left ? 'left' : '', look ? JSON.stringify(look) : ''].filter(Boolean).join('-')
      if (!styles[key]) {
        const style: IStyleData = { ...(own?.style ?? STYLES[known]) }
        if (left && !own) Object.assign(style, { ht: LEFT, tb: WRAP })
        if (extra === 'typed') style.cl = { rgb: on.ink }
        if (extra === 'negative') style.cl = { rgb: on.seal }
        if (extra === 'missing')
          Object.assign(style, { cl: { rgb: on.amber }, bg: { rgb: on['amber-wash'] }, ht: CENTER })
        if (extra === 'error') Object.assign(style, { cl: { rgb: on.seal }, bg: { rgb: on['seal-wash'] }, ht: CENTER })
        if (look) Object.assign(style, lookOf(look))
        styles[key] = style
      }
      return key
    },
  }
}

function lookOf({ bold, ink, format }: FreeLook): IStyleData {
  const pattern = FORMATS[format ?? 'general']
  return {
    ...(bold && { bl: YES }),
    ...(ink && { cl: { rgb: on[ink] } }),
    ...(pattern !== undefined && { n: { pattern } }),
  }
}

import {
  BooleanNumber,
  BorderStyleTypes,
  HorizontalAlign,
  type IBorderData,
  type IStyleData,
  type Nullable,
  VerticalAlign,
  WrapStrategy,
} from '@univerjs/core'
import type { BookStyle } from '#contract/sheet-book.ts'

type Edge = NonNullable<NonNullable<BookStyle['border']>['top']>
const { TRUE: YES } = BooleanNumber

const lines: Record<Edge['style'], BorderStyleTypes> = {
  thin: BorderStyleTypes.THIN,
  medium: BorderStyleTypes.MEDIUM,
  thick: BorderStyleTypes.THICK,
  dotted: BorderStyleTypes.DOTTED,
  dashed: BorderStyleTypes.DASHED,
  double: BorderStyleTypes.DOUBLE,
  hair: BorderStyleTypes.HAIR,
  mediumDashed: BorderStyleTypes.MEDIUM_DASHED,
  dashDot: BorderStyleTypes.DASH_DOT,
  mediumDashDot: BorderStyleTypes.MEDIUM_DASH_DOT,
  dashDotDot: BorderStyleTypes.DASH_DOT_DOT,
  mediumDashDotDot: BorderStyleTypes.MEDIUM_DASH_DOT_DOT,
  slantDashDot: BorderStyleTypes.SLANT_DASH_DOT,
}
const lineNames = new Map(Object.entries(lines).map(([name, line]) => [line, name as Edge['style']]))

const across: Partial<Record<NonNullable<BookStyle['horizontal']>, HorizontalAlign>> = {
  left: HorizontalAlign.LEFT,
  center: HorizontalAlign.CENTER,
  centerContinuous: HorizontalAlign.CENTER,
  right: HorizontalAlign.RIGHT,
  justify: HorizontalAlign.JUSTIFIED,
  distributed: HorizontalAlign.DISTRIBUTED,
}
const down: Partial<Record<NonNullable<BookStyle['vertical']>, VerticalAlign>> = {
  top: VerticalAlign.TOP,
  center: VerticalAlign.MIDDLE,
  bottom: VerticalAlign.BOTTOM,
}
const acrossNames: Partial<Record<HorizontalAlign, BookStyle['horizontal']>> = {
  [HorizontalAlign.LEFT]: 'left',
  [HorizontalAlign.CENTER]: 'center',
  [HorizontalAlign.RIGHT]: 'right',
  [HorizontalAlign.JUSTIFIED]: 'justify',
  [HorizontalAlign.DISTRIBUTED]: 'distributed',
}
const downNames: Partial<Record<VerticalAlign, BookStyle['vertical']>> = {
  [VerticalAlign.TOP]: 'top',
  [VerticalAlign.MIDDLE]: 'center',
  [VerticalAlign.BOTTOM]: 'bottom',
}

/** Pixels one step of indent takes. */
const INDENT_PX = 9
const BLANK_PX = 2

const edgeData = (edge: Edge | undefined) => edge && { s: lines[edge.style], cl: { rgb: `#${edge.color ?? '000000'}` } }

/** A style as the grid draws it. */
export function gridStyle(style: BookStyle): IStyleData {
  const { border, format, rotation, indent } = style
  const made: IStyleData = {}
  if (style.font !== undefined) made.ff = style.font
  if (style.size !== undefined) made.fs = style.size
  if (style.bold) made.bl = YES
  if (style.italic) made.it = YES
  if (style.underline) made.ul = { s: YES }
  if (style.strike) made.st = { s: YES }
  if (style.color !== undefined) made.cl = { rgb: `#${style.color}` }
  if (style.fill !== undefined) made.bg = { rgb: `#${style.fill}` }
  if (border) {
    const edges: IBorderData = {}
    const [t, r, b, l] = [border.top, border.right, border.bottom, border.left].map(edgeData)
    made.bd = Object.assign(edges, t && { t }, r && { r }, b && { b }, l && { l })
  }
  const ht = style.horizontal && across[style.horizontal]
  if (ht !== undefined) made.ht = ht
  made.vt = (style.vertical && down[style.vertical]) ?? VerticalAlign.BOTTOM
  if (style.wrap) made.tb = WrapStrategy.WRAP
  if (rotation !== undefined) made.tr = { a: -rotation }
  if (indent !== undefined) made.pd = { l: BLANK_PX + indent * INDENT_PX }
  if (format !== undefined) made.n = { pattern: format }
  return made
}

/** A colour of the grid as RRGGBB; undefined for none. */
function rgbOf(given: Nullable<{ rgb?: Nullable<string> }>): string | undefined {
  const text = given?.rgb ?? ''
  const [, hex] = /^#?([0-9a-f]{6})(?:[0-9a-f]{2})?$/i.exec(text) ?? []
  if (hex) return hex.toUpperCase()
  const [, short] = /^#([0-9a-f]{3})$/i.exec(text) ?? []
  if (short)
    return Array.from(short, (digit) => digit + digit)
      .join('')
      .toUpperCase()
  const [, r, g, b] = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})/i.exec(text) ?? []
  if (r === undefined || g === undefined || b === undefined) return undefined
  return [r, g, b]
    .map((part) => Math.min(255, Number(part)).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}

function edgeOf(edge: IBorderData['t']): Edge | undefined {
  const style = edge ? lineNames.get(edge.s) : undefined
  if (!edge || style === undefined) return undefined
  const color = rgbOf(edge.cl)
  return { style, ...(color === undefined ? {} : { color }) }
}

/** What a person made of a cell's look, as a style of the book. */
export function bookStyleOf(style: IStyleData): BookStyle {
  const border = {
    top: edgeOf(style.bd?.t),
    right: edgeOf(style.bd?.r),
    bottom: edgeOf(style.bd?.b),
    left: edgeOf(style.bd?.l),
  }
  const edges = Object.fromEntries(Object.entries(border).filter(([, edge]) => edge !== undefined))
  const indent = style.pd?.l ? Math.round((style.pd.l - BLANK_PX) / INDENT_PX) : 0
  const made: { [K in keyof BookStyle]: BookStyle[K] | undefined } = {
    font: style.ff ?? undefined,
    size: style.fs,
    bold: style.bl === YES || undefined,
    italic: style.it === YES || undefined,
    underline: style.ul?.s === YES || undefined,
    strike: style.st?.s === YES || undefined,
    color: rgbOf(style.cl),
    fill: rgbOf(style.bg),
    border: Object.keys(edges).length > 0 ? edges : undefined,
    horizontal: style.ht ? acrossNames[style.ht] : undefined,
    vertical: style.vt && style.vt !== VerticalAlign.BOTTOM ? downNames[style.vt] : undefined,
    wrap: style.tb === WrapStrategy.WRAP || undefined,
    indent: indent > 0 ? Math.min(250, indent) : undefined,
    rotation: style.tr?.a ? Math.max(-90, Math.min(90, -style.tr.a)) : undefined,
    format: style.n?.pattern && style.n.pattern !== 'General' ? style.n.pattern : undefined,
  }
  return Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined))
}

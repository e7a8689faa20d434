import type { CellStyle } from 'hucre/xlsx'
import type { BookStyle } from '#contract/sheet-book.ts'

type Color = { rgb?: string; theme?: number; tint?: number; indexed?: number }
type Resolve = (theme: number, tint: number | undefined) => string

/** The first 64 colours of old workbooks (ECMA-376 18.8.27), the ones files use. */
const INDEXED = [
  '000000', 'FFFFFF', 'FF0000', '00FF00', '0000FF', 'FFFF00', 'FF00FF', '00FFFF', '000000', 'FFFFFF', 'FF0000', '00FF00', '0000FF',
  'FFFF00', 'FF00FF', '00FFFF', '800000', '008000', '000080', '808000', '800080', '008080', 'C0C0C0', '808080', '9999FF', '993366',
  'FFFFCC', 'CCFFFF', '660066', 'FF8080', '0066CC', 'CCCCFF', '000080', 'FF00FF', 'FFFF00', '00FFFF', '800080', '800000', '008080',
  '0000FF', '00CCFF', 'CCFFFF', 'CCFFCC', 'FFFF99', '99CCFF', 'FF99CC', 'CC99FF', 'FFCC99', '3366FF', '33CCCC', '99CC00', 'FFCC00',
  'FF9900', 'FF6600', '666699', '969696', '003366', '339966', '003300', '333300', '993300', '993366', '333399', '333333',
] as const // prettier-ignore

function rgbOf(color: Color | undefined, resolve: Resolve): string | undefined {
  if (!color) return undefined
  const found =
    color.rgb?.slice(-6) ??
    (color.theme === undefined
      ? color.indexed === undefined
        ? undefined
        : INDEXED[color.indexed]
      : resolve(color.theme, color.tint))
  return found && /^[0-9a-f]{6}$/i.test(found) ? found.toUpperCase() : undefined
}

const present = (parts: object): object =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined && value !== false))

/** The look of a cell with the colours of themes and old palettes resolved. */
export function bookStyle({ font, fill, border, alignment, numFmt }: CellStyle, resolve: Resolve): BookStyle {
  const edges = border && {
    top: edgeOf(border.top, resolve),
    right: edgeOf(border.right, resolve),
    bottom: edgeOf(border.bottom, resolve),
    left: edgeOf(border.left, resolve),
  }
  const shown = edges && present(edges)
  const solid = fill?.type === 'pattern' && fill.pattern !== 'none' ? fill : undefined
  const indent = alignment?.indent
  return present({
    font: font?.name?.slice(0, 100),
    size: font?.size,
    bold: font?.bold,
    italic: font?.italic,
    underline: font?.underline ? true : undefined,
    strike: font?.strikethrough,
    color: rgbOf(font?.color, resolve),
    fill: solid && (solid.pattern === 'solid' ? rgbOf(solid.fgColor, resolve) : rgbOf(solid.bgColor, resolve)),
    border: shown && Object.keys(shown).length > 0 ? shown : undefined,
    horizontal: alignment?.horizontal,
    vertical: alignment?.vertical,
    wrap: alignment?.wrapText,
    indent: indent === undefined || indent === 0 ? undefined : Math.min(250, Math.trunc(indent)),
    rotation: rotationOf(alignment?.textRotation),
    format: numFmt === undefined || numFmt === 'General' ? undefined : numFmt.slice(0, 1000),
  })
}

type Edge = NonNullable<NonNullable<CellStyle['border']>['top']>
function edgeOf(edge: Edge | undefined, resolve: Resolve) {
  if (!edge) return undefined
  const color = rgbOf(edge.color, resolve)
  return { style: edge.style, ...(color === undefined ? {} : { color }) }
}

/** Files count 91 to 180 for what is turned down; 255 is text set from top to bottom, which stays level here. */
const rotationOf = (given: number | undefined) =>
  given === undefined || given === 0 || given > 180 ? undefined : given > 90 ? 90 - given : given

const color = (rgb: string | undefined) => (rgb === undefined ? {} : { color: { rgb } })

/** The look as it stands in a file. */
export function fileStyle(style: BookStyle): CellStyle {
  const { font, size, bold, italic, underline, strike, border, fill, format, rotation } = style
  const face = {
    ...(font === undefined ? {} : { name: font }),
    ...(size === undefined ? {} : { size }),
    ...(bold ? { bold } : {}),
    ...(italic ? { italic } : {}),
    ...(underline ? { underline } : {}),
    ...(strike ? { strikethrough: strike } : {}),
    ...color(style.color),
  }
  const alignment = {
    ...(style.horizontal === undefined ? {} : { horizontal: style.horizontal }),
    ...(style.vertical === undefined ? {} : { vertical: style.vertical }),
    ...(style.wrap ? { wrapText: true } : {}),
    ...(style.indent === undefined ? {} : { indent: style.indent }),
    ...(rotation === undefined ? {} : { textRotation: rotation < 0 ? 90 - rotation : rotation }),
  }
  const edges = border && {
    ...(border.top ? { top: { style: border.top.style, ...color(border.top.color) } } : {}),
    ...(border.right ? { right: { style: border.right.style, ...color(border.right.color) } } : {}),
    ...(border.bottom ? { bottom: { style: border.bottom.style, ...color(border.bottom.color) } } : {}),
    ...(border.left ? { left: { style: border.left.style, ...color(border.left.color) } } : {}),
  }
  return {
    ...(Object.keys(face).length > 0 ? { font: face } : {}),
    ...(fill === undefined ? {} : { fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: fill } } }),
    ...(edges ? { border: edges } : {}),
    ...(Object.keys(alignment).length > 0 ? { alignment } : {}),
    ...(format === undefined ? {} : { numFmt: format }),
  }
}

import { composed, drawable, identity, type OfdItem, type OfdMatrix, type OfdNote } from '#engine/ofd/page.ts'
import { ofdGlyphs } from '#engine/ofd/glyphs.ts'
import { ofdPathData } from '#engine/ofd/path-data.ts'
import { type DrawStyle, numbersOf, type OfdResources, styleOf } from './ofd-resources.ts'
import { allText, attr, child, elements, type XmlNode } from './xml-tree.ts'

/** What pages may hold together. */
const MOST_ITEMS = 60_000
const MOST_SIGNS = 400_000
const BLACK = '#000000'
/** Width of a line that says none. */
const HAIR = 0.353

/** What is drawn, as it is found; counts over all pages. */
export type Drawing = {
  resources: OfdResources
  items: OfdItem[]
  /** Parts of the package that are shown as pictures. */
  pictures: Set<string>
  notes: Map<OfdNote, number>
  left: { items: number; signs: number }
}

export const drawingRoom = (): Drawing['left'] => ({ items: MOST_ITEMS, signs: MOST_SIGNS })
export const noted = (notes: Map<OfdNote, number>, note: OfdNote): void =>
  void notes.set(note, (notes.get(note) ?? 0) + 1)

type At = { matrix: OfdMatrix; style: DrawStyle }

/** Puts the objects of a layer, a block or an appearance into the drawing, bottom first. */
export function drawAll(node: XmlNode, at: At, drawing: Drawing): void {
  const named = drawing.resources.styles.get(attr(node, 'DrawParam') ?? '')
  const inside = { ...at, style: { ...at.style, ...named } }
  for (const one of elements(node)) {
    if (drawing.left.items <= 0) return noted(drawing.notes, 'cut')
    if (attr(one, 'Visible') === 'false') continue
    if (one.name === 'TextObject') drawText(one, inside, drawing)
    else if (one.name === 'PathObject') drawPath(one, inside, drawing)
    else if (one.name === 'ImageObject') drawPicture(one, inside, drawing)
    else if (one.name === 'CompositeObject') noted(drawing.notes, 'composite')
    else if (one.name === 'PageBlock' || one.name === 'Layer') drawAll(one, inside, drawing)
  }
}

const finite = (value: number | undefined, otherwise: number) =>
  value !== undefined && Number.isFinite(value) ? value : otherwise

function matrixOf(values: readonly number[]): OfdMatrix {
  const [a, b, c, d, e, f] = values
  return [finite(a, 1), finite(b, 0), finite(c, 0), finite(d, 1), finite(e, 0), finite(f, 0)]
}

const opacity = (value: string | undefined) => Math.min(255, Math.max(0, finite(Number(value ?? 255), 255))) / 255
const alphaOf = (node: XmlNode, colour: XmlNode | undefined): number =>
  Math.round(opacity(attr(node, 'Alpha')) * opacity(attr(colour, 'Alpha')) * 1000) / 1000

/** From the object's own coordinates to the page. */
function placed(node: XmlNode, { matrix }: At, otherwise: OfdMatrix = identity): OfdMatrix {
  const [left, top] = numbersOf(attr(node, 'Boundary'))
  const written = attr(node, 'CTM')
  const own = written === undefined ? otherwise : matrixOf(numbersOf(written))
  return composed(matrix, composed([1, 0, 0, 1, finite(left, 0), finite(top, 0)], own))
}

function drawText(node: XmlNode, at: At, drawing: Drawing): void {
  const { resources, left } = drawing
  const style = { ...at.style, ...resources.styles.get(attr(node, 'DrawParam') ?? ''), ...styleOf(node) }
  const font = resources.fonts.get(attr(node, 'Font') ?? '')
  const alpha = alphaOf(node, child(node, 'FillColor'))
  // text that is neither filled nor stroked is there to be searched, not to be seen
  if (alpha === 0 || (attr(node, 'Fill') === 'false' && attr(node, 'Stroke') !== 'true')) return
  const scale = finite(Number(attr(node, 'HScale') ?? 1), 1)
  let [lastX, lastY] = [0, 0]
  const glyphs = elements(node)
    .filter(({ name }) => name === 'TextCode')
    .flatMap((code) => {
      const x = finite(Number(attr(code, 'X') ?? lastX), lastX)
      const y = finite(Number(attr(code, 'Y') ?? lastY), lastY)
      ;[lastX, lastY] = [x, y]
      const text = allText(code).replaceAll('\n', '').slice(0, Math.max(0, left.signs))
      left.signs -= text.length
      return ofdGlyphs({ text, x, y, deltaX: attr(code, 'DeltaX'), deltaY: attr(code, 'DeltaY') })
    })
  if (glyphs.length === 0) return
  left.items -= 1
  const matrix = placed(node, at)
  drawing.items.push({
    kind: 'text',
    matrix: scale > 0 && scale !== 1 ? composed(matrix, [scale, 0, 0, 1, 0, 0]) : matrix,
    size: drawable(finite(Number(attr(node, 'Size') ?? 3), 3)),
    font: (font?.name ?? '').slice(0, 100),
    bold: font?.bold === true || finite(Number(attr(node, 'Weight') ?? 400), 400) >= 600,
    italic: font?.italic === true || attr(node, 'Italic') === 'true',
    fill: style.fill ?? BLACK,
    alpha,
    glyphs,
  })
}

function drawPath(node: XmlNode, at: At, drawing: Drawing): void {
  const d = ofdPathData(allText(child(node, 'AbbreviatedData')))
  if (d === '') return
  const style = { ...at.style, ...drawing.resources.styles.get(attr(node, 'DrawParam') ?? ''), ...styleOf(node) }
  const filled = attr(node, 'Fill') === 'true'
  const stroked = attr(node, 'Stroke') !== 'false'
  if (!filled && !stroked) return
  drawing.left.items -= 1
  drawing.items.push({
    kind: 'path',
    matrix: placed(node, at),
    d,
    fill: filled ? (style.fill ?? BLACK) : null,
    evenOdd: attr(node, 'Rule') === 'Even-Odd',
    stroke: stroked ? (style.stroke ?? BLACK) : null,
    width: style.width ?? HAIR,
    dash: style.dash ?? [],
    alpha: alphaOf(node, child(node, filled ? 'FillColor' : 'StrokeColor')),
  })
}

function drawPicture(node: XmlNode, at: At, drawing: Drawing): void {
  const picture = drawing.resources.pictures.get(attr(node, 'ResourceID') ?? '')
  if (picture === undefined) return noted(drawing.notes, 'picture')
  const [, , width, height] = numbersOf(attr(node, 'Boundary'))
  drawing.left.items -= 1
  drawing.pictures.add(picture)
  drawing.items.push({
    kind: 'picture',
    matrix: placed(node, at, [finite(width, 1), 0, 0, finite(height, 1), 0, 0]),
    picture,
    alpha: alphaOf(node, undefined),
  })
}

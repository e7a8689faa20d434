import { drawable, ofdColour } from '#engine/ofd/page.ts'
import type { ZipParts } from '#server/ledger/read/zip-parts.ts'
import { allText, attr, child, descendants, elements, partPath, xmlPart, type XmlNode } from './xml-tree.ts'

/** How something is drawn: of the object itself, of its layer, or of what these name. */
export type DrawStyle = {
  width?: number
  fill?: string
  stroke?: string
  dash?: number[]
}
export type OfdResources = {
  fonts: Map<string, { name: string; bold: boolean; italic: boolean }>
  /** Picture id → the part that holds it. */
  pictures: Map<string, string>
  styles: Map<string, DrawStyle>
}

export const numbersOf = (text: string | undefined): number[] =>
  (text ?? '').trim().split(/\s+/).filter(Boolean).map(Number)

/** A colour by its values; of a shading the colour it begins with. */
export function colourOf(node: XmlNode | undefined): string | undefined {
  if (!node) return undefined
  const value = attr(node, 'Value')
  if (value !== undefined) return ofdColour(numbersOf(value)) ?? undefined
  const first = descendants(node, 'Color').find((one) => attr(one, 'Value') !== undefined)
  return first ? colourOf(first) : undefined
}

/** What an element says of its own drawing. */
export function styleOf(node: XmlNode): DrawStyle {
  const width = Number(attr(node, 'LineWidth') ?? Number.NaN)
  const fill = colourOf(child(node, 'FillColor'))
  const stroke = colourOf(child(node, 'StrokeColor'))
  const dash = numbersOf(attr(node, 'DashPattern'))
    .filter((one) => one > 0)
    .map(drawable)
  return {
    ...(Number.isFinite(width) ? { width: drawable(width) } : {}),
    ...(fill ? { fill } : {}),
    ...(stroke ? { stroke } : {}),
    ...(dash.length > 0 ? { dash: dash.slice(0, 16) } : {}),
  }
}

/** Fonts, pictures and drawing parameters that a document, or one page of it, names. Later files win. */
export async function ofdResources(
  zip: ZipParts,
  name: string,
  { parts, before }: { parts: readonly string[]; before?: OfdResources },
): Promise<OfdResources> {
  const found: OfdResources = {
    fonts: new Map(before?.fonts),
    pictures: new Map(before?.pictures),
    styles: new Map(before?.styles),
  }
  for (const part of parts) {
    const tree = child(await xmlPart(zip, part, name), 'Res')
    if (tree) readResources(tree, { part, zip }, found)
  }
  return found
}

const idOf = (node: XmlNode) => attr(node, 'ID') ?? ''

function readResources(tree: XmlNode, { part, zip }: { part: string; zip: ZipParts }, into: OfdResources): void {
  const base = partPath(part, `${attr(tree, 'BaseLoc') ?? ''}/.`)
  for (const font of descendants(tree, 'Font'))
    into.fonts.set(idOf(font), {
      name: attr(font, 'FamilyName') || attr(font, 'FontName') || '',
      bold: attr(font, 'Bold') === 'true',
      italic: attr(font, 'Italic') === 'true',
    })
  for (const media of descendants(tree, 'MultiMedia')) {
    const file = allText(child(media, 'MediaFile')).trim()
    if (file === '') continue
    // writers put the file below the folder of resources, beside the list, or from the root
    const places = [partPath(`${base}/.`, file), partPath(part, file), partPath('', file)]
    const place = places.find((one) => zip.names.includes(one))
    if (place) into.pictures.set(idOf(media), place)
  }
  const rows = descendants(tree, 'DrawParam')
  for (const row of rows) {
    const related = into.styles.get(attr(row, 'Relative') ?? '')
    into.styles.set(idOf(row), { ...related, ...styleOf(row) })
  }
}

/** Elements that stand for a page's content, in the order they are drawn. */
export const layersOf = (page: XmlNode | undefined): XmlNode[] => {
  const content = child(page, 'Content')
  return content ? elements(content).filter(({ name }) => name === 'Layer') : []
}

import { layoutBlocks } from '#engine/document/page-layout.ts'
import type { PageText, Piece, Rules } from '#engine/document/page-lines.ts'
import type { ZipParts } from '#server/ledger/read/zip-parts.ts'
import type { BlockList } from './block-list.ts'
import type { DocumentLimits } from './document-reading.ts'
import { fieldRows } from './xml-fields.ts'
import {
  allText,
  attr,
  child,
  dayIn,
  descendants,
  elements,
  partPath,
  under,
  xmlPart,
  type Properties,
  type XmlNode,
} from './xml-tree.ts'

/** Millimetres to points. */
const POINTS = 72 / 25.4
const A4 = [210, 297] as const

/**
 * The blocks of an OFD (GB/T 33190): text objects of each page and of the template under it, by their places; what an electronic
 * invoice carries as data is a table of its fields.
 */
export async function ofdBlocks(
  zip: ZipParts,
  name: string,
  limits: DocumentLimits,
  list: BlockList,
): Promise<{ pages: number; properties: Properties }> {
  const body = under(await xmlPart(zip, 'OFD.xml', name), 'OFD', 'DocBody')
  const root = partPath('OFD.xml', allText(child(body, 'DocRoot')).trim())
  const tree = child(await xmlPart(zip, root, name), 'Document')
  const common = child(tree, 'CommonData')
  const templates = new Map<string, XmlNode | null>()
  for (const template of common ? descendants(common, 'TemplatePage') : []) {
    const part = partPath(root, attr(template, 'BaseLoc') ?? '')
    templates.set(attr(template, 'ID') ?? '', await xmlPart(zip, part, name))
  }
  const parts = descendants(child(tree, 'Pages') ?? nothing, 'Page').map((one) =>
    partPath(root, attr(one, 'BaseLoc') ?? ''),
  )
  if (parts.length > limits.pages) list.notRead('documentPagesCut', { pages: parts.length, limit: limits.pages })
  const pages: PageText[] = []
  for (const [index, part] of parts.slice(0, limits.pages).entries()) {
    const page = child(await xmlPart(zip, part, name), 'Page')
    if (!page) {
      list.notRead('documentPageFailed', { page: index + 1 })
      continue
    }
    const [width, height] = sizeOf(page) ?? sizeOf(common, 'PageArea') ?? A4
    const under = descendants(page, 'Template').map((one) => templates.get(attr(one, 'TemplateID') ?? ''))
    const pieces = [page, ...under].flatMap((one) => (one ? textPieces(one, list) : []))
    const inside = pieces.filter(
      ({ left, top }) => left < width * POINTS && top < height * POINTS && left > -50 && top > -50,
    )
    list.hidden += pieces.length - inside.length
    if (inside.length === 0) list.notRead('documentNoText', { page: index + 1 })
    const rules = drawnRules([page, ...under])
    pages.push({ page: index + 1, width: width * POINTS, height: height * POINTS, pieces: inside, rules })
  }
  await invoiceData(zip, name, list)
  const { blocks, repeated } = layoutBlocks(pages)
  for (const block of blocks) list.take(block)
  if (repeated > 0) list.warn('documentRepeated', { count: repeated })
  return { pages: parts.length, properties: propertiesOf(body) }
}

const nothing: XmlNode = { name: '', raw: '', children: [] }
const numbers = (text: string | undefined): number[] => (text ?? '').trim().split(/\s+/).map(Number)

function sizeOf(node: XmlNode | undefined, area = 'Area'): readonly [number, number] | null {
  const [, , width = 0, height = 0] = numbers(allText(under(node, area, 'PhysicalBox')))
  return width > 0 && height > 0 && width < 10_000 && height < 10_000 ? [width, height] : null
}

/** Text objects wherever they stand on the page; one with no visible colour or size is left out. */
function textPieces(node: XmlNode, list: BlockList): Piece[] {
  return elements(node).flatMap((one) => {
    if (one.name === 'TextObject') return textObject(one, list)
    return one.name === 'Actions' ? [] : textPieces(one, list)
  })
}

function textObject(node: XmlNode, list: BlockList): Piece[] {
  const [left = 0, top = 0, , deep = 0] = numbers(attr(node, 'Boundary'))
  const ctm = attr(node, 'CTM') === undefined ? null : numbers(attr(node, 'CTM'))
  const size = Number(attr(node, 'Size') ?? 3)
  const scale = Math.hypot(ctm?.[2] ?? 0, ctm?.[3] ?? 1)
  const height = size * scale
  const color = numbers(attr(child(node, 'FillColor'), 'Value'))
  const white = color.length === 3 && color.every((one) => one >= 240)
  const clear =
    attr(node, 'Visible') === 'false' || attr(node, 'Alpha') === '0' || attr(child(node, 'FillColor'), 'Alpha') === '0'
  return elements(node)
    .filter(({ name }) => name === 'TextCode')
    .flatMap((code): Piece[] => {
      const text = allText(code).replaceAll('\n', '')
      if (text.trim() === '') return []
      if (white || clear || height * POINTS < 1) {
        list.hidden += 1
        return []
      }
      const [x, y] = [Number(attr(code, 'X') ?? 0), Number(attr(code, 'Y') ?? size)]
      const [right, down] = ctm
        ? [(ctm[0] ?? 1) * x + (ctm[2] ?? 0) * y + (ctm[4] ?? 0), (ctm[1] ?? 0) * x + (ctm[3] ?? 1) * y + (ctm[5] ?? 0)]
        : [x, y]
      const across = steps(attr(code, 'DeltaX')).reduce((sum, step) => sum + step, 0)
      // words set from top to bottom stand in one column
      const vertical = across === 0 && steps(attr(code, 'DeltaY')).some((step) => step > 0)
      const width = vertical ? size : across > 0 ? across + size : wide(text) * size
      return [
        {
          text,
          left: (left + right) * POINTS,
          top: (top + (vertical ? 0 : down - height * 0.86)) * POINTS,
          width: width * Math.abs(ctm?.[0] ?? 1) * POINTS,
          height: (vertical ? Math.min(deep, height) : height) * POINTS,
        },
      ]
    })
}

/** Lines of tables: paths that are next to nothing wide or high. */
function drawnRules(nodes: readonly (XmlNode | null | undefined)[]): Rules {
  const rules = { vertical: [] as Rules['vertical'][number][], horizontal: [] as Rules['horizontal'][number][] }
  const walk = (node: XmlNode) => {
    for (const one of elements(node)) {
      if (one.name !== 'PathObject') {
        walk(one)
        continue
      }
      const [left = 0, top = 0, width = 0, height = 0] = numbers(attr(one, 'Boundary')).map((value) => value * POINTS)
      if (width < 3 && height > 6) rules.vertical.push({ at: left + width / 2, from: top, to: top + height })
      if (height < 3 && width > 10) rules.horizontal.push({ at: top + height / 2, from: left, to: left + width })
    }
  }
  for (const node of nodes) if (node) walk(node)
  return rules
}

/** `g 14 3.175` stands for fourteen steps of 3.175. */
function steps(written: string | undefined): number[] {
  const found: number[] = []
  const words = (written ?? '').trim().split(/\s+/).filter(Boolean)
  for (let at = 0; at < words.length && found.length < 10_000; at += 1) {
    if (words[at] === 'g') {
      const times = Math.min(10_000, Number(words[at + 1]) || 0)
      const step = Number(words[at + 2]) || 0
      for (let count = 0; count < times; count += 1) found.push(step)
      at += 2
    } else found.push(Number(words[at]) || 0)
  }
  return found
}

/** Widths of a text in characters: letters and digits take half. */
const wide = (text: string): number =>
  Array.from(text).reduce((sum, sign) => sum + (sign.charCodeAt(0) > 0x2e80 ? 1 : 0.5), 0)

/** XML that an OFD carries along: the invoice as data. */
async function invoiceData(zip: ZipParts, name: string, list: BlockList): Promise<void> {
  for (const part of zip.names.filter((one) => /\/Attachs\/.*\.xml$/i.test(one) && !/\/Attachments\.xml$/i.test(one))) {
    try {
      const tree = await xmlPart(zip, part, name)
      list.table(fieldRows(tree ?? nothing), { caption: part.split('/').at(-1) ?? part, headerRows: 0 })
    } catch {
      // an attachment is anything; the pages are read without it
      list.notRead('documentPart', { part })
    }
  }
  for (const part of zip.names.filter((one) => /\/Attachs\/(?!.*\.xml$)[^/]+$/i.test(one)))
    list.notRead('documentPart', { part })
}

function propertiesOf(body: XmlNode | undefined): Properties {
  const text = (of: string) => allText(under(body, 'DocInfo', of)).trim()
  return {
    title: text('Title'),
    author: text('Author') || null,
    created: dayIn(text('CreationDate')),
    modified: dayIn(text('ModDate')),
  }
}

import { identity, type OfdNote, type OfdPage } from '#engine/ofd/page.ts'
import { openZip } from '#server/ledger/read/zip-parts.ts'
import { defaultLimits, type ReadLimits } from '#server/ledger/read/read-limits.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { fieldRows } from './xml-fields.ts'
import { drawAll, type Drawing, drawingRoom, noted } from './ofd-items.ts'
import { layersOf, numbersOf, ofdResources, type OfdResources } from './ofd-resources.ts'
import { isJbig2, pictureType } from './picture-type.ts'
import type { OfdRange, OfdReading, OfdSource } from './ofd-reading.ts'
import { drawSeals } from './ofd-seals.ts'
import { allText, attr, child, descendants, partPath, under, xmlPart, type XmlNode } from './xml-tree.ts'
import { zipBytes } from './zip-bytes.ts'

const MB = 1024 ** 2
const limits: ReadLimits = { ...defaultLimits, fileBytes: 200 * MB, unpackedBytes: 300 * MB }
const LARGEST_PICTURE = 8 * MB
const ALL_PICTURES = 24 * MB
const A4 = [210, 297] as const
const MOST_FIELDS = 2000
const empty: XmlNode = { name: '', raw: '', children: [] }

/**
 * Reads pages of an OFD in the thread it is called in; `readOfdPages` is for everybody else. Throws a FileProblem or a Refusal
 * where the package is damaged, hostile or no OFD. `depth` counts documents inside documents: a seal may be one.
 */
export async function ofdPackage(path: string, name: string, range: OfdRange, depth = 0): Promise<OfdReading> {
  const zip = await openZip(path, limits)
  try {
    if (!zip.names.includes('OFD.xml')) throw new Refusal('documentDamaged', { file: name })
    const body = under(await xmlPart(zip, 'OFD.xml', name), 'OFD', 'DocBody')
    const root = partPath('OFD.xml', allText(child(body, 'DocRoot')).trim())
    const tree = child(await xmlPart(zip, root, name), 'Document')
    return await readPages({ zip, path, name, root, body, tree }, range, depth)
  } finally {
    zip.close()
  }
}

async function readPages(source: OfdSource, { from, count }: OfdRange, depth: number): Promise<OfdReading> {
  const { zip, name, root, tree } = source
  const common = child(tree, 'CommonData')
  const partsOf = (node: XmlNode | undefined, kind: string) =>
    node ? descendants(node, kind).map((one) => partPath(root, allText(one).trim())) : []
  const shared = await ofdResources(zip, name, {
    parts: [...partsOf(common, 'PublicRes'), ...partsOf(common, 'DocumentRes')],
  })
  const pages = descendants(child(tree, 'Pages') ?? empty, 'Page')
  const drawing = { pictures: new Set<string>(), notes: new Map<OfdNote, number>(), left: drawingRoom() }
  const templates = templatesOf(source, common)
  const annotations = await annotationsOf(source)
  const read: OfdPage[] = []
  const places = new Map<string, OfdPage>()
  for (const [at, one] of pages.entries()) {
    if (at < from - 1 || at >= from - 1 + count) continue
    const part = partPath(root, attr(one, 'BaseLoc') ?? '')
    const page = child(await xmlPart(zip, part, name).catch(() => null), 'Page')
    const [width, height] = sizeOf(page) ?? sizeOf(common, 'PageArea') ?? A4
    const drawn: OfdPage = { page: at + 1, width, height, items: [] }
    read.push(drawn)
    places.set(attr(one, 'ID') ?? '', drawn)
    if (!page) {
      noted(drawing.notes, 'page')
      continue
    }
    const resources = await pageResources(source, { page, part, before: shared })
    await drawPage(
      { page, templates, annotation: annotations.get(attr(one, 'ID') ?? '') },
      { ...drawing, resources, items: drawn.items },
    )
  }
  // a seal may be a document; those inside it are none of ours
  const inner = (path: string) => ofdPackage(path, 'seal.ofd', { from: 1, count: 1 }, depth + 1)
  const sealed =
    depth === 0 ? await drawSeals(source, { places, notes: drawing.notes, read: inner }) : { count: 0, pictures: {} }
  const pictures = { ...(await picturesOf(source.path, drawing)), ...sealed.pictures }
  for (const page of read)
    page.items = page.items.filter((item) => item.kind !== 'picture' || Object.hasOwn(pictures, item.picture))
  return {
    pages: pages.length,
    read,
    pictures,
    fields: depth === 0 ? await fieldsOf(source) : [],
    seals: sealed.count,
    notes: [...drawing.notes].map(([note, times]) => ({ note, count: times })),
  }
}

function sizeOf(node: XmlNode | undefined, area = 'Area'): readonly [number, number] | null {
  const [, , width = 0, height = 0] = numbersOf(allText(under(node, area, 'PhysicalBox')))
  return width > 0 && height > 0 && width < 10_000 && height < 10_000 ? [width, height] : null
}

type Templates = (id: string) => Promise<XmlNode | undefined>
/** Pages that lie under or over others, read when one names them. */
function templatesOf({ zip, name, root }: OfdSource, common: XmlNode | undefined): Templates {
  const parts = new Map<string, string>()
  for (const one of common ? descendants(common, 'TemplatePage') : [])
    parts.set(attr(one, 'ID') ?? '', partPath(root, attr(one, 'BaseLoc') ?? ''))
  const known = new Map<string, XmlNode | undefined>()
  return async (id) => {
    const part = parts.get(id)
    if (part !== undefined && !known.has(id))
      known.set(id, child(await xmlPart(zip, part, name).catch(() => null), 'Page'))
    return known.get(id)
  }
}

async function pageResources(
  { zip, name }: OfdSource,
  { page, part, before }: { page: XmlNode; part: string; before: OfdResources },
): Promise<OfdResources> {
  const own = descendants(page, 'PageRes').map((one) => partPath(part, allText(one).trim()))
  return own.length === 0 ? before : ofdResources(zip, name, { parts: own, before })
}

async function drawPage(
  { page, templates, annotation }: { page: XmlNode; templates: Templates; annotation: XmlNode | undefined },
  drawing: Drawing,
): Promise<void> {
  const start = { matrix: identity, style: {} }
  const uses = descendants(page, 'Template')
  const over = uses.filter((one) => attr(one, 'ZOrder') === 'Foreground')
  const draw = (one: XmlNode | undefined) => {
    for (const layer of layersOf(one)) drawAll(layer, start, drawing)
  }
  for (const use of uses.filter((one) => !over.includes(one))) draw(await templates(attr(use, 'TemplateID') ?? ''))
  draw(page)
  for (const use of over) draw(await templates(attr(use, 'TemplateID') ?? ''))
  for (const one of annotation ? descendants(annotation, 'Annot') : []) {
    const appearance = child(one, 'Appearance')
    if (!appearance || attr(one, 'Visible') === 'false') continue
    const [left = 0, top = 0] = numbersOf(attr(appearance, 'Boundary'))
    drawAll(appearance, { matrix: [1, 0, 0, 1, left || 0, top || 0], style: {} }, drawing)
  }
}

/** Page id → its annotations. */
async function annotationsOf({ zip, name, root, tree }: OfdSource): Promise<Map<string, XmlNode>> {
  const found = new Map<string, XmlNode>()
  const written = allText(child(tree, 'Annotations')).trim()
  if (written === '') return found
  const list = partPath(root, written)
  const index = await xmlPart(zip, list, name).catch(() => null)
  for (const page of index ? descendants(index, 'Page') : []) {
    const part = partPath(list, allText(child(page, 'FileLoc')).trim())
    const one = await xmlPart(zip, part, name).catch(() => null)
    if (one) found.set(attr(page, 'PageID') ?? '', one)
  }
  return found
}

/** The pictures the pages show; what is no picture that can be drawn is noted. */
async function picturesOf(
  path: string,
  { pictures, notes }: Pick<Drawing, 'pictures' | 'notes'>,
): Promise<OfdReading['pictures']> {
  const bytes = await zipBytes(path, pictures, LARGEST_PICTURE)
  const found: OfdReading['pictures'] = {}
  let all = 0
  for (const name of pictures) {
    const picture = bytes.get(name)
    const type = picture && pictureType(picture)
    if (!picture || !type || all + picture.length > ALL_PICTURES) {
      noted(notes, isJbig2(name, picture) ? 'jbig2' : 'picture')
      continue
    }
    all += picture.length
    found[name] = { type, data: picture.toString('base64') }
  }
  return found
}

/** Data of an invoice: the attached XML, else what the package says of itself. */
async function fieldsOf({ zip, name, body }: OfdSource): Promise<OfdReading['fields']> {
  const rows = []
  for (const part of zip.names.filter((one) => /\/Attachs\/.*\.xml$/i.test(one) && !/\/Attachments\.xml$/i.test(one))) {
    const tree = await xmlPart(zip, part, name).catch(() => null)
    if (tree) rows.push(...fieldRows(tree))
  }
  const attached = rows.map(({ cells }) => ({ name: cells[0]?.text ?? '', value: cells[1]?.text ?? '' }))
  const own = descendants(under(body, 'DocInfo', 'CustomDatas') ?? empty, 'CustomData').map((one) => ({
    name: (attr(one, 'Name') ?? '').slice(0, 200),
    value: allText(one).trim().slice(0, 1000),
  }))
  return (attached.length > 0 ? attached : own).slice(0, MOST_FIELDS)
}

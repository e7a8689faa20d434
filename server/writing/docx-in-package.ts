import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { ZipParts } from '../ledger/read/zip-parts.ts'
import { attr, child, descendants, partPath, under, type XmlNode, xmlPart } from '../document/xml-tree.ts'
import { OURS, propertyParts } from './docx-marks.ts'

export type Relation = { target: string; external: boolean }

/** What a part names, by id; addresses outside the file are kept apart from parts inside. */
export async function relationsOf(zip: ZipParts, part: string, name: string): Promise<ReadonlyMap<string, Relation>> {
  const slash = part.lastIndexOf('/')
  const tree = await xmlPart(zip, `${part.slice(0, slash + 1)}_rels/${part.slice(slash + 1)}.rels`, name)
  const found = new Map<string, Relation>()
  for (const relation of tree ? descendants(tree, 'Relationship') : []) {
    const id = attr(relation, 'Id')
    const target = attr(relation, 'Target')
    if (id === undefined || target === undefined) continue
    const external = attr(relation, 'TargetMode')?.toLowerCase() === 'external' || /^[a-z][a-z0-9+.-]*:/i.test(target)
    found.set(id, { target: external ? target : partPath(part, target), external })
  }
  return found
}

/** Whether a property is on; undefined where nothing is said. */
export const isSet = (property: XmlNode | undefined): boolean | undefined =>
  property && !/^(?:0|false|off|none)$/.test(attr(property, 'val') ?? '')

export type ParagraphStyle = { align?: string; quote: boolean; newPage: boolean; name: string }
/** What styles of paragraphs say beside what reading knows: alignment and whether they quote. */
export function paragraphStyles(tree: XmlNode | null): (id: string | undefined) => ParagraphStyle {
  const nodes = new Map<string, XmlNode>()
  for (const style of tree ? descendants(tree, 'style') : []) nodes.set(attr(style, 'styleId') ?? '', style)
  const none: ParagraphStyle = { quote: false, newPage: false, name: '' }
  const read = (id: string, depth: number): ParagraphStyle => {
    const node = nodes.get(id)
    if (!node || depth > 20) return none
    const base = attr(child(node, 'basedOn'), 'val')
    const from = base === undefined ? none : read(base, depth + 1)
    const name = attr(child(node, 'name'), 'val') ?? ''
    const align = attr(under(node, 'pPr', 'jc'), 'val') ?? from.align
    const quote = from.quote || /^(?:intense )?quote$|^(?:明显)?引用$/i.test(name)
    const newPage = isSet(under(node, 'pPr', 'pageBreakBefore')) ?? from.newPage
    return { name, quote, newPage, ...(align === undefined ? {} : { align }) }
  }
  return (id) => (id === undefined ? none : read(id, 0))
}

/** Character styles that change how their words look. */
export function characterStyles(tree: XmlNode | null): (id: string | undefined) => XmlNode | undefined {
  const found = new Map<string, XmlNode | undefined>()
  for (const style of tree ? descendants(tree, 'style') : [])
    if (attr(style, 'type') === 'character') found.set(attr(style, 'styleId') ?? '', child(style, 'rPr'))
  return (id) => (id === undefined ? undefined : found.get(id))
}

/** The lists our own writer left, by the bookmark they stand for. */
export async function ourProperties(zip: ZipParts, name: string): Promise<ReadonlyMap<string, string[]>> {
  const tree = await xmlPart(zip, 'docProps/custom.xml', name)
  const found = new Map<string, string[]>()
  for (const property of tree ? descendants(tree, 'property') : []) {
    const key = attr(property, 'name') ?? ''
    const value = child(property, 'lpwstr')
      ?.children.filter((one) => typeof one === 'string')
      .join('')
    if (key.startsWith(OURS) && value !== undefined) found.set(key, propertyParts(value))
  }
  return found
}

const PICTURE_BYTES = 20 * 1024 ** 2
const ALL_BYTES = 100 * 1024 ** 2

/** The bytes of parts, each and together within limits; larger ones are left out. Sizes are checked while unpacking. */
export async function partBytes(path: string, wanted: ReadonlySet<string>): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>()
  if (wanted.size === 0) return found
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
  let all = 0
  try {
    for await (const entry of zip.eachEntry()) {
      if (!wanted.has(entry.fileName) || entry.uncompressedSize > PICTURE_BYTES) continue
      all += entry.uncompressedSize
      if (all > ALL_BYTES) break
      const bytes = await entryBytes(zip, entry)
      if (bytes) found.set(entry.fileName, bytes)
    }
  } finally {
    zip.close()
  }
  return found
}

/** A part's bytes; undefined if they are damaged: one picture less is no reason to refuse a report. */
async function entryBytes(zip: ZipFile, entry: Entry): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = []
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Uint8Array)
  } catch {
    return undefined
  }
  return new Uint8Array(Buffer.concat(pieces))
}

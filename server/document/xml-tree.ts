import { Refusal } from '#server/kernel/errors.ts'
import { attribute, markupScanner } from '#server/ledger/read/markup.ts'
import type { ZipParts } from '#server/ledger/read/zip-parts.ts'

/** An element without its prefix; attributes are read when asked for. */
export type XmlNode = { name: string; raw: string; children: (XmlNode | string)[] }

const PIECE = 16 * 1024 ** 2
const MOST_NODES = 4_000_000
const DEEPEST = 250

/** Parses XML that comes in pieces. Throws `FileProblem` (DOCTYPE, damage), refuses nesting and size that no document has. */
export function xmlParser(name: string) {
  const root: XmlNode = { name: '', raw: '', children: [] }
  const open: XmlNode[] = [root]
  let nodes = 0
  const scanner = markupScanner(
    {
      open(tag, raw) {
        nodes += 1
        if (nodes > MOST_NODES || open.length > DEEPEST) throw new Refusal('documentBomb', { file: name })
        const node: XmlNode = { name: tag, raw, children: [] }
        open.at(-1)?.children.push(node)
        open.push(node)
      },
      close(tag) {
        if (open.length < 2 || open.at(-1)?.name !== tag) throw new Refusal('documentDamaged', { file: name })
        open.pop()
      },
      text(text) {
        open.at(-1)?.children.push(text)
      },
    },
    PIECE,
  )
  return {
    push: (text: string) => scanner.push(text.replaceAll('\r\n', '\n')),
    end(): XmlNode {
      scanner.end()
      if (open.length > 1) throw new Refusal('documentTruncated', { file: name })
      return root
    },
  }
}

/** A part of a package as a tree; null if there is none. */
export async function xmlPart(zip: ZipParts, part: string, name: string): Promise<XmlNode | null> {
  if (!zip.names.includes(part)) return null
  const parser = xmlParser(name)
  for await (const { text } of zip.text(part)) parser.push(text)
  return parser.end()
}

export const elements = (node: XmlNode): XmlNode[] => node.children.filter((child) => typeof child !== 'string')

/** The first child of this name. */
export const child = (node: XmlNode | null | undefined, name: string): XmlNode | undefined =>
  node ? elements(node).find((one) => one.name === name) : undefined

/** Goes down by names; undefined where one is missing. */
export const under = (node: XmlNode | null | undefined, ...names: string[]): XmlNode | undefined =>
  names.reduce<XmlNode | undefined>((at, name) => child(at, name), node ?? undefined)

export const attr = (node: XmlNode | undefined, name: string): string | undefined =>
  node ? attribute(node.raw, name) : undefined

/** All elements of a name below, in order; does not look inside those it found. */
export function descendants(node: XmlNode, name: string): XmlNode[] {
  return elements(node).flatMap((one) => (one.name === name ? [one] : descendants(one, name)))
}

/** All text below. */
export const allText = (node: XmlNode | null | undefined): string =>
  node ? node.children.map((one) => (typeof one === 'string' ? one : allText(one))).join('') : ''

/** A package's relations of one part: id to the part it names; targets outside the package are left out. */
export async function relations(zip: ZipParts, part: string, name: string): Promise<Map<string, string>> {
  const slash = part.lastIndexOf('/')
  const tree = await xmlPart(zip, `${part.slice(0, slash + 1)}_rels/${part.slice(slash + 1)}.rels`, name)
  const found = new Map<string, string>()
  for (const relation of descendants(tree ?? { name: '', raw: '', children: [] }, 'Relationship')) {
    const id = attr(relation, 'Id')
    const target = attr(relation, 'Target')
    if (id === undefined || target === undefined || attr(relation, 'TargetMode') === 'External') continue
    found.set(id, partPath(part, target))
  }
  return found
}

/** A target as the name of a part: relative to the part that names it, or from the root. */
export function partPath(from: string, target: string): string {
  const parts = target.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') parts.pop()
    else if (step !== '.' && step !== '') parts.push(step)
  }
  return parts.join('/')
}

/** Properties of an Office document, or of an OFD: title, author and days. */
export type Properties = { title: string; author: string | null; created: string | null; modified: string | null }

export async function officeProperties(zip: ZipParts, name: string): Promise<Properties> {
  const core = child(await xmlPart(zip, 'docProps/core.xml', name), 'coreProperties')
  const text = (of: string) => allText(child(core, of)).trim()
  return {
    title: text('title'),
    author: text('creator') || null,
    created: dayIn(text('created')),
    modified: dayIn(text('modified')),
  }
}

/** The day of a written moment: 2026-01-31T…, D:20260131…, 2026/1/31. */
export function dayIn(moment: string): string | null {
  const match = /^(?:D:)?(\d{4})[-/]?(\d{2})[-/]?(\d{2})/.exec(moment.trim())
  return match ? `${match[1]}-${match[2]}-${match[3]}` : null
}

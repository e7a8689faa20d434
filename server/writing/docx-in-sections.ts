import { plainPage, type WritingBody } from '#contract/writing-doc.ts'
import { attr, child, descendants, elements, under, type XmlNode } from '../document/xml-tree.ts'
import type { ZipParts } from '../ledger/read/zip-parts.ts'
import { type Relation, relationsOf } from './docx-in-package.ts'
import { TWIPS } from './docx-marks.ts'

type Section = { node: XmlNode; blocks: number }
export type Sections = {
  /** The paper of the longest section. */
  page: WritingBody['page']
  /** How many sections have another paper. */
  others: number
  /** Settings of sections after which a new page begins. */
  ends: ReadonlySet<XmlNode>
  /** The settings up to those of the longest section, the nearest first: what one does not say, the one before does. */
  upwards: readonly XmlNode[]
}

const containers = new Set(['sdt', 'sdtContent', 'customXml', 'smartTag', 'ins', 'del', 'moveTo', 'moveFrom'])

/** A file's sections; each stands with the settings that end it. Ours has one: the longest is taken. */
export function sectionsIn(body: XmlNode): Sections {
  const found: Section[] = []
  let blocks = 0
  const walk = (node: XmlNode): void => {
    for (const one of elements(node)) {
      if (containers.has(one.name)) walk(one)
      else if (one.name === 'p' || one.name === 'tbl') blocks += 1
      const settings = one.name === 'sectPr' ? one : one.name === 'p' ? under(one, 'pPr', 'sectPr') : undefined
      if (!settings) continue
      found.push({ node: settings, blocks })
      blocks = 0
    }
  }
  walk(body)
  const most = Math.max(0, ...found.map((one) => one.blocks))
  const longest = found.findLastIndex((one) => one.blocks === most)
  const page = pageOf(found[longest]?.node)
  return {
    page,
    others: found.filter(({ node }) => JSON.stringify(pageOf(node)) !== JSON.stringify(page)).length,
    // how a section begins is said by its own settings, which stand at its end
    ends: new Set(
      found.flatMap(({ node }, at) => {
        const next = found[at + 1]
        return next && !/^(?:continuous|nextColumn)$/.test(attr(child(next.node, 'type'), 'val') ?? '') ? [node] : []
      }),
    ),
    upwards: found.slice(0, longest + 1).map(({ node }) => node).toReversed(),
  } // prettier-ignore
}

/** The part that holds the running header, or footer, of these sections; that of ordinary pages first. */
export async function edgeIn(
  zip: ZipParts,
  { upwards }: Sections,
  { kind, part, name }: { kind: 'header' | 'footer'; part: string; name: string },
): Promise<string | undefined> {
  const relations: ReadonlyMap<string, Relation> = await relationsOf(zip, part, name)
  for (const type of ['default', 'even', 'first'])
    for (const section of upwards) {
      const reference = descendants(section, `${kind}Reference`).find(
        (one) => (attr(one, 'type') ?? 'default') === type,
      )
      const target = relations.get(attr(reference, 'id') ?? '')
      if (target && !target.external && zip.names.includes(target.target)) return target.target
    }
  return undefined
}

function pageOf(section: XmlNode | undefined): WritingBody['page'] {
  const size = child(section, 'pgSz')
  const margins = child(section, 'pgMar')
  const [width, height] = [Number(attr(size, 'w')), Number(attr(size, 'h'))]
  const millimetres = (side: 'top' | 'right' | 'bottom' | 'left') => {
    const twips = Number(attr(margins, side))
    return margins && Number.isFinite(twips)
      ? Math.min(100, Math.max(0, Math.round(Math.abs(twips) / TWIPS.millimetre)))
      : plainPage.margins[side]
  }
  return {
    // some programs turn the sheet and do not say so
    landscape: attr(size, 'orient') === 'landscape' || width > height,
    margins: {
      top: millimetres('top'),
      right: millimetres('right'),
      bottom: millimetres('bottom'),
      left: millimetres('left'),
    },
  }
}

import { randomUUID } from 'node:crypto'
import type { WritingBody } from '#contract/writing-doc.ts'
import { attr, descendants, type XmlNode } from '../document/xml-tree.ts'
import type { Relation } from './docx-in-package.ts'
import type { Counted, PictureFound } from './docx-in-runs.ts'
import { EMU } from './docx-marks.ts'
import { mapBlocks, pictureWords } from './doc-text.ts'
import { pictureSize } from './picture-size.ts'

export const MOST_PICTURES = 300

/** Pictures of a file as they are met; what lies on the network is counted and never fetched. */
export function pictureBook(names: ReadonlySet<string>) {
  const counts = new Map<Counted, number>()
  const count = (what: Counted) => void counts.set(what, (counts.get(what) ?? 0) + 1)
  const ids = new Map<string, string>()

  const found = (drawing: XmlNode, relations: ReadonlyMap<string, Relation>): PictureFound | undefined => {
    const [blip] = [...descendants(drawing, 'blip'), ...descendants(drawing, 'imagedata')]
    if (!blip) return undefined
    const relation = relations.get(attr(blip, 'embed') ?? attr(blip, 'id') ?? attr(blip, 'link') ?? '')
    if (relation?.external || (!relation && attr(blip, 'link') !== undefined)) {
      count('remote')
      return undefined
    }
    if (!relation || !names.has(relation.target)) {
      count('images')
      return undefined
    }
    if (ids.size >= MOST_PICTURES && !ids.has(relation.target)) {
      count('many')
      return undefined
    }
    if (descendants(drawing, 'anchor').length > 0) count('floating')
    const fileId = ids.get(relation.target) ?? randomUUID()
    ids.set(relation.target, fileId)
    const width = Math.round(Number(attr(descendants(drawing, 'extent')[0], 'cx')) / EMU)
    const [properties] = descendants(drawing, 'docPr')
    return {
      fileId,
      width: width >= 1 && width <= 4000 ? width : null,
      alt: (attr(properties, 'descr') ?? '').slice(0, 500),
    }
  }

  return {
    counts,
    found,
    parts: (): ReadonlySet<string> => new Set(ids.keys()),
    /** The pictures that are drawn, and the document without the others. */
    stored(bytes: ReadonlyMap<string, Uint8Array>) {
      const files: { id: string; name: string; bytes: Uint8Array }[] = []
      const lost = new Set<string>()
      for (const [part, id] of ids) {
        const body = bytes.get(part)
        const size = body && pictureSize(body)
        if (body && size) files.push({ id, name: `${id.slice(0, 8)}.${size.type}`, bytes: body })
        else {
          lost.add(id)
          count('images')
        }
      }
      const body = (made: WritingBody): WritingBody =>
        mapBlocks(made, (node) => (node.type === 'image' && lost.has(node.attrs.fileId) ? pictureWords(node) : node))
      return { files, body }
    },
  }
}

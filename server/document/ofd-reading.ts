import type { OfdNote, OfdPage } from '#engine/ofd/page.ts'
import type { ZipParts } from '#server/ledger/read/zip-parts.ts'
import type { PictureType } from './picture-type.ts'
import type { XmlNode } from './xml-tree.ts'

/** An OFD, or some pages of it, as what is drawn; `pictures` by the name its items use, as base64. */
export type OfdReading = {
  /** How many pages the document has. */
  pages: number
  read: OfdPage[]
  pictures: Record<string, { type: PictureType; data: string }>
  /** What an electronic invoice carries as data, in order. */
  fields: { name: string; value: string }[]
  /** Seals that stand on the pages read; nobody has verified their signatures. */
  seals: number
  /** What could not be drawn, and how often. */
  notes: { note: OfdNote; count: number }[]
}
/** Pages from `from` (counted from one), at most `count`. */
export type OfdRange = { from: number; count: number }

/** What reading one document shares between its parts. */
export type OfdSource = {
  zip: ZipParts
  path: string
  name: string
  root: string
  body: XmlNode | undefined
  tree: XmlNode | undefined
}

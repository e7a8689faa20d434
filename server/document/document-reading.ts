import type { TextKey } from '#contract/errors.ts'
import type { Params } from '#contract/texts.ts'
import type { LawFacts } from '#engine/document/law-facts.ts'
import type { Block } from '#engine/retrieval/block.ts'

/** What a file really is, whatever its name says. `xlsx` stands for all workbooks (xls, et, ods, xlsb …). */
export type DocumentKind =
  | 'pdf'
  | 'docx'
  | 'xlsx'
  | 'pptx'
  | 'text'
  | 'markdown'
  | 'html'
  | 'csv'
  | 'image'
  | 'ofd'
  | 'mail'

/** Something a person should know about the reading; a text of `contract/document-texts.ts`. */
export type DocumentWarning = { key: TextKey; params: Params }

/** What was not read, and where it stands: its params name the page, the sheet or the part. */
export type Unread = { what: TextKey; where: Params }

/** One file as blocks with the places they came from. */
export type DocumentReading = {
  kind: DocumentKind
  /** What the document calls itself: its properties, its first heading, else its name without ending. */
  title: string
  author: string | null
  /** Days as YYYY-MM-DD, from the file's own properties; null if it does not say. */
  created: string | null
  modified: string | null
  blocks: Block[]
  /** Pages, slides or sheets; 1 where there are none. */
  pages: number
  warnings: DocumentWarning[]
  unread: Unread[]
  /** Pieces of hidden text that were left out. */
  hidden: number
  /** What a law or notice says of itself, to be confirmed by a person. */
  law: LawFacts
}

/** What reading one document may cost. */
export type DocumentLimits = {
  bytes: number
  /** All parts of a package together, unpacked. */
  unpackedBytes: number
  seconds: number
  /** Heap of the thread, in MB. */
  memory: number
  pages: number
  blocks: number
  /** Of one sheet. */
  rows: number
  columns: number
  /** Over all sheets. */
  cells: number
  /** The text recognition service; without it pictures and scans stay unread. */
  ocr: string | null
}

export type SheetBounds = Pick<DocumentLimits, 'rows' | 'columns' | 'cells'>

export const defaultDocumentLimits: DocumentLimits = {
  bytes: 200 * 1024 ** 2,
  unpackedBytes: 600 * 1024 ** 2,
  seconds: 180,
  memory: 1024,
  pages: 3000,
  blocks: 200_000,
  rows: 50_000,
  columns: 512,
  cells: 1_000_000,
  ocr: null,
}

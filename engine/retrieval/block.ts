/** Where on a page something stands, in points from its upper left corner. */
export type Box = { left: number; top: number; width: number; height: number }

/** Where a block was found. `paragraph` counts all blocks of the document from 1. */
export type Origin = { paragraph: number; page?: number; box?: Box }

/**
 * `text` as it is shown. `raw` is the stored value where it differs, `formula` what it was computed by (without `=`);
 * `merged` cells repeat the text of the one they are merged with.
 */
export type Cell = { column: number; text: string; raw?: string; formula?: string; merged?: true }
/** A row of a table; `row` and a cell's `column` count from 1, as a sheet shows them. Empty cells may be missing. */
export type TableRow = { row: number; cells: readonly Cell[] }

/** What every reader of files makes of a document; chunkers know nothing else. */
export type Block =
  | { kind: 'heading'; level: number; text: string; origin: Origin }
  | { kind: 'paragraph'; text: string; origin: Origin }
  | {
      kind: 'table'
      /** The sheet of a workbook; a table inside a text has none. */
      sheet?: string
      caption?: string
      /** How many of the first rows are its header; guessed if not given. */
      headerRows?: number
      rows: readonly TableRow[]
      origin: Origin
    }

/** The place a chunk came from; it never changes, whatever is edited in the chunk. */
export type Anchor =
  | { kind: 'article'; article: string; paragraphs: readonly [number, number]; item?: string }
  | { kind: 'page'; page: number; box?: Box; paragraphs: readonly [number, number] }
  | { kind: 'cells'; sheet: string; range: string }
  | { kind: 'place'; heading: string; paragraphs: readonly [number, number] }

/** A piece that is searched and cited. */
export type Chunk = {
  kind: 'article' | 'paragraph' | 'rows'
  text: string
  /** Title and headings it stands under, in front of the text when searching. */
  context: readonly string[]
  anchor: Anchor
  /** Its section in `sections`. */
  section: number
}

/** A part of a document whose chunks belong together: what is shown around a hit. */
export type Section = { path: readonly string[]; first: number; last: number }

export type Chunked = { chunks: Chunk[]; sections: Section[] }

/** Longest chunk, in characters. */
export const MOST_CHARACTERS = 600

/** Collects chunks and keeps their sections. */
export class ChunkList {
  readonly chunks: Chunk[] = []
  readonly sections: Section[] = []

  /** Appends to the section of this path, a new one if the path changed. */
  push(path: readonly string[], chunk: Omit<Chunk, 'section' | 'context'>): void {
    const last = this.sections.at(-1)
    const same = last && last.path.length === path.length && last.path.every((part, at) => part === path[at])
    const section = same ? last : { path: [...path], first: this.chunks.length, last: this.chunks.length }
    if (!same) this.sections.push(section)
    section.last = this.chunks.length
    this.chunks.push({ ...chunk, context: path, section: this.sections.length - 1 })
  }

  get done(): Chunked {
    return { chunks: this.chunks, sections: this.sections }
  }
}

/** Cuts a text into pieces of at most `most` characters, at ends of sentences where there are any, then at commas. */
export function cutText(text: string, most = MOST_CHARACTERS): string[] {
  const pieces: string[] = []
  let rest = text.trim()
  while (rest.length > most) {
    const head = rest.slice(0, most)
    const sentence = Math.max(...['。', '；', '！', '？', '\n', '. ', ';'].map((sign) => head.lastIndexOf(sign)))
    const comma = Math.max(head.lastIndexOf('，'), head.lastIndexOf('、'), head.lastIndexOf(' '))
    // an early end would leave crumbs
    let cut = sentence >= most / 3 ? sentence + 1 : comma >= most / 3 ? comma + 1 : most
    // a pair of surrogates is one character
    if (/[\uD800-\uDBFF]/.test(rest[cut - 1] ?? '')) cut -= 1
    pieces.push(rest.slice(0, cut).trim())
    rest = rest.slice(cut).trim()
  }
  if (rest) pieces.push(rest)
  return pieces
}

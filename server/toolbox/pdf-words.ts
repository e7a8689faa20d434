import {
  type PDFDocument,
  type PDFFont,
  PDFHexString,
  PDFName,
  PDFOperator,
  type PDFPage,
  type PDFRef,
  StandardFonts,
} from '@cantoo/pdf-lib'

export type Ink = readonly [red: number, green: number, blue: number]
export const BLACK: Ink = [0.11, 0.13, 0.16]
export const GREY: Ink = [0.45, 0.47, 0.5]

type At = { x: number; y: number; size: number; ink?: Ink; right?: boolean }

/**
 * Words in Chinese and Latin on the pages of a PDF. Latin is set in Helvetica, everything else in 宋体 by name and without the
 * font itself (Adobe-GB1), which every reader of PDF replaces by a Chinese font of its own: no font has to be shipped or licensed.
 */
export class PdfWords {
  readonly #document: PDFDocument
  readonly #latin: PDFFont
  readonly #song: PDFRef
  readonly #keys = new WeakMap<PDFPage, { latin: PDFName; song: PDFName }>()

  private constructor(document: PDFDocument, latin: PDFFont, song: PDFRef) {
    this.#document = document
    this.#latin = latin
    this.#song = song
  }

  static async of(document: PDFDocument): Promise<PdfWords> {
    return new PdfWords(document, await document.embedFont(StandardFonts.Helvetica), songOf(document))
  }

  /** Puts a text on a page, its base line at `y`; from `x`, or up to it. */
  draw(page: PDFPage, text: string, { x, y, size, ink = BLACK, right = false }: At): void {
    const keys = this.#keysOf(page)
    let at = right ? x - this.width(text, size) : x
    const parts: PDFOperator[] = []
    for (const run of runsOf(text)) {
      const words = run.latin ? this.#latin.encodeText(run.text) : hexOf(run.text)
      const font = run.latin ? keys.latin : keys.song
      parts.push(
        operator('BT'),
        operator('rg', ...ink.map(String)),
        operator('Tf', font.toString(), String(size)),
        operator('Td', at.toFixed(2), y.toFixed(2)),
        operator('Tj', words.toString()),
        operator('ET'),
      )
      at += this.width(run.text, size)
    }
    page.pushOperators(operator('q'), ...parts, operator('Q'))
  }

  width(text: string, size: number): number {
    return runsOf(text).reduce(
      (sum, run) =>
        sum + (run.latin ? this.#latin.widthOfTextAtSize(run.text, size) : Array.from(run.text).length * size),
      0,
    )
  }

  /** The text, or as much of its beginning as fits, with a sign that it goes on. */
  cut(text: string, most: number, size: number): string {
    if (this.width(text, size) <= most) return text
    const signs = Array.from(text)
    while (signs.length > 1 && this.width(`${signs.join('')}…`, size) > most) signs.pop()
    return `${signs.join('')}…`
  }

  /** The names of both fonts on a page, for content that is written by hand. */
  #keysOf(page: PDFPage) {
    const known = this.#keys.get(page)
    if (known) return known
    const keys = {
      latin: page.node.newFontDictionary('Latin', this.#latin.ref),
      song: page.node.newFontDictionary('Song', this.#song),
    }
    this.#keys.set(page, keys)
    return keys
  }

  get document(): PDFDocument {
    return this.#document
  }
}

/** 宋体 by name, as PDF names the Chinese fonts that every reader knows. */
export function songOf({ context }: PDFDocument): PDFRef {
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: 'STSong-Light',
      Flags: 6,
      FontBBox: [-25, -254, 1000, 880],
      ItalicAngle: 0,
      Ascent: 880,
      Descent: -120,
      CapHeight: 880,
      StemV: 93,
    }),
  )
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType0',
      BaseFont: 'STSong-Light',
      FontDescriptor: descriptor,
      DW: 1000,
      CIDSystemInfo: { Registry: PDFHexString.of('41646F6265'), Ordering: PDFHexString.of('474231'), Supplement: 2 },
    }),
  )
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: 'STSong-Light-UniGB-UCS2-H',
      Encoding: 'UniGB-UCS2-H',
      DescendantFonts: [descendant],
    }),
  )
}

/** An operator of a page's content, its operands as they are written. */
export const operator = (name: string, ...words: string[]) => PDFOperator.of(name as never, words)

/** Runs that Helvetica can set, and the others. */
function runsOf(text: string): { latin: boolean; text: string }[] {
  return (text.match(/[\x20-\x7e]+|[^\x20-\x7e]+/g) ?? []).map((run) => ({
    latin: /^[\x20-\x7e]/.test(run),
    text: run,
  }))
}

/** Two bytes a sign; signs beyond them have no place in this font. */
export const hexOf = (text: string): PDFHexString =>
  PDFHexString.of(
    Array.from(text)
      .map((sign) => {
        const code = sign.codePointAt(0) ?? 0x3f
        return (code > 0xffff || code < 0x20 ? 0x3f : code).toString(16).padStart(4, '0')
      })
      .join(''),
  )

import { FileProblem } from './file-problem.ts'
import { attribute, markupScanner, type MarkupEvents } from './markup.ts'
import type { ReadLimits } from './read-limits.ts'
import type { ZipParts } from './zip-parts.ts'

/** What the workbook part says: its sheets in order, with the part each is in, and its date system. */
export type WorkbookPart = {
  sheets: { name: string; hidden: boolean; part: string }[]
  date1904: boolean
  sharedStrings: string | null
  styles: string | null
}

/** Reads the whole of a small part. */
async function scanPart(zip: ZipParts, part: string, events: Partial<MarkupEvents>, limits: ReadLimits) {
  const scanner = markupScanner({ open: nothing, close: nothing, text: nothing, ...events }, limits.pieceCharacters)
  for await (const { text } of zip.text(part)) scanner.push(text)
  scanner.end()
}

/** Finds the workbook's sheets through the package's relations; throws `FileProblem` fileDamaged if it has none. */
export async function workbookPart(zip: ZipParts, limits: ReadLimits): Promise<WorkbookPart> {
  const part = zip.names.find((name) => /(?:^|\/)workbook\.xml$/i.test(name))
  if (!part) throw new FileProblem('fileOtherFormat', { kind: 'ZIP' })
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const targets = new Map<string, string>()
  const book: WorkbookPart = { sheets: [], date1904: false, sharedStrings: null, styles: null }
  const relations = `${folder}_rels/${part.slice(folder.length)}.rels`
  if (!zip.names.includes(relations)) throw new FileProblem('fileDamaged')
  const open = (name: string, attributes: string) => {
    if (name !== 'Relationship') return
    const target = attribute(attributes, 'Target') ?? ''
    const path = target.startsWith('/') ? target.slice(1) : resolved(folder + target)
    targets.set(attribute(attributes, 'Id') ?? '', path)
    const type = attribute(attributes, 'Type') ?? ''
    if (type.endsWith('/sharedStrings')) book.sharedStrings = path
    if (type.endsWith('/styles')) book.styles = path
  }
  await scanPart(zip, relations, { open }, limits)
  await scanPart(
    zip,
    part,
    {
      open(name, attributes) {
        if (name === 'workbookPr') book.date1904 = /^(?:1|true)$/.test(attribute(attributes, 'date1904') ?? '')
        if (name !== 'sheet') return
        const target = targets.get(/\w+:id\s*=\s*"([^"]*)"/.exec(attributes)?.[1] ?? '')
        if (!target || !/sheet/i.test(target) || /chartsheet|dialogsheet/i.test(target)) return
        const state = attribute(attributes, 'state') ?? 'visible'
        book.sheets.push({ name: attribute(attributes, 'name') ?? '', hidden: state !== 'visible', part: target })
      },
    },
    limits,
  )
  if (book.sheets.length === 0) throw new FileProblem('fileDamaged')
  return book
}

const resolved = (path: string) => {
  const steps: string[] = []
  for (const step of path.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.') steps.push(step)
  }
  return steps.join('/')
}

/** The shared texts, in order. Phonetic guides are left out. They stay in memory, so their total is limited. */
export async function sharedStrings(zip: ZipParts, book: WorkbookPart, limits: ReadLimits): Promise<string[]> {
  const strings: string[] = []
  if (!book.sharedStrings || !zip.names.includes(book.sharedStrings)) return strings
  let total = 0
  let text = ''
  let inText = false
  let inPhonetic = false
  await scanPart(
    zip,
    book.sharedStrings,
    {
      open(name, _attributes, empty) {
        if (name === 'si') text = ''
        else if (name === 't') inText = !empty
        else if (name === 'rPh') inPhonetic = true
      },
      close(name) {
        if (name === 't') inText = false
        else if (name === 'rPh') inPhonetic = false
        else if (name === 'si') {
          total += text.length
          if (total > limits.sharedCharacters) throw new FileProblem('fileBomb', { part: book.sharedStrings ?? '' })
          strings.push(unescapeControl(text))
        }
      },
      text(piece) {
        if (!inText || inPhonetic) return
        text += piece
        if (text.length > limits.cellCharacters) throw new FileProblem('fileCellTooLong', { row: 0 })
      },
    },
    limits,
  )
  return strings
}

/** `_x000D_` is how the format writes characters that XML cannot hold. */
export const unescapeControl = (text: string) =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

/** How a cell style shows a number: as a date, with fixed zeros (`0000`), or plainly. */
export type NumberStyle = 'plain' | 'date' | { zeros: number; decimals: number }

/** A style that cells use: how it shows numbers, and whether in red letters. */
export type CellStyle = { how: NumberStyle; red: boolean }

/** The styles by the index cells use (`s`). */
export async function cellStyles(zip: ZipParts, book: WorkbookPart, limits: ReadLimits): Promise<CellStyle[]> {
  const styles: CellStyle[] = []
  const redFonts: boolean[] = []
  let inFont = false
  if (!book.styles || !zip.names.includes(book.styles)) return styles
  const formats = new Map<number, string>()
  let inCellFormats = false
  await scanPart(
    zip,
    book.styles,
    {
      open(name, attributes) {
        if (name === 'numFmt') {
          formats.set(Number(attribute(attributes, 'numFmtId')), attribute(attributes, 'formatCode') ?? '')
        } else if (name === 'font') {
          redFonts.push(false)
          inFont = true
        } else if (name === 'color' && inFont) redFonts[redFonts.length - 1] = isRed(attributes)
        else if (name === 'cellXfs') inCellFormats = true
        else if (name === 'xf' && inCellFormats) {
          const id = Number(attribute(attributes, 'numFmtId') ?? 0)
          const red = redFonts[Number(attribute(attributes, 'fontId') ?? 0)] ?? false
          styles.push({ how: styleOf(id, formats.get(id)), red })
        }
      },
      close(name) {
        if (name === 'cellXfs') inCellFormats = false
        else if (name === 'fonts') inFont = false
      },
    },
    limits,
  )
  return styles
}

/** Red by its parts (FF0000, C00000, FF3300), or by its place in the old palette. */
function isRed(attributes: string): boolean {
  const parts = /^(?:[\dA-F]{2})?([\dA-F]{2})([\dA-F]{2})([\dA-F]{2})$/i.exec(attribute(attributes, 'rgb') ?? '')
  if (!parts) return ['2', '10'].includes(attribute(attributes, 'indexed') ?? '')
  const [red = 0, green = 0, blue = 0] = parts.slice(1).map((part) => Number.parseInt(part, 16))
  return red >= 0xc0 && green <= 0x40 && blue <= 0x40
}

/** The style of a number format: the built-in ones by number (ECMA-376 part 1, 18.8.30), others by their code. */
export function styleOf(id: number, code: string | undefined): NumberStyle {
  if (code === undefined) {
    const date = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
    return date ? 'date' : 'plain'
  }
  const zeros = /^(0{4,})(?:\.(0+))?$/.exec(code)
  if (zeros) return { zeros: zeros[1]?.length ?? 0, decimals: zeros[2]?.length ?? 0 }
  const bare = code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^\]]*\]/gi, '')
  return !/general/i.test(bare) && /[ymdhs]/i.test(bare) ? 'date' : 'plain'
}

/** What a format with fixed zeros shows for a number. */
export const zeroPadded = (value: number, style: { zeros: number; decimals: number }): string => {
  const [whole = '', fraction] = Math.abs(value).toFixed(style.decimals).split('.')
  return `${value < 0 ? '-' : ''}${whole.padStart(style.zeros, '0')}${fraction === undefined ? '' : `.${fraction}`}`
}

function nothing() {}

import { extractImages, getDocumentProxy, type getMeta } from 'unpdf'
import { layoutBlocks } from '#engine/document/page-layout.ts'
import type { PageText, Piece, Rules } from '#engine/document/page-lines.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { BlockList } from './block-list.ts'
import type { DocumentLimits } from './document-reading.ts'
import type { Ocr, Picture } from './ocr-port.ts'
import { CharacterMaps } from './pdf-character-maps.ts'
import { pagePaint, type PagePaint, type Shown, type Stroke } from './pdf-paint.ts'
import { pngOf } from './picture.ts'
import { dayIn, type Properties } from './xml-tree.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>
type Page = Awaited<ReturnType<Pdf['getPage']>>
type Info = Awaited<ReturnType<typeof getMeta>>['info']

/** More pieces than any page has; a hostile one may. */
const MOST_PIECES = 40_000
/** So many broken pages in a row, and the rest is given up. */
const BROKEN = 20
/** Pixels of a scanned page: A3 at 600 dpi. */
const MOST_PIXELS = 72_000_000

/**
 * The blocks of a PDF with the page and the place of each. Text that nobody sees (white on paper, drawn invisibly, tiny, outside
 * the page) is left out and counted; pages without text go to recognition or stay unread. Refuses documentEncrypted, documentDamaged.
 */
export async function pdfBlocks(
  bytes: Uint8Array,
  name: string,
  { limits, ocr }: { limits: DocumentLimits; ocr: Ocr | null },
  list: BlockList,
): Promise<{ pages: number; properties: Properties }> {
  const pdf = await opened(new Uint8Array(bytes), name, 1)
  const last = Math.min(pdf.numPages, limits.pages)
  const pages: PageText[] = []
  const scans: number[] = []
  let comments = 0
  let broken = 0
  let images: Pdf | undefined
  const withImages = async () => (images ??= await opened(new Uint8Array(bytes), name, MOST_PIXELS))
  for (let number = 1; number <= last && broken < BROKEN; number += 1) {
    try {
      const page = await pdf.getPage(number)
      const read = await pageText(page, number, list, withImages)
      comments += read.comments
      if (read.undecoded) list.notRead('documentUndecoded', { page: number })
      else if (read.pieces.length === 0) scans.push(number)
      const { width, height, rules } = read
      pages.push({ page: number, width, height, rules, pieces: read.undecoded ? [] : read.pieces })
      page.cleanup()
      broken = 0
    } catch {
      broken += 1
      list.notRead('documentPageFailed', { page: number })
    }
  }
  if (pdf.numPages > last) list.notRead('documentPagesCut', { pages: pdf.numPages, limit: limits.pages })
  await recognisePages(scans, { pages, ocr, list, document: withImages })
  const { blocks, repeated } = layoutBlocks(pages)
  for (const block of blocks) list.take(block)
  if (repeated > 0) list.warn('documentRepeated', { count: repeated })
  if (comments > 0) list.warn('documentComments', { count: comments })
  const properties = propertiesOf((await pdf.getMetadata()).info as Info)
  return { pages: pdf.numPages, properties }
}

async function opened(data: Uint8Array, name: string, maxImageSize: number): Promise<Pdf> {
  try {
    return await getDocumentProxy(data, {
      maxImageSize,
      verbosity: 0,
      useSystemFonts: false,
      disableFontFace: true,
      useWasm: false,
      enableXfa: false,
      useWorkerFetch: false,
      cMapUrl: 'made/',
      cMapPacked: false,
      BinaryDataFactory: CharacterMaps,
    })
  } catch (error) {
    const kind = error instanceof Error ? error.name : ''
    if (kind === 'PasswordException') throw new Refusal('documentEncrypted', { file: name })
    if (['InvalidPDFException', 'FormatError', 'UnknownErrorException', 'XRefParseException'].includes(kind))
      throw new Refusal('documentDamaged', { file: name })
    throw error
  }
}

type Read = { pieces: Piece[]; rules: Rules; width: number; height: number; undecoded: boolean; comments: number }

async function pageText(page: Page, number: number, list: BlockList, withImages: () => Promise<Pdf>): Promise<Read> {
  const { width, height, transform } = page.getViewport({ scale: 1 })
  const map = transform
  const place = (x: number, y: number): [number, number] => [
    (map[0] ?? 1) * x + (map[2] ?? 0) * y + (map[4] ?? 0),
    (map[1] ?? 0) * x + (map[3] ?? -1) * y + (map[5] ?? 0),
  ]
  const { items } = await page.getTextContent()
  const { hidden, outside: beyond, strokes } = await painted(page, number, withImages)
  const pieces: Piece[] = []
  const turned: Piece[] = []
  let gone = beyond
  for (const item of items) {
    if (!('str' in item) || item.str.trim() === '' || pieces.length >= MOST_PIECES) continue
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = item.transform as number[]
    const [left, base] = place(e, f)
    const size = Math.hypot(c, d)
    const [alongX, alongY] = [(map[0] ?? 1) * a + (map[2] ?? 0) * b, (map[1] ?? 0) * a + (map[3] ?? -1) * b]
    const text = withoutHidden(item.str, { x: e, y: f, width: item.width, size }, hidden)
    if (text !== item.str) gone += 1
    if (text.trim() === '') continue
    // what stands outside the page was counted already
    if (left > width || left + item.width < 0 || base - size > height || base < 0) continue
    if (size < 1) {
      gone += 1
      continue
    }
    const straight = Math.abs(alongY) <= Math.abs(alongX) * 0.1 && alongX > 0
    if (straight) pieces.push({ text, left, top: base - size * 0.86, width: item.width, height: size })
    // a page that was turned without saying so reads from its foot up
    else if (Math.abs(alongX) <= Math.abs(alongY) * 0.1 && alongY < 0)
      turned.push({ text, left: height - base, top: left - size * 0.86, width: item.width, height: size })
  }
  list.hidden += gone
  const { fields, comments } = await annotations(page, place)
  const upright = turned.length > pieces.length * 2
  const all = upright ? turned : [...pieces, ...fields]
  const shown = all.map(({ text }) => text).join('')
  const odd = shown.match(/[\ufffd\ue000-\uf8ff]|\p{Cc}/gu)?.length ?? 0
  return {
    pieces: all,
    rules: upright ? { vertical: [], horizontal: [] } : rulesOf(strokes, place),
    width: upright ? height : width,
    height: upright ? width : height,
    undecoded: shown.length > 0 && odd > shown.length * 0.3,
    comments,
  }
}

/** Lines across and down, longer than a character. */
function rulesOf(strokes: readonly Stroke[], place: (x: number, y: number) => [number, number]): Rules {
  const vertical: { at: number; from: number; to: number }[] = []
  const horizontal: { at: number; from: number; to: number }[] = []
  for (const { x1, y1, x2, y2 } of strokes) {
    const [left, top] = place(x1, y1)
    const [right, bottom] = place(x2, y2)
    const [across, down] = [Math.abs(right - left), Math.abs(bottom - top)]
    if (across < 0.5 && down > 6) vertical.push({ at: left, from: Math.min(top, bottom), to: Math.max(top, bottom) })
    if (down < 0.5 && across > 10) horizontal.push({ at: top, from: Math.min(left, right), to: Math.max(left, right) })
  }
  return { vertical, horizontal }
}

/** What was written into a form, at its field; remarks that readers attached are counted. */
async function annotations(page: Page, place: (x: number, y: number) => [number, number]) {
  const fields: Piece[] = []
  let comments = 0
  const found: unknown[] = await page.getAnnotations()
  for (const one of found) {
    if (typeof one !== 'object' || one === null || !('subtype' in one) || !('rect' in one) || !Array.isArray(one.rect))
      continue
    const [x1, y1, x2, y2] = (one.rect as unknown[]).map(Number)
    const value = 'fieldValue' in one && typeof one.fieldValue === 'string' ? one.fieldValue.trim() : ''
    const concealed = 'hidden' in one && one.hidden === true
    if (one.subtype === 'Widget' && value !== '' && value !== 'Off' && !concealed) {
      const [left, bottom] = place(x1 ?? 0, y1 ?? 0)
      const height = Math.min(12, Math.abs((y2 ?? 0) - (y1 ?? 0)))
      fields.push({ text: value, left, top: bottom - height, width: Math.abs((x2 ?? 0) - (x1 ?? 0)), height })
    } else if ('contentsObj' in one && one.subtype !== 'Widget' && one.subtype !== 'Link')
      comments += hasWords(one.contentsObj)
  }
  return { fields, comments }
}

const hasWords = (contents: unknown): 0 | 1 =>
  typeof contents === 'object' && contents !== null && 'str' in contents && String(contents.str).trim() !== '' ? 1 : 0

/**
 * Text that nobody sees. Where nearly all is drawn invisibly the page is a scan with its recognised text, which is kept. Whether white
 * words stand on a picture is only known with the pictures, which are read for such pages alone.
 */
async function painted(page: Page, number: number, withImages: () => Promise<Pdf>) {
  let paint: PagePaint = pagePaint(await page.getOperatorList(), page.view)
  if (paint.white.length > 0) {
    const same = await (await withImages()).getPage(number)
    paint = pagePaint(await same.getOperatorList(), page.view)
    same.cleanup()
  }
  const unseen = paint.invisible.reduce((sum, { text }) => sum + text.trim().length, 0)
  const hidden = [...paint.white, ...(unseen >= paint.characters * 0.9 ? [] : paint.invisible)]
  return { hidden, outside: paint.outside, strokes: paint.strokes }
}

function withoutHidden(
  text: string,
  { x, y, width, size }: { x: number; y: number; width: number; size: number },
  hidden: readonly Shown[],
): string {
  let rest = text
  for (const one of hidden) {
    if (Math.abs(one.y - y) > Math.max(1, size * 0.3) || one.x < x - 1 || one.x > x + width + 1) continue
    const words = one.text.trim()
    const at = rest.indexOf(words)
    if (at >= 0) rest = rest.slice(0, at) + rest.slice(at + words.length)
  }
  return rest
}

type Scanned = { pages: PageText[]; ocr: Ocr | null; list: BlockList; document: () => Promise<Pdf> }

/** Reads pages without text by recognition; each that stays unread is named. */
async function recognisePages(scans: readonly number[], { pages, ocr, list, document }: Scanned): Promise<void> {
  for (const number of scans) {
    const index = pages.findIndex(({ page }) => page === number)
    const page = pages[index]
    const picture = ocr && page ? await pictureOf(await document(), number) : null
    if (!ocr || !page || !picture) {
      list.notRead('documentNoText', { page: number })
      continue
    }
    try {
      const { pieces, width, height } = await ocr.recognise(picture)
      const [across, down] = [page.width / width, page.height / height]
      pages[index] = {
        ...page,
        pieces: pieces.map((one) => ({
          text: one.text,
          left: one.left * across,
          top: one.top * down,
          width: one.width * across,
          // the box around a line is a little taller than its font
          height: one.height * down * 0.9,
        })),
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      list.notRead(error.key, { page: number })
      list.notRead('documentNoText', { page: number })
    }
  }
}

/** The largest picture of a page; a scan is one picture. */
async function pictureOf(pdf: Pdf, number: number): Promise<Picture | null> {
  const found = await extractImages(pdf, number).catch(() => [])
  const [largest] = found.toSorted((one, other) => other.width * other.height - one.width * one.height)
  if (!largest || largest.width < 50 || largest.height < 50) return null
  const { data, width, height, channels } = largest
  return { bytes: pngOf(data, width, height, channels), type: 'image/png', width, height }
}

const propertiesOf = (info: Info): Properties => {
  const text = (key: string) => (typeof info[key] === 'string' ? info[key].trim() : '')
  return {
    title: text('Title'),
    author: text('Author') || null,
    created: dayIn(text('CreationDate')),
    modified: dayIn(text('ModDate')),
  }
}

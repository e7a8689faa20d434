import { PDFDocument, type PDFPage } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { say, type TextKey } from '#contract/errors.ts'
import type { MergeOptions } from '#contract/tool-run.ts'
import type { Language, Params } from '#contract/texts.ts'
import type { InvoiceFacts } from '#engine/invoice/invoice-facts.ts'
import { fitted, type Grid, pageGrid, type Place, POINTS_PER_MM } from '#engine/invoice/page-grid.ts'
import { addCover, type Listed } from './merge-cover.ts'
import { duplicates } from './merge-duplicates.ts'
import { yuan } from './merge-money.ts'
import { ordered } from './merge-order.ts'
import { addOutline } from './merge-outline.ts'
import type { Merged } from './merge-worker.ts'
import { GREY, operator, PdfWords } from './pdf-words.ts'
import { factsIfRead, kindOf, LeftOut, type Sheet, takeReceipt, type Taken } from './receipt.ts'
import { type RunFile, type RunOutcome, said, type Said } from './runner.ts'

export type MergeOrder = {
  files: readonly RunFile[]
  options: MergeOptions
  title: string
  language: Language
  maxPages: number
  to: string
}
type Tell = (percent: number, step: TextKey, params: Params) => void
type Receipt = { file: RunFile; facts: InvoiceFacts; taken: Taken; says: Said[] }

/** Space at the lower edge of a page that carries its number. */
const FOOT = 26
/** Of the work, what reading takes. */
const READING = 85

/**
 * Merges receipts: each is read, put into one document with its stamps, ordered and laid out. A file that cannot be taken is left
 * out by name; what is there twice is found by its number or its bytes. `bytes` is missing where nothing could be taken.
 */
export async function mergeReceipts(order: MergeOrder, tell: Tell): Promise<Merged & { bytes?: Uint8Array }> {
  // pictures are worked on one by one: what was decoded is not kept
  sharp.cache(false)
  const { files, options, language } = order
  const document = await PDFDocument.create({ updateMetadata: false })
  const outcomes = new Map<RunFile, RunOutcome>()
  const receipts: Receipt[] = []
  const seen = duplicates(options.duplicates === 'keep')
  let pages = 0
  for (const [at, file] of files.entries()) {
    tell((READING * at) / files.length, 'toolMerging', { at: at + 1, of: files.length, file: file.name })
    const leave = (state: RunOutcome['state'], says: Said[]) =>
      outcomes.set(file, { name: file.name, folder: file.folder, state, says })
    try {
      const kind = await kindOf(file)
      const facts = await factsIfRead(file, kind)
      const { same, says } = seen(file, facts)
      if (same && options.duplicates === 'skip') {
        leave('same', says)
        continue
      }
      const room = { pages: order.maxPages - pages, options, longest: longestSide(options) }
      const taken = await takeReceipt(document, file, kind, room)
      pages += taken.sheets.length
      receipts.push({ file, facts, taken, says })
    } catch (error) {
      // whatever a file does to its reader is its own trouble; the others are merged
      const { key, params } = error instanceof LeftOut ? error : new LeftOut('toolBroken')
      leave(key === 'toolBroken' ? 'failed' : 'skipped', [said(key, params)])
    }
  }
  const inOrder = ordered(receipts, options)
  for (const [at, receipt] of inOrder.entries()) outcomes.set(receipt.file, outcomeOf(receipt, at + 1))
  const told = { outcomes: files.flatMap((file) => outcomes.get(file) ?? []), pages }
  if (inOrder.length === 0) return { ...told, figures: [] }
  tell(READING, 'toolLayingOut', { at: inOrder.length, of: inOrder.length })
  const sheets = await laidOut(document, inOrder, order)
  tell(READING + 5, 'toolWriting', {})
  document.setTitle(order.title)
  document.setProducer('Digao')
  document.setLanguage(language === 'en' ? 'en' : 'zh-CN')
  const bytes = await document.save({ useObjectStreams: true, addDefaultPage: false, objectsPerTick: Infinity })
  return { ...told, figures: figuresOf(inOrder, told.outcomes, { pages, sheets }), bytes }
}

const longestSide = ({ perPage, orientation }: MergeOptions): number => {
  const { places } = pageGrid({ perPage: Number(perPage), across: orientation === 'landscape', margin: 0, foot: 0 })
  return Math.max(...places.map(({ width, height }) => Math.max(width, height)))
}

function outcomeOf({ file, facts, taken, says }: Receipt, index: number): RunOutcome {
  const lines = [said('toolReceipt', { index, pages: taken.sheets.length })]
  const total = facts.total === null ? '' : yuan(facts.total)
  if (facts.number !== '' && total !== '') lines.push(said('toolReceiptFacts', { number: facts.number, total }))
  else lines.push(total === '' ? said('toolNoTotal') : said('toolReceiptTotal', { total }))
  if (taken.stamps > 0) lines.push(said('toolStamps', { count: taken.stamps }))
  const warned = [...says, ...taken.says]
  return {
    name: file.name,
    folder: file.folder,
    made: 0,
    state: warned.length > 0 ? 'warned' : 'done',
    says: [...lines, ...warned],
  }
}

/** Puts every page into its place; answers how many sheets of paper there are. */
async function laidOut(document: PDFDocument, receipts: readonly Receipt[], order: MergeOrder): Promise<number> {
  const { options, language, title } = order
  const words = await PdfWords.of(document)
  const grid = pageGrid({
    perPage: Number(options.perPage),
    across: options.orientation === 'landscape',
    margin: options.margin * POINTS_PER_MM,
    foot: options.pageNumbers ? FOOT : 0,
  })
  const pages: PDFPage[] = []
  const marks: { title: string; page: PDFPage }[] = []
  let taken = 0
  for (const [at, { file, taken: parts }] of receipts.entries())
    for (const [number, sheet] of parts.sheets.entries()) {
      const slot = taken % grid.places.length
      if (slot === 0) pages.push(newPage(document, grid, options))
      taken += 1
      const [page, place] = [pages.at(-1), grid.places[slot]]
      if (!page || !place) continue
      put(page, sheet, place, options)
      if (number === 0) marks.push({ title: `${at + 1} ${file.name}`, page })
      if (options.indexNumbers)
        label(page, words, place, parts.sheets.length > 1 ? `${at + 1}-${number + 1}` : `${at + 1}`)
    }
  if (options.pageNumbers)
    for (const [at, page] of pages.entries()) {
      const text = `${at + 1} / ${pages.length}`
      const x = (page.getWidth() - words.width(text, 9)) / 2
      words.draw(page, text, { x, y: 11, size: 9, ink: GREY })
    }
  const cover = options.cover ? addCover(document, words, { rows: receipts.map(listedOf), title, language }) : []
  const [front] = cover
  if (front) marks.unshift({ title: say('toolCoverTitle', language), page: front })
  if (options.bookmarks) addOutline(document, marks)
  return pages.length + cover.length
}

function newPage(document: PDFDocument, { page: size, cuts }: Grid, { cutLine }: MergeOptions): PDFPage {
  const page = document.addPage([size.width, size.height])
  if (cutLine)
    for (const { from, to } of cuts)
      page.drawLine({
        start: { x: from[0], y: from[1] },
        end: { x: to[0], y: to[1] },
        thickness: 0.4,
        dashArray: [4, 4],
        opacity: 0.5,
      })
  return page
}

function put(page: PDFPage, { ref, ...sheet }: Sheet, place: Place, { turn }: MergeOptions): void {
  const matrix = fitted(sheet, place, { turn, largest: sheet.largest })
  const key = page.node.newXObject('Receipt', ref)
  page.pushOperators(
    operator('q'),
    operator('cm', ...matrix.map((value) => value.toFixed(5))),
    operator('Do', key.toString()),
    operator('Q'),
  )
}

/** The number of a receipt in the upper right corner of its place, on white. */
function label(page: PDFPage, words: PdfWords, { x, y, width, height }: Place, text: string): void {
  const wide = words.width(text, 9)
  const [right, top] = [x + width, y + height]
  words.draw(page, text, { x: right - wide - 2, y: top - 9, size: 9 })
}

const listedOf = ({ file, facts }: Receipt, at: number): Listed => ({
  index: at + 1,
  name: file.name,
  number: facts.number,
  date: facts.date,
  seller: facts.seller,
  total: facts.total,
})

function figuresOf(
  receipts: readonly Receipt[],
  outcomes: readonly RunOutcome[],
  { pages, sheets }: { pages: number; sheets: number },
) {
  const totals = receipts.flatMap(({ facts }) => facts.total ?? [])
  const count = (...states: string[]) => outcomes.filter(({ state }) => states.includes(state)).length
  return [
    { label: 'receipts', value: String(receipts.length) },
    { label: 'pages', value: String(pages) },
    { label: 'sheets', value: String(sheets) },
    { label: 'total', value: yuan(totals.reduce((sum, one) => sum + one, 0)) },
    { label: 'withoutTotal', value: String(receipts.length - totals.length) },
    { label: 'duplicates', value: String(count('same')) },
    { label: 'leftOut', value: String(count('skipped', 'failed')) },
  ]
}

import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib'
import { say } from '#contract/errors.ts'
import type { Language } from '#contract/texts.ts'
import { A4 } from '#engine/invoice/page-grid.ts'
import { yuan } from './merge-money.ts'
import { GREY, type PdfWords } from './pdf-words.ts'

/** A merged receipt as the list names it. */
export type Listed = { index: number; name: string; number: string; date: string; seller: string; total: number | null }

const ROWS = 36
const LEFT = 42
const RIGHT = A4.width - 42
const TOP = A4.height - 92
const LINE = 19

/** Pages in front with the list of receipts and what they come to. */
export function addCover(
  document: PDFDocument,
  words: PdfWords,
  { rows, title, language }: { rows: readonly Listed[]; title: string; language: Language },
): PDFPage[] {
  const pages: PDFPage[] = []
  for (let from = 0; from === 0 || from < rows.length; from += ROWS) {
    const page = document.insertPage(pages.length, [A4.width, A4.height])
    pages.push(page)
    head(page, words, { title, language })
    let y = TOP - LINE
    for (const row of rows.slice(from, from + ROWS)) {
      listed(page, words, row, y)
      y -= LINE
    }
    if (from + ROWS >= rows.length) sum(page, words, { rows, language, y: y - 4 })
  }
  return pages
}

function head(page: PDFPage, words: PdfWords, { title, language }: { title: string; language: Language }) {
  words.draw(page, words.cut(title, RIGHT - LEFT, 16), { x: LEFT, y: A4.height - 56, size: 16 })
  const at = { y: TOP, size: 9, ink: GREY }
  words.draw(page, say('toolCoverIndex', language), { ...at, x: LEFT })
  words.draw(page, say('toolCoverNumber', language), { ...at, x: LEFT + 34 })
  words.draw(page, say('toolCoverDate', language), { ...at, x: LEFT + 158 })
  words.draw(page, say('toolCoverFrom', language), { ...at, x: LEFT + 226 })
  words.draw(page, say('toolCoverAmount', language), { ...at, x: RIGHT, right: true })
  line(page, TOP - 6)
}

function listed(page: PDFPage, words: PdfWords, row: Listed, y: number) {
  const at = { y, size: 9 }
  words.draw(page, String(row.index), { ...at, x: LEFT })
  words.draw(page, row.number, { ...at, x: LEFT + 34 })
  words.draw(page, row.date, { ...at, x: LEFT + 158 })
  words.draw(page, words.cut(row.seller || row.name, 190, 9), { ...at, x: LEFT + 226 })
  words.draw(page, row.total === null ? '-' : yuan(row.total), { ...at, x: RIGHT, right: true })
}

function sum(
  page: PDFPage,
  words: PdfWords,
  { rows, language, y }: { rows: readonly Listed[]; language: Language; y: number },
) {
  line(page, y + LINE - 5)
  const known = rows.flatMap(({ total }) => total ?? [])
  const told = say('toolCoverSum', language, { count: rows.length, known: known.length })
  words.draw(page, told, { x: LEFT, y, size: 10 })
  const total = known.reduce((all, one) => all + one, 0)
  words.draw(page, yuan(total), { x: RIGHT, y, size: 11, right: true })
}

const line = (page: PDFPage, y: number) =>
  page.drawLine({ start: { x: LEFT, y }, end: { x: RIGHT, y }, thickness: 0.5 })

import type { Line } from './page-lines.ts'

type LinedPage = { height: number; lines: readonly Line[] }

/** The part of a page at its top and bottom where headers and footers stand. */
const EDGE = 0.09
const pageNumber =
  /^[-—–·•\s]*(?:第?\s*\d{1,4}\s*页?|\d{1,4}\s*\/\s*\d{1,4}|第\s*\d{1,4}\s*页\s*[,，/]?\s*共\s*\d{1,4}\s*页|page \d{1,4}(?: of \d{1,4})?)[-—–·•\s]*$/i

/** Lines at the edges of pages that most pages have, numbers aside; single page numbers too. Needs three pages to know. */
export function repeatedLines(pages: readonly LinedPage[]): Set<Line> {
  const edges = pages.map(({ height, lines }) =>
    lines
      .filter(({ top, bottom }) => bottom < height * EDGE || top > height * (1 - EDGE))
      .map((line) => ({ line, text: textOf(line), place: Math.round((line.top / height) * 50) })),
  )
  const counts = new Map<string, number>()
  for (const page of edges) {
    for (const key of new Set(page.map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const most = Math.max(3, Math.ceil(pages.length / 2))
  const repeated = new Set<Line>()
  for (const one of edges.flat()) {
    if ((counts.get(keyOf(one)) ?? 0) >= most || (pages.length > 1 && pageNumber.test(one.text))) repeated.add(one.line)
  }
  return repeated
}

const textOf = ({ segments }: Line) => segments.map(({ text }) => text).join(' ')

const keyOf = ({ text, place }: { text: string; place: number }) =>
  `${place < 25 ? 'top' : 'bottom'} ${text.replaceAll(/\d+/g, '#').replaceAll(/\s/g, '')}`

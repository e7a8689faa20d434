import type { SlideView } from '#contract/viewer.ts'
import type { Block } from '#engine/retrieval/block.ts'
import type { DocumentReading } from '#server/document/document-reading.ts'

/** A slide of four to three, in points; no reader says what size the deck has. */
const SIZE = { width: 720, height: 540 }

/** Slides as their words with their places; words without a place stand in `more`. */
export function slideViews({ blocks, pages }: Pick<DocumentReading, 'blocks' | 'pages'>): SlideView[] {
  const slides = Array.from({ length: pages }, (): SlideView => ({ ...SIZE, pieces: [], more: [] }))
  for (const block of blocks) {
    const slide = slides[(block.origin.page ?? 1) - 1]
    if (!slide) continue
    const text = textOf(block)
    if (text === '') continue
    const { box } = block.origin
    if (!box || box.width <= 0 || box.height <= 0) {
      slide.more.push(text)
      continue
    }
    const above = slide.pieces.at(-1)
    // paragraphs of one shape have one place
    if (above && above.left === box.left && above.top === box.top && !above.title) above.text += `\n${text}`
    else slide.pieces.push({ ...box, title: block.kind === 'heading', text })
  }
  // wide decks reach beyond; one size for all, so that nothing jumps
  const reach = slides.flatMap(({ pieces }) => pieces.map(({ left, width }) => Math.ceil(left + width)))
  const width = Math.max(SIZE.width, ...reach)
  if (width > SIZE.width) for (const slide of slides) slide.width = Math.max(960, width)
  return slides
}

const textOf = (block: Block): string =>
  block.kind === 'table'
    ? block.rows.map(({ cells }) => cells.map((cell) => cell.text).join('\t')).join('\n')
    : block.text

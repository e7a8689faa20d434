import { ChunkList, cutText, MOST_CHARACTERS, type Anchor, type Block, type Chunked, type Origin } from './block.ts'
import { putTable } from './chunk-table.ts'

type Text = Extract<Block, { kind: 'paragraph' }>

/**
 * A document by its headings: paragraphs of one heading, and of one page where there are pages, are gathered up to the
 * longest chunk; tables go by rows, behind their caption or the paragraph before them. `title` leads every path.
 */
export function chunkDocument(title: string, blocks: readonly Block[]): Chunked {
  const list = new ChunkList()
  const headings: (string | undefined)[] = []
  let held: Text[] = []
  const path = () => [title, ...headings.filter((part) => part !== undefined)].filter((part) => part !== '')
  const flush = () => {
    const [first] = held
    const last = held.at(-1)
    if (first && last) {
      const whole = held.map(({ text }) => text.trim()).join('\n')
      for (const text of cutText(whole))
        list.push(path(), { kind: 'paragraph', text, anchor: anchorOf(headings, first.origin, last.origin) })
    }
    held = []
  }
  for (const [at, block] of blocks.entries()) {
    if (block.kind === 'heading') {
      flush()
      headings.length = Math.max(1, block.level)
      headings[Math.max(1, block.level)] = block.text.trim()
      // headings with nothing under them are all that some slides have
      if (blocks[at + 1]?.kind !== 'paragraph' && blocks[at + 1]?.kind !== 'table') {
        const text = block.text.trim().slice(0, MOST_CHARACTERS)
        if (text) list.push(path(), { kind: 'paragraph', text, anchor: anchorOf(headings, block.origin, block.origin) })
      }
    } else if (block.kind === 'table') {
      flush()
      const before = blocks[at - 1]
      const caption = block.caption ?? (before?.kind === 'paragraph' ? before.text.trim().slice(-120) : undefined)
      const under = block.sheet === undefined ? path() : [...path(), block.sheet]
      putTable(list, under, { ...block, ...(caption === undefined ? {} : { caption }) })
    } else if (block.text.trim() !== '') {
      const length = held.reduce((sum, { text }) => sum + text.length + 1, 0)
      const turned = held[0] && held[0].origin.page !== block.origin.page
      if (held.length && (turned || length + block.text.length > MOST_CHARACTERS)) flush()
      held.push(block)
    }
  }
  flush()
  return list.done
}

function anchorOf(headings: readonly (string | undefined)[], first: Origin, last: Origin): Anchor {
  const paragraphs = [first.paragraph, last.paragraph] as const
  if (first.page === undefined) return { kind: 'place', heading: headings.at(-1) ?? '', paragraphs }
  const box = first.box && last.box ? around(first.box, last.box) : undefined
  return { kind: 'page', page: first.page, ...(box ? { box } : {}), paragraphs }
}

type Box = NonNullable<Origin['box']>

const around = (one: Box, other: Box): Box => {
  const left = Math.min(one.left, other.left)
  const top = Math.min(one.top, other.top)
  return {
    left,
    top,
    width: Math.max(one.left + one.width, other.left + other.width) - left,
    height: Math.max(one.top + one.height, other.top + other.height) - top,
  }
}

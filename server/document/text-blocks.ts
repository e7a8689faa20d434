import { markdownBlocks } from '#engine/retrieval/markdown-blocks.ts'
import { tidy, type BlockList } from './block-list.ts'

/** Lines that are headings of a plain text: numbered parts of a law, nothing else is certain. */
const part = /^第[〇零一二三四五六七八九十百千\d]+([编章节])[\s\u3000]?[^，。；]{0,30}$/
const levels: Record<string, number> = { 编: 1, 章: 2, 节: 3 }

/** A line of this many characters was broken by hand at the margin. */
const MARGIN = 30

/**
 * A plain text: paragraphs by blank lines, or line by line; lines that were broken at a margin (all about as long, the next one not
 * indented) are put together again.
 */
export function textBlocks(text: string, list: BlockList): void {
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n')
  const widths = lines.map((line) => line.trimEnd().length).filter((width) => width > 0)
  const widest = widths.toSorted((one, other) => one - other)[Math.floor(widths.length * 0.9)] ?? 0
  const wrapped =
    widest >= MARGIN && widths.filter((width) => width > widest * 0.9).length > widths.length * 0.4 && widest <= 120
  let held = ''
  const flush = () => {
    if (held === '') return
    const said = tidy(held)
    const level = part.exec(said)?.[1]
    if (level) list.heading(levels[level] ?? 2, said)
    else list.paragraph(said)
    held = ''
  }
  let above = 0
  for (const line of lines) {
    if (line.trim() === '') {
      flush()
      above = 0
      continue
    }
    const goesOn = wrapped && held !== '' && above > widest * 0.85 && !/^[\s\u3000]/.test(line)
    if (!goesOn) flush()
    held += goesOn && /[\w,.;]$/.test(held) ? ` ${line.trim()}` : line.trim()
    above = line.trimEnd().length
  }
  flush()
}

/** Markdown by its marks. */
export function markdownText(text: string, list: BlockList): void {
  for (const block of markdownBlocks(text.replaceAll(/<!--[\s\S]*?-->/g, ''))) list.take(block)
}

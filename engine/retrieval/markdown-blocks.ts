import type { Block, TableRow } from './block.ts'

const divider = /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/

/** Markdown, and plain text as its poorest form, as blocks: headings, tables, paragraphs. Marks of emphasis and links stay words. */
export function markdownBlocks(text: string): Block[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const blocks: Block[] = []
  let held: string[] = []
  const origin = () => ({ paragraph: blocks.length + 1 })
  const flush = () => {
    const said = plain(held.join('\n'))
    if (said) blocks.push({ kind: 'paragraph', text: said, origin: origin() })
    held = []
  }
  let fence = ''
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark && (!fence || mark.startsWith(fence))) {
      flush()
      fence = fence ? '' : mark
      continue
    }
    if (fence) {
      held.push(line)
      continue
    }
    const heading = /^(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line)
    const under = /^\s*(=+|-{3,})\s*$/.exec(lines[at + 1] ?? '')
    if (heading) {
      flush()
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: plain(heading[2] ?? ''), origin: origin() })
    } else if (under && line.trim() && !line.includes('|') && held.length === 0) {
      blocks.push({ kind: 'heading', level: under[1]?.startsWith('=') ? 1 : 2, text: plain(line), origin: origin() })
      at += 1
    } else if (line.includes('|') && divider.test(lines[at + 1] ?? '')) {
      flush()
      const rows: TableRow[] = [rowOf(line, 1)]
      for (at += 2; at < lines.length && (lines[at] ?? '').includes('|'); at += 1)
        rows.push(rowOf(lines[at] ?? '', rows.length + 1))
      at -= 1
      blocks.push({ kind: 'table', headerRows: 1, rows, origin: origin() })
    } else if (line.trim() === '') flush()
    else held.push(line)
  }
  flush()
  return blocks
}

function rowOf(line: string, row: number): TableRow {
  const cells = line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
  return { row, cells: cells.map((text, at) => ({ column: at + 1, text: plain(text.replaceAll('\\|', '|')) })) }
}

/** Words without marks: an image leaves its caption, a link its words; addresses are not searched by characters. */
const plain = (text: string): string =>
  text
    .replaceAll(/!?\[([^\][]{0,500})\]\([^()\s]{0,2000}\)/g, '$1')
    .replaceAll(/^[ \t]{0,8}(?:>[ \t]?){1,8}/gm, '')
    .replaceAll(/(\*\*|__|`)/g, '')
    .trim()

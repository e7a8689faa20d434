import {
  BorderStyle,
  type FileChild,
  HeadingLevel,
  LevelFormat,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'

/** The numbering that ordered lists of a document name. */
export const NUMBERING = {
  config: [
    {
      reference: 'ordered',
      levels: [0, 1, 2].map((level) => ({
        level,
        format: LevelFormat.DECIMAL,
        text: `%${level + 1}.`,
        style: { paragraph: { indent: { left: 420 * (level + 1), hanging: 420 } } },
      })),
    },
  ],
}
const HEADINGS = [
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
] as const

/** Markdown as paragraphs and tables of Word: headings, lists, quotes, tables, bold, italic and code. Links keep their words alone. */
export function markdownBlocks(markdown: string): FileChild[] {
  const blocks: FileChild[] = []
  const lines = markdown.replaceAll('\r', '').split('\n')
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (line.trim() === '') continue
    if (/^\s*```/.test(line)) {
      const end = lines.findIndex((one, index) => index > at && /^\s*```/.test(one))
      const code = lines.slice(at + 1, end < 0 ? lines.length : end)
      for (const one of code) blocks.push(new Paragraph({ children: [new TextRun({ text: one, font: 'Consolas' })] }))
      at = end < 0 ? lines.length : end
    } else if (isTable(lines, at)) {
      const end = lines.findIndex((one, index) => index > at && !one.trim().startsWith('|'))
      const rows = lines.slice(at, end < 0 ? lines.length : end)
      blocks.push(tableOf(rows.filter((_, index) => index !== 1).map(cellsOf)))
      at = (end < 0 ? lines.length : end) - 1
    } else blocks.push(paragraphOf(line))
  }
  return blocks
}

const isTable = (lines: readonly string[], at: number) =>
  (lines[at] ?? '').trim().startsWith('|') && /^\s*\|?\s*:?-{2,}/.test(lines[at + 1] ?? '')

const cellsOf = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

const border = { style: BorderStyle.SINGLE, size: 4, color: '999999' }

/** A table; the first row is its head. Numbers stand to the right. */
export function tableOf(rows: readonly (readonly string[])[]): Table {
  const width = Math.max(1, ...rows.map((row) => row.length))
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    borders: {
      top: border,
      bottom: border,
      left: border,
      right: border,
      insideHorizontal: border,
      insideVertical: border,
    },
    rows: rows.map(
      (row, index) =>
        new TableRow({
          tableHeader: index === 0,
          children: Array.from({ length: width }, (_, column) => cell(row[column] ?? '', index === 0)),
        }),
    ),
  })
}

const cell = (text: string, head: boolean) =>
  new TableCell({
    children: [
      new Paragraph({
        ...(!head && /^-?[\d,]+(\.\d+)?%?$/.test(plainly(text)) && { alignment: 'right' as const }),
        children: runsOf(text, head),
      }),
    ],
  })

function paragraphOf(line: string): Paragraph {
  const heading = /^(#{1,6})\s+(.*)$/.exec(line)
  if (heading) {
    const level = HEADINGS[Math.min(HEADINGS.length, heading[1]?.length ?? 1) - 1] ?? HeadingLevel.HEADING_5
    return new Paragraph({ heading: level, children: runsOf(heading[2] ?? '') })
  }
  const quote = /^\s*>\s?(.*)$/.exec(line)
  if (quote) return new Paragraph({ indent: { left: 420 }, children: runsOf(quote[1] ?? '') })
  const item = /^(\s*)(?:([-*+])|\d{1,3}[.)])\s+(.*)$/.exec(line)
  if (!item) return new Paragraph({ spacing: { after: 80 }, children: runsOf(line.trim()) })
  const level = Math.min(2, Math.floor((item[1]?.length ?? 0) / 2))
  const children = runsOf(item[3] ?? '')
  return item[2]
    ? new Paragraph({ bullet: { level }, children })
    : new Paragraph({ numbering: { reference: 'ordered', level }, children })
}

const LONGEST_LINE = 5000
/** A sign after a backslash stands for itself. */
const ESCAPED = /\\([!-/:-@[-`{-~])/g
const plainly = (text: string) => text.replaceAll(ESCAPED, '$1')
const INLINE = /\\([!-/:-@[-`{-~])|\*\*(.+?)\*\*|__(.+?)__|\*(\S(?:.*?\S)?)\*|`([^`]+)`|!?\[([^\]]+)\]\([^)]*\)/g

function runsOf(text: string, bold = false): TextRun[] {
  const runs: TextRun[] = []
  let from = 0
  const put = (words: string, how: { bold?: boolean; italics?: boolean; font?: string } = {}) => {
    if (words) runs.push(new TextRun({ text: words, bold, ...how }))
  }
  // a line that long is no writing: its marks are left as they are
  for (const match of text.length > LONGEST_LINE ? [] : text.matchAll(INLINE)) {
    put(text.slice(from, match.index))
    const [whole, escaped, strong, under, slanted, code, link] = match
    if (escaped) put(escaped)
    else if (strong ?? under) put(plainly(strong ?? under ?? ''), { bold: true })
    else if (slanted) put(plainly(slanted), { italics: true })
    else if (code) put(code, { font: 'Consolas' })
    else put(plainly(link ?? ''))
    from = match.index + whole.length
  }
  put(text.slice(from))
  return runs
}

import type { Cell, TableRow } from '#engine/retrieval/block.ts'
import { attribute, markupScanner } from '#server/ledger/read/markup.ts'
import { tidy, type BlockList } from './block-list.ts'

const unseen = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'head',
  'svg',
  'iframe',
  'object',
  'select',
  'textarea',
])
const empty = new Set([
  'br',
  'hr',
  'img',
  'input',
  'meta',
  'link',
  'col',
  'area',
  'base',
  'embed',
  'source',
  'track',
  'wbr',
])
const standing = new Set(
  'p div li ul ol dl dt dd section article header footer main aside nav blockquote pre form fieldset address figure figcaption body html center'.split(
    ' ',
  ),
)
const PIECE = 8 * 1024 ** 2
const DEEPEST = 2000

type Frame = { rows: TableRow[]; row: Cell[]; column: number; cell: string | null; span: number }

/** The visible text of a page: headings, paragraphs, tables. Nothing is run, nothing is fetched. Answers the page's title. */
export function htmlReader(list: BlockList) {
  const open: { name: string; hidden: boolean }[] = []
  let level = 0
  let text = ''
  let title = ''
  let inTitle = false
  let hiddenText = ''
  /** Tables that are open; one inside another's cell is that cell's text. */
  const frames: Frame[] = []

  const hidden = () => open.at(-1)?.hidden === true
  const inCell = () => frames.at(-1)?.cell != null
  const put = (said: string) => {
    const frame = frames.at(-1)
    if (frame?.cell == null) text += said
    else frame.cell += said
  }
  const flush = () => {
    if (inCell()) return
    if (level > 0) list.heading(level, text)
    else list.paragraph(text)
    text = ''
  }
  const endCell = () => {
    const frame = frames.at(-1)
    if (frame?.cell == null) return
    const said = tidy(frame.cell)
    if (said) frame.row.push({ column: frame.column, text: said })
    frame.column += frame.span
    frame.cell = null
  }
  const endRow = () => {
    endCell()
    const frame = frames.at(-1)
    if (!frame) return
    if (frame.row.length > 0) frame.rows.push({ row: frame.rows.length + 1, cells: frame.row })
    frame.row = []
    frame.column = 1
  }
  const endTable = () => {
    endRow()
    const rows = frames.pop()?.rows ?? []
    if (inCell()) for (const { cells } of rows) put(`\n${cells.map((one) => one.text).join(' | ')}\n`)
    // a page that is laid out by tables of one cell has no tables
    else if (rows.every(({ cells }) => cells.length <= 1))
      for (const { cells } of rows) list.paragraph(cells[0]?.text ?? '')
    else list.table(rows)
  }
  const starts = (name: string, attributes: string) => {
    const heading = /^h([1-6])$/.exec(name)?.[1]
    const frame = frames.at(-1)
    if (heading) {
      flush()
      level = Number(heading)
    } else if (name === 'table') {
      flush()
      if (frames.length < 50) frames.push({ rows: [], row: [], column: 1, cell: null, span: 1 })
    } else if (name === 'tr' && frame) endRow()
    else if ((name === 'td' || name === 'th') && frame) {
      endCell()
      frame.cell = ''
      frame.span = Math.max(1, Math.min(1000, Number(attribute(attributes, 'colspan')) || 1))
    } else if (name === 'br' || (inCell() && standing.has(name))) put('\n')
    else if (standing.has(name)) flush()
  }

  const scanner = markupScanner(
    {
      open(name, attributes, closed) {
        if (name === 'title') inTitle = true
        if (!hidden()) starts(name, attributes)
        if (empty.has(name) || closed) return
        if (open.length < DEEPEST) open.push({ name, hidden: hidden() || unseen.has(name) || concealed(attributes) })
      },
      close(name) {
        if (name === 'title') inTitle = false
        const at = open.findLastIndex((one) => one.name === name)
        const shown = !hidden()
        if (at >= 0) open.length = at
        if (!shown) {
          if (tidy(hiddenText) && !hidden()) list.hidden += 1
          if (!hidden()) hiddenText = ''
          return
        }
        if (/^h[1-6]$/.test(name)) {
          flush()
          level = 0
        } else if (name === 'td' || name === 'th') endCell()
        else if (name === 'tr') endRow()
        else if (name === 'table' && frames.length > 0) endTable()
        else if (standing.has(name)) {
          if (inCell()) put('\n')
          else flush()
        }
      },
      text(said) {
        if (inTitle) title += said
        const words = named(said)
        if (!hidden()) put(words.replaceAll(/\s+/g, ' '))
        else if (!open.some((one) => unseen.has(one.name))) hiddenText += words
      },
    },
    PIECE,
    true,
  )
  return {
    push: (chunk: string) => scanner.push(chunk),
    /** The page's title. */
    end(): string {
      scanner.end()
      while (frames.length > 0) endTable()
      flush()
      return tidy(named(title))
    },
  }
}

/** Text that a reader of the page does not see. */
function concealed(attributes: string): boolean {
  if (!attributes) return false
  if (/(?:^|\s)hidden(?:\s|=|$)/i.test(attributes)) return true
  const style = (attribute(attributes, 'style') ?? '').replaceAll(/\s/g, '').toLowerCase()
  return (
    /display:none|visibility:hidden|font-size:0(?:[;.a-z]|$)|opacity:0(?:;|$)|text-indent:-\d{4}/.test(style) ||
    (/(?:^|;)color:(?:white|#f{3}\b|#f{6}|rgba?\(255,255,255)/.test(style) && !/background/.test(style))
  )
}

const names: Record<string, string> = {
  mdash: '—',
  ndash: '–',
  ldquo: '“',
  rdquo: '”',
  lsquo: '‘',
  rsquo: '’',
  hellip: '…',
  middot: '·',
  copy: '©',
  times: '×',
  emsp: ' ',
  ensp: ' ',
  thinsp: ' ',
  bull: '•',
  laquo: '«',
  raquo: '»',
  sect: '§',
  permil: '‰',
}
const named = (text: string): string =>
  text.includes('&') ? text.replaceAll(/&([a-z]+);/g, (whole, name: string) => names[name] ?? whole) : text

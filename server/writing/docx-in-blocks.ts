import type { BlockNode, InlineNode, ListNode } from '#contract/writing-doc.ts'
import { attr, child, elements, under, type XmlNode } from '../document/xml-tree.ts'
import { type DocxStyle, levelOf } from '../document/docx-styles.ts'
import { styles, TWIPS } from './docx-marks.ts'
import type { Numbered } from './docx-in-numbers.ts'
import { isSet, type ParagraphStyle } from './docx-in-package.ts'
import { counted, type InBook, noteKey, type Piece, type PictureFound, runReader } from './docx-in-runs.ts'
import { tableIn } from './docx-in-table.ts'

export type BlockParts = {
  style: (id: string | undefined) => DocxStyle
  look: (id: string | undefined) => ParagraphStyle
  numbers: (numId: string, level: number) => Numbered
  /** Whether a new page begins after the section of these settings. */
  endsPage: (settings: XmlNode) => boolean
}
/** Where a paragraph stands, besides its text. */
type Place = {
  list?: { level: number; start: number } & Numbered
  /** It goes on an item of a list at this level. */
  under?: number
  quote: boolean
}
type Align = 'left' | 'center' | 'right' | 'justify' | null

const aligned: Record<string, Align> = {
  left: 'left', start: 'left', center: 'center', right: 'right', end: 'right', both: 'justify', distribute: 'justify',
} // prettier-ignore

/** Puts blocks into the lists and quotes they belong to, as they come. */
class BlockBuilder {
  readonly blocks: BlockNode[] = []
  #lists: { key: string; node: ListNode; next: number }[] = []
  #quoting = false

  add(block: BlockNode, { list, under: level, quote }: Place = { quote: false }): void {
    const item = level === undefined ? undefined : this.#lists[level]?.node.content.at(-1)
    if (list) this.#item(block, list)
    else if (item) {
      this.#lists.length = (level ?? 0) + 1
      item.content.push(block)
    } else {
      this.#lists = []
      const last = this.blocks.at(-1)
      if (quote && this.#quoting && last?.type === 'blockquote') last.content.push(block)
      else this.blocks.push(quote ? { type: 'blockquote', content: [block] } : block)
    }
    this.#quoting = quote
  }

  /** A new page begins; not twice, and not before anything. */
  newPage(): void {
    const last = this.blocks.at(-1)
    if (last && last.type !== 'pageBreak') this.add({ type: 'pageBreak' })
  }

  #item(block: BlockNode, { key, level: wanted, bullet, start }: NonNullable<Place['list']>): void {
    // a level that was skipped does not exist
    const level = Math.min(wanted, this.#lists.length)
    this.#lists.length = Math.min(this.#lists.length, level + 1)
    const open = this.#lists[level]
    const goesOn = open?.key === key && (bullet ? open.node.type === 'bulletList' : open.next === start)
    if (!goesOn) {
      this.#lists.length = level
      const node: ListNode = bullet
        ? { type: 'bulletList', content: [] }
        : { type: 'orderedList', attrs: { start: Math.min(1_000_000, Math.max(0, start)) }, content: [] }
      const parent = this.#lists.at(-1)?.node.content.at(-1)
      if (parent) parent.content.push(node)
      else this.blocks.push(node)
      this.#lists.push({ key, node, next: start })
    }
    const list = this.#lists[level]
    list?.node.content.push({ type: 'listItem', content: [block] })
    if (list) list.next = start + 1
  }
}

const emptyParagraph = (): BlockNode => ({ type: 'paragraph', attrs: { textAlign: null, indent: 0 } })

/** Reads blocks of a body, a cell or a running header. */
export function blockReader(parts: BlockParts, book: InBook) {
  const runs = runReader(book)
  let notes = 0

  const blocks = (node: XmlNode): BlockNode[] => {
    const builder = new BlockBuilder()
    walk(node, builder)
    return builder.blocks.length > 0 ? builder.blocks : [emptyParagraph()]
  }

  const walk = (node: XmlNode, builder: BlockBuilder): void => {
    for (const one of elements(node)) {
      if (one.name === 'p') paragraph(one, builder)
      else if (one.name === 'tbl') builder.add(tableIn(one, { blocks, book }))
      else if (one.name === 'AlternateContent') walk(child(one, 'Choice') ?? child(one, 'Fallback') ?? one, builder)
      else if (containers.has(one.name)) walk(one, builder)
      else if (one.name === 'altChunk') counted(book, 'shapes')
      else if (one.name === 'commentRangeStart' || one.name === 'commentRangeEnd')
        // marks of comments may stand between paragraphs
        runs.paragraph({ name: 'p', raw: '', children: [one] })
    }
  }

  const paragraph = (node: XmlNode, builder: BlockBuilder): void => {
    const properties = child(node, 'pPr')
    const styleId = attr(child(properties, 'pStyle'), 'val')
    const style = parts.style(styleId)
    const place = placeOf(properties, styleId, style)
    const level = levelOf(attr(child(properties, 'outlineLvl'), 'val')) ?? style.level
    let pieces = runs.paragraph(node)
    if (pieces.length === 0 && under(properties, 'pBdr', 'bottom') !== undefined)
      return builder.add({ type: 'horizontalRule' })
    const heading = level > 0 && lengthOf(pieces) <= 200
    if (place.list) pieces = numbered(pieces, place, heading)
    const look = shapeOf(properties, parts.look(styleId), place)
    if (isSet(child(properties, 'pageBreakBefore')) ?? parts.look(styleId).newPage) builder.newPage()
    const made = (content: InlineNode[]): BlockNode => {
      const inside = content.length > 0 ? { content: merged(content) } : {}
      return heading
        ? {
            type: 'heading',
            attrs: { level: Math.min(4, level), textAlign: look.textAlign, indent: look.indent },
            ...inside,
          }
        : { type: 'paragraph', attrs: { textAlign: look.textAlign, indent: look.indent }, ...inside }
    }
    const settings = child(properties, 'sectPr')
    // the paragraph that holds nothing but the end of a section is no line
    if (pieces.length > 0 || !settings) assemble(pieces, { builder, place, made, textAlign: look.textAlign })
    if (settings && parts.endsPage(settings)) builder.newPage()
  }

  /** Counts a numbered paragraph. A list of ours counts 1. 2. 3.; other numbers, and those of headings, are written in front of the words. */
  const numbered = (pieces: Piece[], place: Place, heading: boolean): Piece[] => {
    if (!place.list) return pieces
    const { bullet, number } = place.list
    const plain = /^(\d+)[.．、]?$/.exec(number)?.[1]
    if (!heading && plain !== undefined) place.list.start = Number(plain)
    if (!heading && (bullet || number === '' || plain !== undefined)) return pieces
    delete place.list
    if (number === '') return pieces
    if (!heading) counted(book, 'numbered')
    const text = /[、，．。）】]$/.test(number) ? number : `${number} `
    return [{ kind: 'inline', node: { type: 'text', text } }, ...pieces]
  }

  type Assembly = {
    builder: BlockBuilder
    place: Place
    made: (content: InlineNode[]) => BlockNode
    textAlign: Align
  }
  /** A paragraph with pictures, page breaks and boxes in it becomes the blocks it shows. */
  const assemble = (pieces: readonly Piece[], { builder, place, made, textAlign }: Assembly): void => {
    const beside: BlockNode[] = []
    let words: InlineNode[] = []
    let some = false
    const go = (block: BlockNode) => {
      builder.add(block, some && place.list ? { quote: place.quote, under: place.list.level } : place)
      some = true
    }
    const flush = () => {
      if (words.length > 0) go(made(words))
      words = []
    }
    for (const piece of pieces) {
      if (piece.kind === 'inline') words.push(piece.node)
      else if (piece.kind === 'break') {
        flush()
        builder.add({ type: 'pageBreak' })
        some = true
      } else if (piece.kind === 'picture') {
        flush()
        // an item of a list begins with a paragraph
        if (!some && place.list) go(emptyParagraph())
        go(imageNode(piece.picture, textAlign))
      } else if (piece.kind === 'box') beside.push(...blocks(piece.content))
      else words.push(...noteSign(piece.reference, beside))
    }
    flush()
    if (!some) go(made([]))
    for (const block of beside) builder.add(block, place.list ? { quote: false, under: place.list.level } : place)
  }

  /** The sign of a note in the text; the note itself stands behind the paragraph. */
  const noteSign = (reference: XmlNode, beside: BlockNode[]): InlineNode[] => {
    const note = book.notes.get(noteKey(reference))
    if (!note) return []
    notes += 1
    counted(book, 'notes')
    const sign = `[${notes}]`
    const [first, ...rest] = blocks(note)
    const start: InlineNode = { type: 'text', text: `${sign} ` }
    if (first?.type === 'paragraph') beside.push({ ...first, content: merged([start, ...(first.content ?? [])]) })
    else if (first) beside.push(first)
    beside.push(...rest)
    return [{ type: 'text', text: sign }]
  }

  const placeOf = (properties: XmlNode | undefined, styleId: string | undefined, style: DocxStyle): Place => {
    const numId = attr(under(properties, 'numPr', 'numId'), 'val') ?? style.numId
    const level = Number(attr(under(properties, 'numPr', 'ilvl'), 'val') ?? style.numLevel ?? 0)
    const quote = parts.look(styleId).quote || styleId === styles.quote
    if (numId !== undefined && numId !== '0') {
      const at = Math.min(8, Math.max(0, Math.trunc(level) || 0))
      return { quote, list: { level: at, start: 1, ...parts.numbers(numId, at) } }
    }
    if (/^list continue/i.test(parts.look(styleId).name) || styleId === styles.goesOn)
      return { quote, under: Math.max(0, Math.round(leftOf(properties) / TWIPS.list) - 1) }
    return { quote }
  }

  return { blocks }
}

const leftOf = (properties: XmlNode | undefined): number => {
  const node = child(properties, 'ind')
  const left = Number(attr(node, 'left') ?? attr(node, 'start') ?? 0)
  return Number.isFinite(left) ? left : 0
}

/** How many letters a paragraph has. */
const lengthOf = (pieces: readonly Piece[]) =>
  pieces.reduce(
    (sum, piece) => sum + (piece.kind === 'inline' && piece.node.type === 'text' ? piece.node.text.length : 0),
    0,
  )

function shapeOf(properties: XmlNode | undefined, style: ParagraphStyle, place: Place) {
  const align = attr(child(properties, 'jc'), 'val') ?? style.align ?? ''
  const steps = Math.round(leftOf(properties) / TWIPS.indent) - (place.quote ? 1 : 0)
  // a list indents by itself
  const indent = place.list || place.under !== undefined ? 0 : Math.min(20, Math.max(0, steps))
  return { textAlign: aligned[align] ?? null, indent }
}

const imageNode = ({ fileId, width, alt }: PictureFound, textAlign: Align): BlockNode => ({
  type: 'image',
  attrs: { fileId, width, alt, textAlign },
})

/** Word cuts a sentence into many runs; words that look the same belong together. */
function merged(content: readonly InlineNode[]): InlineNode[] {
  const out: InlineNode[] = []
  for (const node of content) {
    const last = out.at(-1)
    if (node.type === 'text' && last?.type === 'text' && JSON.stringify(node.marks) === JSON.stringify(last.marks))
      out[out.length - 1] = { ...last, text: last.text + node.text }
    else out.push(node)
  }
  return out
}

const containers = new Set(['sdt', 'sdtContent', 'customXml', 'smartTag', 'ins', 'del', 'moveTo', 'moveFrom'])

import {
  AlignmentType,
  BorderStyle,
  HeadingLevel,
  ImageRun,
  type INumberingOptions,
  type IParagraphOptions,
  LevelFormat,
  PageBreak,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import type { aligns, BlockNode, ImageNode, ListNode, TableNode } from '#contract/writing-doc.ts'
import { styles, TWIPS } from './docx-marks.ts'
import { type OutBook, runsOf, writable } from './docx-out-runs.ts'
import { pictureSize } from './picture-size.ts'

type NumberingConfig = INumberingOptions['config'][number]
export type BlockBook = OutBook & {
  pictures: ReadonlyMap<string, Uint8Array>
  /** Lists met so far; each counts by itself. */
  lists: NumberingConfig[]
  bullets: number
  /** Twips between the margins. */
  lineWidth: number
  /** What stands for a picture that could not be had. */
  noPicture: (alt: string) => string
}
/** What a block stands inside. */
type Inside = { list?: IParagraphOptions['numbering']; goesOn?: number; quote?: number; style?: string }

const alignment: Record<(typeof aligns)[number], (typeof AlignmentType)[keyof typeof AlignmentType]> = {
  left: AlignmentType.LEFT,
  center: AlignmentType.CENTER,
  right: AlignmentType.RIGHT,
  justify: AlignmentType.BOTH,
}
const headings = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3, HeadingLevel.HEADING_4]

type Shape = { textAlign: (typeof aligns)[number] | null; indent?: number }
function options({ textAlign, indent = 0 }: Shape, inside: Inside): IParagraphOptions {
  const left = indent * TWIPS.indent + (inside.goesOn ?? 0) * TWIPS.list + (inside.quote ?? 0) * TWIPS.indent
  const style = inside.goesOn ? styles.goesOn : inside.quote ? styles.quote : inside.style
  return {
    ...(textAlign ? { alignment: alignment[textAlign] } : {}),
    ...(left > 0 ? { indent: { left } } : {}),
    ...(style ? { style } : {}),
    ...(inside.list ? { numbering: inside.list } : {}),
  }
}

/** Blocks as Word has them, in order. */
export const blocksOut = (nodes: readonly BlockNode[], book: BlockBook, inside: Inside = {}): (Paragraph | Table)[] =>
  nodes.flatMap((node) => blockOut(node, book, inside))

function blockOut(node: BlockNode, book: BlockBook, inside: Inside): (Paragraph | Table)[] {
  switch (node.type) {
    case 'paragraph':
      return [new Paragraph({ ...options(node.attrs, inside), children: runsOf(node.content, book) })]
    case 'heading': {
      const heading = headings[node.attrs.level - 1] ?? HeadingLevel.HEADING_4
      const { style: _, ...shape } = options(node.attrs, inside)
      return [new Paragraph({ ...shape, heading, children: runsOf(node.content, book) })]
    }
    case 'bulletList':
    case 'orderedList':
      return listOut(node, book, inside)
    case 'blockquote':
      return blocksOut(node.content, book, { quote: (inside.quote ?? 0) + 1 })
    case 'table':
      // a table of no cell is none, and no program opens it
      return node.content.some(({ content = [] }) => content.length > 0) ? [tableOut(node, book)] : [new Paragraph({})]
    case 'image':
      return [imageOut(node, book, inside)]
    case 'pageBreak':
      return [new Paragraph({ children: [new PageBreak()] })]
    case 'horizontalRule':
      return [new Paragraph({ border: { bottom: { style: BorderStyle.SINGLE, size: 6, space: 1, color: 'auto' } } })]
  }
}

function listOut(node: ListNode, book: BlockBook, inside: Inside): (Paragraph | Table)[] {
  const level = Math.min(8, inside.list ? inside.list.level + 1 : (inside.goesOn ?? 0))
  const list = numbering(node, book, level)
  return node.content.flatMap(({ content: [first, ...rest] }) => [
    ...(first ? blockOut(first, book, { list }) : []),
    // what follows the first paragraph of an item stands under it
    ...rest.flatMap((one) => blockOut(one, book, { goesOn: level + 1 })),
  ])
}

function numbering(node: ListNode, book: BlockBook, level: number): NonNullable<IParagraphOptions['numbering']> {
  if (node.type === 'bulletList') {
    book.bullets += 1
    return { reference: 'bullets', level, instance: book.bullets }
  }
  const reference = `list-${book.lists.length + 1}`
  book.lists.push({ reference, levels: levels(LevelFormat.DECIMAL, (at) => `%${at + 1}.`, node.attrs.start) })
  return { reference, level }
}

const levels = (
  format: (typeof LevelFormat)[keyof typeof LevelFormat],
  text: (level: number) => string,
  start = 1,
): NumberingConfig['levels'] =>
  Array.from({ length: 9 }, (_, level) => ({
    level,
    format,
    text: text(level),
    start,
    alignment: AlignmentType.START,
    style: { paragraph: { indent: { left: (level + 1) * TWIPS.list, hanging: TWIPS.list } } },
  }))

export const bulletLevels = (): NumberingConfig => ({
  reference: 'bullets',
  levels: levels(LevelFormat.BULLET, (level) => ['•', '◦', '▪'][level % 3] ?? '•'),
})

function tableOut(node: TableNode, book: BlockBook): Table {
  const widths = columnsOf(node)
  const known = widths.some((width) => width !== undefined)
  const share = Math.floor(book.lineWidth / Math.max(1, widths.length))
  const asked = widths.map((width) => (width === undefined ? share : Math.round(width * TWIPS.pixel)))
  // what is wider than the line would run off the paper
  const fit = Math.min(1, book.lineWidth / asked.reduce((sum, one) => sum + one, 0))
  return new Table({
    columnWidths: asked.map((width) => Math.floor(width * fit)),
    layout: known ? TableLayoutType.FIXED : TableLayoutType.AUTOFIT,
    ...(known ? {} : { width: { size: 100, type: WidthType.PERCENTAGE } }),
    rows: node.content.map(
      ({ content = [] }) =>
        new TableRow({
          tableHeader: content.length > 0 && content.every(({ type }) => type === 'tableHeader'),
          children: content.map(({ type, attrs: { colspan, rowspan, colwidth }, content: inside }) => {
            const width = colwidth?.reduce((sum, one) => sum + one, 0)
            const blocks = blocksOut(inside, book, type === 'tableHeader' ? { style: styles.head } : {})
            // a cell ends with a paragraph, or no program opens the file
            if (blocks.at(-1) instanceof Table || blocks.length === 0) blocks.push(new Paragraph({}))
            return new TableCell({
              children: blocks,
              ...(colspan > 1 ? { columnSpan: colspan } : {}),
              ...(rowspan > 1 ? { rowSpan: rowspan } : {}),
              ...(width === undefined
                ? {}
                : { width: { size: Math.floor(width * TWIPS.pixel * fit), type: WidthType.DXA } }),
              ...(type === 'tableHeader' ? { shading: { fill: 'F2F2F2' } } : {}),
            })
          }),
        }),
    ),
  })
}

/** The pixels of each column as far as its cells say them, with columns that merged cells above reach into. */
function columnsOf({ content }: TableNode): (number | undefined)[] {
  const widths: (number | undefined)[] = []
  const taken: number[] = []
  for (const row of content) {
    let column = 0
    for (const { attrs } of row.content ?? []) {
      while ((taken[column] ?? 0) > 0) column += 1
      for (let more = 0; more < attrs.colspan; more++) {
        widths[column + more] ??= attrs.colwidth?.[more]
        taken[column + more] = attrs.rowspan
      }
      column += attrs.colspan
    }
    for (let at = 0; at < taken.length; at++) taken[at] = Math.max(0, (taken[at] ?? 0) - 1)
    while (widths.length < taken.length) widths.push(undefined)
  }
  return Array.from(widths)
}

function imageOut({ attrs }: ImageNode, book: BlockBook, inside: Inside): Paragraph {
  const { list: _, ...around } = inside
  const shape = options(attrs, around)
  const bytes = book.pictures.get(attrs.fileId)
  const size = bytes && pictureSize(bytes)
  if (!bytes || !size || size.type === 'webp')
    return new Paragraph({
      ...shape,
      children: [new TextRun({ text: book.noPicture(writable(attrs.alt)), italics: true })],
    })
  const widest = book.lineWidth / TWIPS.pixel
  const width = Math.min(attrs.width ?? size.width, widest)
  const picture = new ImageRun({
    type: size.type,
    data: bytes,
    transformation: { width, height: Math.max(1, (width * size.height) / size.width) },
    altText: { name: writable(attrs.alt) || 'picture', description: writable(attrs.alt) },
  })
  return new Paragraph({ ...shape, children: [picture] })
}

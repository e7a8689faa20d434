import type { BlockNode, CellNode, ImageNode, InlineNode, WritingBody, WritingDoc } from '#contract/writing-doc.ts'

/** The words of a line; figures and fields as they are shown. */
export const inlineText = (content: readonly InlineNode[] | undefined): string =>
  (content ?? [])
    .map((node) => {
      switch (node.type) {
        case 'text':
          return node.text
        case 'hardBreak':
          return '\n'
        case 'figure':
          return node.attrs.value || `〔${node.attrs.label || node.attrs.cell}〕`
        case 'field':
          return node.attrs.value || `〔${node.attrs.name}〕`
        case 'pageNumber':
          return '#'
      }
    })
    .join('')

const cellText = ({ content }: CellNode) => content.flatMap(blockLines).join(' ')

/** A block as lines of text: one a paragraph, one a row of a table. */
function blockLines(node: BlockNode): string[] {
  switch (node.type) {
    case 'paragraph':
    case 'heading':
      return [inlineText(node.content)]
    case 'bulletList':
    case 'orderedList':
      return node.content.flatMap(({ content }) => content.flatMap(blockLines))
    case 'blockquote':
      return node.content.flatMap(blockLines)
    case 'table':
      return node.content.map((row) => (row.content ?? []).map(cellText).join(' | '))
    case 'image':
      return [`〔${node.attrs.alt || 'image'}〕`]
    case 'pageBreak':
    case 'horizontalRule':
      return []
  }
}

/** A document line by line. */
export const docLines = (doc: WritingDoc): string[] => doc.content.flatMap(blockLines)

/** Text, running header and footer, line by line; empty lines left out. */
export const bodyLines = ({ doc, header, footer }: WritingBody): string[] =>
  [...(header ? docLines(header) : []), ...docLines(doc), ...(footer ? docLines(footer) : [])].filter(
    (line) => line.trim() !== '',
  )

/** The same document with other blocks in their places; what stands inside a block is changed before the block. */
export function mapBlocks(body: WritingBody, change: (node: BlockNode) => BlockNode): WritingBody {
  const block = (node: BlockNode): BlockNode => change(inside(node))
  const inside = (node: BlockNode): BlockNode => {
    switch (node.type) {
      case 'bulletList':
      case 'orderedList':
        return { ...node, content: node.content.map((item) => ({ ...item, content: item.content.map(block) })) }
      case 'blockquote':
        return { ...node, content: node.content.map(block) }
      case 'table':
        return {
          ...node,
          content: node.content.map(({ content, ...row }) => ({
            ...row,
            ...(content ? { content: content.map((cell) => ({ ...cell, content: cell.content.map(block) })) } : {}),
          })),
        }
      case 'paragraph':
      case 'heading':
      case 'image':
      case 'pageBreak':
      case 'horizontalRule':
        return node
    }
  }
  const doc = (one: WritingDoc): WritingDoc => ({ ...one, content: one.content.map(block) })
  return {
    ...body,
    doc: doc(body.doc),
    header: body.header && doc(body.header),
    footer: body.footer && doc(body.footer),
  }
}

/** The same for every inline node, in order. */
export const mapInline = (body: WritingBody, change: (node: InlineNode) => InlineNode): WritingBody =>
  mapBlocks(body, (node) =>
    (node.type === 'paragraph' || node.type === 'heading') && node.content
      ? { ...node, content: node.content.map(change) }
      : node,
  )

/** The same words without marks of comments: these belong to one document, and a copy has none. */
export const withoutComments = (body: WritingBody): WritingBody =>
  mapInline(body, ({ marks = [], ...node }) => {
    const kept = marks.filter(({ type }) => type !== 'comment')
    return kept.length > 0 ? { ...node, marks: kept } : node
  })

/** Every block below, outermost first. */
export function* blocksOf(nodes: readonly BlockNode[]): Generator<BlockNode, void, undefined> {
  for (const node of nodes) {
    yield node
    if (node.type === 'bulletList' || node.type === 'orderedList')
      for (const item of node.content) yield* blocksOf(item.content)
    else if (node.type === 'blockquote') yield* blocksOf(node.content)
    else if (node.type === 'table')
      for (const row of node.content) for (const cell of row.content ?? []) yield* blocksOf(cell.content)
  }
}

/** What stands for a picture that is not there: its description. */
export const pictureWords = ({ attrs: { textAlign, alt } }: ImageNode): BlockNode => ({
  type: 'paragraph',
  attrs: { textAlign, indent: 0 },
  ...(alt ? { content: [{ type: 'text', text: `〔${alt}〕` }] } : {}),
})

/** Files of all pictures in a document. */
export function picturesOf({ doc, header, footer }: WritingBody): string[] {
  const found = new Set<string>()
  for (const part of [doc, header, footer])
    for (const node of blocksOf(part?.content ?? [])) if (node.type === 'image') found.add(node.attrs.fileId)
  return [...found]
}

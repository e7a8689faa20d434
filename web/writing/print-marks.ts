import type { BlockNode, InlineNode, WritingBody, WritingDoc } from '#contract/writing-doc.ts'

type Side = 'left' | 'center' | 'right'
type Line = { side: Side; content: string }

/** Words as a string of a style sheet. */
const quoted = (words: string) => `"${words.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/["\\]/g, '\\$&')}"`

const part = (node: InlineNode): string => {
  switch (node.type) {
    case 'text':
      return node.marks?.some(({ type }) => type === 'deletion') ? '' : quoted(node.text)
    case 'figure':
    case 'field':
      return quoted(node.attrs.value)
    case 'pageNumber':
      return node.attrs.of === 'pages' ? 'counter(pages)' : 'counter(page)'
    case 'hardBreak':
      return '"\\a "'
    default:
      return node satisfies never
  }
}

function lineOf(block: BlockNode): Line | undefined {
  if (block.type !== 'paragraph' && block.type !== 'heading') return undefined
  const { textAlign } = block.attrs
  const content = (block.content ?? []).map(part).filter(Boolean).join(' ')
  return { side: textAlign === 'center' || textAlign === 'right' ? textAlign : 'left', content }
}

/** What a running header or footer says at each side, in the words of a style sheet; undefined where it is more than lines of words. */
export function marginWords(doc: WritingDoc): Partial<Record<Side, string>> | undefined {
  const lines = doc.content.map(lineOf)
  const said: Partial<Record<Side, string>> = {}
  for (const line of lines) {
    if (!line) return undefined
    if (line.content === '') continue
    const { side, content } = line
    said[side] = said[side] === undefined ? content : `${said[side]} "\\a " ${content}`
  }
  return said
}

const boxes = (edge: 'top' | 'bottom', doc: WritingDoc | null) =>
  Object.entries((doc && marginWords(doc)) ?? {})
    .map(([side, content]) => `@${edge}-${side} { content: ${content}; white-space: pre; font-size: 9pt; }`)
    .join('\n')

/** The style of the sheets of paper: size, margins, running header and footer. */
export function pageStyle({ page, header, footer }: WritingBody): string {
  const { top, right, bottom, left } = page.margins
  return `@page {
size: A4 ${page.landscape ? 'landscape' : 'portrait'};
margin: ${top}mm ${right}mm ${bottom}mm ${left}mm;
${boxes('top', header)}
${boxes('bottom', footer)}
}`
}

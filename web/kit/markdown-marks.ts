import { boldParts, withStars } from './markdown-bold.ts'

/** A node of the tree remark makes: what is needed of it here. */
export type MarkdownNode = {
  type: string
  value?: string
  label?: string | null
  alt?: string | null
  children?: MarkdownNode[]
  position?: { start: { offset?: number }; end: { offset?: number } } | undefined
  data?: { hName: string; hProperties: Record<string, string> }
}
/** A stretch of the whole text that did not stand a check; `to` not included. */
export type DoubtfulPlace = { from: number; to: number; says: string }
/** What is looked for in the words of a text. */
export type Marks = {
  /** Titles of the sources by number: [1] is the first; a number without a title is text. */
  sources: readonly string[]
  /** Numbers as they stand in the text, in the order of the figures they belong to. */
  figures: readonly string[]
  doubts: readonly DoubtfulPlace[]
  /** Where in the whole text this piece of it begins. */
  at: number
}
type Kind = 'cite' | 'figure' | 'doubt'
type Span = { from: number; to: number; kind: Kind; index: number; words: string }

const CITED = /\[(\d{1,3}(?:\s*[,，、]\s*\d{1,3})*)\]/g
const text = (value: string): MarkdownNode => ({ type: 'text', value })

/** A remark plugin: citations, known figures and doubtful places are marked; addresses defined elsewhere in the text are taken out. */
export const remarkMarks = (marks: Marks) => () => (tree: MarkdownNode) => {
  tree.children = marked(tree.children ?? [], marks)
}

/** What `kind-index` of a mark says. */
export function markOf(value: unknown): { kind: Kind; index: number } | undefined {
  const [, kind, index] = /^(cite|figure|doubt)-(\d+)$/.exec(String(value)) ?? []
  return kind === 'cite' || kind === 'figure' || kind === 'doubt' ? { kind, index: Number(index) } : undefined
}

function marked(nodes: readonly MarkdownNode[], marks: Marks): MarkdownNode[] {
  return nodes.flatMap((node) => {
    // '[1]: https://…' would turn every citation into a link elsewhere
    if (node.type === 'definition') return []
    if (node.type === 'linkReference')
      return /^[\d,，、 ]+$/.test(node.label ?? '')
        ? pieces(text(`[${node.label ?? ''}]`), marks)
        : marked(node.children ?? [], marks)
    if (node.type === 'imageReference') return [text(node.alt ?? '')]
    if (node.type === 'text') return emboldened(node, marks)
    if (node.value !== undefined) node.value = withStars(node.value)
    // a button within a link would be two things at once
    if (node.type !== 'link' && node.children) node.children = marked(node.children, marks)
    return [node]
  })
}

/** Where words begin in their source; not known when an escape made them shorter than it, and places no longer fall right. */
function startOf({ value = '', position }: MarkdownNode): number | undefined {
  const start = position?.start.offset
  return start !== undefined && (position?.end.offset ?? 0) - start === value.length ? start : undefined
}

/** The words of a node with what is bold in them and CommonMark does not see. */
function emboldened(node: MarkdownNode, marks: Marks): MarkdownNode[] {
  const { value = '' } = node
  const start = startOf(node)
  return boldParts(value).flatMap(({ from, to, bold }) => {
    const part = text(withStars(value.slice(from, to)))
    if (start !== undefined) part.position = { start: { offset: start + from }, end: { offset: start + to } }
    const drawn = pieces(part, marks)
    return bold ? [{ type: 'strong', children: drawn }] : drawn
  })
}

function pieces(node: MarkdownNode, marks: Marks): MarkdownNode[] {
  const { value = '' } = node
  const start = startOf(node)
  const spans = [
    ...citations(value, marks.sources),
    ...(start === undefined ? [] : doubtful(value, start + marks.at, marks.doubts)),
    ...known(value, marks.figures),
  ]
  const nodes: MarkdownNode[] = []
  let from = 0
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    if (span.from < from) continue
    if (span.from > from) nodes.push(text(value.slice(from, span.from)))
    nodes.push({
      type: 'mark',
      data: { hName: 'button', hProperties: { value: `${span.kind}-${span.index}` } },
      children: [text(span.words)],
    })
    from = Math.max(from, span.to)
  }
  if (from < value.length) nodes.push(text(value.slice(from)))
  return nodes
}

function citations(value: string, sources: readonly string[]): Span[] {
  return [...value.matchAll(CITED)].flatMap(({ 0: whole, 1: inner = '', index: at }) => {
    const numbers = inner.split(/\s*[,，、]\s*/).map(Number)
    if (!numbers.every((n) => sources[n - 1] !== undefined)) return []
    const to = at + whole.length
    // all of them stand where the bracket stands
    return numbers.map((n, place) => ({
      from: place === 0 ? at : to,
      to,
      kind: 'cite' as const,
      index: n,
      words: String(n),
    }))
  })
}

function doubtful(value: string, at: number, doubts: readonly DoubtfulPlace[]): Span[] {
  return doubts.flatMap(({ from, to }, index) => {
    const begins = Math.max(0, from - at)
    const ends = Math.min(value.length, to - at)
    return begins < ends
      ? [{ from: begins, to: ends, kind: 'doubt' as const, index, words: value.slice(begins, ends) }]
      : []
  })
}

/** Where a figure stands as a whole number and not as a part of a longer one. */
function known(value: string, figures: readonly string[]): Span[] {
  return figures.flatMap((figure, index) => {
    const spans: Span[] = []
    for (let at = figure === '' ? -1 : value.indexOf(figure); at >= 0; at = value.indexOf(figure, at + 1)) {
      const to = at + figure.length
      if (/[\d.,%]/.test(value[at - 1] ?? '') || /^(?:[\d%]|[.,]\d)/.test(value.slice(to))) continue
      spans.push({ from: at, to, kind: 'figure', index, words: figure })
    }
    return spans
  })
}

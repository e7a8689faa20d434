import { Fragment, type Mark, type Node, type Schema } from '@tiptap/pm/model'
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { Change } from '#contract/writing-doc.ts'
import { textDiff } from './text-diff.ts'

/** Who proposes, when, and why. */
export type ChangeAttrs = Change['attrs']
/** A proposed change: all words of one id. */
export type Suggestion = ChangeAttrs & { from: number; to: number; removed: string; added: string }
type Piece = { from: number; to: number; node: Node; mark: Mark }

const isChange = ({ type }: Mark) => type.name === 'insertion' || type.name === 'deletion'
const words = (node: Node) => node.text ?? (node.type.spec.leafText?.(node) || String(node.attrs['value'] ?? ''))
const attrsOf = ({ attrs }: Mark): ChangeAttrs => ({
  id: String(attrs['id']),
  by: String(attrs['by']),
  name: String(attrs['name']),
  at: String(attrs['at']),
  say: String(attrs['say']),
})

function piecesIn(doc: Node, wanted?: string): Piece[] {
  const found: Piece[] = []
  doc.descendants((node, pos) => {
    if (!node.isInline) return
    for (const mark of node.marks)
      if (isChange(mark) && (wanted === undefined || mark.attrs['id'] === wanted))
        found.push({ from: pos, to: pos + node.nodeSize, node, mark })
  })
  return found
}

/** What waits to be accepted or rejected, in the order of the text. */
export function suggestionsIn(doc: Node): Suggestion[] {
  const found = new Map<string, Suggestion>()
  for (const { from, to, node, mark } of piecesIn(doc)) {
    const attrs = attrsOf(mark)
    const one = found.get(attrs.id) ?? { ...attrs, from, to, removed: '', added: '' }
    one.to = Math.max(one.to, to)
    if (mark.type.name === 'insertion') one.added += words(node)
    else one.removed += words(node)
    found.set(attrs.id, one)
  }
  return [...found.values()]
}

/** Takes words out; a paragraph of nothing else goes with them, where its place can do without it. */
function take(tr: Transaction, from: number, to: number) {
  const $from = tr.doc.resolve(from)
  const { parent, depth } = $from
  const whole = parent.isTextblock && $from.parentOffset === 0 && to - from === parent.content.size
  if (whole && depth > 0 && $from.node(depth - 1).childCount > 1) tr.delete($from.before(), $from.after())
  else tr.delete(from, to)
}

/** Accepts or rejects the change of an id, or all of them: afterwards nothing of it is proposed any more. */
export function decide(tr: Transaction, accepted: boolean, id?: string): Transaction {
  // neighbours of one paragraph that go together go at once, so that the paragraph can go too
  const gone: { from: number; to: number }[] = []
  for (const { from, to, mark } of piecesIn(tr.doc, id)) {
    const stays = (mark.type.name === 'insertion') === accepted
    if (stays) tr.removeMark(from, to, mark)
    else {
      const last = gone.at(-1)
      if (last && last.to >= from) last.to = Math.max(last.to, to)
      else gone.push({ from, to })
    }
  }
  for (const { from, to } of gone.toReversed()) take(tr, from, to)
  return tr
}

const changeMark = (schema: Schema, name: 'insertion' | 'deletion', attrs: ChangeAttrs) => schema.mark(name, attrs)

/** The same nodes with all their words marked. */
export function marked(content: Fragment, mark: Mark): Fragment {
  const nodes: Node[] = []
  content.forEach((node) => {
    nodes.push(node.isInline ? node.mark(mark.addToSet(node.marks)) : node.copy(marked(node.content, mark)))
  })
  return Fragment.fromArray(nodes)
}

/** Proposes to take words out: what was itself only proposed by the same person goes at once. */
export function proposeRemoval(tr: Transaction, { from, to }: { from: number; to: number }, attrs: ChangeAttrs) {
  const { schema } = tr.doc.type
  const own: { from: number; to: number }[] = []
  const mark = changeMark(schema, 'deletion', attrs)
  tr.doc.nodesBetween(from, to, (node, pos) => {
    if (!node.isInline) return
    const [start, end] = [Math.max(from, pos), Math.min(to, pos + node.nodeSize)]
    const added = node.marks.find(({ type }) => type.name === 'insertion')
    if (added && added.attrs['by'] === attrs.by) own.push({ from: start, to: end })
    else if (!node.marks.some(({ type }) => type.name === 'deletion')) tr.addMark(start, end, mark)
  })
  for (const piece of own.toReversed()) tr.delete(piece.from, piece.to)
  return tr
}

/** The paragraphs of a text: one per line; bullets and numbers stay as words. */
const linesOf = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== '')

/** A paragraph's words as nodes; [1], [2] … become links to their sources. */
export function inlineOf(schema: Schema, text: string, links: readonly string[] = []): Node[] {
  const parts = text.split(/(\[\d{1,3}\])/)
  return parts.flatMap((part) => {
    if (part === '') return []
    const place = /^\[(\d+)\]$/.exec(part)
    const href = place ? links[Number(place[1]) - 1] : undefined
    return [schema.text(part, href ? [schema.mark('link', { href })] : [])]
  })
}

type Proposal = { text: string; attrs: ChangeAttrs; links?: readonly string[] }

/** One paragraph for one paragraph: only what differs is proposed. Formats of what stays are kept. */
function proposeWithin(tr: Transaction, { from, to }: { from: number; to: number }, { text, attrs, links }: Proposal) {
  const { schema } = tr.doc.type
  const added = changeMark(schema, 'insertion', attrs)
  let at = from
  for (const { kind, text: words } of textDiff(tr.doc.textBetween(from, to), text)) {
    if (kind === 'added') {
      const nodes = marked(Fragment.fromArray(inlineOf(schema, words, links ?? [])), added)
      tr.insert(at, nodes)
      at += nodes.size
    } else {
      if (kind === 'removed') proposeRemoval(tr, { from: at, to: at + words.length }, attrs)
      at += words.length
    }
  }
  return tr
}

/** Whether a stretch is plain words of one paragraph, whose places can be counted by characters. */
const isPlain = (doc: Node, from: number, to: number) => {
  const $from = doc.resolve(from)
  let plain = $from.sameParent(doc.resolve(to)) && $from.parent.isTextblock
  doc.nodesBetween(from, to, (node) => {
    if (node.isInline && (!node.isText || node.marks.some(isChange))) plain = false
  })
  return plain
}

/**
 * Proposes a text in the place of a stretch (or at a place, where the stretch is empty) as tracked changes under one id: the old
 * words are marked as removed, the new ones as added. A text of several lines becomes paragraphs after the one the stretch ends in.
 */
export function proposeText(
  tr: Transaction,
  { from, to }: { from: number; to: number },
  proposal: Proposal,
): Transaction {
  const { schema } = tr.doc.type
  const { attrs, links = [] } = proposal
  const lines = linesOf(proposal.text)
  const [first, ...more] = lines
  if (first === undefined) return tr
  const $from = tr.doc.resolve(from)
  const $to = tr.doc.resolve(to)
  const one = more.length === 0 && $from.sameParent($to) && $from.parent.isTextblock
  if (one && from < to && isPlain(tr.doc, from, to))
    return proposeWithin(tr, { from, to }, { ...proposal, text: first })
  const mark = changeMark(schema, 'insertion', attrs)
  const inline = (line: string) => marked(Fragment.fromArray(inlineOf(schema, line, links)), mark)
  const paragraph = schema.nodes['paragraph']
  const emptyBlock = $to.parent.isTextblock && $to.parent.content.size === 0
  if (one || (emptyBlock && more.length === 0)) tr.insert(to, inline(first))
  else if (paragraph) {
    const rest = emptyBlock ? more : lines
    const after = $to.depth === 0 ? to : $to.after()
    tr.insert(
      after,
      rest.map((line) => paragraph.create(null, inline(line))),
    )
    if (emptyBlock) tr.insert(to, inline(first))
  }
  if (from < to) proposeRemoval(tr, { from, to }, attrs)
  return tr
}

/** Leaves the cursor behind the change of an id. */
export function behind(state: EditorState, tr: Transaction, id: string): Transaction {
  const last = piecesIn(tr.doc, id).at(-1)
  return last
    ? tr.setSelection(TextSelection.near(tr.doc.resolve(last.to)))
    : tr.setSelection(state.selection.map(tr.doc, tr.mapping))
}

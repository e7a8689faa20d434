import {
  Bookmark,
  CommentRangeEnd,
  CommentRangeStart,
  CommentReference,
  DeletedTextRun,
  ExternalHyperlink,
  FootnoteReferenceRun,
  InsertedTextRun,
  type IRunOptions,
  PageNumber,
  type ParagraphChild,
  Tab,
  TextRun,
} from 'docx'
import type { FieldName, InlineNode, Mark } from '#contract/writing-doc.ts'
import { OURS, type OurNode, propertyOf } from './docx-marks.ts'
import { inlineText } from './doc-text.ts'

/** What is gathered while the text is written and stands elsewhere in the file. */
export type OutBook = {
  properties: { name: string; value: string }[]
  /** Text of footnotes, from 1. */
  notes: string[]
  /** Comments of the text, by the id of their mark: Word's number, how many nodes carry it, how many of them are written. */
  comments: ReadonlyMap<string, { no: number; nodes: number; met: number }>
  /** What a figure's source is said to be. */
  sourceSays: (figure: Extract<InlineNode, { type: 'figure' }>['attrs']) => string
  /** What stands for a field that is not filled. */
  blank: (field: FieldName) => string
  /** Running headers can carry neither footnotes nor comments. */
  plain: boolean
  changes: number
}

type Of<T extends Mark['type']> = Extract<Mark, { type: T }>
const carries = <T extends Mark['type']>(mark: Mark, type: T): mark is Of<T> => mark.type === type
const markOf = <T extends Mark['type']>(node: InlineNode, type: T) => node.marks?.find((mark) => carries(mark, type))

/** The comments a node stands under, once each. */
export const commentsOn = (node: InlineNode): Set<string> =>
  new Set((node.marks ?? []).flatMap((mark) => (carries(mark, 'comment') ? [mark.attrs.id] : [])))

/** The inline content of a paragraph; a comment begins with the first and ends with the last node that carries its mark. */
export function runsOf(content: readonly InlineNode[] | undefined, book: OutBook): ParagraphChild[] {
  return (content ?? []).flatMap((node) => {
    const out = linked(node, book)
    // several may stand on the same words
    for (const id of book.plain ? [] : commentsOn(node)) {
      const stretch = book.comments.get(id)
      if (!stretch) continue
      stretch.met += 1
      if (stretch.met === 1) out.unshift(new CommentRangeStart(stretch.no))
      if (stretch.met === stretch.nodes)
        out.push(new CommentRangeEnd(stretch.no), new TextRun({ children: [new CommentReference(stretch.no)] }))
    }
    return out
  })
}

function linked(node: InlineNode, book: OutBook): ParagraphChild[] {
  const href = markOf(node, 'link')?.attrs.href
  if (href === undefined) return named(node, book)
  // an address of this product means nothing to a reader of the file, but to the product that reads it again
  if (href.startsWith('/')) return bookmarked({ kind: 'link', href }, [run(node, book)], book)
  return [new ExternalHyperlink({ link: writable(href), children: named(node, book) })]
}

function named(node: InlineNode, book: OutBook): ParagraphChild[] {
  if (node.type === 'field') return bookmarked({ kind: 'field', name: node.attrs.name }, [run(node, book)], book)
  if (node.type !== 'figure') return [run(node, book)]
  const { value: _, ...attrs } = node.attrs
  const says = book.plain ? '' : book.sourceSays(node.attrs)
  let note = ''
  if (says !== '') {
    book.notes.push(says)
    note = String(book.notes.length)
  }
  const children = bookmarked({ kind: 'figure', attrs, note }, [run(node, book)], book)
  return note === '' ? children : [...children, new FootnoteReferenceRun(Number(note))]
}

function bookmarked(node: OurNode, children: ParagraphChild[], book: OutBook): ParagraphChild[] {
  const value = propertyOf(node)
  if (value === undefined) return children
  const name = `${OURS}${book.properties.length + 1}`
  book.properties.push({ name, value: writable(value) })
  return [new Bookmark({ id: name, children })]
}

function run(node: InlineNode, book: OutBook): ParagraphChild {
  const options: IRunOptions = {
    ...(markOf(node, 'bold') ? { bold: true } : {}),
    ...(markOf(node, 'italic') ? { italics: true } : {}),
    ...(markOf(node, 'underline') ? { underline: {} } : {}),
    ...(markOf(node, 'strike') ? { strike: true } : {}),
    ...(markOf(node, 'link') ? { style: 'Hyperlink' } : {}),
    ...contentOf(node, book),
  }
  const change = markOf(node, 'deletion') ?? markOf(node, 'insertion')
  if (!change) return new TextRun(options)
  book.changes += 1
  const { name, by, at } = change.attrs
  const tracked = { ...options, id: book.changes, author: writable(name || by) || 'Digao', date: isoOf(at) }
  return change.type === 'deletion' ? new DeletedTextRun(tracked) : new InsertedTextRun(tracked)
}

function contentOf(node: InlineNode, book: OutBook): Pick<IRunOptions, 'children' | 'break'> {
  if (node.type === 'hardBreak') return { break: 1 }
  if (node.type === 'pageNumber')
    return { children: [node.attrs.of === 'pages' ? PageNumber.TOTAL_PAGES : PageNumber.CURRENT] }
  const empty = node.type === 'field' && node.attrs.value === ''
  const text = writable(empty ? `〔${book.blank(node.attrs.name)}〕` : inlineText([node]))
  return {
    children: text
      .split(/(\t)/)
      .flatMap((part): (Tab | string)[] => (part === '\t' ? [new Tab()] : part === '' ? [] : [part])),
  }
}

/** XML knows no control characters. */
export const writable = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Noncharacter_Code_Point}]/gu, (sign) => (sign === '\t' || sign === '\n' ? sign : ''))
    .toWellFormed()

/** A moment of our clock, which is China's, as Word writes it: it knows no zones. */
const isoOf = (time: string) =>
  /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(time) ? `${time.replace(' ', 'T')}Z` : '1970-01-01T00:00:00Z'

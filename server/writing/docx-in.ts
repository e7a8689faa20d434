import { randomUUID } from 'node:crypto'
import { openSync, readSync, closeSync } from 'node:fs'
import type { TextKey } from '#contract/errors.ts'
import type { Params } from '#contract/texts.ts'
import { WRITING_BYTES, WRITING_COLUMNS, WritingBody, type WritingDoc } from '#contract/writing-doc.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { docxStyles } from '../document/docx-styles.ts'
import { allText, attr, descendants, under, type XmlNode, xmlPart } from '../document/xml-tree.ts'
import { FileProblem, type FileProblemCode } from '../ledger/read/file-problem.ts'
import { defaultLimits } from '../ledger/read/read-limits.ts'
import { openZip, type ZipParts } from '../ledger/read/zip-parts.ts'
import { inlineText, mapInline } from './doc-text.ts'
import { type BlockParts, blockReader } from './docx-in-blocks.ts'
import { characterStyles, ourProperties, paragraphStyles, partBytes, relationsOf } from './docx-in-package.ts'
import type { Counted, InBook } from './docx-in-runs.ts'
import { ownSource } from './docx-marks.ts'
import { numbersIn } from './docx-in-numbers.ts'
import { edgeIn, sectionsIn } from './docx-in-sections.ts'
import { MOST_PICTURES, pictureBook } from './docx-in-pictures.ts'

/** Some programs number it. */
const isBody = (part: string) => /^word\/document\d*\.xml$/.test(part)
const MEGABYTES = 1024 ** 2
const UNPACKED = 300 * MEGABYTES
const MOST_COMMENTS = 1000

export type InComment = { id: string; author: string; text: string; quote: string }
export type DocxRead = {
  /** Pictures name their file by `pictures[].id` until they are stored. */
  body: WritingBody
  pictures: { id: string; name: string; bytes: Uint8Array }[]
  comments: InComment[]
  /** What could not be kept. */
  notes: { key: TextKey; params: Params }[]
}

/**
 * A Word file as a document of ours, in the thread it is called in. Nothing outside the file is fetched, nothing in it is run. Refuses,
 * in words, what is no docx, carries macros, is damaged, or unpacks to more than any document.
 */
export async function readDocx(path: string, name: string): Promise<DocxRead> {
  if (!beginsAsZip(path)) throw new Refusal('writingNotDocx', { file: name })
  try {
    const zip = await openZip(path, { ...defaultLimits, unpackedBytes: UNPACKED })
    try {
      if (zip.names.some((part) => /vbaProject\.bin$/i.test(part))) throw new Refusal('writingMacros', { file: name })
      const part = zip.names.find(isBody)
      if (part === undefined) throw new Refusal('writingNotDocx', { file: name })
      return await documentIn(zip, { path, name, part })
    } finally {
      zip.close()
    }
  } catch (error) {
    throw error instanceof FileProblem ? refusalOf(error, name) : error
  }
}

type File = { path: string; name: string; part: string }
async function documentIn(zip: ZipParts, { path, name, part: main }: File): Promise<DocxRead> {
  const part = (of: string) => xmlPart(zip, `word/${of}.xml`, name)
  const [stylesTree, numberingTree] = [await part('styles'), await part('numbering')]
  const body = under(await xmlPart(zip, main, name), 'document', 'body')
  if (!body) throw new Refusal('writingNotDocx', { file: name })
  const sections = sectionsIn(body)
  const parts: BlockParts = {
    endsPage: (settings) => sections.ends.has(settings),
    style: docxStyles(stylesTree),
    look: paragraphStyles(stylesTree),
    numbers: numbersIn(numberingTree),
  }
  const ours = await ourProperties(zip, name)
  const comments = commentsIn(await part('comments'))
  const notes = notesIn(await part('footnotes'), await part('endnotes'))
  const pictures = pictureBook(new Set(zip.names))
  const shared: Omit<InBook, 'relations'> = {
    ours,
    character: characterStyles(stylesTree),
    notes,
    ownNotes: ownNotesIn(notes, ours),
    comments: new Map(comments.map(({ no, id }) => [no, id])),
    counts: pictures.counts,
    open: new Set(),
    picture: pictures.found,
  }
  const read = async (at: string, node: XmlNode): Promise<WritingDoc> => {
    const book = { ...shared, relations: await relationsOf(zip, at, name) }
    return { type: 'doc', content: blockReader(parts, book).blocks(node) }
  }
  const doc = await read(main, body)
  const edge = async (kind: 'header' | 'footer') => {
    const found = await edgeIn(zip, sections, { kind, part: main, name })
    const tree = found === undefined ? null : await xmlPart(zip, found, name)
    const root = tree?.children.find((one) => typeof one !== 'string')
    return found !== undefined && root ? blankless(await read(found, root)) : null
  }
  const made = { doc, header: await edge('header'), footer: await edge('footer'), page: sections.page }
  const stored = pictures.stored(await partBytes(path, pictures.parts()))
  const checked = WritingBody.safeParse(stored.body(made))
  if (!checked.success) {
    const long = checked.error.issues.find(
      ({ message }) => message === 'writingTooLong' || message === 'writingTooDeep',
    )
    throw new Refusal(long?.message === 'writingTooDeep' ? 'writingTooDeep' : 'writingTooLong')
  }
  // larger than a request may be: it could be opened and never saved
  if (Buffer.byteLength(JSON.stringify(checked.data)) > WRITING_BYTES) throw new Refusal('writingTooLong')
  return {
    body: checked.data,
    pictures: stored.files,
    comments: quoted(comments, checked.data),
    notes: notesOf(shared.counts, { comments: comments.length, edges: distinctEdges(zip), papers: sections.others }),
  }
}

/** Each comment with the words it stands on. */
function quoted(comments: readonly InComment[], body: WritingBody): InComment[] {
  const quotes = new Map<string, string>()
  mapInline(body, (node) => {
    for (const mark of node.marks ?? [])
      if (mark.type === 'comment')
        quotes.set(mark.attrs.id, ((quotes.get(mark.attrs.id) ?? '') + inlineText([node])).slice(0, 500))
    return node
  })
  return comments.map(({ id, author, text }) => ({ id, author, text, quote: quotes.get(id) ?? '' }))
}

const said: Record<Counted, TextKey> = {
  remote: 'writingNoteRemoteImages',
  images: 'writingNoteImages',
  floating: 'writingNoteFloating',
  boxes: 'writingNoteBoxes',
  shapes: 'writingNoteShapes',
  formulas: 'writingNoteFormulas',
  notes: 'writingNoteNotes',
  links: 'writingNoteLinks',
  tables: 'writingNoteTables',
  hidden: 'writingNoteHidden',
  moved: 'writingNoteMoved',
  tracked: 'writingNoteTracked',
  numbered: 'writingNoteNumbered',
  signs: 'writingNoteSigns',
  many: 'writingNoteManyImages',
}

type Whole = { comments: number; edges: number; papers: number }
function notesOf(counts: ReadonlyMap<Counted, number>, { comments, edges, papers }: Whole) {
  const notes: DocxRead['notes'] = [...counts].map(([what, count]) => ({
    key: said[what],
    params: { count, limit: what === 'many' ? MOST_PICTURES : WRITING_COLUMNS },
  }))
  if (comments > 0) notes.push({ key: 'writingNoteComments', params: { count: comments } })
  if (papers > 0) notes.push({ key: 'writingNotePapers', params: { count: papers } })
  if (edges > 1) notes.push({ key: 'writingNoteHeaders', params: { count: edges } })
  notes.push({ key: 'writingNoteStyles', params: {} })
  return notes
}

function commentsIn(tree: XmlNode | null): (InComment & { no: string })[] {
  return (tree ? descendants(tree, 'comment') : []).slice(0, MOST_COMMENTS).map((node) => ({
    no: attr(node, 'id') ?? '',
    id: randomUUID(),
    author: (attr(node, 'author') ?? '').trim().slice(0, 100) || '—',
    text: descendants(node, 'p').map(allText).join('\n').trim().slice(0, 2000) || '…',
    quote: '',
  }))
}

function notesIn(...trees: (XmlNode | null)[]): ReadonlyMap<string, XmlNode> {
  const notes = new Map<string, XmlNode>()
  for (const tree of trees)
    for (const kind of tree ? (['footnote', 'endnote'] as const) : [])
      for (const note of tree ? descendants(tree, kind) : [])
        if (attr(note, 'type') === undefined) notes.set(`${kind} ${attr(note, 'id') ?? ''}`, note)
  return notes
}

/**
 * Footnotes our own writer made of figures' sources, by what they say: other programs number all notes anew when one is added, so that
 * a number alone may by now be somebody's own remark.
 */
function ownNotesIn(notes: ReadonlyMap<string, XmlNode>, ours: ReadonlyMap<string, string[]>): ReadonlySet<string> {
  const cells = new Set([...ours.values()].flatMap(([kind, , , cell]) => (kind === 'figure' && cell ? [cell] : [])))
  const own = new Set<string>()
  if (cells.size === 0) return own
  for (const [at, note] of notes) {
    const text = allText(note).trim()
    if (ownSource.test(text) && [...cells].some((cell) => text.includes(cell))) own.add(at)
  }
  return own
}

/** How many different headers there are, or footers, whichever is more. */
const distinctEdges = (zip: ZipParts): number =>
  Math.max(
    ...['header', 'footer'].map(
      (kind) => zip.names.filter((one) => new RegExp(`^word/${kind}\\d*\\.xml$`).test(one)).length,
    ),
  )

/** A running header without a word or picture is none. */
const blankless = (doc: WritingDoc): WritingDoc | null =>
  doc.content.every((node) => node.type === 'paragraph' && (node.content ?? []).length === 0) ? null : doc

function beginsAsZip(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(4)
    return readSync(file, head, 0, 4, 0) === 4 && head.readUInt32BE(0) === 0x504b0304
  } finally {
    closeSync(file)
  }
}

const problems: Partial<Record<FileProblemCode, TextKey>> = {
  fileBomb: 'documentBomb',
  fileDoctype: 'documentBomb',
  fileTruncated: 'documentTruncated',
  fileEncrypted: 'documentEncrypted',
  fileUnsafePath: 'documentUnsafe',
}
const refusalOf = ({ code }: FileProblem, name: string) =>
  new Refusal(problems[code] ?? 'documentDamaged', { file: name })

import { type FieldName, fieldNames, type InlineNode, isLink, type Mark } from '#contract/writing-doc.ts'
import { allText, attr, child, descendants, elements, under, type XmlNode } from '../document/xml-tree.ts'
import { isSet, type Relation } from './docx-in-package.ts'
import { isSignFont, signOf } from './docx-in-signs.ts'

/** What was met while a file was read, for the notes and for what stands elsewhere. */
export type InBook = {
  relations: ReadonlyMap<string, Relation>
  ours: ReadonlyMap<string, string[]>
  character: (id: string | undefined) => XmlNode | undefined
  notes: ReadonlyMap<string, XmlNode>
  /** Those of them our own writer made of figures' sources. */
  ownNotes: ReadonlySet<string>
  /** The file's number of a comment to the id its mark gets. */
  comments: ReadonlyMap<string, string>
  counts: Map<Counted, number>
  /** Comments whose words are being read. */
  open: Set<string>
  picture: (drawing: XmlNode, relations: ReadonlyMap<string, Relation>) => PictureFound | undefined
}
export type PictureFound = { fileId: string; width: number | null; alt: string }
export type Counted =
  | 'remote' | 'images' | 'floating' | 'boxes' | 'shapes' | 'formulas' | 'notes' | 'links' | 'tables' | 'hidden' | 'moved' | 'tracked' | 'numbered' | 'signs' | 'many' // prettier-ignore

export const counted = (book: InBook, what: Counted, more = 1) =>
  void book.counts.set(what, (book.counts.get(what) ?? 0) + more)

/** A piece of a paragraph: words, or what breaks it apart. */
export type Piece =
  | { kind: 'inline'; node: InlineNode }
  | { kind: 'break' }
  | { kind: 'picture'; picture: PictureFound }
  | { kind: 'box'; content: XmlNode }
  | { kind: 'note'; reference: XmlNode }

type Ground = { marks: readonly Mark[]; hidden: boolean; font?: string | undefined }
/** A complex field while it is read: its instruction, and whether its result has begun. */
type Field = { instruction: string; result: boolean; kind: 'page' | 'pages' | 'link' | 'text'; href: string }

const isOn = (properties: XmlNode | undefined, name: string) => isSet(child(properties, name))

/** The kind and number of the note a reference names, as `notes` has it. */
export const noteKey = (reference: XmlNode) =>
  `${reference.name.replace('Reference', '')} ${attr(reference, 'id') ?? ''}`

/** Reads the inline content of one paragraph after another; complex fields may reach over several. */
export function runReader(book: InBook) {
  const fields: Field[] = []
  /** Our own bookmarks that are open: their property and the text met so far. */
  const named: { id: string; parts: string[]; text: string; marks: readonly Mark[] }[] = []
  let seen = 0

  const pieces = (node: XmlNode, ground: Ground = { marks: [], hidden: false }): Piece[] => {
    const out: Piece[] = []
    for (const one of elements(node)) piece(one, ground, out)
    return out
  }

  const piece = (one: XmlNode, ground: Ground, out: Piece[]): void => {
    switch (one.name) {
      case 'r':
        return run(one, ground, out)
      case 'ins':
      case 'del':
      case 'moveTo':
      case 'moveFrom':
        out.push(...pieces(one, { ...ground, marks: [...ground.marks, changeMark(one)] }))
        return
      case 'hyperlink': {
        const target = book.relations.get(attr(one, 'id') ?? '')?.target ?? ''
        const anchor = attr(one, 'anchor')
        const href = target !== '' && anchor !== undefined && !target.includes('#') ? `${target}#${anchor}` : target
        out.push(...pieces(one, { ...ground, marks: [...ground.marks, ...linkMark(href)] }))
        return
      }
      case 'fldSimple':
        return simpleField(one, ground, out)
      case 'commentRangeStart':
      case 'commentRangeEnd':
        return comment(one)
      case 'bookmarkStart':
      case 'bookmarkEnd':
        return bookmark(one, ground, out)
      case 'oMath':
      case 'oMathPara':
        counted(book, 'formulas')
        return text(allText(one), ground, out)
      case 'AlternateContent':
        out.push(...pieces(child(one, 'Choice') ?? child(one, 'Fallback') ?? one, ground))
        return
      case 'sdt':
      case 'sdtContent':
      case 'smartTag':
      case 'customXml':
      case 'dir':
      case 'bdo':
        out.push(...pieces(one, ground))
    }
  }

  const run = (node: XmlNode, ground: Ground, out: Piece[]): void => {
    const properties = child(node, 'rPr')
    const style = book.character(attr(child(properties, 'rStyle'), 'val'))
    const hidden = isOn(properties, 'vanish') ?? isOn(style, 'vanish') ?? ground.hidden
    const fonts = child(properties, 'rFonts') ?? child(style, 'rFonts')
    const font = attr(fonts, 'ascii') ?? attr(fonts, 'hAnsi')
    const inside: Ground = { hidden, font, marks: [...ground.marks, ...lookMarks(properties, style)] }
    for (const one of elements(node)) runPart(one, inside, out)
  }

  const runPart = (one: XmlNode, ground: Ground, out: Piece[]): void => {
    switch (one.name) {
      case 't':
      case 'delText':
        return text(shown(allText(one), ground.font), ground, out)
      case 'tab':
        return text('\t', ground, out)
      case 'noBreakHyphen':
        return text('‑', ground, out)
      case 'sym':
        return text(sign(attr(one, 'font') ?? '', Number.parseInt(attr(one, 'char') ?? '', 16)), ground, out)
      case 'cr':
        return put({ type: 'hardBreak' }, ground, out)
      case 'br':
        if (attr(one, 'type') === 'page') out.push({ kind: 'break' })
        else if (attr(one, 'type') !== 'column') put({ type: 'hardBreak' }, ground, out)
        return
      case 'fldChar':
        return fieldChar(one, ground, out)
      case 'instrText': {
        const field = fields.at(-1)
        if (field) field.instruction += allText(one)
        return
      }
      case 'drawing':
      case 'pict':
        return drawing(one, out)
      case 'object':
        return counted(book, 'shapes')
      case 'footnoteReference':
      case 'endnoteReference':
        if (!book.ownNotes.has(noteKey(one))) out.push({ kind: 'note', reference: one })
        return
      case 'AlternateContent':
        for (const inner of elements(child(one, 'Choice') ?? child(one, 'Fallback') ?? one)) runPart(inner, ground, out)
    }
  }

  const sign = (font: string, code: number): string => {
    const known = signOf(font, code)
    if (known === undefined) counted(book, 'signs')
    return known ?? '□'
  }
  /** What letters show in their font. */
  const shown = (words: string, font: string | undefined): string =>
    isSignFont(font) ? Array.from(words, (letter) => sign(font, letter.codePointAt(0) ?? 0)).join('') : words

  const drawing = (node: XmlNode, out: Piece[]): void => {
    const boxes = descendants(node, 'txbxContent')
    for (const content of boxes) {
      counted(book, 'boxes')
      out.push({ kind: 'box', content })
    }
    const picture = book.picture(node, book.relations)
    if (picture) out.push({ kind: 'picture', picture })
    else if (boxes.length === 0 && descendants(node, 'blip').length + descendants(node, 'imagedata').length === 0)
      counted(book, 'shapes')
  }

  const text = (words: string, ground: Ground, out: Piece[]): void => {
    if (words === '') return
    if (ground.hidden) return counted(book, 'hidden')
    const field = fields.at(-1)
    if (field && (!field.result || field.kind === 'page' || field.kind === 'pages')) return
    const own = named.at(-1)
    if (own) {
      own.text += words
      own.marks = marksOf(ground)
      return
    }
    put({ type: 'text', text: words }, ground, out)
  }

  const put = (node: InlineNode, ground: Ground, out: Piece[]): void => {
    if (ground.hidden) return
    const marks = marksOf(ground)
    out.push({ kind: 'inline', node: marks.length > 0 ? { ...node, marks } : node })
  }

  /** What the words carry, once each, with the comments and the link that stand around them. */
  const marksOf = (ground: Ground): Mark[] => {
    const href = fields.findLast(({ kind, result }) => kind === 'link' && result)?.href
    const all: Mark[] = [
      ...ground.marks,
      ...(href === undefined ? [] : linkMark(href)),
      ...[...book.open].map((id): Mark => ({ type: 'comment', attrs: { id } })),
    ]
    return all.filter(({ type }, at) => type === 'comment' || all.findIndex((mark) => mark.type === type) === at)
  }

  const linkMark = (href: string): Mark[] => {
    // what stands for a place of ours comes from our own property, never from an address in a file
    if (href !== '' && !href.startsWith('/') && isLink(href) && href.length <= 2000)
      return [{ type: 'link', attrs: { href } }]
    if (href !== '') counted(book, 'links')
    return []
  }

  const changeMark = (node: XmlNode): Mark => {
    const moved = node.name.startsWith('move')
    counted(book, moved ? 'moved' : 'tracked')
    seen += 1
    const at = (attr(node, 'date') ?? '').replace('T', ' ').slice(0, 19)
    const attrs = {
      id: `w${attr(node, 'id') ?? ''}-${seen}`.slice(0, 64),
      by: '',
      name: (attr(node, 'author') ?? '').slice(0, 200),
      at: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(at) ? at : '',
      say: '',
    }
    return { type: node.name === 'ins' || node.name === 'moveTo' ? 'insertion' : 'deletion', attrs }
  }

  const comment = (node: XmlNode): void => {
    const id = book.comments.get(attr(node, 'id') ?? '')
    if (id === undefined) return
    if (node.name === 'commentRangeStart') book.open.add(id)
    else book.open.delete(id)
  }

  const bookmark = (node: XmlNode, ground: Ground, out: Piece[]): void => {
    const id = attr(node, 'id') ?? ''
    if (node.name === 'bookmarkStart') {
      const parts = book.ours.get(attr(node, 'name') ?? '')
      if (parts && parts.length > 0) named.push({ id, parts, text: '', marks: [] })
      return
    }
    const own = named.at(-1)
    if (own?.id !== id) return
    named.pop()
    const made = ownNode(own.parts, own.text)
    if (!made) return text(own.text, { ...ground, marks: own.marks }, out)
    const marks = [...own.marks, ...(made.type === 'text' ? (made.marks ?? []) : [])]
    out.push({ kind: 'inline', node: marks.length > 0 ? { ...made, marks } : made })
  }

  const simpleField = (node: XmlNode, ground: Ground, out: Piece[]): void => {
    const { kind, href } = fieldOf(attr(node, 'instr') ?? '')
    if (kind === 'page' || kind === 'pages') return put({ type: 'pageNumber', attrs: { of: kind } }, ground, out)
    out.push(...pieces(node, { ...ground, marks: [...ground.marks, ...(kind === 'link' ? linkMark(href) : [])] }))
  }

  const fieldChar = (node: XmlNode, ground: Ground, out: Piece[]): void => {
    const kind = attr(node, 'fldCharType')
    const field = fields.at(-1)
    // a box of an old form stands in the field itself
    const box = under(node, 'ffData', 'checkBox')
    if (box) text((isOn(box, 'checked') ?? isOn(box, 'default')) ? '☑' : '□', ground, out)
    if (kind === 'begin') fields.push({ instruction: '', result: false, kind: 'text', href: '' })
    else if (kind === 'separate' && field) Object.assign(field, fieldOf(field.instruction), { result: true })
    else if (kind === 'end' && field) {
      fields.pop()
      const { kind: what } = fieldOf(field.instruction)
      if (what === 'page' || what === 'pages') put({ type: 'pageNumber', attrs: { of: what } }, ground, out)
    }
  }

  return {
    /** One paragraph. What a broken file leaves open ends with it, so that nothing after is swallowed. */
    paragraph(node: XmlNode): Piece[] {
      const out = pieces(node)
      for (const { text: words, marks } of named.splice(0))
        put({ type: 'text', text: words }, { marks, hidden: words === '' }, out)
      const lasting = fields.filter(({ result, kind }) => result && (kind === 'text' || kind === 'link'))
      fields.splice(0, fields.length, ...lasting)
      return out
    },
  }
}

function fieldOf(instruction: string): Pick<Field, 'kind' | 'href'> {
  const [word = '', rest = ''] = instruction.trim().split(/\s+(.*)/s)
  const name = word.toUpperCase()
  if (name === 'PAGE') return { kind: 'page', href: '' }
  if (name === 'NUMPAGES' || name === 'SECTIONPAGES') return { kind: 'pages', href: '' }
  if (name !== 'HYPERLINK') return { kind: 'text', href: '' }
  return { kind: 'link', href: /^"([^"]*)"/.exec(rest)?.[1] ?? '' }
}

function lookMarks(properties: XmlNode | undefined, style: XmlNode | undefined): Mark[] {
  const on = (name: string) => isOn(properties, name) ?? isOn(style, name) ?? false
  // what a link looks like is said by its being one
  const underlined = isOn(properties, 'u') ?? false
  return [
    ...(on('b') ? [{ type: 'bold' } as const] : []),
    ...(on('i') ? [{ type: 'italic' } as const] : []),
    ...(underlined ? [{ type: 'underline' } as const] : []),
    ...(on('strike') || on('dstrike') ? [{ type: 'strike' } as const] : []),
  ]
}

const isField = (name: string | undefined): name is FieldName => fieldNames.some((known) => known === name)

/** What our own writer puts where a value is not known yet. */
const isBlank = (text: string) => /^〔[^〕]*〕?$/.test(text)

/** What our own writer put there; undefined if the list says nothing we know. */
function ownNode([kind, ...parts]: readonly string[], text: string): InlineNode | undefined {
  if (kind === 'field' && isField(parts[0]))
    return { type: 'field', attrs: { name: parts[0], value: isBlank(text) ? '' : text.slice(0, 500) } }
  if (kind === 'link' && parts[0]?.startsWith('/') && isLink(parts[0]))
    return text === '' ? undefined : { type: 'text', text, marks: [{ type: 'link', attrs: { href: parts[0] } }] }
  if (kind !== 'figure') return undefined
  const [projectId = '', paperId = '', cell = '', unit = '', at = '', , label = ''] = parts
  const value = isBlank(text) ? '' : text.slice(0, 500)
  return {
    type: 'figure',
    attrs: {
      projectId: projectId.slice(0, 40),
      paperId: paperId.slice(0, 20),
      cell: cell.slice(0, 300),
      unit: unit.slice(0, 20),
      at: at.slice(0, 30),
      label: label.slice(0, 300),
      value,
    },
  }
}

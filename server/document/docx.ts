import type { ZipParts } from '#server/ledger/read/zip-parts.ts'
import type { Cell, TableRow } from '#engine/retrieval/block.ts'
import { BlockList, tidy } from './block-list.ts'
import { docxNumbering, docxStyles, hidesText, levelOf, nearWhite, shaded, type DocxStyle } from './docx-styles.ts'
import { allText, attr, child, descendants, elements, under, xmlPart, type XmlNode } from './xml-tree.ts'

const BODY = 'word/document.xml'

/**
 * A text document's blocks: headings by style or outline level, numbers of lists written out, tables with merged cells,
 * footnotes behind the paragraph that names them, headers and footers once at the end. Tracked changes as if accepted.
 */
export async function docxBlocks(zip: ZipParts, name: string, list: BlockList): Promise<void> {
  const part = (of: string) => xmlPart(zip, `word/${of}.xml`, name)
  const document = child(await xmlPart(zip, BODY, name), 'document')
  const body = child(document, 'body')
  const paper = attr(child(document, 'background'), 'color')
  const reader = docxReader(list, {
    style: docxStyles(await part('styles')),
    numbering: docxNumbering(await part('numbering')),
    dark: paper !== undefined && paper !== 'auto' && !nearWhite(paper),
    notes: notesOf(await part('footnotes'), await part('endnotes')),
  })
  if (body) reader.blocks(body)
  const comments = descendants((await part('comments')) ?? nothing, 'comment').length
  if (comments > 0) list.warn('documentComments', { count: comments })
  const said = new Set<string>()
  for (const edge of zip.names.filter((one) => /^word\/(?:header|footer)\d*\.xml$/.test(one)).sort()) {
    const tree = await xmlPart(zip, edge, name)
    for (const paragraph of descendants(tree ?? nothing, 'p')) {
      const text = tidy(reader.text(paragraph))
      // page numbers say nothing
      if (/\p{L}{2}/u.test(text) && !/^第?\s*\d*\s*页/.test(text) && !said.has(text)) list.paragraph(text)
      said.add(text)
    }
  }
  reader.finish()
  const pictures = zip.names.filter((one) => /^word\/media\/.*\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf)$/i.test(one)).length
  if (pictures > 0) list.notRead('documentPictures', { count: pictures })
  for (const chart of zip.names.filter((one) => /^word\/(?:charts\/chart|embeddings\/)[^/]+$/.test(one)))
    list.notRead('documentPart', { part: chart })
}

const nothing: XmlNode = { name: '', raw: '', children: [] }

function notesOf(...trees: (XmlNode | null)[]): ReadonlyMap<string, XmlNode> {
  const notes = new Map<string, XmlNode>()
  for (const tree of trees)
    for (const kind of tree ? ['footnote', 'endnote'] : [])
      for (const note of descendants(tree ?? nothing, kind)) notes.set(`${kind} ${attr(note, 'id') ?? ''}`, note)
  return notes
}

type Parts = {
  style: (id: string | undefined) => DocxStyle
  numbering: { next(numId: string, level: number): string }
  notes: ReadonlyMap<string, XmlNode>
  /** The paper itself has a colour. */
  dark: boolean
}
/** What is met inside a paragraph and stands behind it. */
type Beside = { notes: string[]; boxes: XmlNode[] }

function docxReader(list: BlockList, parts: Parts) {
  let tracked = 0
  let noteCount = 0

  const blocks = (node: XmlNode): void => {
    for (const one of elements(node)) {
      if (list.full) return
      if (one.name === 'p') paragraph(one)
      else if (one.name === 'tbl') list.table(tableRows(one))
      else if (one.name === 'del' || one.name === 'moveFrom') tracked += 1
      else if (one.name === 'AlternateContent') blocks(chosen(one))
      else if (containers.has(one.name)) blocks(one)
    }
  }

  const paragraph = (node: XmlNode): void => {
    const dark = parts.dark
    const properties = child(node, 'pPr')
    const style = parts.style(attr(child(properties, 'pStyle'), 'val'))
    const level = levelOf(attr(child(properties, 'outlineLvl'), 'val')) ?? style.level
    const numId = attr(under(properties, 'numPr', 'numId'), 'val') ?? style.numId
    const numLevel = Number(attr(under(properties, 'numPr', 'ilvl'), 'val') ?? style.numLevel ?? 0)
    const beside: Beside = { notes: [], boxes: [] }
    const words = tidy(runs(node, { hidden: style.hidden, shaded: dark || style.ground || shaded(properties) }, beside))
    if (words) {
      const number = numId === undefined ? '' : parts.numbering.next(numId, numLevel)
      const text = number === '' ? words : `${number}${/[\w.)]$/.test(number) ? ' ' : ''}${words}`
      // a whole paragraph with an outline level is body text of a sloppy author
      if (level > 0 && text.length <= 200) list.heading(level, text)
      else list.paragraph(text)
    }
    for (const note of beside.notes) list.paragraph(note)
    for (const box of beside.boxes) blocks(box)
  }

  type Ground = { hidden: boolean; shaded: boolean }
  const runs = (node: XmlNode, ground: Ground, beside: Beside): string =>
    elements(node)
      .map((one) => {
        if (one.name === 'r') return run(one, ground, beside)
        if (one.name === 'del' || one.name === 'moveFrom') {
          tracked += 1
          return ''
        }
        if (one.name === 'ins' || one.name === 'moveTo') tracked += 1
        if (one.name === 'AlternateContent') return runs(chosen(one), ground, beside)
        if (one.name === 't') return allText(one)
        return one.name.endsWith('Pr') ? '' : runs(one, ground, beside)
      })
      .join('')

  const run = (node: XmlNode, ground: Ground, beside: Beside): string => {
    const properties = child(node, 'rPr')
    const style = parts.style(attr(child(properties, 'rStyle'), 'val'))
    const own = hidesText(properties) ?? (style.hidden || ground.hidden)
    const gone = own && !(ground.shaded && !vanishes(properties))
    let text = ''
    const put = (one: XmlNode): void => {
      switch (one.name) {
        case 't':
          text += allText(one)
          break
        case 'tab':
        case 'ptab':
          text += ' '
          break
        case 'br':
        case 'cr':
          text += '\n'
          break
        case 'noBreakHyphen':
          text += '-'
          break
        case 'footnoteReference':
        case 'endnoteReference':
          text += note(one, beside)
          break
        case 'AlternateContent':
          for (const inner of elements(chosen(one))) put(inner)
          break
        case 'drawing':
        case 'pict':
        case 'object':
          beside.boxes.push(...descendants(one, 'txbxContent'))
          break
        default:
      }
    }
    for (const one of elements(node)) put(one)
    if (!gone) return text
    if (text.trim()) list.hidden += 1
    return ''
  }

  const note = (reference: XmlNode, beside: Beside): string => {
    const found = parts.notes.get(`${reference.name.replace('Reference', '')} ${attr(reference, 'id') ?? ''}`)
    if (!found) return ''
    noteCount += 1
    const text = tidy(
      descendants(found, 'p')
        .map((one) => runs(one, plainGround, none()))
        .join('\n'),
    )
    if (text) beside.notes.push(`[注${noteCount}] ${text}`)
    return text ? `[注${noteCount}]` : ''
  }

  /** A cell over several rows stands in each; one over several columns in its first. */
  const tableRows = (table: XmlNode): TableRow[] => {
    const above = new Map<number, string>()
    const ground = parts.dark || parts.style(attr(under(table, 'tblPr', 'tblStyle'), 'val')).ground
    return rowsOf(table).map((row, index) => {
      const cells: Cell[] = []
      let column = 1 + Number(attr(under(row, 'trPr', 'gridBefore'), 'val') ?? 0)
      for (const cell of elements(row).flatMap((one) => (one.name === 'sdt' ? descendants(one, 'tc') : [one]))) {
        if (cell.name !== 'tc') continue
        const properties = child(cell, 'tcPr')
        const merge = child(properties, 'vMerge')
        const goesOn = merge !== undefined && attr(merge, 'val') !== 'restart'
        const text = goesOn ? (above.get(column) ?? '') : cellText(cell, ground || shaded(properties))
        if (merge) above.set(column, text)
        else above.delete(column)
        if (text) cells.push({ column, text, ...(goesOn ? { merged: true } : {}) })
        column += Math.max(1, Math.min(1000, Number(attr(child(properties, 'gridSpan'), 'val') ?? 1)))
      }
      return { row: index + 1, cells }
    })
  }

  const cellText = (cell: XmlNode, dark: boolean): string => {
    const lines: string[] = []
    const walk = (node: XmlNode) => {
      for (const one of elements(node)) {
        if (one.name === 'p') {
          const beside = none()
          const properties = child(one, 'pPr')
          const style = parts.style(attr(child(properties, 'pStyle'), 'val'))
          const number = child(properties, 'numPr')
          const words = runs(one, { hidden: style.hidden, shaded: dark || style.ground || shaded(properties) }, beside)
          const count = number
            ? parts.numbering.next(
                attr(child(number, 'numId'), 'val') ?? '',
                Number(attr(child(number, 'ilvl'), 'val') ?? 0),
              )
            : ''
          lines.push(`${count}${words}`, ...beside.notes)
        } else if (one.name === 'tbl') {
          for (const { cells } of tableRows(one)) lines.push(cells.map(({ text }) => text).join(' | '))
        } else if (containers.has(one.name)) walk(one)
      }
    }
    walk(cell)
    return tidy(lines.join('\n'))
  }

  return {
    blocks,
    text: (node: XmlNode) => runs(node, plainGround, none()),
    finish() {
      if (tracked > 0) list.warn('documentTracked', { count: tracked })
    },
  }
}

const plainGround = { hidden: false, shaded: false }
const none = (): Beside => ({ notes: [], boxes: [] })
const containers = new Set(['sdt', 'sdtContent', 'customXml', 'smartTag', 'ins', 'moveTo', 'txbxContent'])
const vanishes = (properties: XmlNode | undefined) => child(properties, 'vanish') !== undefined

/** Rows may stand inside marks of tracked changes and controls, never inside cells of this table. */
const rowsOf = (table: XmlNode): XmlNode[] =>
  elements(table).flatMap((one) => (one.name === 'tr' ? [one] : containers.has(one.name) ? rowsOf(one) : []))

/** The same content is stored twice, for newer and older programs. */
const chosen = (node: XmlNode): XmlNode => child(node, 'Choice') ?? child(node, 'Fallback') ?? nothing

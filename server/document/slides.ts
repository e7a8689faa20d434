import type { Box, Cell, TableRow } from '#engine/retrieval/block.ts'
import type { ZipParts } from '#server/ledger/read/zip-parts.ts'
import { tidy, type BlockList } from './block-list.ts'
import type { DocumentLimits } from './document-reading.ts'
import { nearWhite } from './docx-styles.ts'
import { attr, allText, child, descendants, elements, relations, under, xmlPart, type XmlNode } from './xml-tree.ts'

/** English metric units of a point. */
const EMU = 12_700

/** Slides in the order they are shown: title as heading, text, tables, notes. Answers how many there are. */
export async function slideBlocks(
  zip: ZipParts,
  name: string,
  limits: DocumentLimits,
  list: BlockList,
): Promise<number> {
  const main = 'ppt/presentation.xml'
  const places = await relations(zip, main, name)
  const deck = await xmlPart(zip, main, name)
  const ids = descendants(deck ?? { name: '', raw: '', children: [] }, 'sldId').map((one) => relationOf(one.raw))
  const slides = ids.map((id) => places.get(id ?? '')).filter((part) => part !== undefined)
  if (slides.length > limits.pages) list.notRead('documentPagesCut', { pages: slides.length, limit: limits.pages })
  let pictures = 0
  let comments = 0
  for (const [index, part] of slides.slice(0, limits.pages).entries()) {
    const page = index + 1
    const tree = await xmlPart(zip, part, name)
    const slide = child(tree, 'sld')
    if (!slide) {
      list.notRead('documentPageFailed', { page })
      continue
    }
    if (attr(slide, 'show') === '0') list.warn('documentHiddenSlide', { page })
    const shapes = under(slide, 'cSld', 'spTree')
    if (shapes) putShapes(list, shapes, page)
    pictures += descendants(slide, 'pic').length
    for (const beside of (await relations(zip, part, name)).values()) {
      if (beside.includes('/comments/'))
        comments += descendants((await xmlPart(zip, beside, name)) ?? slide, 'cm').length
      if (!beside.includes('/notesSlides/')) continue
      const notes = await xmlPart(zip, beside, name)
      for (const shape of notes ? descendants(notes, 'sp') : []) {
        // the slide's own picture, number and date stand on its notes too
        if (attr(under(shape, 'nvSpPr', 'nvPr', 'ph'), 'type') === 'body')
          list.paragraph(`备注：${paragraphs(list, child(shape, 'txBody')).join('\n')}`.replace(/^备注：\s*$/, ''), {
            page,
          })
      }
    }
  }
  if (pictures > 0) list.notRead('documentPictures', { count: pictures })
  if (comments > 0) list.warn('documentComments', { count: comments })
  for (const chart of zip.names.filter((one) => /^ppt\/(?:charts\/chart|diagrams\/data|embeddings\/)[^/]+$/.test(one)))
    list.notRead('documentPart', { part: chart })
  return slides.length
}

/** `r:id`, not the slide's own `id`. */
const relationOf = (raw: string): string | undefined => /\s\w+:id\s*=\s*["']([^"']*)["']/.exec(raw)?.[1]

function putShapes(list: BlockList, tree: XmlNode, page: number): void {
  for (const shape of elements(tree)) {
    if (shape.name === 'grpSp') putShapes(list, shape, page)
    else if (shape.name === 'AlternateContent') putShapes(list, child(shape, 'Choice') ?? shape, page)
    else if (shape.name === 'graphicFrame') {
      for (const table of descendants(shape, 'tbl')) list.table(tableRows(list, table), {}, spotOf(shape, page))
    } else if (shape.name === 'sp') {
      const kind = attr(under(shape, 'nvSpPr', 'nvPr', 'ph'), 'type') ?? ''
      if (['sldNum', 'dt', 'ftr', 'hdr'].includes(kind)) continue
      const texts = paragraphs(list, child(shape, 'txBody'))
      const unseen = attr(under(shape, 'nvSpPr', 'cNvPr'), 'hidden') === '1'
      if (unseen) list.hidden += texts.length > 0 ? 1 : 0
      else if (kind === 'title' || kind === 'ctrTitle') list.heading(1, texts.join(' '), spotOf(shape, page))
      else for (const text of texts) list.paragraph(text, spotOf(shape, page))
    }
  }
}

const points = (node: XmlNode | undefined, name: string) => Math.round((Number(attr(node, name) ?? 0) / EMU) * 10) / 10

function spotOf(shape: XmlNode, page: number): { page: number; box?: Box } {
  const frame = child(shape, 'xfrm') ?? under(shape, 'spPr', 'xfrm')
  const off = child(frame, 'off')
  const ext = child(frame, 'ext')
  if (!off || !ext) return { page }
  return {
    page,
    box: { left: points(off, 'x'), top: points(off, 'y'), width: points(ext, 'cx'), height: points(ext, 'cy') },
  }
}

function paragraphs(list: BlockList, body: XmlNode | undefined): string[] {
  if (!body) return []
  return descendants(body, 'p')
    .map((paragraph) =>
      tidy(
        elements(paragraph)
          .map((run) => {
            if (run.name === 'br') return '\n'
            if (run.name !== 'r' && run.name !== 'fld') return ''
            const text = allText(child(run, 't'))
            if (!tiny(child(run, 'rPr'))) return text
            if (text.trim()) list.hidden += 1
            return ''
          })
          .join(''),
      ),
    )
    .filter((text) => text !== '')
}

/** Words of less than a point. White ones are common on dark slides: those count only where the run says both. */
const tiny = (properties: XmlNode | undefined): boolean => {
  const size = Number(attr(properties, 'sz') ?? 1800)
  const color = attr(under(properties, 'solidFill', 'srgbClr'), 'val')
  return size <= 100 || (size <= 400 && nearWhite(color))
}

/** A cell over several rows stands in each. */
function tableRows(list: BlockList, table: XmlNode): TableRow[] {
  const above = new Map<number, string>()
  return descendants(table, 'tr').map((row, index) => ({
    row: index + 1,
    cells: descendants(row, 'tc').flatMap((cell, at): Cell[] => {
      const goesOn = attr(cell, 'vMerge') === '1'
      const text = goesOn ? (above.get(at) ?? '') : paragraphs(list, child(cell, 'txBody')).join('\n')
      above.set(at, text)
      if (attr(cell, 'hMerge') === '1' || text === '') return []
      return [{ column: at + 1, text, ...(goesOn ? { merged: true } : {}) }]
    }),
  }))
}

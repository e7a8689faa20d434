import { Document, Footer, Header, LineRuleType, Packer, PageOrientation, Paragraph, TextRun } from 'docx'
import { emptyBody, type FigureAttrs, type WritingBody, type WritingDoc } from '#contract/writing-doc.ts'
import { mapInline } from './doc-text.ts'
import { fieldLabel } from './field-label.ts'
import { styles, TWIPS } from './docx-marks.ts'
import { type BlockBook, blocksOut, bulletLevels } from './docx-out-blocks.ts'
import { commentsOn, writable } from './docx-out-runs.ts'

/** A4 in twips. */
const PAPER = { width: 11_906, height: 16_838 } as const

/** Half points. */
const NOTE_SIZE = 18
const twips = (millimetres: number) => Math.round(millimetres * TWIPS.millimetre)

export type OutComment = { id: string; parentId: string; author: string; time: string; text: string; resolved: boolean }
export type DocxOrder = {
  title: string
  author: string
  body: WritingBody
  comments: readonly OutComment[]
  pictures: ReadonlyMap<string, Uint8Array>
  english: boolean
}

/** A document as the bytes of a Word file. Tracked changes, comments and page numbers are Word's own; figures carry their source as a footnote. */
export async function writeDocx({ title, author, body, comments, pictures, english }: DocxOrder): Promise<Uint8Array> {
  const { page } = body
  const width = page.landscape ? PAPER.height : PAPER.width
  const heads = comments.filter(({ parentId }) => parentId === '')
  const book: BlockBook = {
    properties: [],
    notes: [],
    comments: stretches(body, heads),
    sourceSays: (figure) => sourceSays(figure, english),
    blank: (field) => fieldLabel(field, english),
    plain: false,
    changes: 0,
    pictures,
    lists: [],
    bullets: 0,
    lineWidth: width - twips(page.margins.left) - twips(page.margins.right),
    noPicture: (alt) => (english ? `[Picture: ${alt || 'not available'}]` : `【图片：${alt || '未能取得'}】`),
  }
  const edge = (part: WritingDoc | null) =>
    part ? blocksOut(part.content, Object.assign(book, { plain: true })) : undefined
  const [header, footer] = [edge(body.header), edge(body.footer)]
  book.plain = false
  const children = blocksOut(body.doc.content, book)
  // a section ends with a paragraph
  if (!(children.at(-1) instanceof Paragraph)) children.push(new Paragraph({}))
  const file = new Document({
    title: writable(title),
    creator: writable(author),
    numbering: { config: [bulletLevels(), ...book.lists] },
    customProperties: book.properties,
    footnotes: Object.fromEntries(
      book.notes.map((note, at) => [
        at + 1,
        { children: [new Paragraph({ children: [new TextRun({ text: writable(note), size: NOTE_SIZE })] })] },
      ]),
    ),
    ...(heads.length > 0 ? { comments: { children: heads.flatMap((head, at) => thread(head, at, comments)) } } : {}),
    styles: {
      default: {
        heading1: headingLook(36),
        heading2: headingLook(30),
        heading3: headingLook(28),
        heading4: headingLook(24),
        document: {
          run: { font: { ascii: 'Times New Roman', hAnsi: 'Times New Roman', eastAsia: '宋体' }, size: 24 },
          paragraph: { spacing: { before: 40, after: 40, line: 300, lineRule: LineRuleType.AUTO } },
        },
      },
      paragraphStyles: [
        { id: styles.quote, name: 'Quote', basedOn: 'Normal', run: { italics: true } },
        { id: styles.head, name: 'Digao Table Head', basedOn: 'Normal', run: { bold: true } },
        { id: styles.goesOn, name: 'List Continue', basedOn: 'Normal' },
      ],
    },
    sections: [
      {
        properties: {
          page: {
            size: {
              width: PAPER.width,
              height: PAPER.height,
              orientation: page.landscape ? PageOrientation.LANDSCAPE : PageOrientation.PORTRAIT,
            },
            margin: {
              top: twips(page.margins.top),
              right: twips(page.margins.right),
              bottom: twips(page.margins.bottom),
              left: twips(page.margins.left),
            },
          },
        },
        ...(header ? { headers: { default: new Header({ children: header }) } } : {}),
        ...(footer ? { footers: { default: new Footer({ children: footer }) } } : {}),
        children: children.length > 0 ? children : blocksOut(emptyBody().doc.content, book),
      },
    ],
  })
  return new Uint8Array(await Packer.toBuffer(file))
}

/** Which comments the text carries; one whose words are gone has no place in the file. */
function stretches(body: WritingBody, heads: readonly OutComment[]): BlockBook['comments'] {
  const found = new Map(heads.map(({ id }, no) => [id, { no, nodes: 0, met: 0 }]))
  mapInline({ ...body, header: null, footer: null }, (node) => {
    for (const id of commentsOn(node)) {
      const stretch = found.get(id)
      if (stretch) stretch.nodes += 1
    }
    return node
  })
  return found
}

/** Headings are black and of the kind reports are set in; half points. */
const headingLook = (size: number) => ({
  run: { size, bold: true, color: '000000', font: { ascii: 'Arial', hAnsi: 'Arial', eastAsia: '黑体' } },
  // never alone at the foot of a page
  paragraph: { spacing: { before: 240, after: 120 }, keepNext: true },
})

/** A comment and its answers, which Word shows one behind the other on the same words. */
function thread(head: OutComment, id: number, all: readonly OutComment[]) {
  const answers = answersTo(head.id, all)
  const lines = [head.text, ...answers.map(({ author, text }) => `${author}: ${text}`)]
  const written = new Date(`${head.time.replace(' ', 'T')}Z`)
  return [
    {
      id,
      author: writable(head.author),
      ...(Number.isNaN(written.getTime()) ? {} : { date: written }),
      children: lines
        .flatMap((line) => line.split('\n'))
        .map((line) => new Paragraph({ children: [new TextRun(writable(line))] })),
    },
  ]
}

/** All answers below a comment, also those to answers, each behind what it answers. */
function answersTo(id: string, all: readonly OutComment[]): OutComment[] {
  const found: OutComment[] = []
  for (const answer of all) if (answer.parentId === id) found.push(answer, ...answersTo(answer.id, all))
  return found
}

function sourceSays({ cell, label, value, at }: FigureAttrs, english: boolean): string {
  const said = [label, cell].filter(Boolean).join(' ')
  if (value === '') return english ? `Working papers, ${said}: no value yet` : `底稿 ${said}：尚无数值`
  return english
    ? `Source: working papers, ${said}${at && `, generated ${at}`}`
    : `来源：底稿 ${said}${at && `，生成于 ${at}`}`
}

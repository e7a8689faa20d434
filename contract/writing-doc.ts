import { z } from 'zod'

/** What a document may hold at most: bytes of its JSON (a request takes no more), levels of nesting, nodes. */
export const WRITING_BYTES = 1.9 * 1024 ** 2
export const WRITING_DEPTH = 40
export const WRITING_NODES = 20_000
/** A node stands in a list of its parent: two levels each, and a few around the outermost and inside the innermost. */
const DEEPEST_VALUE = WRITING_DEPTH * 2 + 6
/** A row of a table may have this many columns, as in a word processor. */
export const WRITING_COLUMNS = 63

export const aligns = ['left', 'center', 'right', 'justify'] as const
/** What a field may stand for; filled from the project, the firm and the clock. */
export const fieldNames = [
  'client', 'creditCode', 'year', 'project', 'firm', 'preparer', 'reviewer', 'date',
] as const // prettier-ignore
export type FieldName = (typeof fieldNames)[number]
/** Who makes a tracked change by no person's hand. */
export const BY_MODEL = 'model'

/** A place of this product, or an https address. */
export const isLink = (href: string): boolean =>
  /^\/(?![/\\])[^\s\\]*$/.test(href) || /^https:\/\/[^\s/\\@]+(?:[/?#][^\s\\]*)?$/i.test(href)

const short = z.string().max(200)
const key = z.string().min(1).max(64)
const plain = <T extends string>(type: T) => z.object({ type: z.literal(type) })
const change = <T extends 'insertion' | 'deletion'>(type: T) =>
  z.object({
    type: z.literal(type),
    attrs: z.object({
      /** All pieces of one change carry one id. */
      id: key,
      /** A user's id, `model`, or empty: somebody outside, from a file. */
      by: z.string().max(64).default(''),
      /** The name shown. */
      name: short.default(''),
      /** yyyy-MM-dd HH:mm:ss, or empty. */
      at: z.string().max(30).default(''),
      /** Why, in words. */
      say: z.string().max(500).default(''),
    }),
  })

export const Mark = z.discriminatedUnion('type', [
  plain('bold'),
  plain('italic'),
  plain('underline'),
  plain('strike'),
  z.object({
    type: z.literal('link'),
    attrs: z.object({ href: z.string().max(2000).refine(isLink, 'writingLink') }),
  }),
  /** The words a comment speaks of; the comment itself is a row (`Comment` in writing.ts). */
  z.object({ type: z.literal('comment'), attrs: z.object({ id: key }) }),
  change('insertion'),
  change('deletion'),
])
export type Mark = z.output<typeof Mark>
export type Change = Extract<Mark, { type: 'insertion' | 'deletion' }>

const marks = z.array(Mark).max(12).optional()
/** A cell of a project's papers, as it was when it was last looked at. Without a project: of the document's. */
const FigureAttrs = z.object({
  projectId: z.string().max(40).default(''),
  paperId: z.string().max(20).default(''),
  /** paper.key or paper.key@row */
  cell: z.string().max(300),
  label: z.string().max(300).default(''),
  /** As shown; empty: not known. */
  value: z.string().max(500).default(''),
  /** money, number, rate, count, text, boolean, or empty. */
  unit: z.string().max(20).default(''),
  /** yyyy-MM-dd HH:mm:ss when the value was read, or empty. */
  at: z.string().max(30).default(''),
})
export type FigureAttrs = z.output<typeof FigureAttrs>
const InlineNode = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string().min(1), marks }),
  z.object({ type: z.literal('hardBreak'), marks }),
  z.object({ type: z.literal('figure'), attrs: FigureAttrs, marks }),
  z.object({
    type: z.literal('field'),
    attrs: z.object({ name: z.enum(fieldNames), value: z.string().max(500).default('') }),
    marks,
  }),
  /** The page's number, or how many there are; drawn on paper and in headers and footers. */
  z.object({
    type: z.literal('pageNumber'),
    attrs: z.object({ of: z.enum(['page', 'pages']).default('page') }),
    marks,
  }),
])
export type InlineNode = z.output<typeof InlineNode>

const inline = z.array(InlineNode).optional()
const textAlign = z.enum(aligns).nullable().default(null)
/** Steps of two characters. */
const indent = z.number().int().min(0).max(20).default(0)
const Paragraph = z.object({
  type: z.literal('paragraph'),
  attrs: z.object({ textAlign, indent }).default({ textAlign: null, indent: 0 }),
  content: inline,
})
const Heading = z.object({
  type: z.literal('heading'),
  attrs: z.object({ level: z.number().int().min(1).max(4), textAlign, indent }),
  content: inline,
})
/** A picture of its own line. `fileId`: a file of the purpose `writing`. */
const Image = z.object({
  type: z.literal('image'),
  attrs: z.object({
    fileId: z.uuid(),
    /** Pixels of 96 to the inch; null: as wide as it is, at most the line. */
    width: z.number().min(1).max(4000).nullable().default(null),
    alt: z.string().max(500).default(''),
    textAlign,
  }),
})
export type Paragraph = z.output<typeof Paragraph>
export type Heading = z.output<typeof Heading>
export type ImageNode = z.output<typeof Image>
export type ListItem = { type: 'listItem'; content: BlockNode[] }
export type CellNode = {
  type: 'tableCell' | 'tableHeader'
  /** `colwidth`: pixels of each column it covers. */
  attrs: { colspan: number; rowspan: number; colwidth: number[] | null }
  content: BlockNode[]
}
export type RowNode = { type: 'tableRow'; content?: CellNode[] | undefined }
export type TableNode = { type: 'table'; content: RowNode[] }
export type ListNode =
  | { type: 'bulletList'; content: ListItem[] }
  | { type: 'orderedList'; attrs: { start: number }; content: ListItem[] }
export type BlockNode =
  | Paragraph
  | Heading
  | ListNode
  | { type: 'blockquote'; content: BlockNode[] }
  | TableNode
  | ImageNode
  | { type: 'pageBreak' }
  | { type: 'horizontalRule' }

const blocks: z.ZodType<BlockNode[]> = z.lazy(() => z.array(Block).min(1))
const ListItemNode = z.object({ type: z.literal('listItem'), content: blocks })
const items = z.array(ListItemNode).min(1)
const span = z.number().int().min(1).max(WRITING_COLUMNS).default(1)
const Cell = z.object({
  type: z.enum(['tableCell', 'tableHeader']),
  attrs: z
    .object({
      colspan: span,
      rowspan: z.number().int().min(1).max(5000).default(1),
      colwidth: z.array(z.number().min(1).max(4000)).max(WRITING_COLUMNS).nullable().default(null),
    })
    .default({ colspan: 1, rowspan: 1, colwidth: null }),
  content: blocks,
})
const Row = z.object({ type: z.literal('tableRow'), content: z.array(Cell).max(WRITING_COLUMNS).optional() })
const Block: z.ZodType<BlockNode> = z.discriminatedUnion('type', [
  Paragraph,
  Heading,
  z.object({ type: z.literal('bulletList'), content: items }),
  z.object({
    type: z.literal('orderedList'),
    attrs: z.object({ start: z.number().int().min(0).max(1_000_000).default(1) }).default({ start: 1 }),
    content: items,
  }),
  z.object({ type: z.literal('blockquote'), content: blocks }),
  z.object({ type: z.literal('table'), content: z.array(Row).min(1) }),
  Image,
  z.object({ type: z.literal('pageBreak') }),
  z.object({ type: z.literal('horizontalRule') }),
])
const Doc = z.object({ type: z.literal('doc'), content: blocks })
export type WritingDoc = { type: 'doc'; content: BlockNode[] }

/** The sheet of paper: millimetres. */
const Page = z.object({
  landscape: z.boolean().default(false),
  margins: z
    .object({
      top: z.number().min(0).max(100),
      right: z.number().min(0).max(100),
      bottom: z.number().min(0).max(100),
      left: z.number().min(0).max(100),
    })
    .default({ top: 25, right: 25, bottom: 25, left: 25 }),
})
export const plainPage: z.output<typeof Page> = {
  landscape: false,
  margins: { top: 25, right: 25, bottom: 25, left: 25 },
}

/** Why a value cannot be a document at all, before anything looks inside it; walks without recursion. */
function tooMuch(given: unknown): 'writingTooDeep' | 'writingTooLong' | undefined {
  let nodes = 0
  let characters = 0
  const open: { value: unknown; depth: number; counts: boolean }[] = [{ value: given, depth: 0, counts: true }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth, counts } = next
    if (typeof value === 'string') characters += value.length
    if (typeof value !== 'object' || value === null) continue
    if (counts && 'type' in value) nodes += 1
    if (depth > DEEPEST_VALUE) return 'writingTooDeep'
    if (nodes > WRITING_NODES || characters > WRITING_BYTES) return 'writingTooLong'
    for (const [name, inside] of Object.entries(value))
      open.push({ value: inside, depth: depth + 1, counts: counts && name !== 'marks' && name !== 'attrs' })
  }
  return undefined
}
const Body = z.object({
  doc: Doc,
  header: Doc.nullable().default(null),
  footer: Doc.nullable().default(null),
  page: Page.default(plainPage),
})
/** A whole document: the text, its running header and footer, the paper. */
export const WritingBody = z
  .custom<z.input<typeof Body>>((given) => typeof given === 'object' && given !== null)
  .superRefine((given, check) => {
    const why = tooMuch(given)
    if (why) check.addIssue({ code: 'custom', message: why })
  })
  .pipe(Body)
export type WritingBody = z.output<typeof Body>
/** A document as the store holds it: it went through the check above when it was saved. */
export const StoredBody = z.custom<WritingBody>((body) => typeof body === 'object' && body !== null)

export const emptyBody = (): WritingBody => ({
  doc: { type: 'doc', content: [{ type: 'paragraph', attrs: { textAlign: null, indent: 0 } }] },
  header: null,
  footer: null,
  page: plainPage,
})

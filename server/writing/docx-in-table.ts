import { type BlockNode, type CellNode, type RowNode, WRITING_COLUMNS } from '#contract/writing-doc.ts'
import { attr, child, descendants, elements, under, type XmlNode } from '../document/xml-tree.ts'
import { isSet } from './docx-in-package.ts'
import { styles, TWIPS } from './docx-marks.ts'
import { counted, type InBook } from './docx-in-runs.ts'

type Reader = { blocks: (node: XmlNode) => BlockNode[]; book: InBook }

const containers = new Set(['sdt', 'sdtContent', 'customXml', 'smartTag', 'ins', 'del'])
/** Rows and cells may stand inside controls and marks of tracked changes. */
const parts = (node: XmlNode, name: 'tr' | 'tc'): XmlNode[] =>
  elements(node).flatMap((one) => (one.name === name ? [one] : containers.has(one.name) ? parts(one, name) : []))

/** A table with its merged cells; columns beyond the most are left out, and said. */
export function tableIn(table: XmlNode, reader: Reader): BlockNode {
  const widths = widthsOf(table)
  /** The cell that reaches down in each column. */
  const above: (CellNode | undefined)[] = []
  let cut = false
  const rows = parts(table, 'tr').map((row): RowNode => {
    const head = isSet(under(row, 'trPr', 'tblHeader')) ?? false
    const content: CellNode[] = []
    let column = 0
    const put = (cell: CellNode, down: boolean) => {
      for (let more = 0; more < cell.attrs.colspan; more++) above[column + more] = down ? cell : undefined
      content.push(cell)
    }
    const before = Math.min(WRITING_COLUMNS, Number(attr(under(row, 'trPr', 'gridBefore'), 'val') ?? 0) || 0)
    if (before > 0) {
      put(gapCell(before), false)
      column += before
    }
    const grown = new Set<CellNode>()
    for (const node of parts(row, 'tc')) {
      const colspan = Math.max(1, Math.trunc(Number(attr(under(node, 'tcPr', 'gridSpan'), 'val') ?? 1)) || 1)
      if (column + colspan > WRITING_COLUMNS) {
        cut = true
        break
      }
      const merge = under(node, 'tcPr', 'vMerge')
      const goesOn = merge !== undefined && attr(merge, 'val') !== 'restart'
      const top = goesOn ? above[column] : undefined
      if (top && !grown.has(top)) {
        top.attrs.rowspan += 1
        grown.add(top)
      } else if (!top) {
        const spanned = widths?.slice(column, column + colspan)
        const inside = reader.blocks(node)
        put(
          {
            type: head || isHead(node) ? 'tableHeader' : 'tableCell',
            attrs: { colspan, rowspan: 1, colwidth: spanned?.length === colspan ? spanned : null },
            content: inside,
          },
          merge !== undefined,
        )
      }
      column += colspan
    }
    return { type: 'tableRow', content }
  })
  if (cut) counted(reader.book, 'tables')
  // a table of no row is none
  return rows.length > 0
    ? { type: 'table', content: rows }
    : { type: 'paragraph', attrs: { textAlign: null, indent: 0 } }
}

/** Our own writer marks single heads by their style. */
const isHead = (cell: XmlNode): boolean =>
  descendants(cell, 'pStyle').some((style) => attr(style, 'val') === styles.head)

const gapCell = (colspan: number): CellNode => ({
  type: 'tableCell',
  attrs: { colspan, rowspan: 1, colwidth: null },
  content: [{ type: 'paragraph', attrs: { textAlign: null, indent: 0 } }],
})

/** Pixels of the columns, if the table says them in figures. */
function widthsOf(table: XmlNode): number[] | undefined {
  const said = descendants(table, 'tcW').some((width) => attr(width, 'type') === 'dxa')
  const columns = elements(child(table, 'tblGrid') ?? table).filter(({ name }) => name === 'gridCol')
  if (!said || columns.length === 0) return undefined
  const widths = columns.map((column) => Math.round(Number(attr(column, 'w') ?? 0) / TWIPS.pixel))
  if (!widths.every((width) => width >= 1 && width <= 4000)) return undefined
  // equal parts of the whole line say nothing
  const whole = attr(under(table, 'tblPr', 'tblW'), 'type') === 'pct'
  return whole && Math.max(...widths) - Math.min(...widths) <= 1 ? undefined : widths
}

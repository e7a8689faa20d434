import { usePrinting } from '#web/kernel/printing.ts'
import { moneyText } from '#web/kit/money-text.ts'
import type { OpenPaper, PaperCell } from './open-paper.ts'
import type { SheetWords } from './sheet-snapshot.ts'
import { amountOf } from './sheet-styles.ts'

type PaperPrintProps = { paper: OpenPaper; words: SheetWords }

const figure = (most: number) => new Intl.NumberFormat('en', { maximumFractionDigits: most })
function text({ value, style, typed, look }: PaperCell) {
  if (typed) {
    if (look?.format === 'money') return moneyText(String(value)).text
    return look?.format === 'percent' ? `${(Number(value) * 100).toFixed(2)}%` : value
  }
  const number = amountOf(value, style)
  if (number === null) return value
  if (style === 'rate') return `${(number * 100).toFixed(2)}%`
  if (style === 'money' || style === 'total') return moneyText(String(value)).text
  return number === 0 && style === 'count' ? '-' : figure(style === 'count' ? 0 : 6).format(number)
}

/** Columns that hold something: those beside the paper print only where somebody typed. */
const lastColumn = ({ sheet, rows }: OpenPaper) =>
  rows
    .flatMap(({ cells }) => cells.filter(({ typed }) => typed))
    .reduce((most, { column, span = 1 }) => Math.max(most, column + span), sheet.widths.length)

/** Cells that one above them stands over. */
function coveredCells(rows: readonly { cells: PaperCell[] }[]): Set<PaperCell> {
  const covered = new Set<PaperCell>()
  for (const [at, { cells }] of rows.entries())
    for (const { column, span = 1, down = 1 } of cells)
      for (const below of rows.slice(at + 1, at + down))
        for (const cell of below.cells) if (cell.column >= column && cell.column < column + span) covered.add(cell)
  return covered
}

/** The open paper as a table, while it is printed: the grid is drawn only where it is seen. */
export function PaperPrint(props: PaperPrintProps) {
  return usePrinting() ? <PaperTable {...props} /> : null
}

/** Characters in a line that no longer fit a sheet of A4 upright. */
const WIDE = 95

/** A paper as a table on pages of its own, upright or across as its width asks. */
export function PaperTable({ paper, words }: PaperPrintProps) {
  const { sheet, marks } = paper
  const columns = lastColumn(paper)
  const absent = ({ value, place, problem }: PaperCell) => {
    if (problem) return words.error
    const mark = value === null || value === '' ? marks.get(place) : undefined
    return mark === 'missing' || mark === 'error' || mark === 'stale' ? words[mark] : undefined
  }
  const rows = paper.rows.map((row) => ({ ...row, cells: row.cells.filter(({ column }) => column < columns) }))
  const covered = coveredCells(rows)
  const head = rows.findLastIndex(({ cells }, at) => at < 12 && cells.some(({ style }) => style === 'header')) + 1
  const widths = Array.from({ length: columns }, (_, column) => ({
    key: `${column}`,
    width: sheet.widths[column] ?? 16,
  }))
  const whole = widths.reduce((sum, { width }) => sum + width, 0)
  const lines = (some: typeof rows) =>
    some.map(({ key, cells }) => (
      <tr key={key}>
        {key === paper.lostRow ? (
          <td colSpan={columns} data-style="section">
            {words.lost}
          </td>
        ) : (
          cells
            .filter((cell) => !covered.has(cell))
            .map((cell) => (
              <td
                key={cell.column}
                colSpan={Math.min(cell.span ?? 1, columns - cell.column)}
                rowSpan={cell.down ?? 1}
                data-style={cell.style}
                data-absent={absent(cell) !== undefined || undefined}
                data-amount={amountOf(cell.value, cell.style) !== null || undefined}
              >
                {absent(cell) ?? text(cell)}
              </td>
            ))
        )}
      </tr>
    ))
  return (
    <table className="paper-print" aria-label={sheet.name} data-wide={whole > WIDE || undefined}>
      <colgroup>
        {widths.map(({ key, width }) => (
          <col key={key} style={{ width: `${(width / whole) * 100}%` }} />
        ))}
      </colgroup>
      <thead>{lines(rows.slice(0, head))}</thead>
      <tbody>{lines(rows.slice(head))}</tbody>
    </table>
  )
}

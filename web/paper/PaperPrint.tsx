import { usePrinting } from '#web/kernel/printing.ts'
import { moneyText } from '#web/kit/money-text.ts'
import { type AbsentWords, amountOf, type Mark } from './sheet-snapshot.ts'
import type { Workbook } from './workbook.ts'

type Cell = Workbook['sheets'][number]['rows'][number]['cells'][number]
type PaperPrintProps = { workbook: Workbook; paperId: string; words: AbsentWords }

const figure = (most: number) => new Intl.NumberFormat('en', { maximumFractionDigits: most })
const text = ({ value, style }: Cell) => {
  const number = amountOf(value, style)
  if (number === null) return value
  if (style === 'rate') return `${(number * 100).toFixed(2)}%`
  if (style === 'money' || style === 'total') return moneyText(String(value)).text
  return number === 0 && style === 'count' ? '-' : figure(style === 'count' ? 0 : 6).format(number)
}

/** The open paper as a table, while it is printed: the grid is drawn only where it is seen. */
export function PaperPrint({ workbook, paperId, words }: PaperPrintProps) {
  const printing = usePrinting()
  const sheet = workbook.sheets.find(({ id }) => id === paperId)
  if (!printing || !sheet) return null
  const marks = new Map(workbook.cells.map(({ cell, status }): [string, Mark] => [cell, status]))
  const absent = ({ value, binding = '' }: Cell) => {
    const mark = value === null || value === '' ? marks.get(binding) : undefined
    return mark === 'missing' || mark === 'error' ? words[mark] : undefined
  }
  const rows = sheet.rows.map(({ cells }, row) => ({
    key: `${row}`,
    cells: cells.map((cell, column) => ({ ...cell, key: `${row}:${column}` })),
  }))
  const head = rows.findLastIndex(({ cells }, at) => at < 12 && cells.some(({ style }) => style === 'header')) + 1
  const whole = sheet.widths.reduce((sum, width) => sum + width, 0)
  const widths = sheet.widths.map((width, column) => ({ key: `${column}`, share: (width / whole) * 100 }))
  const lines = (some: typeof rows) =>
    some.map(({ key, cells }) => (
      <tr key={key}>
        {cells.map((cell) => (
          <td
            key={cell.key}
            colSpan={cell.span ?? 1}
            data-style={cell.style}
            data-absent={absent(cell) !== undefined || undefined}
            data-amount={amountOf(cell.value, cell.style) !== null || undefined}
          >
            {absent(cell) ?? text(cell)}
          </td>
        ))}
      </tr>
    ))
  return (
    <table className="paper-print" aria-label={sheet.name}>
      <colgroup>
        {widths.map(({ key, share }) => (
          <col key={key} style={{ width: `${share}%` }} />
        ))}
      </colgroup>
      <thead>{lines(rows.slice(0, head))}</thead>
      <tbody>{lines(rows.slice(head))}</tbody>
    </table>
  )
}

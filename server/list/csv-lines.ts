import type { CellValue } from 'hucre/xlsx'

/** Without it Excel reads UTF-8 as the machine's old encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Rows as csv (RFC 4180: CRLF, doubled quotes), the head first. Texts come guarded by `safeText`, since a spreadsheet computes
 * what it finds in a csv as well.
 */
export async function* csvLines(titles: readonly string[], rows: AsyncIterable<readonly CellValue[]>) {
  yield BYTE_ORDER_MARK + line(titles)
  for await (const row of rows) yield line(row)
}

const line = (cells: readonly CellValue[]) => `${cells.map(cell).join(',')}\r\n`

function cell(value: CellValue): string {
  if (value === null || value === undefined) return ''
  const text = value instanceof Date ? value.toISOString() : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

import type { TestCell } from './testing-layouts.ts'

/** Rows as a CSV with quotes where needed. */
export const csvOf = (rows: readonly TestCell[][], delimiter = ','): string =>
  rows
    .map((cells) =>
      cells
        .map((cell) => (cell === null ? '' : String(cell)))
        .map((text) => (/["\n,;\t|]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
        .join(delimiter),
    )
    .join('\r\n')

/** Rows as the HTML that programs save under the name .xls. */
export const htmlOf = (rows: readonly TestCell[][]): string =>
  `<html><head><meta charset="utf-8"></head><body><table>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`)
    .join('')}</table></body></html>`

/** Rows as SpreadsheetML 2003. */
export const spreadsheetmlOf = (rows: readonly TestCell[][]): string =>
  `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet" ss:Name="表"><Table>${rows
    .map(
      (cells) =>
        `<Row>${cells.map((cell) => `<Cell><Data ss:Type="String">${escaped(cell)}</Data></Cell>`).join('')}</Row>`,
    )
    .join('')}</Table></Worksheet></Workbook>`

const escaped = (cell: TestCell) =>
  cell === null ? '' : String(cell).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

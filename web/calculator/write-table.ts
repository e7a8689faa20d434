import { writeXlsx } from 'hucre/xlsx'

/** A number with the format it is shown in, as spreadsheets write formats: `0.00%`. */
export type OutNumber = { value: number; format: string }
export type OutCell = string | number | OutNumber
/** A sheet of a file that is handed out: a heading row and rows; numbers are numbers, everything else text. */
export type OutSheet = { name: string; rows: readonly (readonly OutCell[])[]; widths?: readonly number[] }

const formatsOf = (rows: OutSheet['rows']) =>
  new Map(
    rows.flatMap((row, at) =>
      row.flatMap((one, column) =>
        typeof one === 'object' ? [[`${at},${column}`, { style: { numFmt: one.format } }] as const] : [],
      ),
    ),
  )

const nameOf = (text: string) => text.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31)

/** The bytes of an xlsx with these sheets. */
export const xlsxOf = (sheets: readonly OutSheet[]): Promise<Uint8Array> =>
  writeXlsx({
    sheets: sheets.map(({ name, rows, widths }) => ({
      name: nameOf(name),
      rows: rows.map((row) => row.map((one) => (typeof one === 'object' ? one.value : one))),
      cells: formatsOf(rows),
      columns: (widths ?? []).map((width) => ({ width })),
      freezePane: { rows: 1 },
    })),
  })

/** Hands bytes to the person as a file. */
export function handOut(bytes: BlobPart, name: string, type: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([bytes], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

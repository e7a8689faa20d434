/**
 * A cell as it was stored. Text stays text (nothing trimmed), a number is the double the spreadsheet holds,
 * a date is `YYYY-MM-DD` (a moment `YYYY-MM-DD HH:MM:SS`), an error keeps its name (`#REF!`).
 */
export type Cell = string | number | boolean | null

/** One row of a sheet; `row` is the spreadsheet's own number, from 1. Rows without any cell may be left out by a reader. */
export type SheetRow = {
  row: number
  cells: readonly Cell[]
  /** What a number format with fixed zeros shows (`0000`, `0000.00`), by column: codes keep their zeros only there. */
  shown?: Readonly<Record<number, string>>
  /** Columns whose cells are printed in red letters. */
  red?: readonly number[]
  /** Columns whose cells are formulas that no program has worked out. */
  uncalculated?: readonly number[]
}

/** Parameters of a code that a text in `contract/ledger-texts.ts` turns into words. */
export type WordParams = Record<string, string | number>

/** Why something was decided, said or refused: a code of `contract/ledger-texts.ts` with its parameters. */
export type Remark = { code: string; params: WordParams }

/** The text of a cell with full-width letters, digits and brackets made plain and outer blanks removed; '' for nothing. */
export function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'string') return plain(cell)
  return String(cell)
}

/** Full-width to plain, every kind of blank to a space, trimmed. */
export function plain(text: string): string {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 0x20 || (code >= 0x80 && (code < 0x3400 || code > 0x9fff))) {
      return text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
    }
  }
  return text.trim()
}

/** The text of a cell as printed, only trimmed: names and summaries keep their own characters. */
export function wordsOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  return (typeof cell === 'string' ? cell : String(cell)).trim()
}

export const isBlank = (cell: Cell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')

export const isBlankRow = (row: SheetRow): boolean => row.cells.every(isBlank)

/** The filled cells of a row joined, for lists of dropped rows; at most 120 characters. */
export const preview = (row: SheetRow): string =>
  row.cells
    .filter((cell) => !isBlank(cell))
    .map(wordsOf)
    .join(' | ')
    .slice(0, 120)

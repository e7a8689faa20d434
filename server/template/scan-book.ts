import type { FoundFormula } from '#contract/paper-template.ts'
import type { BookCell, BookSheet } from '#contract/sheet-book.ts'

/** A formula for the books that stands in an uploaded cell, before it is translated. */
export type Suspect = { sheet: BookSheet; cell: BookCell; formula: string; dialect: FoundFormula['dialect'] }

// words that only one dialect has; what Excel knows too (SUM, MAX, IF …) decides nothing
const UFO = /(?:^|[^\w.])(?:W|S)?(?:QC|QM|FS|LFS|JE|DFS|LJE|JFS|DFSJE)\s*\(/i
const KINGDEE = /(?:^|[^\w.])(?:ACCT|ACCTEXT|ACCTCASH|ACCTGROUP)\s*\(/i
const OWN =
  /(?:^|[^\w.])(?:bal|occ|sum_occ|pl|vsum|line|ret|param|rate|adj|client_line|je_count|sample_size|entered)\s*\(|\[[A-Z]\d{2}(?:-\d)?\.\w+/

/** `{{…}}`, or a text or formula that begins with =: what a person may have meant as a formula. */
function formulaOf({ v, f }: BookCell): { text: string; braced: boolean } | null {
  if (f !== undefined) return { text: f, braced: false }
  if (typeof v !== 'string') return null
  const braced = /^\s*\{\{([\s\S]+)\}\}\s*$/.exec(v)
  if (braced?.[1]) return { text: braced[1].trim(), braced: true }
  const plain = /^\s*'?[=＝]([\s\S]+)$/.exec(v)
  return plain?.[1] ? { text: plain[1].trim(), braced: false } : null
}

/** Formulas of ours, of 用友 UFO and of 金蝶 in a sheet; ordinary spreadsheet formulas are left as they are. */
export function suspects(sheet: BookSheet): Suspect[] {
  const found: Suspect[] = []
  for (const cell of sheet.cells) {
    const formula = formulaOf(cell)
    if (formula === null) continue
    // what a spreadsheet writes before functions it does not know
    const text = formula.text.replaceAll(/_xl(?:fn|udf)\./gi, '')
    const dialect = UFO.test(text)
      ? 'ufo'
      : KINGDEE.test(text)
        ? 'kingdee'
        : OWN.test(text) || formula.braced
          ? 'own'
          : null
    if (dialect !== null) found.push({ sheet, cell, formula: text, dialect })
  }
  return found
}

/** `B5` for row 4, column 1. */
export function addressOf(row: number, column: number): string {
  const letters = (at: number): string =>
    (at < 26 ? '' : letters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))
  return `${letters(column)}${row + 1}`
}

/** Finds the words beside a cell that say what it is: the nearest text to its left, and the nearest above it. */
export function labelsOf(sheet: BookSheet): (row: number, column: number) => string {
  const byRow = new Map<number, Words>()
  const byColumn = new Map<number, Words>()
  for (const cell of sheet.cells) {
    if (typeof cell.v !== 'string' || formulaOf(cell) !== null) continue
    const text = cell.v.replaceAll(/\s+/g, ' ').trim()
    if (text === '') continue
    listed(byRow, cell.r).push({ at: cell.c, text })
    listed(byColumn, cell.c).push({ at: cell.r, text })
  }
  return (row, column) => {
    const left = byRow.get(row)?.findLast(({ at }) => at < column)?.text
    const above = byColumn.get(column)?.findLast(({ at }) => at < row)?.text
    return [left, above]
      .filter((text) => text !== undefined)
      .join(' ')
      .slice(0, 120)
  }
}

/** Texts of a row or a column in their order, as the sheet lists its cells. */
type Words = { at: number; text: string }[]
function listed(places: Map<number, Words>, at: number): Words {
  const words = places.get(at) ?? []
  places.set(at, words)
  return words
}

import { isBlank, plain, textOf, type SheetRow } from './cell.ts'
import { guessRoles, headerKey, lowerHeaderWords } from './column-roles.ts'

/** The header of a table: its rows (spreadsheet numbers) and, per column, the words from the top row down. */
export type Header = { rows: number[]; paths: string[]; firstDataRow: number }

const statementHeader =
  /^(?:项目|资产|负债(?:和|及).*|行次|期末余额|期末数|年初余额|年初数|上年年末余额|期初余额|本期金额|上期金额|本年金额|上年金额|本年累计(?:金额|数)?|本月(?:金额|数)|item)$/

const recognised = (text: string, statement: boolean): boolean => {
  if (text === '' || text.length > 40) return false
  if (statement) return statementHeader.test(headerKey(text))
  return (guessRoles(text)[0]?.score ?? 0) >= 0.5 || lowerHeaderWords.test(headerKey(text))
}

/**
 * Finds the header among the first rows: the row with most header words, with up to two more rows above or below that
 * only refine it (借方 / 贷方 under 期初余额). Undefined if no row has enough of them.
 */
export function findHeader(rows: readonly SheetRow[], statement: boolean): Header | undefined {
  let best = -1
  let most = statement ? 1 : 2
  for (const [index, row] of rows.entries()) {
    const words = row.cells.filter((cell) => recognised(textOf(cell), statement)).length
    // A row with figures is data, whatever its words say.
    const figures = row.cells.filter(
      (cell) => typeof cell === 'number' || /^-?[\d,]+\.\d\d-?$/.test(textOf(cell)),
    ).length
    if (figures > 0 || words <= most) continue
    best = index
    most = words
  }
  // a chart of accounts may have no more than code and name
  if (best < 0 && !statement) best = rows.slice(0, 20).findIndex(isChartHeader)
  if (best < 0) return undefined
  let first = best
  let last = best
  while (last + 1 < rows.length && last - best < 2 && refines(rows[last], rows[last + 1])) last += 1
  while (first > 0 && last - first < 2 && refines(rows[first - 1], rows[first]) && isUpper(rows[first - 1], statement))
    first -= 1
  const block = rows.slice(first, last + 1)
  return {
    rows: block.map(({ row }) => row),
    paths: pathsOf(block),
    firstDataRow: (block.at(-1)?.row ?? 0) + 1,
  }
}

const isChartHeader = ({ cells }: SheetRow): boolean => {
  const roles = new Set(cells.map((cell) => guessRoles(textOf(cell))[0]?.role))
  return roles.has('account_code') && roles.has('account_name')
}

/** Whether `lower` is a further header row: only words of the lower header, at least two of them. */
function refines(upper: SheetRow | undefined, lower: SheetRow | undefined): boolean {
  if (!upper || !lower || lower.row - upper.row > 1) return false
  const texts = lower.cells.filter((cell) => !isBlank(cell)).map((cell) => headerKey(textOf(cell)))
  const known = texts.filter((text) => lowerHeaderWords.test(text)).length
  return known >= 2 && known >= texts.length * 0.7
}

const isUpper = (row: SheetRow | undefined, statement: boolean): boolean =>
  (row?.cells.filter((cell) => recognised(textOf(cell), statement)).length ?? 0) >= 2

/** Header words per column. A blank in an upper row belongs to the merged cell on its left, if a lower row has a word there. */
function pathsOf(block: readonly SheetRow[]): string[] {
  const width = Math.max(...block.map(({ cells }) => cells.length))
  const paths: string[] = []
  for (let column = 0; column < width; column += 1) {
    const words: string[] = []
    for (const [level, { cells }] of block.entries()) {
      let word = textOf(cells[column])
      const below = block.slice(level + 1).some((row) => !isBlank(row.cells[column]))
      if (word === '' && below) {
        for (let left = column - 1; left >= 0 && word === ''; left -= 1) word = textOf(cells[left])
        // A column that stands alone (科目编码 merged downwards) is not continued to its right.
        const lowerOfWord = block.slice(level + 1).some((row) => !isBlank(row.cells[leftOf(cells, column)]))
        if (!lowerOfWord) word = ''
      }
      if (word !== '' && words.at(-1) !== word) words.push(plain(word))
    }
    paths.push(words.join('/'))
  }
  return paths
}

const leftOf = (cells: SheetRow['cells'], column: number): number => {
  let left = column
  while (left > 0 && isBlank(cells[left])) left -= 1
  return left
}

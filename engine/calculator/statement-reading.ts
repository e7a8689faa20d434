import { figureOf, type StatementLine } from './ratios.ts'

const now = /期末|本期|本年|本月数|今年/
const before = /年初|期初|上期|上年|去年/

/** The year a heading begins with: `2025年12月31日`, `2025年度`, `2025-12-31`. */
const yearOf = (text: string) => Number(/^((?:19|20)\d{2})(?:年|[-/.]|$)/.exec(text)?.[1] ?? Number.NaN)

/** Which of two periods a heading names; by years the later one is this period, the one before it the last. */
function periodsOf(head: readonly string[]) {
  const years = head.map(yearOf).filter((year) => !Number.isNaN(year))
  const latest = new Set(years).size > 1 ? Math.max(...years) : Number.NaN
  return {
    isNow: (text: string) => (now.test(text) && !before.test(text)) || yearOf(text) === latest,
    isBefore: (text: string) => before.test(text) || yearOf(text) === latest - 1,
  }
}

type Pair = { name: number; now: number; before: number }

/** The columns of a heading row: each pair of this and the last period, with the column of names to its left. */
function pairsOf(cells: readonly string[]): Pair[] {
  const head = cells.map((cell) => cell.normalize('NFKC').replaceAll(/\s/g, ''))
  const { isNow, isBefore } = periodsOf(head)
  const pairs: Pair[] = []
  let [name, left] = [0, 0]
  let current: number | undefined
  let last: number | undefined
  for (const [at, text] of head.entries()) {
    if (isNow(text)) current = at
    else if (isBefore(text)) last = at
    else if (text !== '' && !/行次|附注|注释/.test(text)) name = at
    if (current !== undefined && last !== undefined) {
      pairs.push({ name: Math.max(name, left), now: current, before: last })
      left = at + 1
      name = at + 1
      current = undefined
      last = undefined
    }
  }
  return pairs
}

/** A row of headings names periods and holds no amounts. */
const isHeading = (row: readonly string[]) =>
  pairsOf(row).length > 0 && row.every((cell) => figureOf(cell) === undefined || !Number.isNaN(yearOf(cell.trim())))

/** What stands below one row of headings, down to the next. */
function sectionLines(head: readonly string[], body: readonly (readonly string[])[]): StatementLine[] {
  return pairsOf(head).flatMap((pair) =>
    body.flatMap((row): StatementLine[] => {
      const name = (row[pair.name] ?? '').trim()
      const [figure, prior] = [figureOf(row[pair.now] ?? ''), figureOf(row[pair.before] ?? '')]
      return name === '' || (figure === undefined && prior === undefined) ? [] : [{ name, now: figure, before: prior }]
    }),
  )
}

/**
 * The lines of statements in cells: found by the rows that name this and the last period, also where assets and liabilities
 * stand side by side or several statements below each other. A line without a figure is left out; empty for what is no
 * statement.
 */
export function statementLines(cells: readonly (readonly string[])[]): StatementLine[] {
  const starts = cells.flatMap((row, at) => (isHeading(row) ? [at] : []))
  return starts.flatMap((at, place) => sectionLines(cells[at] ?? [], cells.slice(at + 1, starts[place + 1])))
}

import { isBlank, textOf, wordsOf, type Cell, type SheetRow } from './cell.ts'
import { columnsByRole, type ColumnReading } from './column-reading.ts'
import { parseDay } from './day.ts'
import type { PeriodVote } from './period.ts'
import { periodIn } from './period.ts'

/** What the lines above the header and the names around the table say. */
export type TitleLines = {
  /** All their cells. */
  texts: string[]
  company: string | null
  multiplier: 1 | 1000 | 10_000
  unitText: string | null
}

const units: [RegExp, 1 | 1000 | 10_000][] = [
  [/单位[:\s]*(?:人民币)?万元|[(]万元[)]/, 10_000],
  [/单位[:\s]*(?:人民币)?千元|[(]千元[)]/, 1000],
  [/单位[:\s]*(?:人民币)?元|[(]元[)]/, 1],
]

/** Reads the company and the unit of money from the rows above `firstHeaderRow` and from the header's words. */
export function readTitles(
  rows: readonly SheetRow[],
  firstHeaderRow: number,
  headerWords: readonly string[],
): TitleLines {
  const texts = rows
    .filter(({ row }) => row < firstHeaderRow)
    .flatMap(({ cells }) => cells.filter((cell) => typeof cell === 'string').map(textOf))
  let company: string | null = null
  let multiplier: 1 | 1000 | 10_000 = 1
  let unitText: string | null = null
  for (const text of texts) {
    const named =
      /^(?:单位|单位名称|编制单位|编报单位|核算单位|公司|公司名称|会计主体|账套|组织|企业名称|纳税人名称)[:\s]+(.+)$/.exec(
        text,
      )
    if (named && !/^(?:人民币)?[百千万]?元$/.test(named[1] ?? '')) company ??= (named[1] ?? '').trim()
  }
  for (const text of [...texts, ...headerWords]) {
    const unit = units.find(([words]) => words.test(text))
    if (!unit || unitText) continue
    unitText = text
    multiplier = unit[1]
  }
  return { texts, company, multiplier, unitText }
}

/** Every source that names a period: the title lines, the file's and the sheet's name, the dates of the first rows. */
export function periodVotes(
  names: { file: string; sheet: string },
  titles: readonly string[],
  columns: readonly ColumnReading[],
  samples: readonly SheetRow[],
): PeriodVote[] {
  const votes: PeriodVote[] = []
  const vote = (source: PeriodVote['source'], text: string) => {
    const period = periodIn(text)
    if (period) votes.push({ source, text, period })
  }
  for (const title of titles) vote('title', title)
  vote('file', names.file.replace(/\.\w+$/, ''))
  if (names.sheet !== names.file) vote('sheet', names.sheet)
  const { date: dayFirst, date_month_first: monthFirst, year } = columnsByRole(columns)
  const date = dayFirst ?? monthFirst
  if (date !== undefined) {
    const months = samples
      .map(({ cells }) => parseDay(cells[date], undefined, dayFirst === undefined)?.slice(0, 7))
      .filter((month) => month !== undefined)
      .toSorted()
    const from = months[0]
    const to = months.at(-1)
    if (from && to) votes.push({ source: 'data', text: `${from} ~ ${to}`, period: { from, to } })
  } else if (year !== undefined) {
    const years = samples.map(({ cells }) => yearIn(cells[year])).filter((found) => found !== undefined)
    const first = years[0]
    if (first && years.every((found) => found === first)) vote('data', first)
  }
  return votes
}

const yearIn = (cell: Cell | undefined): string | undefined =>
  isBlank(cell) ? undefined : /^(20\d\d)$/.exec(wordsOf(cell))?.[1]

import { isBlank, textOf, wordsOf, type Cell, type SheetRow } from './cell.ts'
import { columnsByRole, type ColumnReading } from './column-reading.ts'
import { parseDay } from './day.ts'
import type { PeriodVote } from './period.ts'
import { periodIn } from './period.ts'
import type { Multiplier } from './sheet-answers.ts'

/** What the lines above the header and the names around the table say. */
export type TitleLines = {
  /** All their cells. */
  texts: string[]
  company: string | null
  multiplier: Multiplier
  /** The words that name a unit, each with what it means; more than one unit contradict each other. */
  units: { text: string; multiplier: Multiplier }[]
  /** The words that say the amounts are in another money than yuan. */
  foreign: string | null
}

const unitWords: [string, Multiplier][] = [
  ['百万元', 1_000_000],
  ['亿元', 100_000_000],
  ['万元', 10_000],
  ['千元', 1000],
  ['百元', 100],
  ['元', 1],
]
const units = unitWords.map(([word, multiplier]): [RegExp, Multiplier] => [
  new RegExp(`单位[:\\s]*[(]?(?:人民币)?${word}|[(](?:人民币)?${word}[)]|^人民币${word}$`),
  multiplier,
])
const foreignMoney =
  /(?:币[种别]|货币|单位|currency)[:\s]*[(]?(?:美元|港[币元]|欧元|日[元圆]|英镑|澳元|加元|新台币|USD|HKD|EUR|JPY|GBP|AUD|CAD|TWD)/i

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
  const said = new Map<Multiplier, string>()
  for (const text of texts) {
    const named =
      /^(?:单位|单位名称|编制单位|编报单位|核算单位|公司|公司名称|会计主体|账套|组织|企业名称|纳税人名称)[:\s]+(.+)$/.exec(
        text,
      )
    if (named && !/^(?:人民币)?[百千万]?元$/.test(named[1] ?? '')) company ??= (named[1] ?? '').trim()
  }
  for (const text of [...texts, ...headerWords]) {
    const unit = units.find(([words]) => words.test(text))?.[1]
    if (unit !== undefined && !said.has(unit)) said.set(unit, text)
  }
  const named = [...said].map(([multiplier, text]) => ({ text, multiplier }))
  const foreign = texts.find((text) => foreignMoney.test(text)) ?? null
  return { texts, company, multiplier: named[0]?.multiplier ?? 1, units: named, foreign }
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

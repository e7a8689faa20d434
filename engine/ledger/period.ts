import { plain } from './cell.ts'
import { two } from './day.ts'

/** Months from `from` to `to`, both `YYYY-MM`. */
export type Period = { from: string; to: string }

/** Where a period was read, and what it says. */
export type PeriodVote = { source: 'said' | 'title' | 'file' | 'sheet' | 'data'; text: string; period: Period }

const month = (year: string | undefined, number: string | undefined): string | undefined => {
  const value = Number(number)
  return Number(year) >= 1990 && Number(year) <= 2099 && value >= 1 && value <= 12 ? `${year}-${two(value)}` : undefined
}
const range = (from: string | undefined, to: string | undefined): Period | undefined =>
  from && to && from <= to ? { from, to } : undefined

/** The period a title or a file name speaks of: `2025.01-2025.12`, 2025年1-12月, 2025年12月31日, 2025年度, `_2024`. */
export function periodIn(text: string): Period | undefined {
  const words = plain(text)
  if (/打印|制表日期|导出|生成时间|printed/i.test(words)) return undefined
  const full =
    /(20\d\d|19\d\d)[-./年]?第?(\d{1,2})(?:[-./月]\d{1,2}日?|月|期)?\s*(?:-|~|—|–|至|到)\s*(20\d\d|19\d\d)[-./年]?第?(\d{1,2})/.exec(
      words,
    )
  if (full) {
    const found = range(month(full[1], full[2]), month(full[3], full[4]))
    if (found) return found
  }
  const sameYear = /(20\d\d)[-./年]\s*(?:第)?(\d{1,2})[月期]?\s*(?:-|~|—|–|至|到)\s*第?(\d{1,2})\s*(?:月|期)/.exec(
    words,
  )
  if (sameYear) {
    const found = range(month(sameYear[1], sameYear[2]), month(sameYear[1], sameYear[3]))
    if (found) return found
  }
  const quarter = spanInName(words)
  const spanYear = /(?<!\d)(20\d\d)(?!\d)/.exec(words)?.[1]
  if (quarter && spanYear) return { from: `${spanYear}-${quarter.from}`, to: `${spanYear}-${quarter.to}` }
  const numbered = /(20\d\d)年?第(\d{1,2})[期月]/.exec(words)
  const ofNumber = numbered && month(numbered[1], numbered[2])
  if (ofNumber) return { from: ofNumber, to: ofNumber }
  const single = /(20\d\d)(?:年|[-./])(\d{1,2})(?:月|期|[-./]\d{1,2}|$|(?=\D))/.exec(words)
  if (single) {
    const found = month(single[1], single[2])
    if (found) return { from: found, to: found }
  }
  const packed = /(?<!\d)(20\d\d)(0[1-9]|1[0-2])(?!\d)/.exec(words)
  if (packed) return { from: `${packed[1]}-${packed[2]}`, to: `${packed[1]}-${packed[2]}` }
  const year = /(?<!\d)(20\d\d)(?!\d)/.exec(words)?.[1]
  return year ? { from: `${year}-01`, to: `${year}-12` } : undefined
}

/** The month (`01` to `12`) a sheet's or file's name speaks of where it names no year: `1月`, `01`, `余额表-12月.xlsx`. */
export function monthInName(name: string): string | undefined {
  const words = plain(name).replace(/\.\w+$/, '')
  if (/[-~至到]\s*\d+\s*[月期]/.test(words)) return undefined
  const found =
    /(?<!\d)(1[0-2]|0?[1-9])\s*[月期](?!\s*[-~至到])/.exec(words)?.[1] ?? /^(0[1-9]|1[0-2])$/.exec(words)?.[1]
  if (found !== undefined) return two(Number(found))
  const written = /(?<![一二三四五六七八九十])(十[一二]?|[一二三四五六七八九])\s*月(?!\s*[-~至到])/.exec(words)?.[1]
  const number = written === undefined ? 0 : writtenMonths.indexOf(written) + 1
  return number === 0 ? undefined : two(number)
}

/** A period behind December, kept for corrections of the year (`13` to `16`), that a name or a title speaks of: 第13期. */
export const extraPeriodIn = (text: string): string | undefined =>
  /(?<![\d\-~—–至到]|[-~—–至到]第)(1[3-6])\s*期(?!间|\s*[-~—–至到])/.exec(plain(text))?.[1]

/** The months (`01` to `12`) of the quarter or half year a name speaks of: `第一季度`, `3季度`, `Q2`, `上半年`. */
export function spanInName(name: string): { from: string; to: string } | undefined {
  const words = plain(name)
  const quarter =
    /第?([一二三四1-4])\s*季度?(?![\u4e00-\u9fff]*[-~至到])/.exec(words)?.[1] ??
    /(?<![A-Za-z])Q([1-4])(?!\d)/i.exec(words)?.[1]
  if (quarter !== undefined) {
    const place = /\d/.test(quarter) ? Number(quarter) : '一二三四'.indexOf(quarter) + 1
    return { from: two(place * 3 - 2), to: two(place * 3) }
  }
  if (/上半年|(?<![A-Za-z])H1(?!\d)/.test(words)) return { from: '01', to: '06' }
  return /下半年|(?<![A-Za-z])H2(?!\d)/.test(words) ? { from: '07', to: '12' } : undefined
}

const writtenMonths = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二']

const weights = { said: 9, title: 4, data: 3, sheet: 2, file: 2 } as const

/**
 * The period most of the weight speaks for. A statement's day or a single month widens a year that other sources name,
 * it does not contradict it; years that differ are a conflict the caller reports from the votes.
 */
export function settlePeriod(votes: readonly PeriodVote[]): Period | undefined {
  const years = new Map<string, number>()
  for (const { source, period } of votes) {
    const year = period.to.slice(0, 4)
    years.set(year, (years.get(year) ?? 0) + weights[source])
  }
  const year = [...years].toSorted((one, other) => other[1] - one[1])[0]?.[0]
  const chosen = votes
    .filter(({ period }) => period.to.startsWith(year ?? ''))
    .toSorted((one, other) => weights[other.source] - weights[one.source])[0]
  return chosen?.period
}

/** The months of a period, `YYYY-MM`. */
export function monthsOf(period: Period): string[] {
  const months: string[] = []
  let year = Number(period.from.slice(0, 4))
  let number = Number(period.from.slice(5))
  while (`${year}-${two(number)}` <= period.to && months.length < 60) {
    months.push(`${year}-${two(number)}`)
    number += 1
    if (number > 12) {
      number = 1
      year += 1
    }
  }
  return months
}

import { plain, type Cell } from './cell.ts'

/** `YYYY-MM-DD` of a calendar day; undefined if there is no such day. */
export function isoDay(year: number, month: number, day: number): string | undefined {
  if (year < 1900 || year > 9999 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined
  return `${year}-${two(month)}-${two(day)}`
}

export const two = (number: number): string => String(number).padStart(2, '0')

const leap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

export const daysIn = (year: number, month: number): number =>
  month === 2 ? (leap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31

/**
 * The day of a spreadsheet serial number, with the time if it has one: `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS`.
 * Serial 60 of the 1900 system is a day that never was (29 Feb 1900); earlier ones are shifted by it.
 */
export function dayOfSerial(serial: number, date1904: boolean): string | undefined {
  if (!Number.isFinite(serial) || serial < 0 || serial > 2_958_466) return undefined
  const seconds = Math.round((serial % 1) * 86_400)
  const whole = Math.floor(serial) + (seconds === 86_400 ? 1 : 0)
  const clock = seconds % 86_400
  const time = `${two(Math.floor(clock / 3600))}:${two(Math.floor(clock / 60) % 60)}:${two(clock % 60)}`
  if (!date1904 && whole === 0) return time
  // Days since 1970-01-01.
  const days = date1904 ? whole - 24_107 : whole - 25_569 + (whole < 60 ? 1 : 0)
  const date = civil(days)
  return clock === 0 ? date : `${date} ${time}`
}

/** Howard Hinnant's civil_from_days: the proleptic Gregorian day, counted from 1970-01-01. */
function civil(days: number): string {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const digitWords = '〇一二三四五六七八九'
/** 二〇二五年 and 民國114年 or 114/01/31 as years of four digits. */
function westernYear(text: string): string {
  const written = /^([〇零一二三四五六七八九]{4})(?=年)/.exec(text)?.[1]
  if (written !== undefined)
    return `${written.replaceAll(/./g, (one) => String(digitWords.indexOf(one === '零' ? '〇' : one)))}${text.slice(4)}`
  const republic = /^(?:民[国國])?(1\d\d)(?=[-/.年]\d{1,2}[-/.月]\d{1,2})/.exec(text)
  return republic ? `${Number(republic[1]) + 1911}${text.slice(republic[0].length)}` : text
}

const fullYear = (text: string) => (text.length === 2 ? 2000 + Number(text) : Number(text))

/**
 * The day a cell names: ISO, 2025/1/2, 2025年1月2日, 20250102, DD.MM.YYYY (MM/DD/YYYY with `monthFirst`), 02-JAN-2025,
 * 02-1月-25, or a serial number. A month and day alone, and 25-01-02, need `year`. Undefined if it names no day.
 */
export function parseDay(cell: Cell | undefined, year?: number, monthFirst = false): string | undefined {
  if (typeof cell === 'number') {
    if (Number.isInteger(cell) && cell >= 19_000_101 && cell <= 99_991_231) return parseDay(String(cell))
    return cell > 20_000 && cell < 80_000 ? dayOfSerial(Math.floor(cell), false) : undefined
  }
  if (typeof cell !== 'string') return undefined
  const text = westernYear(plain(cell)).replace(/[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|\s?[AP]M)?$/i, '')
  const iso = /^(\d{4})[-/.年]\s?(\d{1,2})[-/.月]\s?(\d{1,2})日?(?:[ T].*)?$/.exec(text)
  if (iso) return isoDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const packed = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (packed) return isoDay(Number(packed[1]), Number(packed[2]), Number(packed[3]))
  const dayFirst = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text)
  if (dayFirst) {
    const [first, second] = monthFirst ? [dayFirst[1], dayFirst[2]] : [dayFirst[2], dayFirst[1]]
    return isoDay(Number(dayFirst[3]), Number(first), Number(second))
  }
  const yearFirst = /^(\d{2})[./-](\d{1,2})[./-](\d{1,2})$/.exec(text)
  if (yearFirst && year !== undefined && Number(yearFirst[1]) === year % 100 && !monthFirst)
    return isoDay(year, Number(yearFirst[2]), Number(yearFirst[3]))
  const yearLast = /^(\d{1,2})[./-](\d{1,2})[./-](\d{2})$/.exec(text)
  if (yearLast && year !== undefined && Number(yearLast[3]) === year % 100) {
    const [first, second] = monthFirst ? [yearLast[1], yearLast[2]] : [yearLast[2], yearLast[1]]
    return isoDay(year, Number(first), Number(second))
  }
  // a spreadsheet's serial number that became text
  if (/^[34]\d{4}(?:\.\d+)?$/.test(text)) return dayOfSerial(Math.floor(Number(text)), false)
  const chinese = /^(\d{1,2})-(\d{1,2})月\s*-(\d{4}|\d{2})$/.exec(text)
  if (chinese) return isoDay(fullYear(chinese[3] ?? ''), Number(chinese[2]), Number(chinese[1]))
  const named = /^(\d{1,2})[- ]([A-Za-z]{3})[- ](\d{4}|\d{2})$/.exec(text)
  if (named) {
    const month = monthNames.indexOf((named[2] ?? '').toLowerCase()) + 1
    return isoDay(fullYear(named[3] ?? ''), month, Number(named[1]))
  }
  const spelled = /^([A-Za-z]{3})[a-z]*\.? (\d{1,2}),? ?(\d{4})$/.exec(text)
  if (spelled) {
    const month = monthNames.indexOf((spelled[1] ?? '').toLowerCase()) + 1
    return isoDay(Number(spelled[3]), month, Number(spelled[2]))
  }
  const short = /^(\d{1,2})[-/.月](\d{1,2})日?$/.exec(text)
  return short && year !== undefined ? isoDay(year, Number(short[1]), Number(short[2])) : undefined
}

/** The month (`01`–`12`) an accounting-period cell names: 1, 001, 202501, 2025-01, 2025年1月, 2025.01, JAN-25. SAP's 013–016 are December. */
export function parseMonth(cell: Cell | undefined): string | undefined {
  const period = parsePeriod(cell)
  return period !== undefined && period > '12' ? '12' : period
}

/** As `parseMonth`, with the periods behind December (`13` to `16`) as they are. */
export function parsePeriod(cell: Cell | undefined): string | undefined {
  const text = typeof cell === 'number' ? String(cell) : plain(typeof cell === 'string' ? cell : '')
  const alone = /^(?:第)?0*(\d{1,2})(?:期|月)?$/.exec(text)
  const dated = /^\d{4}[-./年期]?0?(\d{1,2})(?:期|月)?$/.exec(text) ?? /^0?(\d{1,2})[./]\d{4}$/.exec(text)
  const named = monthNames.indexOf(text.slice(0, 3).toLowerCase()) + 1
  const full = /^(\d{4}[-./年]\d{1,2})[-./月]\d{1,2}/.exec(text)
  const month = Number(alone?.[1] ?? dated?.[1] ?? (full ? /\d{1,2}$/.exec(full[1] ?? '')?.[0] : named || Number.NaN))
  if (!Number.isInteger(month) || month < 1 || month > 16) return undefined
  return two(month)
}

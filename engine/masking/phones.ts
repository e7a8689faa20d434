import { isDigit } from './normal-text.ts'
import { before, type Spot } from './spot.ts'

/** Ranges the operators issue to people (工信部号段): 14x only those of phones, none of the ranges of things. */
const issued = /^1(?:3\d|4[5-9]|5[0-35-9]|6[2567]|7[0-8]|8\d|9[0-35-9])\d{8}$/
/** First-level accounts whose codes look like mobile numbers once a client appends details. */
const accountCodes =
  /^1(?:3(?:03|21)|4(?:71|51|61)|5(?:0[1-3]|1[12]|2[16]|3[12])|6\d\d|7(?:0[1-3]|11)|8(?:01|11|21)|9(?:01|11))/
/** Details of two or three digits that begin with zeros: 01 01 001, 001 0001, 0000001. */
const zeroDetails = /^(?:0\d0\d0\d\d|0\d\d0\d0\d|0\d0\d\d0\d|0\d\d0\d{3}|0\d{3}0\d\d|00\d{5})$/

/** Whether eleven digits are a mobile number and not an account's code with its details. */
export const isMobile = (number: string) =>
  issued.test(number) && !(accountCodes.test(number) && zeroDetails.test(number.slice(4)))

/** The eleven digits of a mobile number with or without the country's code; undefined for another number. */
export function mobileNumber(number: string): string | undefined {
  const own = /^(?:0086|086|86|0)?(1\d{10})$/.exec(number)?.[1]
  return own !== undefined && issued.test(own) ? own : undefined
}

const areaCode = /^0(?:10|2[0-57-9]|[3-9]\d{2})$/
const phoneWords = /(?:电\s{0,2}话|传\s{0,2}真|座\s?机|热线|总机|联系方式|tel|fax|phone)[^\d\n]{0,8}$/i

/** Landlines with their area code, service numbers (400, 800), and seven or eight digits that are called a phone. */
export function landlines(text: string): Spot[] {
  const spots: Spot[] = []
  let at = 0
  while (at < text.length) {
    if (!isDigit(text.charCodeAt(at)) || /[\d.]/.test(text.charAt(at - 1))) {
      at += 1
      continue
    }
    const spot = landlineAt(text, at)
    if (spot) spots.push(spot)
    at = spot ? spot.last : at + 1
  }
  return spots
}

function landlineAt(text: string, at: number): Spot | undefined {
  const rest = text.slice(at, at + 24)
  const extended = (length: number) => {
    const extension = /^(?:\s?(?:-|转|ext\.?)\s?\d{1,6})(?!\d)/i.exec(text.slice(at + length, at + length + 12))
    return at + length + (extension?.[0].length ?? 0)
  }
  const spot = (first: number, length: number): Spot => ({
    kind: 'phone',
    first,
    last: extended(length),
    by: 'shape',
    entity: text.slice(at, at + length).replaceAll(/\D/g, ''),
  })
  const area = /^(0\d{2,3})(\s?\)\s?|\s?-\s?|\s)(\d{3,4}[ -]?\d{4})(?![\d.])/.exec(rest)
  if (area && areaCode.test(area[1] ?? ''))
    return spot(text.charAt(at - 1) === '(' && area[2]?.includes(')') ? at - 1 : at, area[0].length)
  const service = /^(?:400|800)[- ]?\d{3,4}[- ]?\d{3,4}(?![\d.])/.exec(rest)
  if (
    service &&
    service[0].replaceAll(/\D/g, '').length === 10 &&
    (/[- ]/.test(service[0]) || phoneWords.test(before(text, at)))
  )
    return spot(at, service[0].length)
  const bare = /^(?:0\d{9,11}|[2-8]\d{2,3}[- ]?\d{4})(?![\d.])/.exec(rest)
  if (bare && phoneWords.test(before(text, at))) return spot(at, bare[0].length)
  const glued = /^(0\d{9,11})(?!\d)/.exec(rest)?.[1]
  if (
    glued &&
    (areaCode.test(glued.slice(0, 3)) || areaCode.test(glued.slice(0, 4))) &&
    phoneWords.test(before(text, at))
  )
    return spot(at, glued.length)
  return undefined
}

const local = /[A-Za-z0-9._%+-]/
const host = /[A-Za-z0-9.-]/

/** E-mail addresses, found from their sign: 64 characters to the left, 253 to the right at most (RFC 5321). */
export function emails(text: string): Spot[] {
  const spots: Spot[] = []
  for (let sign = text.indexOf('@'); sign !== -1; sign = text.indexOf('@', sign + 1)) {
    let first = sign
    while (first > 0 && sign - first < 64 && local.test(text.charAt(first - 1))) first -= 1
    let last = sign + 1
    while (last < text.length && last - sign < 254 && host.test(text.charAt(last))) last += 1
    while (last > sign && !/[A-Za-z0-9]/.test(text.charAt(last - 1))) last -= 1
    if (first < sign && /^@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/.test(text.slice(sign, last)))
      spots.push({ kind: 'email', first, last, by: 'shape' })
  }
  return spots
}

import { isCreditCode, isIdCard15, isIdCard18, isOldTaxNumber, passesLuhn } from './check-digits.ts'
import { isMobile, mobileNumber } from './phones.ts'
import { isDigit, isLetter } from './normal-text.ts'
import { before, type Lexicon, type Spot } from './spot.ts'

/** A maximal run of letters and digits. */
type Word = { first: number; last: number }

/** The longest number that is looked for, blanks and dashes left out. */
const LONGEST = 24
const idWords = /身份证|证件|公民身份|居民身份|\bID\b/i
const taxWords = /税号|识别号|信用代码|税务登记|登记证号|机构代码|纳税人/
const cardWords = /卡号|银行卡|信用卡|借记卡|储蓄卡|工资卡|卡/
const accountWords = /(?:账|帐|户)\s{0,3}号|(?:账|帐)\s{0,3}户|银行卡|卡号|\bA\/C\b|account/i
const invoiceWords = /发\s{0,2}票|票\s?号|数电|全电|invoice/i
const documentWords = /护照|通行证|台胞证|回乡证|居留证|居住证|军官证|证件|passport/i
const plateRegions = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼'

/** Whether words that tell a kind stand right in front of a number, with no other number between; each is asked once. */
type Told = (words: RegExp) => boolean

function toldAt(text: string, at: number): Told {
  const memory = new Map<RegExp, boolean>()
  let lead: string | undefined
  return (words) => {
    const known = memory.get(words)
    if (known !== undefined) return known
    lead ??= /\D*$/.exec(before(text, at))?.[0] ?? ''
    const answer = words.test(lead)
    memory.set(words, answer)
    return answer
  }
}

function* wordsOf(text: string): Generator<Word> {
  let at = 0
  while (at < text.length) {
    const unit = text.charCodeAt(at)
    if (!isDigit(unit) && !isLetter(unit)) {
      at += 1
      continue
    }
    const first = at
    let digits = 0
    while (at < text.length) {
      const here = text.charCodeAt(at)
      if (isDigit(here)) digits += 1
      else if (!isLetter(here)) break
      at += 1
    }
    // letters alone belong to a number only where it is written sign by sign
    if (digits > 0 || at - first <= 2) yield { first, last: at }
  }
}

/** Whether a word is part of a written amount: `1234567.50`, `0.1381234567`, `¥13800138000`. */
function isAmount(text: string, { first, last }: Word) {
  if (text.charAt(last) === '.' && /^\.\d{1,4}(?![0-9A-Za-z.])/.test(text.slice(last, last + 6))) return true
  if ('¥$'.includes(text.charAt(first - 1) || ' ')) return true
  return text.charAt(first - 1) === '.' && /(?:^|\D)(?:0|\d{3,})\.$/.test(before(text, first, 8))
}

/** Whether two words may be one number: a blank or two, a dash, a dot in the middle. */
const joins = /^(?:[ \u00a0]{1,2}|[ ]?[-·_/][ ]?)$/

/** Numbers with or without a check digit: identity numbers, tax numbers, cards, accounts, phones, invoices, passports, plates. */
export function identifiers(text: string, lexicon: Lexicon): Spot[] {
  const spots: Spot[] = []
  let chain: Word[] = []
  for (const word of wordsOf(text)) {
    const previous = chain.at(-1)
    if (previous && (word.first - previous.last > 3 || !joins.test(text.slice(previous.last, word.first)))) {
      readChain(text, chain, lexicon, spots)
      chain = []
    }
    chain.push(word)
  }
  readChain(text, chain, lexicon, spots)
  return spots
}

function readChain(text: string, chain: readonly Word[], lexicon: Lexicon, spots: Spot[]) {
  for (const [index, word] of chain.entries()) {
    if (!isAmount(text, word)) inside(text, word, lexicon, spots)
    const told = toldAt(text, word.first)
    let number = ''
    let sizes = ''
    for (let to = index; to < chain.length; to += 1) {
      const end = chain[to]
      if (!end || number.length + end.last - end.first > LONGEST + 6) break
      number += text.slice(end.first, end.last)
      sizes += ` ${end.last - end.first}`
      if (number.length < 5) continue
      const spot = kindOf(
        text,
        { first: word.first, last: end.last, number, parts: to - index + 1, sizes, told },
        lexicon,
      )
      if (spot && !isAmount(text, { first: word.first, last: end.last })) spots.push(spot)
    }
  }
}

type Candidate = { first: number; last: number; number: string; parts: number; sizes: string; told: Told }

function kindOf(
  text: string,
  { first, last, number, parts, sizes, told }: Candidate,
  lexicon: Lexicon,
): Spot | undefined {
  const spot = (kind: Spot['kind'], by: Spot['by']): Spot => ({ kind, first, last, by, entity: number.toLowerCase() })
  const digits = /^\d+$/.test(number)
  const size = number.length
  if (size === 18 && isIdCard18(number, lexicon.provinces)) return spot('idCard', 'checksum')
  if (size === 18 && isCreditCode(number, lexicon.provinces)) return spot('taxNumber', 'checksum')
  if (size === 15 && isIdCard15(number, lexicon.provinces) && (parts === 1 || told(idWords)))
    return spot('idCard', told(idWords) ? 'context' : 'shape')
  if (size === 15 && parts === 1 && isOldTaxNumber(number, lexicon.provinces)) return spot('taxNumber', 'checksum')
  if (size >= 15 && size <= 20 && told(taxWords) && !/[a-z]/.test(number)) return spot('taxNumber', 'context')
  if (digits && size >= 15 && size <= 19) {
    const called = told(cardWords)
    if (called || (passesLuhn(number) && isCardShape(number, parts)))
      return spot('bankCard', called ? 'context' : 'checksum')
  }
  if (mobileNumber(number) && groups.test(sizes) && !isCodeInContext(text, first, number)) return spot('phone', 'shape')
  if (parts >= 11 && mobileNumber(number)) return spot('phone', 'shape')
  if (digits && (size === 8 || size === 10 || size === 12 || size === 20) && parts === 1 && told(invoiceWords))
    return spot('invoice', 'context')
  if (digits && size === 20 && parts === 1 && isFullyDigitalInvoice(number, lexicon)) return spot('invoice', 'shape')
  if (digits && size >= 8 && size <= 30 && told(accountWords)) return spot('bankAccount', 'context')
  if (parts === 1 && /^(?:[A-Z]{1,2}\d{7,9}|\d{8,10})$/i.test(number) && told(documentWords))
    return spot('document', 'context')
  return undefined
}

/** How people group a mobile number, the country's code before it or not. */
const groups = /^(?: [234])?(?: 1[1-5]| 3 4 4| 3 8| 7 4| 3 3 5| 4 3 4| 4 7)$/

/** Cards without a word in front: UnionPay's 62 of 16 to 19, others of 16, in one word or in groups of four. */
const isCardShape = (number: string, parts: number) =>
  (/^62\d{14,17}$/.test(number) || /^(?:4|5[1-5]|2[2-7]|35|9[0-9])\d{14,15}$/.test(number)) &&
  (parts === 1 || (parts === Math.ceil(number.length / 4) && number.length >= 16)) &&
  (number.startsWith('62') || number.length === 16)

/** 数电发票号码: two of the year, two of the province, 16 more. */
const isFullyDigitalInvoice = (number: string, lexicon: Lexicon) =>
  /^2[1-9]/.test(number) && lexicon.provinces.has(number.slice(2, 4))

/** Eleven digits that are an account code or another number of the books, and not called a phone. */
function isCodeInContext(text: string, first: number, number: string) {
  const lead = before(text, first, 14)
  if (/电话|手机|联系|tel|phone|mob|微信/i.test(lead)) return false
  if (/(?:科目|编码|代码|编号|凭证|单号|订单|合同|流水|批号|料号|工号|资产)[^\d\n]{0,6}$/.test(lead)) return true
  return number.length === 11 && !isMobile(number)
}

/** Identity numbers and phones that stand inside a longer word. */
function inside(text: string, { first, last }: Word, lexicon: Lexicon, spots: Spot[]) {
  if (last - first < 11) return
  let at = first
  while (at < last) {
    if (!isDigit(text.charCodeAt(at))) {
      at += 1
      continue
    }
    const begin = at
    while (at < last && isDigit(text.charCodeAt(at))) at += 1
    // 18 of a longer run: the check makes 3 of 100,000 by chance
    for (let from = begin; from + 17 <= at; from += 1) {
      // the century first: most windows end here
      const century = text.slice(from + 6, from + 8)
      if (century !== '19' && century !== '20') continue
      const number = text.slice(from, from + 18)
      if (isIdCard18(number, lexicon.provinces))
        spots.push({ kind: 'idCard', first: from, last: from + 18, by: 'checksum', entity: number.toLowerCase() })
    }
    const lower = /[a-z]/.test(text.charAt(begin - 1))
    const number = text.slice(begin, at)
    if (at - begin === 11 && begin > first && lower && isMobile(number))
      spots.push({ kind: 'phone', first: begin, last: at, by: 'shape', entity: number })
  }
}

const plate = new RegExp(
  `[${plateRegions}][A-HJ-NP-Z][·. -]?(?=[A-HJ-NP-Z]{0,5}\\d)[A-HJ-NP-Z0-9]{4,6}[学警港澳挂领]?(?![A-Za-z0-9])`,
  'g',
)

/** Number plates (GA 36-2018): region, office, five or six signs of which one at least is a digit. */
export const plates = (text: string): Spot[] =>
  Array.from(text.matchAll(plate), (match) => ({
    kind: 'plate',
    first: match.index,
    last: match.index + match[0].length,
    by: 'shape',
    entity: match[0].replaceAll(/[·. -]/g, '').toLowerCase(),
  }))

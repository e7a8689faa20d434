import { isDigit, isHan, isLetter } from './normal-text.ts'
import { type Lexicon, placeAt, type Spot } from './spot.ts'

/** A road and a number, a village and a group, a building and a room: below this nobody is found. */
const details =
  /(?:路|街|大道|巷|弄|胡同|里|道|村|组|屯|社区|小区|花园|苑|公寓|工业园|工业区|产业园|开发区|科技园|广场|大厦|中心|镇)(?:\p{Script=Han}{0,6}?)[A-Za-z]?\d{1,5}(?:[-之]\d{1,4})?(?:弄|号|幢|栋|座|楼|室|组|户|单元|层|院|附)/gu
const labelled =
  /(?:(?:注册|经营|通讯|通信|办公|家庭|单位|收货|详细|联系|户籍|企业)?地\s{0,4}址|住\s{0,2}址|住\s{0,2}所|坐落|地点)(?:\s{0,2}[、,及和](?:电\s?话|联系电话))?\s{0,3}[:为]\s{0,3}/g
const tail =
  /^(?:[-,、 ]?(?:[A-Za-z]?\d{1,5}|[A-Za-z一二三四五六七八九十东南西北主副]|\p{Script=Han}{1,8}(?=大厦|广场|中心|公寓|花园|小区|苑|楼|座))?(?:弄|号楼|号院|号|幢|栋|座|楼|室|房|组|户|单元|层|铺|院|大厦|广场|中心|公寓|花园|小区|苑|附\d{1,4}号?|(?<=\d)[A-Z]|(?<=[-A-Za-z])\d{1,5}))/u
const unitEnd = /[省市区县旗镇乡]/
const leads = /(?:位于|坐落于|坐落在|住在|住|地处|在|至|到|从|往|由|于|的|是|为|租用|租赁|购买|地址)$/

const belongs = (unit: number) => isHan(unit) || isDigit(unit) || isLetter(unit) || unit === 45

/** Addresses down to a number: from the province or city, or from the word for an address, to the room. */
export function addresses(text: string, lexicon: Lexicon): Spot[] {
  const spots: Spot[] = []
  let floor = 0
  for (const match of text.matchAll(labelled)) {
    const first = match.index + match[0].length
    const last = lineEnd(text, first)
    const value = text.slice(first, last)
    if (last - first >= 4 && /\p{Script=Han}/u.test(value) && (/\d/.test(value) || unitEnd.test(value)))
      spots.push({ kind: 'address', first, last, by: 'context' })
  }
  for (const match of text.matchAll(details)) {
    if (match.index < floor) continue
    const first = beginning(text, Math.max(floor, match.index - 40), match.index, lexicon)
    let last = match.index + match[0].length
    for (let step = 0; step < 6; step += 1) {
      const more = tail.exec(text.slice(last, last + 14))
      if (!more || more[0] === '') break
      last += more[0].length
    }
    const placed = placeAt(lexicon, text, first) !== undefined
    if (match.index - first >= 1 && (placed || !/^(?:里|道|组|中心|社区|镇)/.test(match[0]))) {
      spots.push({ kind: 'address', first, last, by: 'shape' })
      floor = last
    }
  }
  return spots
}

/** Where a labelled address ends: the line, a mark of punctuation, wide blanks, the next label, a telephone. */
function lineEnd(text: string, first: number) {
  const stop = /[\n\t;。!?|]|[,，]|\s{2,}|\s(?=0\d{2,3}-?\d|1[3-9]\d{9}|\p{Script=Han}{2,6}:)/u.exec(
    text.slice(first, first + 100),
  )
  return stop ? first + stop.index : Math.min(text.length, first + 100)
}

function beginning(text: string, floor: number, form: number, lexicon: Lexicon) {
  let first = form
  while (first > floor && belongs(text.charCodeAt(first - 1))) first -= 1
  for (let at = first; at < form; at += 1) if (placeAt(lexicon, text, at) !== undefined) return at
  // without a place: behind the last word that leads to it, or behind the name of the road alone
  const run = text.slice(first, form)
  for (let at = Math.max(0, run.length - 16); at < run.length - 1; at += 1) {
    if (leads.test(run.slice(0, at))) return first + at + (/^[在于]/.test(run.slice(at)) ? 1 : 0)
  }
  return Math.max(first, form - 12)
}

/** The province and city an address begins with, for who may know the place but not the door; '' if it names none. */
export function cityOf(text: string, lexicon: Lexicon): string {
  let at = 0
  for (let step = 0; step < 2; step += 1) {
    const place = placeAt(lexicon, text, at)
    if (place === undefined) break
    at += place.length
    at += /^(?:省|市|(?:壮族|回族|维吾尔)?自治区|特别行政区|地区|盟|州)/.exec(text.slice(at, at + 6))?.[0].length ?? 0
  }
  return text.slice(0, at)
}

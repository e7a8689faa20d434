import { isCreditCode, isIdCard18, passesLuhn } from './check-digits.ts'
import { isMobile } from './phones.ts'
import { before, type Lexicon, type Spot } from './spot.ts'

/** The longest end and beginning of a line that may be one number: 18 signs with their blanks and dashes. */
const REACH = 30
/** Signs of a mobile number, and of the longest card. */
const SHORTEST = 11
const LONGEST = 19
const phoneWords = /电话|手机|联系|致电|微信|tel|phone|mob/i
const cardWords = /卡号|银行卡|账号|帐号|账户|帐户|account/i
/** What tells that a line is a sentence that was wrapped, and no column of numbers. */
const sentence = /[\p{Script=Han}A-Za-z]/u
/** What follows an amount or a count, and no number of a person. */
const measured = /^\s*(?:[.,%]\d|[元万亿%％年月日笔件份户人])/

/**
 * Numbers of people that go on in the next line: the end of one line and the beginning of the next are read as one where that
 * gives a checked number, or a mobile number in a sentence. Rows of tables (with tabs) are not read so: their cells are apart.
 */
export function brokenNumbers(text: string, lexicon: Lexicon): Spot[] {
  const spots: Spot[] = []
  let from = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    const spot = brokenAt(text, at, { from, lexicon })
    if (spot) spots.push(spot)
    from = at + 1
  }
  return spots
}

function brokenAt(text: string, at: number, { from, lexicon }: { from: number; lexicon: Lexicon }): Spot | undefined {
  const above = text.slice(from, at)
  const end = text.indexOf('\n', at + 1)
  const below = text.slice(at + 1, end === -1 ? undefined : end)
  if (above.includes('\t') || below.includes('\t')) return undefined
  const begins = headsOf(below).map((head) => ({ head, signs: bare(head) }))
  const spoken = sentence.test(above)
  for (const tail of tailsOf(above)) {
    const begun = bare(tail)
    const lead = before(text, at - tail.length)
    const told = { phone: phoneWords.test(lead), card: cardWords.test(lead), sentence: spoken }
    for (const { head, signs } of begins) {
      const number = begun + signs
      if (number.length < SHORTEST || number.length > LONGEST) continue
      const kind = kindOf(number, { told, rest: below.slice(head.length), lexicon })
      if (kind === undefined) continue
      const by = kind === 'phone' ? 'shape' : 'checksum'
      return { kind, first: at - tail.length, last: at + 1 + head.length, by, entity: number.toLowerCase() }
    }
  }
  return undefined
}

const bare = (text: string) => text.replaceAll(/[^0-9A-Z]/g, '')

/** What a number may begin with at the end of a line, the longest first. */
function tailsOf(line: string): string[] {
  const whole = /(?<![0-9A-Za-z.,¥$])[0-9][0-9A-Z]*(?:[ -][0-9A-Z]+)*-?\s*$/.exec(line.slice(-REACH))?.[0] ?? ''
  return Array.from(whole.matchAll(/(?<![0-9A-Z])[0-9][0-9A-Z]*/g), ({ index }) => whole.slice(index))
}

/** What it may go on with at the beginning of the next, the longest first. */
function headsOf(line: string): string[] {
  const whole = /^\s*-?[0-9A-Z]+(?:[ -][0-9A-Z]+)*(?![0-9A-Za-z])/.exec(line.slice(0, REACH))?.[0] ?? ''
  return Array.from(whole.matchAll(/[0-9A-Z]+(?![0-9A-Z])/g), ({ 0: word, index }) =>
    whole.slice(0, index + word.length),
  ).toReversed()
}

type Around = { told: { phone: boolean; card: boolean; sentence: boolean }; rest: string; lexicon: Lexicon }

function kindOf(number: string, { told, rest, lexicon }: Around): Spot['kind'] | undefined {
  if (number.length === 18 && isIdCard18(number, lexicon.provinces)) return 'idCard'
  if (number.length === 18 && isCreditCode(number, lexicon.provinces)) return 'taxNumber'
  if (told.card && /^\d{16,19}$/.test(number) && passesLuhn(number)) return 'bankCard'
  if (!isMobile(number)) return undefined
  return told.phone || (told.sentence && !measured.test(rest)) ? 'phone' : undefined
}

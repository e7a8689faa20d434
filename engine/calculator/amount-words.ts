import { type Fen, fenOf } from '../money.ts'

const digits = '零壹贰叁肆伍陆柒捌玖'
const places = ['', '拾', '佰', '仟']

/** 1 to 9999 in Chinese capitals. */
function fourDigits(value: bigint): string {
  let text = ''
  let gap = false
  for (let place = 3; place >= 0; place -= 1) {
    const digit = Number((value / 10n ** BigInt(place)) % 10n)
    if (digit === 0) gap = text !== ''
    else {
      text += `${gap ? '零' : ''}${digits.charAt(digit)}${places[place] ?? ''}`
      gap = false
    }
  }
  return text
}

function whole(value: bigint): string {
  if (value < 10_000n) return fourDigits(value)
  const unit = value < 100_000_000n ? 10_000n : 100_000_000n
  const rest = value % unit
  const joint = rest > 0n && rest < unit / 10n ? '零' : ''
  return `${whole(value / unit)}${unit === 10_000n ? '万' : '亿'}${joint}${rest > 0n ? whole(rest) : ''}`
}

/** The largest amount that is written out: below ten thousand million million yuan. */
const LIMIT = 10n ** 18n

/**
 * An amount as it stands on a bill (支付结算办法附件一): 壹万陆仟肆佰零玖元零贰分. No 零 before 角 where the last digit of the
 * yuan is 0, which that rule leaves open. Undefined from 10¹⁶ yuan on.
 */
export function amountInWords(fen: Fen): string | undefined {
  const value = fen < 0n ? -fen : fen
  if (value >= LIMIT) return undefined
  const [yuan, jiao, cent] = [value / 100n, Number((value / 10n) % 10n), Number(value % 10n)]
  const head = yuan > 0n ? `${whole(yuan)}元` : value === 0n ? '零元' : ''
  const middle = jiao > 0 ? `${digits.charAt(jiao)}角` : yuan > 0n && cent > 0 ? '零' : ''
  const tail = cent > 0 ? `${digits.charAt(cent)}分` : '整'
  return `${fen < 0n ? '负' : ''}${head}${middle}${tail}`
}

const same: Readonly<Record<string, string>> = {
  圆: '元', 圓: '元', 正: '整', 貳: '贰', 弍: '贰', 叄: '叁', 陸: '陆', 億: '亿', 萬: '万', 负: '负', 負: '负', 百: '佰', 千: '仟', 十: '拾',
  〇: '零', 一: '壹', 二: '贰', 两: '贰', 三: '叁', 四: '肆', 五: '伍', 六: '陆', 七: '柒', 八: '捌', 九: '玖', 毛: '角', 块: '元',
} // prettier-ignore

/** Text in the standard characters; undefined if something else stands in it. */
function standard(text: string): string | undefined {
  const bare = text
    .normalize('NFKC')
    .replaceAll(/\s/g, '')
    .replace(/^(?:人民币|RMB):?/i, '')
  const chars = Array.from(bare, (char) => same[char] ?? char).join('')
  return /^负?[零壹贰叁肆伍陆柒捌玖拾佰仟万亿元角分整]+$/.test(chars) ? chars : undefined
}

const valueOf = (char: string | undefined, alone: number) =>
  char === undefined ? 0 : char === '' ? alone : digits.indexOf(char)

/** A group of 仟佰拾 as a number; undefined if it is none. */
function group(text: string): bigint | undefined {
  const match =
    /^零?(?:([壹贰叁肆伍陆柒捌玖])仟)?零?(?:([壹贰叁肆伍陆柒捌玖])佰)?零?(?:([壹贰叁肆伍陆柒捌玖]?)拾)?零?([壹贰叁肆伍陆柒捌玖])?零?$/.exec(
      text,
    )
  if (!match) return undefined
  const [, thousand, hundred, ten, single] = match
  return BigInt(valueOf(thousand, 0) * 1000 + valueOf(hundred, 0) * 100 + valueOf(ten, 1) * 10 + valueOf(single, 0))
}

function wholeOf(text: string): bigint | undefined {
  for (const [mark, unit] of [
    ['亿', 100_000_000n],
    ['万', 10_000n],
  ] as const) {
    const at = text.lastIndexOf(mark)
    if (at < 0) continue
    const [high, low] = [wholeOf(text.slice(0, at)), wholeOf(text.slice(at + 1))]
    return high === undefined || high === 0n || low === undefined ? undefined : high * unit + low
  }
  return group(text)
}

/** What two ways of writing one amount may differ in: 零, 整, and 壹 before 拾. */
const loose = (text: string) => text.replaceAll(/[零整]/g, '').replaceAll(/(?<![壹贰叁肆伍陆柒捌玖])拾/g, '壹拾')

/** The fen of an amount in Chinese words, capital or small; undefined for what is no amount or is not written in order. */
export function fenOfWords(text: string): Fen | undefined {
  const chars = standard(text)
  if (chars === undefined) return undefined
  const minus = chars.startsWith('负')
  const match = /^([^元角分整]*?)(元?)零?(?:([零壹贰叁肆伍陆柒捌玖])角)?零?(?:([壹贰叁肆伍陆柒捌玖])分)?整?$/.exec(
    minus ? chars.slice(1) : chars,
  )
  if (!match) return undefined
  const [, head = '', , jiao = '零', cent = '零'] = match
  const yuan = head === '' || head === '零' ? 0n : wholeOf(head)
  if (yuan === undefined || (head === '' && !/[零角分]/.test(chars))) return undefined
  const value = yuan * 100n + BigInt(digits.indexOf(jiao) * 10 + digits.indexOf(cent))
  const canonical = amountInWords(value)
  const given = loose(minus ? chars.slice(1) : chars)
  if (
    canonical === undefined ||
    (value > 0n && loose(canonical) !== given && loose(canonical).replace('元', '') !== given)
  )
    return undefined
  return minus ? -value : value
}

/** The fen of a written figure: `16,409.02`, `￥16409.02`, `-3`. */
export const fenOfFigure = (text: string): Fen | undefined => fenOf(text.normalize('NFKC').replaceAll(/[,\s¥元]/g, ''))

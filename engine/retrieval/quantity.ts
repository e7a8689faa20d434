import { chineseNumber, numeralCharacters, shifted } from './numeral.ts'

/** A number found in a normalised text, in one writing: 百分之十五 and 15% are `15%`, 五万元 and 50,000元 are `50000`. */
export type Quantity = {
  start: number
  end: number
  value: string
  /** What follows and belongs to it: 年, 条, 元 …; empty when nothing does. */
  unit: string
  /** 第十二条: which one, not how many. */
  ordinal: boolean
}

const chinese = `[${numeralCharacters}]`
const written = new RegExp(
  [
    `(?<base>[百千万]|${chinese}{1,4})分之(?<share>${chinese}+(?:点${chinese}+)?|\\d+(?:\\.\\d+)?)`,
    `(?<![a-z0-9_])(?<digits>\\d{1,3}(?:,\\d{3})+(?!\\d)|\\d+)(?<part>\\.\\d+)?(?<percent>%|‰)?(?<scale>万亿|千万|百万|[千万亿](?!分之))?`,
    `(?<words>${chinese}+)(?:点(?<point>${chinese}+))?`,
  ].join('|'),
  'g',
)
const units =
  /^(?:个?(?:年|月|日|天|小时|季度|工作日)|周年|元|倍|人|次|条|款|项|目|章|节|编|号|级|档|类|期|批|股|户|吨|公里|平方米|周岁|岁|%|成)/
const ordinals = /^(?:条|款|项|目|章|节|编|号|级|档|类|期|批|次|年|季度)/
const placesOf: Readonly<Record<string, number>> = { 百: 2, 千: 3, 万: 4 }
const scales: Readonly<Record<string, number>> = { 千: 3, 万: 4, 百万: 6, 千万: 7, 亿: 8, 万亿: 12 }

/** All numbers of a normalised text, in order. What only looks like one (万一, 统一, 三五) is left as words. */
export function quantities(text: string): Quantity[] {
  const found: Quantity[] = []
  for (const match of text.matchAll(written)) {
    const start = match.index
    const end = start + match[0].length
    const groups = match.groups ?? {}
    const behind = text.slice(end, end + 4)
    const which = start > 0 && text[start - 1] === '第'
    const ordinal = which && ordinals.test(behind)
    // 第三人 is a word, not three people
    const unit = which && !ordinal ? '' : (units.exec(behind)?.[0] ?? '')
    const value = groups['base'] ? shareOf(groups['base'], groups['share'] ?? '') : valueOf(groups, unit, ordinal)
    if (value !== null) found.push({ start, end, value, unit, ordinal })
  }
  return found
}

/** 百分之十五 → 15%, 万分之五 → 0.05%, 三分之二 → 2/3. */
function shareOf(base: string, share: string): string | null {
  const value = decimalOf(share)
  if (value === null) return null
  const places = placesOf[base]
  if (places !== undefined) return `${shifted(value, 2 - places)}%`
  const whole = chineseNumber(base)
  return whole === null ? null : `${value}/${whole}`
}

function decimalOf(text: string): string | null {
  if (/^\d/.test(text)) return shifted(text, 0)
  const [whole = '', part] = text.split('点')
  const front = chineseNumber(whole)
  if (front === null) return null
  if (part === undefined) return String(front)
  const digits = Array.from(part, (sign) => chineseNumber(sign))
  return digits.includes(null) ? null : shifted(`${front}.${digits.join('')}`, 0)
}

type Groups = Readonly<Record<string, string | undefined>>

function valueOf(groups: Groups, unit: string, ordinal: boolean): string | null {
  const { digits, words } = groups
  if (digits !== undefined) {
    const plain = digits.replaceAll(',', '') + (groups['part'] ?? '')
    if (groups['percent']) return `${shifted(plain, groups['percent'] === '‰' ? -1 : 0)}%`
    // 0013 is a number of a voucher, not thirteen
    if (/^0\d/.test(plain) && !groups['part']) return plain
    return shifted(plain, scales[groups['scale'] ?? ''] ?? 0)
  }
  if (words === undefined) return null
  const counts = ordinal || unit !== ''
  if (words.length === 1 && !counts) return null
  // a row of digits is a year or a number that is spelt out; two of them are only a year (九八年)
  if (/^[〇零○一二两三四五六七八九]{2,}$/.test(words)) {
    if (words.length === 2 && unit !== '年') return null
    return Array.from(words, (sign) => chineseNumber(sign)).join('')
  }
  const point = groups['point']
  if (point !== undefined) return decimalOf(`${words}点${point}`)
  const value = chineseNumber(words)
  return value === null ? null : String(value)
}

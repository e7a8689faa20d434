const digitOf: Readonly<Record<string, number>> = {
  〇: 0,
  零: 0,
  '○': 0,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  壹: 1,
  贰: 2,
  叁: 3,
  肆: 4,
  伍: 5,
  陆: 6,
  柒: 7,
  捌: 8,
  玖: 9,
}
const placeOf: Readonly<Record<string, bigint>> = {
  十: 10n,
  拾: 10n,
  百: 100n,
  佰: 100n,
  千: 1000n,
  仟: 1000n,
}
const scaleOf: Readonly<Record<string, bigint>> = { 万: 10_000n, 萬: 10_000n, 亿: 100_000_000n, 億: 100_000_000n }

/** Every character a Chinese number is written with, for patterns of others. */
export const numeralCharacters = [...Object.keys(digitOf), ...Object.keys(placeOf), ...Object.keys(scaleOf)].join('')

/**
 * The value of a number in Chinese characters, ordinary or for banks (壹仟贰佰); null when it is none (万一, 三五).
 * Colloquial ends count as spoken: 一百二 is 120, 三万五 is 35000. A row of digits is read digit by digit (二〇二五).
 */
export function chineseNumber(written: string): bigint | null {
  const signs = Array.from(written)
  if (signs.length === 0) return null
  if (signs.every((sign) => sign in digitOf)) return BigInt(signs.map((sign) => digitOf[sign]).join(''))
  let total = 0n
  let section = 0n
  let digit: number | null = null
  /** The last place written, by which a colloquial end is read. */
  let place = 0n
  let lastScale = 0n
  let zero = false
  for (const sign of signs) {
    const value = digitOf[sign]
    const unit = placeOf[sign]
    const scale = scaleOf[sign]
    if (value !== undefined) {
      // two digits in a row are no number with places
      if (digit !== null) return null
      if (value === 0) zero = true
      else digit = value
      continue
    }
    if (unit !== undefined) {
      // 十五 needs no digit in front, 百五 does; places go down
      if (digit === null && !(unit === 10n && (section === 0n || zero))) return null
      if (section > 0n && unit >= place) return null
      section += BigInt(digit ?? 1) * unit
      place = unit
    } else if (scale !== undefined) {
      if (digit === null && section === 0n && total === 0n) return null
      const counted = section + BigInt(digit ?? 0)
      // 一亿三千万 adds, 三万亿 multiplies
      total = total > 0n && scale < lastScale ? total + counted * scale : (total + counted) * scale
      lastScale = scale
      section = 0n
      place = scale
    } else return null
    digit = null
    zero = false
  }
  if (digit !== null) section += BigInt(digit) * (place > 10n && !zero ? place / 10n : 1n)
  return total + section
}

/** A decimal number moved by places, written without an exponent or idle zeros: (1.5, 4) is 15000, (5, -2) is 0.05. */
export function shifted(decimal: string, places: number): string {
  const [whole = '0', part = ''] = decimal.split('.')
  const digits = whole + part
  const point = whole.length + places
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0')
  const cut = Math.max(point, 1)
  const front = padded.slice(0, cut).replace(/^0+(?=\d)/, '')
  const behind = padded.slice(cut).replace(/0+$/, '')
  return behind ? `${front}.${behind}` : front
}

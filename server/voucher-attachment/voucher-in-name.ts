/** What a file's name says about its voucher. */
export type NamedVoucher = {
  word: string
  number: number
  /** 01–12; undefined: the name says no month. */
  period: string | undefined
}

const MONTH_BEFORE = [
  // 2025-03, 2025.3, 2025年3月, 202503, with or without a day
  /(?<!\d)(?:19|20)\d\d[-._/ 年]?(0[1-9]|1[0-2]|[1-9](?!\d))(?:月|[-._/ ]?(?:0[1-9]|[12]\d|3[01])日?)?(?!\d)/u,
  // 3月, 03-
  /(?<!\d)(0?[1-9]|1[0-2])(?:月份?|[-._ ]+(?=\p{L}))/u,
]
const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/gu, '\\$&')

/**
 * Reads `记-0013 发票.pdf`, `2025-03 记 13.jpg`, `2025年3月记字第13号`, `03-转-007_2.png`: a word of the ledger and the number
 * after it, the month from what stands before. Undefined if no word of the ledger stands there with a number.
 */
export function voucherInName(name: string, words: readonly string[]): NamedVoucher | undefined {
  const plain = name.normalize('NFKC').replace(/\.[^.]*$/u, '')
  const known = words.filter((word) => word !== '').toSorted((a, b) => b.length - a.length)
  // 收款凭证, 记账凭证字第
  const after = '(?:款|账)?(?:凭证)?(?:字)?(?:第)?[-_ #.:~—–]*'
  const worded = known.length
    ? new RegExp(`(?<!\\p{L})(${known.map(escaped).join('|')})${after}0*(\\d{1,10})(?!\\d)`, 'u').exec(
        plain.replaceAll(/(?<=\d)[年月日]/gu, (mark) => `${mark} `),
      )
    : null
  if (worded) {
    const [, word = '', number = ''] = worded
    return { word, number: Number(number), period: monthIn(worded.input.slice(0, worded.index + word.length)) }
  }
  // a ledger whose vouchers have no word: 2025-03-0013, 凭证13
  if (!words.includes('')) return undefined
  const bare = /(?:凭证|第|号|#|No\.?)[-_ #.:第]*0*(\d{1,9})(?!\d)/iu.exec(plain)
  if (bare) return { word: '', number: Number(bare[1]), period: monthIn(plain.slice(0, bare.index)) }
  const dated = /^(?:(?:19|20)\d\d[-._ ]?)?(0[1-9]|1[0-2])[-_ ]+0*(\d{1,9})(?!\d)/u.exec(plain)
  return dated ? { word: '', number: Number(dated[2]), period: dated[1] } : undefined
}

function monthIn(before: string): string | undefined {
  for (const pattern of MONTH_BEFORE) {
    const month = pattern.exec(before.replaceAll(/([年月日]) /gu, '$1'))?.[1]
    if (month) return month.padStart(2, '0')
  }
  return undefined
}

const digits = '〇一二三四五六七八九'
const stems = '甲乙丙丁戊己庚辛壬癸'
const branches = '子丑寅卯辰巳午未申酉戌亥'

/** A count as a numbered list of a word processor writes it (`w:numFmt`); what has no number is ''. */
export function listNumber(count: number, format: string): string {
  switch (format) {
    case 'none':
    case 'bullet':
      return ''
    case 'decimalZero':
      return String(count).padStart(2, '0')
    case 'upperLetter':
    case 'lowerLetter': {
      // beyond Z a word processor doubles the letter: AA, BB
      const letter = String.fromCharCode(65 + ((count - 1) % 26)).repeat(Math.ceil(count / 26))
      return format === 'upperLetter' ? letter : letter.toLowerCase()
    }
    case 'upperRoman':
      return roman(count)
    case 'lowerRoman':
      return roman(count).toLowerCase()
    case 'chineseCounting':
    case 'chineseCountingThousand':
    case 'chineseLegalSimplified':
    case 'japaneseCounting':
    case 'taiwaneseCounting':
    case 'taiwaneseCountingThousand':
    case 'ideographDigital':
      return format === 'ideographDigital' ? byDigit(count) : chineseCount(count)
    case 'ideographTraditional':
      return stems[(count - 1) % 10] ?? ''
    case 'ideographZodiac':
      return branches[(count - 1) % 12] ?? ''
    case 'decimalEnclosedCircle':
    case 'decimalEnclosedCircleChinese':
      return count >= 1 && count <= 20 ? String.fromCharCode(0x2460 + count - 1) : String(count)
    case 'decimalFullWidth':
      return String(count).replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))
    default:
      return String(count)
  }
}

const byDigit = (count: number): string =>
  Array.from(String(count))
    .map((digit) => digits[Number(digit)] ?? '')
    .join('')

/** 1 to 9999 as counted in Chinese: 十二, 一百零五. */
function chineseCount(count: number): string {
  if (count <= 0 || count > 9999) return String(count)
  let said = ''
  let gap = false
  for (const [unit, name] of [
    [1000, '千'],
    [100, '百'],
    [10, '十'],
    [1, ''],
  ] as const) {
    const digit = Math.floor(count / unit) % 10
    if (digit === 0) {
      gap ||= said !== ''
      continue
    }
    if (gap) said += '零'
    gap = false
    said += digit === 1 && unit === 10 && said === '' ? name : `${digits[digit] ?? ''}${name}`
  }
  return said
}

function roman(count: number): string {
  if (count <= 0 || count > 3999) return String(count)
  let rest = count
  let said = ''
  for (const [value, letters] of [
    [1000, 'M'],
    [900, 'CM'],
    [500, 'D'],
    [400, 'CD'],
    [100, 'C'],
    [90, 'XC'],
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ] as const) {
    while (rest >= value) {
      said += letters
      rest -= value
    }
  }
  return said
}

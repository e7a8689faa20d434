import { searchForm } from './normal-text.ts'
import { chineseNumber, numeralCharacters } from './numeral.ts'

/** What an identifier names; one that is found exactly is worth more than any wording. */
export type IdentifierKind =
  | 'document' // 财税[2018]54号, 国家税务总局公告2023年第11号
  | 'article' // 第十二条
  | 'taxpayer' // unified social credit code, 15-digit tax number
  | 'voucher' // 记-13
  | 'invoice' // 20-digit electronic invoice, or code and number
  | 'account' // 6602.01
  | 'form' // A105000
  | 'cell' // A3-2!F17

export type Identifier = { kind: IdentifierKind; value: string }

type Rule = { kind: IdentifierKind; pattern: RegExp; value: (match: readonly (string | undefined)[]) => string | null }

const chinese = `[${numeralCharacters}]+`
const organ = '[\\u4e00-\\u9fff]'
const wholeNumber = (written: string): string | null => {
  const value = /^\d+$/.test(written) ? BigInt(written) : chineseNumber(written)
  return value === null ? null : String(value)
}
const yearOf = (written: string): string | null => {
  const year = wholeNumber(written)
  return year !== null && year.length === 4 ? year : null
}
const joined = (...parts: (string | null)[]): string | null => (parts.includes(null) ? null : parts.join(''))

// The order is a priority: what one rule has taken no later one reads again.
const rules: readonly Rule[] = [
  {
    kind: 'document',
    // 财税〔2018〕54号, 国税发[2009]31号, 财税（2016）36号, 国发【2019】8号, 财税2018 54号 with any bracket
    pattern: new RegExp(
      `(${organ}{1,8}?)\\s*[\\[(〔【〖﹝]\\s*((?:19|20)\\d{2})\\s*年?\\s*[\\])〕】〗﹞]\\s*(?:第\\s*)?(\\d{1,5})\\s*号`,
      'g',
    ),
    value: ([, organ = '', year = '', number = '']) => `${organOf(organ)}[${year}]${BigInt(number)}号`,
  },
  {
    kind: 'document',
    pattern: new RegExp(
      `((?:${organ}|[、, ]){0,30}?)(公告|令|通告|决定)[》\\s]*[(]?\\s*((?:19|20)\\d{2}|[〇零○一二三四五六七八九]{4})年\\s*第?\\s*(\\d{1,5}|${chinese})\\s*号`,
      'g',
    ),
    value: ([, organ = '', kind = '', year = '', number = '']) =>
      joined(issuerOf(organ), kind, yearOf(year), '-', wholeNumber(number)),
  },
  {
    kind: 'document',
    pattern: new RegExp(
      `(主席令|国务院令|财政部令|税务总局令|中华人民共和国主席令)\\s*第?\\s*(\\d{1,4}|${chinese})\\s*号`,
      'g',
    ),
    value: ([, issuer = '', number = '']) => joined(issuer.replace('中华人民共和国', ''), wholeNumber(number)),
  },
  {
    kind: 'taxpayer',
    pattern: /(?<![0-9a-z])([0-9a-hj-npqrtuwxy]{2}\d{6}[0-9a-hj-npqrtuwxy]{10})(?![0-9a-z])/g,
    value: ([, code = '']) => code.toUpperCase(),
  },
  {
    kind: 'invoice',
    pattern: /(?<!\d)(\d{20})(?!\d)/g,
    value: ([, number = '']) => number,
  },
  {
    kind: 'taxpayer',
    pattern: /(?:税号|纳税人识别号|识别号|税务登记号)\D{0,4}(\d{15})(?!\d)/g,
    value: ([, code = '']) => code,
  },
  {
    kind: 'invoice',
    pattern: /发票(?:代码)?\D{0,4}(\d{10}|\d{12})\D{1,8}(\d{8})(?!\d)/g,
    value: ([, code = '', number = '']) => `${code}-${number}`,
  },
  {
    kind: 'invoice',
    pattern: /发票(?:号码?|号)\D{0,4}(\d{8})(?!\d)/g,
    value: ([, number = '']) => number,
  },
  {
    kind: 'voucher',
    // 记-0013, 记字第13号, 银付-7, 转13号; a month may stand in front (2025-03 记-13)
    pattern:
      /((?<![登日笔标书传])记账?|[现银][收付]|(?<![\u4e00-\u9fff])[收付转])\s*字?\s*(?:第|-)\s*(\d{1,6})(?:\s*号)?(?![\d.])/g,
    value: ([, word = '', number = '']) => `${word.replace('账', '')}-${BigInt(number)}`,
  },
  {
    kind: 'voucher',
    pattern: /凭证号?\D{0,3}?(记|收|付|转|银收|银付|现收|现付)?\s*[字第-]{0,3}\s*(\d{1,6})\s*号?/g,
    value: ([, word = '记', number = '']) => `${word}-${BigInt(number)}`,
  },
  {
    kind: 'cell',
    pattern:
      /(?<![0-9a-z])((?:'[^'!]{1,40}'|[a-z0-9_.-]{1,40}|[\u4e00-\u9fff]{1,20})!)\$?([a-z]{1,3})\$?(\d{1,7})(?::\$?([a-z]{1,3})\$?(\d{1,7}))?(?![0-9a-z])/g,
    value: ([, sheet = '', column = '', row = '', toColumn, toRow]) =>
      `${sheet
        .replaceAll("'", '')
        .replace(/^[见在和及的]/, '')
        .toUpperCase()}${column.toUpperCase()}${row}${toColumn && toRow ? `:${toColumn.toUpperCase()}${toRow}` : ''}`,
  },
  {
    kind: 'form',
    pattern: /(?<![0-9a-z])(a\d{6})(?![0-9a-z])/g,
    value: ([, form = '']) => form.toUpperCase(),
  },
  {
    kind: 'article',
    pattern: new RegExp(`第\\s*(\\d{1,4}|${chinese})\\s*条(?:之(\\d{1,2}|${chinese}))?`, 'g'),
    value: ([, number = '', sub]) => joined('第', wholeNumber(number), '条', sub ? joined('之', wholeNumber(sub)) : ''),
  },
  {
    kind: 'account',
    pattern: /科目(?:编码|代码|编号|号)?\D{0,3}?([1-6]\d{3}(?:\d{2}){0,5}(?:[.-]\d{2,4}){0,5})(?![\d.])/g,
    value: ([, code = '']) => code.replaceAll('-', '.'),
  },
  {
    kind: 'account',
    // 6602.01管理费用: a code has a name behind it, an amount a unit or nothing
    pattern: /(?<![0-9a-z.,-])([1-6]\d{3}(?:\.\d{2,4}){1,5})\s?(?=[\u4e00-\u9fff])(?![元万亿圆角分])/g,
    value: ([, code = '']) => code,
  },
]

/** Issuers' abbreviations; what stands before one in a sentence is no part of it. */
const abbreviations =
  /(?:财税字?|财综|财会|财企|财行|财建|财资|财办会|国税发|国税函发?|税总[发函]|税委会|国发|国办发|国办函|国函|发改[^\s]{0,4}|科技部发|国科发[^\s]{0,3}|人社[部厅]发|商[^\s]{0,2}发|署税发|证监会公告|银发|汇发|苏财税|[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][^\s]{1,5})$/

/** The abbreviation in front of the year, without the words a sentence has before it. */
function organOf(written: string): string {
  const bare = written.replace(leading, '')
  return abbreviations.exec(bare)?.[0] ?? bare
}

const leading = /^.*(?:根据|依据|按照|依照|参照|执行|适用|详见|参见|关于|文件|[及与的(《])/

/**
 * The first issuer: joint announcements are numbered in its series (财政部 税务总局公告 is not 国家税务总局公告).
 * What a sentence has in front is no issuer.
 */
function issuerOf(written: string): string {
  const first = written
    .replace(leading, '')
    .split(/[、,和\s]/)
    .find((name) => name !== '')
  return (first ?? '').replace('中华人民共和国', '').replace('国家税务总局', '税务总局')
}

/** An identifier and where it stands in the text in search form. */
export type FoundIdentifier = Identifier & { start: number; end: number }

/** All identifiers of a text that is in search form already, in the order of the text. */
export function findIdentifiers(text: string): FoundIdentifier[] {
  let rest = text
  const found: FoundIdentifier[] = []
  for (const { kind, pattern, value } of rules) {
    let masked = ''
    let from = 0
    for (const match of rest.matchAll(pattern)) {
      const made = value(match)
      if (made === null) continue
      const end = match.index + match[0].length
      found.push({ kind, value: made, start: match.index, end })
      // blanks of the same width: what is read is not read again, places stay
      masked += rest.slice(from, match.index) + ' '.repeat(match[0].length)
      from = end
    }
    if (from) rest = masked + rest.slice(from)
  }
  return found.sort((one, other) => one.start - other.start)
}

/** The identifiers of any text in one writing each; each once. */
export function identifiers(text: string): Identifier[] {
  const known = new Map<string, Identifier>()
  for (const { kind, value } of findIdentifiers(searchForm(text))) known.set(`${kind} ${value}`, { kind, value })
  return [...known.values()]
}

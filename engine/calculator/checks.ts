import { creditCheck, idCheck, isCreditCode, isIdCard15, isIdCard18, passesLuhn } from '../masking/check-digits.ts'
import { partsOf } from './days.ts'
import type { Registers, Words } from './law.ts'
import type { Calculator, Option } from './work.ts'

export type Verdict = {
  valid: boolean
  kind: string
  reason: Words
  parts: readonly { label: Words; value: Words | string }[]
}
type Check = (text: string, registers: Registers) => Verdict

const right: Words = { zh: '有效', en: 'Valid' }
const provinceLabel: Words = { zh: '省级区划', en: 'Province' }
const unknown: Words = { zh: '未知', en: 'Unknown' }
const refuse = (kind: string, zh: string, en: string): Verdict => ({
  valid: false,
  kind,
  reason: { zh, en },
  parts: [],
})

/** 统一社会信用代码 (GB 32100-2015). */
const creditCode: Check = (text, { provinces, authorities }) => {
  const code = text.toUpperCase()
  if (code.length !== 18)
    return refuse('credit', `应为 18 位，实为 ${code.length} 位`, `18 characters, not ${code.length}`)
  if (/[^0-9A-HJ-NPQRTUWXY]/.test(code))
    return refuse(
      'credit',
      '含有不使用的字符（I、O、S、V、Z 等）',
      'Holds a character that is not used (I, O, S, V, Z …)',
    )
  const check = creditCheck(code.slice(0, 17))
  if (check !== code.charAt(17))
    return refuse(
      'credit',
      `校验位应为 ${check}，实为 ${code.charAt(17)}`,
      `The check character should be ${check}, not ${code.charAt(17)}`,
    )
  if (!isCreditCode(code, new Set(provinces.keys())))
    return refuse('credit', '登记管理部门、机构类别或区划不存在', 'Authority, category or division does not exist')
  return {
    valid: true,
    kind: 'credit',
    reason: right,
    parts: [
      { label: { zh: '登记管理部门', en: 'Authority' }, value: authorities.get(code.charAt(0)) ?? unknown },
      { label: { zh: '机构类别', en: 'Category' }, value: authorities.get(code.slice(0, 2)) ?? unknown },
      {
        label: provinceLabel,
        value: provinces.get(code.slice(2, 4)) ?? { zh: '总局登记', en: 'Registered centrally' },
      },
      { label: { zh: '主体标识码', en: 'Organisation' }, value: code.slice(8, 17) },
    ],
  }
}

const sex = (digit: string): Words => (Number(digit) % 2 === 1 ? { zh: '男', en: 'Male' } : { zh: '女', en: 'Female' })

/** 居民身份证 (GB 11643-1999), and the number of 15 from before. */
const idCard: Check = (text, { provinces }) => {
  const known = new Set(provinces.keys())
  const number = text.toUpperCase()
  const parts = (birth: string, digit: string) => [
    { label: provinceLabel, value: provinces.get(number.slice(0, 2)) ?? unknown },
    { label: { zh: '出生日期', en: 'Born on' }, value: birth },
    { label: { zh: '性别', en: 'Sex' }, value: sex(digit) },
  ]
  if (number.length === 15)
    return isIdCard15(number, known)
      ? {
          valid: true,
          kind: 'id',
          reason: { zh: '有效（旧 15 位，无校验位）', en: 'Valid (old, of 15 digits, no check digit)' },
          parts: parts(`19${number.slice(6, 8)}-${number.slice(8, 10)}-${number.slice(10, 12)}`, number.charAt(14)),
        }
      : refuse('id', '区划或出生日期不存在', 'Division or day of birth does not exist')
  if (!/^\d{17}[\dX]$/.test(number)) return refuse('id', '应为 17 位数字加校验位', '17 digits and a check character')
  if (!known.has(number.slice(0, 2))) return refuse('id', '区划不存在', 'The division does not exist')
  const birth = `${number.slice(6, 10)}-${number.slice(10, 12)}-${number.slice(12, 14)}`
  if (!partsOf(birth)) return refuse('id', `出生日期 ${birth} 不存在`, `The day of birth ${birth} does not exist`)
  const check = idCheck(number)
  if (check !== number.charAt(17))
    return refuse(
      'id',
      `校验位应为 ${check}，实为 ${number.charAt(17)}`,
      `The check character should be ${check}, not ${number.charAt(17)}`,
    )
  return isIdCard18(number, known)
    ? { valid: true, kind: 'id', reason: right, parts: parts(birth, number.charAt(16)) }
    : refuse('id', '不是身份证号码', 'No identity number')
}

/** Card numbers (ISO/IEC 7812-1). */
const bankCard: Check = (number) => {
  if (!/^\d{12,19}$/.test(number)) return refuse('card', '应为 12 到 19 位数字', '12 to 19 digits')
  return passesLuhn(number)
    ? {
        valid: true,
        kind: 'card',
        reason: {
          zh: '通过 Luhn 校验（不说明账户存在）',
          en: 'Passes the Luhn check (which does not say that the account exists)',
        },
        parts: [{ label: { zh: '发卡标识', en: 'Issuer' }, value: number.slice(0, 6) }],
      }
    : refuse('card', 'Luhn 校验不通过', 'Fails the Luhn check')
}

/**
 * Invoice numbers: fully digital ones of 20 digits (they begin with a year from 21 on), older ones as a code of 10 digits, or
 * of 12 that begins with 0 or 1, and a number of 8.
 */
const invoice: Check = (number, { provinces }) => {
  if (!/^\d+$/.test(number)) return refuse('invoice', '只能是数字', 'Digits only')
  const named = (code: string, year: string) => [
    { label: provinceLabel, value: provinces.get(code) ?? unknown },
    { label: { zh: '年度', en: 'Year' }, value: `20${year}` },
  ]
  // 国家税务总局公告2024年第11号第三条: year, division, way of issue, serial number
  if (number.length === 20 && !/^[01]/.test(number))
    return provinces.has(number.slice(2, 4)) && Number(number.slice(0, 2)) >= 21
      ? {
          valid: true,
          kind: 'invoice',
          reason: { zh: '符合数电发票号码规则', en: 'Of the form of a fully digital invoice' },
          parts: named(number.slice(2, 4), number.slice(0, 2)),
        }
      : refuse('invoice', '20 位号码的年度或区划不合规则', 'Year or division of the 20 digits is not in order')
  const old = /^(?:[01](\d{2})\d{2}(\d{2})\d{5}|(\d{2})\d{2}(\d{2})\d{4})?\d{8}$/.exec(number)
  if (!old)
    return refuse(
      'invoice',
      '应为数电发票 20 位，或发票代码 10、12 位加号码 8 位',
      '20 digits, or a code of 10 or 12 with a number of 8',
    )
  const [province, year] = [old[1] ?? old[3], old[2] ?? old[4]]
  if (province === undefined || year === undefined)
    return {
      valid: true,
      kind: 'invoice',
      reason: {
        zh: '8 位发票号码；没有发票代码，无法再核',
        en: 'A number of 8 digits; without its code no more can be checked',
      },
      parts: [],
    }
  return provinces.has(province)
    ? {
        valid: true,
        kind: 'invoice',
        reason: { zh: '符合发票代码和号码规则', en: 'Of the form of an invoice code and number' },
        parts: named(province, year),
      }
    : refuse('invoice', '发票代码的区划不存在', 'The division of the invoice code does not exist')
}

const checks: Readonly<Record<string, Check>> = { credit: creditCode, id: idCard, card: bankCard, invoice }
const names: readonly Option[] = [
  { value: 'credit', label: { zh: '统一社会信用代码', en: 'Unified social credit code' } },
  { value: 'id', label: { zh: '居民身份证', en: 'Identity number' } },
  { value: 'card', label: { zh: '银行卡号', en: 'Bank card' } },
  { value: 'invoice', label: { zh: '发票号码', en: 'Invoice number' } },
]

/** Which check a number asks for by its shape; undefined for what looks like none. */
export function kindOf(written: string): string | undefined {
  // a code and its number stand apart; the digits of all others may be grouped
  if (/^(?:\d{8}|\d{10}[\s-]\d{8}|\d{12}[\s-]\d{8})$/.test(written)) return 'invoice'
  const text = written.replaceAll(/[\s-]/g, '')
  if (/^\d{20}$/.test(text)) return 'invoice'
  if (/^\d{6}(?:19|20)\d{9}[\dXx]$/.test(text) || /^\d{15}$/.test(text)) return 'id'
  if (/^[1-9A-Za-z][0-9A-Za-z]\d{6}[0-9A-Za-z]{10}$/.test(text)) return 'credit'
  return /^\d{12,19}$/.test(text) ? 'card' : undefined
}

/** Checks one number. */
export const checkNumber = (kind: string, text: string, registers: Registers): Verdict =>
  checks[kind]?.(text.normalize('NFKC').replaceAll(/[\s-]/g, ''), registers) ??
  refuse('', '认不出是哪种号码', 'Not known which kind of number this is')

/** 号码校验: credit codes, identity numbers, cards, invoices. */
export const numberCheck: Calculator = {
  code: 'numberCheck',
  group: 'amount',
  rounding: { zh: '不涉及', en: 'None' },
  personal: true,
  fields: [
    {
      key: 'kind',
      label: { zh: '号码种类', en: 'Kind' },
      kind: 'choice',
      start: 'auto',
      options: [{ value: 'auto', label: { zh: '自动识别', en: 'By its shape' } }, ...names],
    },
    { key: 'number', label: { zh: '号码', en: 'Number' }, kind: 'text', needed: true },
  ],
  compute({ ask, say, note, law }) {
    const text = ask.text('number').normalize('NFKC').trim()
    const chosen = ask.choice('kind')
    const kind = chosen === 'auto' ? (kindOf(text) ?? '') : chosen
    const { valid, reason, parts } = checkNumber(kind, text, law.registers)
    say('verdict', { zh: '结论', en: 'Verdict' }, valid ? right : { zh: '无效', en: 'Not valid' })
    say('kind', { zh: '号码种类', en: 'Kind' }, names.find(({ value }) => value === kind)?.label ?? unknown)
    if (reason !== right) say('reason', { zh: '说明', en: 'Because' }, reason)
    note({
      zh: '只核对编码规则和校验位，不联网，不说明主体、账户或发票存在。',
      en: 'Only the rule of the number and its check digit: nothing is looked up, nothing says that it exists.',
    })
    for (const [at, { label, value }] of parts.entries()) say(`part${at}`, label, value)
  },
}

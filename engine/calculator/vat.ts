import {
  add,
  compare,
  decimalText,
  divide,
  multiply,
  rational,
  type Rational,
  subtract,
  zero,
} from '../binding/rational.ts'
import type { Words } from './law.ts'
import { addSurcharges, surchargeFields } from './surcharges.ts'
import { amount, type Calculator, type Field, isZero, one, percent, toFen, type Work, yuanText } from './work.ts'
import { roundsToFen } from './words.ts'

const rateField: Field = {
  key: 'rate',
  label: { zh: '税率', en: 'Rate' },
  kind: 'choice',
  start: 'goods',
  options: [
    { value: 'goods', label: { zh: '货物、加工修理修配、动产租赁', en: 'Goods, processing, lease of movables' } },
    {
      value: 'low',
      label: {
        zh: '交通、邮政、基础电信、建筑、不动产、农产品等',
        en: 'Transport, construction, real estate, farm products',
      },
    },
    { value: 'services', label: { zh: '其他服务、无形资产', en: 'Other services, intangibles' } },
    { value: 'levy', label: { zh: '简易计税（征收率）', en: 'Simplified method (levy rate)' } },
    { value: 'property', label: { zh: '简易计税（不动产）', en: 'Simplified method (real estate)' } },
    { value: 'zero', label: { zh: '出口（零税率）', en: 'Export (zero)' } },
  ],
}
const dayField: Field = {
  key: 'day',
  label: { zh: '纳税义务发生日', en: 'Day the tax arises' },
  kind: 'day',
  start: 'today',
  needed: true,
}
const includedField: Field = {
  key: 'included',
  label: { zh: '金额', en: 'Amount is' },
  kind: 'choice',
  start: 'with',
  options: [
    { value: 'with', label: { zh: '含税', en: 'With tax' } },
    { value: 'without', label: { zh: '不含税', en: 'Without tax' } },
  ],
}
const amountField: Field = {
  key: 'amount',
  label: { zh: '金额（元）', en: 'Amount (CNY)' },
  kind: 'money',
  needed: true,
}

/** What bears a levy rate, and which. */
const simplified: Readonly<Record<string, string>> = {
  levy: 'vat.levy',
  property: 'vat.levy_property',
  relief: 'vat.levy_relief',
}
/** A price is also parted by who pays the lowered levy rate. */
const priceRateField: Field = {
  ...rateField,
  options: [
    ...(rateField.options ?? []),
    { value: 'relief', label: { zh: '小规模纳税人（减按征收率）', en: 'Small-scale taxpayer (lowered levy rate)' } },
  ],
}

/** The rate a kind of supply bears on a day. */
const rateOf = (work: Work, kind: string, day: string): Rational =>
  kind === 'zero'
    ? zero
    : simplified[kind] === undefined
      ? work.figure('vat.rate', day, kind)
      : work.figure(simplified[kind], day)

/** An amount parted into price and tax; both add up to what was paid, to the fen. */
export function partedPrice(given: Rational, rate: Rational, withTax: boolean): { price: Rational; tax: Rational } {
  if (!withTax) return { price: given, tax: toFen(multiply(given, rate)) }
  const price = toFen(divide(given, add(one, rate)))
  return { price, tax: subtract(given, price) }
}

/** 价税分离: price and tax of one amount. */
export const vatPrice: Calculator = {
  code: 'vatPrice',
  group: 'vat',
  rounding: {
    zh: '不含税价按分四舍五入，税额为差额，两者之和等于含税价',
    en: 'The price is rounded half up to the fen, the tax is the rest: both add up to what was paid',
  },
  fields: [amountField, includedField, priceRateField, dayField],
  compute(work) {
    const { ask, step, answer } = work
    const [given, kind, day] = [ask.money('amount'), ask.choice('rate'), ask.day('day')]
    const rate = rateOf(work, kind, day)
    const withTax = ask.choice('included') === 'with'
    const { price, tax } = partedPrice(given, rate, withTax)
    const priceWords = { zh: '不含税销售额', en: 'Price without tax' }
    const taxWords = { zh: '增值税额', en: 'VAT' }
    if (withTax) {
      step(priceWords, `${amount(given)} ÷ (1 + ${percent(rate)})`, price)
      step(taxWords, `${amount(given)} − ${amount(price)}`, tax)
    } else step(taxWords, `${amount(given)} × ${percent(rate)}`, tax)
    answer('tax', taxWords, tax)
    answer('price', priceWords, price)
    answer('total', { zh: '价税合计', en: 'Price with tax' }, add(price, tax))
    answer('rate', { zh: '适用税率', en: 'Rate' }, rate, 'percent')
  },
}

/** 一般纳税人应纳税额: output less input, with surcharges. */
export const vatGeneral: Calculator = {
  code: 'vatGeneral',
  group: 'vat',
  rounding: roundsToFen,
  fields: [
    dayField,
    { key: 'input', label: { zh: '本期进项税额', en: 'Input tax' }, kind: 'money' },
    { key: 'transferOut', label: { zh: '进项税额转出', en: 'Input tax taken out' }, kind: 'money' },
    { key: 'carried', label: { zh: '上期留抵税额', en: 'Credit carried in' }, kind: 'money' },
    { key: 'reduced', label: { zh: '应纳税额减征额', en: 'Reduction of tax' }, kind: 'money' },
    ...surchargeFields,
  ],
  rows: {
    title: { zh: '销售', en: 'Sales' },
    fields: [{ key: 'name', label: { zh: '项目', en: 'Item' }, kind: 'text' }, amountField, includedField, rateField],
    start: [{ included: 'with', rate: 'goods' }],
    max: 5000,
  },
  compute(work) {
    const { ask, step, answer } = work
    const day = ask.day('day')
    let [output, simple, sales] = [zero, zero, zero]
    const table = work.rows().map((row) => {
      const kind = row.ask.choice('rate')
      const rate = rateOf(work, kind, day)
      const parted = partedPrice(row.ask.money('amount'), rate, row.ask.choice('included') === 'with')
      if (simplified[kind]) simple = add(simple, parted.tax)
      else output = add(output, parted.tax)
      sales = add(sales, parted.price)
      return {
        name: row.ask.text('name') || String(row.at + 1),
        price: yuanText(parted.price),
        rate: decimalText(rate),
        tax: yuanText(parted.tax),
      }
    })
    const [input, out, carried, reduced] = ['input', 'transferOut', 'carried', 'reduced'].map((key) => ask.money(key))
    const credit = add(subtract(input ?? zero, out ?? zero), carried ?? zero)
    const outputWords = { zh: '销项税额', en: 'Output tax' }
    step(
      outputWords,
      table
        .map(({ tax }) => tax)
        .slice(0, 6)
        .join(' + ') + (table.length > 6 ? ' + …' : ''),
      add(output, simple),
    )
    const creditWords = { zh: '可抵扣税额', en: 'Tax to be credited' }
    step(creditWords, `${amount(input ?? zero)} − ${amount(out ?? zero)} + ${amount(carried ?? zero)}`, credit)
    const general = subtract(output, credit)
    const over = compare(general, zero) < 0
    const payable = add(over ? zero : general, simple)
    const relief = compare(reduced ?? zero, payable) > 0 ? payable : (reduced ?? zero)
    const tax = subtract(payable, relief)
    const taxWords = { zh: '应纳增值税额', en: 'VAT payable' }
    step(taxWords, `max(${amount(output)} − ${amount(credit)}, 0) + ${amount(simple)} − ${amount(relief)}`, tax)
    answer('tax', taxWords, tax)
    const all = addSurcharges(work, { tax, day, free: withinEducationLimit(work, sales, day, false) })
    answer('all', { zh: '税费合计', en: 'Tax and surcharges' }, add(tax, all))
    answer('output', outputWords, output)
    answer('carry', { zh: '期末留抵税额', en: 'Credit carried on' }, over ? subtract(zero, general) : zero)
    work.table({ key: 'sales', title: { zh: '销售明细', en: 'Sales' }, columns: salesColumns, rows: table })
  },
}

const salesColumns = [
  { key: 'name', label: { zh: '项目', en: 'Item' }, unit: 'text' as const },
  { key: 'price', label: { zh: '不含税销售额', en: 'Without tax' }, unit: 'money' as const },
  { key: 'rate', label: { zh: '税率', en: 'Rate' }, unit: 'percent' as const },
  { key: 'tax', label: { zh: '税额', en: 'Tax' }, unit: 'money' as const },
]

/** 小规模纳税人: the threshold, the lowered levy rate, and surcharges. */
export const vatSmall: Calculator = {
  code: 'vatSmall',
  group: 'vat',
  rounding: roundsToFen,
  fields: [
    { ...dayField, label: { zh: '税款所属期末日', en: 'Last day of the period' } },
    {
      key: 'period',
      label: { zh: '申报期', en: 'Period' },
      kind: 'choice',
      start: 'quarter',
      options: [
        { value: 'quarter', label: { zh: '季', en: 'Quarter' } },
        { value: 'month', label: { zh: '月', en: 'Month' } },
      ],
    },
    { key: 'sales', label: { zh: '不含税销售额（全部）', en: 'Sales without tax, all' }, kind: 'money', needed: true },
    {
      key: 'property',
      label: { zh: '其中销售不动产', en: 'of which real estate sold' },
      kind: 'money',
      hint: { zh: '判断免税时剔除', en: 'Left out when the threshold is judged' },
    },
    {
      key: 'special',
      label: { zh: '其中开具专用发票', en: 'of which on special invoices' },
      kind: 'money',
      hint: { zh: '不享受免税', en: 'Not exempt' },
    },
    ...surchargeFields,
  ],
  compute(work) {
    const { ask, step, answer, note } = work
    const [day, sales, property, special] = [
      ask.day('day'),
      ask.money('sales'),
      ask.money('property'),
      ask.money('special'),
    ]
    if (compare(add(property, special), sales) > 0)
      ask.refuse('sales', { zh: '全部销售额不能少于其中各项之和', en: 'All sales must not be less than their parts' })
    const quarter = ask.choice('period') === 'quarter'
    const limit = work.figure(quarter ? 'vat.exempt_quarter' : 'vat.exempt_month', day)
    const judged = subtract(sales, property)
    const judgedWords: Words = { zh: '判断免税的销售额', en: 'Sales that are judged' }
    step(judgedWords, `${amount(sales)} − ${amount(property)}`, judged)
    const free = compare(judged, limit) <= 0
    const taxed = add(free ? special : judged, property)
    const levy = work.figure('vat.levy', day)
    const relieved = work.holds('vat.levy_relief', day)
    const rate = relieved ? work.figure('vat.levy_relief', day) : levy
    const taxedWords: Words = { zh: '应税销售额', en: 'Taxable sales' }
    step(
      taxedWords,
      free
        ? `${amount(judged)} ≤ ${amount(limit)}: ${amount(special)} + ${amount(property)}`
        : `${amount(judged)} > ${amount(limit)}: ${amount(sales)}`,
      taxed,
    )
    const ofProperty = compare(property, zero) > 0 ? work.figure('vat.levy_property', day) : zero
    const other = subtract(taxed, property)
    const tax = toFen(add(multiply(other, rate), multiply(property, ofProperty)))
    const taxWords: Words = { zh: '应纳增值税额', en: 'VAT payable' }
    const more = isZero(property) ? '' : ` + ${amount(property)} × ${percent(ofProperty)}`
    step(taxWords, `${amount(other)} × ${percent(rate)}${more}`, tax)
    answer('tax', taxWords, tax)
    answer(
      'all',
      { zh: '税费合计', en: 'Tax and surcharges' },
      add(tax, addSurcharges(work, { tax, day, free: withinEducationLimit(work, sales, day, quarter) })),
    )
    answer('free', { zh: '免税销售额', en: 'Exempt sales' }, subtract(sales, taxed))
    answer('rate', { zh: '征收率', en: 'Levy rate' }, rate, 'percent')
    if (compare(property, zero) > 0)
      note({
        zh: '销售不动产按其征收率全额计算，不适用减按征收率；差额扣除和预缴另有规定，未计入。',
        en: 'Real estate bears its own levy rate on the whole price, without the lowered rate; deductions and prepayment have rules of their own and are not computed.',
      })
  },
}

/** Whether the education surcharges fall away: their limit is said by the month, three times of it by the quarter. */
function withinEducationLimit(work: Work, sales: Rational, day: string, quarter: boolean): boolean {
  const limit = work.figure('surcharge.education_free_month', day)
  return compare(sales, quarter ? multiply(limit, rational(3n)) : limit) <= 0
}

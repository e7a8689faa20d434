import { add, compare, multiply, type Rational, subtract, zero } from '../binding/rational.ts'
import { addMonths } from './days.ts'
import { chargesByUnits, type Method, monthlyCharges } from './depreciation-rules.ts'
import type { Words } from './law.ts'
import { amount, type Calculator, type Field, type Option, percent, toFen, type Work, yuanText } from './work.ts'

const classes: readonly Option[] = [
  { value: 'building', label: { zh: '房屋、建筑物', en: 'Buildings' } },
  { value: 'machine', label: { zh: '飞机、火车、轮船、机器等生产设备', en: 'Machines, ships, planes, trains' } },
  { value: 'furniture', label: { zh: '器具、工具、家具等', en: 'Tools, furniture' } },
  { value: 'vehicle', label: { zh: '其他运输工具', en: 'Vehicles' } },
  { value: 'electronic', label: { zh: '电子设备', en: 'Electronics' } },
  { value: 'intangible', label: { zh: '无形资产', en: 'Intangibles' } },
  { value: 'software', label: { zh: '外购软件（缩短）', en: 'Bought software, shortened' } },
  { value: 'prepaid', label: { zh: '长期待摊费用', en: 'Long-term prepaid expenses' } },
]
const methods: readonly Option[] = [
  { value: 'straight', label: { zh: '年限平均法', en: 'Straight line' } },
  { value: 'double', label: { zh: '双倍余额递减法', en: 'Double declining balance' } },
  { value: 'digits', label: { zh: '年数总和法', en: 'Sum of the years’ digits' } },
  { value: 'units', label: { zh: '工作量法', en: 'Units of work' } },
]
const amortised: ReadonlySet<string> = new Set(['intangible', 'software', 'prepaid'])

const fields: readonly Field[] = [
  { key: 'class', label: { zh: '资产类别', en: 'Kind of asset' }, kind: 'choice', start: 'machine', options: classes },
  {
    key: 'cost',
    label: { zh: '原值（不含可抵扣进项税）', en: 'Cost without credited VAT' },
    kind: 'money',
    needed: true,
  },
  { key: 'start', label: { zh: '投入使用日', en: 'In use from' }, kind: 'day', start: 'today', needed: true },
  { key: 'residual', label: { zh: '净残值率（%）', en: 'Residual value (%)' }, kind: 'percent', start: '5' },
  {
    key: 'method',
    label: { zh: '会计折旧方法', en: 'Method of the books' },
    kind: 'choice',
    start: 'straight',
    options: methods,
  },
  {
    key: 'years',
    label: { zh: '会计年限（年）', en: 'Life in the books (years)' },
    kind: 'count',
    start: '10',
    needed: true,
  },
  {
    key: 'planned',
    label: { zh: '预计总工作量', en: 'Units planned' },
    kind: 'count',
    when: { field: 'method', is: ['units'] },
  },
  {
    key: 'taxYears',
    label: { zh: '税法年限（年，空为最低年限）', en: 'Life for tax (years, empty: the least)' },
    kind: 'count',
  },
  { key: 'once', label: { zh: '一次性扣除（设备、器具）', en: 'Deducted at once (equipment)' }, kind: 'flag' },
]

/** The least life for tax of a kind of asset, in years, by the law of the day. */
function leastYears(work: Work, kind: string, day: string): number {
  const { n, d } =
    kind === 'software'
      ? work.figure('INTANGIBLE.years', day, 'software')
      : kind === 'prepaid'
        ? work.figure('LT_PREPAID.years', day)
        : work.figure('DEPR_MIN_LIFE.years', day, kind)
  return Number(n / d)
}

/** Whether all of it is deducted at once: asked for, of a kind that may, and within the price of a unit. */
function isOnce(work: Work, kind: string, day: string, cost: Rational): boolean {
  const { ask } = work
  if (!ask.flag('once')) return false
  if (kind === 'building' || amortised.has(kind))
    ask.refuse('once', { zh: '只适用于房屋、建筑物以外的固定资产', en: 'Only for fixed assets that are no buildings' })
  const cap = work.figure('DEPR_500W.unit_cap', day)
  if (compare(cost, cap) > 0)
    ask.refuse('once', {
      zh: `单位价值不超过 ${amount(cap)} 才能一次性扣除`,
      en: `Only up to a unit price of ${amount(cap)}`,
    })
  return true
}

type Month = { month: string; book: Rational; tax: Rational }

/** 折旧、摊销: the books month by month beside the tax law. */
export const depreciationCalculator: Calculator = {
  code: 'depreciation',
  group: 'asset',
  rounding: {
    zh: '按累计数四舍五入到分，最后一月取尾差，合计等于原值减残值',
    en: 'Rounded on the sum so far; the last month takes the rest, so that all add up',
  },
  fields,
  rows: {
    title: { zh: '各月工作量（工作量法）', en: 'Units of each month (units of work)' },
    fields: [{ key: 'units', label: { zh: '工作量', en: 'Units' }, kind: 'count', needed: true }],
    start: [],
    max: 600,
    when: { field: 'method', is: ['units'] },
  },
  compute(work) {
    const { ask, step, answer, note } = work
    const [kind, cost, start] = [ask.choice('class'), ask.money('cost'), ask.day('start')]
    const residual = toFen(multiply(cost, ask.percent('residual')))
    if (compare(residual, cost) > 0) ask.refuse('residual', { zh: '不能超过 100%', en: 'Not above 100%' })
    const base = subtract(cost, residual)
    step(
      { zh: '应计折旧额', en: 'To be depreciated' },
      `${amount(cost)} − ${amount(cost)} × ${percent(ask.percent('residual'))}`,
      base,
    )
    const book = bookCharges(work, cost, residual)
    const once = isOnce(work, kind, start, cost)
    const least = leastYears(work, kind, start)
    const taxYears = ask.has('taxYears') ? ask.count('taxYears', 1, 70) : Math.max(least, 1)
    if (taxYears < least && !once)
      note({
        zh: `低于最低年限 ${least} 年，须符合加速折旧条件。`,
        en: `Below the least life of ${least} years: only where acceleration is allowed.`,
      })
    const taxBase = once ? cost : base
    const tax = once ? [cost] : monthlyCharges({ cost, residual, months: taxYears * 12, method: 'straight' })
    // fixed assets begin in the month after they came into use, intangibles in that month (会计准则第4号、第6号)
    const first = `${start.slice(0, 8)}01`
    const begin = amortised.has(kind) ? first : addMonths(first, 1)
    const count = Math.max(book.length, tax.length)
    const months = Array.from({ length: count }, (_, at): Month => ({
      month: addMonths(begin, at).slice(0, 7),
      book: book[at] ?? zero,
      tax: tax[at] ?? zero,
    }))
    answer('month', { zh: '首月会计折旧', en: 'First month in the books' }, book[0] ?? zero)
    answer('total', { zh: '会计折旧合计', en: 'All in the books' }, book.reduce(add, zero))
    answer('taxTotal', { zh: '税前扣除合计', en: 'All deducted' }, taxBase)
    answer('residual', { zh: '净残值', en: 'Residual value' }, residual)
    if (once)
      note({
        zh: '一次性扣除在投入使用的次月所属年度计入成本费用；此表不留残值，差异以后年度转回。',
        en: 'Deducted in the year of the month after it came into use; no residual value is kept, the difference reverses later.',
      })
    addTables(work, months)
  },
}

function bookCharges(work: Work, cost: Rational, residual: Rational): Rational[] {
  const { ask, step } = work
  const chosen = ask.choice('method')
  const years = ask.count('years', 1, 70)
  if (chosen === 'units') {
    const planned = ask.decimal('planned')
    if (planned.n === 0n) ask.refuse('planned', { zh: '请填写预计总工作量', en: 'Enter the units planned' })
    const units = work.rowsInTurn().map((row) => row.ask.decimal('units'))
    if (units.length === 0) work.refuse({ zh: '请在下面填写各月工作量', en: 'Fill in the units of each month below' })
    return chargesByUnits({ cost, residual }, planned, units)
  }
  if (chosen !== 'straight' && years < 2)
    ask.refuse('years', { zh: '加速折旧至少 2 年', en: 'Accelerated methods need two years' })
  const method: Method = chosen === 'double' ? 'double' : chosen === 'digits' ? 'digits' : 'straight'
  const charges = monthlyCharges({ cost, residual, months: years * 12, method })
  const base = subtract(cost, residual)
  const formula: Record<string, string> = {
    straight: `${amount(base)} ÷ ${years * 12}`,
    double: `${amount(cost)} × 2 ÷ ${years} ÷ 12`,
    digits: `${amount(base)} × ${years} ÷ ${(years * (years + 1)) / 2} ÷ 12`,
  }
  step({ zh: '首月折旧', en: 'First month' }, formula[method] ?? '', charges[0] ?? zero)
  return charges
}

const by = (key: string, label: Words, unit: 'money' | 'text') => ({ key, label, unit })

function addTables(work: Work, months: readonly Month[]) {
  const years = new Map<string, { book: Rational; tax: Rational }>()
  let [book, tax] = [zero, zero]
  const rows = months.map((one) => {
    const sum = years.get(one.month.slice(0, 4)) ?? { book: zero, tax: zero }
    years.set(one.month.slice(0, 4), { book: add(sum.book, one.book), tax: add(sum.tax, one.tax) })
    book = add(book, one.book)
    tax = add(tax, one.tax)
    return {
      month: one.month,
      book: yuanText(one.book),
      bookSum: yuanText(book),
      tax: yuanText(one.tax),
      taxSum: yuanText(tax),
    }
  })
  const bookWords = { zh: '会计', en: 'Books' }
  const taxWords = { zh: '税收', en: 'Tax' }
  work.table({
    key: 'years',
    title: { zh: '按年与税会差异', en: 'By year, and the difference' },
    columns: [
      by('year', { zh: '年度', en: 'Year' }, 'text'),
      by('book', bookWords, 'money'),
      by('tax', taxWords, 'money'),
      by('adjust', { zh: '纳税调整（正为调增）', en: 'Adjustment (above zero: up)' }, 'money'),
    ],
    rows: [...years].map(([year, sum]) => ({
      year,
      book: yuanText(sum.book),
      tax: yuanText(sum.tax),
      adjust: yuanText(subtract(sum.book, sum.tax)),
    })),
  })
  work.table({
    key: 'months',
    title: { zh: '逐月', en: 'By month' },
    columns: [
      by('month', { zh: '月份', en: 'Month' }, 'text'),
      by('book', bookWords, 'money'),
      by('bookSum', { zh: '会计累计', en: 'Books so far' }, 'money'),
      by('tax', taxWords, 'money'),
      by('taxSum', { zh: '税收累计', en: 'Tax so far' }, 'money'),
    ],
    rows,
  })
}

import { add, decimalText, multiply, rational, type Rational, subtract, zero } from '../binding/rational.ts'
import { type SalaryMonth, withholdSalaries } from './iit-rules.ts'
import type { Words } from './law.ts'
import { amount, atLeastZero, type Calculator, type Field, onScale, percent, toFen, yuanText } from './work.ts'
import { roundsToFen } from './words.ts'
import { lastDayOf, yearField } from './year-field.ts'

const monthFields: readonly Field[] = [
  { key: 'income', label: { zh: '工资薪金收入', en: 'Salary' }, kind: 'money' },
  { key: 'exempt', label: { zh: '免税收入', en: 'Exempt income' }, kind: 'money' },
  { key: 'social', label: { zh: '专项扣除（三险一金）', en: 'Social insurance and housing fund' }, kind: 'money' },
  { key: 'special', label: { zh: '专项附加扣除', en: 'Special additional deductions' }, kind: 'money' },
  { key: 'other', label: { zh: '其他扣除', en: 'Other deductions' }, kind: 'money' },
]
const monthOf = (ask: { money: (key: string) => Rational }): SalaryMonth => ({
  income: ask.money('income'),
  exempt: ask.money('exempt'),
  social: ask.money('social'),
  special: ask.money('special'),
  other: ask.money('other'),
})

const taxableWords: Words = { zh: '累计应纳税所得额', en: 'Cumulative taxable income' }
const taxWords: Words = { zh: '本月应预扣税额', en: 'To be withheld this month' }

/** 工资累计预扣: month by month over a year. */
export const iitMonths: Calculator = {
  code: 'iitMonths',
  group: 'iit',
  rounding: roundsToFen,
  personal: true,
  fields: [
    yearField,
    {
      key: 'first',
      label: { zh: '首个任职月份', en: 'First month employed' },
      kind: 'count',
      start: '1',
      needed: true,
    },
  ],
  rows: {
    title: { zh: '各月（末行沿用到 12 月）', en: 'Months (the last row goes on until December)' },
    fields: monthFields,
    start: [{}],
    max: 12,
  },
  compute(work) {
    const { ask, answer, step } = work
    const year = ask.year('year')
    const first = ask.count('first', 1, 12)
    const rows = work.rowsInTurn()
    const last = rows.at(-1)
    if (!last) return work.refuse({ zh: '请至少填写一个月', en: 'Fill in at least one month' })
    const count = 13 - first
    if (rows.length > count)
      return work.refuse({
        zh: `从 ${first} 月起只有 ${count} 个月，填写了 ${rows.length} 行`,
        en: `From month ${first} on there are ${count} months, but ${rows.length} rows are filled in`,
      })
    const months = Array.from({ length: count }, (_, at) => monthOf((rows[at] ?? last).ask))
    const day = lastDayOf(year)
    const law = { scale: work.scale('iit.comprehensive', day), basicMonth: work.figure('iit.basic_month', day) }
    const withheld = withholdSalaries(months, law)
    let paid = zero
    const table = withheld.map((month, at) => {
      step(
        { zh: `${first + at} 月`, en: `Month ${first + at}` },
        `${amount(month.taxable)} × ${percent(month.rate)} − ${amount(month.quick)} − ${amount(paid)}`,
        month.tax,
      )
      paid = add(paid, month.tax)
      return {
        month: String(first + at),
        income: yuanText(months[at]?.income ?? zero),
        taxable: yuanText(month.taxable),
        rate: decimalText(month.rate),
        quick: yuanText(month.quick),
        cumulative: yuanText(month.cumulativeTax),
        tax: yuanText(month.tax),
      }
    })
    const income = months.reduce((sum, month) => add(sum, month.income), zero)
    const social = months.reduce((sum, month) => add(sum, month.social), zero)
    answer('tax', { zh: '全年预扣税额', en: 'Withheld in the year' }, paid)
    answer('income', { zh: '全年收入', en: 'Income of the year' }, income)
    answer(
      'net',
      { zh: '税后（已扣三险一金）', en: 'After tax and social insurance' },
      subtract(subtract(income, social), paid),
    )
    work.table({
      key: 'months',
      title: { zh: '逐月预扣', en: 'Month by month' },
      columns: [
        { key: 'month', label: { zh: '月份', en: 'Month' }, unit: 'count' },
        { key: 'income', label: { zh: '收入', en: 'Income' }, unit: 'money' },
        { key: 'taxable', label: taxableWords, unit: 'money' },
        { key: 'rate', label: { zh: '预扣率', en: 'Rate' }, unit: 'percent' },
        { key: 'quick', label: { zh: '速算扣除数', en: 'Quick deduction' }, unit: 'money' },
        { key: 'cumulative', label: { zh: '累计税额', en: 'Cumulative tax' }, unit: 'money' },
        { key: 'tax', label: taxWords, unit: 'money' },
      ],
      rows: table,
    })
  },
}

/** One month of one person from the sums so far: the row of a payroll. */
export const iitMonth: Calculator = {
  code: 'iitMonth',
  group: 'iit',
  rounding: roundsToFen,
  personal: true,
  fields: [
    { key: 'name', label: { zh: '姓名', en: 'Name' }, kind: 'text' },
    yearField,
    { key: 'months', label: { zh: '累计月数', en: 'Months so far' }, kind: 'count', start: '1', needed: true },
    { key: 'income', label: { zh: '累计收入', en: 'Income so far' }, kind: 'money', needed: true },
    { key: 'exempt', label: { zh: '累计免税收入', en: 'Exempt income so far' }, kind: 'money' },
    { key: 'social', label: { zh: '累计专项扣除', en: 'Social insurance so far' }, kind: 'money' },
    { key: 'special', label: { zh: '累计专项附加扣除', en: 'Special additional deductions so far' }, kind: 'money' },
    { key: 'other', label: { zh: '累计其他扣除', en: 'Other deductions so far' }, kind: 'money' },
    { key: 'withheld', label: { zh: '累计已预扣税额', en: 'Withheld so far' }, kind: 'money' },
  ],
  compute(work) {
    const { ask, step, answer } = work
    const [day, months] = [lastDayOf(ask.year('year')), rational(BigInt(ask.count('months', 1, 12)))]
    const { income, exempt, social, special, other } = monthOf(ask)
    const basic = multiply(work.figure('iit.basic_month', day), months)
    const taxable = atLeastZero([exempt, basic, social, special, other].reduce(subtract, income))
    step(taxableWords, [income, exempt, basic, social, special, other].map(amount).join(' − '), taxable)
    const { rate, quick, tax } = onScale(work.scale('iit.comprehensive', day), taxable)
    const withheld = ask.money('withheld')
    const due = atLeastZero(subtract(toFen(tax), withheld))
    step(taxWords, `${amount(taxable)} × ${percent(rate)} − ${amount(quick)} − ${amount(withheld)}`, due)
    answer('tax', taxWords, due)
    answer('taxable', taxableWords, taxable)
    answer('rate', { zh: '预扣率', en: 'Rate' }, rate, 'percent')
  },
}

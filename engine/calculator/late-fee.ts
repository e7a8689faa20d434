import { add, compare, multiply, rational, type Rational, subtract, zero } from '../binding/rational.ts'
import { addDays, daysBetween, termEnd, workdayFrom } from './days.ts'
import type { Holidays } from './law.ts'
import { amount, type Calculator, type Field, percent, toFen, type Work, yuanText } from './work.ts'

const rowFields: readonly Field[] = [
  { key: 'paidOn', label: { zh: '缴款日', en: 'Paid on' }, kind: 'day', needed: true },
  { key: 'paid', label: { zh: '缴纳税款', en: 'Tax paid' }, kind: 'money', needed: true },
]

/** The part-payments in their order; what they leave is paid on the last day. */
function paymentsOf(work: Work, due: string, tax: Rational, end: string) {
  const rows = work
    .rows()
    .map(({ ask }) => ({ day: ask.day('paidOn'), paid: ask.money('paid') }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const paid = rows.reduce((sum, row) => add(sum, row.paid), zero)
  const rest = subtract(tax, paid)
  if (compare(rest, zero) < 0)
    work.ask.refuse('tax', { zh: '分次缴纳的合计超过应缴税款', en: 'The part-payments exceed the tax' })
  const late = rows.find(({ day }) => day > end)
  if (late) work.ask.refuse('end', { zh: '有缴款日晚于计算截止日', en: 'A payment lies after the last day' })
  return { payments: rest.n === 0n ? rows : [...rows, { day: end, paid: rest }], due }
}

/** Terms of a month's or a quarter's return end by this day. */
const MONTHLY_TERM = 15

/**
 * A term of the law over rests: one of a month's return also by the rests inside it, as the published dates are; one of a
 * year's settlement (31 May, 30 June) only where its last day is a rest.
 */
const rolledTerm = (holidays: Holidays, last: string): string =>
  Number(last.slice(8)) <= MONTHLY_TERM ? termEnd(holidays, `${last.slice(0, 8)}01`, last) : workdayFrom(holidays, last)

/** 税收滞纳金: by days from the day after the term to the day of payment, both counted (细则第七十五条). */
export const lateFeeCalculator: Calculator = {
  code: 'lateFee',
  group: 'levy',
  rounding: { zh: '每次缴款按分四舍五入', en: 'Each payment is rounded half up to the fen' },
  fields: [
    { key: 'tax', label: { zh: '应缴税款', en: 'Tax' }, kind: 'money', needed: true },
    { key: 'due', label: { zh: '缴纳期限末日', en: 'Last day of the term' }, kind: 'day', needed: true },
    {
      key: 'roll',
      label: { zh: '末日遇休假日顺延', en: 'Extended over rests' },
      kind: 'flag',
      hint: {
        zh: '填的是法定末日（如 15 日）时勾选；填已公布的申报截止日时不勾选',
        en: 'Tick where the day is the term of the law, like the 15th; not where it is an announced deadline',
      },
    },
    { key: 'end', label: { zh: '缴纳日', en: 'Paid on' }, kind: 'day', start: 'today', needed: true },
  ],
  rows: { title: { zh: '分次缴纳（可不填）', en: 'Part-payments, if any' }, fields: rowFields, start: [], max: 200 },
  compute(work) {
    const { ask, step, answer, say, note, law } = work
    const [tax, given, end] = [ask.money('tax'), ask.day('due'), ask.day('end')]
    const due = ask.flag('roll') ? rolledTerm(law.holidays, given) : given
    if (due !== given)
      note({ zh: `期限末日由 ${given} 顺延到 ${due}。`, en: `The term is extended from ${given} to ${due}.` })
    if (ask.flag('roll')) work.noteDay(given)
    const { payments } = paymentsOf(work, due, tax, end)
    // days before the law that is known are not counted at its rate
    work.figure('late.daily', addDays(due, 1))
    const rate = work.figure('late.daily', end)
    let sum = zero
    const rows = payments.map(({ day, paid }) => {
      const days = Math.max(daysBetween(due, day), 0)
      const fee = toFen(multiply(multiply(paid, rate), rational(BigInt(days))))
      sum = add(sum, fee)
      step({ zh: `${day} 缴纳`, en: `Paid on ${day}` }, `${amount(paid)} × ${percent(rate)} × ${days}`, fee)
      return { day, paid: yuanText(paid), days: String(days), fee: yuanText(fee) }
    })
    answer('fee', { zh: '滞纳金', en: 'Surcharge' }, sum)
    answer('total', { zh: '税款和滞纳金合计', en: 'With the tax' }, add(tax, sum))
    say('from', { zh: '滞纳金起算日', en: 'Counted from' }, addDays(due, 1), 'day')
    say(
      'days',
      { zh: '滞纳天数（最后一次缴纳）', en: 'Days, to the last payment' },
      String(Math.max(daysBetween(due, end), 0)),
    )
    if (compare(sum, multiply(tax, work.figure('late.cap', end))) > 0)
      note({
        zh: '滞纳金已超过税款本金。行政强制法第四十五条的限额是否适用于税款滞纳金有争议，这里不封顶。',
        en: 'The surcharge exceeds the tax. Whether the limit of article 45 of the Compulsory Enforcement Law applies is disputed: it is not capped here.',
      })
    work.table({
      key: 'payments',
      title: { zh: '逐次计算', en: 'By payment' },
      columns: [
        { key: 'day', label: { zh: '缴款日', en: 'Paid on' }, unit: 'day' },
        { key: 'paid', label: { zh: '税款', en: 'Tax' }, unit: 'money' },
        { key: 'days', label: { zh: '滞纳天数', en: 'Days' }, unit: 'count' },
        { key: 'fee', label: { zh: '滞纳金', en: 'Surcharge' }, unit: 'money' },
      ],
      rows,
    })
  },
}

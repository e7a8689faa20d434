import { add, compare, decimal, divide, multiply, type Rational, subtract, zero } from '../binding/rational.ts'
import type { Bracket } from './law.ts'
import { amount, type Calculator, isZero, least, percent, toFen } from './work.ts'
import { roundsToFen } from './words.ts'

/** Land VAT: the gain by its ratio to the deductions (above zero), `gain × rate − deductions × quick`. */
export function landVat(scale: readonly Bracket[], gain: Rational, deductions: Rational) {
  if (compare(gain, zero) <= 0) return { ratio: zero, rate: zero, quick: zero, tax: zero }
  const ratio = divide(gain, deductions)
  const step = scale.find(({ upTo }) => upTo === null || compare(ratio, decimal(upTo) ?? zero) <= 0)
  const [rate, quick] = [decimal(step?.rate ?? '0') ?? zero, decimal(step?.quick ?? '0') ?? zero]
  return { ratio, rate, quick, tax: toFen(subtract(multiply(gain, rate), multiply(deductions, quick))) }
}

/** 土地增值税. */
export const landVatCalculator: Calculator = {
  code: 'landVat',
  group: 'property',
  rounding: roundsToFen,
  fields: [
    { key: 'day', label: { zh: '清算日', en: 'Day of settlement' }, kind: 'day', start: 'today', needed: true },
    { key: 'income', label: { zh: '转让收入（不含增值税）', en: 'Income without VAT' }, kind: 'money', needed: true },
    { key: 'land', label: { zh: '取得土地使用权所付金额', en: 'Paid for the land' }, kind: 'money' },
    { key: 'build', label: { zh: '房地产开发成本', en: 'Cost of development' }, kind: 'money' },
    {
      key: 'costCase',
      label: { zh: '利息支出', en: 'Interest' },
      kind: 'choice',
      start: 'without_interest',
      options: [
        { value: 'without_interest', label: { zh: '不能分摊或不能提供证明', en: 'Not shown apart' } },
        { value: 'with_interest', label: { zh: '能分摊并提供金融机构证明', en: 'Shown apart, with proof of a bank' } },
      ],
    },
    {
      key: 'interest',
      label: { zh: '利息支出', en: 'Interest paid' },
      kind: 'money',
      when: { field: 'costCase', is: ['with_interest'] },
    },
    {
      key: 'costShare',
      label: { zh: '开发费用比例（%，空为上限）', en: 'Share of expenses (%, empty: the ceiling)' },
      kind: 'percent',
      hint: { zh: '由省政府规定', en: 'Set by the province' },
    },
    { key: 'taxes', label: { zh: '与转让有关的税金', en: 'Taxes on the transfer' }, kind: 'money' },
    {
      key: 'developer',
      label: { zh: '房地产开发企业（加计扣除）', en: 'A developer (extra deduction)' },
      kind: 'flag',
      start: '1',
    },
    { key: 'ordinary', label: { zh: '普通标准住宅', en: 'Ordinary housing' }, kind: 'flag' },
    { key: 'prepaid', label: { zh: '已预缴税额', en: 'Prepaid' }, kind: 'money' },
  ],
  compute(work) {
    const { ask, step, answer, note } = work
    const day = ask.day('day')
    const [income, land, build, interest, taxes] = [
      ask.money('income'),
      ask.money('land'),
      ask.money('build'),
      ask.money('interest'),
      ask.money('taxes'),
    ]
    const costCase = ask.choice('costCase')
    const ceiling = work.figure('landvat.cost_share', day, costCase)
    const given = ask.has('costShare') ? ask.percent('costShare') : ceiling
    if (compare(given, ceiling) > 0)
      ask.refuse('costShare', {
        zh: `不能超过上限 ${percent(ceiling)}`,
        en: `Not above the ceiling ${percent(ceiling)}`,
      })
    const share = least(given, ceiling)
    const base = add(land, build)
    const own = costCase === 'with_interest' ? interest : zero
    const expenses = toFen(add(own, multiply(base, share)))
    step(
      { zh: '房地产开发费用', en: 'Expenses of development' },
      `${amount(own)} + (${amount(land)} + ${amount(build)}) × ${percent(share)}`,
      expenses,
    )
    const extraRate = ask.flag('developer') ? work.figure('landvat.extra', day) : zero
    const extra = toFen(multiply(base, extraRate))
    step(
      { zh: '加计扣除', en: 'Extra deduction' },
      `(${amount(land)} + ${amount(build)}) × ${percent(extraRate)}`,
      extra,
    )
    const deductions = [land, build, expenses, taxes, extra].reduce(add)
    step(
      { zh: '扣除项目金额', en: 'Deductions' },
      [land, build, expenses, taxes, extra].map(amount).join(' + '),
      deductions,
    )
    if (isZero(deductions))
      work.refuse({
        zh: '没有任何扣除项目金额，增值率无从计算，请至少填写一项',
        en: 'Without any deduction there is no ratio of gain: fill in at least one',
      })
    const gain = subtract(income, deductions)
    const gainWords = { zh: '增值额', en: 'Gain' }
    step(gainWords, `${amount(income)} − ${amount(deductions)}`, gain)
    const found = landVat(work.scale('landvat.brackets', day), gain, deductions)
    step({ zh: '增值率', en: 'Ratio of gain' }, `${amount(gain)} ÷ ${amount(deductions)}`, found.ratio, 'percent')
    const free = ask.flag('ordinary') && compare(found.ratio, work.figure('landvat.ordinary_free', day)) <= 0
    const tax = free ? zero : found.tax
    const taxWords = { zh: '应纳土地增值税', en: 'Land VAT' }
    step(
      taxWords,
      free ? '0' : `${amount(gain)} × ${percent(found.rate)} − ${amount(deductions)} × ${percent(found.quick)}`,
      tax,
    )
    const prepaid = ask.money('prepaid')
    answer('tax', taxWords, tax)
    answer('due', { zh: '应补（退为负）税额', en: 'Owed (refund below zero)' }, subtract(tax, prepaid))
    answer('ratio', { zh: '增值率', en: 'Ratio of gain' }, found.ratio, 'percent')
    answer('gain', gainWords, gain)
    if (free)
      note({ zh: '普通标准住宅增值率不超过规定标准，免征。', en: 'Ordinary housing within the limit of gain: exempt.' })
    if (compare(gain, zero) <= 0) note({ zh: '没有增值额，不征土地增值税。', en: 'No gain, no tax.' })
  },
}

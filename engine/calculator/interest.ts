import { add, compare, multiply, rational, subtract } from '../binding/rational.ts'
import { daysBetween } from './days.ts'
import { amount, type Calculator, percent, toFen } from './work.ts'
import { roundsToFen } from './words.ts'

/** Interest of a loan, simple, by days; and how much of it is allowed against a bank's rate. */
export const interestCalculator: Calculator = {
  code: 'interest',
  group: 'levy',
  rounding: roundsToFen,
  fields: [
    { key: 'principal', label: { zh: '本金', en: 'Principal' }, kind: 'money', needed: true },
    { key: 'from', label: { zh: '起息日', en: 'From' }, kind: 'day', needed: true },
    { key: 'to', label: { zh: '止息日（不计息）', en: 'To (not counted)' }, kind: 'day', start: 'today', needed: true },
    { key: 'rate', label: { zh: '年利率（%）', en: 'Rate a year (%)' }, kind: 'percent', needed: true },
    {
      key: 'basis',
      label: { zh: '计息基础', en: 'Days of a year' },
      kind: 'choice',
      start: '365',
      options: [
        { value: '365', label: { zh: '365 天', en: '365 days' } },
        { value: '360', label: { zh: '360 天', en: '360 days' } },
      ],
    },
    {
      key: 'bank',
      label: { zh: '金融企业同期同类利率（%）', en: 'Comparable rate of banks (%)' },
      kind: 'percent',
      hint: { zh: '填写后计算可扣除部分', en: 'Given, the deductible part is computed' },
    },
  ],
  compute(work) {
    const { ask, step, answer, say } = work
    const [principal, from, to, rate] = [ask.money('principal'), ask.day('from'), ask.day('to'), ask.percent('rate')]
    const days = daysBetween(from, to)
    if (days < 0) ask.refuse('to', { zh: '不能早于起始日', en: 'Not before the first day' })
    const year = ask.choice('basis')
    const part = rational(BigInt(days), BigInt(year))
    const interest = toFen(multiply(multiply(principal, rate), part))
    const label = { zh: '利息', en: 'Interest' }
    step(label, `${amount(principal)} × ${percent(rate)} × ${days} ÷ ${year}`, interest)
    answer('interest', label, interest)
    say('days', { zh: '计息天数', en: 'Days' }, String(days))
    answer('total', { zh: '本息合计', en: 'With principal' }, add(principal, interest))
    if (!ask.has('bank')) return
    const bank = ask.percent('bank')
    const cap = toFen(multiply(multiply(principal, bank), part))
    const allowed = compare(interest, cap) < 0 ? interest : cap
    const allowedWords = { zh: '税前可扣除利息', en: 'Deductible interest' }
    step(allowedWords, `min(${amount(interest)}, ${amount(principal)} × ${percent(bank)} × ${days} ÷ ${year})`, allowed)
    answer('allowed', allowedWords, allowed)
    answer('over', { zh: '纳税调增', en: 'Added back' }, subtract(interest, allowed))
    work.note({
      zh: '企业所得税法实施条例第三十八条：非金融企业之间借款，不超过金融企业同期同类贷款利率的部分准予扣除；关联方另有债资比限制。',
      en: 'Article 38 of the CIT Regulation: between companies that are no banks, interest up to the comparable rate of banks is deductible; related parties also have a debt ratio.',
    })
  },
}

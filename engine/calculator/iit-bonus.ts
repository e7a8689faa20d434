import { add, decimal, divide, multiply, rational, type Rational, subtract, zero } from '../binding/rational.ts'
import { bestSplit, type BonusSplit, bonusTax, grossOf, yearTax } from './iit-rules.ts'
import type { Words } from './law.ts'
import { amount, atLeastZero, type Calculator, type Field, onScale, percent, toFen, type Work } from './work.ts'
import { roundsToFen } from './words.ts'
import { lastDayOf, yearField } from './year-field.ts'

const twelve = rational(12n)

const baseFields: readonly Field[] = [
  {
    key: 'income',
    label: { zh: '全年工资等综合所得收入额', en: 'Comprehensive income of the year' },
    kind: 'money',
    needed: true,
  },
  {
    key: 'deductions',
    label: { zh: '全年扣除（三险一金、专项附加、其他）', en: 'Deductions of the year, without the basic one' },
    kind: 'money',
  },
]
const taxableOf = (work: Work, day: string) =>
  [work.ask.money('deductions'), work.figure('iit.basic_year', day)].reduce(subtract, work.ask.money('income'))

const label = (way: Words): Words => ({ zh: `${way.zh}：合计税额`, en: `${way.en}: tax in all` })

/** 年终奖: apart, merged, and the split that costs least. */
export const iitBonus: Calculator = {
  code: 'iitBonus',
  group: 'iit',
  rounding: roundsToFen,
  personal: true,
  fields: [
    yearField,
    ...baseFields,
    { key: 'bonus', label: { zh: '全年一次性奖金', en: 'Bonus' }, kind: 'money', needed: true },
  ],
  compute(work) {
    const { ask, step, answer } = work
    const day = lastDayOf(ask.year('year'))
    const [taxable, bonus] = [taxableOf(work, day), ask.money('bonus')]
    const scales = { year: work.scale('iit.comprehensive', day), bonus: work.scale('iit.bonus', day) }
    const { apart, together, best } = bestSplit(scales, taxable, bonus)
    const ways: [string, Words, BonusSplit][] = [
      ['best', { zh: '最优拆分', en: 'Best split' }, best],
      ['apart', { zh: '全部单独计税', en: 'All apart' }, apart],
      ['together', { zh: '全部并入综合所得', en: 'All merged' }, together],
    ]
    for (const [key, way, split] of ways) {
      const own = bonusTax(scales.bonus, split.bonus)
      const year = atLeastZero(add(taxable, split.merged))
      const rest = onScale(scales.year, year)
      step(
        label(way),
        `(${amount(split.bonus)} × ${percent(own.rate)} − ${amount(own.quick)}) + (${amount(year)} × ${percent(rest.rate)} − ${amount(rest.quick)})`,
        split.total,
      )
      answer(key, label(way), split.total)
    }
    answer('bonusPart', { zh: '最优：单独计税的奖金', en: 'Best: bonus taxed apart' }, best.bonus)
    answer('mergedPart', { zh: '最优：并入综合所得的部分', en: 'Best: part merged' }, best.merged)
    answer('saved', { zh: '比全部单独计税少缴', en: 'Less than all apart by' }, subtract(apart.total, best.total))
    work.note({
      zh: '一个纳税年度内每人只能用一次单独计税；拆分须在发放前安排，作为工资发放的部分并入综合所得。',
      en: 'One bonus a year may be taxed apart; a split must be arranged before it is paid: the rest is paid as salary.',
    })
  },
}

/** 税后反推税前. */
export const iitGross: Calculator = {
  code: 'iitGross',
  group: 'iit',
  rounding: roundsToFen,
  personal: true,
  fields: [
    yearField,
    {
      key: 'kind',
      label: { zh: '所得', en: 'Income' },
      kind: 'choice',
      start: 'salary',
      options: [
        { value: 'salary', label: { zh: '全年工资', en: 'Salary of a year' } },
        { value: 'bonus', label: { zh: '年终奖（单独计税）', en: 'Bonus, taxed apart' } },
      ],
    },
    {
      key: 'net',
      label: { zh: '税后金额（社保另扣前）', en: 'Net of tax, before social insurance' },
      kind: 'money',
      needed: true,
    },
    {
      key: 'deductions',
      label: { zh: '全年扣除（三险一金、专项附加、其他）', en: 'Deductions of the year, without the basic one' },
      kind: 'money',
      when: { field: 'kind', is: ['salary'] },
    },
  ],
  compute(work) {
    const { ask, step, answer } = work
    const day = lastDayOf(ask.year('year'))
    const net = ask.money('net')
    const salary = ask.choice('kind') === 'salary'
    const scale = work.scale(salary ? 'iit.comprehensive' : 'iit.bonus', day)
    const free = salary ? add(work.figure('iit.basic_year', day), ask.money('deductions')) : zero
    const taxOf = (gross: Rational) => (salary ? yearTax(scale, subtract(gross, free)) : bonusTax(scale, gross).tax)
    const jumps = salary
      ? []
      : scale.flatMap(({ upTo }) => (upTo === null ? [] : [multiply(decimal(upTo) ?? zero, twelve)]))
    const gross = grossOf(net, taxOf, jumps)
    if (!gross)
      return ask.refuse('net', {
        zh: '没有税前金额正好剩下这个数：它落在税率表的跳点之间，请改用略高或略低的金额',
        en: 'No gross leaves exactly this: it lies in a jump of the table. Try a little more or less',
      })
    const tax = taxOf(gross)
    const [per, note] = salary ? [atLeastZero(subtract(gross, free)), free] : [gross, zero]
    const used = onScale(scale, salary ? per : divide(gross, twelve))
    step(
      { zh: '税额', en: 'Tax' },
      `${salary ? `(${amount(gross)} − ${amount(note)})` : amount(gross)} × ${percent(used.rate)} − ${amount(used.quick)}`,
      tax,
    )
    step({ zh: '验算税后', en: 'Check: net' }, `${amount(gross)} − ${amount(tax)}`, subtract(gross, tax))
    answer('gross', { zh: '税前金额', en: 'Gross' }, gross)
    answer('tax', { zh: '税额', en: 'Tax' }, tax)
    if (salary) answer('month', { zh: '平均每月税前', en: 'Gross a month on average' }, toFen(divide(gross, twelve)))
  },
}

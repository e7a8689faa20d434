import { add, multiply, type Rational, zero } from '../binding/rational.ts'
import { amount, type Field, isZero, one, percent, toFen, type Work } from './work.ts'

/** What the surcharges of VAT depend on. */
export const surchargeFields: readonly Field[] = [
  {
    key: 'place',
    label: { zh: '所在地', en: 'Seat' },
    kind: 'choice',
    start: 'city',
    options: [
      { value: 'city', label: { zh: '市区', en: 'City' } },
      { value: 'town', label: { zh: '县城、镇', en: 'County seat, town' } },
      { value: 'other', label: { zh: '其他', en: 'Elsewhere' } },
    ],
  },
  {
    key: 'half',
    label: { zh: '享受六税两费减半', en: 'Six taxes and two fees at half' },
    kind: 'flag',
    hint: {
      zh: '小规模纳税人、小型微利企业、个体工商户',
      en: 'Small-scale taxpayers, small low-profit companies, sole traders',
    },
  },
]

/**
 * The surcharges on VAT, with a step for each; `free`: without the two education surcharges. Answers their sum, each
 * rounded to the fen.
 */
export function addSurcharges(work: Work, { tax, day, free }: { tax: Rational; day: string; free: boolean }): Rational {
  const { ask, step } = work
  const share = ask.flag('half') ? work.figure('surcharge.half', day) : one
  const parts = [
    { label: { zh: '城市维护建设税', en: 'Urban construction tax' }, id: 'surcharge.urban', case: ask.choice('place') },
    ...(free
      ? []
      : [
          { label: { zh: '教育费附加', en: 'Education surcharge' }, id: 'surcharge.education', case: null },
          {
            label: { zh: '地方教育附加', en: 'Local education surcharge' },
            id: 'surcharge.local_education',
            case: null,
          },
        ]),
  ]
  let sum = zero
  for (const part of parts) {
    const rate = work.figure(part.id, day, part.case)
    const due = toFen(multiply(multiply(tax, rate), share))
    step(part.label, `${amount(tax)} × ${percent(rate)}${share === one ? '' : ` × ${percent(share)}`}`, due)
    sum = add(sum, due)
  }
  if (free && !isZero(tax))
    work.note({
      zh: '销售额在免征标准以内，不征教育费附加和地方教育附加。',
      en: 'Sales within the limit: no education surcharges.',
    })
  work.answer('surcharges', { zh: '附加税费', en: 'Surcharges' }, sum)
  return sum
}

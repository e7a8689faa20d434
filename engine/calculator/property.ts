import { compare, divide, multiply, rational, subtract, zero } from '../binding/rational.ts'
import { amount, type Calculator, one, percent, toFen } from './work.ts'
import { roundsToFen } from './words.ts'

/** 契税. */
export const deedCalculator: Calculator = {
  code: 'deedTax',
  group: 'property',
  rounding: roundsToFen,
  fields: [
    { key: 'day', label: { zh: '合同签订日', en: 'Day of the contract' }, kind: 'day', start: 'today', needed: true },
    { key: 'price', label: { zh: '成交价格（不含增值税）', en: 'Price without VAT' }, kind: 'money', needed: true },
    {
      key: 'kind',
      label: { zh: '情形', en: 'Case' },
      kind: 'choice',
      start: 'other',
      options: [
        { value: 'other', label: { zh: '一般（按地方税率）', en: 'General, by the local rate' } },
        { value: 'first', label: { zh: '个人购买家庭唯一住房', en: 'A person’s only home' } },
        { value: 'second', label: { zh: '个人购买家庭第二套住房', en: 'A person’s second home' } },
      ],
    },
    {
      key: 'rate',
      label: { zh: '地方适用税率（%）', en: 'Local rate (%)' },
      kind: 'percent',
      start: '3',
      when: { field: 'kind', is: ['other'] },
    },
    {
      key: 'area',
      label: { zh: '建筑面积（平方米）', en: 'Area (m²)' },
      kind: 'count',
      when: { field: 'kind', is: ['first', 'second'] },
    },
  ],
  compute(work) {
    const { ask, step, answer } = work
    const [day, price, kind] = [ask.day('day'), ask.money('price'), ask.choice('kind')]
    let rate = ask.percent('rate')
    if (kind === 'other') {
      const [low, high] = [work.figure('deed.low', day), work.figure('deed.high', day)]
      if (compare(rate, low) < 0 || compare(rate, high) > 0)
        ask.refuse('rate', {
          zh: `法定幅度为 ${percent(low)} 到 ${percent(high)}`,
          en: `The law allows ${percent(low)} to ${percent(high)}`,
        })
    } else {
      if (!ask.has('area')) ask.refuse('area', { zh: '请填写建筑面积', en: 'Enter the area' })
      const large = compare(ask.decimal('area'), work.figure('deed.home_area', day)) > 0
      rate = work.figure('deed.home', day, `${kind}_${large ? 'large' : 'small'}`)
    }
    const tax = toFen(multiply(price, rate))
    const label = { zh: '应纳契税', en: 'Deed tax' }
    step(label, `${amount(price)} × ${percent(rate)}`, tax)
    answer('tax', label, tax)
    answer('rate', { zh: '税率', en: 'Rate' }, rate, 'percent')
  },
}

/** 房产税: by value or by rent. */
export const propertyCalculator: Calculator = {
  code: 'propertyTax',
  group: 'property',
  rounding: roundsToFen,
  fields: [
    {
      key: 'day',
      label: { zh: '税款所属期末日', en: 'Last day of the period' },
      kind: 'day',
      start: 'today',
      needed: true,
    },
    {
      key: 'kind',
      label: { zh: '计税方式', en: 'Method' },
      kind: 'choice',
      start: 'value',
      options: [
        { value: 'value', label: { zh: '从价（自用）', en: 'By value' } },
        { value: 'rent', label: { zh: '从租', en: 'By rent' } },
        { value: 'homeRent', label: { zh: '从租（向个人出租住房等）', en: 'By rent, homes let to persons' } },
      ],
    },
    {
      key: 'value',
      label: { zh: '房产原值', en: 'Original value' },
      kind: 'money',
      needed: true,
      when: { field: 'kind', is: ['value'] },
    },
    {
      key: 'reduce',
      label: { zh: '减除比例（%）', en: 'Reduced by (%)' },
      kind: 'percent',
      start: '30',
      hint: { zh: '由省政府规定', en: 'Set by the province' },
      when: { field: 'kind', is: ['value'] },
    },
    {
      key: 'months',
      label: { zh: '计税月数', en: 'Months' },
      kind: 'count',
      start: '12',
      needed: true,
      when: { field: 'kind', is: ['value'] },
    },
    {
      key: 'rent',
      label: { zh: '租金收入（不含增值税）', en: 'Rent without VAT' },
      kind: 'money',
      needed: true,
      when: { field: 'kind', is: ['rent', 'homeRent'] },
    },
    { key: 'half', label: { zh: '享受六税两费减半', en: 'Six taxes and two fees at half' }, kind: 'flag' },
  ],
  compute(work) {
    const { ask, step, answer } = work
    const [day, kind] = [ask.day('day'), ask.choice('kind')]
    const share = ask.flag('half') ? work.figure('surcharge.half', day) : one
    const times = share === one ? '' : ` × ${percent(share)}`
    const label = { zh: '应纳房产税', en: 'Property tax' }
    if (kind === 'value') {
      const [low, high, reduce] = [
        work.figure('property.reduce_low', day),
        work.figure('property.reduce_high', day),
        ask.percent('reduce'),
      ]
      if (compare(reduce, low) < 0 || compare(reduce, high) > 0)
        ask.refuse('reduce', {
          zh: `法定幅度为 ${percent(low)} 到 ${percent(high)}`,
          en: `The law allows ${percent(low)} to ${percent(high)}`,
        })
      const [value, months] = [ask.money('value'), ask.count('months', 1, 12)]
      const rate = work.figure('property.value_rate', day)
      const base = multiply(value, subtract(one, reduce))
      step({ zh: '房产余值', en: 'Value left' }, `${amount(value)} × (1 − ${percent(reduce)})`, toFen(base))
      const tax = toFen(multiply(multiply(multiply(base, rate), rational(BigInt(months), 12n)), share))
      step(label, `${amount(base)} × ${percent(rate)} × ${months} ÷ 12${times}`, tax)
      answer('tax', label, tax)
      return
    }
    const rent = ask.money('rent')
    const rate = work.figure(kind === 'rent' ? 'property.rent_rate' : 'property.home_rent_rate', day)
    const tax = toFen(multiply(multiply(rent, rate), share))
    step(label, `${amount(rent)} × ${percent(rate)}${times}`, tax)
    answer('tax', label, tax)
    answer('share', { zh: '占租金', en: 'Share of the rent' }, rent.n === 0n ? zero : divide(tax, rent), 'percent')
  },
}

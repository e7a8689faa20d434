import type { Words } from './law.ts'

const figureNames: Readonly<Record<string, Words>> = {
  vat: { zh: '增值税', en: 'VAT' },
  surcharge: { zh: '附加税费', en: 'surcharges' },
  iit: { zh: '个人所得税', en: 'individual income tax' },
  stamp: { zh: '印花税', en: 'stamp duty' },
  landvat: { zh: '土地增值税', en: 'land VAT' },
  deed: { zh: '契税', en: 'deed tax' },
  property: { zh: '房产税', en: 'property tax' },
  late: { zh: '滞纳金', en: 'late-payment surcharge' },
  penalty: { zh: '处罚', en: 'penalties' },
  limit: { zh: '期限', en: 'terms' },
}
const areaOf = (id: string): Words =>
  figureNames[id.split('.')[0] ?? ''] ?? { zh: '企业所得税', en: 'corporate income tax' }

/** What calculators say when they compute nothing, or with reserve. */
export const words = {
  needed: { zh: '请填写', en: 'Please fill in' },
  negative: { zh: '不能为负数', en: 'Must not be below zero' },
  noAmount: { zh: '请填写金额，最多两位小数', en: 'Enter an amount with at most two decimals' },
  noNumber: { zh: '请填写数字', en: 'Enter a number' },
  noDay: { zh: '请填写存在的日期，如 2026-01-31', en: 'Enter a day that exists, like 2026-01-31' },
  noYear: { zh: '请填写年度，如 2026', en: 'Enter a year, like 2026' },
  noChoice: { zh: '请从选项中选择', en: 'Choose one of the options' },
  between: (low: number, high: number): Words => ({
    zh: `请填写 ${low} 到 ${high} 之间的整数`,
    en: `Enter a whole number from ${low} to ${high}`,
  }),
  emptyRow: (row: number): Words => ({
    zh: `第 ${row} 行是空的：没有发生的月份请填 0`,
    en: `Row ${row} is empty: enter 0 for a month in which there was nothing`,
  }),
  noLaw: (id: string, day: string): Words => ({
    zh: `${day} 没有可用的${areaOf(id).zh}参数（${id}），因此不计算。请换一个日期，或在参数更新后再算。`,
    en: `No figure of ${areaOf(id).en} (${id}) holds on ${day}, so nothing is computed. Choose another day, or compute again after the figures are brought up to date.`,
  }),
  unannounced: (year: string): Words => ({
    zh: `${year} 年的放假安排尚未公布，只避开周末。`,
    en: `The holidays of ${year} are not announced: only weekends are avoided.`,
  }),
}

/** More rows than a calculator takes. */
export const tooMany = (max: number): Words => ({ zh: `最多 ${max} 行`, en: `At most ${max} rows` })

export const roundsToFen: Words = { zh: '按分四舍五入', en: 'Rounded half up to the fen' }

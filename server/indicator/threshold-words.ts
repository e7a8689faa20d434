/** What the columns of the library are called, in the file that goes out and in the one that comes in. */
export const thresholdWords = {
  indicator: { zh: '指标', en: 'Indicator' },
  measure: { zh: '比较', en: 'Held against' },
  industry: { zh: '行业门类', en: 'Trade' },
  region: { zh: '行政区划代码', en: 'Division code' },
  year: { zh: '年度', en: 'Year' },
  low: { zh: '下限', en: 'Lower bound' },
  high: { zh: '上限', en: 'Upper bound' },
  source: { zh: '来源', en: 'Source' },
} as const

export const measureWords = {
  value: { zh: '本年数', en: 'This year’s figure' },
  change: { zh: '比上年增减', en: 'Change on last year' },
} as const

import { indicator } from '#contract/indicator.ts'
import { exportOf } from '../list/list-export.ts'
import { measureWords, thresholdWords as words } from './threshold-words.ts'
import { listThresholds } from './threshold-rows.ts'

/** The firm's library, in the form in which it is imported again. */
export const thresholdExport = exportOf(indicator.thresholds, {
  name: 'indicatorThreshold',
  title: { zh: '指标预警值', en: 'Warning values' },
  rows: listThresholds,
  columns: [
    { key: 'indicator', title: words.indicator, width: 10 },
    { key: 'indicatorName', title: { zh: '名称', en: 'Name' }, width: 32 },
    { key: 'measure', title: words.measure, words: measureWords, width: 16 },
    { key: 'industry', title: words.industry, dict: 'industry_section', width: 28 },
    { key: 'region', title: words.region, width: 14 },
    { key: 'year', title: words.year, value: ({ year }) => (year === 0 ? '' : year), width: 8 },
    { key: 'low', title: words.low, width: 12 },
    { key: 'high', title: words.high, width: 12 },
    { key: 'source', title: words.source, width: 40 },
    { key: 'updateUserName', title: { zh: '更新人', en: 'Changed by' } },
    { key: 'updateTime', title: { zh: '更新时间', en: 'Changed' }, width: 20 },
  ],
})

import { indicator, measures } from '#contract/indicator.ts'
import { say } from '#contract/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { dictService } from '../system/dict-service.ts'
import { inLanguage } from '../list/export-job.ts'
import { atRow, type FileRow, importOf, problemOf, type RowCheck } from '../list/list-import.ts'
import { sameAs, saveThreshold, thresholdKeys } from './threshold-rows.ts'
import { measureWords, thresholdWords as words } from './threshold-words.ts'

type Values = FileRow<keyof typeof words>['values']

const fieldsOf = ({ measure, year, ...rest }: Values) => ({
  ...rest,
  indicator: rest.indicator ?? '',
  source: rest.source ?? '',
  ...(measure && { measure }),
  year: year === undefined || year === '' ? 0 : year,
})

const trades = async (context: Context) =>
  (await dictService.dictionary(context, { code: 'industry_section' })).map(({ dictKey, dictValue }) => ({
    value: dictKey,
    label: dictValue,
  }))

/** Warning values by indicator, measure, trade, region and year: what is there already is changed. */
export const thresholdImport = importOf({
  name: 'indicatorThreshold',
  may: 'indicator.edit',
  title: { zh: '指标预警值', en: 'Warning values' },
  hint: {
    zh: '行业、地区、年度留空表示不限；比率写作小数，如 0.05。同一位置已有的预警值按本表更新。',
    en: 'An empty trade, region or year means any; write ratios as decimals, e.g. 0.05. What exists at the same place is updated.',
  },
  partly: true,
  columns: [
    { key: 'indicator', title: words.indicator, required: true, example: 'K03', width: 12 },
    {
      key: 'measure',
      title: words.measure,
      width: 18,
      options: ({ language }) => measures.map((value) => ({ value, label: inLanguage(measureWords[value], language) })),
    },
    { key: 'industry', title: words.industry, width: 28, options: trades },
    { key: 'region', title: words.region, example: '4403', width: 16 },
    { key: 'year', title: words.year, example: '2025', width: 10 },
    { key: 'low', title: words.low, example: '0.15', width: 12 },
    { key: 'high', title: words.high, example: '0.40', width: 12 },
    { key: 'source', title: words.source, required: true, example: '本所同行业客户2025年汇总', width: 40, most: 300 },
  ],

  async check(context, rows) {
    const { db, language } = context
    const seen = new Map<string, number>()
    const checks: RowCheck[] = []
    for (const { row, values } of rows) {
      const problem = problemOf(indicator.saveThreshold.input, fieldsOf(values), language)
      const unknown = problem === undefined && !thresholdKeys.includes(values.indicator ?? '')
      if (problem !== undefined || unknown) {
        checks.push({ state: 'error', reasons: [problem ?? say('indicatorUnknown', language)] })
        continue
      }
      const draft = indicator.saveThreshold.input.parse(fieldsOf(values))
      const place = [draft.indicator, draft.measure, draft.industry, draft.region, draft.year].join('|')
      const earlier = seen.get(place)
      if (earlier !== undefined) {
        checks.push({ state: 'error', reasons: [say('importRowTwice', language, { row: earlier })] })
        continue
      }
      seen.set(place, row)
      const target = await sameAs(db, draft)
      checks.push(target === undefined ? { state: 'new' } : { state: 'update', target })
    }
    return checks
  },

  async apply(context, rows) {
    for (const row of rows) {
      const draft = indicator.saveThreshold.input.parse(fieldsOf(row.values))
      await atRow(context, row, () =>
        saveThreshold(context, row.target === undefined ? draft : { ...draft, id: row.target }),
      )
    }
  },
})

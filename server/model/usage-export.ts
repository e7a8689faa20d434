import { type ModelTask, modelTaskLabels } from '#contract/model.ts'
import { type ModelOutcome, modelOutcomeLabels, modelUsage } from '#contract/model-usage.ts'
import type { Text } from '#contract/texts.ts'
import { exportOf } from '../list/list-export.ts'
import { modelUsageService } from './usage-service.ts'

const tasks: Record<ModelTask, Text> = modelTaskLabels
const outcomes: Record<ModelOutcome, Text> = modelOutcomeLabels

/** Every time a model was asked, as a workbook. */
export const modelUsageExport = exportOf(modelUsage.list, {
  name: 'modelUsage',
  title: { zh: '模型用量', en: 'Model usage' },
  rows: modelUsageService.list,
  columns: [
    { key: 'createTime', title: { zh: '时间', en: 'Time' }, width: 20 },
    { key: 'userName', title: { zh: '人员', en: 'Person' }, width: 12 },
    { key: 'projectName', title: { zh: '项目', en: 'Project' }, width: 28 },
    { key: 'task', title: { zh: '用途', en: 'Task' }, width: 12, words: tasks },
    { key: 'purpose', title: { zh: '场景', en: 'Purpose' }, width: 18 },
    { key: 'endpoint', title: { zh: '模型服务', en: 'Service' }, width: 20 },
    { key: 'model', title: { zh: '模型', en: 'Model' }, width: 24 },
    { key: 'inputTokens', title: { zh: '输入词元', en: 'Input tokens' }, width: 12 },
    { key: 'outputTokens', title: { zh: '输出词元', en: 'Output tokens' }, width: 12 },
    { key: 'outcome', title: { zh: '结果', en: 'Outcome' }, width: 10, words: outcomes },
    { key: 'milliseconds', title: { zh: '用时（毫秒）', en: 'Time (ms)' }, width: 12 },
  ],
})

import { workbook } from '#contract/workbook.ts'
import { exportOf } from '../list/list-export.ts'
import { listOverrides } from './overrides.ts'

const states = {
  stands: { zh: '有效', en: 'Stands' },
  withdrawn: { zh: '已撤回', en: 'Withdrawn' },
  replaced: { zh: '已被新的改数代替', en: 'Replaced' },
} as const

/** The report of decisions against formulas: what was calculated, what was set, why, by whom. */
export const overrideExport = exportOf(workbook.overrides, {
  name: 'paperOverride',
  title: { zh: '改数报告', en: 'Overrides' },
  rows: listOverrides,
  columns: [
    { key: 'paperId', title: { zh: '索引号', en: 'Index' }, width: 10 },
    { key: 'paperName', title: { zh: '底稿', en: 'Paper' }, width: 30 },
    { key: 'cell', title: { zh: '单元格', en: 'Cell' }, width: 24 },
    { key: 'label', title: { zh: '项目', en: 'Item' }, width: 36 },
    { key: 'calculated', title: { zh: '改数时计算值', en: 'Calculated then' }, width: 18 },
    { key: 'calculatedNow', title: { zh: '现计算值', en: 'Calculated now' }, width: 18 },
    { key: 'value', title: { zh: '改为', en: 'Set to' }, width: 18 },
    { key: 'reason', title: { zh: '理由', en: 'Reason' }, width: 40 },
    { key: 'evidence', title: { zh: '依据', en: 'Evidence' }, width: 30 },
    { key: 'fileName', title: { zh: '依据文件', en: 'Evidence file' }, width: 24 },
    { key: 'state', title: { zh: '状态', en: 'State' }, words: states, width: 16 },
    { key: 'createUserName', title: { zh: '改数人', en: 'By' } },
    { key: 'createTime', title: { zh: '时间', en: 'When' }, width: 20 },
    { key: 'withdrawnUserName', title: { zh: '撤回人', en: 'Withdrawn by' } },
    { key: 'withdrawnTime', title: { zh: '撤回时间', en: 'Withdrawn' }, width: 20 },
    { key: 'withdrawnReason', title: { zh: '撤回理由', en: 'Reason of withdrawal' }, width: 40 },
  ],
})

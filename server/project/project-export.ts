import { project } from '#contract/project.ts'
import { exportOf } from '../list/list-export.ts'
import { listWithJoin } from './list-with.ts'

export const projectExport = exportOf(project.listWithJoin, {
  name: 'project',
  title: { zh: '企业项目', en: 'Projects' },
  rows: listWithJoin,
  columns: [
    { key: 'projectName', title: { zh: '项目名称', en: 'Project' }, width: 36 },
    { key: 'enterpriseName', title: { zh: '企业名称', en: 'Enterprise' }, width: 36 },
    { key: 'creditCode', title: { zh: '统一社会信用代码', en: 'Unified social credit code' }, width: 22 },
    { key: 'year', title: { zh: '年度', en: 'Year' }, width: 8 },
    { key: 'category', title: { zh: '服务类型', en: 'Service' }, dict: 'tax_project_category', width: 20 },
    {
      key: 'stage',
      title: { zh: '进度', en: 'Stage' },
      words: {
        empty: { zh: '待导入账套', en: 'Waits for the ledger' },
        imported: { zh: '待核对', en: 'Waits for verification' },
        verified: { zh: '待建立关系单', en: 'Waits for mapping' },
        mapped: { zh: '待生成底稿', en: 'Waits for generation' },
        generated: { zh: '底稿已生成', en: 'Papers generated' },
      },
      width: 16,
    },
    { key: 'dueDate', title: { zh: '法定期限', en: 'Due by law' }, width: 14 },
    {
      key: 'overdue',
      title: { zh: '是否逾期', en: 'Overdue' },
      words: { true: { zh: '已逾期', en: 'Overdue' }, false: { zh: '否', en: 'No' } },
      width: 10,
    },
    { key: 'ownerName', title: { zh: '负责人', en: 'Owner' } },
    { key: 'templateName', title: { zh: '底稿模板', en: 'Working-paper template' }, width: 40 },
    { key: 'industry', title: { zh: '行业', en: 'Industry' }, width: 20 },
    {
      key: 'accountingStandard',
      title: { zh: '会计准则', en: 'Accounting standard' },
      words: {
        cas: { zh: '企业会计准则', en: 'CAS' },
        small: { zh: '小企业会计准则', en: 'CAS for small entities' },
      },
      width: 18,
    },
    { key: 'createUserName', title: { zh: '创建人', en: 'Added by' } },
    { key: 'createTime', title: { zh: '创建时间', en: 'Added' }, width: 20 },
    { key: 'updateTime', title: { zh: '更新时间', en: 'Updated' }, width: 20 },
  ],
})

import { project } from '#contract/project.ts'
import { exportOf } from '../list/list-export.ts'
import { projectService } from './service.ts'

export const projectExport = exportOf(project.list, {
  name: 'project',
  title: { zh: '企业项目', en: 'Projects' },
  rows: projectService.list,
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
        verified: { zh: '待建立关系单', en: 'Waits for account mapping' },
        mapped: { zh: '待生成底稿', en: 'Waits for generation' },
        generated: { zh: '底稿已生成', en: 'Papers generated' },
      },
      width: 16,
    },
    { key: 'createUserName', title: { zh: '创建人', en: 'Added by' } },
    { key: 'createTime', title: { zh: '创建时间', en: 'Added' }, width: 20 },
    { key: 'updateTime', title: { zh: '更新时间', en: 'Updated' }, width: 20 },
  ],
})

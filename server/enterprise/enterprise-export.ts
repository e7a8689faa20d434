import { enterprise } from '#contract/enterprise.ts'
import { exportOf } from '../list/list-export.ts'
import { enterpriseWords as words, standardWords } from './enterprise-words.ts'
import { enterpriseService } from './service.ts'

export const enterpriseExport = exportOf(enterprise.list, {
  name: 'enterprise',
  title: { zh: '客户企业', en: 'Client enterprises' },
  rows: enterpriseService.list,
  columns: [
    { key: 'enterpriseName', title: words.enterpriseName, width: 36 },
    { key: 'creditCode', title: words.creditCode, width: 22 },
    { key: 'accountingStandard', title: words.accountingStandard, words: standardWords, width: 18 },
    { key: 'industry', title: words.industry },
    { key: 'contact', title: words.contact },
    { key: 'phone', title: words.phone },
    { key: 'address', title: words.address, width: 40 },
    { key: 'projectCount', title: { zh: '项目', en: 'Projects' }, width: 8 },
    { key: 'remark', title: words.remark, width: 40 },
    { key: 'createUserName', title: { zh: '创建人', en: 'Added by' } },
    { key: 'createTime', title: { zh: '创建时间', en: 'Added' }, width: 20 },
    { key: 'updateTime', title: { zh: '更新时间', en: 'Updated' }, width: 20 },
  ],
})

import { enterprise, enterpriseDicts as dicts } from '#contract/enterprise.ts'
import { exportOf } from '../list/list-export.ts'
import { enterpriseWords as words, standardWords, statusWords } from './enterprise-words.ts'
import { enterpriseService } from './service.ts'

export const enterpriseExport = exportOf(enterprise.list, {
  name: 'enterprise',
  title: { zh: '客户企业', en: 'Client enterprises' },
  rows: enterpriseService.list,
  columns: [
    { key: 'enterpriseName', title: words.enterpriseName, width: 36 },
    { key: 'creditCode', title: words.creditCode, width: 22 },
    { key: 'accountingStandard', title: words.accountingStandard, words: standardWords, width: 18 },
    { key: 'taxpayerType', title: words.taxpayerType, dict: dicts.taxpayerType },
    { key: 'industrySection', title: words.industrySection, dict: dicts.industrySection, width: 28 },
    { key: 'industry', title: words.industry },
    { key: 'status', title: words.status, words: statusWords, width: 10 },
    { key: 'category', title: words.category, dict: dicts.category },
    { key: 'riskLevel', title: words.riskLevel, dict: dicts.riskLevel, width: 10 },
    { key: 'taxCreditGrade', title: words.taxCreditGrade, dict: dicts.taxCreditGrade, width: 14 },
    { key: 'tags', title: words.tags, width: 24 },
    { key: 'taxTypes', title: { zh: '税种', en: 'Taxes' }, dict: 'tax_type', width: 40 },
    { key: 'legalRepresentative', title: words.legalRepresentative },
    { key: 'registeredCapital', title: words.registeredCapital, money: true, width: 18 },
    { key: 'establishDate', title: words.establishDate, width: 12 },
    { key: 'taxAuthority', title: words.taxAuthority, width: 30 },
    { key: 'bankName', title: words.bankName, width: 30 },
    { key: 'bankAccount', title: words.bankAccount, width: 24 },
    { key: 'contact', title: words.contact },
    { key: 'phone', title: words.phone },
    { key: 'address', title: words.address, width: 40 },
    { key: 'ownerName', title: { zh: '负责人', en: 'Lead' } },
    { key: 'memberNames', title: { zh: '成员', en: 'Members' }, width: 24 },
    { key: 'projectCount', title: { zh: '项目', en: 'Projects' }, width: 8 },
    { key: 'remark', title: words.remark, width: 40 },
    { key: 'createUserName', title: { zh: '创建人', en: 'Added by' } },
    { key: 'createTime', title: { zh: '创建时间', en: 'Added' }, width: 20 },
    { key: 'updateTime', title: { zh: '更新时间', en: 'Updated' }, width: 20 },
  ],
})

import type { Text } from '#contract/texts.ts'

/** The words of an enterprise's fields, as its list, its export and its import name them. */
export const enterpriseWords = {
  enterpriseName: { zh: '企业名称', en: 'Enterprise' },
  creditCode: { zh: '统一社会信用代码', en: 'Unified social credit code' },
  accountingStandard: { zh: '会计准则', en: 'Accounting standard' },
  taxpayerType: { zh: '纳税人类型', en: 'Taxpayer' },
  industrySection: { zh: '行业门类', en: 'Industry section' },
  industry: { zh: '行业', en: 'Industry' },
  status: { zh: '状态', en: 'Status' },
  category: { zh: '客户分类', en: 'Kind of client' },
  riskLevel: { zh: '风险等级', en: 'Risk' },
  tags: { zh: '标签', en: 'Tags' },
  legalRepresentative: { zh: '法定代表人', en: 'Legal representative' },
  registeredCapital: { zh: '注册资本（元）', en: 'Registered capital (CNY)' },
  establishDate: { zh: '成立日期', en: 'Established' },
  taxAuthority: { zh: '主管税务机关', en: 'Tax authority' },
  taxCreditGrade: { zh: '纳税信用等级', en: 'Tax credit grade' },
  bankName: { zh: '开户银行', en: 'Bank' },
  bankAccount: { zh: '银行账号', en: 'Bank account' },
  contact: { zh: '联系人', en: 'Contact' },
  phone: { zh: '电话', en: 'Phone' },
  address: { zh: '地址', en: 'Address' },
  remark: { zh: '备注', en: 'Remark' },
} as const satisfies Record<string, Text>

export const standardWords = {
  cas: { zh: '企业会计准则', en: 'CAS' },
  small: { zh: '小企业会计准则', en: 'CAS for small entities' },
} as const satisfies Record<string, Text>

export const statusWords = {
  active: { zh: '服务中', en: 'Active' },
  paused: { zh: '已暂停', en: 'Paused' },
  left: { zh: '已终止', en: 'Left' },
} as const satisfies Record<string, Text>

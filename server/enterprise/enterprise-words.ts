/** The words of an enterprise's fields, as its list, its export and its import name them. */
export const enterpriseWords = {
  enterpriseName: { zh: '企业名称', en: 'Enterprise' },
  creditCode: { zh: '统一社会信用代码', en: 'Unified social credit code' },
  accountingStandard: { zh: '会计准则', en: 'Accounting standard' },
  industry: { zh: '行业', en: 'Industry' },
  contact: { zh: '联系人', en: 'Contact' },
  phone: { zh: '电话', en: 'Phone' },
  address: { zh: '地址', en: 'Address' },
  remark: { zh: '备注', en: 'Remark' },
} as const

export const standardWords = {
  cas: { zh: '企业会计准则', en: 'CAS' },
  small: { zh: '小企业会计准则', en: 'CAS for small entities' },
} as const

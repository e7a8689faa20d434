import type { FieldName } from '#contract/writing-doc.ts'

const labels: Record<FieldName, { zh: string; en: string }> = {
  client: { zh: '客户名称', en: 'Client' },
  creditCode: { zh: '统一社会信用代码', en: 'Credit code' },
  year: { zh: '年度', en: 'Year' },
  project: { zh: '项目名称', en: 'Project' },
  firm: { zh: '事务所', en: 'Firm' },
  preparer: { zh: '编制人', en: 'Prepared by' },
  reviewer: { zh: '复核人', en: 'Reviewed by' },
  date: { zh: '日期', en: 'Date' },
}

/** What a field is called where people read it. */
export const fieldLabel = (name: FieldName, english: boolean): string => labels[name][english ? 'en' : 'zh']

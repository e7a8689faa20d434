import { clientDictSeeds } from './seed-client-dicts.ts'

export type DictSeed = {
  code: string
  name: string
  en: string
  items: readonly (readonly [key: string, value: string, en: string, remark?: string])[]
}

/** The platform's dictionaries; a tenant may keep its own of the same code. */
export const dictSeeds: readonly DictSeed[] = [
  {
    code: 'tax_project_category',
    name: '税务项目服务类型',
    en: 'Service type of a tax project',
    items: [
      ['1', '汇算清缴鉴证', 'Annual CIT attestation'],
      ['2', '税务咨询', 'Tax advice'],
      ['3', '纳税审查', 'Tax review'],
      ['4', '研发费用加计扣除鉴证', 'R&D super-deduction attestation'],
      ['5', '高新技术企业认定专项审计', 'High-tech enterprise special audit'],
      ['6', '土地增值税清算鉴证', 'Land appreciation tax settlement attestation'],
      ['7', '企业注销税务鉴证', 'Deregistration tax attestation'],
      ['8', '其他涉税服务', 'Other tax service'],
    ],
  },
  {
    code: 'financial_statement_type',
    name: '财务报表类型',
    en: 'Kind of financial statement',
    items: [
      ['balance_sheet', '资产负债表', 'Balance sheet'],
      ['income_statement', '利润表', 'Income statement'],
      ['cash_flow', '现金流量表', 'Cash flow statement'],
      ['equity_change', '所有者权益变动表', 'Statement of changes in equity'],
      ['trial_balance', '科目余额表', 'Trial balance'],
      ['journal', '序时账', 'Journal'],
    ],
  },
  {
    code: 'flow',
    name: '流程分类',
    en: 'Kind of process',
    items: [['leave', '请假流程', 'Leave', 'Leave']],
  },
  ...clientDictSeeds,
]

import { toolPage } from '../toolbox/tool-page.ts'

const calculator = (code: string) => async () => (await import('./CalculatorPage.tsx')).calculatorPage(code)

/** The pages of calculators and checks, by code: what the frame has to know of them before any is opened. */
export const calculatorPages = {
  amountWords: toolPage('amountWords', { zh: '金额大写', en: 'Amount in words' }, calculator('amountWords')),
  vatPrice: toolPage('vatPrice', { zh: '增值税价税分离', en: 'VAT in or out of the price' }, calculator('vatPrice')),
  vatGeneral: toolPage(
    'vatGeneral',
    { zh: '一般纳税人增值税', en: 'VAT of a general taxpayer' },
    calculator('vatGeneral'),
  ),
  vatSmall: toolPage(
    'vatSmall',
    { zh: '小规模纳税人增值税', en: 'VAT of a small-scale taxpayer' },
    calculator('vatSmall'),
  ),
  iitMonths: toolPage(
    'iitMonths',
    { zh: '工资个税（逐月累计预扣）', en: 'Salary: cumulative withholding' },
    calculator('iitMonths'),
  ),
  iitMonth: toolPage(
    'iitMonth',
    { zh: '工资个税（单月，可批量）', en: 'Salary: one month, for a payroll' },
    calculator('iitMonth'),
  ),
  iitBonus: toolPage(
    'iitBonus',
    { zh: '年终奖计税方式比较', en: 'Annual bonus: apart or merged' },
    calculator('iitBonus'),
  ),
  iitGross: toolPage('iitGross', { zh: '税后倒算税前', en: 'Net to gross' }, calculator('iitGross')),
  iitFee: toolPage(
    'iitFee',
    { zh: '劳务报酬、稿酬、特许权使用费', en: 'Labour, author’s and royalty fees' },
    calculator('iitFee'),
  ),
  iitAnnual: toolPage(
    'iitAnnual',
    { zh: '综合所得年度汇算', en: 'Annual settlement of an individual' },
    calculator('iitAnnual'),
  ),
  citQuick: toolPage('citQuick', { zh: '企业所得税速算', en: 'Corporate income tax, quick' }, calculator('citQuick')),
  stampDuty: toolPage(
    'stampDuty',
    { zh: '印花税（合同清单）', en: 'Stamp duty of contracts' },
    calculator('stampDuty'),
  ),
  landVat: toolPage('landVat', { zh: '土地增值税', en: 'Land VAT' }, calculator('landVat')),
  deedTax: toolPage('deedTax', { zh: '契税', en: 'Deed tax' }, calculator('deedTax')),
  propertyTax: toolPage('propertyTax', { zh: '房产税', en: 'Property tax' }, calculator('propertyTax')),
  lateFee: toolPage('lateFee', { zh: '税收滞纳金', en: 'Late-payment surcharge' }, calculator('lateFee')),
  interest: toolPage(
    'interest',
    { zh: '借款利息与税前扣除', en: 'Interest, and how much is deductible' },
    calculator('interest'),
  ),
  penaltyTerms: toolPage(
    'penaltyTerms',
    { zh: '处罚幅度与追征、救济期限', en: 'Fines, and the terms of recovery and remedy' },
    calculator('penaltyTerms'),
  ),
  workdays: toolPage('workdays', { zh: '工作日与期限推算', en: 'Working days and terms' }, calculator('workdays')),
  depreciation: toolPage(
    'depreciation',
    { zh: '折旧与摊销', en: 'Depreciation and amortisation' },
    calculator('depreciation'),
  ),
  numberCheck: toolPage('numberCheck', { zh: '号码校验', en: 'Check numbers' }, calculator('numberCheck')),
  taxCalendar: toolPage(
    'taxCalendar',
    { zh: '办税日历', en: 'Tax calendar' },
    async () => (await import('./TaxCalendarPage.tsx')).TaxCalendarPage,
  ),
  statementRatios: toolPage(
    'statementRatios',
    { zh: '报表比率与波动分析', en: 'Ratios and movements of statements' },
    async () => (await import('./StatementPage.tsx')).StatementPage,
  ),
}

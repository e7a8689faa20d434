import { fill, type Language, type Text } from '#contract/texts.ts'
import type { Evidence, EvidenceCode } from '#engine/mapping/relation.ts'
import { mappingFacts } from '#facts/facts.ts'

const standards = new Map(
  [...mappingFacts.charts.small, ...mappingFacts.charts.cas].map((account) => [account.key, account]),
)
const natures = new Map(mappingFacts.natures.map((nature) => [nature.id, nature]))

/** What each reason says to a person; a parameter that names an account or a nature is shown by its name. */
const reasons = {
  code_matches: { zh: '科目编码 {code} 与准则科目 {account} 一致', en: 'Code {code} is that of {account}' },
  vendor_code_matches: {
    zh: '软件常用编码 {code} 即准则科目 {account}',
    en: 'Vendors use code {code} for {account}',
  },
  name_matches: { zh: '名称“{name}”与准则科目 {account} 一致', en: 'Name "{name}" is that of {account}' },
  name_resembles: { zh: '名称“{name}”与准则科目 {account} 相近', en: 'Name "{name}" resembles {account}' },
  parent_mapped: { zh: '随上级科目 {parent}', en: 'Follows its parent {parent}' },
  code_contradicts: { zh: '编码 {code} 却是准则科目 {account} 的编码', en: 'But code {code} is that of {account}' },
  side_contradicts: { zh: '余额方向与准则科目相反', en: 'But its balance stands on the other side' },
  closes_into_profit: { zh: '期末结转到本年利润', en: 'Closing vouchers empty it into the year’s profit' },
  posts_against: { zh: '常与科目 {code} 对应', en: 'Posts against {code} most' },
  keyword: { zh: '含“{keyword}”', en: 'Contains "{keyword}"' },
  standard_implies: { zh: '准则科目本身即“{nature}”', en: 'The standard account is "{nature}" by itself' },
  decided_before: { zh: '沿用本所以前的判断', en: 'As decided here before' },
  runner_up: { zh: '其次可能是 {account}', en: 'Next likely: {account}' },
} as const satisfies Record<EvidenceCode, Text>

/** A reason as a sentence in the reader's language. */
export function say({ code, params }: Evidence, language: Language): { key: string; text: string } {
  const shown = { ...params, ...(params['nature'] ? { nature: tagName(params['nature'], language) } : {}) }
  return { key: code, text: fill(reasons[code][language === 'en' ? 'en' : 'zh'], shown) }
}

/** Detail tags that are no natures: what statement lines tell sub-accounts apart by. */
const details: Readonly<Record<string, Text>> = {
  'bad_debt:ar': { zh: '应收账款坏账准备', en: 'Allowance on receivables' },
  'bad_debt:other': { zh: '其他应收款坏账准备', en: 'Allowance on other receivables' },
  'bad_debt:notes': { zh: '应收票据坏账准备', en: 'Allowance on notes' },
  'bad_debt:prepay': { zh: '预付账款坏账准备', en: 'Allowance on prepayments' },
  vat_credit: { zh: '待抵扣增值税', en: 'VAT to be credited' },
  prepaid_tax: { zh: '预缴所得税', en: 'Prepaid income tax' },
  capitalised: { zh: '资本化', en: 'Capitalised' },
  'tax:ucmt': { zh: '城市维护建设税', en: 'City construction tax' },
  'tax:edu_surcharge': { zh: '教育费附加等', en: 'Education surcharges' },
  'tax:small4': { zh: '房产税、土地使用税、车船税、印花税', en: 'Property, land, vehicle and stamp taxes' },
  'tax:consumption': { zh: '消费税', en: 'Consumption tax' },
  'tax:resource': { zh: '资源税', en: 'Resource tax' },
  'tax:lat': { zh: '土地增值税', en: 'Land appreciation tax' },
  startup: { zh: '开办费', en: 'Start-up costs' },
  interest_expense: { zh: '利息费用', en: 'Interest expense' },
  bad_debt_loss: { zh: '坏账损失', en: 'Bad debt loss' },
  bond_loss: { zh: '债券投资损失', en: 'Bond loss' },
  equity_loss: { zh: '股权投资损失', en: 'Equity loss' },
  force_majeure: { zh: '不可抗力损失', en: 'Loss by force majeure' },
  'due<=1y': { zh: '一年内到期', en: 'Due within a year' },
}

/** The name of a tax nature or detail tag; its id if nobody named it. */
export function tagName(tag: string, language: Language): string {
  const name = natures.get(tag)?.name ?? details[tag]
  return name ? name[language === 'en' ? 'en' : 'zh'] : tag
}

/** The standard account's name; '' for a key of no chart. */
export function standardName(key: string): string {
  const account = standards.get(key)
  return account ? account.name : ''
}

export const standardAccount = (key: string) => standards.get(key)
export const natureOf = (id: string) => natures.get(id)

import { fill, type Language, type Text } from '#contract/texts.ts'
import type { Evidence, EvidenceCode } from '#engine/mapping/relation.ts'
import { mappingFacts } from '#facts/facts.ts'

const standards = new Map(
  [...mappingFacts.charts.small, ...mappingFacts.charts.cas].map((account) => [account.key, account]),
)
const natures = new Map(mappingFacts.natures.map((nature) => [nature.id, nature]))
const otherCharts = new Map(mappingFacts.otherCharts.map(({ id, name }) => [id, name]))

/** What each reason says to a person; a parameter that names an account or a nature is shown by its name. */
const reasons = {
  code_matches: { zh: '科目编码 {code} 与准则科目 {account} 一致', en: 'Code {code} is that of {account}' },
  vendor_code_matches: {
    zh: '软件常用编码 {code} 即准则科目 {account}',
    en: 'Vendors use code {code} for {account}',
  },
  name_matches: { zh: '名称“{name}”与准则科目 {account} 一致', en: 'Name "{name}" is that of {account}' },
  standard_matches: {
    zh: '{account} 的编码和名称符合{standard}',
    en: 'Code and name of {account} are those of {standard}',
  },
  name_resembles: { zh: '名称“{name}”与准则科目 {account} 相近', en: 'Name "{name}" resembles {account}' },
  parent_mapped: { zh: '随上级科目 {parent}', en: 'Follows its parent {parent}' },
  code_contradicts: { zh: '编码 {code} 却是准则科目 {account} 的编码', en: 'But code {code} is that of {account}' },
  side_contradicts: { zh: '余额方向与准则科目相反', en: 'But its balance stands on the other side' },
  closes_into_profit: { zh: '期末结转到本年利润', en: 'Closing vouchers empty it into the year’s profit' },
  posts_against: { zh: '常与科目 {code} 对应', en: 'Posts against {code} most' },
  keyword: { zh: '含“{keyword}”', en: 'Contains "{keyword}"' },
  standard_implies: { zh: '准则科目本身即“{nature}”', en: 'The standard account is "{nature}" by itself' },
  decided_before: { zh: '沿用{year}年度由{by}作出的判断', en: 'As {by} decided for {year}' },
  decided_near: {
    zh: '{year}年度由{by}把相近的科目对应到 {account}；编码、名称或上级有变，请复核',
    en: '{by} tied a like account to {account} for {year}; its code, name or parent differs, please look again',
  },
  runner_up: { zh: '其次可能是 {account}', en: 'Next likely: {account}' },
  name_english: { zh: '英文名称“{name}”即准则科目 {account}', en: 'Name "{name}" is {account}' },
  name_typo: { zh: '名称“{name}”与准则科目 {account} 只差一字', en: 'Name "{name}" is one character off {account}' },
  name_changed: {
    zh: '名称“{name}”含 {account} 的字样，但多出或缺少的字可能改变含义',
    en: 'Name "{name}" shares words with {account}, but the rest may change its meaning',
  },
  old_code_matches: {
    zh: '编码 {code} 是旧企业会计制度的 {account}',
    en: 'Code {code} is {account} of the chart before 2007',
  },
  parent_contradicts: { zh: '与上级科目 {parent} 不是同一准则科目', en: 'But it does not go with its parent {parent}' },
  class_contradicts: {
    zh: '本账套该编码段的科目多为{class}类',
    en: 'But accounts of this code range are mostly {class} here',
  },
  content_suggests: {
    zh: '本账套该编码段的科目多为{class}类',
    en: 'Accounts of this code range are mostly {class} here',
  },
  model_suggests: {
    zh: '模型建议 {account}：{reason}（{model}，未经核实）',
    en: 'The model {model} suggests {account}: {reason} (unverified)',
  },
  balance_agrees: {
    zh: '科目 {code} 的余额方向符合{standard}',
    en: 'The balance of {code} stands on the side of {standard}',
  },
  code_only_here: { zh: '科目编码 {code} 只见于{standard}', en: 'Code {code} is known to {standard} only' },
  old_chart: {
    zh: '{count}个科目用的是2007年以前企业会计制度的编码，账套现行准则无从判断',
    en: '{count} accounts carry codes of the chart before 2007; which standard the books follow now cannot be told',
  },
  other_chart: {
    zh: '有{count}个科目只见于{chart}（{source}；科目名单待核实），它不是企业的会计制度：科目都要由人对应',
    en: '{count} accounts are only known to the {chart} ({source}; its list of accounts is yet to be verified), which is not for enterprises: a person ties every account',
  },
  unknown_chart: {
    zh: '没有科目的编码和名称与任一准则科目表相符，账套现行准则无从判断',
    en: 'No account agrees with either chart in code and name; which standard the books follow cannot be told',
  },
} as const satisfies Record<EvidenceCode, Text>

/** A reason as a sentence in the reader's language. */
export function say({ code, params }: Evidence, language: Language): { key: string; text: string } {
  const tongue = language === 'en' ? 'en' : 'zh'
  const { nature, class: kind, standard, key, account, chart } = params
  const shown = {
    ...params,
    ...(chart ? { chart: otherCharts.get(chart)?.[tongue] ?? chart } : {}),
    ...(nature ? { nature: tagName(nature, language) } : {}),
    ...(kind ? { class: classes[kind]?.[tongue] ?? kind } : {}),
    ...(standard === 'cas' || standard === 'small' ? { standard: standardNames[standard][tongue] } : {}),
    ...(key && !account ? { account: `${standards.get(key)?.code ?? ''} ${standardName(key)}`.trim() } : {}),
  }
  return { key: code, text: fill(reasons[code][tongue], shown) }
}

const standardNames = {
  cas: { zh: '企业会计准则', en: 'Accounting Standards for Business Enterprises' },
  small: { zh: '小企业会计准则', en: 'Accounting Standards for Small Enterprises' },
} as const satisfies Record<string, Text>

/** Classes by which the first digits of books are told apart. */
const classes: Readonly<Record<string, Text>> = {
  asset: { zh: '资产', en: 'assets' },
  liability: { zh: '负债', en: 'liabilities' },
  equity: { zh: '权益', en: 'equity' },
  common: { zh: '共同', en: 'common accounts' },
  cost: { zh: '成本', en: 'costs' },
  pl: { zh: '损益', en: 'profit and loss' },
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
  'due>1y': { zh: '一年以上', en: 'Due after a year' },
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

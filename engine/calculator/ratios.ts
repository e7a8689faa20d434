import {
  add,
  decimal,
  decimalText,
  divide,
  multiply,
  rational,
  type Rational,
  roundHalfUp,
  subtract,
} from '../binding/rational.ts'
import type { Words } from './law.ts'

/** A line of a statement in two columns; undefined: not given. Yuan. */
export type StatementLine = { name: string; now: Rational | undefined; before: Rational | undefined }
/** The lines that ratios are made of, by what statements call them. */
export const lineNames = {
  cash: ['货币资金'],
  receivables: ['应收账款'],
  inventory: ['存货'],
  currentAssets: ['流动资产合计'],
  assets: ['资产总计', '资产合计', '资产总额'],
  currentLiabilities: ['流动负债合计'],
  payables: ['应付账款'],
  liabilities: ['负债合计', '负债总计'],
  equity: [
    '所有者权益合计',
    '股东权益合计',
    '所有者权益（或股东权益）合计',
    '所有者权益(或股东权益)合计',
    '净资产合计',
  ],
  revenue: ['营业收入', '营业总收入', '主营业务收入'],
  cost: ['营业成本', '主营业务成本'],
  selling: ['销售费用'],
  admin: ['管理费用'],
  finance: ['财务费用'],
  profit: ['利润总额'],
  netProfit: ['净利润'],
  operatingCash: ['经营活动产生的现金流量净额'],
} as const
export type LineKey = keyof typeof lineNames

/** A name without its number, its sign, its remarks in brackets and its colons. */
const plain = (name: string) =>
  name.replaceAll(/^[一二三四五六七八九十]+、|^(?:减|加|其中)[:：]|[（(][^（()）]*[）)]|[\s　:：]/g, '')

/** The line of a statement by any of its names; the first that has a figure. */
export function lineOf(lines: readonly StatementLine[], key: LineKey): StatementLine | undefined {
  const wanted = new Set<string>(lineNames[key].map(plain))
  return lines.find(({ name, now, before }) => wanted.has(plain(name)) && (now !== undefined || before !== undefined))
}

type Side = (key: LineKey) => Rational | undefined
export type RatioUnit = 'percent' | 'times' | 'days'
type Ratio = {
  key: string
  group: 'debt' | 'turnover' | 'profit'
  label: Words
  formula: Words
  unit: RatioUnit
  of: (line: Side) => Rational | undefined
}

const over = (a: Rational | undefined, b: Rational | undefined) => (a && b && b.n !== 0n ? divide(a, b) : undefined)
const less = (a: Rational | undefined, b: Rational | undefined) => (a && b ? subtract(a, b) : undefined)
const year = rational(365n)
const inDays = (a: Rational | undefined, b: Rational | undefined) => {
  const part = over(a, b)
  return part && multiply(part, year)
}

/** The ratios, each by closing balances; none needs a model. */
export const ratios: readonly Ratio[] = [
  {
    key: 'current',
    group: 'debt',
    label: { zh: '流动比率', en: 'Current ratio' },
    formula: { zh: '流动资产 ÷ 流动负债', en: 'Current assets ÷ current liabilities' },
    unit: 'times',
    of: (l) => over(l('currentAssets'), l('currentLiabilities')),
  },
  {
    key: 'quick',
    group: 'debt',
    label: { zh: '速动比率', en: 'Quick ratio' },
    formula: { zh: '（流动资产 − 存货）÷ 流动负债', en: '(Current assets − inventory) ÷ current liabilities' },
    unit: 'times',
    of: (l) => over(less(l('currentAssets'), l('inventory')), l('currentLiabilities')),
  },
  {
    key: 'leverage',
    group: 'debt',
    label: { zh: '资产负债率', en: 'Debt to assets' },
    formula: { zh: '负债 ÷ 资产', en: 'Liabilities ÷ assets' },
    unit: 'percent',
    of: (l) => over(l('liabilities'), l('assets')),
  },
  {
    key: 'receivableDays',
    group: 'turnover',
    label: { zh: '应收账款周转天数', en: 'Days of receivables' },
    formula: { zh: '期末应收账款 ÷ 营业收入 × 365', en: 'Receivables ÷ revenue × 365' },
    unit: 'days',
    of: (l) => inDays(l('receivables'), l('revenue')),
  },
  {
    key: 'inventoryDays',
    group: 'turnover',
    label: { zh: '存货周转天数', en: 'Days of inventory' },
    formula: { zh: '期末存货 ÷ 营业成本 × 365', en: 'Inventory ÷ cost × 365' },
    unit: 'days',
    of: (l) => inDays(l('inventory'), l('cost')),
  },
  {
    key: 'payableDays',
    group: 'turnover',
    label: { zh: '应付账款周转天数', en: 'Days of payables' },
    formula: { zh: '期末应付账款 ÷ 营业成本 × 365', en: 'Payables ÷ cost × 365' },
    unit: 'days',
    of: (l) => inDays(l('payables'), l('cost')),
  },
  {
    key: 'assetTurn',
    group: 'turnover',
    label: { zh: '总资产周转率', en: 'Turnover of assets' },
    formula: { zh: '营业收入 ÷ 期末资产', en: 'Revenue ÷ assets' },
    unit: 'times',
    of: (l) => over(l('revenue'), l('assets')),
  },
  {
    key: 'gross',
    group: 'profit',
    label: { zh: '毛利率', en: 'Gross margin' },
    formula: { zh: '（营业收入 − 营业成本）÷ 营业收入', en: '(Revenue − cost) ÷ revenue' },
    unit: 'percent',
    of: (l) => over(less(l('revenue'), l('cost')), l('revenue')),
  },
  {
    key: 'expenses',
    group: 'profit',
    label: { zh: '期间费用率', en: 'Expenses to revenue' },
    formula: { zh: '（销售 + 管理 + 财务费用）÷ 营业收入', en: '(Selling + admin + finance) ÷ revenue' },
    unit: 'percent',
    of: (l) => over(sum(['selling', 'admin', 'finance'].map((key) => l(key as LineKey))), l('revenue')),
  },
  {
    key: 'net',
    group: 'profit',
    label: { zh: '净利率', en: 'Net margin' },
    formula: { zh: '净利润 ÷ 营业收入', en: 'Net profit ÷ revenue' },
    unit: 'percent',
    of: (l) => over(l('netProfit'), l('revenue')),
  },
  {
    key: 'roe',
    group: 'profit',
    label: { zh: '净资产收益率', en: 'Return on equity' },
    formula: { zh: '净利润 ÷ 期末净资产', en: 'Net profit ÷ equity' },
    unit: 'percent',
    of: (l) => over(l('netProfit'), l('equity')),
  },
  {
    key: 'roa',
    group: 'profit',
    label: { zh: '总资产报酬率', en: 'Return on assets' },
    formula: { zh: '利润总额 ÷ 期末资产', en: 'Profit ÷ assets' },
    unit: 'percent',
    of: (l) => over(l('profit'), l('assets')),
  },
  {
    key: 'cashOfProfit',
    group: 'profit',
    label: { zh: '净利润现金含量', en: 'Cash of net profit' },
    formula: { zh: '经营现金净额 ÷ 净利润', en: 'Operating cash ÷ net profit' },
    unit: 'percent',
    of: (l) => over(l('operatingCash'), l('netProfit')),
  },
]

function sum(parts: readonly (Rational | undefined)[]): Rational | undefined {
  const given = parts.filter((part) => part !== undefined)
  return given.length === 0 ? undefined : given.reduce(add)
}

export type Analysis = {
  ratios: readonly {
    key: string
    group: Ratio['group']
    label: Words
    formula: Words
    unit: RatioUnit
    now: Rational | undefined
    before: Rational | undefined
  }[]
  changes: readonly {
    name: string
    now: Rational | undefined
    before: Rational | undefined
    change: Rational | undefined
    share: Rational | undefined
  }[]
  findings: readonly Words[]
  /** Lines that were looked for and not found. */
  lacking: readonly string[]
}

/** What stands out is what moved by this share or more, and by this part of all assets. */
export type Marks = { share: Rational; part: Rational }

/** Ratios of two years, the change of each line, and what stands out; a figure that is missing is never taken for zero. */
export function analyse(lines: readonly StatementLine[], marks: Marks): Analysis {
  const side =
    (which: 'now' | 'before'): Side =>
    (key) =>
      lineOf(lines, key)?.[which]
  const computed = ratios.map(({ key, group, label, formula, unit, of }) => ({
    key,
    group,
    label,
    formula,
    unit,
    now: of(side('now')),
    before: of(side('before')),
  }))
  const changes = lines.map(({ name, now, before }) => {
    const change = less(now, before)
    return { name, now, before, change, share: over(change, before && absolute(before)) }
  })
  return {
    ratios: computed,
    changes,
    findings: [
      ...jumps(changes, side('now')('assets') ?? side('before')('assets'), marks),
      ...oddities(side('now'), side('before')),
    ],
    lacking: (Object.keys(lineNames) as LineKey[]).filter((key) => !lineOf(lines, key)).map((key) => lineNames[key][0]),
  }
}

const absolute = (value: Rational): Rational => (value.n < 0n ? { n: -value.n, d: value.d } : value)
const atLeast = (a: Rational, b: Rational) => subtract(a, b).n >= 0n
const asPercent = (value: Rational) => `${decimalText(roundHalfUp(multiply(value, rational(100n)), 1))}%`

function jumps(changes: Analysis['changes'], assets: Rational | undefined, { share, part }: Marks): Words[] {
  const floor = assets && multiply(absolute(assets), part)
  return changes.flatMap(({ name, change, share: moved }) => {
    if (!change || !moved || !atLeast(absolute(moved), share) || (floor && !atLeast(absolute(change), floor))) return []
    const way = change.n > 0n ? { zh: '增加', en: 'rose' } : { zh: '减少', en: 'fell' }
    return [
      {
        zh: `${name}${way.zh} ${asPercent(absolute(moved))}`,
        en: `“${name}” ${way.en} by ${asPercent(absolute(moved))}`,
      },
    ]
  })
}

/** Grew by a fifth more than what it goes with. */
const ahead = (a: Rational | undefined, b: Rational | undefined) => a && b && atLeast(subtract(a, b), rational(1n, 5n))

/** Movements that do not fit together; each names its figures. */
function oddities(now: Side, before: Side): Words[] {
  const growth = (key: LineKey) => over(less(now(key), before(key)), before(key))
  const found: Words[] = []
  const [revenue, cost, receivables, inventory] = [
    growth('revenue'),
    growth('cost'),
    growth('receivables'),
    growth('inventory'),
  ]
  if (ahead(receivables, revenue) && receivables && revenue)
    found.push({
      zh: `应收账款增长 ${asPercent(receivables)}，快于营业收入 ${asPercent(revenue)}`,
      en: `Receivables grew by ${asPercent(receivables)}, ahead of revenue ${asPercent(revenue)}`,
    })
  if (ahead(inventory, cost) && inventory && cost)
    found.push({
      zh: `存货增长 ${asPercent(inventory)}，快于营业成本 ${asPercent(cost)}`,
      en: `Inventory grew by ${asPercent(inventory)}, ahead of cost ${asPercent(cost)}`,
    })
  if (ahead(cost, revenue) && cost && revenue)
    found.push({
      zh: `营业成本增长 ${asPercent(cost)}，快于营业收入 ${asPercent(revenue)}`,
      en: `Cost grew by ${asPercent(cost)}, ahead of revenue ${asPercent(revenue)}`,
    })
  const [profit, cash] = [now('netProfit'), now('operatingCash')]
  if (profit && cash && profit.n > 0n && cash.n < 0n)
    found.push({ zh: '净利润为正而经营活动现金净额为负', en: 'Net profit is above zero, operating cash below' })
  const [assets, liabilities, equity] = [now('assets'), now('liabilities'), now('equity')]
  if (assets && liabilities && equity && subtract(assets, add(liabilities, equity)).n !== 0n)
    found.push({ zh: '资产总计不等于负债与所有者权益之和', en: 'Assets do not equal liabilities and equity' })
  if (equity && equity.n < 0n) found.push({ zh: '所有者权益为负', en: 'Equity is below zero' })
  return found
}

/** A figure of a statement: `1,234.50`, `(1,234.50)`, `-`; undefined for what is none. */
export function figureOf(text: string): Rational | undefined {
  const bare = text.normalize('NFKC').replaceAll(/[,\s¥]/g, '')
  const minus = /^\((.*)\)$/.exec(bare)
  return decimal(minus ? `-${minus[1] ?? ''}` : bare)
}

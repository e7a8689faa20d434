import type { Standard } from './model.ts'
import type { Remark } from './cell.ts'

/** 资产, 负债, 共同, 权益, 成本, 损益. */
export type AccountClass = 'asset' | 'liability' | 'common' | 'equity' | 'cost' | 'profit_loss' | 'unknown'

/** First-level accounts of profit and loss, in both standards; their codes differ, their names hardly do. */
const profitLossNames =
  /^(?:主营业务收入|其他业务收入|利息收入|手续费及佣金收入|租赁收入|保费收入|汇兑(?:损益|收益)|公允价值变动(?:损益|收益)|投资(?:收益|损益)|净敞口套期(?:损益|收益)|套期损益|其他收益|资产处置(?:损益|收益)|营业外收入|主营业务成本|其他业务(?:成本|支出)|(?:主营业务|营业)?税金及附加|利息支出|手续费及佣金支出|销售费用|营业费用|管理费用|财务费用|研发费用|勘探费用|资产减值损失|信用减值损失|营业外支出|所得税(?:费用)?|以前年度损益调整)$/
const equityNames =
  /^(?:实收资本|股本|资本公积|盈余公积|一般风险准备|本年利润|利润分配|库存股|其他综合收益|专项储备|其他权益工具)/
const costNames = /^(?:生产成本|制造费用|劳务成本|研发支出|工程施工|工程结算|机械作业|合同履约成本|合同取得成本)$/
const contraNames = /(?:累计折旧|累计摊销|累计折耗|坏账准备|跌价准备|减值准备|未实现融资收益|未确认融资费用)/

/** The four digits of the first-level account, without SAP's leading zeros; '' if the code is not of digits. */
export const rootDigits = (code: string): string => /^0*(\d{4})/.exec(code)?.[1] ?? ''

/**
 * The class of an account, by the name of its first-level account (`fullName`), else by the first digit of its code:
 * 4 is equity and 6 profit and loss in 企业会计准则, but 3 equity, 4 cost, 5 profit and loss in 小企业会计准则.
 */
export function accountClass(account: { code: string; fullName: string }, standard: Standard): AccountClass {
  const root = rootName(account.fullName)
  if (profitLossNames.test(root)) return 'profit_loss'
  if (equityNames.test(root)) return 'equity'
  if (costNames.test(root)) return 'cost'
  const digit = rootDigits(account.code)[0]
  const classes: Record<Standard, Record<string, AccountClass>> = {
    cas: { 1: 'asset', 2: 'liability', 3: 'common', 4: 'equity', 5: 'cost', 6: 'profit_loss' },
    small: { 1: 'asset', 2: 'liability', 3: 'equity', 4: 'cost', 5: 'profit_loss' },
  }
  return classes[standard][digit ?? ''] ?? 'unknown'
}

/** The name of the first-level account in a full name joined by `/`. */
export const rootName = (fullName: string): string => fullName.split('/')[0]?.trim() ?? ''

/** Whether a balance is by its nature on the credit side (as far as class and name tell). */
export function creditNormal(account: { code: string; fullName: string }, standard: Standard): boolean {
  const group = accountClass(account, standard)
  const contra = contraNames.test(account.fullName)
  if (group === 'asset') return contra
  if (group === 'liability') return !contra
  if (group === 'equity') return !account.fullName.startsWith('库存股')
  return group === 'profit_loss' && /收入|收益/.test(rootName(account.fullName))
}

/** The standard of a chart, with what spoke for it. */
export type StandardReading = { standard: Standard; votes: { cas: number; small: number }; evidence: Remark[] }

/** Codes that mean different things in the two standards (domain brief, section 3). */
const tells: Record<string, [RegExp, Standard][]> = {
  '4001': [
    [/实收资本|股本/, 'cas'],
    [/生产成本/, 'small'],
  ],
  '4101': [
    [/盈余公积/, 'cas'],
    [/制造费用/, 'small'],
  ],
  '4103': [[/本年利润/, 'cas']],
  '4104': [[/利润分配/, 'cas']],
  '5001': [
    [/生产成本/, 'cas'],
    [/主营业务收入/, 'small'],
  ],
  '5101': [[/制造费用/, 'cas']],
  '5401': [[/主营业务成本/, 'small']],
  '5602': [[/管理费用/, 'small']],
  '3001': [[/实收资本/, 'small']],
  '3103': [[/本年利润/, 'small']],
  '6001': [[/主营业务收入/, 'cas']],
  '6602': [[/管理费用/, 'cas']],
}

/** Which standard a chart of accounts follows, by what its tell-tale first-level accounts are called. 企业会计准则 if nothing tells. */
export function detectStandard(accounts: readonly { code: string; fullName: string }[]): StandardReading {
  const votes = { cas: 0, small: 0 }
  const evidence: Remark[] = []
  const seen = new Set<string>()
  for (const { code, fullName } of accounts) {
    const root = rootDigits(code)
    const tell = tells[root]?.find(([name]) => name.test(rootName(fullName)))
    if (!tell || seen.has(root)) continue
    seen.add(root)
    votes[tell[1]] += 1
    evidence.push({ code: 'evidenceStandard', params: { account: root, name: rootName(fullName), standard: tell[1] } })
  }
  return { standard: votes.small > votes.cas ? 'small' : 'cas', votes, evidence }
}

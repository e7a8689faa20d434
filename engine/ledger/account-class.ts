import type { Standard } from './model.ts'

/** 资产, 负债, 共同, 权益, 成本, 损益. */
export type AccountClass = 'asset' | 'liability' | 'common' | 'equity' | 'cost' | 'profit_loss' | 'unknown'

/** First-level accounts of profit and loss, in both standards; their codes differ, their names hardly do. */
const profitLossNames =
  /^(?:主营业务收入|其他业务收入|利息收入|手续费及佣金收入|租赁收入|保费收入|汇兑(?:损益|收益)|公允价值变动(?:损益|收益)|投资(?:收益|损益)|净敞口套期(?:损益|收益)|套期损益|其他收益|资产处置(?:损益|收益)|营业外收入|主营业务成本|其他业务(?:成本|支出)|(?:主营业务|营业)?税金及附加|利息支出|手续费及佣金支出|销售费用|营业费用|管理费用|财务费用|研发费用|勘探费用|资产减值损失|信用减值损失|营业外支出|所得税(?:费用)?|以前年度损益调整)$/
const equityNames =
  /^(?:实收资本|股本|资本公积|盈余公积|一般风险准备|本年利润|利润分配|库存股|其他综合收益|专项储备|其他权益工具)/
const costNames = /^(?:生产成本|制造费用|劳务成本|研发支出|工程施工|工程结算|机械作业|合同履约成本|合同取得成本)$/
/** Books without codes are told by these alone. */
const liabilityNames =
  /^(?:短期借款|长期借款|应付|预收|应交|其他应付款|专项应付款|长期应付款|租赁负债|合同负债|预计负债|递延收益|递延所得税负债|交易性金融负债|持有待售负债)/
const assetNames =
  /^(?:库存现金|现金|银行存款|其他货币资金|交易性金融资产|应收|预付|其他应收款|在途物资|材料采购|原材料|库存商品|发出商品|周转材料|存货|合同资产|长期股权投资|固定资产|累计折旧|在建工程|工程物资|无形资产|累计摊销|开发支出|商誉|长期待摊费用|递延所得税资产|使用权资产|坏账准备|待处理财产损溢|投资性房地产|债权投资|待摊费用)/
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
  if (digit === undefined && root !== '')
    return liabilityNames.test(root) ? 'liability' : assetNames.test(root) ? 'asset' : 'unknown'
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

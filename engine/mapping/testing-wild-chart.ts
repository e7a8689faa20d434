/**
 * Accounts as client books show them, written down apart from the facts that mapping reads: true key, codes in three charts ('' none),
 * side, class, names seen in the wild, the official one first. One account per line.
 */
const lines = `
1001|1001|1001|1001|d|asset|库存现金,现金,现金(人民币),Cash on hand,库存現金
1002|1002|1002|1002|d|asset|银行存款,银行,银行存款(人民币户),Cash at bank,各银行存款
1012|1012|1012|1009|d|asset|其他货币资金,其它货币资金,其他货币资金(保证金),Other monetary funds
1101|1101|1101|1101|d|asset|交易性金融资产,短期投资,以公允价值计量且其变动计入当期损益的金融资产,理财产品
1121|1121|1121|1111|d|asset|应收票据,应收票椐,银行承兑汇票,Notes receivable
1122|1122|1122|1131|d|asset|应收账款,应收帐款,应收款,应收销货款,Accounts receivable,Trade debtors,应收客户款
1123|1123|1123|1151|d|asset|预付账款,预付款项,预付帐款,预付供应商款,Prepayments
1131|1131|1131|1121|d|asset|应收股利,应收股息
1132|1132|1132|1122|d|asset|应收利息,应收存款利息
1221|1221|1221|1133|d|asset|其他应收款,其它应收款,其他应收,备用金及其他应收款,Other receivables,Sundry debtors
1231|1231||1141|c|asset|坏账准备,坏帐准备,应收款项坏账准备
1401|1401|1401|1201|d|asset|材料采购,物资采购
1402|1402|1402||d|asset|在途物资,在途材料
1403|1403|1403|1211|d|asset|原材料,原料,主要材料,Raw materials
1404|1404|1404|1232|d|asset|材料成本差异,材料价差
1405|1405|1405|1243|d|asset|库存商品,产成品,成品,Finished goods,自制商品
1406|1406||1261|d|asset|发出商品,委托代销商品
1408|1408|1408|1251|d|asset|委托加工物资,委外加工
1411|1411|1411|1231|d|asset|周转材料,低值易耗品,包装物及低值易耗品
1471|1471||1281|c|asset|存货跌价准备,存货减值准备
1511|1511|1511|1401|d|asset|长期股权投资,长期投资,对子公司投资
1521|1521|||d|asset|投资性房地产,投资房地产
1531|1531|||d|asset|长期应收款,长期应收款项
1601|1601|1601|1501|d|asset|固定资产,固定资产原值,Fixed assets,固定资产原价
1602|1602|1602|1502|c|asset|累计折旧,固定资产累计折旧,Accumulated depreciation,折旧
1603|1603||1505|c|asset|固定资产减值准备,固定资产减值
1604|1604|1604|1603|d|asset|在建工程,工程在建,Construction in progress
1605|1605|1605|1601|d|asset|工程物资,专用工程物资
1606|1606|1606|1701|d|asset|固定资产清理,固资清理
1701|1701|1701|1801|d|asset|无形资产,无形资产原值,Intangible assets
1702|1702|1702||c|asset|累计摊销,无形资产摊销,Accumulated amortisation
1711|1711|||d|asset|商誉,合并商誉
1801|1801|1801|1901|d|asset|长期待摊费用,长期待摊,装修费待摊,Deferred expenses
1811|1811|||d|asset|递延所得税资产,递延税款借项
1901|1901|1901|1911|d|asset|待处理财产损溢,待处理财产损益
2001|2001|2001|2101|c|liability|短期借款,短期贷款,Short-term loans,银行短期借款
2201|2201|2201|2111|c|liability|应付票据,应付承兑汇票
2202|2202|2202|2121|c|liability|应付账款,应付帐款,应付供应商款,Accounts payable,Trade creditors
2203|2203|2203|2131|c|liability|预收账款,预收款项,预收客户款,Advances from customers
2211|2211|2211|2151|c|liability|应付职工薪酬,应付工资,应付薪酬,Salaries payable
2221|2221|2221|2171|c|liability|应交税费,应交税金,应缴税费,Taxes payable,税费
2231|2231|2231||c|liability|应付利息,应付贷款利息
2232|2232|2232|2161|c|liability|应付股利,应付利润
2241|2241|2241|2181|c|liability|其他应付款,其它应付款,其他应付,Other payables,Sundry creditors
2401|2401|2401||c|liability|递延收益,政府补助递延收益
2501|2501|2501|2301|c|liability|长期借款,长期贷款,Long-term loans
2701|2701|2701|2321|c|liability|长期应付款,融资租赁应付款
2702|2702||1815|d|liability|未确认融资费用,未确认融资费
2801|2801||2211|c|liability|预计负债,或有负债准备
2901|2901|||c|liability|递延所得税负债,递延税款贷项
4001|4001|3001|3101|c|equity|实收资本,股本,实收资本(股本),Paid-in capital,投入资本
4002|4002|3002|3111|c|equity|资本公积,资本公积金,Capital reserve
4101|4101|3101|3121|c|equity|盈余公积,法定盈余公积
4103|4103|3103|3131|c|equity|本年利润,本年度利润,Profit for the year
4104|4104|3104|3141|c|equity|利润分配,未分配利润,Retained earnings
5001|5001|4001|4101|d|cost|生产成本,基本生产成本,Production cost
5101|5101|4101|4105|d|cost|制造费用,间接费用,Manufacturing overhead
5201|5201||4107|d|cost|劳务成本,服务成本
5301|5301|4301||d|cost|研发支出,研究开发支出
5401|5401|4401||d|cost|工程施工,合同施工成本
6001|6001|5001|5101|c|pl|主营业务收入,主营收入,销售收入,Revenue,产品收入
6051|6051|5051|5102|c|pl|其他业务收入,其它业务收入,Other operating income
6101|6101|||c|pl|公允价值变动损益,公允价值变动收益
6111|6111|5111|5201|c|pl|投资收益,投资损益,Investment income
6301|6301|5301|5301|c|pl|营业外收入,Non-operating income,营业外收益
6401|6401|5401|5401|d|pl|主营业务成本,主营成本,Cost of sales,产品成本
6402|6402|5402|5405|d|pl|其他业务成本,其他业务支出
6403|6403|5403|5402|d|pl|税金及附加,营业税金及附加,主营业务税金及附加,Taxes and surcharges
6601|6601|5601|5501|d|pl|销售费用,营业费用,Selling expenses,市场费用
6602|6602|5602|5502|d|pl|管理费用,行政费用,General and administrative expenses,综合管理费
6603|6603|5603|5503|d|pl|财务费用,Finance expenses,融资费用
6701|6701|||d|pl|资产减值损失,资产减值
6711|6711|5711|5601|d|pl|营业外支出,Non-operating expenses,营业外损失
6801|6801|5801|5701|d|pl|所得税费用,所得税,企业所得税,Income tax expense
6901|6901||5801|d|pl|以前年度损益调整,上年损益调整
N_CONTRACT_ASSET|1141/1473/1481/1126|||d|asset|合同资产,Contract assets,合同资产(质保金)
N_CONTRACT_LIAB|2204/2205/2206|||c|liability|合同负债,Contract liabilities,合同预收款
N_ROU|1641/1704/1607|||d|asset|使用权资产,租入资产使用权,Right-of-use assets
N_ROU_DEPR|1642/1705/1608|||c|asset|使用权资产累计折旧,使用权资产折旧
N_LEASE_LIAB|2503/2510/2605/2702|||c|liability|租赁负债,Lease liabilities,租赁应付款
N_CREDIT_IMPAIR|6702/6703|||d|pl|信用减值损失,信用损失,Credit impairment losses
N_DISPOSAL|6115/6116/6302|||c|pl|资产处置损益,资产处置收益,固定资产处置损益
N_OTHER_INCOME|6117/6131/6302|||c|pl|其他收益,其它收益
N_RD_EXPENSE|6604/6605|||d|pl|研发费用,研究开发费用,R&D expenses
N_OCI|4003/4105|||c|equity|其他综合收益,其它综合收益
N_OEI|1504/1513/1516|||d|asset|其他权益工具投资,其他权益投资
N_FULFIL_COST|1476/5501|||d|asset|合同履约成本,履约成本
N_SPECIAL_RESERVE|4301|||c|equity|专项储备,安全生产储备
`

/** Accounts no standard chart has. Nothing may be taken for certain of them: whatever is accepted by itself is counted wrong. */
export const oddAccounts: readonly string[] = (
  '内部往来 待摊费用 预提费用 拨付所属资金 上级拨入资金 代管资金 委托贷款 待转资产价值 清算科目 过渡科目 ' +
  '暂记款 个人往来 公司间往来 门店资金 系统调整 期初导入 外派人员 Suspense ' +
  '应收租赁款 应付短期债券 其他流动负债 其他非流动资产 短期借款利息 在建工程转固 管理费用分摊'
).split(' ')

export type WildAccount = {
  key: string
  codes: Readonly<Record<'cas' | 'small' | 'old', readonly string[]>>
  side: 'd' | 'c'
  kind: string
  names: readonly string[]
}

const some = (text: string | undefined) => (text ?? '').split('/').filter((part) => part !== '')

export const wildChart: readonly WildAccount[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [key = '', cas, small, old, side, kind = '', names = ''] = line.split('|')
    return {
      key,
      codes: { cas: some(cas), small: some(small), old: some(old) },
      side: side === 'c' ? 'c' : 'd',
      kind,
      names: names.split(','),
    }
  })

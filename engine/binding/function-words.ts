/** How a function is written, and what it gives, for people who write formulas. */
export type FunctionWords = { name: string; signature: string; zh: string; en: string; example: string }

const rows: readonly (readonly [name: string, signature: string, zh: string, en: string, example: string])[] = [
  ['bal', 'bal(sel, open|close|YYYY-MM, net|dr|cr|detail_dr|detail_cr)', '科目余额：期初、期末或某月末；detail_dr、detail_cr 只取借方或贷方明细', 'Balance: opening, closing or at the end of a month; detail_dr and detail_cr take only the details on that side', 'bal(#1122, close)'],
  ['occ', 'occ(sel, dr|cr|net, from, to, month=, with=acct, closing=include)', '序时账发生额，不含结转凭证；with 限定对方科目', 'Turnover from the journal without closing vouchers; with= names the other side', 'occ(#6602, dr, month=3)'],
  ['sum_occ', 'sum_occ(sel, dr|cr|net)', '序时账发生额，含结转凭证', 'Turnover from the journal, closing vouchers included', 'sum_occ(all, dr)'],
  ['pl', 'pl(sel, month=)', '损益类科目在正常方向的发生额，不含结转凭证，红字冲减', 'Profit and loss amount on the normal side, without closing vouchers, red letters netted', 'pl(tag:advertising @ #6601)'],
  ['vsum', 'vsum(dr=acct, cr=acct, text=~"…", amount>=, voucher=, beyond=)', '按借贷对应和摘要取凭证金额', 'Amounts of vouchers by pairing and text', 'vsum(cr=#1405, dr=#6602, text=~"招待|赠送")'],
  ['je', 'je(voucher, line)', '某张凭证某条分录的金额', 'One line of one voucher', 'je("01-记-13", 1)'],
  ['je_others', 'je_others(tag)', '某性质的分录中，未逐条列出的其余各条合计', 'What the lines of a nature sum to that are not listed one by one', 'je_others("entertainment")'],
  ['je_count', 'je_count(lines|vouchers)', '分录数或凭证数', 'Number of journal lines or vouchers', 'je_count(vouchers)'],
  ['line', 'line(id, open|close)', '按账套重算的报表项目', 'Statement line recomputed from the books', 'line(IS.REVENUE)'],
  ['client_line', 'client_line(id, current|prior)', '企业报表上的项目', 'Statement line as the client reported it', 'client_line(BS.CASH)'],
  ['ret', 'ret(form.line.col, -1)', '申报表单元格：本年，或上年（-1，先取上年申报表，再取人工填写）', "Return cell of this year, or last year's (-1: from the filed return, else from what was entered)", 'ret(A105060.13.1, -1)'],
  ['rate', 'rate(RULE.field, case)', '本年度有效的法定比率或限额', 'Statutory figure in force in the tax year', 'rate(ENTERTAIN.actual_rate)'],
  ['param', 'param(name, key)', '项目参数，附证据', 'Project parameter with its evidence', 'param(prepaid_tax)'],
  ['adj', 'adj(sel, aje|rje|all)', '已过账的审计调整（借正贷负）', 'Posted adjusting entries, debit positive', 'adj(#1122, all)'],
  ['entered', 'entered(register.column, row)', '人工填写的本行的值；未填为缺失', 'What a person entered in this row; missing while blank', 'entered(donations.amount)'],
  ['asset', 'asset(column, code)', '资产台账中本行资产的值', "The asset register's value for this row", 'asset(cost)'],
  ['sum', 'sum(x, …) · sum(asset.field where …) · sum(entry.register.column where …)', '合计；也可对资产台账或登记表按条件合计', 'Sum; also over rows of the asset register or of a register people fill', 'sum(asset.cost where kind = "fixed")'],
  ['count', 'count(asset where …) · count(entry.register where …)', '符合条件的行数', 'Number of rows that answer to the condition', 'count(entry.donations)'],
  ['min', 'min(x, …)', '取小', 'The lower', 'min([C15.actual], [C15.base])'],
  ['max', 'max(x, …)', '取大', 'The higher', 'max([C15.actual], 0)'],
  ['if', 'if(condition, yes, no)', '如果…则…否则', 'If, then, else', 'if([C15.actual] > 0, 1, 0)'],
  ['and', 'and(x, …)', '同时满足', 'All of', 'and(param(union_receipt), 1 > 0)'],
  ['or', 'or(x, …)', '满足其一', 'Any of', 'or(1 > 0, 2 > 1)'],
  ['not', 'not(x)', '否定', 'Not', 'not(param(union_receipt))'],
  ['round', 'round(x, places)', '四舍五入', 'Rounded half-up', 'round(12.345, 2)'],
  ['abs', 'abs(x)', '绝对值', 'Without its sign', 'abs(bal(#1122, close))'],
  ['avg4', 'avg4(series)', '全年季度平均', 'Average of the four quarters', 'avg4(param(assets_q))'],
  ['or0', 'or0(x)', '缺失时按零', 'Zero where it is missing', 'or0(param(prepaid_tax))'],
  ['known', 'known(x, y, …)', '依次取第一个有数的', 'The first that is there', 'known(client_line(IS.REVENUE, prior), ret(A100000.1, -1))'],
  ['ratio', 'ratio(x, y)', '比率；基数为零时没有', 'x to y; none where y is zero', 'ratio([C15.actual], [C15.base])'],
  ['sample_size', 'sample_size(pm, frame, confidence)', '货币单元抽样样本量：⌈总体×系数÷重要性⌉', 'Sample size of monetary-unit sampling: ⌈frame × factor ÷ pm⌉', 'sample_size([Z06.pm], 1000000, 95%)'],
] // prettier-ignore

export const functionWords: readonly FunctionWords[] = rows.map(([name, signature, zh, en, example]) => ({
  name,
  signature,
  zh,
  en,
  example,
}))

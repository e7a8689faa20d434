/**
 * What strangers call the columns of their tables. Written down without looking at what the reader knows, so that a word it
 * does not know shows.
 */
export const balanceWords = {
  code: ['科目编码', '科目代码', '科目编号', '会计科目编码', '科目号', '编码', '代码', '账户编号', '总账科目编码', '帐户代码', '科 目 编 码', '科目 代码', 'Account Code', 'Acct No.', '科目编码(必填)', '会计科目代码'],
  name: ['科目名称', '会计科目名称', '名称', '账户名称', '科目全称', '科目描述', '科目说明', 'Account Name', 'Account Description', '科 目 名 称', '会计科目'],
  opening: ['期初余额', '期初数', '期初结余', '期初', '上期余额', '年初数', '期初金额', '期初结存', '年初余额', 'Opening Balance', 'Beginning Bal.', '期 初 余 额'],
  debit: ['本期借方发生额', '借方发生额', '本期借方', '借方', '本年借方', '借方合计', '本期发生额(借)', '借方金额', 'Debit', 'Dr.', '本期发生-借方', '借方发生数', '本期借方发生', '本年借方发生额', '借 方'],
  credit: ['本期贷方发生额', '贷方发生额', '本期贷方', '贷方', '本年贷方', '贷方合计', '本期发生额(贷)', '贷方金额', 'Credit', 'Cr.', '本期发生-贷方', '贷方发生数', '本期贷方发生', '本年贷方发生额', '贷 方'],
  closing: ['期末余额', '期末数', '期末结余', '期末', '本期余额', '年末数', '期末金额', '期末结存', '年末余额', 'Closing Balance', 'Ending Bal.', '期 末 余 额'],
  direction: ['方向', '余额方向', '借贷方向', '借/贷', '借或贷', '借贷', 'Dr/Cr', '方 向'],
} as const // prettier-ignore

export const journalWords = {
  date: ['日期', '凭证日期', '记账日期', '制单日期', '记帐日期', '登账日期', '日 期', '入账日期', '做账日期', '会计日期', 'Date', 'Posting Date', '凭证时间', '记账时间', '过账日期', '交易日期'],
  number: ['凭证号', '凭证字号', '凭证编号', '字号', '凭证号数', '凭证号码', '传票号', '传票编号', '凭单号', '记账凭证号', '记帐凭证号', 'Voucher No.', '凭证', '凭证 号', '凭证NO', '凭证序号'],
  summary: ['摘要', '摘要说明', '业务摘要', '业务内容', '说明', '内容摘要', '摘 要', '凭证摘要', '分录摘要', 'Description', 'Memo', '用途'],
  debit: ['借方金额', '借方', '借方发生额', '借方本币', '借方(元)', '借金额', '借 方', '借方金额(元)', '借方本位币金额', 'Debit', 'Debit Amount', '借', '借方发生'],
  credit: ['贷方金额', '贷方', '贷方发生额', '贷方本币', '贷方(元)', '贷金额', '贷 方', '贷方金额(元)', '贷方本位币金额', 'Credit', 'Credit Amount', '贷', '贷方发生'],
  amount: ['金额', '发生额', '本币金额', '发生金额', '金 额', 'Amount', '本位币金额', '交易金额'],
  maker: ['制单人', '制单', '录入人', '填制人', '经办人', '制证人'],
} as const // prettier-ignore

/** Columns nobody asked for, with what stands in them. */
export const extraColumns: [string, (at: number) => string | number | null][] = [
  ['序号', (at) => at + 1],
  ['附件张数', (at) => at % 4],
  ['币种', () => '人民币'],
  ['汇率', () => 1],
  ['部门', () => null],
  ['单据号', (at) => `DJ${String(at).padStart(6, '0')}`],
  ['账套', () => '001'],
  ['是否末级', () => '是'],
  ['科目类别', () => '资产'],
  ['数量', () => null],
  ['结算方式', () => null],
  ['备注', () => null],
]

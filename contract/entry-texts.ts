/** What registers of papers and adjusting entries may say. */
export const entryTexts = {
  entryNoRegister: { zh: '底稿没有输入表 {register}', en: 'No paper has a register {register}' },
  entryNoRow: { zh: '输入表中没有行 {row}，请刷新后重试', en: 'The register has no row {row}; please refresh' },
  entryTooMany: { zh: '一张输入表最多 {most} 行', en: 'A register holds at most {most} rows' },
  entryNoPaper: { zh: '底稿 {paper} 不是按需底稿', en: 'Paper {paper} always stands; it cannot be added or taken out' },
  entryHasRows: {
    zh: '底稿 {paper} 已录入 {rows} 行，请先删除明细',
    en: 'Paper {paper} holds {rows} entered rows; delete them first',
  },
  adjustmentUnbalanced: {
    zh: '借方合计 {debit} 与贷方合计 {credit} 不等，差额 {difference}',
    en: 'Debits {debit} do not equal credits {credit}; they differ by {difference}',
  },
  adjustmentOneSide: {
    zh: '第{line}行应只填借方或贷方一方，且大于零',
    en: 'Line {line} must have either a debit or a credit, greater than zero',
  },
  adjustmentNoAccount: { zh: '第{line}行的科目 {account} 不存在', en: 'Line {line}: there is no account {account}' },
  adjustmentNotProposed: {
    zh: '{name} 已过账或已撤销，不能修改',
    en: '{name} is posted or withdrawn and cannot be changed',
  },
  adjustmentNotPosted: { zh: '{name} 已经撤销', en: '{name} is withdrawn already' },
} as const

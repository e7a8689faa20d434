/** What versions of a ledger, their comparison and a client's earlier years may say. */
export const ledgerVersionTexts = {
  diffOtherProject: { zh: '只能比较同一项目的两个版本', en: 'Only two versions of the same project can be compared' },
  diffSame: { zh: '请选择两个不同的版本', en: 'Choose two different versions' },
  diffNotRead: {
    zh: '版本尚未读完或没有成功，不能比较',
    en: 'A version that is not finished or failed cannot be compared',
  },
  diffComparing: { zh: '正在比较两个版本', en: 'Comparing the two versions' },
  rollbackNeedsReason: {
    zh: '第{version}版早于当前使用的第{current}版，恢复旧版前请填写理由',
    en: 'Version {version} is older than version {current}, which counts; please give a reason before going back to it',
  },
  activateMoved: {
    zh: '当前使用的版本已被他人更换，请刷新后再看影响',
    en: 'Somebody else has put another version to use; refresh and look at the effects again',
  },
  carryCell: {
    zh: '请填写申报表单元格，如 A105060.13.1',
    en: 'Please enter a cell of the return, such as A105060.13.1',
  },
  carryEvidence: {
    zh: '手工填写往年数据时请注明依据',
    en: 'Please say what the figure is taken from when entering it by hand',
  },
  carryNothing: {
    zh: '“{file}”中没有读到{year}年度的申报表或科目余额表，没有改变任何数据',
    en: 'No return or trial balance of {year} was found in “{file}”; nothing was changed',
  },
  carryQuestions: {
    zh: '“{file}”的列无法确定，请改用导出原件，或在项目的财务信息中导入后回答',
    en: 'Columns of “{file}” cannot be decided; use the original export, or import it in a project and answer there',
  },
  carryReading: { zh: '正在读取“{file}”', en: 'Reading “{file}”' },
  carryEarlier: { zh: '往年', en: 'Earlier years' },
  carryByHand: { zh: '手工填写：{evidence}', en: 'By hand: {evidence}' },
  carryNotProposed: { zh: '“{name}”没有可采用的往年数据', en: 'No earlier figure is known for “{name}”' },
  use_trial_balance: { zh: '科目余额：期初、发生额、期末', en: 'Balances: opening, movements, closing' },
  use_prior_trial_balance: { zh: '与上年期末核对', en: 'Checked against last year’s closing' },
  use_journal: { zh: '凭证和分录', en: 'Vouchers and journal lines' },
  use_subsidiary_ledger: { zh: '凭证和分录（明细账）', en: 'Vouchers and lines, from the subsidiary ledger' },
  use_aux_balance: { zh: '往来单位等辅助余额', en: 'Balances by customer, supplier and other dimensions' },
  use_balance_sheet: { zh: '与重算的资产负债表核对', en: 'Checked against the recomputed balance sheet' },
  use_income_statement: { zh: '与重算的利润表核对', en: 'Checked against the recomputed income statement' },
  use_asset_register: { zh: '资产明细：折旧、摊销底稿', en: 'Assets: papers on depreciation and amortisation' },
  use_tax_return: { zh: '上年申报数：结转类底稿', en: 'Last year’s return: carry-over papers' },
  use_account_chart: { zh: '科目名称和级次', en: 'Names and levels of accounts' },
  use_unknown: { zh: '没有用到', en: 'Not used' },
} as const

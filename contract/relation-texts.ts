/** What the relation bill may refuse, and the steps of a proposal. */
export const relationTexts = {
  relationNoDataset: {
    zh: '项目还没有生效的账套，请先在“财务信息”导入并通过校验',
    en: 'The project has no ledger that counts yet; import one and have it verified first',
  },
  relationLocked: {
    zh: '取数关系已锁定，请先解锁再修改',
    en: 'The relation bill is locked; unlock it before changing it',
  },
  relationOtherBooks: {
    zh: '生成建议期间账套已更换，请重新生成对应建议',
    en: 'Another ledger was put in place meanwhile; propose again',
  },
  relationProposing: {
    zh: '正在生成对应建议，请等它完成或取消后再选择准则',
    en: 'A proposal is under way; wait for it or cancel it before choosing the standard',
  },
  relationReading: { zh: '正在读取账套', en: 'Reading the ledger' },
  relationComparing: {
    zh: '正在比对{accounts}个科目、{lines}条分录',
    en: 'Comparing {accounts} accounts and {lines} journal lines',
  },
  relationStoring: { zh: '正在保存建议', en: 'Storing what is proposed' },
  relationNotLocked: { zh: '取数关系没有锁定', en: 'The relation bill is not locked' },
  relationOpen: {
    zh: '还不能锁定：{accounts}个科目待确认，{unmapped}个科目未对应准则科目，{lines}条分录待确认',
    en: 'Not ready to lock: {accounts} accounts and {lines} journal lines wait for a decision, {unmapped} accounts have no standard account',
  },
  relationNoAccount: { zh: '账套中没有科目 {code}', en: 'The ledger has no account {code}' },
  relationNoStandard: {
    zh: '科目 {code} 还没有对应的准则科目，请先选择',
    en: 'Account {code} has no standard account yet; choose one',
  },
  relationUnknownStandard: { zh: '准则科目表中没有 {standard}', en: 'The standard chart has no account {standard}' },
  relationUnknownTag: { zh: '没有税务标签 {tag}', en: 'There is no tax tag {tag}' },
  relationTagOffAccount: {
    zh: '税务标签“{tag}”不能用于准则科目“{standard}”',
    en: 'Tax tag "{tag}" cannot stand on standard account "{standard}"',
  },
  relationTwoNatures: {
    zh: '科目 {code} 只能有一个税务性质，现有“{first}”和“{second}”；部分分录不同时请在分录上标记',
    en: 'Account {code} can have one tax nature, not both "{first}" and "{second}"; tag single journal lines where they differ',
  },
  relationNoLine: {
    zh: '账套中没有凭证 {voucher} 的第 {line} 条分录',
    en: 'The ledger has no line {line} in voucher {voucher}',
  },
  relationNothingProposed: {
    zh: '凭证 {voucher} 第 {line} 条分录没有待确认的标签',
    en: 'Nothing was proposed for line {line} of voucher {voucher}',
  },
  relationTagMissing: {
    zh: '请选择凭证 {voucher} 第 {line} 条分录的税务标签',
    en: 'Choose a tax tag for line {line} of voucher {voucher}',
  },
  relationStandardOpen: {
    zh: '还不能锁定：无法从账套判断执行的会计准则，请先选定',
    en: 'Not to be locked yet: the books do not show which standard they follow; please choose it first',
  },
  relationNotPlaced: {
    zh: '还不能锁定：{count}个末级科目未落入唯一报表项目（{codes}）',
    en: 'Not to be locked yet: {count} leaf accounts do not belong to exactly one statement line ({codes})',
  },
  relationNothingToUndo: { zh: '没有可以撤销的决定', en: 'There is no decision to undo' },
  relationNoAdvisor: {
    zh: '没有配置模型，无法给出模型建议',
    en: 'No model is configured, so none can be asked',
  },
  relationAdvisorFailed: {
    zh: '模型没有给出可用的建议，请稍后再试或自行判断',
    en: 'The model gave no usable answer; try again later or decide yourself',
  },
} as const

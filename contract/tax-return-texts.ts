/** What the return and the release of the law may refuse, and what the work on them says. */
export const taxReturnTexts = {
  returnNoYear: {
    zh: '系统没有{year}年度的申报表，最早为{first}年度',
    en: 'The return of {year} is not held; the earliest year is {first}',
  },
  returnNoForm: { zh: '{year}年度没有申报表 {form}', en: 'There is no form {form} in {year}' },
  returnNoCell: { zh: '{year}年度的申报表没有单元格 {cell}', en: 'The return of {year} has no cell {cell}' },
  returnFed: {
    zh: '{cell} 由底稿 {paper} 填列，请在底稿中修改或覆盖',
    en: '{cell} is filled by {paper}; change or override it in the paper',
  },
  returnComputed: {
    zh: '{cell} 由表内公式计算（{formula}），不能填写',
    en: '{cell} is computed in its form ({formula}) and cannot be entered',
  },
  returnBadMoney: {
    zh: '“{value}”不正确，应为金额（元，最多两位小数）',
    en: '"{value}" is not right; it should be an amount in yuan with at most two decimals',
  },
  returnBadNumber: { zh: '“{value}”不正确，应为数字', en: '"{value}" is not right; it should be a number' },
  returnNoLabel: { zh: '请填写优惠事项名称', en: 'Please name the item of the option line' },
  returnNoEvidence: { zh: '请写明依据', en: 'Please name the evidence' },
  returnFinal: {
    zh: '申报表已定稿，修改前请先取消定稿',
    en: 'The return is final; take that back before changing it',
  },
  returnNotFinal: { zh: '申报表没有定稿', en: 'The return is not final' },
  returnStale: {
    zh: '底稿生成后数据又有变化，请重新生成后再定稿',
    en: 'Something changed after the papers were generated; generate them again before making the return final',
  },
  returnNotSigned: {
    zh: '税法规则 {version} 尚未由专业人员签发，不能定稿；请管理员在“税法规则”中签发',
    en: 'No professional has signed the rules {version}, so the return cannot be final; an administrator signs them under "Tax rules"',
  },
  returnSignatureMoved: {
    zh: '税法规则签发后内容有改变，需重新签发才能定稿；改变的部分见“税法规则”',
    en: 'The rules changed after they were signed; they must be signed again before the return can be final (see "Tax rules")',
  },
  returnChecksOpen: {
    zh: '有{count}项表间核对未通过：{ids}',
    en: '{count} cross-checks are open: {ids}',
  },
  returnCellsOpen: {
    zh: '有{count}个申报表单元格缺数或出错：{cells}',
    en: '{count} cells of the return are missing or failing: {cells}',
  },
  scenarioNothing: {
    zh: '这个项目的底稿不涉及该方案，没有可以改变的内容',
    en: 'The papers of this project hold nothing that this scenario could change',
  },
  scenarioComputing: { zh: '试算方案', en: 'Computing the scenario' },
  rulePackNoRule: { zh: '没有规则 {id}', en: 'There is no rule {id}' },
  rulePackSigned: { zh: '当前规则版本已签发', en: 'This release is signed already' },
  rulePackMoved: {
    zh: '规则版本已更新，请刷新后查看新内容再签发',
    en: 'The release changed meanwhile; read the new one before signing',
  },
  rulePackRevoked: { zh: '该签发已撤销', en: 'This signature was revoked already' },
} as const

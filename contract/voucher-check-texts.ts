/** What voucher checks and sampling may refuse, and what the work on them says. */
export const voucherCheckTexts = {
  voucherCheckNoDataset: {
    zh: '项目还没有启用的账套，请先导入',
    en: 'The project has no active ledger; import one first',
  },
  voucherCheckNoRun: { zh: '还没有运行凭证检查', en: 'The voucher checks have not been run yet' },
  voucherCheckNone: { zh: '没有检查 {id}', en: 'There is no check {id}' },
  voucherCheckBadParam: {
    zh: '参数“{label}”的值“{value}”不正确',
    en: '"{value}" is not right for "{label}"',
  },
  voucherCheckNoReason: { zh: '请写明理由', en: 'Please give the reason' },
  voucherCheckNoHit: {
    zh: '所选命中不在最近一次检查结果中，请刷新',
    en: 'A hit is not in the last run; please refresh',
  },
  voucherCheckNothing: { zh: '请选择要处置的命中', en: 'Please choose the hits to decide of' },
  voucherSampleNoSize: {
    zh: '底稿没有执行重要性，不能计算样本量，请填写样本量',
    en: 'No paper says performance materiality, so the size cannot be computed; please enter it',
  },
  voucherSampleTooLarge: {
    zh: '计算的样本量为 {size}，超过 {most}；请缩小总体或改用其他方法',
    en: 'The size comes to {size}, over {most}; narrow the population or take another method',
  },
  voucherSampleEmpty: { zh: '总体中没有分录，请检查范围', en: 'No line lies in the population; check its range' },
  voucherSampleWithdrawn: { zh: '该样本已撤销', en: 'The sample is withdrawn' },
  voucherSampleNoError: {
    zh: '有异常的样本请写明说明',
    en: 'Please say what the exception is',
  },
  voucherChecking: { zh: '凭证检查 {done}/{of}', en: 'Voucher checks, {done} of {of}' },
  voucherCheckLoading: { zh: '读取账套', en: 'Reading the ledger' },
  voucherCheckStoring: { zh: '保存 {hits} 项命中', en: 'Storing {hits} hits' },
  voucherSampling: { zh: '抽取样本', en: 'Drawing the sample' },
} as const

/** What writing formulas and computing in threads may say. */
export const bindingTexts = {
  workerMemory: {
    zh: '数据量太大，处理超过了{limit}MB内存，请拆分后重试',
    en: 'Too much data: the work outgrew its {limit} MB of memory; split it and try again',
  },
  workerDied: { zh: '处理没有完成就结束了，请重试', en: 'The work ended before it was done; please try again' },
  bindingNoLedger: {
    zh: '项目还没有可用的账套或锁定的取数关系，无法预览',
    en: 'The project has no ledger or no locked relation bill yet, so nothing can be previewed',
  },
} as const

import type { Text } from '#contract/texts.ts'

/** The words of the chain from return line to voucher. */
export const texts = {
  title: { zh: '账表链透视', en: 'Ledger chain' },
  return: { zh: '申报表', en: 'Return' },
  paper: { zh: '底稿', en: 'Papers' },
  statement: { zh: '报表', en: 'Statements' },
  standard: { zh: '标准科目', en: 'Standard accounts' },
  account: { zh: '客户科目', en: 'Client accounts' },
  voucher: { zh: '凭证', en: 'Vouchers' },
  start: { zh: '从申报表各行开始', en: 'Begin at the return lines' },
  startHint: {
    zh: '点任一行，向右看它由什么构成，向左看它用到哪里',
    en: 'Click a line: to the right what it is made of, to the left what uses it',
  },
  here: { zh: '当前', en: 'Here' },
  usedBy: { zh: '用于', en: 'Used by' },
  madeOf: { zh: '构成', en: 'Made of' },
  find: { zh: '在各列中查找', en: 'Find in the columns' },
  print: { zh: '打印', en: 'Print' },
  nothing: {
    zh: '生成底稿后，可从申报表逐层看到凭证。',
    en: 'Once the papers are generated, the chain runs from the return to the voucher.',
  },
  toGenerate: { zh: '去生成', en: 'Go and generate' },
  openPaper: { zh: '打开底稿', en: 'Open the paper' },
  openVoucher: { zh: '查看凭证', en: 'Open the voucher' },
  path: { zh: '路径', en: 'Path' },
  yuan: { zh: '金额单位：元', en: 'Amounts in CNY' },
  endOfChain: { zh: '链的起点：凭证由客户账套读入', en: 'The root of the chain: read from the client’s ledger' },
  cut: { zh: '按金额列出前 {count} 项', en: 'The {count} largest' },
} as const satisfies Record<string, Text>

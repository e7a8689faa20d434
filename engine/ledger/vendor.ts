import { headerKey } from './column-roles.ts'

/** Words that one family of programs prints; the first whose words are all there gives the name. */
const marks: [string, RegExp[]][] = [
  ['SAP', [/g\/laccount/, /(?:documenttype|openingbalance)/]],
  ['Oracle EBS', [/jename|jebatch/]],
  ['金蝶云星空', [/核算维度/, /原币金额/]],
  ['金蝶 K/3', [/科目代码/, /币别/]],
  ['金蝶 KIS', [/币种/, /借方金额\(本位币\)|^方向$/, /借方(?:金额\(本位币\)|本位币金额)/]],
  ['浪潮 GS', [/科目代码/, /借方发生额\(原币\)/, /期末方向/]],
  ['用友 NC', [/记账日期/, /凭证类别/]],
  ['用友 U8', [/凭证字号|科目编码/, /借方本位币|本期发生\/借方/]],
]

/** The program whose export this looks like, to be shown as a hint; null if no family fits. */
export function vendorOf(headers: readonly string[]): string | null {
  const keys = headers.map(headerKey)
  return marks.find(([, words]) => words.every((word) => keys.some((key) => word.test(key))))?.[0] ?? null
}

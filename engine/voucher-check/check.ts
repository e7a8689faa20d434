import type { CheckIndex } from './check-books.ts'
import type { CheckParam, ParamReader } from './check-params.ts'
import type { Collector, Words } from './hit.ts'

/** `skip`: the ledger cannot tell, which is not a pass. `note`: what is to be known about the whole. */
type Answer = { skip: Words } | { note: Words } | undefined

/** The groups of facts/voucher-checks.json. */
type CheckGroup =
  | 'integrity'
  | 'quality'
  | 'control'
  | 'timing'
  | 'cut-off'
  | 'selection'
  | 'relation'
  | 'tax'
  | 'analytics'
  | 'evidence'

/** One of the 36 checks: a pure function over the journal's columns that adds what it finds. */
export type Check = {
  id: string
  group: CheckGroup
  params: readonly CheckParam[]
  /** A population signal, never a finding by itself. */
  signal?: boolean
  run(index: CheckIndex, params: ParamReader, hits: Collector): Answer
}

export const skip = (zh: string, en: string): Answer => ({ skip: { zh, en } })
export const note = (zh: string, en: string): Answer => ({ note: { zh, en } })

/** What a check by standard account says of books without a relation bill. */
export const unmapped = (): Answer =>
  skip('科目尚未对应标准科目，请先建立关系单', 'no account is mapped to a standard one yet')

/** Expenses, costs and income: accounts that closing vouchers empty. */
export const isProfitOrLoss = (standard: string): boolean =>
  standard.startsWith('6') ||
  ['N_OTHER_INCOME', 'N_DISPOSAL', 'N_CREDIT_IMPAIR', 'N_RD_EXPENSE', 'N_HEDGE'].includes(standard)
export const isExpense = (standard: string): boolean => /^(?:640|660|6711|N_RD_EXPENSE)/.test(standard)
export const isCash = (standard: string): boolean => standard === '1001'
export const isBank = (standard: string): boolean => standard === '1002'
export const isMoney = (standard: string): boolean => isCash(standard) || isBank(standard) || standard === '1012'
/** 往来: receivables and payables, which swing by nature. */
export const isOpenItem = (standard: string): boolean =>
  ['1122', '1123', '1221', '2202', '2203', '2241', 'N_CONTRACT_LIAB'].includes(standard)

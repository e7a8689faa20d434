/** What masking tells apart. `literal` is text of a user that looks like a token and is therefore hidden behind one. */
export const maskKinds = [
  'company',
  'person',
  'idCard',
  'taxNumber',
  'bankCard',
  'bankAccount',
  'phone',
  'email',
  'address',
  'document',
  'plate',
  'invoice',
  'amount',
  'custom',
] as const
export type MaskKind = (typeof maskKinds)[number]
export type TokenKind = MaskKind | 'literal'

/** The word of a kind inside its token, and how models write it when they answer in English. */
export const tokenLabels: Record<TokenKind, readonly [zh: string, ...others: string[]]> = {
  company: ['企业', 'company', 'enterprise'],
  person: ['人员', 'person'],
  idCard: ['身份证', 'id card'],
  taxNumber: ['税号', 'tax number', 'tax no'],
  bankCard: ['银行卡', 'bank card'],
  bankAccount: ['账号', 'account'],
  phone: ['电话', 'phone'],
  email: ['邮箱', 'email', 'e-mail'],
  address: ['地址', 'address'],
  document: ['证件', 'document'],
  plate: ['车牌', 'plate'],
  invoice: ['发票', 'invoice'],
  amount: ['金额', 'amount'],
  custom: ['代称', 'alias'],
  literal: ['原文', 'literal'],
}

/** What is done with a kind; `scale` is for amounts alone. */
export const maskActions = ['token', 'generalise', 'scale', 'partial', 'drop', 'keep'] as const
export type MaskAction = (typeof maskActions)[number]

/** How sure a finding is and by what: a checksum, the tenant's own names, a word beside it, its shape, a table's head. */
export type Evidence = 'checksum' | 'dictionary' | 'context' | 'shape' | 'column'

/** An identity in a text; `start` and `end` count UTF-16 units of the text as it came. */
export type Finding = {
  kind: TokenKind
  start: number
  end: number
  by: Evidence
  /** Who or what it is, however it is written: names of one entity and spellings of one number share it. */
  entity: string
}

/** The facts recognition needs (`facts/masking-words.json`). */
export type MaskingWords = {
  surnames: string
  compoundSurnames: readonly string[]
  provinces: readonly string[]
  provinceCodes: readonly string[]
  cities: readonly string[]
  industries: readonly string[]
}

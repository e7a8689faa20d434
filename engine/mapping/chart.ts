import type { Standard } from '../ledger/model.ts'

export type AccountClass = 'asset' | 'liability' | 'equity' | 'common' | 'cost' | 'pl-income' | 'pl-expense'

/** One account of a standard chart. `key` is the CAS key for both charts, so papers and rules speak one language. */
export type StandardAccount = {
  key: string
  /** The chart's own code; '' for accounts the Ministry gave none. */
  code: string
  /** Codes that vendors use for it. */
  otherCodes: readonly string[]
  name: string
  aliases: readonly string[]
  class: AccountClass
  side: 'dr' | 'cr'
}

export type Charts = Readonly<Record<Standard, readonly StandardAccount[]>>

/**
 * A tax nature (税务性质) of an amount: what the expense or income is for the return, wherever it was booked.
 * `standards` are the accounts on which it may stand.
 */
export type Nature = {
  id: string
  name: { zh: string; en: string }
  keywords: readonly string[]
  not: readonly string[]
  standards: readonly string[]
  /** Line of A104000 (期间费用明细表), if it has one. */
  a104000Line: number | null
  rule: string | null
  /** A line of another nature may be found to be this one, because the law treats it differently. */
  overrides: boolean
  /** It overrides even where the account's own words agree with the account: 无票 is true beside any expense. */
  crosscuts: boolean
  /** Wider tags that include it. */
  groups: readonly string[]
}

/** A sub-account of `standard` whose path contains one of `keywords` carries `tag`, which statement lines ask for. */
export type DetailTag = { standard: string; keywords: readonly string[]; not: readonly string[]; tag: string }

/** Names by which books call a standard account besides the chart's own and its aliases; none is official. */
export type AccountWords = Readonly<Record<string, { other: readonly string[]; english: readonly string[] }>>

/** An account of the chart in force until 2006 (企业会计制度), and the CAS key of what it became. */
export type OldAccount = { code: string; name: string; key: string }

/** An accounting system that is not for enterprises, and the accounts that only it has. */
export type OtherChart = {
  id: string
  name: { zh: string; en: string }
  source: string
  own: readonly string[]
}

/**
 * How often a pattern of evidence was right on a corpus whose answers are known, by pattern (`exact+official+for+sure`): how many
 * accounts showed it, and how many of them were proposed rightly.
 */
export type Calibration = Readonly<Record<string, { seen: number; right: number }>>

/** What mapping knows: charts, natures, detail tags, and the nature of accounts that need no name to tell it. */
export type MappingFacts = {
  charts: Charts
  oldChart: readonly OldAccount[]
  otherCharts: readonly OtherChart[]
  words: AccountWords
  calibration: Calibration
  natures: readonly Nature[]
  detailTags: readonly DetailTag[]
  natureOfStandard: Readonly<Record<string, string>>
}

/** Profit and loss classes: the accounts that closing vouchers empty. */
export function isProfitOrLoss(account: StandardAccount): boolean {
  return account.class === 'pl-income' || account.class === 'pl-expense'
}

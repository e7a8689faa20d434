import { nameKey } from './account-name.ts'
import type { AccountWords, Charts, StandardAccount } from './chart.ts'
import type { Standard } from '../ledger/model.ts'
import { byName } from './standard-detection.ts'

/** How a client's name meets a standard account's: as the chart has it, in English, one character off, within a longer name … */
export type NameKind = 'exact' | 'english' | 'typo' | 'within' | 'changed' | 'none'
export type NameMatch = { kind: NameKind; accounts: readonly StandardAccount[] }

/** What such a rest beside a known name makes of it: 固定资产 and 固定资产减值准备 are two accounts. */
const changing =
  /减值|跌价|准备|折旧|摊销|损失|损益|清理|收益|费用|成本|收入|支出|其他|短期|长期|未|预|暂估|负债|资产|差异|差价|税/

const latin = /^[\p{Script=Latin}\d\s&/'’().,-]+$/u

/** English names ready to compare: case, plural and punctuation do not count. */
const englishKey = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()
    .split(' ')
    .map((word) => word.replace(/(?<=[a-z]{3})s$/, ''))
    .join('')

/** Whether one name becomes the other by one character put in, left out or changed. */
function oneOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  return a.length - start - end <= 1 && b.length - start - end <= 1
}

type Book = {
  exact: ReadonlyMap<string, StandardAccount>
  english: ReadonlyMap<string, StandardAccount>
  /** Names long enough to resemble another, the longest first. */
  long: readonly (readonly [string, StandardAccount])[]
}

/** Charts and words never change: a book is written once for each chart. Clients' names are not kept in it. */
const booksOf = new WeakMap<readonly StandardAccount[], Book>()

function bookOf(charts: Charts, standard: Standard, words: AccountWords): Book {
  const chart = charts[standard]
  const known = booksOf.get(chart)
  if (known) return known
  const accounts = new Map([...charts.cas, ...chart].map((account) => [account.key, account]))
  const exact = new Map<string, StandardAccount>()
  const english = new Map<string, StandardAccount>()
  for (const [key, { other, english: names }] of Object.entries(words)) {
    const account = accounts.get(key)
    if (!account) continue
    for (const name of other) exact.set(nameKey(name), account)
    for (const name of names) english.set(englishKey(name), account)
  }
  for (const [name, account] of [...byName(charts.cas), ...byName(chart)]) exact.set(name, account)
  const long = [...exact].filter(([name]) => name.length >= 3).toSorted(([a], [b]) => b.length - a.length)
  const book = { exact, english, long }
  booksOf.set(chart, book)
  return book
}

/** A function that finds the standard accounts a first-level name may mean; its answers are kept, names repeat in every child. */
export function nameBook(charts: Charts, standard: Standard, words: AccountWords): (name: string) => NameMatch {
  const book = bookOf(charts, standard, words)
  const known = new Map<string, NameMatch>()
  return (name) => {
    const kept = known.get(name)
    if (kept) return kept
    const match = matchOf(name, book)
    known.set(name, match)
    return match
  }
}

const none: NameMatch = { kind: 'none', accounts: [] }

function matchOf(printed: string, { exact, english, long }: Book): NameMatch {
  // some books print the code inside the name, and a remark in brackets
  const bare = printed.normalize('NFKC').replace(/^\s*\d[\d.-]*\s*/, '')
  const short = nameKey(bare.replace(/[(（[【].*?[)）\]】]/g, ''))
  const key = nameKey(bare)
  const same = exact.get(key) ?? exact.get(short)
  if (same) return { kind: 'exact', accounts: [same] }
  if (latin.test(bare)) {
    const found = english.get(englishKey(bare))
    return found ? { kind: 'english', accounts: [found] } : none
  }
  const longest = long.find(([name]) => short.includes(name))
  // a name one character off is tried before one inside another: 固定资产清里 is no 固定资产
  const off = short.length >= 4 ? long.filter(([name]) => name.length >= 4 && oneOff(short, name)) : []
  if (off.length > 0) {
    const accounts = [...new Map(off.map(([, account]) => [account.key, account])).values()]
    return { kind: 'typo', accounts }
  }
  if (longest) {
    const kind = changing.test(short.replace(longest[0], '')) ? 'changed' : 'within'
    return { kind, accounts: [longest[1]] }
  }
  const holding = short.length >= 3 ? long.filter(([name]) => name.includes(short)) : []
  const held = [...new Map(holding.map(([, account]) => [account.key, account])).values()]
  return held.length > 0 ? { kind: 'changed', accounts: held } : none
}

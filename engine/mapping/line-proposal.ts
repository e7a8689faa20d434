import type { Ledger } from '../ledger/model.ts'
import type { MappingFacts } from './chart.ts'
import { keywordsIn, type NatureMatch, natureWords, type NatureWords, naturesIn, searchable } from './nature.ts'
import { acceptAbove, type LineTag, type MappedAccount } from './relation.ts'
import { transferVouchers } from './transfer.ts'

/** Decisions of earlier years: the tag a firm gave to this account and wording; `null` where it refused one. */
export type LineMemory = (account: string, summary: string) => string | null | undefined

/** A wording without its numbers, dates and months: what repeats from year to year. */
export const wording = (summary: string): string => searchable(summary).replace(/\d[\d,.]*(?:年|月|日|季度|元)?/g, '#')

type Guess = { tag: string; from: string | null; confidence: number; keyword: string; certain: boolean }

/**
 * Voucher lines whose wording gives another nature than their account: 客户招待用礼品 booked as 办公费 is entertainment.
 * A nature the law treats differently waits for a person; a plain expense item on an account without any is accepted.
 */
export function proposeLines(
  ledger: Ledger,
  accounts: ReadonlyMap<string, MappedAccount>,
  facts: MappingFacts,
  memory?: LineMemory,
): LineTag[] {
  const { journal } = ledger
  const transfers = transferVouchers(journal, accounts)
  const words = natureWords(facts.natures)
  // keywords hold no digits, so a million order numbers are one wording to look at
  const guesses = new Map<string, Guess | null>()
  const guessed = (account: MappedAccount, standard: string, summary: string): Guess | null => {
    const key = `${account.code}\u0000${summary.replace(/\d+/g, '#')}`
    const known = guesses.get(key)
    if (known !== undefined) return known
    const guess = guessOf(summary, account, standard, words)
    guesses.set(key, guess)
    return guess
  }
  const speaking = new Set(facts.natures.flatMap(({ standards }) => standards))
  const found: LineTag[] = []
  const places = new Uint32Array(journal.vouchers.length)
  for (let ordinal = 0; ordinal < journal.size; ordinal += 1) {
    const index = journal.voucher[ordinal] ?? 0
    const place = (places[index] ?? 0) + 1
    places[index] = place
    const voucher = journal.vouchers[index]
    const account = accounts.get(journal.accountCodes[journal.account[ordinal] ?? 0] ?? '')
    const summary = journal.summary[ordinal] ?? ''
    if (!voucher || !account?.standard || summary === '' || voucher.closing || transfers.has(index)) continue
    const guess = speaking.has(account.standard) ? guessed(account, account.standard, summary) : null
    const before = memory?.(account.code, wording(summary))
    if (before === null || (guess === null && before === undefined)) continue
    const tag = before ?? guess?.tag ?? ''
    const evidence = [
      ...(before === undefined ? [] : [{ code: 'decided_before' as const, params: { tag } }]),
      ...(guess === null ? [] : [{ code: 'keyword' as const, params: { keyword: guess.keyword, summary } }]),
    ]
    const confidence = before === undefined ? (guess?.confidence ?? 0) : 0.98
    const auto = before !== undefined || (guess?.certain === true && confidence >= acceptAbove)
    found.push({
      ordinal,
      voucherKey: voucher.key,
      line: place,
      account: account.code,
      tag,
      from: account.nature,
      status: auto ? 'auto' : 'pending',
      confidence,
      evidence,
    })
  }
  return found
}

function guessOf(summary: string, account: MappedAccount, standard: string, words: NatureWords): Guess | null {
  const matches = naturesIn(summary, standard, words).filter(({ nature }) => nature.id !== account.nature)
  const own = account.nature === null ? undefined : words.get(account.nature)?.nature
  if (own === undefined) {
    const [first, second] = matches
    if (first === undefined || account.tags.includes('capitalised')) return null
    const rival = second !== undefined && second.keyword.length === first.keyword.length
    return {
      tag: first.nature.id,
      from: null,
      confidence: rival ? 0.6 : 0.9,
      keyword: first.keyword,
      certain: !rival && !first.nature.overrides,
    }
  }
  const agrees = keywordsIn(words, own.id, searchable(summary)).length > 0
  const stronger = matches.filter(({ nature }) => nature.overrides && (nature.crosscuts || !agrees))
  const best: NatureMatch | undefined = stronger.find(({ nature }) => nature.crosscuts) ?? stronger[0]
  if (best === undefined) return null
  const proofs = keywordsIn(words, best.nature.id, searchable(summary)).length
  return {
    tag: best.nature.id,
    from: own.id,
    confidence: proofs > 1 ? 0.84 : 0.7,
    keyword: best.keyword,
    certain: false,
  }
}

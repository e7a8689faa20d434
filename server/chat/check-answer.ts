import type { Doubt } from '#contract/chat-message.ts'
import type { Figure } from '#contract/tool-source.ts'
import { shifted } from '#engine/retrieval/numeral.ts'
import { normalText, type NormalText, searchForm } from '#engine/retrieval/normal-text.ts'
import { quantities, type Quantity } from '#engine/retrieval/quantity.ts'

/** What an answer is held against. */
export type Grounds = {
  /** Words of the source of this number; undefined: there is none. */
  body: (no: number) => string | undefined
  /** Numbers in the words of the source of this number (`numbersIn`), and those of all sources. */
  numbersOf: (no: number) => readonly ReadonlySet<string>[]
  numbers: readonly ReadonlySet<string>[]
  figures: readonly Figure[]
  /** What the person said: his own numbers may be repeated. */
  said: string
}
/** Texts as sources, by their place from 1. */
export function groundsOf(bodies: readonly string[]): Pick<Grounds, 'body' | 'numbersOf' | 'numbers'> {
  const numbers = bodies.map(numbersIn)
  return { body: (no) => bodies[no - 1], numbersOf: (no) => numbers.slice(no - 1, no), numbers }
}
type Known = Pick<Grounds, 'numbersOf' | 'numbers'> & { free: ReadonlySet<string> }
/** `scale`: the power of ten in which a table says its amounts; 0 for single yuan. */
type AtPlace = Known & { scale: number }
export type Checked = { doubts: Doubt[]; cited: Set<number> }

/** `[1]`, `[1][2]`, `[1, 2]`, `【1】`; not the text of a link. */
const CITATION = /[[【](\d{1,3}(?:\s*[,，、]\s*\d{1,3})*)[\]】](?!\()/g
const SENTENCE = /[^。！？；\n!?;]+(?:[。！？；!?;\n]+(?:\s*[[【]\d[\d\s,，、]*[\]】])*|$)/g
const QUOTE = /[“「『]([^”」』\n]{6,400})[”」』]/g
/** 1. and (2) at the head of a line count nothing; neither do headings and table rules. */
const LIST_NUMBER = /^[\s>*#|-]*[(（]?\d{1,2}[.、)）．]/

/**
 * Holds an answer against what it rests on. Every `[n]` must be a source; a number in a sentence must stand in a source the sentence
 * cites (in any source, where it cites none), in a figure a tool gave, or in what the person said; words in quotation marks must
 * stand in the cited source. Numbers are compared by value: 1,234.50, 1234.5 and 0.12345万 are the same.
 */
export function checkAnswer(text: string, grounds: Grounds): Checked {
  const doubts: Doubt[] = []
  const cited = new Set<number>()
  const known = { ...grounds, free: freeNumbers(grounds) }
  let heading = 0
  for (const match of text.matchAll(SENTENCE)) {
    const [sentence] = match
    const start = match.index
    // 单位：万元 holds for the rows under it, up to the end of their table
    const row = /^\s*\|/.test(sentence)
    heading = headedScale(sentence) || (row || sentence.trim() === '' ? heading : 0)
    const numbers = citationsOf(sentence)
    for (const { no, from, to } of numbers) {
      if (grounds.body(no) !== undefined) cited.add(no)
      else doubts.push({ code: 'sourceMissing', from: start + from, to: start + to, words: sentence.slice(from, to) })
    }
    const found = [...new Set(numbers.map(({ no }) => no))].filter((no) => grounds.body(no) !== undefined)
    for (const { from, to } of unknownNumbers(sentence, found, { ...known, scale: row ? heading : 0 }))
      doubts.push({ code: 'figureUnverified', from: start + from, to: start + to, words: sentence.slice(from, to) })
    if (found.length > 0)
      for (const quote of sentence.matchAll(QUOTE)) {
        const from = start + quote.index
        if (!found.some((no) => holds(grounds.body(no) ?? '', quote[1] ?? '')))
          doubts.push({ code: 'quoteUnverified', from, to: from + quote[0].length, words: quote[0] })
      }
  }
  return { doubts, cited }
}

function citationsOf(sentence: string): { no: number; from: number; to: number }[] {
  return Array.from(sentence.matchAll(CITATION), (match) =>
    (match[1] ?? '').split(/[,，、]/).map((no) => ({
      no: Number(no),
      from: match.index,
      to: match.index + match[0].length,
    })),
  ).flat()
}

/** What may stand in any sentence: figures of tools, the person's own numbers. */
function freeNumbers({ said, figures }: Grounds): Set<string> {
  const free = new Set(numbersIn(said))
  for (const { value, unit } of figures) {
    for (const one of numbersIn(unit === '%' ? `${value}%` : `${value}${unit === '元' ? '' : unit}`)) free.add(one)
    for (const one of numbersIn(value)) free.add(one)
  }
  return free
}

/** A blank between a number and its scale: 123.4 万. */
const GAP = /(?<=\d)[^\S\n]+(?=[百千]?万|亿|%|‰)/g

function closed({ text, at }: NormalText): { text: string; at: number[] } {
  const gone = new Set(
    Array.from(text.matchAll(GAP), (gap) => Array.from(gap[0], (_, more) => gap.index + more)).flat(),
  )
  const kept = Array.from({ length: text.length + 1 }, (_, index) => index).filter((index) => !gone.has(index))
  return { text: text.replace(GAP, ''), at: kept.map((index) => at[index] ?? 0) }
}

/** The numbers of a text by their values, without idle zeros; those below zero also with their sign. */
export function numbersIn(text: string): Set<string> {
  const form = searchForm(text)
  const scale = headedScale(form)
  return new Set(
    quantities(form).flatMap((one) => {
      const value = plain(one.value)
      const read =
        scale > 0 && one.unit === '' && /^\d+(?:\.\d+)?$/.test(value) ? [value, shifted(value, scale)] : [value]
      return isBelowZero(form, one) ? read.flatMap((each) => [each, `-${each}`]) : read
    }),
  )
}
const HEADED = /单位[:：]\s*(?:人民币)?\s*(亿|千万|百万|万|千)元/
/** The power of ten of 单位：万元; 0 where no unit but the yuan is said. */
const headedScale = (text: string): number => scales.find(([word]) => word === HEADED.exec(text)?.[1])?.[1] ?? 0

/** -5, not the 5 of 2025-12 or 记-5; in brackets as accountants write it. */
const isBelowZero = (text: string, { start, end }: Quantity): boolean =>
  /(?:^|[^\p{L}\p{N}])[-−–]$|负$/u.test(text.slice(Math.max(0, start - 2), start)) ||
  (text[start - 1] === '(' && text[end] === ')')
/** A minus that can be nothing else: no dash, no subtraction. */
const SAYS_MINUS = /(?:^|[为是达:|(,、=])\s*[-−–]$/
// the 03 of a date is its 3, 0013 the number of a voucher
const plain = (value: string) => (/^0\d{2,}$/.test(value) ? value : value.endsWith('%') ? value : shifted(value, 0))

const blank = (part: string) => ' '.repeat(part.length)

function unknownNumbers(
  sentence: string,
  cited: readonly number[],
  { numbersOf, numbers, free, scale }: AtPlace,
): { from: number; to: number }[] {
  const bare = sentence.replaceAll(CITATION, blank).replace(LIST_NUMBER, blank)
  const { text, at } = closed(normalText(bare))
  const places = cited.length > 0 ? cited.flatMap((no) => numbersOf(no)) : numbers
  return (
    quantities(text)
      // 几十万 says no number
      .filter(
        (one) =>
          counts(one) && !spans(one, text) && !/[几数][十百千万亿]$/.test(text.slice(one.start - 1, one.start + 1)),
      )
      .filter((one) => !placesHold([free, ...places], one, text) && !heldAtScale([free, ...places], one, scale))
      .map(({ start, end }) => ({ from: at[start] ?? 0, to: at[end] ?? sentence.length }))
  )
}

/** 三点, 12项 and a bare 1 are counted by the answer itself, not read in its grounds. */
const counts = ({ value, unit, ordinal }: Quantity): boolean => {
  if (ordinal) return true
  const counter = /^(?:项|款|目|类|档|次|个|批|级|条)$/.test(unit)
  return !((value.length === 1 && unit === '') || (counter && /^\d{1,2}$/.test(value) && Number(value) <= 20))
}

/** 最近三年 says how far one looks, as does 过去12个月. */
const spans = ({ unit, start }: Quantity, text: string): boolean =>
  /^个?(?:年|月|日|天|季度)/.test(unit) &&
  /(?:最近|近|过去|此前|今后|未来)$/.test(text.slice(Math.max(0, start - 2), start))

/** 单位：万元 over a table: an amount in it is so many times larger, as exact as it is written. */
function heldAtScale(places: readonly ReadonlySet<string>[], { value, unit }: Quantity, scale: number): boolean {
  if (scale === 0 || unit !== '' || /[%/]/.test(value)) return false
  const step = scale - decimals(value)
  const large = shifted(value, scale)
  return places.some((place) => [...place].some((held) => !held.startsWith('-') && roundsTo(held, large, step)))
}

function placesHold(places: readonly ReadonlySet<string>[], one: Quantity, text: string): boolean {
  const value = plain(one.value)
  const written = text.slice(one.start, one.end)
  // a loss is no profit; an amount alone, since what else a dash may mean is not known
  if (
    /^[^%‰]*[.,][^%‰]*$|元$/.test(written + one.unit) &&
    SAYS_MINUS.test(text.slice(Math.max(0, one.start - 8), one.start))
  )
    return places.some((place) =>
      [...place].some((held) => held.startsWith('-') && roundsTo(held.slice(1), value, precisionOf(value, written))),
    )
  if (places.some((place) => place.has(value))) return true
  // 六成 is 60%
  if (one.unit === '成' && places.some((place) => place.has(`${shifted(value, 1)}%`) || place.has(shifted(value, -1))))
    return true
  // 0.25 and 25% are one rate
  const other = value.endsWith('%')
    ? shifted(value.slice(0, -1), -2)
    : /^0?\.\d|^0\.\d/.test(value)
      ? `${shifted(value, 2)}%`
      : ''
  if (other !== '' && places.some((place) => place.has(other))) return true
  const about = /[约近]\s*$|大约\s*$/.test(text.slice(Math.max(0, one.start - 3), one.start))
  // 12.35万 may stand for 123,456.78: as exact as it is written
  if (!about && !/[万亿千]$/.test(written)) return false
  const step = precisionOf(value, written)
  return places.some((place) => [...place].some((held) => !held.startsWith('-') && roundsTo(held, value, step)))
}

const scales: readonly (readonly [string, number])[] = [
  ['万亿', 12],
  ['亿', 8],
  ['千万', 7],
  ['百万', 6],
  ['万', 4],
  ['千', 3],
]

/** The last place that is written, as a power of ten: 12.35万 is exact to 2. */
function precisionOf(value: string, written: string): number {
  const [, scale] = scales.find(([word]) => written.endsWith(word)) ?? ['', 0]
  const places = /\.(\d+)/.exec(written)?.[1]?.length ?? 0
  return value.endsWith('%') ? -places : scale - places
}

/** Whether a value, written as exactly as to this power of ten, may stand for what is held. */
function roundsTo(held: string, value: string, power: number): boolean {
  if (held.endsWith('%') !== value.endsWith('%') || held.includes('/') || value.includes('/')) return false
  const [one, other] = [held.replace('%', ''), value.replace('%', '')]
  const places = Math.max(decimals(one), decimals(other), -power)
  const apart = BigInt(shifted(one, places)) - BigInt(shifted(other, places))
  return 2n * (apart < 0n ? -apart : apart) <= 10n ** BigInt(power + places)
}
const decimals = (value: string): number => (value.split('.')[1] ?? '').length

const bareWords = (text: string) => searchForm(text).replace(/[\s\p{P}]/gu, '')
const holds = (body: string, quote: string) => bareWords(body).includes(bareWords(quote))

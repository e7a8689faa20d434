import { findIdentifiers } from './identifiers.ts'
import { searchForm } from './normal-text.ts'
import { quantities } from './quantity.ts'
import { referredTitle } from './support.ts'

/** One version of a law or document. Days are YYYY-MM-DD; null is not known, which is not the same as always. */
export type LawVersion = {
  id: string
  title: string
  /** 文号 as published, if it has one. */
  number: string | null
  effectiveFrom: string | null
  /** The last day it applies; null if no end is known. */
  effectiveTo: string | null
}

export type Standing = 'inForce' | 'notYet' | 'expired' | 'unknown'

/** How a version stands on a day. Without a first day it is unknown, unless its end has passed. */
export function standingOn(
  { effectiveFrom, effectiveTo }: Pick<LawVersion, 'effectiveFrom' | 'effectiveTo'>,
  day: string,
): Standing {
  if (effectiveTo !== null && effectiveTo < day) return 'expired'
  if (effectiveFrom === null) return 'unknown'
  return effectiveFrom > day ? 'notYet' : 'inForce'
}

/** Which version another one follows, and from which day. */
export type Succession = { id: string; supersededBy: string; from: string }

/**
 * Versions that a later one of the same title replaces. A number tells different documents of one title apart
 * (annual notices are called alike), so two numbered ones follow one another only if they are statutes, which have none
 * of 财税[2018]54号's kind. Versions without a first day take no part: nobody knows which is later.
 */
export function successions(versions: readonly LawVersion[]): Succession[] {
  const groups = Map.groupBy(
    versions.filter(({ effectiveFrom }) => effectiveFrom !== null),
    ({ title, number }) => `${referredTitle(title)}\n${number !== null && !/令/.test(number) ? number : ''}`,
  )
  return [...groups.values()].flatMap((group) => {
    const ordered = group.toSorted((one, other) => ((one.effectiveFrom ?? '') < (other.effectiveFrom ?? '') ? -1 : 1))
    return ordered.slice(0, -1).flatMap((version, at) => {
      const next = ordered[at + 1]
      const from = next?.effectiveFrom
      return next && from && from !== version.effectiveFrom ? [{ id: version.id, supersededBy: next.id, from }] : []
    })
  })
}

/** What a text says of the end of another, word for word, for a person to confirm. */
export type Repeal = { titles: string[]; numbers: string[]; sentence: string }

const ending = /废止|失效|停止执行|不再执行/

/** Sentences by which a text ends others: 《…》同时废止, （财税〔2018〕54号）停止执行. What is ended in part is found too. */
export function repeals(text: string): Repeal[] {
  return text
    .split(/(?<=[。；\n])/)
    .filter((sentence) => ending.test(sentence))
    .map((sentence) => ({
      titles: [...sentence.matchAll(/《([^《》]{2,80})》/g)].map(([, title = '']) => title),
      numbers: findIdentifiers(searchForm(sentence))
        .filter(({ kind }) => kind === 'document')
        .map(({ value }) => value),
      sentence: sentence.trim(),
    }))
    .filter(({ titles, numbers }) => titles.length + numbers.length > 0)
}

/** The days between which a text says it applies, each with the words that say so; null where it says nothing. */
export type StatedTerm = { from: { day: string; words: string } | null; to: { day: string; words: string } | null }

const start = /自(.{6,16}?日)起(?:施行|执行|实施|生效)/
const until = /(?:执行期限)?(?:至|截至|到)(.{6,16}?日)(?:止)?(?:[。，,)]|$|执行|期间)/

/** Reads 自2026年1月1日起施行 and 执行至2027年12月31日. 自发布之日起 names no day and gives none. */
export function statedTerm(text: string): StatedTerm {
  const said = searchForm(text)
  return { from: dayIn(start.exec(said)), to: dayIn(until.exec(said)) }
}

function dayIn(match: RegExpExecArray | null): { day: string; words: string } | null {
  if (!match) return null
  const [year, month, day] = quantities(match[1] ?? '')
  if (!year || !month || !day || year.unit !== '年' || month.unit !== '月' || day.unit !== '日') return null
  if (year.value.length !== 4 || Number(month.value) > 12 || Number(day.value) > 31) return null
  const written = `${year.value}-${month.value.padStart(2, '0')}-${day.value.padStart(2, '0')}`
  return { day: written, words: match[0] }
}

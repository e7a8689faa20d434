import type { ReviewRule } from '#contract/proposal.ts'
import type { Source } from '#contract/tool-source.ts'
import type { Language } from '#contract/texts.ts'
import { fenOf, yuan } from '#engine/money.ts'
import type { LastYear } from './last-year.ts'
import { type CellFact, cellSource, lawSource, type PaperFacts } from './paper-facts.ts'
import { type ProposalWord, sayWord, shownValue } from './proposal-words.ts'

/** Something for a reviewer to look at, tied to a cell. */
export type Point = {
  rule: ReviewRule
  place: string
  subject: string
  text: string
  /** 1 must be looked at, 2 should, 3 may. */
  weight: 1 | 2 | 3
  evidence: Source[]
}
/** A decision against a formula that stands. */
export type StandingOverride = { cell: string; value: string; reason: string; evidence: string; hasFile: boolean }
export type ReviewGrounds = {
  facts: PaperFacts
  overrides: readonly StandingOverride[]
  lastYear: LastYear
  /** Fen under which a difference is clearly trivial. */
  trivial: bigint
}

/** A change of so much or more is asked about, where it is not trivial. */
const CHANGE_PERCENT = 30n
/** Fewer signs than this name no proof. */
const TELLING_EVIDENCE = 6
/** Cells named in one point. */
const MOST_NAMED = 6
/** Points of one kind in one paper; a list nobody reads to its end helps nobody. */
const MOST_OF_A_KIND = 20

const fenIn = (value: string | null) => (value === null ? undefined : fenOf(value))
const sizeOf = (fen: bigint) => (fen < 0n ? -fen : fen)

/** The points that rules find in a paper, the weightiest first. Pure: the same paper gives the same points. */
export function reviewPoints(grounds: ReviewGrounds, language: Language): Point[] {
  const { facts } = grounds
  const ofCells = facts.cells.flatMap((cell) =>
    amiss(cell, facts, language).concat(
      tieOut(cell, facts, language),
      answers(cell, facts, language),
      change(cell, grounds, language),
      doubtfulLaw(cell, facts, language),
    ),
  )
  const points = [
    ...missing(facts, language),
    ...oncePerGround(ofCells),
    ...stale(facts, language),
    ...grounds.overrides.flatMap((one) => typedOver(one, grounds, language)),
  ]
  const kinds = Map.groupBy(points, ({ rule }) => rule)
  return [...kinds.values()]
    .flatMap((one) => one.slice(0, MOST_OF_A_KIND))
    .toSorted((one, other) => one.weight - other.weight)
}

/** An answer without proof, or a doubtful provision, is one thing to settle however many cells read it. */
const oncePerGround = (points: readonly Grounded[]): Point[] => {
  const seen = new Set<string>()
  return points.flatMap(({ ground, ...point }) => {
    const key = `${point.rule}\n${ground ?? point.place}`
    if (seen.has(key)) return []
    seen.add(key)
    return [point]
  })
}
type Grounded = Point & { ground?: string }

type Found = { rule: ReviewRule; weight: Point['weight']; word: ProposalWord; params: Record<string, string> }

function pointOf(cell: CellFact, { project }: PaperFacts, language: Language, found: Found): Point {
  const { rule, weight, word, params } = found
  return {
    rule,
    weight,
    place: cell.cell,
    subject: cell.label,
    text: sayWord(word, language, { label: cell.label || cell.cell, ...params }),
    evidence: [cellSource(project, cell, cell.words)],
  }
}

/** What has no value: one point for all cells that wait for the same. */
function missing(facts: PaperFacts, language: Language): Point[] {
  const waiting = facts.cells.filter(({ status }) => status === 'missing')
  return [...Map.groupBy(waiting, ({ reason }) => reason)].flatMap(([why, cells]) => {
    const [first] = cells
    if (!first) return []
    const params = { ...together(cells, language), reason: why || sayWord('none', language) }
    const word = cells.length > 1 ? 'missingAll' : 'missing'
    return [pointOf(first, facts, language, { rule: 'missing', weight: 2, word, params })]
  })
}

const together = (cells: readonly CellFact[], language: Language) => ({
  label: cells
    .map(({ label, cell }) => label || cell)
    .slice(0, MOST_NAMED)
    .join(language === 'en' ? ', ' : '、'),
  count: String(cells.length),
})

/** What is no longer what it was computed from: one point, since generating anew settles all. */
function stale(facts: PaperFacts, language: Language): Point[] {
  const old = facts.cells.filter((one) => one.stale && one.status !== 'error')
  const [first] = old
  if (!first) return []
  const word = old.length > 1 ? 'staleAll' : 'stale'
  const params = old.length > 1 ? together(old, language) : {}
  return [pointOf(first, facts, language, { rule: 'stale', weight: 2, word, params })]
}

/** What cannot be computed. */
function amiss(cell: CellFact, facts: PaperFacts, language: Language): Grounded[] {
  if (cell.status !== 'error') return []
  const reason = cell.reason || sayWord('none', language)
  return [pointOf(cell, facts, language, { rule: 'failing', weight: 1, word: 'failing', params: { reason } })]
}

/** A tie-out that is not 0. */
export const isOff = ({ tieOut: must, value }: CellFact): boolean => must && value !== null && Number(value) !== 0

function tieOut(cell: CellFact, facts: PaperFacts, language: Language): Point[] {
  if (!isOff(cell)) return []
  const params = { value: shownValue(cell.unit, cell.value, language) }
  return [pointOf(cell, facts, language, { rule: 'tieOut', weight: 1, word: 'tieOut', params })]
}

/** Answers and entered rows that name no proof. */
function answers(cell: CellFact, facts: PaperFacts, language: Language): Grounded[] {
  const bare = cell.params.filter(({ evidence }) => evidence.trim() === '')
  return [
    ...bare.map(({ name, label, value }) => {
      const params = { param: label, value }
      const point = pointOf(cell, facts, language, { rule: 'noEvidence', weight: 2, word: 'noEvidence', params })
      return Object.assign(point, { ground: `param ${name}` })
    }),
    ...cell.bareEntries.slice(0, 1).map(({ label, name }) => {
      const params = { param: label, value: name }
      const point = pointOf(cell, facts, language, { rule: 'noEvidence', weight: 2, word: 'noEvidenceRow', params })
      return Object.assign(point, { ground: `entry ${label} ${name}` })
    }),
  ]
}

/** Money that moved by 30 % or more against last year's paper, and by more than what is trivial. */
function change(cell: CellFact, { facts, lastYear, trivial }: ReviewGrounds, language: Language): Point[] {
  const [now, before] = [fenIn(cell.value), fenIn(lastYear.values.get(cell.cell) ?? null)]
  if (cell.unit !== 'money' || cell.cell.includes('@') || now === undefined || before === undefined) return []
  const moved = now - before
  if (sizeOf(moved) < trivial || sizeOf(moved) * 100n < CHANGE_PERCENT * sizeOf(before)) return []
  const said = (fen: bigint) => shownValue('money', yuan(fen), language)
  const params = { value: said(now), before: said(before), change: said(moved), least: said(trivial) }
  const percent = before === 0n ? '' : `${Number((moved * 10_000n) / sizeOf(before)) / 100}%`
  const point = pointOf(cell, facts, language, {
    rule: 'change',
    weight: cell.feeds === '' ? 3 : 2,
    word: before === 0n ? 'changeNew' : 'change',
    params: { ...params, percent, share: String(CHANGE_PERCENT) },
  })
  return [{ ...point, evidence: [...point.evidence, ...lastYear.sourceOf(cell)] }]
}

function doubtfulLaw(cell: CellFact, facts: PaperFacts, language: Language): Grounded[] {
  const doubtful = cell.law.find(({ certain }) => !certain)
  if (!doubtful || cell.feeds === '') return []
  const { doc, article } = doubtful
  const point = pointOf(cell, facts, language, {
    rule: 'uncertainLaw', weight: 3, word: 'uncertainLaw', params: { doc, article: article && ` ${article}` },
  }) // prettier-ignore
  return [{ ...point, evidence: [...point.evidence, lawSource(doubtful)], ground: `${doc} ${article}` }]
}

/** What people set against the formula, and proof that proves little. */
function typedOver(of: StandingOverride, { facts, trivial }: ReviewGrounds, language: Language): Point[] {
  const cell = facts.cells.find((one) => one.cell === of.cell)
  if (!cell) return []
  // decided after the papers were generated: what stands there is still the formula's
  const formula = cell.status === 'overridden' ? cell.calculated : cell.value
  const [given, set] = [fenIn(formula), fenIn(of.value)]
  const difference = cell.unit === 'money' && given !== undefined && set !== undefined ? set - given : undefined
  const params = {
    calculated: shownValue(cell.unit, formula, language),
    value: shownValue(cell.unit, of.value, language),
    difference: difference === undefined ? '—' : shownValue('money', yuan(difference), language),
    reason: of.reason,
    evidence: of.evidence || sayWord(of.hasFile ? 'attached' : 'none', language),
  }
  const heavy = difference === undefined || sizeOf(difference) >= trivial
  const point = pointOf(cell, facts, language, { rule: 'typedOver', weight: heavy ? 1 : 2, word: 'typedOver', params })
  if (of.hasFile || of.evidence.trim().length >= TELLING_EVIDENCE) return [point]
  const weak = { evidence: params.evidence }
  return [
    point,
    pointOf(cell, facts, language, { rule: 'weakEvidence', weight: 1, word: 'weakEvidence', params: weak }),
  ]
}

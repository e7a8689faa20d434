import type { Source } from '#contract/tool-source.ts'
import type { Language } from '#contract/texts.ts'
import { type CellFact, cellSource, lawSource, type PaperFacts } from './paper-facts.ts'
import { isOff } from './review-points.ts'
import { joint, sayWord, shownValue } from './proposal-words.ts'

const MOST_FIGURES = 16
const MOST_NAMED = 8

/** Figures worth a sentence: those that go into the return, then money of the paper's own lines (not of table rows). */
function telling(cells: readonly CellFact[]): CellFact[] {
  const own = cells.filter(({ unit, value, cell }) => value !== null && unit !== 'text' && !cell.includes('@'))
  const fed = own.filter(({ feeds }) => feeds !== '')
  const rest = own.filter(({ feeds, unit }) => feeds === '' && unit === 'money')
  const chosen = new Set([...fed, ...rest].slice(0, MOST_FIGURES))
  return cells.filter((one) => chosen.has(one))
}

const named = (cells: readonly CellFact[], language: Language): string => {
  const names = cells.slice(0, MOST_NAMED).map(({ label, cell }) => label || cell)
  return names.join(language === 'en' ? ', ' : '、') + (cells.length > MOST_NAMED ? '…' : '')
}

/** A note for a paper from what stands in it: procedures, figures, law, what is open, conclusion. No word of a model. */
export function paperNote(
  facts: PaperFacts,
  language: Language,
): { subject: string; text: string; evidence: Source[] } {
  const say = (key: Parameters<typeof sayWord>[0], params?: Parameters<typeof sayWord>[2]) =>
    sayWord(key, language, params)
  const figures = telling(facts.cells)
  const law = [
    ...new Map(facts.cells.flatMap((one) => one.law).map((one) => [`${one.doc} ${one.article}`, one])).values(),
  ]
  const missing = facts.cells.filter(({ status }) => status === 'missing' || status === 'error')
  const overridden = facts.cells.filter(({ status }) => status === 'overridden')
  const failing = facts.cells.filter(isOff)
  const stale = facts.cells.filter((one) => one.stale)
  const bare = facts.cells.filter(
    ({ params, bareEntries }) => bareEntries.length > 0 || params.some(({ evidence }) => evidence.trim() === ''),
  )
  const open = [
    missing.length > 0 ? say('noteMissing', { count: missing.length, list: named(missing, language) }) : '',
    overridden.length > 0 ? say('noteOverridden', { count: overridden.length, list: named(overridden, language) }) : '',
    failing.length > 0 ? say('noteTieOut', { count: failing.length, list: named(failing, language) }) : '',
    stale.length > 0 ? say('noteStale', { count: stale.length, list: named(stale, language) }) : '',
    bare.length > 0 ? say('noteEvidence', { count: bare.length, list: named(bare, language) }) : '',
  ].filter((one) => one !== '')
  const sentences = figures.map(
    ({ label, unit, value, feeds }) =>
      say('noteFigure', { label, value: shownValue(unit, value, language) }) +
      (feeds ? say('noteFeeds', { line: feeds }) : ''),
  )
  const cited = law.map(
    ({ doc, article, certain, lapsed }) =>
      `${doc}${article && ` ${article}`}${certain ? '' : say('uncertain')}${lapsed ? say('lapsed') : ''}`,
  )
  const lines = [
    say('noteProcedures'),
    facts.procedures.length > 0 ? say('noteAsPlanned') : '',
    ...facts.procedures,
    say('noteFindings'),
    sentences.length > 0
      ? `${sentences.join(joint(language))}${language === 'en' ? '.' : '。'}`
      : say('noteNothingOpen'),
    say('noteLaw'),
    cited.length > 0 ? `${cited.join(joint(language))}${language === 'en' ? '.' : '。'}` : say('noteNothingOpen'),
    say('noteOpen'),
    ...(open.length > 0 ? open : [say('noteNothingOpen')]),
    say('noteConclusion'),
    // a figure that a person decided is no open end, what is missing or does not agree is
    open.length > (overridden.length > 0 ? 1 : 0)
      ? say('noteNotYet')
      : facts.conclusion && say('noteConfirm', { text: facts.conclusion }),
  ]
  return {
    subject: `${facts.paperId} ${facts.name}`,
    text: lines.filter((one) => one !== '').join('\n'),
    evidence: [...figures.map((one) => cellSource(facts.project, one, one.words)), ...law.map(lawSource)],
  }
}

import type { z } from 'zod'
import type { Cell } from '#contract/paper.ts'
import type { Source } from '#contract/tool-source.ts'
import type { Language } from '#contract/texts.ts'
import { describeFault } from '#engine/binding/fault.ts'
import { paperPack, rulePack } from '#facts/facts.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound } from '#server/kernel/errors.ts'
import { shownGeneration } from '../paper/generation-query.ts'
import { paramLabel } from '../paper/params.ts'
import { cellsOf } from '../paper/printed-papers.ts'
import { staleOf } from '../paper/stale-query.ts'
import { type BothLanguages, inLanguage, type StoredProvenance, wireCell } from '../paper/stored-cell.ts'
import type { ProjectRow } from '../project/reach.ts'
import { placeIn } from '../tool/tool-project.ts'
import { shownAnswer } from './proposal-words.ts'
import { saidValue } from '../workbook/project-overrides.ts'

/** The law behind a figure, and whether the rule pack stands for it. */
export type LawFact = { doc: string; article: string; certain: boolean; lapsed: boolean }

/** A cell with all that rules ask about it. Values as on the wire: yuan for money. */
export type CellFact = z.output<typeof Cell> & {
  /** The formula in words. */
  words: string
  /** Why it has no value. */
  reason: string
  /** What its formula gives where a person decided otherwise. */
  calculated: string | null
  stale: boolean
  /** Must be 0. */
  tieOut: boolean
  feeds: string
  /** Answers of people that it reads itself. */
  params: { label: string; name: string; value: string; evidence: string }[]
  /** Entered rows without evidence. */
  bareEntries: { label: string; name: string }[]
  law: LawFact[]
}
export type PaperFacts = {
  project: ProjectRow
  generationId: string
  paperId: string
  name: string
  procedures: readonly string[]
  conclusion: string
  cells: CellFact[]
}

const papers = new Map(paperPack.papers.map((one) => [one.id, one]))
const rules = new Map(rulePack.rules.map((rule) => [rule.id, rule]))

/** The items and columns of the system's papers that must be 0. */
const tieOuts = new Set(
  paperPack.papers.flatMap(({ id, blocks }) =>
    blocks.flatMap((block) =>
      (block.kind === 'items' ? block.items : block.columns).flatMap(({ key, check }) =>
        check ? [`${id}.${key}`] : [],
      ),
    ),
  ),
)
const CERTAIN = new Set(['high', 'confirmed'])
/** Whether the rule pack stands for its words; what names no rule is not doubted. */
export const isCertain = (certainty: string): boolean => certainty === '' || CERTAIN.has(certainty)

/** Whether words of the law name a term that ended before the year: a rule keeps the provisions it grew out of. */
export function isLapsed(article: string, year: number): boolean {
  const ends = Array.from(article.matchAll(/至\s*(\d{4})(?=年|-\d)/g), ([, end]) => Number(end))
  return ends.length > 0 && Math.max(...ends) < year
}

function lawOf({ rates, rule }: StoredProvenance, year: number): LawFact[] {
  const ids = rates.length > 0 ? rates.map((one) => ({ id: one.rule, basis: one.basis })) : []
  const under = rule === null ? undefined : rules.get(rule)
  if (ids.length === 0 && under) ids.push({ id: under.id, basis: under.basis })
  return ids.flatMap(({ id, basis }) =>
    basis.map(({ doc, article }) => ({
      doc,
      article: article ?? '',
      certain: isCertain(rules.get(id)?.certainty ?? ''),
      lapsed: isLapsed(article ?? '', year),
    })),
  )
}

type CellRow = Awaited<ReturnType<typeof cellsOf>>[number]

type Around = { year: number; stale: boolean; evidence: ReadonlyMap<string, string>; language: Language }

function cellFact(row: CellRow, { year, stale, evidence, language }: Around): CellFact {
  const how = row.provenance as StoredProvenance
  const given = how.calculated ?? null
  return Object.assign(wireCell(row, language), {
    words: inLanguage(how.words, language),
    reason: how.faults.map((fault) => describeFault(fault, language === 'en' ? 'en' : 'zh')).join(' '),
    calculated: given === null ? null : saidValue(row.unit, given),
    stale,
    tieOut: tieOuts.has(row.cell.split('@', 1)[0] ?? ''),
    feeds: how.feeds.join('、'),
    params: how.params.flatMap(({ id, value }) =>
      value === null
        ? []
        : [
            {
              label: paramLabel(id, language),
              name: id,
              value: shownAnswer(String(value), language),
              evidence: evidence.get(id) ?? '',
            },
          ],
    ),
    bareEntries: (how.entries ?? []).flatMap(({ register, rows = [] }) =>
      rows.filter(({ evidence }) => evidence.trim() === '').map(({ name }) => ({ label: register, name })),
    ),
    law: lawOf(how, year),
  })
}

/** A paper of the generation that shows, with its cells; not found if there is none of this name. */
export async function paperFacts(
  db: Db,
  project: ProjectRow,
  paperId: string,
  language: Language,
): Promise<PaperFacts> {
  const generationId = shownGeneration(project)
  const paper = await db
    .selectFrom('paper')
    .select('name')
    .where('generation_id', '=', generationId)
    .where('paper_id', '=', paperId)
    .executeTakeFirst()
  if (!paper) throw notFound()
  const stale = (await staleOf(db, project))?.cells.get(paperId)
  const rows = await cellsOf(db, generationId, [paperId])
  const answers = await db
    .selectFrom('project_param')
    .select(['name', 'evidence'])
    .where('project_id', '=', project.id)
    .execute()
  const evidence = new Map(answers.map((one) => [one.name, one.evidence]))
  const own = papers.get(paperId)
  return {
    project,
    generationId,
    paperId,
    name: inLanguage(paper.name as BothLanguages, language),
    procedures: (own?.procedures ?? []).map((one) => inLanguage(one, language)),
    conclusion: own ? inLanguage(own.conclusion, language) : '',
    cells: rows.map((row) =>
      cellFact(row, { year: project.year, stale: stale?.has(row.cell) ?? false, evidence, language }),
    ),
  }
}

/** Where a cell is, as evidence. */
export const cellSource = (project: ProjectRow, cell: { cell: string; label: string }, quote?: string): Source => ({
  kind: 'cell',
  title: cell.label || cell.cell,
  place: placeIn(project, '/wps/index', { paperId: cell.cell.slice(0, cell.cell.indexOf('.')), cell: cell.cell }),
  at: cell.cell,
  ...(quote !== undefined && { quote }),
})

export const lawSource = ({ doc, article }: Pick<LawFact, 'doc' | 'article'>): Source => ({
  kind: 'law',
  title: doc,
  place: '',
  ...(article && { at: article }),
})

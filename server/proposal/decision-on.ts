import { sql } from 'kysely'
import type { Provenance } from '#contract/paper.ts'
import type { Db } from '#server/kernel/database.ts'
import type { StoredProvenance } from '../paper/stored-cell.ts'
import { shownGeneration } from '../paper/generation-query.ts'
import type { ProjectRow } from '../project/reach.ts'
import { saidValue } from '../workbook/project-overrides.ts'

/** What people decided about a cell against its formula. */
export type Decision = {
  /** The unit of a figure that a person had set when the papers were generated; empty: the formula's stands. */
  used: string
  /** What the formula gave then; of a figure that nobody had set, null. */
  calculated: string | null
  /** The decision that stands now; `isUsed`: the papers show it. */
  standing?: {
    who: string
    reason: string
    evidence: string
    hasFile: boolean
    unit: string
    value: string
    isUsed: boolean
  }
}

type Shown = Pick<Provenance, 'cell' | 'unit' | 'status' | 'value'>

/** The decision behind a shown cell, and the one that stands now. */
export async function decisionOn(db: Db, project: ProjectRow, of: Shown): Promise<Decision> {
  const isSet = of.status === 'overridden'
  const row = await db
    .selectFrom('paper_override')
    .select(['unit', 'value', 'reason', 'evidence', 'file_id'])
    .select(sql<string | null>`person_name(create_user)`.as('who'))
    .where('project_id', '=', project.id)
    .where('cell', '=', of.cell)
    .where('withdrawn_time', 'is', null)
    .executeTakeFirst()
  const stored = isSet
    ? await db
        .selectFrom('paper_cell')
        .select(['unit', 'provenance'])
        .where('generation_id', '=', shownGeneration(project))
        .where('cell', '=', of.cell)
        .executeTakeFirst()
    : undefined
  const given = (stored?.provenance as StoredProvenance | undefined)?.calculated ?? null
  const decision = {
    used: isSet ? of.unit : '',
    calculated: given === null ? null : saidValue(stored?.unit ?? '', given),
  }
  if (!row) return decision
  const { unit, value, reason, evidence, file_id: file, who } = row
  const said = saidValue(unit, value)
  const isUsed = isSet && said === of.value
  return {
    ...decision,
    standing: { who: who ?? '', reason, evidence, hasFile: file !== null, unit, value: said, isUsed },
  }
}

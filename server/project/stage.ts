import { type RawBuilder, sql } from 'kysely'
import type { Project } from '#contract/project.ts'

/** What the stage of a project follows from, each a condition. */
type Signs = Record<'noLedger' | 'waits' | 'unlocked' | 'papersCount', RawBuilder<unknown>>

/**
 * How far the main job of a `firm_project` row is. `generated` only while the papers are of the dataset and relation that
 * count now: a re-import or a changed relation falls back to the step that must be done again.
 */
export const stageBy = ({ noLedger, waits, unlocked, papersCount }: Signs) => sql<Project['stage']>`case
  when ${noLedger} then case when ${waits} then 'imported' else 'empty' end
  when ${unlocked} then 'verified'
  when ${papersCount} then 'generated' else 'mapped' end`

const noLedger = sql`firm_project.dataset_id is null`
const unlocked = sql`firm_project.relation_locked_by = ''`
const waiting = sql`dataset.state in ('staged', 'verified')`
/** A `generation` is of the dataset and relation of its `firm_project` that count. */
export const generationCounts = sql`(generation.id = firm_project.generation_id
  and generation.dataset_id = firm_project.dataset_id and generation.relation_version = firm_project.relation_version)`

/** Asked of each row: for lists, which show a page of them. */
export const stageOf = stageBy({
  noLedger,
  waits: sql`exists (select 1 from dataset where dataset.tenant_id = firm_project.tenant_id
    and dataset.project_id = firm_project.id and ${waiting})`,
  unlocked,
  papersCount: sql`exists (select 1 from generation where generation.tenant_id = firm_project.tenant_id and ${generationCounts})`,
})

/** The same of all rows at once: the signs by the joins below, for each project the newest dataset that waits and its papers. */
export const signsJoined: Signs = {
  noLedger,
  waits: sql`waiting.project_id is not null`,
  unlocked,
  papersCount: sql`generation.id is not null`,
}
export const signsJoins = sql`left join (select project_id, max(create_time) as create_time from dataset where ${waiting}
    group by project_id) waiting on waiting.project_id = firm_project.id
  left join generation on ${generationCounts}`

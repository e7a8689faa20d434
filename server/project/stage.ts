import { sql } from 'kysely'
import type { Project } from '#contract/project.ts'

/**
 * How far the main job of a `firm_project` row is. `generated` only while the papers are of the dataset and relation that
 * count now: a re-import or a changed relation falls back to the step that must be done again.
 */
export const stageOf = sql<Project['stage']>`case
  when firm_project.dataset_id is null then case when exists (select 1 from dataset
    where dataset.tenant_id = firm_project.tenant_id and dataset.project_id = firm_project.id and dataset.state in ('staged', 'verified'))
    then 'imported' else 'empty' end
  when firm_project.relation_locked_by = '' then 'verified'
  when exists (select 1 from generation where generation.tenant_id = firm_project.tenant_id and generation.id = firm_project.generation_id
    and generation.dataset_id = firm_project.dataset_id and generation.relation_version = firm_project.relation_version)
    then 'generated' else 'mapped' end`

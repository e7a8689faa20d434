import type { Adjustment } from '#engine/binding/ledger-access.ts'
import type { Override } from '#engine/binding/evaluate.ts'
import type { Param } from '#engine/binding/param.ts'
import type { Ledger } from '#engine/ledger/model.ts'
import type { Relation } from '#engine/mapping/relation.ts'
import type { Entry } from '#engine/workpaper/entry.ts'
import type { Paper } from '#engine/workpaper/paper.ts'
import { projectAdjustments } from '#server/entry/project-adjustments.ts'
import { projectEntries } from '#server/entry/project-entries.ts'
import type { Db } from '#server/kernel/database.ts'
import { loadLedger } from '#server/ledger/load.ts'
import { loadRelation } from '#server/relation/relation-store.ts'
import { projectTemplatePapers } from '#server/template/project-papers.ts'
import { projectOverrides } from '#server/workbook/project-overrides.ts'

/** All that a project's papers are computed from, as people and imports have left it. */
export type ProjectInputs = {
  ledger: Ledger
  relation: Relation
  params: Readonly<Record<string, Param>>
  /** Posted adjusting and reclassifying entries. */
  adjustments: readonly Adjustment[]
  /** Rows people entered, by register. */
  entries: Readonly<Record<string, readonly Entry[]>>
  /** Cells a person decided against their formula. */
  overrides: Readonly<Record<string, Override>>
  /** Papers of the firm's template that stand beside the system's. */
  papers: readonly Paper[]
}

/** A ledger under its relation bill: what changes only with a new import or another bill. */
export type Books = Pick<ProjectInputs, 'ledger' | 'relation'>

export async function projectBooks(db: Db, project: { id: string; datasetId: string }): Promise<Books> {
  const ledger = await loadLedger(db, project.datasetId)
  return { ledger, relation: await loadRelation(db, project.id, project.datasetId, ledger) }
}

/** What people answered, by parameter. */
export async function projectParams(db: Db, projectId: string): Promise<Record<string, Param>> {
  const answers = await db
    .selectFrom('project_param')
    .select(['name', 'value'])
    .where('project_id', '=', projectId)
    .execute()
  return Object.fromEntries(answers.map(({ name, value }) => [name, { value: value as Param['value'] }]))
}

/** Reads them, but for books that are known already; in one snapshot they fit together. */
export async function projectInputs(
  db: Db,
  project: { id: string; datasetId: string; templateId: string },
  books?: Books,
): Promise<ProjectInputs> {
  const { ledger, relation } = books ?? (await projectBooks(db, project))
  return {
    ledger,
    relation,
    params: await projectParams(db, project.id),
    adjustments: await projectAdjustments(db, project.id),
    entries: await projectEntries(db, project.id),
    overrides: await projectOverrides(db, project.id),
    papers: await projectTemplatePapers(db, project.id),
  }
}

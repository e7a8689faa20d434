import { sql } from 'kysely'
import type { z } from 'zod'
import type { Generation } from '#contract/paper.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Db } from '#server/kernel/database.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import type { ProjectRow } from '#server/project/reach.ts'
import { hasMoved, movedSince } from './generation-inputs.ts'
import { paramsHash } from './store-generation.ts'

/** The id of the generation that shows; refused before the first. */
export function shownGeneration({ generation_id: id }: ProjectRow): string {
  if (!id) throw new Refusal('paperNone')
  return id
}

/** The generation that shows, and whether anything it was made from has changed since. */
export async function generationOf(db: Db, project: ProjectRow): Promise<z.input<typeof Generation> | null> {
  if (!project.generation_id) return null
  const row = await db
    .selectFrom('generation')
    .innerJoin('dataset', 'dataset.id', 'generation.dataset_id')
    .leftJoin('app_user', (on) => on.on(sql`app_user.id::text`, '=', sql.ref('generation.create_user')))
    .selectAll('generation')
    .select(['dataset.version as dataset_version', 'app_user.real_name'])
    .select(sql<boolean>`generation.params_hash <> ${paramsHash(project.id)}`.as('params_moved'))
    .where('generation.id', '=', project.generation_id)
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    datasetVersion: row.dataset_version,
    relationVersion: row.relation_version,
    rulePack: row.rule_pack,
    inputHash: row.input_hash,
    resultHash: row.result_hash,
    cells: row.cells,
    missing: row.missing,
    errors: row.errors,
    createUserName: row.real_name ?? '',
    createTime: wallTime(row.create_time),
    stale: hasMoved(await movedSince(db, project, row)),
  }
}

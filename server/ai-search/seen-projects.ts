import type { GrantName } from '#contract/grants.ts'
import type { Db } from '#server/kernel/database.ts'
import { reachesProject } from '../project/reach.ts'
import { line, type Seeking, underGrant } from './seeking.ts'

export type SeenProject = {
  id: string
  name: string
  enterpriseId: string
  datasetId: string | null
  generationId: string | null
  owner: string
}

/** The projects he sees under a grant that hold something to look in, the last worked on first, and how many more there are. */
export async function seenProjects(
  db: Db,
  seeking: Seeking,
  { grant, holds, most }: { grant: GrantName; holds: 'dataset_id' | 'generation_id'; most: number },
): Promise<{ projects: SeenProject[]; left: number }> {
  const asker = underGrant(seeking, db, grant)
  if (!asker) return { projects: [], left: 0 }
  let query = db
    .selectFrom('firm_project')
    .innerJoin('firm_enterprise', (join) =>
      join
        .onRef('firm_enterprise.tenant_id', '=', 'firm_project.tenant_id')
        .onRef('firm_enterprise.id', '=', 'firm_project.enterprise_id'),
    )
    .where('firm_project.is_deleted', '=', 0)
    .where(`firm_project.${holds}`, 'is not', null)
    .where(reachesProject(asker))
  if (seeking.projectId !== '') query = query.where('firm_project.id', '=', seeking.projectId)
  const rows = await query
    .select(['firm_project.id', 'project_name as name', 'enterprise_id as enterpriseId', 'enterprise_name as client'])
    .select(['dataset_id as datasetId', 'generation_id as generationId', 'firm_project.year'])
    .select(({ fn }) => fn.countAll<bigint>().over().as('total'))
    .orderBy('firm_project.update_time', 'desc')
    .orderBy('firm_project.id')
    .limit(most)
    .execute()
  return {
    projects: rows.map(({ id, name, enterpriseId, datasetId, generationId, client, year }) => ({
      id,
      name,
      enterpriseId,
      datasetId,
      generationId,
      owner: line(`${client} · ${name} · ${year}`),
    })),
    left: Math.max(0, Number(rows[0]?.total ?? 0) - rows.length),
  }
}

/** The address of a page of a project, with what it shows. */
export function placeIn(
  { id, name, enterpriseId }: SeenProject,
  path: string,
  view: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams({ enterpriseId, projectId: id, projectName: name })
  for (const [key, value] of Object.entries(view)) query.set(`v.${key}`, value)
  return `${path}?${query.toString()}`
}

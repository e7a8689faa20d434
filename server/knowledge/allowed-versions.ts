import { sql, type SqlBool } from 'kysely'
import type { KnowledgeKind } from '#contract/knowledge.ts'
import type { Sight } from './base-reach.ts'

/** What narrows a search. `projectId`: of project bases only this one's; `inForceOn`: versions that applied on the day. */
export type Narrowing = {
  baseIds?: readonly string[] | undefined
  projectId?: string | null | undefined
  inForceOn?: string | undefined
  kinds?: readonly KnowledgeKind[] | undefined
}

export type AllowedVersion = { id: string; baseId: string; name: string; authority: number }

/**
 * The versions that may be found at all: of bases the sight lets through, read, not deleted. Without a day the newest version
 * of each document and the one that applies today; with one those that applied then. A version that names no day counts while it is the current one.
 */
export async function allowedVersions({ db, bases }: Sight, narrowing: Narrowing): Promise<AllowedVersion[]> {
  const { baseIds, projectId, inForceOn, kinds } = narrowing
  let query = db
    .selectFrom('kb_version')
    .innerJoin('kb_doc', (join) =>
      join.onRef('kb_doc.tenant_id', '=', 'kb_version.tenant_id').onRef('kb_doc.id', '=', 'kb_version.doc_id'),
    )
    .select(['kb_version.id', 'kb_version.base_id as baseId', 'kb_doc.name', 'kb_version.authority'])
    .where('kb_version.base_id', 'in', bases)
    .where('kb_version.chunks', '>', 0)
    .where('kb_doc.is_deleted', '=', 0)
  if (baseIds) query = query.where(sql<SqlBool>`kb_version.base_id = any(${[...baseIds]}::uuid[])`)
  if (projectId)
    query = query.where(
      sql<SqlBool>`exists (select from kb_base b where b.id = kb_version.base_id
        and (b.scope <> 'project' or b.project_id = ${projectId}))`,
    )
  if (kinds) query = query.where(sql<SqlBool>`kb_doc.kind = any(${[...kinds]})`)
  if (inForceOn === undefined)
    // the newest, and what applies today where the newest does not yet
    query = query.where(
      sql<SqlBool>`(kb_version.current or (kb_version.effective_from <= current_date
        and (kb_version.ends_on is null or kb_version.ends_on >= current_date)))`,
    )
  else
    query = query.where(
      sql<SqlBool>`(kb_version.effective_from <= ${inForceOn}::date or (kb_version.effective_from is null and kb_version.current))
        and (kb_version.ends_on is null or kb_version.ends_on >= ${inForceOn}::date)
        and (kb_doc.superseded_by is null or kb_doc.superseded_from is null or kb_doc.superseded_from > ${inForceOn}::date)`,
    )
  return query.execute()
}

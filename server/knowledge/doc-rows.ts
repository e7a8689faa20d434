import { sql } from 'kysely'
import { z } from 'zod'
import { type KnowledgeDoc, Said, versionStates } from '#contract/knowledge-doc.ts'
import { baseLevel, knowledgeKinds } from '#contract/knowledge.ts'
import type { Extent } from '#contract/grants.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound } from '#server/kernel/errors.ts'
import { every, type User } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { levelOf, type Sight } from './base-reach.ts'

const Kind = z.enum(knowledgeKinds)
export const VersionState = z.enum(versionStates)

/** Documents of bases the sight lets through, each with its current version, or the newest while none was read. */
export const documents = ({ db, bases }: Sight) =>
  db
    .selectFrom('kb_doc')
    .innerJoin('kb_version', (join) =>
      join.onRef('kb_version.tenant_id', '=', 'kb_doc.tenant_id').on(
        'kb_version.id',
        '=',
        sql<string>`(select v.id from kb_version v where v.tenant_id = kb_doc.tenant_id and v.doc_id = kb_doc.id
          order by v.current desc, v.no desc limit 1)`,
      ),
    )
    .select([
      'kb_doc.id',
      'kb_doc.base_id',
      'kb_doc.name',
      'kb_doc.kind',
      'kb_doc.number',
      'kb_doc.region',
      'kb_doc.superseded_by',
      'kb_doc.superseded_from',
      'kb_doc.version',
      'kb_doc.create_user',
      'kb_doc.update_time',
      'kb_version.id as versionId',
      'kb_version.no',
      'kb_version.file_name',
      'kb_version.size',
      'kb_version.status',
      'kb_version.problem',
      'kb_version.chunks',
      'kb_version.hidden',
      'kb_version.effective_from',
      'kb_version.ends_on',
    ]) // prettier-ignore
    .select([
      sql<string | null>`person_name(kb_doc.create_user)`.as('createUserName'),
      sql<number>`(select count(*)::int from kb_version v where v.tenant_id = kb_doc.tenant_id and v.doc_id = kb_doc.id)`.as(
        'versions',
      ),
      sql<
        string | null
      >`(select d.name from kb_doc d where d.tenant_id = kb_doc.tenant_id and d.id = kb_doc.superseded_by)`.as(
        'supersededByName',
      ),
      // what is being read beside the current one
      sql<
        string | null
      >`(select v.job_id::text from kb_version v where v.tenant_id = kb_doc.tenant_id and v.doc_id = kb_doc.id
        and v.job_id is not null limit 1)`.as('running'),
    ])
    .where('kb_doc.base_id', 'in', bases)

type Row = Awaited<ReturnType<ReturnType<typeof documents>['execute']>>[number]

export const shownDoc = (row: Row, user: User): KnowledgeDoc => ({
  id: row.id,
  baseId: row.base_id,
  name: row.name,
  kind: Kind.parse(row.kind),
  number: row.number,
  region: row.region,
  supersededBy: row.superseded_by ?? '',
  supersededByName: row.supersededByName ?? '',
  supersededFrom: row.superseded_from,
  versionId: row.versionId,
  versionNo: row.no,
  versions: row.versions,
  fileName: row.file_name,
  size: Number(row.size),
  status: VersionState.parse(row.status),
  problem: Said.nullable().parse(row.problem),
  chunks: row.chunks,
  hidden: row.hidden,
  effectiveFrom: row.effective_from,
  endsOn: row.ends_on,
  jobId: row.running ?? '',
  mine: row.create_user === user.id,
  version: row.version,
  createUserName: row.createUserName ?? '',
  updateTime: wallTime(row.update_time),
})

/** Columns by the contract's field names. */
export const docColumns = {
  name: 'kb_doc.name',
  kind: 'kb_doc.kind',
  number: 'kb_doc.number',
  region: 'kb_doc.region',
  status: 'kb_version.status',
  updateTime: 'kb_doc.update_time',
  effectiveFrom: 'kb_version.effective_from',
}

type Asker = { db: Db; user: User; extent: Extent }

/** Whose documents a grant over own rows reaches; whoever manages the base reaches all in it. */
export async function reachableDocs(
  { db, user, extent }: Asker,
  ids: readonly string[],
  { deleted = 0, least = baseLevel.add }: { deleted?: number; least?: number } = {},
) {
  const depts = typeof extent === 'object' ? [...extent.depts] : []
  const rows = await db
    .selectFrom('kb_doc')
    .innerJoin('kb_base', 'kb_base.id', 'kb_doc.base_id')
    .selectAll('kb_doc')
    .select((eb) => levelOf(user)(eb).as('level'))
    .where('kb_doc.id', 'in', [...ids])
    .where('kb_doc.is_deleted', '=', deleted)
    .where('kb_base.is_deleted', '=', 0)
    .orderBy('kb_doc.id')
    .forUpdate('kb_doc')
    .execute()
  const mine = async (row: (typeof rows)[number]) => {
    if (row.level < baseLevel.read) return false
    if (row.level >= baseLevel.manage || extent === true) return true
    if (row.create_user === user.id) return true
    if (depts.length === 0) return false
    const { rows: found } = await sql<{ n: number }>`select 1 as n from user_dept
      where user_id::text = ${row.create_user} and dept_id = any(${depts}::uuid[]) limit 1`.execute(db)
    return found.length > 0
  }
  const kept = []
  for (const row of rows) if (await mine(row)) kept.push(row)
  every(ids)(kept)
  if (kept.some(({ level }) => level < least)) throw notFound()
  return kept
}

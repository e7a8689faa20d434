import { type ExpressionBuilder, expressionBuilder, sql, type SqlBool } from 'kysely'
import { diskLevel } from '#contract/disk-shapes.ts'
import { extentOf } from '#contract/grants.ts'
import { baseLevel } from '#contract/knowledge.ts'
import { type TrashKind, trashKinds } from '#contract/trash.ts'
import type { Db } from '#server/kernel/database.ts'
import type { User } from '#server/kernel/service.ts'
import type { DB } from '#server/kernel/tables.ts'
import type { TrashRow } from '#server/kernel/trash.ts'
import { atLeast, type Sight, sightOf } from '../disk/sight.ts'
import { isClosedTo, levelOf } from '../knowledge/base-reach.ts'
import { reachesEnterprise, reachesProject } from '../project/reach.ts'

/** A row of the list with what a person has said about keeping it. */
export type HeldRow = TrashRow & { legalHold: boolean; listedAt: Date }
export type Whose = 'firm' | 'mine'

/**
 * Rows of kinds this release knows: the firm's, or those that the person deleted or owned and would still reach did they stand.
 * Each call of the answer begins a query.
 */
export async function trashRows(db: Db, user: User, whose: Whose) {
  const known = () => db.selectFrom('trash_item').where('trash_item.kind', 'in', [...trashKinds])
  if (whose === 'firm') return known
  const sight = await sightOf({ db, user })
  return () =>
    known()
      .where((eb) => eb.or([eb('trash_item.deleted_by', '=', user.id), eb('trash_item.owner_id', '=', user.id)]))
      .where(stillReached(user, sight))
}

/** Whether the person reaches the project, client or folder that a thing was deleted from; what is his alone he always does. */
const stillReached = (user: User, sight: Sight) => (eb: ExpressionBuilder<DB, 'trash_item'>) => {
  const ofProject = extentOf(user.held, 'project.view')
  const ofEnterprise = extentOf(user.held, 'enterprise.view')
  const project = ofProject
    ? eb.exists(
        eb
          .selectFrom('firm_project')
          .select('firm_project.id')
          .whereRef('firm_project.id', '=', 'trash_item.project_id')
          .where(reachesProject({ user, extent: ofProject })),
      )
    : sql<SqlBool>`false`
  const enterprise = ofEnterprise
    ? eb.exists(
        eb
          .selectFrom('firm_enterprise')
          .select('firm_enterprise.id')
          .whereRef('firm_enterprise.id', '=', 'trash_item.enterprise_id')
          .where(reachesEnterprise({ user, extent: ofEnterprise })),
      )
    : sql<SqlBool>`false`
  const base = sql`kb_base where kb_base.id = case trash_item.kind when 'knowledgeBase' then trash_item.item_id::uuid
    else (select d.base_id from kb_doc d where d.id = trash_item.item_id::uuid) end`
  const readable = eb.exists(
    sql`(select from ${base} and ${levelOf(user)(expressionBuilder<DB, 'kb_base'>())} >= ${baseLevel.read})`,
  )
  // a folder with rules of its own may be closed within a space that he reaches
  const ruled = [...sight.ruled.keys()]
  const closed = sql<SqlBool>`(trash_item.kind = 'disk' and exists (select from disk_node
    where disk_node.id = trash_item.item_id::uuid
      and (disk_node.id = any(${ruled}::uuid[]) or disk_node.ancestors && ${ruled}::uuid[])
      and not ${atLeast(sight, diskLevel.upload)}))`
  return sql<SqlBool>`case
    when ${closed} then false
    when trash_item.kind in ('knowledgeBase', 'knowledgeDoc') then case when trash_item.project_id is null then ${readable}
      else ${project} and not exists (select from ${base} and ${isClosedTo(user)}) end
    when trash_item.kind = 'conversation' then true
    when trash_item.kind = 'writingDoc' and exists (select from writing_doc d where d.id = trash_item.item_id::uuid
      and d.share <> 'project') then true
    when trash_item.project_id is not null then ${project}
    when trash_item.enterprise_id is not null then ${enterprise}
    when trash_item.kind = 'disk' then exists (select from disk_node where disk_node.id = trash_item.item_id::uuid
      and ${atLeast(sight, diskLevel.upload)})
    else true end`
}

export const rowColumns = [
  'id', 'kind', 'item_id', 'name', 'place', 'size', 'owner_id', 'enterprise_id', 'project_id', 'deleted_by', 'deleted_at', 'listed_at', 'legal_hold',
] as const // prettier-ignore

type Selected = {
  id: string
  kind: string
  item_id: string
  name: string
  place: string
  size: bigint
  owner_id: string
  enterprise_id: string | null
  project_id: string | null
  deleted_by: string
  deleted_at: Date
  listed_at: Date
  legal_hold: boolean
}

const isKind = (kind: string): kind is TrashKind => (trashKinds as readonly string[]).includes(kind)

/** The kind of a row that `trashRows` found. */
export function kindOf(kind: string): TrashKind {
  if (!isKind(kind)) throw new Error(`no kind of deleted thing is called ${kind}`)
  return kind
}

/** As the slice that owns the kind gets it. */
export function heldRow(row: Selected): HeldRow {
  return {
    id: row.id,
    kind: kindOf(row.kind),
    itemId: row.item_id,
    name: row.name,
    place: row.place,
    size: Number(row.size),
    ownerId: row.owner_id,
    enterpriseId: row.enterprise_id,
    projectId: row.project_id,
    deletedBy: row.deleted_by,
    deletedAt: row.deleted_at,
    listedAt: row.listed_at,
    legalHold: row.legal_hold,
  }
}

/** Who deleted it, and whose it was, by name. */
export const deleterName = sql<string>`coalesce(person_name(trash_item.deleted_by), '')`
export const ownerName = sql<string>`coalesce(person_name(trash_item.owner_id), '')`

import { sql } from 'kysely'
import type { EnterpriseRelation, enterpriseRelation } from '#contract/enterprise-relation.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { every, one, type Context, type Service } from '#server/kernel/service.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import {
  type Asker,
  type EnterpriseRow,
  reachableEnterprise,
  reachesEnterprise,
  reachesProject,
} from '../project/reach.ts'
import { shownNameOf } from './shown-name.ts'

/** Links of an enterprise whose other end the caller reaches as well: a name is only for who may see that client. */
async function linksOf(asker: Asker, enterpriseId: string): Promise<EnterpriseRelation[]> {
  const rows = await asker.db
    .selectFrom('enterprise_relation')
    .innerJoin('firm_enterprise', (on) =>
      on.onRef(
        'firm_enterprise.id',
        '=',
        sql`case when enterprise_relation.parent_id = ${enterpriseId} then enterprise_relation.child_id else enterprise_relation.parent_id end`,
      ),
    )
    .where((eb) =>
      eb.or([
        eb('enterprise_relation.parent_id', '=', enterpriseId),
        eb('enterprise_relation.child_id', '=', enterpriseId),
      ]),
    )
    .where('firm_enterprise.is_deleted', '=', 0)
    .where(reachesEnterprise(asker))
    .select((eb) => [
      'enterprise_relation.id',
      'enterprise_relation.parent_id',
      'enterprise_relation.kind',
      'enterprise_relation.share',
      'enterprise_relation.create_user',
      'enterprise_relation.create_time',
      'firm_enterprise.id as enterprise_id',
      'firm_enterprise.enterprise_name',
      'firm_enterprise.credit_code',
      sql<string | null>`person_name(enterprise_relation.create_user)`.as('creator'),
      eb
        .selectFrom('firm_project')
        .whereRef('firm_project.enterprise_id', '=', 'firm_enterprise.id')
        .where('firm_project.is_deleted', '=', 0)
        .where(reachesProject(asker))
        .select(sql<number>`count(*)::int`.as('n'))
        .as('projects'),
    ])
    .orderBy('firm_enterprise.enterprise_name')
    .orderBy('enterprise_relation.id')
    .execute()
  return rows.map((row) => {
    const kind = row.kind as EnterpriseRelation['kind']
    return {
      id: row.id,
      side: kind === 'related' ? 'beside' : row.parent_id === enterpriseId ? 'below' : 'above',
      kind,
      share: row.share ?? '',
      enterpriseId: row.enterprise_id,
      enterpriseName: row.enterprise_name,
      creditCode: row.credit_code,
      projectCount: row.projects ?? 0,
      createUser: row.create_user,
      createUserName: row.creator ?? '',
      createTime: wallTime(row.create_time),
    }
  })
}

/** Links are made and changed one after another in a tenant: whether one closes a circle depends on all the others. */
const hold = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('enterprise_relation ' || current_tenant(), 0))`.execute(db)

/** Whether one enterprise stands somewhere below another, over subsidiaries and branches; a deleted one holds nothing. */
async function standsBelow(db: Db, below: string, above: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with recursive under(id) as (
      select ${above}::uuid
      union select r.child_id from under join enterprise_relation r on r.parent_id = under.id and r.kind <> 'related'
        join firm_enterprise e on e.id = r.child_id and e.is_deleted = 0)
    select exists (select from under where id = ${below}::uuid) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** All shares in one enterprise together are at most the whole; `but` is the link that is being changed. */
async function refuseOverfull(db: Db, child: EnterpriseRow, { share, but }: { share: string; but?: string }) {
  if (share === '') return
  let others = db
    .selectFrom('enterprise_relation')
    .innerJoin('firm_enterprise', 'firm_enterprise.id', 'enterprise_relation.parent_id')
    .where('firm_enterprise.is_deleted', '=', 0)
    .where('enterprise_relation.child_id', '=', child.id)
    .where('enterprise_relation.kind', '<>', 'related')
  if (but !== undefined) others = others.where('enterprise_relation.id', '<>', but)
  const { sum } = await others
    .select(sql<string>`(coalesce(sum(share), 0) + ${share}::numeric)::text`.as('sum'))
    .executeTakeFirstOrThrow()
  if (Number(sum) <= 100) return
  const shownName = await shownNameOf(db)
  throw new Refusal('relationOverfull', { child: shownName(child.enterprise_name), sum })
}

/** The links named, each with both ends in reach; one that is not is not found. */
async function reachableLinks(context: Context, ids: readonly string[]) {
  const { db } = context
  const rows = await db.selectFrom('enterprise_relation').selectAll().where('id', 'in', ids).orderBy('id').execute()
  every(ids)(rows)
  for (const { parent_id, child_id } of rows) {
    await reachableEnterprise(context, parent_id)
    await reachableEnterprise(context, child_id)
  }
  return rows
}

export const enterpriseRelationService: Service<typeof enterpriseRelation> = {
  async list(context, { enterpriseId }) {
    await reachableEnterprise(context, enterpriseId)
    return linksOf(context, enterpriseId)
  },

  async save(context, { parentId, childId, kind, share }) {
    const { db } = context
    const parent = await reachableEnterprise(context, parentId)
    const child = await reachableEnterprise(context, childId)
    if (parentId === childId) throw new Refusal('relationSelf')
    await hold(db)
    if (kind !== 'related') {
      if (await standsBelow(db, parentId, childId)) {
        const shownName = await shownNameOf(db)
        const names = { parent: shownName(parent.enterprise_name), child: shownName(child.enterprise_name) }
        throw new Refusal('relationCircle', names)
      }
      await refuseOverfull(db, child, { share })
    }
    const [made] = await db
      .insertInto('enterprise_relation')
      .values({ parent_id: parentId, child_id: childId, kind, share: share === '' ? null : share })
      .onConflict((clash) => clash.doNothing())
      .returning('id')
      .execute()
    if (!made) throw new Refusal('relationTwice')
    const after = { parent: parent.enterprise_name, child: child.enterprise_name, kind, share }
    await audit(context, { action: 'enterpriseRelation.save', bizType: 'enterprise', bizId: childId, after })
    return {}
  },

  async update(context, { id, share }) {
    const { db } = context
    await hold(db)
    const link = one(await reachableLinks(context, [id]))
    const child = await reachableEnterprise(context, link.child_id)
    if (link.kind !== 'related') await refuseOverfull(db, child, { share, but: id })
    await db
      .updateTable('enterprise_relation')
      .set({ share: share === '' ? null : share })
      .where('id', '=', id)
      .execute()
    const [before, after] = [{ share: link.share ?? '' }, { share }]
    await audit(context, { action: 'enterpriseRelation.update', bizType: 'enterprise', bizId: child.id, before, after })
    return {}
  },

  async remove(context, { ids }) {
    const { db } = context
    await hold(db)
    const rows = await reachableLinks(context, ids)
    await db.deleteFrom('enterprise_relation').where('id', 'in', ids).execute()
    for (const { child_id, parent_id, kind, share } of rows) {
      const before = { parentId: parent_id, kind, share: share ?? '' }
      await audit(context, { action: 'enterpriseRelation.remove', bizType: 'enterprise', bizId: child_id, before })
    }
    return {}
  },
}

import { type ExpressionBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import { type Extent, extentOf, type Grant } from '#contract/grants.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound } from '#server/kernel/errors.ts'
import { type Context, every, type User } from '#server/kernel/service.ts'
import type { DB, FirmEnterprise, FirmProject } from '#server/kernel/tables.ts'

/** Whoever asks: a context, or the same parts in a transaction of one's own. */
export type Asker = Pick<Context, 'db' | 'user' | 'extent'>
export type ProjectRow = Selectable<FirmProject>
export type EnterpriseRow = Selectable<FirmEnterprise>

/** People in the departments of an extent; nobody under 'self'. */
const peopleOf = (extent: Extent) => {
  const depts = typeof extent === 'object' ? [...extent.depts] : []
  return sql<string>`(select user_id::text from user_dept where dept_id = any(${depts}::uuid[]))`
}

/**
 * 'self' for an enterprise: I created it or am one of its members; departments add what their people created. Row-level
 * security has cut it to the tenant already.
 */
export const reachesEnterprise =
  ({ user, extent }: Omit<Asker, 'db'>) =>
  (eb: ExpressionBuilder<DB, 'firm_enterprise'>) => {
    if (extent === true) return sql<SqlBool>`true`
    const member = eb
      .selectFrom('enterprise_member')
      .whereRef('enterprise_member.enterprise_id', '=', 'firm_enterprise.id')
      .where('enterprise_member.user_id', '=', user.id)
    return eb.or([
      eb('firm_enterprise.create_user', '=', user.id),
      eb('firm_enterprise.create_user', 'in', peopleOf(extent)),
      eb.exists(member.select('user_id')),
    ])
  }

/** 'self' for a project: I created or own it, or am a member of it or of its enterprise; departments add what their people created or own. */
export const reachesProject =
  ({ user, extent }: Omit<Asker, 'db'>) =>
  (eb: ExpressionBuilder<DB, 'firm_project'>) => {
    if (extent === true) return sql<SqlBool>`true`
    const ofProject = eb
      .selectFrom('project_member')
      .whereRef('project_member.project_id', '=', 'firm_project.id')
      .where('project_member.user_id', '=', user.id)
    const ofEnterprise = eb
      .selectFrom('enterprise_member')
      .whereRef('enterprise_member.enterprise_id', '=', 'firm_project.enterprise_id')
      .where('enterprise_member.user_id', '=', user.id)
    return eb.or([
      eb('firm_project.create_user', '=', user.id),
      eb('firm_project.owner', '=', user.id),
      eb('firm_project.create_user', 'in', peopleOf(extent)),
      eb('firm_project.owner', 'in', peopleOf(extent)),
      eb.exists(ofProject.select('user_id')),
      eb.exists(ofEnterprise.select('user_id')),
    ])
  }

type Lock = { lock?: boolean }

/**
 * The project, if it exists and the caller's grant on this endpoint reaches it; otherwise not found, never told apart.
 * `lock` holds the row until the transaction ends: whoever writes below a project takes it first.
 */
export async function reachableProject(asker: Asker, projectId: string, { lock }: Lock = {}): Promise<ProjectRow> {
  let query = asker.db
    .selectFrom('firm_project')
    .selectAll('firm_project')
    .where('firm_project.id', '=', projectId)
    .where('firm_project.is_deleted', '=', 0)
    .where(reachesProject(asker))
  if (lock) query = query.forUpdate()
  const row = await query.executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** The enterprise, under the same rules. */
export async function reachableEnterprise(asker: Asker, id: string, { lock }: Lock = {}): Promise<EnterpriseRow> {
  let query = asker.db
    .selectFrom('firm_enterprise')
    .selectAll('firm_enterprise')
    .where('firm_enterprise.id', '=', id)
    .where('firm_enterprise.is_deleted', '=', 0)
    .where(reachesEnterprise(asker))
  if (lock) query = query.forUpdate()
  const row = await query.executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** The same person under another grant than the endpoint's; without it there is nothing to find. */
export function under(db: Db, user: User, grant: Grant): Asker {
  const extent = extentOf(user.held, grant)
  if (!extent) throw notFound()
  return { db, user, extent }
}

/** Several at once, each locked in the order of their ids, so that two writers never wait for each other; all or none. */
export async function lockedEnterprises(asker: Asker, ids: readonly string[]) {
  const rows = await asker.db
    .selectFrom('firm_enterprise')
    .selectAll('firm_enterprise')
    .where('firm_enterprise.id', 'in', ids)
    .where('firm_enterprise.is_deleted', '=', 0)
    .where(reachesEnterprise(asker))
    .orderBy('firm_enterprise.id')
    .forUpdate()
    .execute()
  every(ids)(rows)
  return rows
}

import { containing } from '#server/kernel/stored-text.ts'
import { sql, type SqlBool } from 'kysely'
import type { ClientMember } from '#contract/client-profile.ts'
import { audit } from '#server/kernel/audit.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { type Context } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { type EnterpriseRow, lockedEnterprises, reachableEnterprise, reachesEnterprise } from '../project/reach.ts'
import { sendMessage } from '../watch/messages.ts'
import { touch } from './seen-version.ts'
import { shownNameOf } from './shown-name.ts'

/** Colleagues that a search offers; whoever looks for one more types more of his name. */
const MOST_OFFERED = 20
/** Clients that a message names; of more it gives the number. */
const MOST_NAMED = 5

/** Who is assigned to a client, those who answer for it first. */
export async function membersOf(context: Context, enterpriseId: string): Promise<ClientMember[]> {
  const { db } = context
  const row = await reachableEnterprise(context, enterpriseId)
  const rows = await db
    .selectFrom('enterprise_member')
    .innerJoin('app_user', 'app_user.id', 'enterprise_member.user_id')
    .leftJoin('dept', 'dept.id', 'app_user.dept_id')
    .where('enterprise_member.enterprise_id', '=', row.id)
    .where('app_user.is_deleted', '=', 0)
    .select([
      'enterprise_member.user_id as userId',
      'enterprise_member.role',
      'enterprise_member.create_time as assignedTime',
      sql<string | null>`person_name(enterprise_member.create_user)`.as('assignedByName'),
      'app_user.real_name as realName',
      'app_user.account',
      'dept.dept_name as deptName',
    ])
    .orderBy('enterprise_member.role')
    .orderBy('app_user.real_name')
    .orderBy('app_user.id')
    .execute()
  return rows.map((member): ClientMember => {
    const { userId, realName, account, deptName, role } = member
    return {
      userId,
      realName,
      account,
      deptName: deptName ?? '',
      role: role === 'lead' ? 'lead' : 'member',
      isCreator: userId === row.create_user,
      assignedTime: wallTime(member.assignedTime),
      assignedByName: member.assignedByName ?? '',
    }
  })
}

/** People of the firm who can sign in. */
const colleagues = ({ db }: Pick<Context, 'db'>) =>
  db
    .selectFrom('app_user')
    .where('app_user.is_deleted', '=', 0)
    .where('app_user.status', '=', 1)
    .where('app_user.left_time', 'is', null)

/** Colleagues who can be assigned, by a part of name or account. */
export async function findColleagues(context: Context, name: string) {
  const pattern = containing(name)
  const rows = await colleagues(context)
    .leftJoin('dept', 'dept.id', 'app_user.dept_id')
    .where((eb) => eb.or([eb('app_user.real_name', 'ilike', pattern), eb('app_user.account', 'ilike', pattern)]))
    .select([
      'app_user.id as userId',
      'app_user.real_name as realName',
      'app_user.account',
      'dept.dept_name as deptName',
    ])
    .orderBy('app_user.real_name')
    .orderBy('app_user.id')
    .limit(MOST_OFFERED)
    .execute()
  return rows.map(({ userId, realName, account, deptName }) => ({
    userId,
    realName,
    account,
    deptName: deptName ?? '',
  }))
}

/** Who answers for clients the caller reaches, and for how many of them. */
export async function ownersOf(context: Context) {
  const rows = await context.db
    .selectFrom('firm_enterprise')
    .innerJoin('app_user', (join) => join.on(sql<SqlBool>`app_user.id::text = firm_enterprise.owner`))
    .leftJoin('dept', 'dept.id', 'app_user.dept_id')
    .where('firm_enterprise.is_deleted', '=', 0)
    .where((eb) => reachesEnterprise(context)(eb))
    .select([
      'app_user.id as userId',
      'app_user.real_name as realName',
      'app_user.account',
      'app_user.dept_id as deptId',
      'dept.dept_name as deptName',
      sql<number>`count(*)::int`.as('clients'),
    ])
    .groupBy(['app_user.id', 'app_user.real_name', 'app_user.account', 'app_user.dept_id', 'dept.dept_name'])
    .orderBy('app_user.real_name')
    .orderBy('app_user.id')
    .execute()
  return rows.map(({ userId, realName, account, deptId, deptName, clients }) => {
    return { userId, realName, account, deptId: deptId ?? '', deptName: deptName ?? '', clients }
  })
}

/** Under 'self' only the creator and the lead say who works for a client: being assigned is no right to assign. */
async function refuseUnlessLead({ db, user, extent }: Context, rows: readonly EnterpriseRow[]): Promise<void> {
  if (extent !== 'self') return
  const others = rows.filter((row) => row.create_user !== user.id && row.owner !== user.id).map(({ id }) => id)
  if (others.length === 0) return
  const led = await db
    .selectFrom('enterprise_member')
    .where('enterprise_id', 'in', others)
    .where('user_id', '=', user.id)
    .where('role', '=', 'lead')
    .select('enterprise_id')
    .execute()
  if (led.length < others.length) throw new Refusal('assignByLead')
}

type Assignment = { ids: string[]; userId: string; role: 'lead' | 'member' }

/** Assigns a colleague to clients and tells him; answers for how many that is new. */
export async function assign(context: Context, { ids, userId, role }: Assignment): Promise<{ assigned: number }> {
  const { db, user } = context
  const rows = await lockedEnterprises(context, ids)
  await refuseUnlessLead(context, rows)
  const person = await colleagues(context).where('app_user.id', '=', userId).select('real_name').executeTakeFirst()
  if (!person) throw new Refusal('memberUnknown')
  const there = await db
    .selectFrom('enterprise_member')
    .where('enterprise_id', 'in', ids)
    .where('user_id', '=', userId)
    .select(['enterprise_id', 'role'])
    .execute()
  const had = new Map(there.map(({ enterprise_id, role }) => [enterprise_id, role]))
  const changed = rows.filter(({ id }) => had.get(id) !== role)
  for (const row of changed) await setRole(context, { row, userId, role })
  for (const { id } of changed) {
    await audit(context, {
      action: 'enterprise.assign',
      bizType: 'enterprise',
      bizId: id,
      ...(had.has(id) && { before: { role: had.get(id) } }),
      after: { userId, personName: person.real_name, role },
    })
  }
  if (changed.length > 0 && userId !== user.id) await tell(context, { rows: changed, userId, role })
  return { assigned: changed.length }
}

/** One person answers for a client: whoever did is a member from then on. */
async function setRole(context: Context, { row, userId, role }: { row: EnterpriseRow } & Omit<Assignment, 'ids'>) {
  const { db, user } = context
  if (role === 'lead') {
    await db
      .updateTable('enterprise_member')
      .set({ role: 'member' })
      .where('enterprise_id', '=', row.id)
      .where('role', '=', 'lead')
      .execute()
  }
  await db
    .insertInto('enterprise_member')
    .values({ enterprise_id: row.id, user_id: userId, role, create_user: user.id })
    .onConflict((clash) => clash.columns(['tenant_id', 'enterprise_id', 'user_id']).doUpdateSet({ role }))
    .execute()
  const owner = role === 'lead' ? userId : row.owner === userId ? '' : row.owner
  await touch(context, row, { owner })
}

async function tell(
  { db, user, kernel }: Context,
  { rows, userId, role }: { rows: EnterpriseRow[] } & Omit<Assignment, 'ids'>,
) {
  const shownName = await shownNameOf(db)
  const names = rows.map(({ enterprise_name: name }) => shownName(name))
  const [name = ''] = names
  const listed = names.slice(0, MOST_NAMED).join('、')
  const many = rows.length > 1
  await sendMessage(kernel, db, {
    userId,
    type: 'work',
    title: many
      ? { key: 'assignedTitleMany', params: { count: rows.length } }
      : { key: 'assignedTitle', params: { name } },
    body: {
      key: role === 'lead' ? 'assignedLeadBody' : 'assignedBody',
      params: { by: user.realName || user.account, names: names.length > MOST_NAMED ? `${listed}…` : listed },
    },
    link: many ? `/firm/firmEnterprise?f.memberId=${userId}` : `/aiApp/index?enterpriseId=${rows[0]?.id ?? ''}`,
  })
}

/** Takes a person off a client; everybody may leave by himself. */
export async function unassign(context: Context, { enterpriseId, userId }: { enterpriseId: string; userId: string }) {
  const { db, user } = context
  const row = await reachableEnterprise(context, enterpriseId, { lock: true })
  if (userId !== user.id) await refuseUnlessLead(context, [row])
  const person = await db
    .selectFrom('enterprise_member')
    .innerJoin('app_user', 'app_user.id', 'enterprise_member.user_id')
    .where('enterprise_member.enterprise_id', '=', row.id)
    .where('enterprise_member.user_id', '=', userId)
    .select(['app_user.real_name', 'enterprise_member.role'])
    .executeTakeFirst()
  if (!person) throw notFound()
  if (userId === row.create_user) throw new Refusal('creatorStays', { name: person.real_name })
  await db.deleteFrom('enterprise_member').where('enterprise_id', '=', row.id).where('user_id', '=', userId).execute()
  await touch(context, row, row.owner === userId ? { owner: '' } : {})
  const before = { userId, personName: person.real_name, role: person.role }
  await audit(context, { action: 'enterprise.unassign', bizType: 'enterprise', bizId: row.id, before })
  return {}
}

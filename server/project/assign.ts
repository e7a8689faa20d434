import { sql } from 'kysely'
import type { project } from '#contract/project.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type Context, every, type Service } from '#server/kernel/service.ts'
import { sendMessage } from '../watch/messages.ts'
import { reachesProject } from './reach.ts'

/** So many names fit in a message; the rest is a number. */
const NAMED = 3

type Row = { id: string; enterprise_id: string; project_name: string }
/** The page of a project that everybody who reaches it may open. */
const homeOf = (row: Row | undefined) =>
  row
    ? `/projectApp/index?${new URLSearchParams({ enterpriseId: row.enterprise_id, projectId: row.id, projectName: row.project_name }).toString()}`
    : ''

/** The people who own the projects in the caller's reach, by name. */
export const projectOwners: Service<typeof project>['owners'] = async (context) => {
  const owned = context.db
    .selectFrom('firm_project')
    .where('firm_project.is_deleted', '=', 0)
    .where(reachesProject(context))
    .select('firm_project.owner')
    .distinct()
    .as('owned')
  return context.db
    .selectFrom(owned)
    .where('owned.owner', '<>', '')
    .select(['owned.owner as id', sql<string>`coalesce(person_name(owned.owner), '')`.as('realName')])
    .orderBy('realName')
    .orderBy('id')
    .execute()
}

/** Under 'self', being a member is no right to take a project over: its owner stays when he is taken off the client. */
async function refuseUnlessOwned({ db, user, extent }: Context, ids: readonly string[]): Promise<void> {
  if (extent !== 'self') return
  const others = await db
    .selectFrom('firm_project')
    .innerJoin('firm_enterprise', 'firm_enterprise.id', 'firm_project.enterprise_id')
    .where('firm_project.id', 'in', ids)
    .where('firm_project.owner', '<>', user.id)
    .where('firm_project.create_user', '<>', user.id)
    .where('firm_enterprise.owner', '<>', user.id)
    .where('firm_enterprise.create_user', '<>', user.id)
    .select('firm_project.id')
    .limit(1)
    .execute()
  if (others.length > 0) throw new Refusal('assignByOwner')
}

/** All or nothing: projects of which one is out of reach stay with whom they were. */
export const assignProjects: Service<typeof project>['assign'] = async (context, { ids, owner }) => {
  const { db, kernel, user } = context
  const rows = await db
    .selectFrom('firm_project')
    .where('firm_project.id', 'in', ids)
    .where('firm_project.is_deleted', '=', 0)
    .where(reachesProject(context))
    .select(['firm_project.id', 'firm_project.project_name', 'firm_project.owner', 'firm_project.enterprise_id'])
    .orderBy('firm_project.id')
    .forUpdate()
    .execute()
  every(ids)(rows)
  await refuseUnlessOwned(context, ids)
  const person = await db
    .selectFrom('app_user')
    .where('id', '=', owner)
    .where('is_deleted', '=', 0)
    .where('status', '=', 1)
    .select(['id', 'real_name'])
    .executeTakeFirst()
  if (!person) throw new Refusal('ownerUnknown')
  const moved = rows.filter((row) => row.owner !== owner)
  if (moved.length === 0) return {}
  await db
    .updateTable('firm_project')
    .set({ owner, update_user: user.id, update_time: sql<Date>`now()`, version: sql`version + 1` })
    .where(
      'id',
      'in',
      moved.map(({ id }) => id),
    )
    .execute()
  if (owner !== user.id) {
    const names = moved.slice(0, NAMED).map((row) => row.project_name)
    await sendMessage(kernel, db, {
      userId: owner,
      type: 'work',
      title: { key: 'projectAssigned' },
      body: {
        key: 'projectAssignedText',
        params: {
          who: user.realName,
          count: moved.length,
          names: names.join('、') + (moved.length > NAMED ? '…' : ''),
        },
      },
      link: homeOf(moved[0]),
    })
  }
  for (const row of moved) {
    const [before, after] = [{ owner: row.owner }, { owner, ownerName: person.real_name }]
    await audit(context, { action: 'project.assign', bizType: 'project', bizId: row.id, before, after })
  }
  return {}
}

import { sql } from 'kysely'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Role, role } from '#contract/role.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type Context, every, page, type Service } from '#server/kernel/service.ts'
import { sentFields } from '../project/sent-fields.ts'
import { alone, isAdministrator, isWithin, rolesWithGrants } from './authority.ts'
import { newestPeople, people, shownPerson, userColumns } from './person.ts'
import { copyRole } from './role-copy.ts'
import { addMembers, removeMembers } from './role-members.ts'
import { readMenus, writeMenus } from './role-menus.ts'
import { readScopes, writeScopes } from './role-scopes.ts'
import { allRoles, changeable, changed, insertRole, roleDetail, shownRole } from './role-store.ts'

const columnOf = {
  roleName: 'role.role_name',
  roleAlias: 'role.role_alias',
  sort: 'role.sort',
  createTime: 'role.create_time',
  updateTime: 'role.update_time',
}

async function submit(context: Context, { id, version, ...sent }: z.output<typeof role.submit.input>): Promise<Role> {
  if (!id) {
    const made = await insertRole(context, sent)
    const after = await roleDetail(context, made)
    await audit(context, { action: 'role.add', bizType: 'role', bizId: made, after })
    return after
  }
  const before = await changeable(context, id, version)
  const columns = sentFields({ role_name: sent.roleName, sort: sent.sort, remark: sent.remark })
  const after = await changed(context, id, columns)
  await audit(context, { action: 'role.update', bizType: 'role', bizId: id, before, after })
  return after
}

async function remove(context: Context, { ids }: { ids: string[] }) {
  const { db } = context
  await alone(db)
  const rows = (await allRoles(context).where('role.id', 'in', ids).execute()).map(shownRole)
  every(ids)(rows)
  const builtin = rows.find((row) => row.builtin)
  if (builtin) throw new Refusal('roleBuiltin', { name: builtin.roleName })
  for (const row of rows) await changeable(context, row.id)
  const used = rows.find(({ userCount }) => userCount > 0)
  if (used) {
    const { rows: holders } = await sql<{ name: string }>`select real_name as name from user_role
      join app_user on app_user.id = user_role.user_id
      where role_id = ${used.id} and app_user.is_deleted = 0 order by app_user.id limit 3`.execute(db)
    const who = holders.map(({ name }) => name).join('、')
    throw new Refusal('roleInUse', { name: used.roleName, count: used.userCount, who })
  }
  await db
    .updateTable('role')
    .set({ is_deleted: 1, update_time: sql<Date>`now()` })
    .where('id', 'in', ids)
    .execute()
  for (const row of rows) await audit(context, { action: 'role.remove', bizType: 'role', bizId: row.id, before: row })
  return {}
}

async function tree({ db, user }: Context) {
  const rows = await db
    .selectFrom('role')
    .where('is_deleted', '=', 0)
    .orderBy('sort')
    .orderBy('id')
    .select(['id', 'role_name as title'])
    .execute()
  const known = new Map(
    (
      await rolesWithGrants(
        db,
        rows.map(({ id }) => id),
      )
    ).map((one) => [one.id, one]),
  )
  return rows.map(({ id, title }) => {
    const held = known.get(id)
    const mayHandOut = isAdministrator(user) && held !== undefined && isWithin(user, held)
    return { id, parentId: '0', title, key: id, value: id, alias: held?.alias ?? '', mayHandOut }
  })
}

/** `endpoints`: every call this process offers, to say what a grant opens. */
export const roleService = (endpoints: readonly Endpoint[]): Service<typeof role> => ({
  async list(context, paging) {
    const found = await page(allRoles(context), paging, columnOf, ['role.sort', 'role.id'])
    return { ...found, records: found.records.map(shownRole) }
  },
  tree,
  detail: (context, { id }) => roleDetail(context, id),
  submit,
  remove,
  copy: copyRole,
  menus: readMenus,
  setMenus: writeMenus,
  scopes: (context, { id }) => readScopes(context, id, endpoints),
  setScopes: writeScopes,

  async members(context, { id, ...paging }) {
    const { id: roleId } = await roleDetail(context, id)
    // who sees the role sees who has it, how little else of the people he may see
    const holders = people({ ...context, extent: true })
      .innerJoin('user_role', 'user_role.user_id', 'app_user.id')
      .where('user_role.role_id', '=', roleId)
    const found = await page(holders, paging, userColumns, newestPeople)
    return { ...found, records: found.records.map(shownPerson) }
  },
  addMembers,
  removeMembers,
})

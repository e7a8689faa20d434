import { sql, type SqlBool } from 'kysely'
import type { user } from '#contract/user.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { page, type Service } from '#server/kernel/service.ts'
import { keepingAdministrators } from './authority.ts'
import { dutiesOf } from './handover.ts'
import { changeOwnInfo, changeOwnPassword, ownInfo } from './own-account.ts'
import { newestPeople, people, person, shownPerson, userColumns } from './person.ts'
import { addPerson, changePerson } from './user-submit.ts'
import { leave, removePeople, resetPasswords, setStatus } from './user-standing.ts'
import { setRoles, subjectOf, subjectsOf } from './user-write.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** In one of these departments or below. */
const inDepts = (ids: readonly string[]) => sql<SqlBool>`app_user.id in (
  with recursive below as (select unnest(${[...ids]}::uuid[]) as id
    union select dept.id from dept join below on dept.parent_id = below.id where dept.is_deleted = 0)
  select user_id from user_dept where dept_id in (select id from below))`
const withRoles = (ids: readonly string[]) =>
  sql<SqlBool>`app_user.id in (select user_id from user_role where role_id = any(${[...ids]}::uuid[]))`
const withPosts = (ids: readonly string[]) =>
  sql<SqlBool>`app_user.id in (select user_id from user_post where post_id = any(${[...ids]}::uuid[]))`

/** Comma-separated ids of a filter; what is no id finds nobody. */
const idsOf = (list: string) => list.split(',').filter((id) => UUID.test(id))

export const userService: Service<typeof user> = {
  async list(context, { deptId, roleId, postId, ...paging }) {
    let query = people(context)
    if (deptId) query = query.where(inDepts(idsOf(deptId)))
    if (roleId) query = query.where(withRoles(idsOf(roleId)))
    if (postId) query = query.where(withPosts(idsOf(postId)))
    const found = await page(query, paging, userColumns, newestPeople)
    return { ...found, records: found.records.map(shownPerson) }
  },

  detail: (context, { id }) => person(context, id),

  submit: async (context, { id, ...sent }) => (id ? changePerson(context, id, sent) : addPerson(context, sent)),

  async remove(context, { ids }) {
    await removePeople(context, ids)
    return {}
  },

  resetPassword: (context, { ids, password }) => resetPasswords(context, ids, password),

  async lock(context, { ids }) {
    await setStatus(context, ids, 0)
    return {}
  },
  async unlock(context, { ids }) {
    await setStatus(context, ids, 1)
    return {}
  },

  async grant(context, { userIds, roleIds }) {
    const rows = await subjectsOf(context, userIds)
    const gone = rows.find(({ left_time }) => left_time !== null)
    if (gone) throw new Refusal('userHasLeft', { name: gone.real_name })
    const before = await Promise.all(rows.map(({ id }) => person(context, id)))
    await keepingAdministrators(context, () =>
      setRoles(
        context,
        rows.map(({ id }) => id),
        roleIds,
      ),
    )
    for (const old of before) {
      const { roleName } = await person({ ...context, extent: true }, old.id)
      if (roleName === old.roleName) continue
      const entry = { action: 'user.grant', bizType: 'user', bizId: old.id }
      await audit(context, { ...entry, before: { roleName: old.roleName }, after: { roleName } })
    }
    return {}
  },

  async handover(context, { id }) {
    await subjectOf(context, id)
    return dutiesOf(context.db, id)
  },
  leave,

  info: ownInfo,
  updateInfo: changeOwnInfo,
  updatePassword: changeOwnPassword,
}

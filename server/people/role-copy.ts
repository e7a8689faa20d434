import type { z } from 'zod'
import type { Role, role } from '#contract/role.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { tenantMenus } from '../system/effective-menus.ts'
import { isWithin, rolesWithGrants } from './authority.ts'
import { chosenMenus, standardMenus } from './role-menus.ts'
import { insertRole, roleDetail } from './role-store.ts'

/** A new role that may what another may and sees what it sees; one of the product is written out as it is now. */
export async function copyRole(context: Context, sent: z.output<typeof role.copy.input>): Promise<Role> {
  const { db, user } = context
  const model = await roleDetail(context, sent.id)
  const [held] = await rolesWithGrants(db, [sent.id])
  if (!held || !isWithin(user, held)) throw new Refusal('roleAbove', { name: model.roleName })
  const made = await insertRole(context, { ...sent, remark: model.remark })
  if (held.grants.length) {
    await db
      .insertInto('role_scope')
      .values(
        held.grants.map(({ grant, extent, deptIds }) => ({
          role_id: made,
          grant_name: grant,
          extent,
          dept_ids: [...deptIds],
        })),
      )
      .execute()
  }
  const menus = model.ownMenus
    ? await chosenMenus(context, model.id)
    : standardMenus(await tenantMenus(db), model.roleAlias).map(({ id }) => id)
  if (menus.length) {
    await db
      .insertInto('role_menu')
      .values(menus.map((menu_id) => ({ role_id: made, menu_id })))
      .execute()
  }
  await db.updateTable('role').set({ own_menus: true }).where('id', '=', made).execute()
  const after = await roleDetail(context, made)
  await audit(context, { action: 'role.copy', bizType: 'role', bizId: made, before: { of: model.roleAlias }, after })
  return after
}

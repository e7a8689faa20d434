import type { z } from 'zod'
import type { role } from '#contract/role.ts'
import { audit } from '#server/kernel/audit.ts'
import { type Context, every } from '#server/kernel/service.ts'
import { tenantMenus } from '../system/effective-menus.ts'
import type { MenuRow } from '../system/menu-tree.ts'
import { growTree } from './grow-tree.ts'
import { changeable, changed, roleDetail } from './role-store.ts'

/** The menus that name a role of this alias, or everybody. */
export const standardMenus = (rows: readonly MenuRow[], alias: string) =>
  rows.filter(
    ({ roles, exclude_roles: excluded }) => (roles.length === 0 || roles.includes(alias)) && !excluded.includes(alias),
  )

/** The menus a role has chosen for itself. */
export const chosenMenus = async ({ db }: Pick<Context, 'db'>, roleId: string): Promise<string[]> => {
  const rows = await db.selectFrom('role_menu').where('role_id', '=', roleId).select('menu_id').execute()
  return rows.map(({ menu_id }) => menu_id)
}

/** The menus and buttons a role of this tenant could have, and those it has. */
export async function readMenus(context: Context, { id }: { id: string }) {
  const found = await roleDetail(context, id)
  const rows = await tenantMenus(context.db)
  const standardIds = standardMenus(rows, found.roleAlias).map((row) => row.id)
  const chosen = found.ownMenus ? new Set(await chosenMenus(context, id)) : undefined
  const english = context.language === 'en'
  const nodes = rows.map((row) => ({
    id: row.id,
    parentId: row.parent_id ?? '0',
    title: english && row.name_en ? row.name_en : row.name,
    code: row.code,
    path: row.path,
    category: row.category,
    scope: row.visibility_scope,
  }))
  return {
    ownMenus: found.ownMenus,
    // what the package no longer has is not shown, and comes back with it
    menuIds: chosen ? rows.map((row) => row.id).filter((menu) => chosen.has(menu)) : standardIds,
    standardIds,
    tree: growTree(nodes),
    version: found.version,
  }
}

/** Chooses the menus of a role among those the tenant can have, or goes back to the standard. */
export async function writeMenus(context: Context, sent: z.output<typeof role.setMenus.input>) {
  const { db } = context
  const { id, version, ownMenus, menuIds } = sent
  const before = await changeable(context, id, version)
  const names = new Map((await tenantMenus(db)).map((row) => [row.id, row.code]))
  const wanted = ownMenus ? [...new Set(menuIds)] : []
  every(wanted)(wanted.filter((menu) => names.has(menu)))
  const old = await chosenMenus(context, id)
  await db.deleteFrom('role_menu').where('role_id', '=', id).execute()
  if (wanted.length) {
    await db
      .insertInto('role_menu')
      .values(wanted.map((menu_id) => ({ role_id: id, menu_id })))
      .execute()
  }
  const after = await changed(context, id, { own_menus: ownMenus })
  const codes = (list: readonly string[]) => list.map((menu) => names.get(menu) ?? menu).sort()
  await audit(context, {
    action: 'role.menus',
    bizType: 'role',
    bizId: id,
    before: { ownMenus: before.ownMenus, menus: codes(old) },
    after: { ownMenus, menus: codes(wanted) },
  })
  return after
}

import { sql } from 'kysely'
import { say } from '#contract/errors.ts'
import type { Context } from '#server/kernel/service.ts'

const NAMED = 3

/** Who has chosen one of these menus: roles of any tenant, packages, top menus. The first menu that is used, and by whom in words. */
export async function usersOfMenus(
  { kernel, language }: Pick<Context, 'kernel' | 'language'>,
  ids: readonly string[],
): Promise<{ menuId: string; says: string } | undefined> {
  const chosen = sql.join(ids.map((id) => sql`${id}::uuid`))
  const found = await kernel.database.onEveryServer('which tenants use a menu', (db) =>
    sql<{ menu: string; kind: 'Role' | 'Package' | 'Top'; name: string; tenant: string }>`
      select role_menu.menu_id::text as menu, 'Role' as kind, role_name as name, role.tenant_id as tenant
        from role_menu join role on role.tenant_id = role_menu.tenant_id and role.id = role_menu.role_id
        where role.is_deleted = 0 and role.own_menus and role_menu.menu_id in (${chosen})
      union all
      select package_menu.menu_id::text, 'Package', package_name, ''
        from package_menu join tenant_package p on p.tenant_id = package_menu.tenant_id and p.id = package_menu.package_id
        where p.is_deleted = 0 and p.own_menus and package_menu.menu_id in (${chosen})
      union all
      select top_menu_entry.menu_id::text, 'Top', name, ''
        from top_menu_entry join top_menu on top_menu.tenant_id = top_menu_entry.tenant_id and top_menu.id = top_menu_entry.top_menu_id
        where top_menu.is_deleted = 0 and top_menu_entry.menu_id in (${chosen})
      order by 2, 4, 3`.execute(db),
  )
  // packages and top menus are the platform's: the other servers hold copies of them
  const rows = found.flatMap((each, at) => (at === 0 ? each.rows : each.rows.filter(({ kind }) => kind === 'Role')))
  const [first] = rows
  if (!first) return undefined
  const users = rows.filter(({ menu }) => menu === first.menu)
  const named = users
    .slice(0, NAMED)
    .map(({ kind, name, tenant }) => say(`menuUser${kind}`, language, { name, tenant }))
  if (users.length > NAMED) named.push(say('menuUserMore', language, { count: users.length }))
  return { menuId: first.menu, says: named.join(language === 'en' ? ', ' : '、') }
}

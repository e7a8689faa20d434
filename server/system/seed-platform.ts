import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Db } from '#server/kernel/database.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { md5 } from '../auth/password.ts'
import { addUser, provisionTenant } from './provision-tenant.ts'
import { dictSeeds } from './seed-dicts.ts'
import { menuSeeds } from './seed-menus.ts'

const actor = { tenantId: PLATFORM, userId: '' }

/** Without characters that are read wrongly from a screen. */
const letters = 'abcdefghijkmnpqrstuvwxyzACDEFGHJKLMNPQRTUVWXY34679'
export const generatedPassword = () => Array.from(randomBytes(16), (byte) => letters[byte % letters.length]).join('')

/**
 * Puts in what every deployment needs: the platform's tenant, menus and dictionaries that are missing, and an administrator.
 * Answers the administrator's password if it was made just now; it is stored nowhere else.
 */
export async function seedPlatform(database: Database): Promise<{ account: string; password: string } | undefined> {
  const fresh = await database.inTenant(actor, async (db) => {
    // two processes that start together: one seeds, the other finds it done
    await sql`select pg_advisory_xact_lock(hashtext('digao.seed'))`.execute(db)
    return (await db.selectFrom('tenant').select('id').execute()).length === 0
  })
  if (fresh) {
    await provisionTenant(database, { tenantId: PLATFORM, tenantName: 'Digao 底稿', kind: 'platform' }).catch(
      (error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === '23505')) throw error
      },
    )
  }
  return database.inTenant(actor, async (db) => {
    await sql`select pg_advisory_xact_lock(hashtext('digao.seed'))`.execute(db)
    await seedMenus(db)
    await seedDicts(db)
    const known = await db.selectFrom('app_user').select('id').limit(1).execute()
    if (known.length) return undefined
    const account = 'admin'
    const password = generatedPassword()
    await addUser(db, { account, realName: '系统管理员', password: md5(password), roles: ['administrator'] })
    return { account, password }
  })
}

async function seedMenus(db: Db) {
  const rows = await db.selectFrom('menu').select(['id', 'code']).execute()
  const ids = new Map(rows.map(({ id, code }) => [code, id]))
  for (const [sort, menu] of menuSeeds.entries()) {
    if (ids.has(menu.code)) continue
    const { id } = await db
      .insertInto('menu')
      .values({
        code: menu.code,
        parent_id: (menu.parent && ids.get(menu.parent)) || null,
        name: menu.name,
        name_en: menu.en,
        path: menu.path ?? '',
        source: menu.icon ?? '',
        sort,
        visibility_scope: menu.scope,
        roles: [...(menu.roles ?? [])],
        exclude_roles: [...(menu.excludeRoles ?? [])],
        meta: JSON.stringify({ isMenu: 'true', menuType: menu.scope, i18n: menu.code, keepAlive: true }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(menu.code, id)
  }
}

async function seedDicts(db: Db) {
  const rows = dictSeeds.flatMap(({ code, name, en, items }) => {
    const all = [['-1', name, en] as const, ...items]
    return all.map(([key, value, english, remark = ''], sort) => {
      return { code, dict_key: key, dict_value: value, value_en: english, sort, remark }
    })
  })
  await db
    .insertInto('dict')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'code', 'dict_key']).where('is_deleted', '=', 0).doNothing(),
    )
    .execute()
}

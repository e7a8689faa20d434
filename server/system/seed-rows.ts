import { sql } from 'kysely'
import regions from '#facts/regions.json' with { type: 'json' }
import type { Db } from '#server/kernel/database.ts'
import { SABER } from './client-store.ts'
import { buttonSeeds } from './seed-buttons.ts'
import { dictSeeds } from './seed-dicts.ts'
import { menuSeeds } from './seed-menus.ts'

/** The menus and buttons that are missing; what an administrator changed or deleted stays as it is. */
export async function seedMenus(db: Db): Promise<void> {
  const known = await db.selectFrom('menu').select(['id', 'code', 'path']).execute()
  const ids = new Map(known.map(({ id, code }) => [code, id]))
  const missing = menuSeeds.map((seed, sort) => ({ seed, sort })).filter(({ seed }) => !ids.has(seed.code))
  for (let left = missing; left.length > 0;) {
    // a level at a time: whatever stands under something that is there
    const ready = left.filter(({ seed }) => !seed.parent || ids.has(seed.parent))
    if (ready.length === 0) throw new Error(`no menu ${left[0]?.seed.parent} for ${left[0]?.seed.code}`)
    left = left.filter((one) => !ready.includes(one))
    const rows = ready.map(({ seed, sort }) => ({
      code: seed.code,
      parent_id: (seed.parent && ids.get(seed.parent)) || null,
      name: seed.name,
      name_en: seed.en,
      path: seed.path ?? '',
      source: seed.icon ?? '',
      sort,
      visibility_scope: seed.scope,
      roles: [...(seed.roles ?? [])],
      exclude_roles: [...(seed.excludeRoles ?? [])],
      meta: JSON.stringify({ isMenu: 'true', menuType: seed.scope.split(',')[0], i18n: seed.code, keepAlive: true }),
    }))
    const made = await db.insertInto('menu').values(rows).returning(['id', 'code', 'path']).execute()
    for (const row of made) ids.set(row.code, row.id)
    known.push(...made)
  }
  const pages = new Map(known.map(({ id, path }) => [path, id]))
  const scopes = new Map(menuSeeds.map(({ path = '', scope }) => [path, scope]))
  const buttons = Object.entries(buttonSeeds).flatMap(([path, list]) => {
    const page = pages.get(path)
    return list.flatMap(([code, { zh, en }, grant], sort) =>
      page === undefined || ids.has(code)
        ? []
        : [
            {
              code,
              parent_id: page,
              name: zh,
              name_en: en,
              alias: code.slice(code.indexOf('_') + 1),
              category: 2,
              sort,
              visibility_scope: scopes.get(path) ?? 'system',
              grant_name: grant,
              meta: '{}',
            },
          ],
    )
  })
  if (buttons.length) await db.insertInto('menu').values(buttons).execute()
}

/** The dictionaries and items that are missing, each item under its dictionary. */
export async function seedDicts(db: Db): Promise<void> {
  const rows = dictSeeds.flatMap(({ code, name, en, items }, at) => {
    const all = [['-1', name, en] as const, ...items]
    return all.map(([key, value, english, remark = ''], sort) => {
      return { code, dict_key: key, dict_value: value, value_en: english, sort: key === '-1' ? at : sort, remark }
    })
  })
  const made = await db
    .insertInto('dict')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'code', 'dict_key']).where('is_deleted', '=', 0).doNothing(),
    )
    .returning('id')
    .execute()
  if (made.length === 0) return
  await sql`update dict set parent_id = root.id from dict root
    where dict.parent_id is null and dict.dict_key <> '-1' and root.tenant_id = dict.tenant_id and root.code = dict.code
      and root.dict_key = '-1' and root.is_deleted = 0 and dict.is_deleted = 0`.execute(db)
}

/** The provinces, once; what lies below them comes by import. */
export async function seedRegions(db: Db): Promise<void> {
  const known = await db.selectFrom('region').select('id').limit(1).execute()
  if (known.length) return
  const rows = regions.regions.map(({ code, name, en }, sort) => ({ code, name, name_en: en, level: 1, sort }))
  await db.insertInto('region').values(rows).execute()
}

/** The product's own client. */
export async function seedClients(db: Db): Promise<void> {
  await db
    .insertInto('client')
    .values({
      client_id: SABER,
      client_name: 'Digao 底稿',
      grant_types: ['password', 'captcha', 'sms_code', 'social', 'authorization_code', 'passkey', 'refresh_token'],
    })
    .onConflict((clash) => clash.columns(['tenant_id', 'client_id']).where('is_deleted', '=', 0).doNothing())
    .execute()
}

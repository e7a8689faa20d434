import { isDeepStrictEqual } from 'node:util'
import { menuTypeOf } from '#contract/menu.ts'
import type { Db } from '#server/kernel/database.ts'
import type { MenuSeed } from './menu-seed.ts'
import type { MenuRow } from './menu-tree.ts'
import { buttonSeeds } from './seed-buttons.ts'
import { menuSeeds } from './seed-menus.ts'

const columnsOf = (seed: MenuSeed, parentId: string | null) => ({
  parent_id: parentId,
  name: seed.name,
  name_en: seed.en,
  path: seed.path ?? '',
  source: seed.icon ?? '',
  visibility_scope: seed.scope,
  roles: [...(seed.roles ?? [])],
  exclude_roles: [...(seed.excludeRoles ?? [])],
  meta: {
    isMenu: seed.hidden ? 'false' : 'true',
    menuType: menuTypeOf(seed.scope),
    i18n: seed.code,
    keepAlive: true,
  },
})

/**
 * The menus and buttons that are missing, and what a newer Digao says of those that nobody has touched (version 1). What an
 * administrator changed or deleted stays as it is, and so does an order he made.
 */
export async function seedMenus(db: Db, seeds: readonly MenuSeed[] = menuSeeds): Promise<void> {
  const known: MenuRow[] = await db.selectFrom('menu').selectAll().execute()
  const ids = new Map(known.map(({ id, code }) => [code, id]))
  const missing = seeds.map((seed, sort) => ({ seed, sort })).filter(({ seed }) => !ids.has(seed.code))
  for (let left = missing; left.length > 0;) {
    // a level at a time: whatever stands under something that is there
    const ready = left.filter(({ seed }) => !seed.parent || ids.has(seed.parent))
    if (ready.length === 0) throw new Error(`no menu ${left[0]?.seed.parent} for ${left[0]?.seed.code}`)
    left = left.filter((one) => !ready.includes(one))
    const rows = ready.map(({ seed, sort }) => {
      const columns = columnsOf(seed, (seed.parent && ids.get(seed.parent)) || null)
      return Object.assign(columns, { code: seed.code, sort, meta: JSON.stringify(columns.meta) })
    })
    const made = await db.insertInto('menu').values(rows).returning(['id', 'code']).execute()
    for (const { id, code } of made) ids.set(code, id)
  }
  await updateUntouched(db, known, { seeds, ids })
  await seedButtons(db, ids, seeds)
}

type Wanted = { seeds: readonly MenuSeed[]; ids: ReadonlyMap<string, string> }

/** `known`: the rows as they were before the missing ones came. */
async function updateUntouched(db: Db, known: readonly MenuRow[], { seeds, ids }: Wanted): Promise<void> {
  const rows = new Map(known.map((row) => [row.code, row]))
  const touched = known.filter(({ version, is_deleted: gone }) => version > 1 || gone !== 0)
  // one that was moved or put elsewhere makes the order of its level the administrator's
  const ordered = new Set(touched.map(({ parent_id: parent }) => parent))
  for (const [sort, seed] of seeds.entries()) {
    const row = rows.get(seed.code)
    // a row with the code of a seed that came some other way is no seed
    if (!row || row.version > 1 || row.is_deleted !== 0 || Object(row.meta)['i18n'] !== seed.code) continue
    const parent = (seed.parent && ids.get(seed.parent)) || null
    const columns = { ...columnsOf(seed, parent), sort: ordered.has(row.parent_id) ? row.sort : sort }
    const now = Object.fromEntries(Object.keys(columns).map((name) => [name, Object(row)[name]]))
    if (isDeepStrictEqual(now, columns)) continue
    await db
      .updateTable('menu')
      .set({ ...columns, meta: JSON.stringify(columns.meta) })
      .where('id', '=', row.id)
      .execute()
  }
}

/** The buttons that are missing, under the first page at their path. */
async function seedButtons(db: Db, ids: ReadonlyMap<string, string>, seeds: readonly MenuSeed[]): Promise<void> {
  const rows = Object.entries(buttonSeeds).flatMap(([path, list]) => {
    const page = seeds.find((seed) => seed.path === path)
    const pageId = page && ids.get(page.code)
    return list.flatMap(([code, { zh, en }, grant], sort) =>
      !page || pageId === undefined || ids.has(code)
        ? []
        : [
            {
              code,
              parent_id: pageId,
              name: zh,
              name_en: en,
              alias: code.slice(code.indexOf('_') + 1),
              category: 2,
              sort,
              visibility_scope: page.scope,
              grant_name: grant,
              meta: '{}',
            },
          ],
    )
  })
  if (rows.length) await db.insertInto('menu').values(rows).execute()
}

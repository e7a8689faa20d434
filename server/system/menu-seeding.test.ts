import { expect, test } from 'vitest'
import { type MenuNode, menu } from '#contract/menu.ts'
import type { Db } from '#server/kernel/database.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { testServer } from '#server/kernel/testing.ts'
import { seedMenus } from './menu-seeding.ts'
import { menuSeeds } from './seed-menus.ts'

const server = await testServer()
const platform = await server.as('administrator', '平台管理', { tenantId: PLATFORM })
const inPlatform = <T>(work: (db: Db) => Promise<T>) =>
  server.kernel.database.inTenant({ tenantId: PLATFORM, userId: '' }, work)
const rows = () =>
  inPlatform((db) => db.selectFrom('menu').selectAll().where('is_deleted', '=', 0).orderBy('code').execute())
const row = async (code: string) => {
  const found = (await rows()).find((one) => one.code === code)
  if (!found) throw new Error(`no menu ${code}`)
  return found
}
const pick = (tree: MenuNode[], code: string): MenuNode | undefined =>
  tree.find((node) => node.code === code) ?? tree.flatMap(({ children = [] }) => pick(children, code) ?? [])[0]

test('every seed stands once, marked as an entry, under its heading, in the order of the list', async () => {
  const codes = menuSeeds.map(({ code }) => code)
  expect(new Set(codes).size).toBe(codes.length)
  for (const seed of menuSeeds) {
    const { meta, parent_id: parent } = await row(seed.code)
    expect(meta).toMatchObject({ isMenu: seed.hidden ? 'false' : 'true', i18n: seed.code })
    expect(parent).toBe(seed.parent ? (await row(seed.parent)).id : null)
  }
  const [first] = await platform(menu.routes, { visibilityScope: 'firm' })
  expect(first?.children?.slice(0, 3).map(({ code }) => code)).toEqual([
    'firm_index',
    'firm_enterprise',
    'enterprise_project',
  ])
})

test('a second start changes nothing', async () => {
  const before = await rows()
  await inPlatform((db) => seedMenus(db))
  expect(await rows()).toEqual(before)
})

test('what a newer Digao says reaches a menu nobody touched; what an administrator changed or deleted stays', async () => {
  const { id: changed } = await row('firm_disk')
  await platform(menu.submit, { id: changed, name: '公共云盘' })
  const { id: gone } = await row('firm_trash')
  await platform(menu.remove, { ids: gone })
  const mine = await platform(menu.submit, { code: 'later_code', name: '自建', path: '/own', visibilityScope: 'firm' })
  const newer = [
    ...menuSeeds.map((seed) =>
      ['firm_tools', 'firm_disk', 'firm_trash'].includes(seed.code)
        ? Object.assign({}, seed, { name: `新${seed.name}`, parent: 'corner', scope: 'firm,edu' })
        : seed,
    ),
    { code: 'corner', name: '新分区', en: 'Corner', scope: 'firm' },
    { code: 'later_code', name: '产品的', en: 'Ours', path: '/ours', scope: 'firm' },
  ]
  await inPlatform((db) => seedMenus(db, newer))
  const corner = await row('corner')
  expect(await row('firm_tools')).toMatchObject({
    name: '新工具箱',
    parent_id: corner.id,
    visibility_scope: 'firm,edu',
  })
  expect(await row('firm_disk')).toMatchObject({ name: '公共云盘', version: 2 })
  expect((await rows()).map(({ code }) => code)).not.toContain('firm_trash')
  expect(await row('later_code')).toMatchObject({ name: '自建', id: mine.id })
  await inPlatform((db) => seedMenus(db))
  expect(await row('firm_tools')).toMatchObject({ name: '工具箱', visibility_scope: 'firm,personal' })
})

test('an order that an administrator made stays through the next start', async () => {
  const mine = pick(await platform(menu.list, {}), 'mine')
  const reversed = (mine?.children ?? []).map(({ id }) => id).toReversed()
  expect(reversed.length).toBeGreaterThan(3)
  await platform(menu.sort, { ids: reversed })
  await inPlatform((db) => seedMenus(db))
  const after = pick(await platform(menu.list, {}), 'mine')
  expect(after?.children?.map(({ id }) => id)).toEqual(reversed)
})

test('a menu that is added through the interface is an entry unless it says otherwise', async () => {
  const { meta } = await platform(menu.submit, { code: 'plain', name: '新页', path: '/p', visibilityScope: 'ai' })
  expect(meta).toEqual({ isMenu: 'true' })
  const shown = pick(await platform(menu.byScope, { visibilityScope: 'ai' }), 'plain')
  expect(shown?.meta).toEqual({ isMenu: 'true', menuType: 'ai', visibilityScope: 'ai' })
})

import { beforeAll, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { type MenuNode, menu, topMenu } from '#contract/menu.ts'
import { heldByRoles } from '#contract/grants.ts'
import { nobody } from '#server/kernel/caller.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { effectiveMenus } from './effective-menus.ts'
import { menuSeeds } from './seed-menus.ts'

let server: TestServer
let platform: Caller
let admin: Caller
let zxs: Caller
beforeAll(async () => {
  server = await testServer()
  platform = await server.as('administrator', '平台管理', { tenantId: '000000' })
  admin = await server.as('admin', '王管理')
  zxs = await server.as('zxs', '张审计')
})

const unknown = '00000000-0000-7000-8000-000000000000'
const codesOf = (tree: MenuNode[]): string[] => tree.flatMap((node) => [node.code, ...codesOf(node.children ?? [])])
const routes = async (caller: Caller, input: object = {}) => codesOf(await caller(menu.routes, input))
const idOf = async (code: string) => {
  const { records } = await platform(menu.menuList, { code_equal: code })
  const found = records[0]
  if (!found) throw new Error(code)
  return found.id
}
let made = 0
const add = (over: object = {}) => {
  made += 1
  const draft = { code: `extra_${made}`, name: `菜单${made}`, path: `/extra/${made}`, visibilityScope: 'firm' }
  return platform(menu.submit, { ...draft, ...over })
}
const inTenant = <T>(caller: Caller, work: Parameters<typeof server.kernel.database.inTenant<T>>[1]) =>
  server.kernel.database.inTenant({ tenantId: caller.tenantId, userId: '' }, work)

test('everybody sees the pages of his roles, under their headings; the platform’s are the platform’s', async () => {
  const consultant = await routes(zxs)
  expect(consultant).toEqual(expect.arrayContaining(['firm', 'firm_index', 'project_papers', 'info_index']))
  expect(consultant.filter((code) => code.startsWith('system') || code.startsWith('platform'))).toEqual([])
  const firm = await routes(admin, { visibilityScope: 'firm,system' })
  expect(firm).toEqual(expect.arrayContaining(['firm_index', 'system', 'system_menu', 'system_param']))
  expect(firm).not.toContain('system_dict')
  expect(firm.filter((code) => code.startsWith('platform') || code.startsWith('project'))).toEqual([])
  expect(await routes(platform)).toEqual(
    expect.arrayContaining(['platform', 'platform_topMenu', 'platform_region', 'platform_client', 'system_dict']),
  )
  // an enterprise has its own menus, and a scope is a question of its own
  expect(await routes(zxs, { enterpriseId: unknown })).toEqual(['ai_index', 'ai_projects', 'ai_related'])
  expect(codesOf(await zxs(menu.byScope, { visibilityScope: 'project' }))).toContain('project_relation')
})

test('an administrator of a tenant may see menus, but not change one', async () => {
  const tree = await admin(menu.list, {})
  expect(tree.map(({ code }) => code)).toEqual(expect.arrayContaining(['firm', 'system', 'platform']))
  const tried = admin(menu.submit, { code: 'mine_too', name: '我的菜单' })
  await expect(tried).rejects.toMatchObject({ code: 403 })
  await expect(zxs(menu.list, {})).rejects.toMatchObject({ code: 403 })
})

test('a menu that is added shows, at its place, in both languages; what was not sent stays', async () => {
  const saved = await add({ parentId: await idOf('firm'), nameEn: 'Extra', roles: ['zxs'], meta: { keepAlive: false } })
  expect(saved).toMatchObject({ category: 1, status: 1, version: 1, roles: ['zxs'], nameEn: 'Extra' })
  expect(await routes(zxs)).toContain(saved.code)
  expect(await routes(admin)).not.toContain(saved.code)
  const [english] = (await zxs(menu.routes, {}, { 'accept-language': 'en' })).flatMap(
    (node) => node.children?.filter(({ code }) => code === saved.code) ?? [],
  )
  expect(english).toMatchObject({ name: 'Extra', meta: { keepAlive: false } })
  const changed = await platform(menu.submit, { id: saved.id, version: 1, remark: '试用' })
  expect(changed).toEqual({ ...saved, remark: '试用', version: 2, updateTime: changed.updateTime })
  await expect(platform(menu.submit, { id: saved.id, version: 1, remark: '晚到' })).rejects.toMatchObject({ code: 409 })
  const entries = await platform(audit.list, { bizId_equal: saved.id })
  expect(entries.records.map(({ action }) => action).sort()).toEqual(['menu.add', 'menu.update'])
})

test.each([
  ['no name', { code: 'nameless', name: undefined }, '请输入菜单名称'],
  ['a code that is in use', { code: 'firm' }, '菜单编号已存在：firm'],
  ['a scope there is not', { visibilityScope: 'moon' }, '可见范围不正确'],
  ['a grant there is not', { grantName: 'moon.walk' }, '没有这个权限'],
  ['a link that runs a script', { href: 'javascript:alert(1)' }, '外部链接应以 http://、https:// 或 / 开头'],
  ['a parent that is not there', { parentId: unknown }, '上级菜单不存在，请刷新后重选'],
])('%s is refused by name', async (_, over, message) => {
  await expect(add(over)).rejects.toMatchObject({ code: 400, message })
})

test('a menu cannot move under what is below it, nor anything under a button', async () => {
  const top = await add()
  const below = await add({ parentId: top.id })
  const button = await add({ parentId: below.id, category: 2 })
  const round = platform(menu.submit, { id: top.id, parentId: below.id })
  await expect(round).rejects.toMatchObject({ message: '不能把菜单移到它自己或它的下级之下' })
  await expect(add({ parentId: button.id })).rejects.toMatchObject({ message: '按钮下不能再建菜单' })
  const moved = await platform(menu.submit, { id: below.id, parentId: '0' })
  expect(moved.parentId).toBe('0')
})

test('siblings are put in order; menus of different parents are not', async () => {
  const parent = await add({ path: '' })
  const [one, two] = [await add({ parentId: parent.id }), await add({ parentId: parent.id })]
  const order = async () => (await admin(menu.lazyList, { parentId: parent.id })).map(({ code }) => code)
  expect(await order()).toEqual([one.code, two.code])
  await platform(menu.sort, { ids: [two.id, one.id] })
  expect(await order()).toEqual([two.code, one.code])
  await expect(platform(menu.sort, { ids: [two.id, parent.id] })).rejects.toMatchObject({
    message: '只能给同一上级下的菜单排序',
  })
})

test('a menu in use stays, and is told by whom; with nobody left it goes, its children first', async () => {
  const page = await add({ name: '要删的' })
  const child = await add({ parentId: page.id, name: '下级页' })
  const gone = (ids: string[]) => platform(menu.remove, { ids: ids.join(',') })
  await expect(gone([page.id])).rejects.toMatchObject({
    message: '“要删的”还有下级：下级页。请先删除下级，或停用该菜单',
  })
  const role = await inTenant(admin, async (db) => {
    const values = { role_name: '实习生', role_alias: 'intern', own_menus: true }
    const { id } = await db.insertInto('role').values(values).returning('id').executeTakeFirstOrThrow()
    await db.insertInto('role_menu').values({ role_id: id, menu_id: child.id }).execute()
    return id
  })
  const used = `“下级页”正在使用：角色“实习生”（租户 ${admin.tenantId}）。可以停用该菜单`
  await expect(gone([page.id, child.id])).rejects.toMatchObject({ code: 400, message: used })
  await inTenant(admin, (db) => db.deleteFrom('role_menu').where('role_id', '=', role).execute())
  await expect(gone([page.id, unknown])).rejects.toMatchObject({ code: 404 })
  await gone([page.id, child.id])
  await expect(platform(menu.detail, { id: page.id })).rejects.toMatchObject({ code: 404 })
  expect(await routes(zxs)).not.toContain(page.code)
})

test('a disabled menu shows to nobody, nor does what is under it', async () => {
  const heading = await add({ path: '' })
  const page = await add({ parentId: heading.id })
  expect(await routes(zxs)).toEqual(expect.arrayContaining([heading.code, page.code]))
  await platform(menu.submit, { id: heading.id, status: 0 })
  const seen = await routes(zxs)
  expect(seen).not.toContain(heading.code)
  expect(seen).not.toContain(page.code)
})

test('a role with menus of its own shows those and no others; moving one keeps it', async () => {
  const page = await add({ roles: ['teacher'] })
  const caller = await server.as('student', '学生')
  await inTenant(caller, async (db) => {
    const role = await db
      .updateTable('role')
      .set({ own_menus: true })
      .where('role_alias', '=', 'student')
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = [page.id, await idOf('platform_client')].map((id) => ({ role_id: role.id, menu_id: id }))
    await db.insertInto('role_menu').values(rows).execute()
  })
  expect(await routes(caller)).toEqual([page.code])
  await platform(menu.submit, { id: page.id, parentId: await idOf('firm') })
  expect(await routes(caller)).toEqual(['firm', page.code])
})

test('a package cuts the menus of its tenants to its own, edition and roles still count', async () => {
  const { tenantId } = await server.tenant('小所')
  const boss = await server.as('admin', '所长', { tenantId })
  const all = await routes(boss)
  const ids = await Promise.all(['firm_enterprise', 'project_papers', 'platform_client'].map(idOf))
  const id = await inTenant(platform, async (db) => {
    const values = { code: 'mini', package_name: '迷你', edition: 'firm', own_menus: true }
    const made = await db.insertInto('tenant_package').values(values).returning('id').executeTakeFirstOrThrow()
    const rows = ids.map((menuId) => ({ package_id: made.id, menu_id: menuId }))
    await db.insertInto('package_menu').values(rows).execute()
    return made.id
  })
  await inTenant(boss, (db) => db.updateTable('tenant').set({ package_id: id }).execute())
  expect((await routes(boss)).sort()).toEqual(['firm', 'firm_enterprise', 'project_papers'])
  expect(all.length).toBeGreaterThan(10)
  // its buttons come with the page
  const buttons = codesOf(await boss(menu.buttons, {}))
  expect(buttons).toContain('enterprise_add')
  expect(buttons).not.toContain('project_add')
  const picked = await platform(menu.tree, { tenantId })
  expect(picked.flatMap(({ children }) => children?.map(({ title }) => title) ?? [])).toEqual(['企业管理'])
  await expect(admin(menu.tree, { tenantId })).rejects.toMatchObject({ code: 404 })
  await expect(platform(menu.tree, { tenantId: "' or 1=1" })).rejects.toMatchObject({ code: 404 })
  const used = platform(menu.remove, { ids: ids[0] ?? '' })
  await expect(used).rejects.toMatchObject({ code: 400 })
})

test('a person’s edition has its own scope', async () => {
  const caller = await server.as('personal', '个人', await server.tenant('个人'))
  await inTenant(caller, (db) => db.updateTable('tenant').set({ kind: 'person' }).execute())
  const seen = await routes(caller)
  expect(seen).toEqual(expect.arrayContaining(['personal_enterprise', 'info_index', 'project_papers']))
  expect(seen.filter((code) => /^(firm_index|firm_enterprise|edu)/.test(code))).toEqual([])
  expect(codesOf(await caller(menu.buttons, {}))).toContain('personalEnterprise_add')
})

const edu = async (caller: Caller) => codesOf(await caller(menu.byScope, { visibilityScope: 'edu' }))

test('a school has the education’s menus, a firm none of that scope, whatever else a menu belongs to', async () => {
  expect(await edu(await server.as('teacher', '王老师'))).toEqual([])
  const school = await server.tenant('职业学院')
  const [head, teacher, student] = [
    await server.as('admin', '校长', school),
    await server.as('teacher', '林老师', school),
    await server.as('student', '郑同学', school),
  ]
  await inTenant(head, (db) => db.updateTable('tenant').set({ kind: 'school' }).execute())
  expect(await edu(head)).toEqual(
    expect.arrayContaining(['edu_school_init', 'edu_student', 'edu_course', 'info_index']),
  )
  const taught = await edu(teacher)
  expect(taught).toEqual(expect.arrayContaining(['edu_course', 'edu_exam', 'edu_class', 'edu_enterprise']))
  // teachers reach neither the education’s home, the school nor the students (specification, section 6)
  expect(taught.filter((code) => /^edu_(index|home|school|student)/.test(code))).toEqual([])
  expect(await edu(student)).toEqual(expect.arrayContaining(['edu_my_courses', 'edu_enterprise']))
  expect(await edu(student)).not.toContain('edu_course')
})

test('buttons are the permissions that the caller’s grants give him, under their pages', async () => {
  const tree = await zxs(menu.buttons, {})
  const codes = codesOf(tree)
  expect(codes).toEqual(expect.arrayContaining(['firm', 'firm_enterprise', 'enterprise_add', 'project_delete']))
  expect(codes).not.toContain('menu_add')
  expect(codes).not.toContain('info_index')
  expect(codesOf(await admin(menu.buttons, {}))).toEqual(expect.arrayContaining(['param_edit']))
  expect(codesOf(await platform(menu.buttons, {}))).toEqual(expect.arrayContaining(['menu_add', 'client_delete']))
})

test('lists: a tree with filters keeps ancestors, levels say what is below, pages have no buttons', async () => {
  const [firm, ...others] = await admin(menu.list, { code_equal: 'enterprise_add' })
  expect(others).toEqual([])
  expect(firm?.children?.[0]?.children?.map(({ code }) => code)).toEqual(['enterprise_add'])
  const id = await idOf('firm_enterprise')
  const level = await admin(menu.lazyList, { parentId: await idOf('firm') })
  expect(level.find((row) => row.id === id)).toMatchObject({ hasChildren: true })
  const pages = await admin(menu.lazyMenuList, { parentId: await idOf('firm') })
  expect(pages.find((row) => row.id === id)).toMatchObject({ hasChildren: false })
  expect((await admin(menu.lazyMenuList, { parentId: id })).length).toBe(0)
  expect((await admin(menu.lazyMenuList, {})).map(({ code }) => code)).toContain('firm')
  const list = await admin(menu.menuList, { size: 500 })
  expect(list.total).toBeGreaterThanOrEqual(menuSeeds.length)
  expect(list.records.every(({ category }) => category === 1)).toBe(true)
})

test('a top menu shows its entries with what is below them, and only to those who see one', async () => {
  const parent = await idOf('system')
  const wanted = { code: 'admin_top', name: '管理', nameEn: 'Admin', menuIds: [parent] }
  const twice = [1, 2].map(() => platform(topMenu.submit, wanted))
  const refused = (await Promise.allSettled(twice)).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toMatchObject([{ message: '菜单编号已存在：admin_top' }])
  const saved = await Promise.any(twice)
  expect(saved).toMatchObject({ sort: 0, status: 1, menuIds: [parent] })
  expect((await admin(menu.topMenu, {})).map(({ name }) => name)).toEqual(['管理'])
  expect(await zxs(menu.topMenu, {})).toEqual([])
  const cut = await routes(admin, { topMenuId: saved.id })
  expect(cut).toEqual(expect.arrayContaining(['system', 'system_menu']))
  expect(cut).not.toContain('firm_index')
  await expect(routes(admin, { topMenuId: unknown })).rejects.toMatchObject({ code: 404 })
  await expect(platform(menu.remove, { ids: parent })).rejects.toMatchObject({ code: 400 })
  await expect(platform(topMenu.submit, { code: 'admin_top', name: '又一个' })).rejects.toMatchObject({ code: 400 })
  await expect(platform(topMenu.submit, { id: saved.id, menuIds: [unknown] })).rejects.toMatchObject({ code: 400 })
  const changed = await platform(topMenu.submit, { id: saved.id, menuIds: [], version: 1 })
  expect(changed).toMatchObject({ name: '管理', menuIds: [], version: 2 })
  await platform(topMenu.remove, { ids: saved.id })
  expect((await admin(topMenu.list, {})).total).toBe(0)
})

test('routes of 300 menus take three queries and a few milliseconds', async () => {
  const rows = Array.from({ length: 260 }, (_, at) => ({
    code: `many_${at}`,
    name: `页${at}`,
    path: `/many/${at}`,
    visibility_scope: 'firm',
  }))
  await inTenant(platform, async (db) => {
    await db.insertInto('menu').values(rows).execute()
  })
  expect((await routes(admin)).filter((code) => code.startsWith('many_'))).toHaveLength(260)
  let queries = 0
  const took: number[] = []
  for (let round = 0; round < 5; round++) {
    await inTenant(platform, async (db) => {
      const counted = db.withPlugin({
        transformQuery: ({ node }) => {
          queries += 1
          return node
        },
        transformResult: async ({ result }) => result,
      })
      const user = { ...nobody, roles: ['administrator'], held: heldByRoles('administrator', true) }
      const begin = performance.now()
      await effectiveMenus({ db: counted, user })
      took.push(performance.now() - begin)
    })
  }
  expect(queries).toBe(15)
  expect(Math.min(...took)).toBeLessThan(30)
})

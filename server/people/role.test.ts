import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { dept } from '#contract/dept.ts'
import { enterprise } from '#contract/enterprise.ts'
import { menu } from '#contract/menu.ts'
import { platformGrants } from '#contract/grants.ts'
import { project } from '#contract/project.ts'
import { role, type Scope } from '#contract/role.ts'
import { user } from '#contract/user.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { testCreditCode } from '../project/testing-credit-code.ts'

let server: TestServer
let owner: Caller
let admin: Caller
let ids: Record<string, string>
beforeAll(async () => {
  server = await testServer()
  owner = await server.as('administrator', '周所长')
  admin = await server.as('admin', '王管理')
  ids = Object.fromEntries((await admin(role.tree, {})).map(({ alias, id }) => [alias, id]))
})

let made = 0
const newRole = (over: object = {}) => {
  made += 1
  return admin(role.submit, { roleName: `角色${made}`, roleAlias: `own_${made}`, ...over })
}
const idOf = (alias: string) => ids[alias] ?? ''
const give = (who: Caller, roleIds: string) => admin(user.grant, { userIds: who.userId, roleIds })
const scope = (grant: Scope['grant'], extent: Scope['extent'], deptIds?: string[]) => ({
  grant,
  extent,
  ...(deptIds && { deptIds }),
})
const setScopes = async (by: Caller, id: string, scopes: ReturnType<typeof scope>[]) =>
  by(role.setScopes, { id, version: (await by(role.detail, { id })).version, scopes })

describe('roles of the tenant', () => {
  test('one of its own is added, changed, found and removed', async () => {
    const one = await newRole({ roleName: '复核经理', roleAlias: 'reviewer', remark: '三级复核' })
    expect(one).toMatchObject({ roleAlias: 'reviewer', builtin: false, userCount: 0, ownMenus: false, version: 1 })
    const two = await admin(role.submit, { id: one.id, version: 1, roleName: '复核合伙人', roleAlias: 'admin' })
    expect(two).toMatchObject({ roleName: '复核合伙人', roleAlias: 'reviewer', remark: '三级复核', version: 2 })
    await expect(admin(role.submit, { id: one.id, version: 1, roleName: 'x' })).rejects.toMatchObject({ code: 409 })
    expect((await admin(role.list, { roleName: '复核' })).records.map(({ id }) => id)).toEqual([one.id])
    await admin(role.remove, { ids: one.id })
    await expect(admin(role.detail, { id: one.id })).rejects.toMatchObject({ code: 404 })
  })

  test('aliases are the tenant’s own: not the product’s, not the platform’s, not another’s', async () => {
    await newRole({ roleAlias: 'clerk' })
    const refused = (roleAlias: string) => newRole({ roleAlias }).then(String, (fault: Error) => fault.message)
    expect(await refused('clerk')).toBe('角色别名“clerk”已存在')
    expect(await refused('administrator')).toBe('角色别名“administrator”由系统保留')
    expect(await refused('platform')).toBe('角色别名“platform”由系统保留')
    expect(await refused('a,admin')).toMatch(/^角色别名为2至32个/)
  })

  test('a role of the product stays, and one in use says by whom', async () => {
    await expect(admin(role.remove, { ids: idOf('zxs') })).rejects.toMatchObject({ message: /是系统角色/ })
    const used = await newRole({ roleName: '在用' })
    const clerk = await server.as('normal', '在用人')
    await admin(role.addMembers, { id: used.id, userIds: clerk.userId })
    await expect(admin(role.remove, { ids: used.id })).rejects.toMatchObject({
      message: '角色“在用”还有1人（在用人），不能删除',
    })
    expect((await admin(role.members, { id: used.id })).records.map(({ realName }) => realName)).toEqual(['在用人'])
    await admin(role.removeMembers, { id: used.id, userIds: clerk.userId })
    await admin(role.remove, { ids: used.id })
  })

  test('another tenant’s role is not there', async () => {
    const mine = await newRole()
    const elsewhere = await server.as('administrator', '别家', await server.tenant('别家'))
    for (const call of [
      () => elsewhere(role.detail, { id: mine.id }),
      () => elsewhere(role.submit, { id: mine.id, roleName: 'x' }),
      () => elsewhere(role.setScopes, { id: mine.id, version: 1, scopes: [] }),
      () => elsewhere(role.menus, { id: mine.id }),
      () => elsewhere(role.addMembers, { id: mine.id, userIds: elsewhere.userId }),
      () => elsewhere(role.remove, { ids: mine.id }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 404 })
    }
  })
})

describe('what a role may', () => {
  test('a role with project.view in its department sees the colleagues’ projects there and nothing else', async () => {
    const [root] = await admin(dept.tree, {})
    const [first, second] = await Promise.all(
      ['一部', '二部'].map((deptName) => admin(dept.submit, { parentId: root?.id ?? '', deptName })),
    )
    const people = await Promise.all(
      [first, second].map(async (place, at) => {
        const who = await server.as('zxs', `同事${at}`)
        await admin(user.submit, { id: who.userId, deptId: place?.id ?? '' })
        const code = testCreditCode(8000 + at)
        const client = await who(enterprise.save, { enterpriseName: `客户${at}`, creditCode: code })
        const work = { enterpriseId: client.id, projectName: `汇算${at}`, year: '2025', category: 2 }
        return { who, client, project: await who(project.save, work) }
      }),
    )
    const reader = await newRole({ roleName: '部门查看' })
    await setScopes(admin, reader.id, [scope('project.view', 'dept')])
    const viewer = await server.as([], '查看人')
    await admin(user.submit, { id: viewer.userId, deptId: first?.id ?? '', roleId: reader.id })

    expect((await viewer(project.list, {})).records.map(({ projectName }) => projectName)).toEqual(['汇算0'])
    const [near, far] = people
    await expect(viewer(project.detail, { id: near?.project.id ?? '' })).resolves.toBeDefined()
    await expect(viewer(project.detail, { id: far?.project.id ?? '' })).rejects.toMatchObject({ code: 404 })
    await expect(viewer(project.remove, { ids: near?.project.id ?? '' })).rejects.toMatchObject({ code: 403 })
    await expect(viewer(enterprise.list, {})).rejects.toMatchObject({ code: 403 })
    await expect(viewer(user.list, {})).rejects.toMatchObject({ code: 403 })

    // a move to the other department moves what he sees, at once
    await admin(user.submit, { id: viewer.userId, deptId: second?.id ?? '' })
    expect((await viewer(project.list, {})).records.map(({ projectName }) => projectName)).toEqual(['汇算1'])
    await setScopes(admin, reader.id, [scope('project.view', 'depts', [first?.id ?? '', second?.id ?? ''])])
    expect((await viewer(project.list, {})).total).toBe(2)
    await admin(user.submit, { id: viewer.userId, deptId: root?.id ?? '' })
    await setScopes(admin, reader.id, [scope('project.view', 'deptTree')])
    expect((await viewer(project.list, {})).total).toBe(2)
    await setScopes(admin, reader.id, [scope('project.view', 'none')])
    await expect(viewer(project.list, {})).rejects.toMatchObject({ code: 403 })
  })

  test('a role with user.view in its department lists those people only', async () => {
    const [root] = await admin(dept.tree, {})
    const place = await admin(dept.submit, { parentId: root?.id ?? '', deptName: '人事' })
    const keeper = await newRole({ roleName: '人事查看' })
    await setScopes(admin, keeper.id, [
      scope('user.view', 'dept'),
      scope('user.edit', 'dept'),
      // what everybody has
      ...(['firm.view', 'disk.use', 'toolbox.use'] as const).map((grant) => scope(grant, 'all')),
    ])
    const clerk = await server.as([], '人事专员')
    const mate = await server.as('normal', '人事同事')
    const far = await server.as('normal', '远处')
    for (const one of [clerk, mate]) await admin(user.submit, { id: one.userId, deptId: place.id })
    await give(clerk, keeper.id)
    expect((await clerk(user.list, {})).records.map(({ realName }) => realName).sort()).toEqual(
      ['人事专员', '人事同事'].sort(),
    )
    await expect(clerk(user.submit, { id: mate.userId, remark: '好' })).resolves.toMatchObject({ remark: '好' })
    await expect(clerk(user.submit, { id: far.userId, remark: 'x' })).rejects.toMatchObject({ code: 404 })
    await expect(clerk(user.submit, { id: mate.userId, deptId: root?.id ?? '' })).rejects.toMatchObject({
      message: '只能选择您管理范围内的部门',
    })
    // who may edit people still hands out nothing, and resets nobody who may more than he
    await expect(clerk(user.submit, { id: mate.userId, roleId: keeper.id })).rejects.toMatchObject({
      message: '只有管理员可以分配角色',
    })
    await give(mate, idOf('zxs'))
    await expect(clerk(user.resetPassword, { ids: mate.userId })).rejects.toMatchObject({ message: /权限超出您自己/ })
  })

  test('a narrowed zxs loses project.delete at once, and has it back with the table', async () => {
    const zxs = await server.as('zxs', '咨询')
    const client = await zxs(enterprise.save, { enterpriseName: '窄公司', creditCode: testCreditCode(8100) })
    const work = { enterpriseId: client.id, projectName: '窄', year: '2025', category: 2 }
    const { id } = await zxs(project.save, work)
    await setScopes(admin, idOf('zxs'), [scope('project.delete', 'none')])
    await expect(zxs(project.remove, { ids: id })).rejects.toMatchObject({ code: 403 })
    await expect(zxs(project.detail, { id })).resolves.toBeDefined()
    expect((await admin(role.detail, { id: idOf('zxs') })).scopeCount).toBe(1)
    await setScopes(admin, idOf('zxs'), [scope('project.delete', 'self')])
    expect((await admin(role.detail, { id: idOf('zxs') })).scopeCount).toBe(0)
    await zxs(project.remove, { ids: id })
  })

  test.each([
    ['a grant of the platform', 'own', scope('tenant.manage', 'all'), /属于平台/],
    ['more than the table gives a role of the product', 'zxs', scope('project.delete', 'all'), /不能授予到这个范围/],
    ['what the table does not give it at all', 'student', scope('user.view', 'all'), /不能授予到这个范围/],
    ['departments for what has no owner', 'own', scope('audit.view', 'dept'), /不能授予到这个范围/],
    ['departments without any', 'own', scope('project.view', 'depts', []), /请为“project.view”选择部门/],
    ['an admin without the power to hand it back', 'admin', scope('role.edit', 'none'), /管理员须保留/],
  ])('%s is refused', async (_, which, wanted, message) => {
    const id = which === 'own' ? (await newRole()).id : idOf(which)
    await expect(setScopes(admin, id, [wanted])).rejects.toMatchObject({ code: 400, message })
  })

  test('nobody gives what he does not hold, nor changes a role above him', async () => {
    await expect(setScopes(admin, idOf('administrator'), [scope('audit.view', 'none')])).rejects.toMatchObject({
      code: 400,
    })
    const keeper = await newRole({ roleName: '角色管理员' })
    await setScopes(admin, keeper.id, [
      scope('role.view', 'all'),
      scope('role.edit', 'all'),
      scope('project.view', 'self'),
    ])
    const clerk = await server.as([], '角色专员')
    await give(clerk, keeper.id)
    const weak = await clerk(role.submit, { roleName: '弱', roleAlias: 'weak' })
    await expect(setScopes(clerk, weak.id, [scope('user.edit', 'all')])).rejects.toMatchObject({
      message: /超出您自己的权限/,
    })
    await expect(setScopes(clerk, weak.id, [scope('project.view', 'all')])).rejects.toMatchObject({
      message: /超出您自己/,
    })
    await setScopes(clerk, weak.id, [scope('project.view', 'self')])
    await expect(setScopes(clerk, keeper.id, [scope('project.delete', 'all')])).rejects.toMatchObject({ code: 400 })
    await expect(clerk(role.copy, { id: idOf('admin'), roleName: '影子', roleAlias: 'shadow' })).rejects.toMatchObject({
      code: 400,
    })
    await expect(clerk(role.addMembers, { id: weak.id, userIds: clerk.userId })).rejects.toMatchObject({
      message: '只有管理员可以分配角色',
    })
  })

  test('every call that asks for a grant is listed under it, and no grant of the platform is', async () => {
    const { scopes } = await admin(role.scopes, { id: idOf('admin') })
    const offered = new Set(scopes.flatMap(({ endpoints }) => endpoints.map(({ method, path }) => `${method} ${path}`)))
    const guarded = server.app.endpoints.filter(({ may }) => scopes.some(({ grant }) => grant === may))
    expect(offered.size).toBe(guarded.length)
    expect(offered).toContain('POST /sc-system/user/submit')
    expect(scopes.map(({ grant }) => grant).filter((grant) => platformGrants.includes(grant))).toEqual([])
    expect(scopes.find(({ grant }) => grant === 'project.view')).toMatchObject({ extent: 'all', most: 'all' })
  })

  test('what has changed is in the log, grant by grant', async () => {
    const one = await newRole()
    await setScopes(admin, one.id, [scope('project.view', 'dept'), scope('audit.view', 'all')])
    const log = await owner(audit.list, { bizId_equal: one.id, action_equal: 'role.scopes' })
    expect(log.records[0]).toMatchObject({
      before: { 'project.view': 'none', 'audit.view': 'none' },
      after: { 'project.view': 'dept', 'audit.view': 'all' },
    })
  })
})

describe('what a role sees', () => {
  const pathsOf = (nodes: readonly { path: string; children?: readonly unknown[] | undefined }[]): string[] =>
    nodes.flatMap((node) => [node.path, ...pathsOf((node.children ?? []) as typeof nodes)]).filter(Boolean)

  test('chosen menus replace the standard at once, and going back brings it back', async () => {
    const zxs = await server.as('zxs', '菜单')
    const standard = pathsOf(await zxs(menu.routes, {}))
    expect(standard).toContain('/firm/firmEnterprise')
    const { tree, standardIds, version } = await admin(role.menus, { id: idOf('zxs') })
    type Node = (typeof tree)[number]
    const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
    const nodes = flat(tree)
    expect(nodes.filter(({ path }) => path.startsWith('/platform/tenant'))).toEqual([])
    const kept = nodes.find(({ path }) => path === '/info/index')?.id ?? ''
    expect(standardIds).toContain(kept)
    await admin(role.setMenus, { id: idOf('zxs'), version, ownMenus: true, menuIds: [kept] })
    expect(pathsOf(await zxs(menu.routes, {}))).toEqual(['/info/index'])
    const again = await admin(role.menus, { id: idOf('zxs') })
    expect(again).toMatchObject({ ownMenus: true, menuIds: [kept] })
    await admin(role.setMenus, { id: idOf('zxs'), version: again.version, ownMenus: false })
    expect(pathsOf(await zxs(menu.routes, {}))).toEqual(standard)
  })

  test('a menu that the tenant cannot have is not found', async () => {
    const platform = await server.kernel.database.inTenant({ tenantId: '000000', userId: '' }, (db) =>
      db.selectFrom('menu').where('code', '=', 'platform').select('id').executeTakeFirstOrThrow(),
    )
    const one = await newRole()
    const asked = { id: one.id, version: one.version, ownMenus: true, menuIds: [platform.id] }
    await expect(admin(role.setMenus, asked)).rejects.toMatchObject({ code: 404 })
  })

  test('a copy of zxs may and sees what zxs does, and follows its own way from there', async () => {
    const copy = await admin(role.copy, { id: idOf('zxs'), roleName: '高级咨询师', roleAlias: 'senior' })
    expect(copy).toMatchObject({ builtin: false, ownMenus: true, userCount: 0 })
    const zxs = await server.as('zxs', '原件')
    const senior = await server.as([], '副本')
    await give(senior, copy.id)
    const [mine, model] = await Promise.all([senior(user.info, {}), zxs(user.info, {})])
    expect([mine.roleAlias, model.roleAlias]).toEqual(['senior', 'zxs'])
    expect(pathsOf(await senior(menu.routes, {}))).toEqual(pathsOf(await zxs(menu.routes, {})))
    const heldOf = async (id: string) =>
      (await admin(role.scopes, { id })).scopes.map(({ grant, extent }) => `${grant} ${extent}`)
    expect(await heldOf(copy.id)).toEqual(await heldOf(idOf('zxs')))
    const client = await senior(enterprise.save, { enterpriseName: '副本公司', creditCode: testCreditCode(8200) })
    await expect(zxs(enterprise.detail, { id: client.id })).rejects.toMatchObject({ code: 404 })
    await setScopes(admin, copy.id, [scope('enterprise.add', 'none')])
    await expect(
      senior(enterprise.save, { enterpriseName: '副本二', creditCode: testCreditCode(8201) }),
    ).rejects.toMatchObject({ code: 403 })
    await expect(
      zxs(enterprise.save, { enterpriseName: '原件一', creditCode: testCreditCode(8202) }),
    ).resolves.toBeDefined()
  })
})

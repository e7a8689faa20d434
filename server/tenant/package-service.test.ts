import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { menu } from '#contract/menu.ts'
import { tenantPackage } from '#contract/package.ts'
import { tenant } from '#contract/tenant.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'

let server: TestServer
let platform: Caller
beforeAll(async () => {
  server = await testServer()
  platform = await server.as('administrator', '平台', { tenantId: '000000' })
})

test('a package is given, shown and taken away; one for another kind of tenant is refused', async () => {
  const where = await server.tenant()
  const boss = await server.as('admin', '王', where)
  const all = await platform(tenantPackage.select, {})
  const named = (code: string) => all.find((one) => one.code === code)?.id ?? ''
  const row = await platform(tenant.packageSetting, { ...where, packageId: named('firm-standard') })
  expect(row).toMatchObject({ packageName: '事务所标准版', expireTime: '', state: 'active' })
  expect(await boss(tenant.packageDetail, { tenantId: where.tenantId })).toMatchObject({ code: 'firm-standard' })
  expect(await platform(tenant.packageDetail, { id: row.id })).toMatchObject({ limits: { seat: 20 } })
  const wrong = { ...where, packageId: named('school-standard') }
  await expect(platform(tenant.packageSetting, wrong)).rejects.toMatchObject({ code: 400 })
  const trial = await platform(tenant.packageSetting, { ...where, packageId: named('firm-trial') })
  expect(trial.state).toBe('trial')
  expect(trial.expireTime).not.toBe('')
  const bought = await platform(tenant.packageSetting, { ...where, packageId: named('firm-professional') })
  expect(bought).toMatchObject({ state: 'active', expireTime: '' })
  await platform(tenant.packageSetting, { ...where, packageId: '' })
  expect(await boss(tenant.packageDetail, { tenantId: where.tenantId })).toEqual({})
  await platform(tenant.packageSetting, { ...where, packageId: named('firm-trial') })
  await expect(platform(tenantPackage.remove, { ids: named('firm-trial') })).rejects.toMatchObject({ code: 400 })
})

test('a package is made, changed and, once nobody has it, removed; its code is its own', async () => {
  const code = `p${randomBytes(4).toString('hex')}`
  const { tree } = await platform(tenantPackage.menus, {})
  const some = tree.slice(0, 2).map(({ id }) => id)
  const draft = {
    code,
    packageName: '小套餐',
    edition: 'firm' as const,
    ownMenus: true,
    menuIds: some,
    limits: { seat: 3 },
  }
  const row = await platform(tenantPackage.submit, draft)
  await expect(platform(tenantPackage.submit, draft)).rejects.toMatchObject({ code: 400 })
  expect((await platform(tenantPackage.menus, { id: row.id })).menuIds).toEqual([...some].sort())
  const after = await platform(tenantPackage.submit, { id: row.id, packageName: '小小', version: row.version })
  expect(after).toMatchObject({ code, packageName: '小小', limits: { seat: 3 }, ownMenus: true, version: 2 })
  expect(await platform(tenantPackage.limits, { id: row.id })).toEqual({ seat: 3 })
  const late = { id: row.id, rank: 1, version: 1 }
  await expect(platform(tenantPackage.submit, late)).rejects.toMatchObject({ code: 409 })
  const strange = { id: row.id, menuIds: ['00000000-0000-7000-8000-000000000000'] }
  await expect(platform(tenantPackage.submit, strange)).rejects.toMatchObject({ code: 404 })
  await platform(tenantPackage.remove, { ids: row.id })
  await expect(platform(tenantPackage.detail, { id: row.id })).rejects.toMatchObject({ code: 404 })
})

type Node<T> = T & { children?: Node<T>[] | undefined }
const all = <T>(nodes: readonly Node<T>[]): Node<T>[] => [...nodes, ...nodes.flatMap(({ children = [] }) => children)]
const paths = async (boss: Caller) => all(await boss(menu.routes, {})).map(({ path }) => path)

test('a menu taken out of a package is gone for all its tenants with their next call, and back when it is put in again', async () => {
  const code = `p${randomBytes(4).toString('hex')}`
  const { tree } = await platform(tenantPackage.menus, {})
  const menus = all(tree).map(({ id }) => id)
  const made = await platform(tenantPackage.submit, {
    code,
    packageName: code,
    edition: 'firm',
    ownMenus: true,
    menuIds: menus,
  })
  const wheres = [await server.tenant('甲所'), await server.tenant('乙所')]
  const bosses = await Promise.all(wheres.map((where) => server.as('admin', '王', where)))
  for (const { tenantId } of wheres) await platform(tenant.packageSetting, { tenantId, packageId: made.id })
  const gone = '/firm/firmEnterprise'
  const without = all(tree)
    .filter(({ name }) => name !== '企业管理')
    .map(({ id }) => id)
  for (const boss of bosses) expect(await paths(boss)).toContain(gone)
  await platform(tenantPackage.submit, { id: made.id, menuIds: without })
  for (const boss of bosses) {
    expect(await paths(boss)).not.toContain(gone)
    expect(await paths(boss)).toContain('/firm/index')
  }
  await platform(tenantPackage.submit, { id: made.id, menuIds: menus })
  for (const boss of bosses) expect(await paths(boss)).toContain(gone)
})

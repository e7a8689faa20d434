import { beforeAll, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { view } from '#contract/list.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'

let server: TestServer
let admin: Caller
let zxs: Caller
beforeAll(async () => {
  server = await testServer()
  admin = await server.as('admin', '王管理')
  zxs = await server.as('zxs', '张审计')
})

const unknown = '00000000-0000-7000-8000-000000000000'
const seen = async (who: Caller, pageKey = 'enterprise') =>
  (await who(view.list, { pageKey })).views.map(({ name, mine, shared, isDefault }) => ({
    name,
    mine,
    shared,
    isDefault,
  }))

test('a view is kept on the server: it is there after signing in again', async () => {
  const saved = await zxs(view.submit, {
    pageKey: 'kept',
    name: ' 制造业 ',
    filters: { industry: '制造', createTime_datege: '2026-01-01' },
    sort: '-creditCode',
    pageSize: 50,
  })
  await zxs(view.columns, {
    pageKey: 'kept',
    columns: [{ key: 'phone' }, { key: 'industry', hidden: true }],
    density: 'small',
  })
  const session = auth.token.output.parse(await server.signIn(zxs.tenantId, zxs.account))
  const again = await server.app.inject({
    method: 'GET',
    url: view.list.path,
    query: { pageKey: 'kept' },
    headers: { 'sc-auth': `bearer ${session.access_token}` },
  })
  expect(again.json<{ data: unknown }>().data).toEqual({
    views: [{ ...saved, name: '制造业', mine: true, isDefault: false }],
    columns: [{ key: 'phone' }, { key: 'industry', hidden: true }],
    density: 'small',
  })
  // reset really resets: the page's own columns, the density stays
  await zxs(view.columns, { pageKey: 'kept', columns: null })
  expect(await zxs(view.list, { pageKey: 'kept' })).toMatchObject({ columns: null, density: 'small' })
})

test('views and columns of another person and of another firm are not reachable', async () => {
  const own = await admin(view.submit, { pageKey: 'enterprise', name: '只我看' })
  await admin(view.columns, { pageKey: 'enterprise', columns: [{ key: 'x' }] })
  const elsewhere = await server.as('admin', '外人', await server.tenant())
  for (const other of [zxs, elsewhere]) {
    expect(await other(view.list, { pageKey: 'enterprise' })).toEqual({ views: [], columns: null, density: '' })
    await expect(other(view.submit, { id: own.id, name: '改' })).rejects.toMatchObject({ code: 404 })
    await expect(other(view.remove, { ids: own.id })).rejects.toMatchObject({ code: 404 })
    await expect(other(view.choose, { pageKey: 'enterprise', id: own.id })).rejects.toMatchObject({ code: 404 })
  }
  expect(await seen(admin)).toEqual([{ name: '只我看', mine: true, shared: false, isDefault: false }])
})

test('a shared view is for everybody of the firm, made and changed only by whoever edits roles', async () => {
  await expect(zxs(view.submit, { pageKey: 'shared', name: '我的', shared: true })).rejects.toMatchObject({ code: 403 })
  const shared = await admin(view.submit, { pageKey: 'shared', name: '全所', shared: true, filters: { a: '1' } })
  expect(await seen(zxs, 'shared')).toEqual([{ name: '全所', mine: false, shared: true, isDefault: false }])
  await expect(zxs(view.submit, { id: shared.id, filters: {} })).rejects.toMatchObject({ code: 404 })
  await expect(zxs(view.remove, { ids: shared.id })).rejects.toMatchObject({ code: 404 })
  const colleague = await server.as('admin', '另一管理')
  const changed = await colleague(view.submit, { id: shared.id, name: '全所重点', version: 1 })
  expect(changed).toMatchObject({ name: '全所重点', filters: { a: '1' }, version: 2, mine: false })
  await expect(admin(view.submit, { id: shared.id, sort: 'x', version: 1 })).rejects.toMatchObject({ code: 409 })
  // it may be what one's own list begins with, and nobody else's
  await zxs(view.choose, { pageKey: 'shared', id: shared.id })
  expect((await seen(zxs, 'shared'))[0]).toMatchObject({ isDefault: true })
  expect((await seen(admin, 'shared'))[0]).toMatchObject({ isDefault: false })
  await zxs(view.choose, { pageKey: 'shared', id: '' })
  expect((await seen(zxs, 'shared'))[0]).toMatchObject({ isDefault: false })
  await zxs(view.choose, { pageKey: 'shared', id: shared.id })
  await admin(view.remove, { ids: shared.id })
  expect(await seen(zxs, 'shared')).toEqual([])
})

test('a name stands once in a list, and what is wrong is said by name', async () => {
  const sent = [1, 2, 3].map(() => admin(view.submit, { pageKey: 'names', name: '甲' }))
  await Promise.allSettled(sent)
  const first = await Promise.any(sent)
  await expect(admin(view.submit, { pageKey: 'names', name: '甲' })).rejects.toMatchObject({
    message: '已有同名视图，请换一个名称',
  })
  await admin(view.submit, { id: first.id, name: '甲', sort: 'year' })
  await expect(admin(view.submit, { pageKey: 'names', name: ' ' })).rejects.toMatchObject({ message: '请输入视图名称' })
  await expect(admin(view.submit, { name: '乙' })).rejects.toMatchObject({ message: '没有说明视图属于哪个列表' })
  await expect(admin(view.remove, { ids: `${first.id},${unknown}` })).rejects.toMatchObject({ code: 404 })
  expect(await seen(admin, 'names')).toHaveLength(1)
  await expect(admin(view.choose, { pageKey: 'other', id: first.id })).rejects.toMatchObject({ code: 404 })
})

import { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { dept } from '#contract/dept.ts'
import { post } from '#contract/post.ts'
import { role } from '#contract/role.ts'
import { user } from '#contract/user.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { plansOf } from './testing-plans.ts'

let server: TestServer
let admin: Caller
let root: string
beforeAll(async () => {
  server = await testServer()
  admin = await server.as('admin', '王管理')
  root = (await admin(dept.tree, {}))[0]?.id ?? ''
})
const unknown = '00000000-0000-7000-8000-000000000000'

describe('departments', () => {
  test('a tree grows, moves, is found by name with what is above it, and opens level by level', async () => {
    const leader = await server.as('zxs', '部长')
    const audit = await admin(dept.submit, { parentId: root, deptName: '审计中心', leaderId: leader.userId, sort: 2 })
    const tax = await admin(dept.submit, { parentId: root, deptName: '税务中心', sort: 1 })
    const group = await admin(dept.submit, { parentId: audit.id, deptName: '一组', deptCategory: 3 })
    expect(audit).toMatchObject({ parentId: root, leaderName: '部长', userCount: 0 })
    const [firm] = await admin(dept.list, {})
    expect(firm?.children?.map(({ deptName }) => deptName)).toEqual(['税务中心', '审计中心'])
    expect(firm?.children?.[0]).not.toHaveProperty('children')
    const found = await admin(dept.list, { deptName: '一组' })
    expect(found[0]?.children?.[0]?.children?.map(({ id }) => id)).toEqual([group.id])
    const level = await admin(dept.lazyTree, { parentId: root })
    expect(level.map(({ title, hasChildren }) => [title, hasChildren])).toEqual([
      ['税务中心', false],
      ['审计中心', true],
    ])
    const moved = await admin(dept.submit, { id: group.id, parentId: tax.id })
    expect(moved).toMatchObject({ parentId: tax.id, deptName: '一组', deptCategory: 3 })
    await expect(admin(dept.submit, { id: tax.id, parentId: group.id })).rejects.toMatchObject({
      message: '上级部门不能是它自己或它的下级',
    })
    await expect(admin(dept.submit, { id: tax.id, parentId: tax.id })).rejects.toMatchObject({ code: 400 })
  })

  test('two moves at once never make a circle', async () => {
    const one = await admin(dept.submit, { parentId: root, deptName: '甲' })
    const two = await admin(dept.submit, { parentId: root, deptName: '乙' })
    const sent = await Promise.allSettled([
      admin(dept.submit, { id: one.id, parentId: two.id }),
      admin(dept.submit, { id: two.id, parentId: one.id }),
    ])
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test.each([
    ['no name', { deptName: undefined }, '请输入部门名称'],
    ['a name there is at this place', { deptName: '重名' }, '同一上级下已有部门“重名”'],
    ['a parent of nowhere', { deptName: '新', parentId: unknown }, '数据不存在'],
    ['a leader of nowhere', { deptName: '新', leaderId: unknown }, '数据不存在'],
  ])('%s is refused', async (_, over, message) => {
    await admin(dept.submit, { parentId: root, deptName: '重名' }).catch(() => {})
    await expect(admin(dept.submit, { parentId: root, ...over })).rejects.toMatchObject({ message })
  })

  test('one with people or with departments below stays, and says why', async () => {
    const full = await admin(dept.submit, { parentId: root, deptName: '满员' })
    const below = await admin(dept.submit, { parentId: full.id, deptName: '下级' })
    const clerk = await server.as('zxs', '占位')
    await admin(user.submit, { id: clerk.userId, deptId: below.id })
    await expect(admin(dept.remove, { ids: below.id })).rejects.toMatchObject({
      message: '部门“下级”还有1人（占位），不能删除',
    })
    await expect(admin(dept.remove, { ids: full.id })).rejects.toMatchObject({
      message: '部门“满员”还有下级“下级”，不能删除',
    })
    await admin(user.submit, { id: clerk.userId, deptId: root })
    await admin(dept.remove, { ids: `${full.id},${below.id}` })
    await expect(admin(dept.detail, { id: full.id })).rejects.toMatchObject({ code: 404 })
    const again = await admin(dept.submit, { parentId: root, deptName: '满员' })
    await admin(dept.remove, { ids: again.id })
  })

  test('another tenant’s department is not there', async () => {
    const elsewhere = await server.as('admin', '别家', await server.tenant('别家'))
    await expect(elsewhere(dept.submit, { id: root, deptName: 'x' })).rejects.toMatchObject({ code: 404 })
    await expect(elsewhere(dept.submit, { parentId: root, deptName: 'x' })).rejects.toMatchObject({ code: 404 })
    await expect(elsewhere(dept.remove, { ids: root })).rejects.toMatchObject({ code: 404 })
    await expect(elsewhere(user.submit, { account: 'spy', realName: '探', deptId: root })).rejects.toMatchObject({
      code: 404,
    })
  })
})

describe('posts', () => {
  test('one is added, changed, listed, chosen and removed once nobody holds it', async () => {
    const one = await admin(post.submit, { postCode: 'manager', postName: '项目经理', category: 2, sort: 5 })
    expect(await admin(post.submit, { id: one.id, postName: '高级经理' })).toMatchObject({
      ...one,
      postName: '高级经理',
      updateTime: expect.any(String),
    })
    await expect(admin(post.submit, { postCode: 'manager', postName: '又一' })).rejects.toMatchObject({
      message: '岗位编码“manager”已存在',
    })
    const clerk = await server.as('zxs', '任职人')
    await admin(user.submit, { id: clerk.userId, postId: one.id })
    expect((await admin(post.list, { postName: '经理' })).records).toMatchObject([{ id: one.id, userCount: 1 }])
    expect((await admin(user.list, { postId: one.id })).records.map(({ realName }) => realName)).toEqual(['任职人'])
    await expect(admin(post.remove, { ids: one.id })).rejects.toMatchObject({
      message: '岗位“高级经理”还有1人（任职人），不能删除',
    })
    await admin(user.submit, { id: clerk.userId, postId: '' })
    await admin(post.remove, { ids: one.id })
    expect(await admin(post.select, {})).toEqual([])
    await expect(admin(post.remove, { ids: one.id })).rejects.toMatchObject({ code: 404 })
  })
})

test('with many firms and people no list of people reads the whole table', async () => {
  const client = new Client(server.databases.admin)
  await client.connect()
  await client.query(`set session_replication_role = replica`)
  await client.query(`insert into app_user (tenant_id, account, password_hash, real_name, phone)
    select 'firm' || lpad((n / 100)::text, 4, '0'), 'a' || n, 'x', '人' || n, '' from generate_series(1, 30000) n`)
  await client.query(
    `insert into user_role (tenant_id, user_id, role_id) select tenant_id, id, gen_random_uuid() from app_user`,
  )
  await client.query(
    `insert into user_dept (tenant_id, user_id, dept_id) select tenant_id, id, gen_random_uuid() from app_user on conflict do nothing`,
  )
  await client.query('analyze')
  await client.end()
  const [zxs] = await admin(role.tree, {})
  const asked = [
    {},
    { current: 3, size: 50 },
    { account: 'u' },
    { realName: '王', phone: '1' },
    { state_equal: 'locked' },
    { status_equal: '1', descs: 'signInTime' },
    { deptId: root },
    { roleId: zxs?.id ?? '' },
  ]
  for (const filter of asked) {
    const plans = await plansOf(server, admin, filter)
    expect(plans.length).toBeGreaterThan(0)
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (app_user|user_role|user_dept)/)
  }
  expect((await admin(user.list, { size: 1 })).total).toBeLessThan(100)
})

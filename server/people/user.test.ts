import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { dept } from '#contract/dept.ts'
import { enterprise } from '#contract/enterprise.ts'
import { post } from '#contract/post.ts'
import { role } from '#contract/role.ts'
import { user } from '#contract/user.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { md5 } from '../auth/password.ts'

let server: TestServer
let owner: Caller
let admin: Caller
let zxs: Caller
let roleIds: Record<string, string>
beforeAll(async () => {
  server = await testServer()
  owner = await server.as('administrator', '周所长')
  admin = await server.as('admin', '王管理')
  zxs = await server.as('zxs', '张审计')
  roleIds = Object.fromEntries((await admin(role.tree, {})).map(({ alias, id }) => [alias, id]))
})

let made = 0
const draft = (over: object = {}) => ({ account: `person${(made += 1)}`, realName: `人员${made}`, ...over })
const zxsRole = () => ({ roleId: roleIds['zxs'] ?? '' })
const unknown = '00000000-0000-7000-8000-000000000000'

describe('adding a person', () => {
  test('he stands with what was sent, and signs in with the password that is shown once', async () => {
    const [root] = await admin(dept.tree, {})
    const below = await admin(dept.submit, { parentId: root?.id ?? '', deptName: '审计一部' })
    const partner = await admin(post.submit, { postCode: 'partner', postName: '合伙人' })
    const saved = await admin(user.submit, {
      account: ' lihua ',
      realName: '李华',
      phone: '13800000001',
      email: 'lihua@example.com',
      sex: 2,
      birthday: '1990-02-28 00:00:00',
      code: '0012',
      deptId: `${below.id},${root?.id}`,
      postId: partner.id,
      ...zxsRole(),
    })
    expect(saved).toMatchObject({
      tenantId: server.home.tenantId,
      account: 'lihua',
      name: '李华',
      phone: '13800000001',
      sex: 2,
      birthday: '1990-02-28',
      deptId: `${below.id},${root?.id}`,
      deptName: `审计一部,${root?.title}`,
      postName: '合伙人',
      roleName: '咨询师',
      roleAlias: 'zxs',
      status: 1,
      state: 'pending',
      mustChangePassword: true,
      version: 1,
    })
    const { password = '', ...shown } = saved
    expect(password).toMatch(/^\w{16}$/)
    expect(await admin(user.detail, { id: saved.id })).toEqual(shown)
    await expect(server.signIn(server.home.tenantId, 'lihua', md5(password))).resolves.toMatchObject({
      user_id: saved.id,
    })
    const log = await owner(audit.list, { bizId_equal: saved.id, action_equal: 'user.add' })
    expect(log.records).toHaveLength(1)
    expect(JSON.stringify(log.records)).not.toContain(password)
  })

  test.each([
    ['no account', { account: undefined }, '请输入账号'],
    ['an account with a blank in it', { account: 'a b' }, '账号为2至50个字符：字母、数字、汉字，以及其后的 _ . @ -'],
    ['no name', { realName: undefined }, '请输入姓名'],
    ['a phone that is none', { phone: '12345' }, '手机号码格式不正确'],
    ['an e-mail that is none', { email: 'x' }, '邮箱格式不正确'],
    ['a day that never was', { birthday: '1990-13-01' }, '生日格式不正确，应为 年-月-日'],
    ['a password in clear', { password: 'Test-1234' }, '密码应以32位小写MD5发送'],
    ['a common password', { password: md5('a123456') }, '密码过于常见，请换一个'],
    ['a department of nowhere', { deptId: unknown }, '数据不存在'],
    ['a post of nowhere', { postId: unknown }, '数据不存在'],
    ['a role of nowhere', { roleId: unknown }, '数据不存在'],
  ])('%s is refused by name, and nobody is made', async (_, over, message) => {
    const before = (await admin(user.list, {})).total
    await expect(admin(user.submit, draft(over))).rejects.toMatchObject({ message })
    expect((await admin(user.list, {})).total).toBe(before)
  })

  test('an account in other letters and a phone belong to one person of the tenant', async () => {
    await admin(user.submit, draft({ account: 'Zhaoqi', phone: '13900000009', realName: '赵七' }))
    await expect(admin(user.submit, draft({ account: 'zhaoQI' }))).rejects.toMatchObject({
      code: 400,
      message: '当前账号已被使用!',
    })
    await expect(admin(user.submit, draft({ phone: '13900000009' }))).rejects.toMatchObject({
      message: '手机号码已被“赵七”使用',
    })
    const elsewhere = await server.as('admin', '别家', await server.tenant('别家'))
    await expect(elsewhere(user.submit, draft({ account: 'zhaoqi', phone: '13900000009' }))).resolves.toBeDefined()
  })

  test('twenty at once with one account make one person', async () => {
    const body = draft()
    const sent = await Promise.allSettled(Array.from({ length: 20 }, () => admin(user.submit, body)))
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('changing a person', () => {
  test('only fields that are sent change; tenant, deletion and status in a body do nothing', async () => {
    const before = await admin(user.submit, draft({ phone: '13700000001', remark: '旧', ...zxsRole() }))
    const hostile = { tenantId: '000000', isDeleted: 1, status: 0, createUser: zxs.userId, mustChangePassword: false }
    const after = await admin(user.submit, { id: before.id, version: 1, remark: '新', ...hostile })
    const { password: _, updateTime: __, ...rest } = before
    expect(after).toMatchObject({ ...rest, remark: '新', version: 2 })
    await expect(admin(user.submit, { id: before.id, version: 1, remark: '旧版' })).rejects.toMatchObject({ code: 409 })
  })

  test('another tenant’s person and one who does not exist read alike', async () => {
    const elsewhere = await server.as('admin', '别家', await server.tenant('他家'))
    for (const id of [admin.userId, unknown]) {
      await expect(elsewhere(user.submit, { id, remark: 'x' })).rejects.toMatchObject({ code: 404 })
      await expect(elsewhere(user.detail, { id })).rejects.toMatchObject({ code: 404 })
      await expect(elsewhere(user.lock, { ids: id })).rejects.toMatchObject({ code: 404 })
      await expect(elsewhere(user.resetPassword, { ids: id })).rejects.toMatchObject({ code: 404 })
    }
  })

  test('a set with one foreign id changes nobody', async () => {
    const mine = await admin(user.submit, draft())
    await expect(admin(user.lock, { ids: `${mine.id},${unknown}` })).rejects.toMatchObject({ code: 404 })
    expect((await admin(user.detail, { id: mine.id })).status).toBe(1)
  })
})

describe('who hands out roles', () => {
  test('an admin neither makes an administrator nor touches one', async () => {
    const above = { roleId: roleIds['administrator'] ?? '' }
    const body = draft(above)
    await expect(admin(user.submit, body)).rejects.toMatchObject({ message: /超出您自己的权限/ })
    expect((await admin(user.list, { account_equal: body.account })).total).toBe(0)
    const other = await admin(user.submit, draft(zxsRole()))
    await expect(admin(user.submit, { id: other.id, ...above })).rejects.toMatchObject({ message: /超出您自己的权限/ })
    await expect(admin(user.grant, { userIds: other.id, roleIds: above.roleId })).rejects.toMatchObject({ code: 400 })
    await expect(admin(role.addMembers, { id: above.roleId, userIds: admin.userId })).rejects.toMatchObject({
      code: 400,
    })
    for (const ids of [owner.userId]) {
      await expect(admin(user.resetPassword, { ids })).rejects.toMatchObject({ message: /“周所长”的权限超出/ })
      await expect(admin(user.lock, { ids })).rejects.toMatchObject({ code: 400 })
      await expect(admin(user.submit, { id: ids, phone: '13500000000' })).rejects.toMatchObject({ code: 400 })
      await expect(admin(user.submit, { id: ids, roleId: '' })).rejects.toMatchObject({ code: 400 })
      await expect(admin(user.leave, { id: ids })).rejects.toMatchObject({ code: 400 })
      await expect(admin(user.remove, { ids })).rejects.toMatchObject({ code: 400 })
    }
    await expect(owner(user.submit, { id: other.id, ...above })).resolves.toMatchObject({ roleAlias: 'administrator' })
  })

  test('a change of role counts at once, without a new sign-in', async () => {
    const clerk = await server.as('normal', '文员')
    await expect(clerk(enterprise.list, {})).rejects.toMatchObject({ code: 403 })
    await admin(user.grant, { userIds: clerk.userId, roleIds: zxsRole().roleId })
    await expect(clerk(enterprise.list, {})).resolves.toBeDefined()
  })
})

describe('the last administrator and oneself', () => {
  test('nobody locks, removes, resets or strips himself', async () => {
    const ids = admin.userId
    const message = '不能对自己执行此操作'
    await expect(admin(user.lock, { ids })).rejects.toMatchObject({ message })
    await expect(admin(user.remove, { ids })).rejects.toMatchObject({ message })
    await expect(admin(user.resetPassword, { ids })).rejects.toMatchObject({ message })
    await expect(admin(user.leave, { id: ids })).rejects.toMatchObject({ message })
    await expect(admin(user.submit, { id: ids, roleId: '' })).rejects.toMatchObject({
      message: '不能取消自己的全部角色',
    })
  })

  test('a tenant keeps one administrator, even when two demote each other in the same moment', async () => {
    const where = await server.tenant('两人所')
    const one = await server.as('admin', '甲', where)
    const two = await server.as('admin', '乙', where)
    const ids = Object.fromEntries((await one(role.tree, {})).map(({ alias, id }) => [alias, id]))
    const demote = (by: Caller, whom: Caller) => by(user.submit, { id: whom.userId, roleId: ids['zxs'] ?? '' })
    const sent = await Promise.allSettled([demote(one, two), demote(two, one)])
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const last = sent[0].status === 'fulfilled' ? one : two
    await expect(last(user.submit, { id: last.userId, roleId: ids['zxs'] ?? '' })).rejects.toMatchObject({
      message: '至少要保留一名可以登录的管理员',
    })
    await expect(last(role.removeMembers, { id: ids['admin'] ?? '', userIds: last.userId })).rejects.toMatchObject({
      message: '至少要保留一名可以登录的管理员',
    })
  })
})

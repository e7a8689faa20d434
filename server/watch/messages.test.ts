import { expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { message, notice } from '#contract/notice.ts'
import { online } from '#contract/online.ts'
import { dept } from '#contract/dept.ts'
import { type Caller, testServer } from '#server/kernel/testing.ts'
import { sendMessage } from './messages.ts'
import { openSeen } from './seen.ts'

const server = await testServer()
const { as, kernel, tenant } = server
const where = await tenant()
const admin = await as('admin', '刘敏', where)
const li = await as('zxs', '李思远', where)
const zhao = await as('student', '赵一鸣', where)

const draft = { title: '年度汇算清缴安排', category: 'notice', content: '第一段\n第二段' } as const
const titles = async (who: Caller) => (await who(notice.mine, {})).records.map(({ title }) => title)
const events = async (who: Caller) => {
  const rows = await kernel.database.inTenant(who, (db) =>
    db
      .selectFrom('push_event')
      .selectAll()
      .where('user_id', '=', who.userId)
      .where('message_type', '=', 'NOTIFY')
      .execute(),
  )
  return rows.map(({ data }) => data)
}

test('a notice is seen by its people once it is released, counted until they read it, and gone when withdrawn', async () => {
  const made = await admin(notice.submit, draft)
  expect(made).toMatchObject({ state: 'draft', audience: 3, readCount: 0, createUserName: '刘敏' })
  expect(await titles(li)).toEqual([])
  await admin(notice.release, { id: made.id })
  expect(await titles(li)).toEqual([draft.title])
  expect(await li(message.unread, {})).toMatchObject({ notices: 1 })
  expect(await events(li)).toMatchObject([{ kind: 'notice', id: made.id, title: draft.title }])
  await li(notice.read, { ids: made.id })
  await li(notice.read, { ids: made.id })
  expect(await li(message.unread, {})).toMatchObject({ notices: 0 })
  expect(await admin(notice.detail, { id: made.id })).toMatchObject({ readCount: 1 })
  const { records } = await admin(notice.readers, { id: made.id })
  expect(records.map(({ realName, readTime }) => [realName, readTime !== null])).toEqual(
    expect.arrayContaining([
      ['李思远', true],
      ['赵一鸣', false],
    ]),
  )
  await expect(admin(notice.submit, { id: made.id, title: '改' })).rejects.toThrow('公告已发布，请先撤回')
  await expect(admin(notice.remove, { ids: made.id })).rejects.toThrow('公告已发布，请先撤回')
  await admin(notice.withdraw, { id: made.id })
  expect(await titles(li)).toEqual([])
  await expect(li(notice.read, { ids: made.id })).rejects.toMatchObject({ code: 404 })
  await admin(notice.remove, { ids: made.id })
  const { records: changes } = await admin(audit.list, { bizId_equal: made.id })
  expect(changes.map(({ action }) => action).toReversed()).toEqual([
    'notice.submit',
    'notice.release',
    'notice.withdraw',
    'notice.remove',
  ])
})

test.each([
  ['one person', async () => ({ scope: 'users' as const, scopeIds: [li.userId] })],
  [
    'a role',
    async () => {
      const roles = await admin(notice.targets, { scope: 'roles', title: '咨询师' })
      return { scope: 'roles' as const, scopeIds: roles.map(({ value }) => value) }
    },
  ],
])('a notice for %s is for nobody else', async (_, scopeOf) => {
  const made = await admin(notice.submit, { ...draft, title: `只给${Math.random()}`, ...(await scopeOf()) })
  await admin(notice.release, { id: made.id })
  expect(await titles(li)).toContain(made.title)
  expect(await titles(zhao)).not.toContain(made.title)
  await expect(zhao(notice.read, { ids: made.id })).rejects.toMatchObject({ code: 404 })
  expect((await admin(notice.detail, { id: made.id })).audience).toBe(1)
})

test('a notice for a department reaches its people only', async () => {
  await admin(dept.submit, { deptName: '审计二部' })
  const [target] = await admin(notice.targets, { scope: 'depts', title: '审计二部' })
  const sent = await admin(notice.submit, { ...draft, title: '部门', scope: 'depts', scopeIds: [target?.value ?? ''] })
  await admin(notice.release, { id: sent.id })
  expect(await titles(li)).not.toContain('部门')
  await kernel.database.inTenant(admin, (db) =>
    db
      .updateTable('app_user')
      .set({ dept_id: target?.value ?? '' })
      .where('id', '=', li.userId)
      .execute(),
  )
  expect(await titles(li)).toContain('部门')
})

test('a notice waits for its time and ends at its end', async () => {
  const later = await admin(notice.submit, { ...draft, title: '以后', releaseTime: '2099-01-01 08:00' })
  expect(await admin(notice.release, { id: later.id })).toMatchObject({
    state: 'released',
    releaseTime: '2099-01-01 08:00:00',
  })
  expect(await titles(li)).not.toContain('以后')
  const over = await admin(notice.submit, { ...draft, title: '过期', expireTime: '2001-01-01 08:00' })
  await expect(admin(notice.release, { id: over.id })).rejects.toThrow('失效时间应晚于发布时间')
})

test('two editors: the later one is told; a notice without people is refused', async () => {
  const made = await admin(notice.submit, draft)
  await admin(notice.submit, { id: made.id, title: '一改', version: 1 })
  await expect(admin(notice.submit, { id: made.id, title: '二改', version: 1 })).rejects.toMatchObject({ code: 409 })
  await admin(notice.submit, { id: made.id, scope: 'users', scopeIds: [] })
  await expect(admin(notice.release, { id: made.id })).rejects.toThrow('请选择公告的接收范围')
  await expect(li(notice.submit, draft)).rejects.toMatchObject({ code: 403 })
})

test('another tenant’s notice does not exist', async () => {
  const made = await admin(notice.submit, { ...draft, title: '本所' })
  await admin(notice.release, { id: made.id })
  const stranger = await as('admin', '外人', await tenant())
  await expect(stranger(notice.detail, { id: made.id })).rejects.toMatchObject({ code: 404 })
  expect(await titles(stranger)).toEqual([])
})

const send = (to: Caller, over: object = {}) =>
  kernel.database.inTenant({ tenantId: to.tenantId, userId: '' }, (db) =>
    sendMessage(kernel, db, {
      userId: to.userId,
      type: 'work',
      title: '分派',
      body: '您被分派到项目',
      link: '/firm/index',
      ...over,
    }),
  )

test('a message is pushed, counted, read, and only its person’s', async () => {
  await send(zhao)
  await send(zhao, {
    title: { key: 'kickedTitle' },
    body: { key: 'kickedBody', params: { address: '::1', name: '刘' } },
    type: 'security',
  })
  expect(await zhao(message.unread, {})).toMatchObject({ messages: 2 })
  const { records } = await zhao(message.list, { unread: 'true' })
  expect(records[0]).toMatchObject({
    title: '您的登录已被管理员结束',
    body: expect.stringContaining('::1'),
    read: false,
  })
  const english = await zhao(message.list, {}, { 'accept-language': 'en' })
  expect(english.records[0]?.title).toBe('An administrator ended one of your sessions')
  expect(await events(zhao)).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'message' })]))
  const id = records[0]?.id ?? ''
  await expect(li(message.read, { ids: id })).rejects.toMatchObject({ code: 404 })
  await expect(li(message.remove, { ids: id })).rejects.toMatchObject({ code: 404 })
  await zhao(message.read, { ids: id })
  expect(await zhao(message.unread, {})).toMatchObject({ messages: 1 })
  await zhao(message.readAll, {})
  expect(await zhao(message.unread, {})).toEqual({ messages: 0, notices: 0 })
  await zhao(message.remove, { ids: id })
  expect((await zhao(message.list, {})).total).toBe(1)
})

test.each(['https://evil.example/x', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/a b'])(
  'a message cannot link to %s',
  async (link) => {
    await expect(send(li, { link })).rejects.toThrow('path of ours')
  },
)

test('a kind of message that is turned off is not sent; the locked ones cannot be', async () => {
  await li(message.prefer, { type: 'work', on: false })
  expect(await send(li)).toBe(false)
  await li(message.prefer, { type: 'work', on: true })
  expect(await send(li)).toBe(true)
  await expect(li(message.prefer, { type: 'security', on: false })).rejects.toThrow('系统和安全消息不能关闭')
  expect((await li(message.preferences, {})).find(({ type }) => type === 'security')).toMatchObject({
    locked: true,
    on: true,
  })
})

test('an ended session is over at once, its stream too; its person is told and it is on record', async () => {
  const wu = await as('normal', '吴敏', where)
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const stream = await fetch(`${url}/sc-sse/sse/connect/${wu.userId}`, {
    headers: { 'sc-auth': `bearer ${wu.accessToken}` },
  })
  const { records } = await admin(online.list, { realName: '吴敏' })
  expect(records).toMatchObject([{ realName: '吴敏', active: true, own: false }])
  await admin(online.kick, { ids: records[0]?.id ?? '' })
  const began = Date.now()
  await stream.text()
  expect(Date.now() - began).toBeLessThan(5000)
  await expect(wu(message.unread, {})).rejects.toMatchObject({ code: 401 })
  expect((await admin(online.list, { realName: '吴敏' })).total).toBe(0)
  expect(await admin(audit.list, { action_equal: 'session.kick' })).toMatchObject({ total: 1 })
  await expect(admin(online.kick, { ids: records[0]?.id ?? '' })).rejects.toMatchObject({ code: 404 })
})

test('all devices of a person go together; one’s own session is not ended here, nor one of another tenant', async () => {
  const sun = await as('personal', '孙晓', where)
  await server.signIn(where.tenantId, sun.account)
  expect(await admin(online.kickUsers, { ids: sun.userId })).toEqual({ sessions: 2 })
  const own = (await admin(online.list, { account: admin.account })).records.find((row) => row.own)
  await expect(admin(online.kick, { ids: own?.id ?? '' })).rejects.toThrow('不能强制下线自己')
  const stranger = await as('admin', '外人', await tenant())
  await expect(stranger(online.kick, { ids: own?.id ?? '' })).rejects.toMatchObject({ code: 404 })
  await expect(stranger(online.kickUsers, { ids: admin.userId })).rejects.toMatchObject({ code: 404 })
})

test('when a session was last heard of is written at most once a minute, beside the calls', async () => {
  const qian = await as('normal', '钱一', where)
  const user = await kernel.sessions.userOf(qian.accessToken)
  if (!user) throw new Error('nobody')
  const aged = () =>
    kernel.database.inTenant(qian, (db) =>
      db
        .updateTable('session')
        .set({ seen_time: new Date(0) })
        .where('id', '=', user.sessionId)
        .execute(),
    )
  const seenTime = () =>
    kernel.database.inTenant(qian, (db) =>
      db.selectFrom('session').select('seen_time').where('id', '=', user.sessionId).executeTakeFirstOrThrow(),
    )
  const seen = openSeen(kernel)
  await aged()
  seen.note(user)
  await seen.close()
  expect((await seenTime()).seen_time.getTime()).toBeGreaterThan(Date.now() - 60_000)
  await aged()
  seen.note(user)
  await seen.close()
  expect((await seenTime()).seen_time.getTime()).toBe(0)
})

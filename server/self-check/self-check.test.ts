import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { SELF_CHECK_MESSAGE, selfCheck } from '#contract/self-check.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'

let server: TestServer
let admin: Caller
beforeAll(async () => {
  server = await testServer()
  admin = await server.as('administrator', '自检')
})
const bearer = () => ({ 'sc-auth': `bearer ${admin.accessToken}` })

test('the clock is the server’s, and only for who may read the logs', async () => {
  const { now } = await admin(selfCheck.clock, {})
  expect(Math.abs(now - Date.now())).toBeLessThan(5_000)
  const zxs = await server.as('zxs', '张审计')
  await expect(zxs(selfCheck.clock, {})).rejects.toMatchObject({ code: 403 })
})

test('an echo is pushed to the caller', async () => {
  await admin(selfCheck.echo, { text: '回声' })
  const sent = await server.kernel.database.inTenant({ tenantId: admin.tenantId, userId: admin.userId }, (db) =>
    db.selectFrom('push_event').where('user_id', '=', admin.userId).select(['message_type', 'data']).execute(),
  )
  expect(sent).toContainEqual({ message_type: SELF_CHECK_MESSAGE, data: { text: '回声' } })
})

test('the stream comes in pieces', async () => {
  const reply = await server.app.inject({ url: selfCheck.stream.path, headers: bearer() })
  expect(reply.statusCode).toBe(200)
  expect(reply.body).toBe('1\n2\n3\n4\n5\n')
  expect((await server.app.inject({ url: selfCheck.stream.path })).statusCode).toBe(401)
})

test('a file is weighed, not kept; a form without one is refused', async () => {
  const form = new FormData()
  form.append('file', new Blob(['底稿']), 'x.txt')
  const reply = await server.app.inject({
    method: 'POST',
    url: selfCheck.upload.path,
    headers: bearer(),
    payload: form,
  })
  expect(reply.json()).toMatchObject({
    code: 200,
    data: { size: 6, sha256: createHash('sha256').update('底稿').digest('hex') },
  })
  const empty = new FormData()
  empty.append('note', 'no file')
  const refused = await server.app.inject({
    method: 'POST',
    url: selfCheck.upload.path,
    headers: bearer(),
    payload: empty,
  })
  expect(refused.json()).toMatchObject({ code: 400, msg: '文件是空的' })
})

import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { auth } from '#contract/auth.ts'
import { file } from '#contract/file.ts'
import { sheetFile, SHEET_PURPOSE } from '#contract/sheet-file.ts'
import { TICKET_SECONDS, viewer } from '#contract/viewer.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'

let server: TestServer
let zxs: Caller
beforeAll(async () => {
  server = await testServer()
  zxs = await server.as('zxs', '张审计')
})
afterEach(() => {
  vi.useRealTimers()
})

const sound = async (who: Caller, name = '访谈.mp3') => {
  const owner = { purpose: SHEET_PURPOSE, ownerId: who.userId }
  return (await who.upload(file.upload, owner, { name, content: 'ID3\x04\0\0audio-bytes' })).id
}
/** As a player asks: an address and nothing else. */
const play = async (ticket: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url: viewer.media.path, query: { ticket }, headers })
const over = { statusCode: 401 }

test('a recording plays by an address that carries no session, from where one goes to', async () => {
  const { ticket, seconds } = await zxs(viewer.mediaTicket, { fileId: await sound(zxs) })
  expect(seconds).toBe(300)
  expect((await play(ticket)).body).toContain('audio-bytes')
  const part = await play(ticket, { range: 'bytes=6-10' })
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, 'audio', 'bytes 6-10/17'])
  expect(Buffer.from(ticket, 'base64url').toString()).not.toContain(zxs.accessToken)
  // no log has it
  expect(server.logged.join('')).not.toContain(ticket.split('.')[1])
})

test('its address opens that recording and nothing else', async () => {
  const { ticket } = await zxs(viewer.mediaTicket, { fileId: await sound(zxs) })
  const [said = '', signed = ''] = ticket.split('.')
  const other = await sound(zxs, '另一个.mp3')
  const changed = { ...(JSON.parse(Buffer.from(said, 'base64url').toString()) as object), file: other }
  const forged = `${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signed}`
  for (const text of [forged, `${said}.`, said, 'x.y', '.', zxs.accessToken])
    expect(await play(text)).toMatchObject(over)
  // nor is it a session: not for a download, not for a call
  for (const way of [{ query: { id: other, 'Sc-Auth': `bearer ${ticket}` } }, { query: { id: other, ticket } }])
    expect(await server.app.inject({ url: file.download.path, ...way })).toMatchObject(over)
  expect(
    await server.app.inject({
      url: viewer.open.path,
      query: { fileId: other },
      headers: { 'sc-auth': `bearer ${ticket}` },
    }),
  ).toMatchObject(over)
  // and the session of the old address is none here
  expect(
    await server.app.inject({
      url: viewer.media.path,
      query: { fileId: other, 'Sc-Auth': `bearer ${zxs.accessToken}` },
    }),
  ).toMatchObject({ statusCode: 400 })
})

test('it ends after its minutes, with the session, and with the right to read', async () => {
  const li = await server.as('zxs', '李会计')
  const fileId = await sound(li)
  const { ticket } = await li(viewer.mediaTicket, { fileId })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + TICKET_SECONDS * 1000 + 1 })
  expect(await play(ticket)).toMatchObject(over)
  vi.useRealTimers()
  expect(await play(ticket)).toMatchObject({ statusCode: 200 })
  await li(sheetFile.remove, { fileId })
  expect(await play(ticket)).toMatchObject({ statusCode: 404 })

  const { ticket: last } = await li(viewer.mediaTicket, { fileId: await sound(li) })
  expect(await play(last)).toMatchObject({ statusCode: 200 })
  await li(auth.logout, {})
  expect(await play(last)).toMatchObject(over)
})

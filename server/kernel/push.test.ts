import { get } from 'node:http'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { push } from '#contract/system.ts'
import { openDatabase } from './database.ts'
import { openPush } from './push.ts'
import { openSignals } from './signals.ts'
import { type Caller, testServer } from './testing.ts'

const { as, app, kernel, databases } = await testServer()
const url = await app.listen({ port: 0 })

type Event = { id: string; messageType: string; data: unknown }

/** An open stream: what came, and whether it has ended. */
async function connect(who: Caller, lastEventId?: string, userId = who.userId) {
  const events: Event[] = []
  const stream = { events, status: 0, ended: false, close: () => {} }
  const path = `${push.connect.path.replace('{userId}', userId)}?clientId=c1&Sc-Auth=${encodeURIComponent(`bearer ${who.accessToken}`)}`
  await new Promise<void>((resolve, reject) => {
    const request = get(`${url}${path}`, { headers: lastEventId ? { 'last-event-id': lastEventId } : {} }, (reply) => {
      stream.status = reply.statusCode ?? 0
      let text = ''
      reply.setEncoding('utf8')
      reply.on('data', (chunk: string) => {
        text += chunk
        const parts = text.split('\n\n')
        text = parts.pop() ?? ''
        for (const part of parts) {
          const id = /^id: (.+)$/m.exec(part)?.[1] ?? ''
          const data = /^data: (.+)$/m.exec(part)?.[1]
          if (data) events.push({ id, ...(JSON.parse(data) as { messageType: string; data: unknown }) })
        }
      })
      reply.on('close', () => (stream.ended = true))
      reply.once('data', () => resolve())
      if (stream.status !== 200) resolve()
    })
    request.on('error', reject)
    stream.close = () => request.destroy()
  })
  return stream
}
const tell = (who: Caller, data: unknown) =>
  kernel.database.inTenant(who, (db) => kernel.push.send(db, who.userId, 'TEST', data))

test('what is sent arrives once, in order, at every stream of the user and at nobody else’s', async () => {
  const li = await as('zxs')
  const wang = await as('zxs')
  const streams = [await connect(li), await connect(li)]
  const other = await connect(wang)
  await Promise.all(Array.from({ length: 200 }, (_, n) => tell(li, { n })))
  for (const { events } of streams) {
    await expect.poll(() => events.length).toBe(200)
    const ids = events.map(({ id }) => Number(id))
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
    expect(new Set(events.map(({ data }) => (data as { n: number }).n)).size).toBe(200)
  }
  expect(other.events).toEqual([])
  for (const one of [...streams, other]) one.close()
})

test('what came while the browser was away is sent after its last event, and nothing twice', async () => {
  const li = await as('zxs')
  const first = await connect(li)
  await tell(li, { n: 1 })
  await expect.poll(() => first.events.length).toBe(1)
  first.close()
  await tell(li, { n: 2 })
  await tell(li, { n: 3 })
  const again = await connect(li, first.events[0]?.id)
  await expect.poll(() => again.events.map(({ data }) => data)).toEqual([{ n: 2 }, { n: 3 }])
  again.close()
})

test('a transaction that fails has told nobody', async () => {
  const li = await as('zxs')
  const stream = await connect(li)
  const failing = kernel.database.inTenant(li, async (db) => {
    await kernel.push.send(db, li.userId, 'TEST', { n: 1 })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await tell(li, { n: 2 })
  await expect.poll(() => stream.events.map(({ data }) => data)).toEqual([{ n: 2 }])
  stream.close()
})

test('another process serves its own streams of the same user', async () => {
  const li = await as('zxs')
  const database = openDatabase(databases.app)
  const signals = await openSignals(databases.app, kernel.log)
  const elsewhere = openPush({ database, signals, sessions: kernel.sessions, log: kernel.log })
  const stream = await connect(li)
  await database.inTenant(li, (db) => elsewhere.send(db, li.userId, 'TEST', { from: 'elsewhere' }))
  await expect.poll(() => stream.events.map(({ data }) => data)).toEqual([{ from: 'elsewhere' }])
  stream.close()
  elsewhere.close()
  await signals.close()
  await database.close()
})

test('the stream of another user is refused, and so is one without a token', async () => {
  const li = await as('zxs')
  const wang = await as('zxs')
  expect((await connect(li, undefined, wang.userId)).status).toBe(403)
  const reply = await app.inject(push.connect.path.replace('{userId}', li.userId))
  expect(reply.statusCode).toBe(401)
})

test('signing out and being disabled close the stream within five seconds', async () => {
  const li = await as('zxs')
  const wang = await as('zxs')
  const [first, second] = [await connect(li), await connect(wang)]
  await li(auth.logout, {})
  await kernel.database.inTenant(wang, (db) =>
    db.updateTable('app_user').set({ status: 0 }).where('id', '=', wang.userId).execute(),
  )
  await expect.poll(() => first.ended && second.ended, { timeout: 5_000 }).toBe(true)
})

test('events survive a loss of the signal connection', async () => {
  const li = await as('zxs')
  const stream = await connect(li)
  await cutSignals()
  await tell(li, { n: 1 })
  await expect.poll(() => stream.events.map(({ data }) => data), { timeout: 10_000 }).toEqual([{ n: 1 }])
  stream.close()
})

/** Cuts the connection on which this process listens. */
async function cutSignals() {
  const root = new Client(databases.admin)
  await root.connect()
  await root.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'digao signals' and datname = current_database()`,
  )
  await root.end()
}

import { Client } from 'pg'
import { expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { audit as append } from './audit.ts'
import type { Db } from './database.ts'
import { testServer } from './testing.ts'

const { as, kernel, tenant, databases, app, signIn } = await testServer()

const write = (who: { tenantId: string; userId: string }, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      kernel.database.inTenant(who, (db) => {
        const user = { realName: '陈立新', account: 'chen' }
        const entry = {
          action: 'update',
          bizType: 'project',
          bizId: String(n),
          before: { year: 2024 },
          after: { year: 2025 },
        }
        return append({ db, user, address: '127.0.0.1', trace: 't' }, entry)
      }),
    ),
  )

test('entries are numbered without a gap even when written at once, and the chain holds', async () => {
  const where = await tenant()
  const chen = await as('admin', '陈立新', where)
  await write(chen, 30)
  // signing in was the first
  expect(await chen(audit.verify, {})).toMatchObject({ entries: 31, broken: null, fault: null })
  const page = await chen(audit.list, { size: 500 })
  expect(page.records.map(({ seq }) => seq)).toEqual(Array.from({ length: 31 }, (_, n) => 31 - n))
  expect(page.records[0]).toMatchObject({
    actorName: '陈立新',
    action: 'update',
    before: { year: 2024 },
    after: { year: 2025 },
  })
  expect(page.records.at(-1)).toMatchObject({ action: 'signIn', actorId: chen.userId })
  expect(await chen(audit.list, { action_equal: 'signIn' })).toMatchObject({ total: 1 })
})

test.each([
  ['changed', `update audit_event set after = '{"year": 1999}' where tenant_id = $1 and seq = 4`, 4],
  [
    'redated',
    `update audit_event set create_time = create_time - interval '1 day' where tenant_id = $1 and seq = 5`,
    5,
  ],
  ['given to another actor', `update audit_event set actor_name = '王' where tenant_id = $1 and seq = 3`, 3],
  ['taken out', `delete from audit_event where tenant_id = $1 and seq = 6`, 7],
  [
    'changed with its own hash made anew',
    `update audit_event e set biz_id = 'x', hash = audit_hash(e.prev_hash, row(e.tenant_id, e.seq, e.actor_id, e.actor_name, e.action, e.biz_type, 'x', e.before, e.after, e.address, e.trace_id, e.create_time, e.prev_hash, e.hash)::audit_event) where tenant_id = $1 and seq = 4`,
    5,
  ],
])('an entry that a database administrator has %s is found and named', async (_, tamper, broken) => {
  const where = await tenant()
  const chen = await as('admin', '陈立新', where)
  await write(chen, 8)
  const root = new Client(databases.admin)
  await root.connect()
  await root.query(tamper, [where.tenantId])
  await root.end()
  expect(await chen(audit.verify, {})).toMatchObject({ broken })
})

const asAdministrator = async (...changes: [text: string, values: unknown[]][]) => {
  const root = new Client(databases.admin)
  await root.connect()
  for (const [text, values] of changes) await root.query(text, values)
  await root.end()
}

test('newest entries that are cut off after a verification are missed, and the first is named', async () => {
  const where = await tenant()
  const chen = await as('admin', '陈立新', where)
  await write(chen, 8)
  expect(await chen(audit.verify, {})).toMatchObject({ entries: 9, broken: null })
  expect(await chen(audit.verify, {})).toMatchObject({ anchored: 9, anchorTime: expect.any(String) })
  await asAdministrator(['delete from audit_event where tenant_id = $1 and seq > 6', [where.tenantId]])
  expect(await chen(audit.verify, {})).toMatchObject({ entries: 6, broken: 7, fault: 'cut' })
  // new entries in their place do not hide it
  await write(chen, 3)
  expect(await chen(audit.verify, {})).toMatchObject({ entries: 9, broken: 9, fault: 'replaced' })
})

test('a chain that was made anew from its first entry on is another than the one anchored', async () => {
  const where = await tenant()
  const chen = await as('admin', '陈立新', where)
  await write(chen, 3)
  await chen(audit.verify, {})
  const anew = `do $$ declare e audit_event; before bytea := ''; begin
    for e in select * from audit_event where tenant_id = '${where.tenantId}' order by seq loop
      e.actor_name := '王'; e.prev_hash := before; e.hash := audit_hash(before, e); before := e.hash;
      update audit_event set actor_name = e.actor_name, prev_hash = e.prev_hash, hash = e.hash where tenant_id = e.tenant_id and seq = e.seq;
    end loop; end $$`
  await asAdministrator([anew, []])
  expect(await chen(audit.verify, {})).toMatchObject({ broken: 4, fault: 'replaced' })
})

test('an anchor that is changed to fit is found out: the database does not know its key', async () => {
  const where = await tenant()
  const chen = await as('admin', '陈立新', where)
  await write(chen, 5)
  await chen(audit.verify, {})
  await asAdministrator(
    ['delete from audit_event where tenant_id = $1 and seq > 4', [where.tenantId]],
    [
      `update audit_anchor set seq = 4, hash = (select hash from audit_event where tenant_id = $1 and seq = 4) where tenant_id = $1`,
      [where.tenantId],
    ],
  )
  expect(await chen(audit.verify, {})).toMatchObject({ broken: 4, fault: 'anchor' })
})

test('one entry is shown with its hash and its predecessor’s', async () => {
  const chen = await as('admin', '陈立新', await tenant())
  await write(chen, 1)
  const [first, second] = [await chen(audit.detail, { seq: 1 }), await chen(audit.detail, { seq: 2 })]
  expect(second.prevHash).toBe(first.hash)
  await expect(chen(audit.detail, { seq: 9 })).rejects.toMatchObject({ code: 404 })
})

test('the application can neither change, delete nor forge an entry', async () => {
  const chen = await as('admin', '陈立新', await tenant())
  const attempts: ((db: Db) => Promise<unknown>)[] = [
    (db) => db.deleteFrom('audit_event').execute(),
    (db) => db.updateTable('audit_event').set({ action: 'x' }).execute(),
    (db) =>
      db
        .insertInto('audit_event')
        .values({
          seq: 9n,
          actor_id: '',
          actor_name: '',
          action: '',
          biz_type: '',
          biz_id: '',
          prev_hash: Buffer.alloc(1),
          hash: Buffer.alloc(1),
        })
        .execute(),
  ]
  for (const attempt of attempts) {
    await expect(kernel.database.inTenant(chen, attempt)).rejects.toThrow('permission denied')
    await expect(kernel.database.acrossTenants('a test', attempt)).rejects.toThrow('permission denied')
  }
})

test('a refusal by grant is on record, with who and what', async () => {
  const where = await tenant()
  const chen = await as('admin', '陈立新', where)
  const zhao = await as('student', '赵一鸣', where)
  const reply = await app.inject({ url: audit.list.path, headers: { 'sc-auth': `bearer ${zhao.accessToken}` } })
  expect(reply.statusCode).toBe(403)
  await expect
    .poll(async () => (await chen(audit.list, { action_equal: 'denied' })).records)
    .toMatchObject([{ actorId: zhao.userId, bizType: 'endpoint', bizId: audit.list.path }])
})

test('a failed sign-in of a known account is on record', async () => {
  const where = await tenant()
  const chen = await as('admin', '陈立新', where)
  await signIn(where.tenantId, chen.account, '0'.repeat(32)).catch(() => {})
  await expect
    .poll(async () => (await chen(audit.list, { action_equal: 'signInFailed' })).records)
    .toMatchObject([{ actorId: chen.userId }])
})

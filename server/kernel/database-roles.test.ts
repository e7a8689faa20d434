import { Client, type ClientConfig } from 'pg'
import { describe, expect, test } from 'vitest'
import { ensureDatabase, ensureRoles } from './database-roles.ts'
import { checkServer } from './database-server.ts'
import { freshDatabase, testPassword } from './testing-database.ts'

const { admin, app, owner } = await freshDatabase()
const passwords = { ownerPassword: testPassword, appPassword: testPassword }

async function ask<T extends object>(config: ClientConfig, sql: string): Promise<T[]> {
  const client = new Client(config)
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

const url = ({ user, password, host, database }: ClientConfig) =>
  `postgres://${user}:${String(password)}@/${database}?host=${encodeURIComponent(host ?? '')}`

describe('the database roles', () => {
  test('the application may nothing that an administrator may, and does not see through all tenants by itself', async () => {
    const [role] = await ask(
      app,
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolinherit,
         pg_has_role(current_user, 'digao_platform', 'usage') as platform_always,
         pg_has_role(current_user, 'digao_platform', 'member') as platform_at_will
       from pg_roles where rolname = current_user`,
    )
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolinherit: false,
      platform_always: false,
      platform_at_will: true,
    })
    await expect(ask(app, 'create table mine (id int)')).rejects.toThrow('permission denied')
    const [worn] = await ask({ ...app, options: '-c role=digao_platform' }, 'select current_user as role')
    expect(worn).toEqual({ role: 'digao_platform' })
  })

  test('making them again changes nothing, even by several processes at once', async () => {
    const stored = `select rolname, rolpassword from pg_authid where rolname like 'digao%' order by rolname`
    const before = await ask(admin, stored)
    await Promise.all([1, 2, 3].map(() => ensureRoles(admin, passwords)))
    expect(await ask(admin, stored)).toEqual(before)
  })

  test('a right somebody gave by hand is taken away again', async () => {
    await ask(admin, 'alter role digao_platform createdb createrole')
    await ensureRoles(admin, passwords)
    const [role] = await ask(admin, `select rolcreaterole from pg_roles where rolname = 'digao_platform'`)
    expect(role).toEqual({ rolcreaterole: false })
  })

  test('a role without the right to make roles is told which SQL its administrator should run', async () => {
    const refused = ensureRoles(owner, { ownerPassword: testPassword, appPassword: 'another password' })
    await expect(refused).rejects.toThrow(
      /role digao_owner may not create roles.*create role digao_app login noinherit/,
    )
    await ensureRoles(owner, passwords) // all stands already: nothing to do, nothing refused
  })

  test('a database is made once and belongs to the owner role', async () => {
    const name = `digao_test_${process.pid}_made`
    expect(await ensureDatabase(admin, name)).toBe(true)
    expect(await ensureDatabase(admin, name)).toBe(false)
    const [database] = await ask(
      admin,
      `select pg_get_userbyid(datdba) as owner from pg_database where datname = '${name}'`,
    )
    expect(database).toEqual({ owner: 'digao_owner' })
    await ask(admin, `drop database ${name}`)
  })
})

describe('DATABASE_URL', () => {
  test('a good one passes', async () => {
    await expect(checkServer(url(owner))).resolves.toBeUndefined()
  })

  test.each([
    ['a wrong password', url({ ...owner, password: 'geheim' }), 'refuses this user or password'],
    ['a missing database', url({ ...owner, database: 'nowhere' }), 'has no such database'],
    ['a port where nothing answers', 'postgres://me:geheim@127.0.0.1:1/digao', 'nothing answers there'],
    ['a host that is none', 'postgres://me:geheim@no-such-host.invalid/digao', 'name'],
    ['something else', 'mysql://me:geheim@localhost/digao', 'Write it as postgres://'],
  ])('%s is refused in one line without the password', async (_, address, text) => {
    const refusal: unknown = await checkServer(address).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ name: 'StartError', message: expect.stringContaining(text) })
    expect(refusal).toMatchObject({ message: expect.not.stringMatching(/geheim|\n/) })
  })
})

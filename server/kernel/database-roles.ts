import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import { StartError } from './start-error.ts'

/**
 * The three roles: digao_owner owns the schema and runs migrations; the application signs in as digao_app, which owns
 * nothing and bypasses no row policy; digao_platform cannot sign in, digao_app puts it on for one named piece of work.
 */
export const ownerRole = 'digao_owner'
export const appRole = 'digao_app'
const platformRole = 'digao_platform'

export type RolePasswords = { ownerPassword: string; appPassword: string }

const attributes = 'nosuperuser nocreatedb nocreaterole noreplication nobypassrls'

/**
 * Makes the roles, or gives the existing ones these passwords and takes from them what they must not have; doing it
 * again changes nothing, and two processes that start together wait for each other. `admin` signs in as a superuser
 * or a role that may create roles; StartError with the SQL to run when it may not.
 */
export async function ensureRoles(admin: ClientConfig, passwords: RolePasswords): Promise<void> {
  await withClient(admin, async (client) => {
    if (await rolesStand(client, admin, passwords)) return
    try {
      await client.query('begin')
      await client.query(`select pg_advisory_xact_lock(hashtext('digao.roles'))`)
      await client.query(await roleStatements(client, passwords))
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw codeOf(error) === '42501' ? mayNotCreateRoles(admin) : error
    }
  })
}

/** Makes the database, owned by digao_owner, when it is not there. Answers true when it was made. */
export async function ensureDatabase(admin: ClientConfig, name: string): Promise<boolean> {
  return withClient(admin, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return false
    const database = client.escapeIdentifier(name)
    try {
      await client.query(`create database ${database} owner ${ownerRole} template template0 encoding 'UTF8'`)
      return true
    } catch (error) {
      if (codeOf(error) === '42P04' || codeOf(error) === '23505') return false // another process was first
      if (codeOf(error) !== '42501') throw error
      throw new StartError(
        `The role ${client.user} may not create a database. Ask the server's administrator to run: create database ${database} owner ${ownerRole} template template0 encoding 'UTF8';`,
      )
    }
  })
}

/** A database that somebody else made gives our owner role no right to create tables in it. */
export async function letOwnerBuild(admin: ClientConfig): Promise<void> {
  await withClient(admin, async (client) => {
    try {
      await client.query(`grant usage, create on schema public to ${ownerRole}`)
    } catch {
      throw new StartError(
        `The role ${client.user} may not grant rights in the database ${admin.database}. Ask its administrator to run there: grant usage, create on schema public to ${ownerRole};`,
      )
    }
  })
}

/** True when nothing needs doing: both sign in with these passwords and have no right too many. */
async function rolesStand(client: Client, admin: ClientConfig, passwords: RolePasswords): Promise<boolean> {
  const { rows } = await client.query<{ sound: boolean }>(
    `select count(*) = 3 and not bool_or(rolsuper or rolbypassrls or rolcreaterole)
       and bool_or(rolname = $1 and not rolinherit and pg_has_role(oid, (select oid from pg_roles where rolname = $2), 'member'))
       as sound from pg_roles where rolname in ($1, $2, $3)`,
    [appRole, platformRole, ownerRole],
  )
  if (!rows[0]?.sound) return false
  const logins = [
    [ownerRole, passwords.ownerPassword],
    [appRole, passwords.appPassword],
  ]
  const { host, port, ssl } = client
  for (const [user, password] of logins) {
    const login = new Client({ host, port, ssl, user, password, database: admin.database ?? client.database })
    login.on('error', () => {})
    try {
      await login.connect()
    } catch {
      return false
    } finally {
      await login.end().catch(() => {})
    }
  }
  return true
}

async function roleStatements(client: Client, { ownerPassword, appPassword }: RolePasswords): Promise<string> {
  const { rows } = await client.query<{ names: string[]; version: number; superuser: boolean }>(
    `select coalesce(array_agg(rolname::text) filter (where rolname like 'digao\\_%'), '{}') as names,
       current_setting('server_version_num')::int as version,
       bool_or(rolsuper) filter (where rolname = current_user) as superuser from pg_roles`,
  )
  const { names = [], version = 0, superuser = false } = rows[0] ?? {}
  // A role that may create roles but is no superuser may not even name these two attributes, nor needs to.
  const safe = superuser ? attributes : 'nocreatedb nocreaterole'
  const role = (name: string, can: string) => `${names.includes(name) ? 'alter' : 'create'} role ${name} ${can} ${safe}`
  // digao_app must not inherit: by inheritance the platform's policies, which see all tenants, would always be its own.
  const member = version >= 160000 ? ' with inherit false, set true' : ''
  return [
    `${role(ownerRole, 'login inherit')} password '${scramVerifier(ownerPassword)}'`,
    `${role(appRole, 'login noinherit')} password '${scramVerifier(appPassword)}'`,
    role(platformRole, 'nologin noinherit'),
    `grant ${platformRole} to ${appRole}${member}`,
    // Creating a database for a role asks for membership in it.
    ...(superuser ? [] : [`grant ${ownerRole} to current_user`]),
  ].join(';\n')
}

/** RFC 5803: what the server stores of a password. Sent instead of the password, which a server may log. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16)
  const rounds = 4096
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, rounds, 32, 'sha256')
  const key = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(key('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${key('Server Key').toString('base64')}`
}

function mayNotCreateRoles(admin: ClientConfig): StartError {
  return new StartError(
    [
      `The database role ${admin.user ?? new Client(admin).user} may not create roles. Ask the server's administrator to run, with the passwords that Digao is configured with:`,
      `create role ${ownerRole} login password '…';`,
      `create role ${appRole} login noinherit password '…';`,
      `create role ${platformRole} nologin noinherit;`,
      `grant ${platformRole} to ${appRole};`,
    ].join(' '),
  )
}

async function withClient<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(config)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

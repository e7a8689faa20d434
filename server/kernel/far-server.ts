import { isIP } from 'node:net'
import { Client, type ClientConfig } from 'pg'
import type { TextKey } from '#contract/errors.ts'
import type { Params } from '#contract/texts.ts'
import type { Config } from './config.ts'
import { appRole, ensureDatabase, ensureRoles, letOwnerBuild, ownerRole } from './database-roles.ts'
import { Refusal } from './errors.ts'
import { migrate } from './migrate.ts'
import type { Secrets } from './secrets.ts'
import { StartError } from './start-error.ts'

/** A PostgreSQL server as an administrator names it: parts, never a connection string. */
export type FarServer = { host: string; port: number; database: string; username: string; password: string }
type Given = { config: Config; secrets: Secrets }

const OLDEST = 15
/** To connect, and for each question of a test. */
const PATIENCE_MS = 5_000
const MIGRATION_MS = 10 * 60_000

/** Refuses a host that the operator has not named in DIGAO_DATASOURCE_HOSTS: else a form could make this server knock anywhere. */
export function checkHost({ DIGAO_DATASOURCE_HOSTS: allowed }: Config, host: string, port: number): void {
  const name = host.toLowerCase()
  const both = isIP(name) === 6 ? `[${name}]:${port}` : `${name}:${port}`
  if (!allowed.includes(name) && !allowed.includes(both)) throw new Refusal('datasourceHostClosed', { host: both })
}

/**
 * Asks whether the server can be used: it answers, lets this user in, is new enough, lets him make roles and databases, and is not
 * another deployment's. Writes nothing. Refuses with what is wrong, never in the server's own words. Answers its version.
 */
export async function testFarServer(server: FarServer, { config, secrets }: Given): Promise<{ version: string }> {
  checkHost(config, server.host, server.port)
  const admin = adminOf(server, config)
  const client = new Client(admin)
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string; may: boolean; roles: number }>(
      `select current_setting('server_version') as version, rolsuper or (rolcreaterole and rolcreatedb) as may,
         (select count(*)::int from pg_roles where rolname in ($1, $2)) as roles from pg_roles where rolname = current_user`,
      [ownerRole, appRole],
    )
    const { version = '', may = false, roles = 0 } = rows[0] ?? {}
    if (!(Number.parseInt(version, 10) >= OLDEST)) throw new Refusal('whyTooOld', { version })
    if (!may) throw new Refusal('whyMayNotCreate')
    // giving another deployment's roles our passwords would lock it out
    if (roles > 0 && !(await letsIn({ ...admin, user: ownerRole, password: secrets.ownerPassword })))
      throw new Refusal('whyOtherKeys')
    return { version: version.split(' ')[0] ?? version }
  } catch (error) {
    throw whyNot(error)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Roles, database and schema, as on our own server; doing it again changes nothing. Answers how the application signs in. */
export async function prepareFarServer(server: FarServer, given: Given): Promise<ClientConfig> {
  await testFarServer(server, given)
  const { ownerPassword, appPassword } = given.secrets
  const admin = adminOf(server, given.config)
  const { host, port, ssl } = admin
  const at = { host, port, ssl, database: server.database }
  try {
    await ensureRoles(admin, { ownerPassword, appPassword })
    if (!(await ensureDatabase(admin, server.database))) await letOwnerBuild({ ...admin, database: server.database })
    await migrate({ ...at, user: ownerRole, password: ownerPassword, query_timeout: MIGRATION_MS })
  } catch (error) {
    throw whyNot(error)
  }
  return { ...at, user: appRole, password: appPassword }
}

const adminOf = ({ host, port, username, password }: FarServer, config: Config): ClientConfig => ({
  host,
  port,
  user: username,
  password,
  database: 'postgres',
  ssl: config.DIGAO_DATASOURCE_TLS === 'off' ? false : { rejectUnauthorized: true },
  connectionTimeoutMillis: PATIENCE_MS,
  query_timeout: PATIENCE_MS,
  application_name: 'digao test',
})

async function letsIn(login: ClientConfig): Promise<boolean> {
  const client = new Client(login)
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    if (codeOf(error) === '28P01') return false
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

const reasons: Partial<Record<string, TextKey>> = {
  ENOTFOUND: 'whyHostUnknown',
  EAI_AGAIN: 'whyHostUnknown',
  ECONNREFUSED: 'whyPortClosed',
  EHOSTUNREACH: 'whyHostSilent',
  ENETUNREACH: 'whyHostSilent',
  ETIMEDOUT: 'whyHostSilent',
  '28P01': 'whyPasswordWrong',
  '28000': 'whyNotLetIn',
  '53300': 'whyTooManyConnections',
  '42501': 'whyMayNotCreate',
}

/** Names what failed from a closed list: the text of a server that was asked is never shown. */
function whyNot(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof StartError) return new Refusal('whyNotPrepared')
  // both address families failed: what the first one met speaks for all
  if (error instanceof AggregateError && error.errors.length > 0) return whyNot(error.errors[0])
  const code = codeOf(error)
  const known = reasons[code]
  if (known) return new Refusal(known)
  const message = error instanceof Error ? error.message : ''
  if (/timeout|terminated/i.test(message)) return new Refusal('whyHostSilent')
  if (/CERT|TLS|SSL|SIGNATURE/i.test(code) || /SSL|certificate/i.test(message)) return new Refusal('whyNoTls')
  const params: Params = { code: /^[0-9A-Z_]{1,40}$/.test(code) ? code : '?' }
  return new Refusal('whyOther', params)
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

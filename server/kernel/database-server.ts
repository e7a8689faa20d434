import { Client } from 'pg'
import { StartError } from './start-error.ts'

const oldest = 15

/** Proves that DATABASE_URL names a PostgreSQL server we can use; StartError says what is wrong. The password is never shown. */
export async function checkServer(url: string): Promise<void> {
  const shown = withoutPassword(url)
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`)
    const version = rows[0]?.version ?? ''
    if (!(Number.parseInt(version, 10) >= oldest))
      throw new StartError(
        `The server at ${shown} is PostgreSQL ${version}; Digao needs ${oldest} or newer. Upgrade it, or unset DATABASE_URL to use the built-in database.`,
      )
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`Cannot use DATABASE_URL (${shown}): ${reason(error)}`)
  } finally {
    await client.end().catch(() => {})
  }
}

function withoutPassword(url: string): string {
  if (/^postgres(ql)?:\/\//.test(url)) return url.replace(/\/\/([^:@/]*):.*@/, '//$1@').replace(/\?.*$/, '')
  throw new StartError(
    'DATABASE_URL is not the address of a PostgreSQL server. Write it as postgres://user:password@host:5432/database.',
  )
}

const reasons: Record<string, string> = {
  ENOTFOUND: 'there is no host of that name. Check the name.',
  EAI_AGAIN: 'the name of the host cannot be looked up. Check the name and the network.',
  ECONNREFUSED: 'nothing answers there. Check host and port, and that the server runs and accepts TCP connections.',
  EHOSTUNREACH: 'the host cannot be reached. Check the network.',
  ENETUNREACH: 'the host cannot be reached. Check the network.',
  ETIMEDOUT: 'the host does not answer. Check host, port and firewall.',
  ENOENT: 'there is no such socket. Check the folder and that the server runs.',
  '28P01': 'the server refuses this user or password. Check both.',
  '28000': 'the server does not let this user in from here. Check the user and pg_hba.conf.',
  '3D000': 'the server has no such database. Create it, or name another.',
  '53300': 'the server has no free connection. Raise max_connections, or try later.',
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const message = error instanceof Error ? error.message : String(error)
  if (/timeout/i.test(message)) return 'the host does not answer. Check host, port and firewall.'
  // Both address families failed: what the first one met speaks for all.
  if (error instanceof AggregateError && error.errors.length > 0) return reason(error.errors[0])
  return reasons[code] ?? `${message}.`
}

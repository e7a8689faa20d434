import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { openPostgres } from '#server/kernel/postgres.ts'
import type { Bare, BareOrder } from './bare.ts'
import { type Child, start } from './child.ts'
import type { Ours, OursOrder } from './ours.ts'
import type { Asker } from './requests.ts'

/** Our server and the bare one, side by side on one database that keeps its writes as in production. */
export type Stand = {
  ours: Child<Ours>
  bare: Child<Bare>
  /** Process id of the database; its sessions are its children. */
  database: number
  /** As the database's own superuser. */
  connection: ClientConfig
  /** Vacuums and analyses, as happens by itself within minutes. */
  settle: () => Promise<void>
  stop: () => Promise<void>
}

/** `people`: thousands of them. */
type Scale = { tenants: number; rowsPerTenant: number; people?: number; profile?: string | undefined }

/** Opens the database, seeds it through our server, signs every tenant's administrator in. What fails closes what was opened. */
export async function openStand({ tenants, rowsPerTenant, people = 100, profile }: Scale): Promise<Stand> {
  const folder = mkdtempSync(join(tmpdir(), 'digao-bench-'))
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  }
  // an interrupted run leaves neither a database nor its folder behind
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().then(() => process.exit(1)))
  try {
    const postgres = await openPostgres(folder, { log: console.error })
    closers.push(postgres.stop)
    const data = join(folder, 'digao')
    mkdirSync(data)
    const environment = {
      DIGAO_DATA: data,
      DATABASE_URL: urlOf(postgres.connection()),
      PORT: '0',
      SIGN_IN_TRIES: '100',
    }
    const flags = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []
    const ours = await start<Ours>(
      'ours.ts',
      { environment, tenants, rowsPerTenant, people } satisfies OursOrder,
      flags,
    )
    closers.push(ours.stop)
    const connection = postgres.connection('digao')
    await settle(connection)
    const bare = await start<Bare>('bare.ts', { database: connection } satisfies BareOrder)
    closers.push(bare.stop)
    for (const asker of ours.said.askers) Object.assign(asker, await signIn(ours.said, asker))
    const database = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
    return { ours, bare, database, connection, settle: () => settle(connection), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function urlOf({ host, user, password }: ClientConfig): string {
  const query = new URLSearchParams({
    host: String(host),
    port: '5432',
    user: String(user),
    password: String(password),
  })
  return `postgres:///postgres?${query.toString()}`
}

/** What autovacuum does within minutes, now: plans and visibility maps as in a database that has been in use. */
async function settle(database: ClientConfig) {
  const client = new Client(database)
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

export const basic = ({ client }: Ours) => `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`

async function signIn(
  ours: Ours,
  { tenantId, account, password }: Ours['askers'][number],
): Promise<Pick<Asker, 'token' | 'refreshToken'>> {
  const answer = await fetch(`${ours.url}/sc-auth/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: basic(ours) },
    body: JSON.stringify({ grant_type: 'password', tenantId, username: account, password }),
  })
  const said = (await answer.json()) as { access_token?: string; refresh_token?: string }
  if (!said.access_token || !said.refresh_token) throw new Error(`signing in was refused: ${JSON.stringify(said)}`)
  return { token: said.access_token, refreshToken: said.refresh_token }
}

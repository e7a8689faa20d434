import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import type { TestProject } from 'vitest/node'
import { lockDataFolder, processStart } from './data-folder-lock.ts'
import { appRole, ensureDatabase, ensureRoles, ownerRole } from './database-roles.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { StartError } from './start-error.ts'
import { testPassword } from './testing-database.ts'

const root = new URL('../../', import.meta.url).pathname
const folder = join(root, 'node_modules/.cache/digao-test-pg')
const runs = join(folder, 'runs')

/**
 * One server for all test runs of this checkout, kept between runs, and one template database per state of
 * migrations/: a test file copies it in a fifth of a second. DATABASE_URL_TEST names a server to use instead.
 */
export async function setup(project: TestProject) {
  const unlock = await alone()
  try {
    const { admin, leave } = await server()
    const template = await makeTemplate(admin)
    project.provide('testDatabase', { admin, template })
    return async () => {
      const unlockAgain = await alone()
      await leave().finally(unlockAgain)
    }
  } finally {
    unlock()
  }
}

/** Two runs at once share the server; making, sharing and stopping it happen one run at a time. */
async function alone(): Promise<() => void> {
  mkdirSync(runs, { recursive: true })
  for (;;) {
    try {
      return await lockDataFolder(folder)
    } catch (error) {
      if (!(error instanceof StartError)) throw error
      await sleep(100)
    }
  }
}

async function server(): Promise<{ admin: ClientConfig; leave: () => Promise<void> }> {
  const url = process.env['DATABASE_URL_TEST']
  if (url) {
    const { host, port, user, password, database, ssl } = new Client({ connectionString: url })
    return { admin: { host, port, user, password: password ?? undefined, database, ssl }, leave: async () => {} }
  }
  const postgres = await openPostgres(folder, {
    log: console.error,
    exclusive: false,
    // Nothing here must survive a power cut.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  })
  const mark = join(runs, `${process.pid}-${processStart(process.pid)}`)
  writeFileSync(mark, '')
  const leave = async () => {
    rmSync(mark, { force: true })
    if (otherRuns() === 0) await postgres.stop()
  }
  return { admin: postgres.connection(), leave }
}

function otherRuns(): number {
  const alive = readdirSync(runs).filter((name) => {
    const [pid, started] = name.split('-')
    if (processStart(Number(pid)) === started) return true
    rmSync(join(runs, name), { force: true })
    return false
  })
  return alive.length
}

/** The name of a database with all migrations applied; made when these migrations were never seen before. */
async function makeTemplate(admin: ClientConfig): Promise<string> {
  await ensureRoles(admin, { ownerPassword: testPassword, appPassword: testPassword })
  const template = `digao_template_${migrationsHash()}`
  const client = new Client(admin)
  await client.connect()
  try {
    await dropLeftovers(client)
    const made = await client.query('select from pg_database where datname = $1 and datistemplate', [template])
    if (made.rowCount) return template
    await client.query(`drop database if exists ${template} with (force)`)
    await ensureDatabase(admin, template)
    await migrate({ ...admin, user: ownerRole, password: testPassword, database: template })
    await client.query(`grant connect on database ${template} to ${appRole}`)
    await client.query(`alter database ${template} is_template true`)
    return template
  } finally {
    await client.end()
  }
}

/** Databases of runs that were killed, and templates of migrations as they once were. */
async function dropLeftovers(client: Client) {
  const { rows } = await client.query<{ datname: string }>(
    String.raw`select datname from pg_database where datname like 'digao\_test\_%' or datname like 'digao\_template\_%'`,
  )
  for (const { datname } of rows) {
    const [, kind, tag = ''] = datname.split('_')
    const wanted = kind === 'test' ? processStart(Number(tag)) !== undefined : tag === migrationsHash()
    if (wanted || (kind === 'template' && otherRuns() > 1)) continue
    await client.query(`alter database ${datname} is_template false`)
    await client.query(`drop database if exists ${datname} with (force)`)
  }
}

function migrationsHash(): string {
  const hash = createHash('sha256')
  const migrations = join(root, 'migrations')
  for (const name of readdirSync(migrations)
    .filter((file) => file.endsWith('.sql'))
    .sort())
    hash.update(name).update(readFileSync(join(migrations, name)))
  return hash.digest('hex').slice(0, 12)
}

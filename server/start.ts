import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Client, type ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import type { Config } from './kernel/config.ts'
import { appRole, ensureDatabase, ensureRoles, letOwnerBuild, ownerRole } from './kernel/database-roles.ts'
import { checkServer } from './kernel/database-server.ts'
import type { Kernel } from './kernel/kernel.ts'
import { openLog } from './kernel/log.ts'
import { migrate } from './kernel/migrate.ts'
import { openKernel } from './kernel/open-kernel.ts'
import { openPostgres } from './kernel/postgres.ts'
import { openSecrets, type Secrets } from './kernel/secrets.ts'
import { StartError } from './kernel/start-error.ts'
import { seedPlatform } from './system/seed-platform.ts'

export type Digao = {
  url: string
  kernel: Kernel
  client: { id: string; secret: string }
  /** Only from the start that made it. */
  administrator: { account: string; password: string } | undefined
  /** Ends all in order: no new requests, streams, jobs, pools, the database. */
  stop(): Promise<void>
}

type Options = {
  config: Config
  /** A line for the person at the terminal. */
  tell: (line: string) => void
  /** The built-in database died and could not be started again. */
  lost?: (error: unknown) => void
  /** End-to-end tests know the captcha by this; main.ts never sets it. */
  captchaText?: () => string
}

const DATABASE = 'digao'
const STOP_MS = 10_000

/** Opens everything, in order, and listens. What fails closes what was opened; StartError says in one line what to do. */
export async function startDigao({ config, tell, lost, captchaText }: Options): Promise<Digao> {
  const closers: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  }
  try {
    const secrets = await openSecrets(config.DIGAO_DATA)
    const log = openLog(config)
    const admin = await reachDatabase({ config, tell, log, closers, ...(lost ? { lost } : {}) })
    const app = await prepare(admin, config, secrets)
    const kernel = await openKernel({ config, secrets, log, app, ...(captchaText ? { captchaText } : {}) })
    closers.push(kernel.close)
    const administrator = await seedPlatform(kernel.database)
    const web = await buildApp(kernel)
    closers.push(() => closeWeb(web, kernel))
    const url = await listen(web, config)
    await kernel.jobs.begin(kernel, config.DATABASE_URL === undefined)
    log.info({ url, services: config.DIGAO_SERVICES }, 'started')
    return { url, kernel, client: { id: 'saber', secret: secrets.clientSecret }, administrator, stop }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}

type Reach = Pick<Options, 'config' | 'tell' | 'lost'> & { log: Logger; closers: (() => Promise<unknown>)[] }

/** A connection that may make roles and databases: to the server that DATABASE_URL names, or to our own. */
async function reachDatabase({ config, tell, lost, log, closers }: Reach): Promise<ClientConfig> {
  if (config.DATABASE_URL) {
    await checkServer(config.DATABASE_URL)
    const { host, port, user, password, ssl, database } = new Client({ connectionString: config.DATABASE_URL })
    return { host, port, user, ssl, ...(password ? { password } : {}), ...(database ? { database } : {}) }
  }
  const report = (line: string) => {
    log.warn(line)
    tell(line)
  }
  const postgres = await openPostgres(config.DIGAO_DATA, { log: report, ...(lost ? { lost } : {}) })
  closers.push(postgres.stop)
  return postgres.connection()
}

/** Roles, database and schema; answers how the application signs in. */
async function prepare(
  admin: ClientConfig,
  config: Config,
  { ownerPassword, appPassword }: Secrets,
): Promise<ClientConfig> {
  await ensureRoles(admin, { ownerPassword, appPassword })
  // a database that DATABASE_URL names is used; one that every server has is only the way in
  const named =
    config.DATABASE_URL && !['postgres', 'template1'].includes(admin.database ?? '') ? admin.database : undefined
  const database = named ?? DATABASE
  await ensureDatabase(admin, database)
  if (named) await letOwnerBuild({ ...admin, database })
  await migrate({ ...admin, database, user: ownerRole, password: ownerPassword })
  return { ...admin, database, user: appRole, password: appPassword }
}

async function listen(web: FastifyInstance, { HOST: host, PORT: port }: Config): Promise<string> {
  try {
    await web.listen({ host, port })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'EADDRINUSE')
      throw new StartError(
        `Port ${port} is in use. Stop the program that uses it, or choose another with PORT=… or --port.`,
      )
    if (code === 'EACCES')
      throw new StartError(`This user may not listen on port ${port}. Choose one above 1023 with PORT=… or --port.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(
        `HOST=${host} is no address of this machine. Use localhost, or 0.0.0.0 for all its addresses.`,
      )
    throw error
  }
  const address = web.server.address()
  const shown = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host
  return `http://${shown}:${typeof address === 'object' && address ? address.port : port}`
}

/** Lets what runs finish, for a while; event streams end at once and come back by themselves. */
async function closeWeb(web: FastifyInstance, kernel: Kernel) {
  kernel.push.close()
  const late = setTimeout(() => web.server.closeAllConnections(), STOP_MS)
  try {
    await web.close()
  } finally {
    clearTimeout(late)
  }
}

export const logPath = (config: Config) => config.LOG_TO || join(config.DIGAO_DATA, 'digao.log')

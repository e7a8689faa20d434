import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { type ClientBase, type ClientConfig, Pool, type PoolClient, type QueryResult as PgResult, types } from 'pg'
import { notFound } from './errors.ts'
import type { DB } from './tables.ts'

/** A transaction that sees one tenant's rows. */
export type Db = Kysely<DB>
/** On whose behalf a transaction runs; the database itself hides every other tenant. */
export type Actor = { tenantId: string; userId: string }

types.setTypeParser(types.builtins.INT8, BigInt)
types.setTypeParser(types.builtins.DATE, (text: string) => text)
types.setTypeParser(types.builtins.TIMESTAMPTZ, (text: string) => new Date(text))

const TENANT = /^[0-9A-Za-z]{6,12}$/
const USER = /^[0-9A-Za-z-]{0,40}$/
const ignore = () => {}

/** The tenant left this server: where it lives now has to be read again. Raised by enter_tenant(). */
const AWAY = 'DG001'
/** A far server that has not begun a transaction by then hangs: what waits for it is told so. */
const HANGS_MS = 1_900

export type Pools = ReturnType<typeof openPools>
type Options = {
  /** Connections for requests. */
  max?: number
  /** Another server than our own: one that hangs must not hold its tenants' callers. */
  far?: boolean
  /** Called when a tenant was looked for here that lives elsewhere. */
  doubt?: () => void
}

/**
 * The application's pools on one server. `pipelined` serves requests: `begin` and the tenant's setting travel with the first query,
 * unawaited (half the round trips). COPY and cursors do not work in a pipeline: they take `bulk`.
 */
export function openPools(config: ClientConfig, { max = 10, far = false, doubt = ignore }: Options = {}) {
  const shared = { ...config, connectionTimeoutMillis: 2_000, application_name: 'digao' }
  // `pipeline` is newer than the types of pg
  const piped = { ...shared, max, pipeline: true }
  const pipelined = new Pool(piped)
  // of its own: a call that holds its tenant's transaction and asks across tenants never waits for another such call
  const crossing = new Pool({ ...piped, max: 4 })
  const bulk = new Pool({ ...shared, max: 4 })
  for (const pool of [pipelined, crossing, bulk]) {
    pool.on('error', ignore) // an idle connection that died is replaced on the next use
    // one that dies in use fails its queries; without a listener its event would end the process as well
    pool.on('connect', (client) => client.on('error', ignore))
  }

  /** Takes a connection and begins; the beginning travels with the first query, unawaited. */
  async function begin(pool: Pool, first: string): Promise<Begun> {
    const client = await pool.connect()
    const opened = client.query(first)
    opened.catch(ignore)
    if (far) cutIfSilent(client, opened)
    return { client, opened }
  }

  /**
   * Runs `work` in one transaction as this tenant and user; commits unless it throws. It begins with the first query: work that
   * waits for another transaction before that holds one connection, not two, so many such at once do not wait for each other.
   */
  async function transact<T>(pool: Pool, opening: () => string, work: (start: () => Promise<Begun>) => Promise<T>) {
    const first = opening()
    const now: { begun?: Promise<Begun>; over?: boolean } = {}
    let broken = false
    const start = () => {
      if (now.over) return Promise.reject(new Error('a query after the end of its transaction'))
      return (now.begun ??= begin(pool, first))
    }
    try {
      const result = await work(start)
      const begun = await now.begun
      await begun?.opened
      await begun?.client.query('commit')
      return result
    } catch (error) {
      now.over = true
      // without a connection there is nothing to undo
      const begun = await now.begun?.catch(ignore)
      if (!begun) throw error
      await begun.client.query('rollback').catch(() => (broken = true))
      await begun.opened.catch((first: unknown) => {
        if (first instanceof Error && 'code' in first && first.code === AWAY) doubt()
        throw first // its error came first; what followed only says 25P02
      })
      throw error
    } finally {
      now.over = true
      const begun = await now.begun?.catch(ignore)
      begun?.client.release(broken)
    }
  }

  const serving = <T>(pool: Pool, opening: () => string, work: (db: Db) => Promise<T>) =>
    transact(pool, opening, (start) =>
      work(kysely({ query: async (text, values) => (await start()).client.query(text, values) })),
    )
  /** COPY and cursors need the connection itself. */
  const inBulk = <T>(opening: () => string, work: (db: Db, client: ClientBase) => Promise<T>) =>
    transact(bulk, opening, async (start) => {
      const { client } = await start()
      return work(kysely(client), client)
    })

  return {
    inTenant: <T>(actor: Actor, work: (db: Db) => Promise<T>) => serving(pipelined, () => entering(actor), work),
    /** The same on a connection that can COPY and read by cursor. */
    inTenantBulk: <T>(actor: Actor, work: (db: Db, client: ClientBase) => Promise<T>) =>
      inBulk(() => entering(actor), work),
    /** Reading only, on a bulk connection: every query sees the database as it was at the first. */
    inSnapshot: <T>(actor: Actor, work: (db: Db) => Promise<T>) =>
      inBulk(() => entering(actor).replace(/^begin/, 'begin isolation level repeatable read, read only'), work),
    acrossTenants: <T>(_reason: string, work: (db: Db) => Promise<T>) => serving(crossing, () => acrossAll, work),
    /** Tables that belong to no tenant (captcha, attempt). */
    outside: kysely(pipelined),
    config,
    async close() {
      await Promise.all([pipelined.end(), crossing.end(), bulk.end()])
    },
  }
}

const acrossAll = `begin; set local role digao_platform; set local app.tenant='000000'; set local app."user"=''`

function entering({ tenantId, userId }: Actor): string {
  // some calls of the platform name a tenant: one that cannot be is not found, like one that is not there
  if (!TENANT.test(tenantId)) throw notFound()
  if (!USER.test(userId)) throw new Error('bad user id')
  return `begin; call enter_tenant('${tenantId}', '${userId}')`
}

function cutIfSilent(client: PoolClient, opened: Promise<unknown>) {
  const timer = setTimeout(() => {
    // ends every query that waits on this connection, as a server that is gone does
    client.connection.stream.destroy(Object.assign(new Error('the server does not answer'), { code: 'ETIMEDOUT' }))
  }, HANGS_MS)
  const answered = () => clearTimeout(timer)
  opened.then(answered, answered)
}

/** A transaction that has begun: its connection, and whether its beginning held. */
type Begun = { client: PoolClient; opened: Promise<unknown> }
type Queryable = { query(sql: string, values: unknown[]): Promise<PgResult> }

/** Kysely over one client that is already in its transaction: it compiles and runs, nothing else. */
export function kysely(client: Queryable): Db {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, rowCount } = await client.query(sql, [...parameters])
      return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) }
    },
    streamQuery() {
      throw new Error('read by cursor on the bulk pool')
    },
  }
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: async () => {
      throw new Error('already in a transaction')
    },
    commitTransaction: async () => {},
    rollbackTransaction: async () => {},
    releaseConnection: async () => {},
    destroy: async () => {},
  }
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

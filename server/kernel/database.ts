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
import { type ClientBase, type ClientConfig, Pool, type QueryResult as PgResult, types } from 'pg'
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

export type Database = ReturnType<typeof openDatabase>

/**
 * The application's pools. `pipelined` serves requests: `begin` and the tenant's setting travel with the first query, unawaited
 * (half the round trips). COPY and cursors do not work in a pipeline: they take `bulk`.
 */
export function openDatabase(config: ClientConfig, max = 10) {
  const shared = { ...config, connectionTimeoutMillis: 2_000, application_name: 'digao' }
  // `pipeline` is newer than the types of pg
  const piped = { ...shared, max, pipeline: true }
  const pipelined = new Pool(piped)
  const bulk = new Pool({ ...shared, max: 4 })
  for (const pool of [pipelined, bulk]) {
    pool.on('error', ignore) // an idle connection that died is replaced on the next use
    // one that dies in use fails its queries; without a listener its event would end the process as well
    pool.on('connect', (client) => client.on('error', ignore))
  }

  /** Runs `work` in one transaction as this tenant and user; commits unless it throws. */
  async function transact<T>(pool: Pool, actor: Actor, role: string, work: (db: Db, client: ClientBase) => Promise<T>) {
    if (!TENANT.test(actor.tenantId) || !USER.test(actor.userId)) throw new Error('bad tenant or user id')
    const client = await pool.connect()
    let broken = false
    const opened = client.query(
      `begin; ${role}set local app.tenant='${actor.tenantId}'; set local app."user"='${actor.userId}'`,
    )
    opened.catch(ignore)
    try {
      const result = await work(kysely(client), client)
      await opened
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch(() => (broken = true))
      await opened // its error came first; what followed only says 25P02
      throw error
    } finally {
      client.release(broken)
    }
  }

  return {
    inTenant: <T>(actor: Actor, work: (db: Db) => Promise<T>) => transact(pipelined, actor, '', work),
    /** The same on a connection that can COPY and read by cursor. */
    inTenantBulk: <T>(actor: Actor, work: (db: Db, client: ClientBase) => Promise<T>) =>
      transact(bulk, actor, '', work),
    /** Work over all tenants' rows, for the one named reason; its callers are the whole list of such work. */
    acrossTenants: <T>(_reason: string, work: (db: Db) => Promise<T>) =>
      transact(pipelined, { tenantId: '000000', userId: '' }, 'set local role digao_platform; ', work),
    /** Tables that belong to no tenant (captcha, attempt). */
    outside: kysely(pipelined),
    config,
    async close() {
      await Promise.all([pipelined.end(), bulk.end()])
    },
  }
}

type Queryable = { query(sql: string, values: unknown[]): Promise<PgResult> }

/** Kysely over one client that is already in its transaction: it compiles and runs, nothing else. */
function kysely(client: Queryable): Db {
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

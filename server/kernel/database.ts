import type { ClientBase, ClientConfig } from 'pg'
import { type Actor, type Db, openPools, type Pools } from './database-pools.ts'
import { Refusal } from './errors.ts'

export type { Actor, Db } from './database-pools.ts'
export type Database = ReturnType<typeof openDatabase>

/** Where tenants live that do not live on the main server: tenant id → data source id, and the servers that can be reached. */
type Places = { homes: ReadonlyMap<string, string>; servers: ReadonlyMap<string, Pools> }

/** How the main server is named where servers are listed; the others are named by their data source's id. */
export const MAIN = 'main'
/** A server that failed is not asked again so soon by work over all tenants; its own tenants' requests always try. */
const REST_MS = 5_000

/**
 * The application's databases. A tenant's transaction opens on the server where the tenant lives, which is known in memory; the main
 * server holds the directory of all tenants, and everybody who does not live elsewhere.
 */
export function openDatabase(config: ClientConfig, max = 10) {
  const doubters: (() => void)[] = []
  const settlers: (() => void)[] = []
  const doubt = () => doubters.forEach((hear) => hear())
  const main = openPools(config, { max, doubt })
  let places: Places = { homes: new Map(), servers: new Map() }
  const resting = new Map<string, number>()

  /** The pools of the tenant's server; undefined while that cannot be used. */
  const of = (tenantId: string): Pools | undefined => {
    const home = places.homes.get(tenantId)
    return home === undefined ? main : places.servers.get(home)
  }
  /** Work on each server that answers, the main one first; what fails on another is told to `lost` and stops nobody. */
  const onEach = async <T>(work: (pools: Pools, server: string) => Promise<T>, lost: Lost): Promise<T[]> => {
    const far = [...places.servers].filter(([id]) => (resting.get(id) ?? 0) < Date.now())
    const others = far.map(([id, pools]) =>
      work(pools, id).then(
        (done) => [done],
        (error: unknown) => {
          resting.set(id, Date.now() + REST_MS)
          lost(error, id)
          return []
        },
      ),
    )
    const [first, ...rest] = await Promise.all([work(main, MAIN).then((done) => [done]), ...others])
    return [...(first ?? []), ...rest.flat()]
  }

  return {
    inTenant: <T>(actor: Actor, work: (db: Db) => Promise<T>): Promise<T> =>
      of(actor.tenantId)?.inTenant(actor, work) ?? down(),
    /** The same on a connection that can COPY and read by cursor. */
    inTenantBulk: <T>(actor: Actor, work: (db: Db, client: ClientBase) => Promise<T>): Promise<T> =>
      of(actor.tenantId)?.inTenantBulk(actor, work) ?? down(),
    /** Reading only, many queries that belong together: all see the database as it was at the first. */
    inSnapshot: <T>(actor: Actor, work: (db: Db) => Promise<T>): Promise<T> =>
      of(actor.tenantId)?.inSnapshot(actor, work) ?? down(),
    /**
     * Questions about the directory (which tenants there are, their names, domains, packages) and the platform's own rows: on the
     * main server, for the one named reason. Rows that belong to tenants may lie on other servers: for those `onEveryServer`.
     */
    acrossTenants: main.acrossTenants,
    /** Work over all tenants' rows, for the one named reason, on every server; answers what each gave that could be reached. */
    onEveryServer: <T>(reason: string, work: (db: Db) => Promise<T>, lost: Lost = nothing): Promise<T[]> =>
      onEach((pools) => pools.acrossTenants(reason, work), lost),
    /** Names of the servers that work over all tenants should ask now. */
    servers: (): string[] => [MAIN, ...[...places.servers.keys()].filter((id) => (resting.get(id) ?? 0) < Date.now())],
    /** The same on one of them; one that fails is left alone for a while. */
    onServer: <T>(server: string, reason: string, work: (db: Db) => Promise<T>): Promise<T> => {
      const pools = server === MAIN ? main : places.servers.get(server)
      const done = pools?.acrossTenants(reason, work) ?? down()
      if (server !== MAIN) done.catch(() => resting.set(server, Date.now() + REST_MS))
      return done
    },
    /** Tables that belong to no tenant (captcha, attempt). */
    outside: main.outside,
    config,
    /** How a process of its own (a worker) reaches the tenant's server. */
    configOf: (tenantId: string): ClientConfig => {
      const pools = of(tenantId)
      if (!pools) throw new Refusal('storeDown')
      return pools.config
    },
    /** Which server a tenant lives on. */
    homeOf: (tenantId: string): string => places.homes.get(tenantId) ?? MAIN,
    /** Says where tenants live from now on. Pools that are no longer named are closed by whoever opened them. */
    settle(now: Places) {
      places = now
      resting.clear()
      settlers.forEach((hear) => hear())
    },
    /** Called when tenants have moved or a server came or went. */
    onSettle(hear: () => void) {
      settlers.push(hear)
    },
    /** Called when a tenant was looked for where it no longer lives. */
    onDoubt(hear: () => void) {
      doubters.push(hear)
    },
    close: () => main.close(),
  }
}

const down = () => Promise.reject(new Refusal('storeDown'))

type Lost = (error: unknown, server: string) => void
const nothing = () => {}

import { sql } from 'kysely'
import { type ModelTask, taskBehind } from '#contract/model.ts'
import type { Actor, Db } from '#server/kernel/database.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { Secrets } from '#server/kernel/secrets.ts'
import { unseal } from '#server/kernel/vault.ts'
import type { Service } from './ask-endpoint.ts'
import { standsInside } from './endpoint-address.ts'

/** The tenant whose services are the platform's. */
export const PLATFORM = '000000'
export const keyPurpose = (tenantId: string) => `model key ${tenantId}`

/** A model that may be asked for a task. */
export type Target = {
  service: Service
  model: string
  maxOutput: number
  inside: boolean
  platform: boolean
  /** Names the service and its settings: changed ones are asked afresh. */
  restKey: string
}

const endpointColumns = [
  'model_endpoint.tenant_id', 'model_endpoint.id', 'name', 'base_url', 'style', 'api_version', 'key_encrypted', 'inside',
  'connect_seconds', 'first_seconds', 'between_seconds', 'whole_seconds', 'model_endpoint.version',
] as const // prettier-ignore

const alive = (db: Db) => db.selectFrom('model_endpoint').where('is_deleted', '=', 0).where('status', '=', 1)

/** The platform's services that a tenant may use; in a transaction that sees 000000. */
export const offeredTo = (db: Db, tenantId: string) =>
  alive(db)
    .where('model_endpoint.tenant_id', '=', PLATFORM)
    .where(sql<boolean>`(offered = 'all' or (offered = 'chosen' and ${tenantId} = any(offered_to)))`)

type EndpointRow = {
  tenant_id: string
  id: string
  name: string
  base_url: string
  style: string
  api_version: string
  key_encrypted: string
  inside: boolean
  connect_seconds: number
  first_seconds: number
  between_seconds: number
  whole_seconds: number
  version: number
}

export const restKeyOf = (row: Pick<EndpointRow, 'tenant_id' | 'id' | 'version'>) =>
  `${row.tenant_id} ${row.id} ${row.version}`

/** A service as it is asked. */
export const serviceOf = (secrets: Secrets, row: EndpointRow): Service => ({
  name: row.name,
  baseUrl: row.base_url,
  style: row.style === 'azure' ? 'azure' : 'openai',
  apiVersion: row.api_version,
  key: row.key_encrypted === '' ? '' : unseal(secrets, keyPurpose(row.tenant_id), row.key_encrypted),
  connect: row.connect_seconds * 1000,
  first: row.first_seconds * 1000,
  between: row.between_seconds * 1000,
  whole: row.whole_seconds * 1000,
})

const tasksFor = (task: ModelTask): ModelTask[] => {
  const behind = taskBehind(task)
  return behind ? [task, behind] : [task]
}

type RouteRow = {
  task: string
  endpoint_id: string | null
  platform_endpoint_id: string | null
  model: string
  max_output: number
}
const routesOf = (db: Db, tenantId: string): Promise<RouteRow[]> =>
  db
    .selectFrom('model_route')
    .where('tenant_id', '=', tenantId)
    .select(['task', 'endpoint_id', 'platform_endpoint_id', 'model', 'max_output'])
    .orderBy('position')
    .execute()

type House = Pick<Kernel, 'config' | 'database' | 'secrets'>
/** The models that answer a task, in order. */
export type TargetBook = (task: ModelTask) => Target[]

/**
 * The models that answer a tenant's tasks: its own choice, else the platform's among what is offered to it. `inside`: the tenant's
 * open transaction.
 */
export async function targetBook(kernel: House, actor: Actor, inside?: Db): Promise<TargetBook> {
  const { tenantId } = actor
  // a transaction that is open already is used: a second connection beside it could wait for itself
  const within = <T>(work: (db: Db) => Promise<T>) => (inside ? work(inside) : kernel.database.inTenant(actor, work))
  const own = await within(async (db) => ({
    routes: await routesOf(db, tenantId),
    endpoints: await alive(db).select(endpointColumns).where('model_endpoint.tenant_id', '=', tenantId).execute(),
  }))
  const platform =
    tenantId === PLATFORM
      ? { routes: [], endpoints: [] }
      : await kernel.database.acrossTenants('models the platform offers', async (db) => ({
          routes: await routesOf(db, PLATFORM),
          endpoints: await offeredTo(db, tenantId).select(endpointColumns).execute(),
        }))

  const target = (row: EndpointRow, { model, max_output }: RouteRow): Target => ({
    service: serviceOf(kernel.secrets, row),
    model,
    maxOutput: max_output,
    // a host the deployment no longer names stands outside, whatever was marked
    inside: row.inside && standsInside(kernel.config, new URL(row.base_url)),
    platform: row.tenant_id === PLATFORM && tenantId !== PLATFORM,
    restKey: restKeyOf(row),
  })
  const found = (routes: readonly RouteRow[], endpoints: readonly EndpointRow[]): Target[] =>
    routes.flatMap((route) => {
      const [among, wanted] =
        route.endpoint_id === null ? [platform.endpoints, route.platform_endpoint_id] : [endpoints, route.endpoint_id]
      const row = among.find(({ id }) => id === wanted)
      return row ? [target(row, route)] : []
    })

  return (task) => {
    const tasks: readonly string[] = tasksFor(task)
    const mine = own.routes.filter((route) => tasks.includes(route.task))
    // what a firm has chosen and cannot be asked now is not replaced by somebody else's
    const [routes, endpoints] = mine.length > 0 ? [mine, own.endpoints] : [platform.routes, platform.endpoints]
    for (const wanted of tasks) {
      const targets = found(
        routes.filter((route) => route.task === wanted),
        endpoints,
      )
      if (targets.length > 0) return targets
    }
    return []
  }
}

export const targetsOf = async (kernel: House, actor: Actor, task: ModelTask): Promise<Target[]> =>
  (await targetBook(kernel, actor))(task)

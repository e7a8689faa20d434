import { sql } from 'kysely'
import type { z } from 'zod'
import {
  type model,
  type ModelChoice,
  type ModelRoute,
  type ModelTask,
  modelTasks,
  taskBehind,
} from '#contract/model.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { Context } from '#server/kernel/service.ts'
import { offeredTo, PLATFORM } from './targets.ts'

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)
const shown = ['id', 'name', 'base_url', 'inside', 'models'] as const

/** The services a tenant may choose among: its own, and the platform's that are offered to it. */
export async function choicesOf({ database }: Kernel, db: Db, tenantId: string): Promise<ModelChoice[]> {
  const own = await db
    .selectFrom('model_endpoint')
    .where('is_deleted', '=', 0)
    .where('status', '=', 1)
    .select(shown)
    .orderBy('name')
    .execute()
  const offered =
    tenantId === PLATFORM
      ? []
      : await database.acrossTenants('models the platform offers', (all) =>
          offeredTo(all, tenantId).select(shown).orderBy('name').execute(),
        )
  const choice =
    (isOwn: boolean) =>
    (row: (typeof own)[number]): ModelChoice => ({
      id: row.id,
      own: isOwn,
      name: row.name,
      host: hostOf(row.base_url),
      inside: row.inside,
      models: row.models,
    })
  return [...own.map(choice(true)), ...offered.map(choice(false))]
}

const rowsOf = (db: Db, tenantId: string) =>
  db
    .selectFrom('model_route')
    .where('tenant_id', '=', tenantId)
    .select(['task', 'endpoint_id', 'platform_endpoint_id', 'model', 'max_output', 'version'])
    .orderBy('task')
    .orderBy('position')
    .execute()

/** Which models answer each task, and where that choice comes from. */
export async function routesShown({ db, kernel, user }: Context): Promise<ModelRoute[]> {
  const { tenantId } = user
  const rows = await rowsOf(db, tenantId)
  const choices = await choicesOf(kernel, db, tenantId)
  const platform =
    tenantId === PLATFORM
      ? new Set<string>()
      : await kernel.database.acrossTenants('models the platform offers', async (all) => {
          const offered = await offeredTo(all, tenantId).select('id').execute()
          const routes = await rowsOf(all, PLATFORM)
          const ids = new Set(offered.map(({ id }) => id))
          return new Set(routes.filter((one) => ids.has(one.endpoint_id ?? '')).map(({ task }) => task))
        })
  const has = (task: ModelTask) => rows.some((row) => row.task === task)
  return modelTasks.map((task): ModelRoute => {
    const own = rows.filter((row) => row.task === task)
    const behind = taskBehind(task)
    const anyOwn = has(task) || (behind !== undefined && has(behind))
    return {
      task,
      targets: own.map((row) => {
        const endpointId = row.endpoint_id ?? row.platform_endpoint_id ?? ''
        const found = choices.find((one) => one.id === endpointId && one.own === (row.endpoint_id !== null))
        return {
          endpointId,
          own: row.endpoint_id !== null,
          model: row.model,
          maxOutput: row.max_output,
          name: found?.name ?? '',
          inside: found?.inside ?? false,
          available: found !== undefined,
        }
      }),
      from: has(task)
        ? 'own'
        : anyOwn
          ? 'chat'
          : platform.has(task) || (behind !== undefined && platform.has(behind))
            ? 'platform'
            : 'none',
      version: own[0]?.version ?? 0,
    }
  })
}

const told = ({ targets }: ModelRoute) => targets.map(({ name, model, maxOutput }) => ({ name, model, maxOutput }))

type Sent = z.output<typeof model.saveRoute.input>

/** Sets the models of a task, if nobody changed them since. */
export async function saveRoute(context: Context, { task, targets, version }: Sent): Promise<ModelRoute> {
  const { db, kernel, user } = context
  // one change of a tenant's tasks at a time: an empty task has no row that could be held
  await sql`select pg_advisory_xact_lock(hashtext('model route ' || current_tenant()))`.execute(db)
  const before = (await routesShown(context)).find((one) => one.task === task)
  if (!before || before.version !== version) throw conflict()
  const choices = await choicesOf(kernel, db, user.tenantId)
  for (const { endpointId, own } of targets)
    if (!choices.some((one) => one.id === endpointId && one.own === own)) throw new Refusal('modelTargetUnknown')
  await db.deleteFrom('model_route').where('task', '=', task).execute()
  if (targets.length > 0) {
    const rows = targets.map(({ endpointId, own, model, maxOutput }, position) => ({
      task,
      position,
      endpoint_id: own ? endpointId : null,
      platform_endpoint_id: own ? null : endpointId,
      model,
      max_output: maxOutput,
      version: version + 1,
    }))
    await db.insertInto('model_route').values(rows).execute()
  }
  const after = (await routesShown(context)).find((one) => one.task === task)
  if (!after) throw conflict()
  const changed = { before: { targets: told(before) }, after: { targets: told(after) } }
  await audit(context, { action: 'modelRoute.save', bizType: 'modelRoute', bizId: task, ...changed })
  return after
}

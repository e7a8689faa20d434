import { sql } from 'kysely'
import type { z } from 'zod'
import {
  type model,
  type ModelEndpoint,
  modelOffers,
  modelStyles,
  type ModelTask,
  modelTasks,
} from '#contract/model.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { type Context, one } from '#server/kernel/service.ts'
import { seal } from '#server/kernel/vault.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { sentFields } from '../project/sent-fields.ts'
import type { Breaker } from './breaker.ts'
import { admitAddress, readBaseUrl, standsInside } from './endpoint-address.ts'
import { breakerOf } from './model-port.ts'
import { keyPurpose, PLATFORM, restKeyOf } from './targets.ts'

/** The services of the transaction's tenant; the key stays in the table. */
export const endpointRows = (db: Db) =>
  db
    .selectFrom('model_endpoint')
    .where('is_deleted', '=', 0)
    .select([
      'model_endpoint.tenant_id',
      'id',
      'name',
      'preset',
      'base_url',
      'style',
      'api_version',
      'key_tail',
      'inside',
    ])
    .select(['offered', 'offered_to', 'models', 'connect_seconds', 'first_seconds', 'between_seconds', 'whole_seconds'])
    .select(['status', 'remark', 'update_time', 'version'])
    .select(sql<boolean>`key_encrypted <> ''`.as('has_key'))
    .select(
      sql<ModelTask[]>`array(select distinct r.task from model_route r
        where r.tenant_id = model_endpoint.tenant_id and r.endpoint_id = model_endpoint.id)`.as('used_for'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof endpointRows>['execute']>>[number]
const among = <T extends string>(choices: readonly T[], text: string, usual: T): T =>
  choices.find((choice) => choice === text) ?? usual

export function showEndpoint(row: Row, breaker: Breaker): ModelEndpoint {
  const rests = breaker.until(restKeyOf(row))
  return {
    id: row.id,
    name: row.name,
    preset: row.preset,
    baseUrl: row.base_url,
    style: among(modelStyles, row.style, 'openai'),
    apiVersion: row.api_version,
    hasKey: row.has_key,
    keyTail: row.key_tail,
    inside: row.inside,
    offered: among(modelOffers, row.offered, 'none'),
    offeredTo: row.offered_to,
    models: row.models,
    connectSeconds: row.connect_seconds,
    firstSeconds: row.first_seconds,
    betweenSeconds: row.between_seconds,
    wholeSeconds: row.whole_seconds,
    status: row.status === 1 ? 1 : 0,
    remark: row.remark,
    restsUntil: rests === undefined ? '' : wallTime(new Date(rests)),
    usedFor: modelTasks.filter((task) => row.used_for.includes(task)),
    updateTime: wallTime(row.update_time),
    version: row.version,
  }
}

type Sent = z.output<typeof model.saveEndpoint.input>
const inTenant = <T>({ kernel, user }: Context, work: (db: Db) => Promise<T>) =>
  kernel.database.inTenant({ tenantId: user.tenantId, userId: user.id }, work)
const byId = (db: Db, id: string) => endpointRows(db).where('id', '=', id).execute().then(one)

/** The last characters of a key, if so few say nothing of it. */
const tailOf = (key: string) => (key.length >= 12 ? key.slice(-4) : '')

/** Where the service will stand, checked before anything is written: names are looked up, which a transaction must not wait for. */
async function checkAddress({ kernel }: Context, sent: Sent, before: Row | undefined): Promise<void> {
  const { config } = kernel
  const url = readBaseUrl(sent.baseUrl ?? before?.base_url ?? '')
  if (sent.baseUrl !== undefined && sent.baseUrl !== before?.base_url) await admitAddress(config, url)
  if ((sent.inside ?? before?.inside) && !standsInside(config, url)) throw new Refusal('modelNotInside')
  const moved = before && new URL(before.base_url).origin !== url.origin
  // a stored key never goes to another place than it was given for
  if (moved && before.has_key && !sent.key) throw new Refusal('modelKeyAgain')
}

/** Adds a service, or changes what was sent of it. */
export async function saveEndpoint(context: Context, sent: Sent): Promise<ModelEndpoint> {
  const { kernel, user } = context
  const { id, version, key, ...fields } = sent
  const before = id === undefined ? undefined : await inTenant(context, (db) => byId(db, id))
  if (!before && !fields.name) throw new Refusal('modelName')
  const offers = fields.offered !== undefined && fields.offered !== 'none'
  if (offers && (user.tenantId !== PLATFORM || !user.held['model.offer'])) throw new Refusal('modelOfferPlatform')
  await checkAddress(context, sent, before)
  return inTenant(context, async (db) => {
    const inside = { ...context, db }
    if (fields.name !== undefined) await refuseName(db, fields.name, id)
    const columns = {
      ...sentFields({
        name: fields.name,
        preset: fields.preset,
        base_url: fields.baseUrl?.replace(/\/+$/, ''),
        style: fields.style,
        api_version: fields.apiVersion,
        inside: fields.inside,
        offered: fields.offered,
        offered_to: fields.offeredTo && [...new Set(fields.offeredTo)],
        models: fields.models && [...new Set(fields.models)],
        connect_seconds: fields.connectSeconds,
        first_seconds: fields.firstSeconds,
        between_seconds: fields.betweenSeconds,
        whole_seconds: fields.wholeSeconds,
        status: fields.status,
        remark: fields.remark,
      }),
      ...(key && { key_encrypted: seal(kernel.secrets, keyPurpose(user.tenantId), key), key_tail: tailOf(key) }),
    }
    const held =
      id === undefined
        ? undefined
        : await db
            .selectFrom('model_endpoint')
            .select('version')
            .where('id', '=', id)
            .where('is_deleted', '=', 0)
            .forUpdate()
            .execute()
            .then(one)
    if (held && (held.version !== before?.version || (version !== undefined && version !== held.version)))
      throw conflict()
    const done =
      held && id !== undefined
        ? one(
            await db
              .updateTable('model_endpoint')
              .set({ ...columns, version: held.version + 1, update_user: user.id, update_time: sql<Date>`now()` })
              .where('id', '=', id)
              .returning('id')
              .execute(),
          )
        : one(
            await db
              .insertInto('model_endpoint')
              .values({ ...columns, name: fields.name ?? '', base_url: fields.baseUrl?.replace(/\/+$/, '') ?? '' })
              .returning('id')
              .execute(),
          )
    const after = showEndpoint(await byId(db, done.id), breakerOf(kernel))
    await audit(inside, {
      action: before ? 'modelEndpoint.update' : 'modelEndpoint.add',
      bizType: 'modelEndpoint',
      bizId: done.id,
      ...(before && { before: showEndpoint(before, breakerOf(kernel)) }),
      after: { ...after, ...(key && { keyChanged: true }) },
    })
    return after
  })
}

async function refuseName(db: Db, name: string, id: string | undefined): Promise<void> {
  const same = await db
    .selectFrom('model_endpoint')
    .select('id')
    .where('name', '=', name)
    .where('is_deleted', '=', 0)
    .execute()
  if (same.some((row) => row.id !== id)) throw new Refusal('modelNameTaken')
}

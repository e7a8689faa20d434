import { sql } from 'kysely'
import type { z } from 'zod'
import type { Client, client } from '#contract/client.ts'
import { audit } from '#server/kernel/audit.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { type Context, every, one, page, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { sentFields } from '../project/sent-fields.ts'
import { forgetClients, hashClientSecret, newClientSecret, SABER } from './client-store.ts'

const columnOf = {
  clientId: 'client.client_id',
  clientName: 'client.client_name',
  status: 'client.status',
  createTime: 'client.create_time',
}

const clients = ({ db }: Context) => db.selectFrom('client').selectAll('client').where('client.is_deleted', '=', 0)
type Row = Awaited<ReturnType<ReturnType<typeof clients>['execute']>>[number]

const shown = (row: Row): Client => ({
  id: row.id,
  clientId: row.client_id,
  clientName: row.client_name,
  grantTypes: row.grant_types,
  accessSeconds: row.access_seconds,
  refreshSeconds: row.refresh_seconds,
  redirectUris: row.redirect_uris,
  status: row.status,
  remark: row.remark,
  builtIn: row.client_id === SABER,
  createTime: wallTime(row.create_time),
  updateTime: wallTime(row.update_time),
  version: row.version,
})

const detail = async (context: Context, { id }: { id: string }) =>
  shown(one(await clients(context).where('client.id', '=', id).execute()))
const locked = async (context: Context, id: string) =>
  one(await clients(context).where('client.id', '=', id).forUpdate().execute())

type Sent = Omit<z.output<typeof client.submit.input>, 'id' | 'version'>
const changed = { update_time: sql<Date>`now()`, version: sql<number>`version + 1` }

export const clientService: Service<typeof client> = {
  async list(context, paging) {
    const found = await page(clients(context), paging, columnOf, ['client.create_time desc', 'client.id'])
    return { ...found, records: found.records.map(shown) }
  },

  detail,

  async submit(context, { id, version, ...sent }) {
    const { db, kernel, afterCommit } = context
    if (sent.grantTypes?.length === 1 && sent.grantTypes[0] === 'refresh_token') throw new Refusal('clientRenewal')
    afterCommit(() => forgetClients(kernel))
    if (!id) {
      const secret = newClientSecret()
      const made = await add(context, sent, secret)
      const after = await detail(context, made)
      await audit(context, { action: 'client.add', bizType: 'client', bizId: made.id, after })
      return { ...after, clientSecret: secret }
    }
    const before = await locked(context, id)
    if (version !== undefined && version !== before.version) throw conflict()
    const builtIn = before.client_id === SABER
    const renamed = sent.clientId !== undefined && sent.clientId !== before.client_id
    if (builtIn && (renamed || sent.status === 0 || lacksPassword(sent))) throw fixed(before)
    if (renamed) await refuseTaken(context, sent.clientId)
    await db
      .updateTable('client')
      .set({ ...sentFields(columnsOf(sent)), ...changed })
      .where('id', '=', id)
      .execute()
    const after = await detail(context, { id })
    await audit(context, { action: 'client.update', bizType: 'client', bizId: id, before: shown(before), after })
    return after
  },

  async renewSecret(context, { id }) {
    const { db, kernel, afterCommit } = context
    const before = await locked(context, id)
    if (before.client_id === SABER) throw fixed(before)
    const secret = newClientSecret()
    await db
      .updateTable('client')
      .set({ secret_hash: hashClientSecret(secret), ...changed })
      .where('id', '=', id)
      .execute()
    afterCommit(() => forgetClients(kernel))
    const after = await detail(context, { id })
    await audit(context, { action: 'client.renewSecret', bizType: 'client', bizId: id })
    return { ...after, clientSecret: secret }
  },

  async remove(context, { ids }) {
    const { db, kernel, afterCommit } = context
    const rows = await clients(context).where('client.id', 'in', ids).orderBy('client.id').forUpdate().execute()
    every(ids)(rows)
    const builtIn = rows.find((row) => row.client_id === SABER)
    if (builtIn) throw fixed(builtIn)
    await db
      .updateTable('client')
      .set({ is_deleted: 1, ...changed })
      .where('id', 'in', ids)
      .execute()
    afterCommit(() => forgetClients(kernel))
    for (const row of rows) {
      await audit(context, { action: 'client.remove', bizType: 'client', bizId: row.id, before: shown(row) })
    }
    return {}
  },
}

const fixed = (row: Row) => new Refusal('clientBuiltIn', { id: row.client_id })
/** Without these nobody could come back in to undo it. */
const lacksPassword = ({ grantTypes }: Sent) =>
  grantTypes !== undefined &&
  !(grantTypes.includes('refresh_token') && (grantTypes.includes('password') || grantTypes.includes('captcha')))

async function refuseTaken(context: Context, clientId: string | undefined) {
  const other = await clients(context)
    .where('client.client_id', '=', clientId ?? '')
    .executeTakeFirst()
  if (other) throw new Refusal('clientIdTaken', { id: clientId ?? '' })
}

async function add(context: Context, sent: Sent, secret: string): Promise<{ id: string }> {
  const { clientId } = sent
  if (clientId === undefined) throw new Refusal('clientId')
  const [made] = await context.db
    .insertInto('client')
    .values({ ...sentFields(columnsOf(sent)), client_id: clientId, secret_hash: hashClientSecret(secret) })
    .onConflict((clash) => clash.columns(['tenant_id', 'client_id']).where('is_deleted', '=', 0).doNothing())
    .returning('id')
    .execute()
  if (!made) throw new Refusal('clientIdTaken', { id: clientId })
  return made
}

const columnsOf = (sent: Sent) => ({
  client_id: sent.clientId,
  client_name: sent.clientName,
  grant_types: sent.grantTypes && [...new Set(sent.grantTypes)],
  access_seconds: sent.accessSeconds,
  refresh_seconds: sent.refreshSeconds,
  redirect_uris: sent.redirectUris,
  status: sent.status,
  remark: sent.remark,
})

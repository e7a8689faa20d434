import type { z } from 'zod'
import { sql } from 'kysely'
import type { SocialClient, socialClient } from '#contract/identity-provider.ts'
import { audit } from '#server/kernel/audit.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { type Context, every, one, page, type Service } from '#server/kernel/service.ts'
import { seal } from '#server/kernel/vault.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { sentFields } from '../project/sent-fields.ts'
import { askBy, codeOf, refusalIn } from './away.ts'
import { publicOrigins } from './public-origin.ts'
import { opened, SOCIAL_SECRET } from './social-clients.ts'
import { ProviderError } from './social-port.ts'
import { providers } from './social-providers.ts'

const columnOf = { name: 'name', type: 'type', status: 'status' }

/** The tenant's own; the platform's, which serve every tenant, are listed where the platform is at home. */
const clients = ({ db, user }: Pick<Context, 'db' | 'user'>) =>
  db.selectFrom('social_client').where('tenant_id', '=', user.tenantId).where('is_deleted', '=', 0).selectAll()

type Row = Awaited<ReturnType<ReturnType<typeof clients>['execute']>>[number]
const shown = (row: Row): SocialClient => ({
  id: row.id,
  type: row.type as SocialClient['type'],
  name: row.name,
  clientId: row.client_id,
  redirectUri: row.redirect_uri,
  issuer: row.issuer,
  corpId: row.corp_id,
  status: row.status,
  sort: row.sort,
  version: row.version,
  updateTime: wallTime(row.update_time),
})

type Sent = z.output<typeof socialClient.submit.input>
const columnsOf = ({ secrets }: Kernel, sent: Sent) =>
  sentFields({
    name: sent.name,
    client_id: sent.clientId,
    secret_encrypted: sent.secret ? seal(secrets, SOCIAL_SECRET, sent.secret) : undefined,
    redirect_uri: sent.redirectUri,
    issuer: sent.issuer,
    corp_id: sent.corpId,
    status: sent.status,
    sort: sent.sort,
  })

/** A field the caller must send, or a refusal that names it. */
function sent<T>(value: T | undefined, field: string): NonNullable<T> {
  if (value === undefined || value === null || value === '') throw new Refusal('fieldMissing', { field }, { field })
  return value
}

export const socialClientService: Service<typeof socialClient> = {
  async list(context, paging) {
    const found = await page(clients(context), paging, columnOf, ['sort', 'create_time desc', 'id'])
    return { ...found, records: found.records.map(shown) }
  },

  async submit(context, given) {
    const { db, kernel } = context
    const { id, version } = given
    if (given.redirectUri && !publicOrigins(kernel.config).includes(new URL(given.redirectUri).origin))
      throw new Refusal('redirectRefused')
    const columns = columnsOf(kernel, given)
    if (!id) {
      const type = sent(given.type, 'type')
      if (type === 'oidc') sent(given.issuer, 'issuer')
      const values = {
        ...columns,
        type,
        name: sent(given.name, 'name'),
        client_id: sent(given.clientId, 'clientId'),
        secret_encrypted: seal(kernel.secrets, SOCIAL_SECRET, sent(given.secret, 'secret')),
      }
      const row = await db.insertInto('social_client').values(values).returningAll().executeTakeFirstOrThrow()
      const after = shown(row)
      await audit(context, { action: 'socialClient.save', bizType: 'socialClient', bizId: row.id, after })
      return after
    }
    const before = await clients(context).where('id', '=', id).forUpdate().execute().then(one)
    if (version !== undefined && version !== before.version) throw conflict()
    if (before.type === 'oidc' && given.issuer === '') sent(given.issuer, 'issuer')
    const row = await db
      .updateTable('social_client')
      .set({ ...columns, update_time: sql<Date>`now()`, version: before.version + 1 })
      .where('id', '=', id)
      .where('tenant_id', '=', context.user.tenantId)
      .returningAll()
      .execute()
      .then(one)
    const secret = given.secret ? { secretChanged: true } : {}
    const changed = { before: shown(before), after: { ...shown(row), ...secret } }
    await audit(context, { action: 'socialClient.update', bizType: 'socialClient', bizId: id, ...changed })
    return shown(row)
  },

  async remove(context, { ids }) {
    const { db, user } = context
    const rows = await db
      .updateTable('social_client')
      .set({ is_deleted: 1, update_time: sql<Date>`now()` })
      .where('id', 'in', ids)
      .where('tenant_id', '=', user.tenantId)
      .where('is_deleted', '=', 0)
      .returning(['id', 'name'])
      .execute()
    every(ids)(rows)
    await db.deleteFrom('linked_identity').where('social_client_id', 'in', ids).execute()
    const before = rows.map(({ name }) => name)
    await audit(context, { action: 'socialClient.remove', bizType: 'socialClient', bizId: ids.join(','), before })
    return {}
  },

  async test({ kernel, user, trace }, { id }) {
    const who = { tenantId: user.tenantId, userId: user.id }
    const client = await kernel.database.inTenant(who, async (db) =>
      opened(kernel, await clients({ db, user }).where('id', '=', id).execute().then(one)),
    )
    const returned = {
      state: 'test',
      iss: '',
      verifier: 'x'.repeat(43),
      nonce: 'test',
      redirectUri: client.redirectUri,
    }
    try {
      await providers[client.type].profile(askBy(kernel), client, { ...returned, code: 'digao-test' })
      return { ok: false, says: '' }
    } catch (error) {
      // not reached at all, which the refusal says
      const refusal = refusalIn(error)
      if (refusal) throw refusal
      const message = error instanceof Error ? error.message : ''
      const said = error instanceof ProviderError ? error : new ProviderError(codeOf(error), message)
      kernel.log.info({ trace, provider: client.type, code: said.code }, 'a social client was tested')
      const says = [said.code, said.message].filter(Boolean).join(' ').slice(0, 300)
      return { ok: providers[client.type].knowsClient(said), says }
    }
  },
}

import { sql } from 'kysely'
import type { z } from 'zod'
import { type sms, type SmsChannel, type SmsProvider, smsProviders } from '#contract/sms.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Config } from '#server/kernel/config.ts'
import type { Db } from '#server/kernel/database.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import { type Context, one } from '#server/kernel/service.ts'
import { seal } from '#server/kernel/vault.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { sentFields } from '../project/sent-fields.ts'
import { SECRET_PURPOSE } from './choose-channel.ts'

export const isOneOf = <T extends string>(choices: readonly T[], text: string): text is T =>
  (choices as readonly string[]).includes(text)

/** The channels of the transaction's tenant; the secret stays in the table. */
export const channels = (db: Db) =>
  db
    .selectFrom('sms_channel')
    .where('is_deleted', '=', 0)
    .select(['id', 'provider', 'name', 'sign', 'access_key', 'app_id', 'endpoint', 'sort', 'status', 'remark'])
    .select(['create_time', 'update_time', 'version'])
    .select(sql<boolean>`secret_encrypted <> ''`.as('has_secret'))
    .select(
      sql<boolean>`status = 1 and id = (select first.id from sms_channel first where first.status = 1 and first.is_deleted = 0
        and first.tenant_id = sms_channel.tenant_id order by first.sort, first.id limit 1)`.as('current'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof channels>['execute']>>[number]
export const showChannel = (row: Row): SmsChannel => ({
  id: row.id,
  provider: isOneOf(smsProviders, row.provider) ? row.provider : 'local',
  name: row.name,
  sign: row.sign,
  accessKey: row.access_key,
  hasSecret: row.has_secret,
  appId: row.app_id,
  endpoint: row.endpoint,
  sort: row.sort,
  status: row.status,
  remark: row.remark,
  current: row.current,
  createTime: wallTime(row.create_time),
  updateTime: wallTime(row.update_time),
  version: row.version,
})

const domains: Record<SmsProvider, string> = { local: '', aliyun: '.aliyuncs.com', tencent: '.tencentcloudapi.com' }

/** A service address is the provider's own, over TLS, unless the deployment trusts another (DIGAO_OUTBOUND). */
function endpointFits({ DIGAO_OUTBOUND: trusted }: Config, provider: SmsProvider, endpoint: string): boolean {
  if (endpoint === '') return true
  const address = /^https?:\/\//.test(endpoint) ? endpoint : `https://${endpoint}`
  if (!URL.canParse(address)) return false
  const { host, hostname, origin, protocol } = new URL(address)
  // nothing but an origin: no credentials, path or query
  if (address.replace(/\/$/, '') !== origin) return false
  if (trusted.includes(host) || trusted.includes(hostname)) return true
  return protocol === 'https:' && provider !== 'local' && host.endsWith(domains[provider])
}

type Sent = z.output<typeof sms.submitChannel.input>

/** Adds a channel, or changes what was sent. What goes through a provider needs its key, secret and signature. */
export async function submitChannel(context: Context, { id, version, secret, ...sent }: Sent): Promise<SmsChannel> {
  const { db, kernel } = context
  const shown = async (id: string) => showChannel(one(await channels(db).where('id', '=', id).execute()))
  const before = id === undefined ? undefined : await shown(id)
  if (before && version !== undefined && version !== before.version) throw conflict()
  const merged = { ...before, ...sentFields(sent) }
  if (!merged.provider) throw new Refusal('smsChannelIncomplete', { field: 'provider' })
  if (!merged.name) throw new Refusal('smsChannelIncomplete', { field: 'name' })
  if (merged.provider !== 'local') requireKeys(merged, Boolean(secret) || before?.hasSecret === true)
  // a key of one provider is no key of another
  if (before && before.provider !== merged.provider && merged.provider !== 'local' && !secret)
    throw new Refusal('smsSecretMissing')
  if (!endpointFits(kernel.config, merged.provider, merged.endpoint ?? '')) throw new Refusal('smsEndpointUnknown')
  const columns = sentFields({
    provider: sent.provider,
    name: sent.name,
    sign: sent.sign,
    access_key: sent.accessKey,
    app_id: sent.appId,
    endpoint: sent.endpoint,
    sort: sent.sort,
    status: sent.status,
    remark: sent.remark,
    ...(secret && { secret_encrypted: seal(kernel.secrets, SECRET_PURPOSE, secret) }),
  })
  const done = before
    ? one(
        await db
          .updateTable('sms_channel')
          .set({ ...columns, update_time: sql`now()`, version: before.version + 1 })
          .where('id', '=', before.id)
          .where('version', '=', before.version)
          .returning('id')
          .execute(),
      )
    : one(
        await db
          .insertInto('sms_channel')
          .values({ ...columns, provider: merged.provider, name: merged.name })
          .returning('id')
          .execute(),
      )
  const after = await shown(done.id)
  const action = before ? 'smsChannel.update' : 'smsChannel.add'
  const secretSet = secret ? { secret: '***' } : {}
  await audit(context, { action, bizType: 'smsChannel', bizId: done.id, before, after: { ...after, ...secretSet } })
  return after
}

function requireKeys(channel: Partial<SmsChannel>, hasSecret: boolean): void {
  for (const field of ['sign', 'accessKey', ...(channel.provider === 'tencent' ? ['appId' as const] : [])] as const)
    if (!channel[field]) throw new Refusal('smsChannelIncomplete', { field })
  if (!hasSecret) throw new Refusal('smsSecretMissing')
}

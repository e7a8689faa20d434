import { type SmsProvider, smsProviders, type SmsScene } from '#contract/sms.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { fetchOutside } from '#server/kernel/outbound.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { unseal } from '#server/kernel/vault.ts'
import { aliyunChannel } from './aliyun-channel.ts'
import { localChannel, usualContent } from './local-channel.ts'
import type { Credentials, SmsChannel } from './sms-channel.ts'
import { tencentChannel } from './tencent-channel.ts'

export const SECRET_PURPOSE = 'sms channel'
/** The signature of messages of a channel without one. */
const OWN_SIGN = '底稿'

/** What a message goes through, and its words; without a template it cannot be sent. */
export type ChosenChannel = {
  provider: SmsProvider
  name: string
  sign: string
  channel: SmsChannel | undefined
  template: { code: string; content: string; params: readonly string[] } | undefined
}

const isProvider = (text: string): text is SmsProvider => (smsProviders as readonly string[]).includes(text)

/** The tenant's first enabled channel, else the platform's, else the local one, with its template of the scene. */
export async function chooseChannel(kernel: Kernel, tenantId: string, scene: SmsScene): Promise<ChosenChannel> {
  for (const owner of new Set([tenantId, PLATFORM])) {
    const found = await kernel.database.inTenant({ tenantId: owner, userId: '' }, (db) => first(db, scene))
    if (found && isProvider(found.provider)) return chosen(kernel, { ...found, provider: found.provider }, scene)
  }
  return {
    provider: 'local',
    name: '',
    sign: OWN_SIGN,
    channel: localChannel,
    template: { code: '', content: usualContent[scene], params: ['code', 'minutes'] },
  }
}

const first = (db: Db, scene: SmsScene) =>
  db
    .selectFrom('sms_channel')
    .leftJoin('sms_template', (join) =>
      join
        .onRef('sms_template.channel_id', '=', 'sms_channel.id')
        .on('sms_template.scene', '=', scene)
        .on('sms_template.status', '=', 1)
        .on('sms_template.is_deleted', '=', 0),
    )
    .where('sms_channel.status', '=', 1)
    .where('sms_channel.is_deleted', '=', 0)
    .orderBy('sms_channel.sort')
    .orderBy('sms_channel.id')
    .select(['provider', 'name', 'sign', 'access_key', 'secret_encrypted', 'app_id', 'endpoint'])
    .select(['template_code', 'content', 'params'])
    .limit(1)
    .executeTakeFirst()

type Row = NonNullable<Awaited<ReturnType<typeof first>>> & { provider: SmsProvider }

function chosen(kernel: Kernel, row: Row, scene: SmsScene): ChosenChannel {
  const { provider, name, sign } = row
  const template =
    row.content === null
      ? provider === 'local'
        ? { code: '', content: usualContent[scene], params: ['code', 'minutes'] }
        : undefined
      : { code: row.template_code ?? '', content: row.content, params: row.params ?? [] }
  return { provider, name, sign: sign || OWN_SIGN, channel: channelOf(kernel, row), template }
}

function channelOf(kernel: Kernel, row: Row): SmsChannel {
  if (row.provider === 'local') return localChannel
  const credentials: Credentials = {
    accessKey: row.access_key,
    secret: row.secret_encrypted && unseal(kernel.secrets, SECRET_PURPOSE, row.secret_encrypted),
    appId: row.app_id,
    endpoint: row.endpoint,
  }
  const ask = (url: string, init: Parameters<typeof fetchOutside>[2]) => fetchOutside(kernel, url, init)
  return row.provider === 'aliyun' ? aliyunChannel(ask, credentials) : tencentChannel(ask, credentials)
}

import { sql } from 'kysely'
import type { z } from 'zod'
import { type sms, smsNeeds, smsScenes, type SmsTemplate } from '#contract/sms.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { conflict, notFound, Refusal } from '#server/kernel/errors.ts'
import { type Context, one } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { sentFields } from '../project/sent-fields.ts'
import { clashOf } from '../tenant/provision-tenant.ts'
import { isOneOf } from './channel-store.ts'

/** The templates of the transaction's tenant with the names of their channels. */
export const templates = (db: Db) =>
  db
    .selectFrom('sms_template')
    .innerJoin('sms_channel', 'sms_channel.id', 'sms_template.channel_id')
    .where('sms_template.is_deleted', '=', 0)
    .select(['sms_template.id', 'channel_id', 'name', 'provider', 'scene', 'template_code', 'content', 'params'])
    .select(['sms_template.status', 'sms_template.create_time', 'sms_template.update_time', 'sms_template.version'])

type Row = Awaited<ReturnType<ReturnType<typeof templates>['execute']>>[number]
export const showTemplate = (row: Row): SmsTemplate => ({
  id: row.id,
  channelId: row.channel_id,
  channelName: row.name,
  scene: isOneOf(smsScenes, row.scene) ? row.scene : 'login',
  templateCode: row.template_code,
  content: row.content,
  params: row.params,
  status: row.status,
  createTime: wallTime(row.create_time),
  updateTime: wallTime(row.update_time),
  version: row.version,
})

type Sent = z.output<typeof sms.submitTemplate.input>

/** Adds a template, or changes what was sent. One per channel and scene; without {code} in its words it would be of no use. */
export async function submitTemplate(context: Context, { id, version, ...sent }: Sent): Promise<SmsTemplate> {
  const { db } = context
  const shown = async (id: string) => showTemplate(one(await templates(db).where('sms_template.id', '=', id).execute()))
  const before = id === undefined ? undefined : await shown(id)
  if (before && version !== undefined && version !== before.version) throw conflict()
  const merged = { ...before, ...sentFields(sent) }
  const { channelId, scene, content } = merged
  for (const field of ['channelId', 'scene', 'content'] as const)
    if (!merged[field]) throw new Refusal('smsChannelIncomplete', { field })
  if (!channelId || !scene || !content) throw notFound()
  if (!content.includes(`{${smsNeeds(scene)}}`))
    throw new Refusal(smsNeeds(scene) === 'code' ? 'smsTemplateNoCode' : 'smsTemplateNoLink')
  const channel = one(
    await db
      .selectFrom('sms_channel')
      .select('provider')
      .where('id', '=', channelId)
      .where('is_deleted', '=', 0)
      .execute(),
  )
  if (channel.provider !== 'local' && !merged.templateCode)
    throw new Refusal('smsChannelIncomplete', { field: 'templateCode' })
  const columns = sentFields({
    channel_id: sent.channelId,
    scene: sent.scene,
    template_code: sent.templateCode,
    content: sent.content,
    params: sent.params,
    status: sent.status,
  })
  const write = before
    ? db
        .updateTable('sms_template')
        .set({ ...columns, update_time: sql`now()`, version: before.version + 1 })
        .where('id', '=', before.id)
        .where('version', '=', before.version)
        .returning('id')
        .execute()
    : db
        .insertInto('sms_template')
        .values({ ...columns, channel_id: channelId, scene, content })
        .returning('id')
        .execute()
  const done = one(
    await write.catch((error: unknown) => {
      throw clashOf(error) === 'sms_template_once' ? new Refusal('smsTemplateTaken') : error
    }),
  )
  const after = await shown(done.id)
  const action = before ? 'smsTemplate.update' : 'smsTemplate.add'
  await audit(context, { action, bizType: 'smsTemplate', bizId: done.id, before, after })
  return after
}

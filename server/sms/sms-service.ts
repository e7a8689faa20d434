import { sql } from 'kysely'
import { type sms, smsStates } from '#contract/sms.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { every, page, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { channels, isOneOf, showChannel, submitChannel } from './channel-store.ts'
import { claimPace } from './pace.ts'
import { CODE_MINUTES } from './sms-code.ts'
import { deliverSms, queueSms } from './sms-outbox.ts'
import { showTemplate, submitTemplate, templates } from './template-store.ts'

const channelColumns = { name: 'name', provider: 'provider', status: 'status', sort: 'sort', updateTime: 'update_time' }
const templateColumns = {
  scene: 'scene',
  channelId: 'channel_id',
  channelName: 'name',
  templateCode: 'template_code',
  content: 'content',
  status: 'sms_template.status',
  updateTime: 'sms_template.update_time',
}
const logColumns = {
  scene: 'scene',
  state: 'state',
  provider: 'provider',
  channelName: 'channel_name',
  phone: 'phone_mask',
  createTime: 'create_time',
}
const removed = { is_deleted: 1, update_time: sql<Date>`now()` }

export const smsService: Service<typeof sms> = {
  async channels(context, paging) {
    const { records, ...rest } = await page(channels(context.db), paging, channelColumns, ['sort', 'id'])
    return { ...rest, records: records.map(showChannel) }
  },
  submitChannel,

  async removeChannels(context, { ids }) {
    const { db } = context
    const used = await db
      .selectFrom('sms_template')
      .innerJoin('sms_channel', 'sms_channel.id', 'sms_template.channel_id')
      .where('channel_id', 'in', ids)
      .where('sms_template.is_deleted', '=', 0)
      .select('name')
      .executeTakeFirst()
    if (used) throw new Refusal('smsChannelInUse', { name: used.name })
    const gone = await db
      .updateTable('sms_channel')
      .set(removed)
      .where('id', 'in', ids)
      .where('is_deleted', '=', 0)
      .returning(['id', 'name'])
      .execute()
    every(ids)(gone)
    for (const { id, name } of gone)
      await audit(context, { action: 'smsChannel.remove', bizType: 'smsChannel', bizId: id, before: { name } })
    return {}
  },

  async templates(context, paging) {
    const { records, ...rest } = await page(templates(context.db), paging, templateColumns, [
      'sms_template.update_time desc',
      'sms_template.id',
    ])
    return { ...rest, records: records.map(showTemplate) }
  },
  submitTemplate,

  async removeTemplates(context, { ids }) {
    const { db } = context
    const gone = await db
      .updateTable('sms_template')
      .set(removed)
      .where('id', 'in', ids)
      .where('is_deleted', '=', 0)
      .returning(['id', 'scene'])
      .execute()
    every(ids)(gone)
    for (const { id, scene } of gone)
      await audit(context, { action: 'smsTemplate.remove', bizType: 'smsTemplate', bizId: id, before: { scene } })
    return {}
  },

  async log({ db }, paging) {
    const rows = db
      .selectFrom('sms_log')
      .select(['id', 'provider', 'channel_name', 'scene', 'template_code', 'phone_mask', 'text', 'state', 'fault'])
      .select(['detail', 'provider_id', 'create_time', 'send_time'])
    const { records, ...rest } = await page(rows, paging, logColumns, ['create_time desc', 'id'])
    return {
      ...rest,
      records: records.map((row) => ({
        id: row.id,
        provider: row.provider,
        channelName: row.channel_name,
        scene: row.scene,
        templateCode: row.template_code,
        phone: row.phone_mask,
        text: row.text,
        state: isOneOf(smsStates, row.state) ? row.state : 'failed',
        fault: row.fault,
        detail: row.detail,
        providerId: row.provider_id,
        createTime: wallTime(row.create_time),
        sendTime: row.send_time ? wallTime(row.send_time) : '',
      })),
    }
  },

  async statistics({ db }, { days }) {
    const { rows } = await sql<{ day: string; state: (typeof smsStates)[number]; count: number }>`
      select to_char(create_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, state, count(*)::int as count
      from sms_log where create_time >= (date_trunc('day', now() at time zone 'Asia/Shanghai') - make_interval(days => ${days - 1})) at time zone 'Asia/Shanghai'
      group by 1, 2 order by 1, 2`.execute(db)
    return rows
  },

  async test(context, { phone, scene }) {
    const { db, kernel, user, afterCommit } = context
    // an administrator's tests are his tenant's money too
    const claimed = await claimPace(db, `sms test ${user.id}`, { gap: 5, hour: 20 })
    if ('met' in claimed) throw new Refusal('tooMany', { seconds: claimed.seconds })
    const params = { code: '000000', minutes: String(CODE_MINUTES) }
    const id = await queueSms(db, kernel, { phone, scene, params })
    await audit(context, { action: 'sms.test', bizType: 'sms', bizId: id, after: { scene } })
    afterCommit(() => deliverSms(kernel, { tenantId: user.tenantId, id }))
    return { id }
  },
}

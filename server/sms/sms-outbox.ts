import { sql } from 'kysely'
import type { SmsFault, SmsScene } from '#contract/sms.ts'
import { maskPhone } from '#contract/phone.ts'
import type { Db } from '#server/kernel/database.ts'
import { reserve } from '#server/kernel/entitlement.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { seal, unseal } from '#server/kernel/vault.ts'
import { type ChosenChannel, chooseChannel } from './choose-channel.ts'
import type { SmsOutcome } from './sms-channel.ts'
import { turnstile } from './turnstile.ts'

const PURPOSE = 'sms order'
/** How often what nobody delivered is looked for, and after how many seconds a message counts as such. */
const EVERY_MS = 15_000
const LATE_SECONDS = 10
/** A code that was not sent by then is no longer good. */
const LOST_SECONDS = 240

export type SmsOrder = { phone: string; scene: SmsScene; params: Readonly<Record<string, string>> }
/** A message of a tenant, in the table. */
export type QueuedSms = { tenantId: string; id: string }

/**
 * Puts a message into the outbox, inside the caller's transaction of the tenant; `deliver` once that has committed. With `skip`
 * it is noted and not sent: nobody here has the phone.
 */
export async function queueSms(db: Db, { secrets }: Kernel, order: SmsOrder, skip = false): Promise<string> {
  const { id } = await db
    .insertInto('sms_log')
    .values({
      scene: order.scene,
      phone_mask: maskPhone(order.phone),
      order_encrypted: seal(secrets, PURPOSE, JSON.stringify(skip ? {} : order)),
      state: skip ? 'skipped' : 'queued',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Outbox = { deliver(message: QueuedSms): void; idle(): Promise<void>; close(): Promise<void> }
const outboxes = new WeakMap<Kernel, Outbox>()

/** Sends a queued message soon; the caller does not wait for the provider. */
export const deliverSms = (kernel: Kernel, message: QueuedSms): void => outboxes.get(kernel)?.deliver(message)
/** Resolves when nothing is under way in this process. */
export const smsIdle = async (kernel: Kernel): Promise<void> => outboxes.get(kernel)?.idle()

/** Begins to deliver; also what a process that died has left. Ends with `close`. */
export function openOutbox(kernel: Kernel): Outbox {
  const underWay = new Set<Promise<void>>()
  const few = turnstile(4)
  const track = (work: Promise<void>) => {
    const done = work
      .catch((error: unknown) => kernel.log.warn({ err: error }, 'a message could not be delivered'))
      .finally(() => underWay.delete(done))
    underWay.add(done)
  }
  const outbox: Outbox = {
    deliver: (message) => track(few(() => deliver(kernel, message))),
    async idle() {
      while (underWay.size) await Promise.all(underWay)
    },
    async close() {
      clearInterval(timer)
      await outbox.idle()
    },
  }
  const look = async () => {
    for (const message of await leftBehind(kernel)) outbox.deliver(message)
  }
  const timer = setInterval(() => track(look()), EVERY_MS).unref()
  outboxes.set(kernel, outbox)
  return outbox
}

/** Messages whose process died before it sent them; those it died over, or too late ones, are given up. */
async function leftBehind({ database }: Kernel): Promise<QueuedSms[]> {
  const found = await database.onEveryServer('messages that nobody has sent', async (db) => {
    await sql`update sms_log set state = 'failed', fault = 'lost', order_encrypted = ''
      where state in ('queued', 'sending') and create_time < now() - make_interval(secs => ${LOST_SECONDS})`.execute(db)
    return db
      .selectFrom('sms_log')
      .select(['tenant_id as tenantId', 'id'])
      .where('state', '=', 'queued')
      .where('create_time', '<', sql<Date>`now() - make_interval(secs => ${LATE_SECONDS})`)
      .orderBy('create_time')
      .limit(100)
      .execute()
  })
  return found.flat()
}

/** One message: claimed, sent outside any transaction, its outcome noted. A second process finds it claimed. */
async function deliver(kernel: Kernel, message: QueuedSms): Promise<void> {
  const { database } = kernel
  const actor = { tenantId: message.tenantId, userId: '' }
  const claimed = await database.inTenant(actor, async (db) => {
    const row = await db
      .updateTable('sms_log')
      .set({ state: 'sending', send_time: sql`now()` })
      .where('id', '=', message.id)
      .where('state', '=', 'queued')
      .returning('order_encrypted')
      .executeTakeFirst()
    if (!row) return undefined
    return { order: row.order_encrypted, fits: await withinQuota(db) }
  })
  if (!claimed) return
  const order = JSON.parse(unseal(kernel.secrets, PURPOSE, claimed.order)) as SmsOrder
  const channel = await chooseChannel(kernel, message.tenantId, order.scene)
  const outcome = claimed.fits ? await send(channel, order) : { fault: 'quota' as const, detail: '' }
  await database.inTenant(actor, (db) => note(db, message.id, channel, { order, outcome }))
}

/** Counts one message of the month; over the limit nothing is counted. */
const withinQuota = (db: Db) =>
  reserve(db, 'sms').then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false
      throw error
    },
  )

async function send({ channel, sign, template }: ChosenChannel, order: SmsOrder): Promise<SmsOutcome> {
  if (!channel || !template) return { fault: 'template', detail: '' }
  const params = template.params.map((name) => [name, order.params[name] ?? ''] as const)
  return channel.send({ phone: order.phone, sign, template: template.code, params })
}

async function note(
  db: Db,
  id: string,
  { provider, name, sign, template }: ChosenChannel,
  { order, outcome }: { order: SmsOrder; outcome: SmsOutcome },
): Promise<void> {
  const local = provider === 'local'
  const words = template?.content.replace(/\{(\w+)\}/g, (whole, param: string) => order.params[param] ?? whole) ?? ''
  const sent = 'providerId' in outcome
  const fault: SmsFault | '' = sent ? '' : outcome.fault
  await db
    .updateTable('sms_log')
    .set({
      provider,
      channel_name: name,
      template_code: template?.code ?? '',
      // the order held the code; it is of no use any more
      order_encrypted: '',
      text: local && sent ? `【${sign}】${words}` : '',
      state: !sent ? 'failed' : local ? 'delivered' : 'sent',
      fault,
      detail: sent ? '' : outcome.detail,
      provider_id: sent ? outcome.providerId : '',
    })
    .where('id', '=', id)
    .execute()
}

import { say } from '#contract/errors.ts'
import type { docRequest } from '#contract/doc-request.ts'
import type { RemindWay } from '#contract/doc-request-remind.ts'
import { maskPhone } from '#contract/phone.ts'
import type { Language } from '#contract/texts.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { firmNameOf } from '../share/firm-name.ts'
import { tokenAgain } from '../share/guest-token.ts'
import { deliverSms, queueSms } from '../sms/sms-outbox.ts'
import { checkOpen, reachableRequest } from './reach-request.ts'
import { isOpen, type ItemStored, itemsOf, type RequestStored } from './request-rows.ts'

const GAP_MS = 10 * 60_000
const MOST_NAMED = 8

type Request = Pick<RequestStored, 'id' | 'title' | 'due_day' | 'token_sealed' | 'contact_phone'>
const pathOf = (kernel: Kernel, request: Request) => `/request/${tokenAgain(kernel, request.token_sealed)}`

/** What a client still owes, in words he can be sent; the address stands as `{link}`. */
function wordsOf(firm: string, request: Request, open: readonly ItemStored[], language: Language): string {
  const names = open.slice(0, MOST_NAMED).map(({ name }) => name)
  const due = request.due_day ? say('requestTextDue', language, { due: request.due_day }) : ''
  return say('requestText', language, {
    firm,
    title: request.title,
    items: open.length,
    due,
    names: names.join(language === 'en' ? ', ' : '、') + (open.length > MOST_NAMED ? ' …' : ''),
    link: '{link}',
  })
}

/** Queues an SMS to the contact, inside the transaction; send it once that has committed. Refuses what cannot be sent. */
export async function queueRemind(kernel: Kernel, db: Db, request: Request, items: number): Promise<string> {
  const [origin] = kernel.config.DIGAO_PUBLIC_URL
  if (request.contact_phone === '') throw new Refusal('requestNoPhone')
  if (origin === undefined) throw new Refusal('requestNoAddress')
  const params = {
    firm: await firmNameOf(db),
    title: request.title,
    items: String(items),
    due: request.due_day ?? '—',
    link: origin + pathOf(kernel, request),
  }
  return queueSms(db, kernel, { phone: request.contact_phone, scene: 'remind', params })
}

type Noted = { way: RemindWay; to: string; items: number; by: string; problem?: string }

/** Keeps that the client was reminded. */
export async function noteRemind(db: Db, requestId: string, { way, to, items, by, problem = '' }: Noted) {
  const row = await db
    .insertInto('doc_request_remind')
    .values({ request_id: requestId, way, sent_to: to, items, sent_by: by, problem })
    .returning(['id', 'create_time'])
    .executeTakeFirstOrThrow()
  await db.updateTable('doc_request').set({ last_remind_time: new Date() }).where('id', '=', requestId).execute()
  return { id: row.id, way, to, items, by, problem, time: wallTime(row.create_time) }
}

/** One click: the words to copy, or an SMS to the contact. */
export const remindByHand: Service<typeof docRequest>['remind'] = async (context, { id, way }) => {
  const { db, kernel, user, language, afterCommit } = context
  const request = await reachableRequest(context, id, { lock: true })
  checkOpen(request)
  const open = (await itemsOf(db, [id])).filter(({ state }) => isOpen(state))
  if (open.length === 0) throw new Refusal('requestNothingOpen')
  if (way === 'sms') {
    const last = await db
      .selectFrom('doc_request_remind')
      .select('id')
      .where('request_id', '=', id)
      .where('way', '=', 'sms')
      .where('create_time', '>', new Date(Date.now() - GAP_MS))
      .executeTakeFirst()
    if (last) throw new Refusal('requestReminded')
    const sms = await queueRemind(kernel, db, request, open.length)
    afterCommit(() => deliverSms(kernel, { tenantId: user.tenantId, id: sms }))
  }
  const to = way === 'sms' ? maskPhone(request.contact_phone) : request.contact_name
  const noted = await noteRemind(db, id, { way, to, items: open.length, by: user.realName || user.account })
  await audit(context, {
    action: 'docRequest.remind',
    bizType: 'docRequest',
    bizId: id,
    after: { way, items: open.length },
  })
  const text = wordsOf(await firmNameOf(db), request, open, language)
  return { ...noted, text, path: pathOf(kernel, request) }
}

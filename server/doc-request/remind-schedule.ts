import { maskPhone } from '#contract/phone.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { chinaToday } from '../share/share-rows.ts'
import { deliverSms } from '../sms/sms-outbox.ts'
import { everyTenant } from '../watch/every-tenant.ts'
import { sendMessage } from '../watch/messages.ts'
import { registerSchedule } from '../watch/schedules.ts'
import { noteRemind, queueRemind } from './remind.ts'
import { answerersOf, deskOf } from './answerers.ts'
import { isOpen, itemsOf, namedRequests } from './request-rows.ts'

const DAY_MS = 86_400_000

/** Every morning: clients are reminded before and after the due day, and the maker is told what is still owed. */
export function registerReminds(kernel: Kernel): void {
  registerSchedule(kernel, 'docRequest.remind', {
    title: { zh: '资料清单催收', en: 'Remind clients of documents' },
    cron: '0 9 * * *',
    async run(kernel) {
      const { done, failed } = await everyTenant(kernel, 'reminding clients', (db) => remindDue(kernel, db))
      for (const { tenantId, result } of done) for (const id of result.sms) deliverSms(kernel, { tenantId, id })
      return { reminded: done.reduce((sum, { result }) => sum + result.reminded, 0), failed: failed.length }
    },
  })
}

/** Whether a day is one to remind on: so many days before the due day, or every so many after it. */
export function isRemindDay(
  today: string,
  due: string,
  { before, every }: { before: readonly number[]; every: number },
) {
  const days = Math.round((Date.parse(due) - Date.parse(today)) / DAY_MS)
  if (days >= 0) return before.includes(days)
  return every > 0 && -days % every === 0
}

/** Reminds of the transaction's tenant's requests that are due today; each once a day, whatever runs twice. */
export async function remindDue(kernel: Kernel, db: Db): Promise<{ reminded: number; sms: string[] }> {
  const today = chinaToday()
  const rows = await namedRequests(db)
    .where('doc_request.state', '=', 'open')
    .where((eb) => eb.or([eb('auto_remind_day', 'is', null), eb('auto_remind_day', '<', today)]))
    .forUpdate('doc_request')
    .execute()
  const sms: string[] = []
  let reminded = 0
  for (const row of rows) {
    const { id, remind_days: before, remind_every: every } = row
    const open = (await itemsOf(db, [id])).filter(({ state }) => isOpen(state))
    // an item may have a day of its own, before or without the request's
    const due = open
      .flatMap((item) => item.due_day ?? row.due_day ?? [])
      .filter((day) => isRemindDay(today, day, { before, every }))
      .sort()[0]
    if (due === undefined) continue
    await db.updateTable('doc_request').set({ auto_remind_day: today }).where('id', '=', id).execute()
    const sent =
      row.contact_phone === ''
        ? undefined
        : await trySms(() => queueRemind(kernel, db, { ...row, due_day: due }, open.length))
    if (sent?.id) sms.push(sent.id)
    if (sent)
      await noteRemind(db, id, {
        way: 'sms',
        to: maskPhone(row.contact_phone),
        items: open.length,
        by: '',
        problem: sent.problem,
      })
    for (const userId of await answerersOf(kernel, db, row))
      await sendMessage(kernel, db, {
        userId,
        type: 'work',
        level: due < today ? 'warn' : 'info',
        title: { key: 'requestDueTitle', params: { title: row.title } },
        body: { key: 'requestDueBody', params: { client: row.enterprise_name, items: open.length, due } },
        link: deskOf(row),
      })
    await noteRemind(db, id, { way: 'message', to: '', items: open.length, by: '' })
    reminded += 1
  }
  return { reminded, sms }
}

/** A reminder that cannot be sent by SMS says why, and stops nobody else's. */
const trySms = (queue: () => Promise<string>) =>
  queue().then(
    (id) => ({ id, problem: '' }),
    (error: unknown) => {
      if (error instanceof Refusal) return { id: '', problem: error.says('zh-CN') }
      throw error
    },
  )

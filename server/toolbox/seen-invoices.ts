import { sql } from 'kysely'
import { type InvoiceFacts, invoiceKey } from '#engine/invoice/invoice-facts.ts'
import type { Actor, Db } from '#server/kernel/database.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { yuan } from './merge-money.ts'
import { said, type Said } from './runner.ts'

/** Which of these invoices somebody of the tenant has read before, and who; another total than then is said. */
export async function seenInvoices(
  kernel: Kernel,
  actor: Actor,
  invoices: readonly InvoiceFacts[],
): Promise<Map<string, Said>> {
  const byKey = new Map(invoices.map((facts) => [invoiceKey(facts), facts]))
  byKey.delete('')
  if (byKey.size === 0) return new Map()
  return kernel.database.inTenant(actor, async (db) => {
    const before = await db
      .selectFrom('tool_invoice')
      .select(['invoice_key', 'create_time', 'total_fen'])
      .select(sql<string | null>`person_name(create_user)`.as('who'))
      .where('invoice_key', 'in', [...byKey.keys()])
      .execute()
    return new Map(
      before.map(({ invoice_key: key, create_time: time, total_fen: fen, who }) => {
        const [was, now] = [fen === null ? null : Number(fen), byKey.get(key)?.total ?? null]
        const read = { who: who ?? '', date: wallTime(time).slice(0, 10) }
        return [
          key,
          was === null || now === null || was === now
            ? said('toolInvoiceBefore', read)
            : said('toolInvoiceBeforeOther', { ...read, was: yuan(was), now: yuan(now) }),
        ]
      }),
    )
  })
}

/** From now on these count as read by the tenant, each as it was read first. For a run that has been kept. */
export async function rememberInvoices(db: Db, invoices: readonly InvoiceFacts[]): Promise<void> {
  const byKey = new Map(invoices.toReversed().map((facts) => [invoiceKey(facts), facts]))
  byKey.delete('')
  if (byKey.size === 0) return
  const values = [...byKey].map(([key, { date, total, seller, buyer }]) => ({
    invoice_key: key,
    issue_date: date || null,
    total_fen: total === null ? null : BigInt(total),
    seller,
    buyer,
  }))
  await db
    .insertInto('tool_invoice')
    .values(values)
    .onConflict((is) => is.doNothing())
    .execute()
}

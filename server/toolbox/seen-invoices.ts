import { sql } from 'kysely'
import { type InvoiceFacts, invoiceKey } from '#engine/invoice/invoice-facts.ts'
import type { Actor } from '#server/kernel/database.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { said, type Said } from './runner.ts'

/** Which of these invoices somebody of the tenant has read before, and who; all of them count as read from now on. */
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
      .select(['invoice_key', 'create_time'])
      .select(sql<string | null>`person_name(create_user)`.as('who'))
      .where('invoice_key', 'in', [...byKey.keys()])
      .execute()
    await db
      .insertInto('tool_invoice')
      .values(
        [...byKey].map(([key, { date, total, seller, buyer }]) => ({
          invoice_key: key,
          issue_date: date || null,
          total_fen: total === null ? null : BigInt(total),
          seller,
          buyer,
        })),
      )
      .onConflict((is) => is.doNothing())
      .execute()
    return new Map(
      before.map(({ invoice_key: key, create_time: time, who }) => [
        key,
        said('toolInvoiceBefore', { who: who ?? '', date: wallTime(time).slice(0, 10) }),
      ]),
    )
  })
}

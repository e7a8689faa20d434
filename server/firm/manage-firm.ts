import { sql } from 'kysely'
import type { z } from 'zod'
import { creditCodeProblem } from '#contract/credit-code.ts'
import type { firm } from '#contract/firm.ts'
import { audit } from '#server/kernel/audit.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { type Context, every } from '#server/kernel/service.ts'
import { firmOf, firms } from './firm-rows.ts'

/** The platform gives a tenant its firm; a tenant has one. Written as that tenant, so that no other row is in reach. */
export async function saveFirm(context: Context, draft: z.output<typeof firm.save.input>) {
  const { kernel, user } = context
  const { tenantId } = draft
  if (draft.creditCode && creditCodeProblem(draft.creditCode)) throw new Refusal('creditCode')
  const known = await kernel.database.acrossTenants('the platform administers its tenants', (db) =>
    db
      .selectFrom('tenant')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('is_deleted', '=', 0)
      .where('kind', '<>', 'platform')
      .executeTakeFirst(),
  )
  if (!known) throw notFound()
  const made = await kernel.database.inTenant({ tenantId, userId: user.id }, async (db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('firm ' || current_tenant(), 0))`.execute(db)
    const other = await firms(db).executeTakeFirst()
    if (other) throw new Refusal('firmExists', { name: other.firmName })
    await db
      .insertInto('firm')
      .values({
        firm_name: draft.firmName,
        credit_code: draft.creditCode ?? '',
        contact: draft.contact ?? '',
        phone: draft.phone ?? '',
        address: draft.address ?? '',
        website: JSON.stringify(draft.website ?? {}),
      })
      .execute()
    const after = await firmOf(db, tenantId)
    await audit({ ...context, db }, { action: 'firm.save', bizType: 'firm', bizId: after.id, after })
    return after
  })
  await audit(context, { action: 'firm.save', bizType: 'firm', bizId: made.id, after: made })
  return made
}

/** All or none: what is in use is refused before the first is removed. */
export async function removeFirms(context: Context, ids: readonly string[]) {
  const { kernel, user } = context
  const found = await kernel.database.onEveryServer('the platform administers its tenants', (db) =>
    firms(db).where('firm.id', 'in', ids).execute(),
  )
  const rows = found.flat()
  every(ids)(rows)
  const asTenant = ({ tenantId }: { tenantId: string }) => ({ tenantId, userId: user.id })
  for (const row of rows) {
    const { count } = await kernel.database.inTenant(asTenant(row), (db) =>
      db
        .selectFrom('firm_enterprise')
        .where('firm_id', '=', row.id)
        .where('is_deleted', '=', 0)
        .select(sql<number>`count(*)::int`.as('count'))
        .executeTakeFirstOrThrow(),
    )
    if (count) throw new Refusal('firmInUse', { name: row.firmName, count })
  }
  for (const row of rows) {
    const entry = { action: 'firm.remove', bizType: 'firm', bizId: row.id, before: { firmName: row.firmName } }
    await kernel.database.inTenant(asTenant(row), async (db) => {
      await db.updateTable('firm').set({ is_deleted: 1 }).where('id', '=', row.id).execute()
      await audit({ ...context, db }, entry)
    })
    await audit(context, entry)
  }
  return {}
}

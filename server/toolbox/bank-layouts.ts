import { sql } from 'kysely'
import type { BankLayout } from '#contract/tool-bank.ts'
import type { toolRun } from '#contract/tool-run.ts'
import type { ColumnRoles } from '#engine/bank/bank-layout.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Actor } from '#server/kernel/database.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { every, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { sha256 } from '#server/kernel/sha256.ts'

type Calls = Service<typeof toolRun>

/** What statements of the same headings in the same order share. */
export const layoutKey = (headings: readonly string[]): string => sha256(JSON.stringify(headings))

/** A layout the firm knows, by `layoutKey`. */
export type FirmLayouts = ReadonlyMap<string, { name: string; roles: ColumnRoles }>

/** All that the tenant’s people have said about statements. */
export async function firmLayouts(kernel: Kernel, actor: Actor): Promise<FirmLayouts> {
  const rows = await kernel.database.inTenant(actor, (db) =>
    db.selectFrom('tool_bank_layout').select(['layout', 'name', 'roles']).execute(),
  )
  return new Map(rows.map(({ layout, name, roles }) => [layout, { name, roles: roles as BankLayout['roles'] }]))
}

export const bankLayouts: Calls['bankLayouts'] = async ({ db }) => {
  const rows = await db
    .selectFrom('tool_bank_layout')
    .select(['id', 'name', 'headings', 'roles', 'update_time'])
    .select(sql<string | null>`person_name(update_user)`.as('who'))
    .orderBy('update_time', 'desc')
    .orderBy('id')
    .execute()
  return {
    layouts: rows.map(({ id, name, headings, roles, update_time: at, who }) => ({
      id,
      name,
      headings: headings as string[],
      roles: roles as BankLayout['roles'],
      updateUserName: who ?? '',
      updateTime: wallTime(at),
    })),
  }
}

export const keepBankLayout: Calls['keepBankLayout'] = async (context, { name, headings, roles }) => {
  const values = { name, headings: JSON.stringify(headings), roles: JSON.stringify(roles) }
  const { id } = await context.db
    .insertInto('tool_bank_layout')
    .values({ ...values, layout: layoutKey(headings) })
    .onConflict((is) =>
      is.columns(['tenant_id', 'layout']).doUpdateSet({
        ...values,
        update_user: sql<string>`current_actor()`,
        update_time: sql<Date>`now()`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = { name, headings, roles }
  await audit(context, { action: 'toolRun.keepBankLayout', bizType: 'bankLayout', bizId: id, after })
  return { id }
}

export const dropBankLayouts: Calls['dropBankLayouts'] = async (context, { ids }) => {
  const gone = await context.db
    .deleteFrom('tool_bank_layout')
    .where('id', 'in', ids)
    .returning(['id', 'name'])
    .execute()
  every(ids)(gone)
  for (const { id, name } of gone)
    await audit(context, { action: 'toolRun.dropBankLayouts', bizType: 'bankLayout', bizId: id, before: { name } })
  return {}
}

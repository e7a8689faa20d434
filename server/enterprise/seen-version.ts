import { conflict } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { type EnterpriseRow, reachableEnterprise } from '../project/reach.ts'
import { touched } from './enterprise-rows.ts'

export type Seen = { enterpriseId: string; version?: number | undefined }

/** The enterprise, held until the transaction ends; a conflict where it is not the one the person looked at. */
export async function lockSeen(context: Context, { enterpriseId, version }: Seen): Promise<EnterpriseRow> {
  const row = await reachableEnterprise(context, enterpriseId, { lock: true })
  if (version !== undefined && version !== row.version) throw conflict()
  return row
}

/** Marks the enterprise as changed, with what of its own columns changes too; answers its new version. */
export async function touch(
  context: Context,
  { id, version }: EnterpriseRow,
  more: { contact?: string; phone?: string; owner?: string } = {},
): Promise<number> {
  await context.db
    .updateTable('firm_enterprise')
    .set({ ...more, ...touched(context), version: version + 1 })
    .where('id', '=', id)
    .execute()
  return version + 1
}

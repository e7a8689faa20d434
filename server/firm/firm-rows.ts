import type { z } from 'zod'
import type { Firm } from '#contract/firm.ts'
import type { Db } from '#server/kernel/database.ts'
import { one } from '#server/kernel/service.ts'

const columns = [
  'firm.id',
  'firm.tenant_id as tenantId',
  'firm.firm_name as firmName',
  'firm.credit_code as creditCode',
  'firm.contact',
  'firm.phone',
  'firm.address',
  'firm.website',
] as const

/** Firms that are not removed, as far as `db` sees them. */
export const firms = (db: Db) => db.selectFrom('firm').where('firm.is_deleted', '=', 0).select(columns)

type Row = { website: unknown }
export const shownFirm = <R extends Row>(row: R) => ({ ...row, website: row.website as Record<string, unknown> })

/** A tenant's firm; not found where it has none. */
export const firmOf = async (db: Db, tenantId: string): Promise<z.output<typeof Firm>> =>
  shownFirm(one(await firms(db).where('firm.tenant_id', '=', tenantId).limit(1).execute()))

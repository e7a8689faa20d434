import type { ClientTax } from '#contract/client-profile.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { dictService } from '../system/dict-service.ts'
import { refuseUnknownKey } from './dict-keys.ts'
import { lockSeen, type Seen, touch } from './seen-version.ts'

const cycleOf = (cycle: string): ClientTax['cycle'] =>
  cycle === 'quarter' || cycle === 'year' || cycle === 'once' ? cycle : 'month'

/** The taxes a client declares, by key and the day they begin. */
export async function taxesOf(db: Db, enterpriseId: string): Promise<(ClientTax & { id: string })[]> {
  const rows = await db
    .selectFrom('enterprise_tax')
    .where('enterprise_id', '=', enterpriseId)
    .selectAll()
    .orderBy('tax_type')
    .orderBy('valid_from')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    taxType: row.tax_type,
    cycle: cycleOf(row.cycle),
    validFrom: row.valid_from,
    validTo: row.valid_to ?? '',
  }))
}

const bare = ({ taxType, cycle, validFrom, validTo }: ClientTax) => ({ taxType, cycle, validFrom, validTo })

/** Replaces the taxes a client declares; answers the version that follows. */
export async function saveTaxes(
  context: Context,
  { taxes, ...seen }: Seen & { taxes: ClientTax[] },
): Promise<{ version: number }> {
  const { db } = context
  const row = await lockSeen(context, seen)
  const before = await taxesOf(db, row.id)
  const known = new Set(before.map(({ taxType }) => taxType))
  const keys = taxes.map(({ taxType }) => taxType).filter((key) => !known.has(key))
  await refuseUnknownKey(context, { code: 'tax_type', field: { zh: '税种', en: 'Tax' }, keys })
  await refuseOverlap(context, taxes)
  await db.deleteFrom('enterprise_tax').where('enterprise_id', '=', row.id).execute()
  const values = taxes.map(({ taxType, cycle, validFrom, validTo }) => ({
    enterprise_id: row.id,
    tax_type: taxType,
    cycle,
    valid_from: validFrom,
    valid_to: validTo || null,
  }))
  if (values.length > 0) await db.insertInto('enterprise_tax').values(values).execute()
  const version = await touch(context, row)
  await audit(context, {
    action: 'enterprise.taxes',
    bizType: 'enterprise',
    bizId: row.id,
    before: { taxes: before.map(bare) },
    after: { taxes: (await taxesOf(db, row.id)).map(bare) },
  })
  return { version }
}

/** One tax has one cycle at a time. */
async function refuseOverlap(context: Context, taxes: readonly ClientTax[]): Promise<void> {
  const sorted = taxes.toSorted((one, other) => one.validFrom.localeCompare(other.validFrom))
  const ends = new Map<string, string>()
  for (const { taxType, validFrom, validTo } of sorted) {
    const end = ends.get(taxType)
    if (end !== undefined && (end === '' || validFrom <= end)) {
      const items = await dictService.dictionary(context, { code: 'tax_type' })
      throw new Refusal('taxOverlaps', { name: items.find(({ dictKey }) => dictKey === taxType)?.dictValue ?? taxType })
    }
    ends.set(taxType, validTo)
  }
}

import { sql } from 'kysely'
import { DICT_ROOT } from '#contract/dict.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { dictSeeds } from './seed-dicts.ts'

/** Keys by which the product itself decides, by dictionary; a dictionary that stands here is read by it. */
const productKeys = new Map(dictSeeds.map(({ code, items }) => [code, new Set(items.map(([key]) => key))]))

const ofEnterprise = (column: string) => (key: string) =>
  sql<{
    n: number
  }>`select count(*)::int as n from firm_enterprise where ${sql.ref(column)} = ${key} and is_deleted = 0`

/** How many records of all tenants carry a key, for dictionaries whose keys are stored. */
const stored: Record<string, (key: string) => ReturnType<typeof sql<{ n: number }>>> = {
  tax_project_category: (key) =>
    sql<{ n: number }>`select count(*)::int as n from firm_project where category::text = ${key} and is_deleted = 0`,
  taxpayer_type: ofEnterprise('taxpayer_type'),
  industry_section: ofEnterprise('industry_section'),
  tax_credit_grade: ofEnterprise('tax_credit_grade'),
  risk_level: ofEnterprise('risk_level'),
  client_category: ofEnterprise('category'),
  contact_role: (key) =>
    sql<{ n: number }>`select count(*)::int as n from enterprise_contact where contact_role = ${key}`,
  tax_type: (key) => sql<{ n: number }>`select count(*)::int as n from enterprise_tax where tax_type = ${key}`,
}

type Row = { code: string; dict_key: string; dict_value: string; is_sealed: number }

/** Refuses what would take a key or a dictionary away that is sealed, that the product reads, or that records carry. */
export async function refuseInUse({ kernel }: Pick<Context, 'kernel'>, row: Row): Promise<void> {
  const name = row.dict_value
  if (row.is_sealed === 1) throw new Refusal('dictSealed', { name })
  const keys = productKeys.get(row.code)
  if (keys && (row.dict_key === DICT_ROOT || keys.has(row.dict_key))) throw new Refusal('dictInUse', { name })
  const counting = stored[row.code]?.(row.dict_key)
  if (!counting) return
  const found = await kernel.database.onEveryServer('which records carry a dictionary key', (db) =>
    counting.execute(db),
  )
  const count = found.reduce((sum, { rows }) => sum + (rows[0]?.n ?? 0), 0)
  if (count > 0) throw new Refusal('dictKeyUsed', { name, count })
}

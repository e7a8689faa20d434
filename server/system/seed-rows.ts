import { sql } from 'kysely'
import regions from '#facts/regions.json' with { type: 'json' }
import type { Db } from '#server/kernel/database.ts'
import { SABER } from './client-store.ts'
import { dictSeeds } from './seed-dicts.ts'

/** The dictionaries and items that are missing, each item under its dictionary. */
export async function seedDicts(db: Db): Promise<void> {
  const rows = dictSeeds.flatMap(({ code, name, en, items }, at) => {
    const all = [['-1', name, en] as const, ...items]
    return all.map(([key, value, english, remark = ''], sort) => {
      return { code, dict_key: key, dict_value: value, value_en: english, sort: key === '-1' ? at : sort, remark }
    })
  })
  const made = await db
    .insertInto('dict')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'code', 'dict_key']).where('is_deleted', '=', 0).doNothing(),
    )
    .returning('id')
    .execute()
  if (made.length === 0) return
  await sql`update dict set parent_id = root.id from dict root
    where dict.parent_id is null and dict.dict_key <> '-1' and root.tenant_id = dict.tenant_id and root.code = dict.code
      and root.dict_key = '-1' and root.is_deleted = 0 and dict.is_deleted = 0`.execute(db)
}

/** The provinces, once; what lies below them comes by import. */
export async function seedRegions(db: Db): Promise<void> {
  const known = await db.selectFrom('region').select('id').limit(1).execute()
  if (known.length) return
  const rows = regions.regions.map(({ code, name, en }, sort) => ({ code, name, name_en: en, level: 1, sort }))
  await db.insertInto('region').values(rows).execute()
}

/** The product's own client. */
export async function seedClients(db: Db): Promise<void> {
  await db
    .insertInto('client')
    .values({
      client_id: SABER,
      client_name: 'Digao 底稿',
      grant_types: ['password', 'captcha', 'sms_code', 'social', 'authorization_code', 'passkey', 'refresh_token'],
    })
    .onConflict((clash) => clash.columns(['tenant_id', 'client_id']).where('is_deleted', '=', 0).doNothing())
    .execute()
}

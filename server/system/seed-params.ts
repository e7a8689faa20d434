import { sql } from 'kysely'
import type { Db } from '#server/kernel/database.ts'
import { paramCatalog, paramKeys, type ParamSpec } from './param-catalog.ts'

/** What the catalogue says of each parameter, into the platform's rows; the values that were set stay. */
export async function seedParams(db: Db): Promise<void> {
  const rows = paramKeys.map((key, sort) => {
    const spec: ParamSpec = paramCatalog[key]
    return {
      param_key: key,
      param_value: null,
      param_name: spec.name.zh,
      name_en: spec.name.en,
      remark: spec.remark.zh,
      remark_en: spec.remark.en,
      param_type: spec.type,
      choices: [...(spec.choices ?? [])],
      default_value: spec.default,
      lowest: spec.lowest ?? null,
      highest: spec.highest ?? null,
      is_public: spec.isPublic ?? false,
      tenant_override: spec.perTenant ?? false,
      built_in: true,
      sort,
    }
  })
  await db
    .insertInto('param')
    .values(rows)
    .onConflict((clash) =>
      clash.columns(['tenant_id', 'param_key']).doUpdateSet((eb) => ({
        param_name: eb.ref('excluded.param_name'),
        name_en: eb.ref('excluded.name_en'),
        remark: eb.ref('excluded.remark'),
        remark_en: eb.ref('excluded.remark_en'),
        param_type: eb.ref('excluded.param_type'),
        choices: eb.ref('excluded.choices'),
        default_value: eb.ref('excluded.default_value'),
        lowest: eb.ref('excluded.lowest'),
        highest: eb.ref('excluded.highest'),
        is_public: eb.ref('excluded.is_public'),
        tenant_override: eb.ref('excluded.tenant_override'),
        built_in: sql<boolean>`true`,
        sort: eb.ref('excluded.sort'),
      })),
    )
    .execute()
}

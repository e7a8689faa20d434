import type { dict } from '#contract/system.ts'
import type { Service } from '#server/kernel/service.ts'

const ROOT = '-1'

export const dictService: Service<typeof dict> = {
  async dictionary({ db, language, user }, { code }) {
    const rows = await db
      .selectFrom('dict')
      .selectAll()
      .where('code', '=', code)
      .where('dict_key', '<>', ROOT)
      .where('is_deleted', '=', 0)
      .orderBy('sort')
      .orderBy('dict_key')
      .execute()
    // a tenant that keeps a dictionary of this code has replaced the platform's
    const own = rows.filter((row) => row.tenant_id === user.tenantId)
    return (own.length ? own : rows).map((row) => ({
      id: row.id,
      code: row.code,
      dictKey: row.dict_key,
      dictValue: language === 'en' && row.value_en ? row.value_en : row.dict_value,
      remark: row.remark,
    }))
  },
}

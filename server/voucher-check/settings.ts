import { sql } from 'kysely'
import type { CheckSetting } from '#contract/voucher-check.ts'
import { checkWords, groupWords } from '#contract/voucher-check-words.ts'
import { isRightValue } from '#engine/voucher-check/check-params.ts'
import { checks, type CheckSettings } from '#engine/voucher-check/run-checks.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'

const none = { zh: '', en: '' }
export const wordsOf = (id: string) => checkWords[id] ?? { name: none, says: none }
export const groupOf = (id: string) => groupWords[checks.find((check) => check.id === id)?.group ?? ''] ?? none

const stored = (db: Db, projectId: string) =>
  db
    .selectFrom('voucher_check_setting')
    .select(['project_id', 'check_id', 'enabled', 'params', 'update_time'])
    .select(sql<string | null>`person_name(update_user)`.as('who'))
    .where((eb) => eb.or([eb('project_id', 'is', null), eb('project_id', '=', projectId)]))
    .execute()

const textsOf = (params: unknown) => params as Record<string, string>

/** What a run of the project goes by: the project's word over the firm's over the standard. */
export async function effectiveSettings(db: Db, projectId: string): Promise<CheckSettings> {
  const rows = await stored(db, projectId)
  return Object.fromEntries(
    checks.map(({ id }) => {
      const firm = rows.find((row) => row.check_id === id && row.project_id === null)
      const own = rows.find((row) => row.check_id === id && row.project_id !== null)
      const values = { ...textsOf(firm?.params ?? {}), ...textsOf(own?.params ?? {}) }
      return [id, { enabled: own?.enabled ?? firm?.enabled ?? true, values }]
    }),
  )
}

/** The checks with what the house, the firm and the project say. */
export async function shownSettings(db: Db, projectId: string): Promise<CheckSetting[]> {
  const rows = await stored(db, projectId)
  return checks.map(({ id, params, signal }) => {
    const firm = rows.find((row) => row.check_id === id && row.project_id === null)
    const own = rows.find((row) => row.check_id === id && row.project_id !== null)
    return {
      id,
      name: wordsOf(id).name,
      says: wordsOf(id).says,
      group: groupOf(id),
      enabled: own?.enabled ?? firm?.enabled ?? true,
      signal: signal === true,
      params: params.map(({ key, label, unit, value }) => ({
        key,
        label,
        unit,
        standard: value,
        firm: textsOf(firm?.params ?? {})[key] ?? null,
        project: textsOf(own?.params ?? {})[key] ?? null,
      })),
      firmUserName: firm?.who ?? '',
      firmTime: firm ? wallTime(firm.update_time) : '',
      projectUserName: own?.who ?? '',
      projectTime: own ? wallTime(own.update_time) : '',
    }
  })
}

type Given = { checkId: string; enabled: boolean; params: Record<string, string> }

/** Writes a check's parameters for the firm (null) or a project. Refuses a check or value that is not right. */
export async function saveSetting(context: Context, projectId: string | null, given: Given): Promise<void> {
  const { db, language } = context
  const check = checks.find(({ id }) => id === given.checkId)
  if (!check) throw new Refusal('voucherCheckNone', { id: given.checkId })
  const params: Record<string, string> = {}
  for (const param of check.params) {
    const value = given.params[param.key]?.trim()
    if (value === undefined || value === param.value) continue
    const label = language === 'en' ? param.label.en : param.label.zh
    if (!isRightValue(param, value)) throw new Refusal('voucherCheckBadParam', { label, value: value.slice(0, 40) })
    params[param.key] = value
  }
  const before = await db
    .selectFrom('voucher_check_setting')
    .select(['enabled', 'params'])
    .where('project_id', projectId === null ? 'is' : '=', projectId)
    .where('check_id', '=', check.id)
    .executeTakeFirst()
  const row = { enabled: given.enabled, params: JSON.stringify(params) }
  await sql`insert into voucher_check_setting (project_id, check_id, enabled, params)
    values (${projectId}::uuid, ${check.id}, ${row.enabled}, ${row.params}::jsonb)
    on conflict (tenant_id, project_id, check_id) do update set enabled = excluded.enabled, params = excluded.params,
      update_user = current_actor(), update_time = now()`.execute(db)
  await audit(context, {
    action: 'setVoucherCheck',
    bizType: projectId === null ? 'voucherCheck' : 'project',
    bizId: projectId ?? check.id,
    before: { check: check.id, ...before },
    after: { check: check.id, enabled: given.enabled, params },
  })
}

import { sql } from 'kysely'
import { type preference, SETTINGS_KB } from '#contract/preference.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Context, Service } from '#server/kernel/service.ts'
import { keepPreference, ownPreference } from './own-preference.ts'

async function shown(context: Context) {
  const row = await ownPreference(context)
  return {
    settings: (row?.settings ?? {}) as Record<string, unknown>,
    hasLock: row !== undefined && row.lock_hash !== null,
    humanChecked: context.kernel.config.DIGAO_HUMAN_CODE === undefined || (row?.human_checked_at ?? null) !== null,
  }
}

/** How a person likes his frame is nobody else's matter: it is kept without an audit entry. */
export const preferenceService: Service<typeof preference> = {
  detail: shown,

  async submit(context, { settings: sent }) {
    const { db, user } = context
    // two windows that change at the same time: one after the other, each by what the other has left
    await sql`select pg_advisory_xact_lock(hashtext('digao.preference'), hashtext(${user.id}))`.execute(db)
    const { settings: before } = await shown(context)
    const kept = Object.fromEntries(Object.entries({ ...before, ...sent }).filter(([, value]) => value !== null))
    const text = JSON.stringify(kept)
    if (Buffer.byteLength(text) > SETTINGS_KB * 1024) throw new Refusal('settingsTooMany', { limit: SETTINGS_KB })
    await keepPreference(db, user.id, { settings: text })
    return shown(context)
  },
}

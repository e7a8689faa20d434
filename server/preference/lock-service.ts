import type { lock } from '#contract/preference.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type Context, one, type Service } from '#server/kernel/service.ts'
import { hashPassword, isPassword } from '../auth/password.ts'
import { countTry, forgiveTries } from '../auth/lockout.ts'
import { countOwnTry, noteWrongTry } from './counted.ts'
import { keepPreference, ownPreference } from './own-preference.ts'

const hashOf = async (context: Context) => (await ownPreference(context))?.lock_hash ?? undefined

/**
 * The password of the lock screen: what keeps a passer-by out of an open window. It is no way to sign in, so the session stays
 * open behind it.
 */
export const lockService: Service<typeof lock> = {
  async set(context, { password, oldPassword = '' }) {
    const { db, user } = context
    const old = await hashOf(context)
    if (old) {
      await countOwnTry(context, 'lock')
      if (!(await isPassword(old, oldPassword))) {
        noteWrongTry(context, 'lock.setFailed')
        throw new Refusal('lockOldWrong')
      }
    }
    await keepPreference(db, user.id, { lock_hash: await hashPassword(password) })
    await audit(context, { action: 'lock.set', bizType: 'user', bizId: user.id })
    return {}
  },

  async open(context, { password }) {
    const { user } = context
    await countOwnTry(context, 'lock')
    const stored = await hashOf(context)
    if (!stored) throw new Refusal('lockNone')
    if (!(await isPassword(stored, password))) {
      noteWrongTry(context, 'lock.openFailed')
      throw new Refusal('lockWrong')
    }
    await audit(context, { action: 'lock.open', bizType: 'user', bizId: user.id })
    return {}
  },

  async remove(context, { password }) {
    const { db, user, kernel, address } = context
    // the account's password, so counted as at the sign-in
    const tried = { account: `${user.homeTenantId} ${user.account.toLowerCase()}`, address }
    await countTry(kernel, tried)
    const row = one(await db.selectFrom('app_user').select('password_hash').where('id', '=', user.id).execute())
    if (!(await isPassword(row.password_hash, password))) {
      noteWrongTry(context, 'lock.removeFailed')
      throw new Refusal('lockAccountWrong')
    }
    await keepPreference(db, user.id, { lock_hash: null })
    await audit(context, { action: 'lock.remove', bizType: 'user', bizId: user.id })
    context.afterCommit(() => forgiveTries(kernel, tried))
    return {}
  },
}

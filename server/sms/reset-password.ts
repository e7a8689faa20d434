import { sql } from 'kysely'
import type { z } from 'zod'
import type { smsCode } from '#contract/sms.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { forgiveTries } from '../auth/lockout.ts'
import { hashPassword } from '../auth/password.ts'
import { isCommonPassword } from '../register/common-password.ts'
import { sendMessage } from '../watch/messages.ts'
import { tenantOf } from './before-sign-in.ts'
import { findByPhone } from './find-by-phone.ts'
import { spendBeforeSignIn } from './spend-before-sign-in.ts'

/**
 * A new password by a code. An unknown phone was never told a code, so it is answered like a wrong one. Every session of the
 * person ends; the password is hashed outside any transaction.
 */
export async function resetPassword(
  context: Context,
  wanted: z.output<typeof smsCode.resetPassword.input>,
): Promise<Record<string, never>> {
  const { kernel, address, trace } = context
  const { phone, smsId, smsCode: code, password } = wanted
  const tenantId = tenantOf(context, wanted.tenantId)
  const spent = await spendBeforeSignIn(context, { scene: 'reset', tenantId, phone, smsId, code })
  const found = await kernel.database.inTenant({ tenantId, userId: '' }, (db) => findByPhone(db, phone))
  if (!found) throw new Refusal('smsCodeWrong')
  if (isCommonPassword(password, [found.account, phone])) {
    await spent.giveBack()
    throw new Refusal('registerPasswordCommon')
  }
  const hash = await hashPassword(password)
  await kernel.database.inTenant({ tenantId, userId: found.id }, async (db) => {
    await db
      .updateTable('app_user')
      .set({ password_hash: hash, password_time: sql`now()`, must_change_password: false, update_time: sql`now()` })
      .where('id', '=', found.id)
      .execute()
    await db
      .updateTable('session')
      .set({ revoke_time: sql`now()`, revoke_reason: 'password reset' })
      .where('user_id', '=', found.id)
      .where('revoke_time', 'is', null)
      .execute()
    const title = { key: 'resetNoticeTitle' as const }
    const body = { key: 'resetNoticeBody' as const, params: { address } }
    await sendMessage(kernel, db, { userId: found.id, type: 'security', level: 'warn', title, body })
    const user = { realName: found.real_name, account: found.account }
    await audit({ db, user, address, trace }, { action: 'user.resetPassword', bizType: 'user', bizId: found.id })
  })
  kernel.sessions.forget(found.id)
  // whoever forgot his password has often locked himself out by trying; the address keeps its count
  await forgiveTries(kernel, { account: `${tenantId} ${found.account.toLowerCase()}`, address: '' })
  return {}
}

import { phoneProblem } from '#contract/phone.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { openFor, type Signed, type Wanted } from '../auth/open-session.ts'
import { tenantOf } from './before-sign-in.ts'
import { findByPhone } from './find-by-phone.ts'
import { spendBeforeSignIn } from './spend-before-sign-in.ts'

/** grant_type sms_code: phone, smsId, smsCode (or verificationCode). */
export async function signInBySms(context: Context, wanted: Wanted): Promise<Signed> {
  const { kernel } = context
  const phone = wanted.phone ?? ''
  const problem = phoneProblem(phone)
  if (problem) throw new Refusal(problem)
  const tenantId = tenantOf(context, wanted.tenantId)
  const code = wanted.smsCode || wanted.verificationCode || ''
  await spendBeforeSignIn(context, { scene: 'login', tenantId, phone, smsId: wanted.smsId ?? '', code })
  const found = await kernel.database.inTenant({ tenantId, userId: '' }, (db) => findByPhone(db, phone))
  // locked since the code was sent, or never known: then nobody was told the code
  if (!found) throw new Refusal('loginFailed')
  return openFor(context, { tenantId, userId: found.id }, 'sms', wanted)
}

import type { z } from 'zod'
import type { SmsScene, smsCode } from '#contract/sms.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import type { Context, Service } from '#server/kernel/service.ts'
import { solvedCaptcha, tenantOf } from './before-sign-in.ts'
import { findByPhone } from './find-by-phone.ts'
import { resetPassword } from './reset-password.ts'
import { CODE_MINUTES, GAP_SECONDS, makeCode } from './sms-code.ts'
import { deliverSms, queueSms } from './sms-outbox.ts'

type Wanted = z.output<typeof smsCode.sendLoginValidate.input>

/**
 * Makes a code and sends it. A phone that nobody of the tenant has gets the same work and the same answer, and no message:
 * who asks cannot learn whose phone is known. Registering and binding send to any phone.
 */
export async function sendCode(
  context: Context,
  scene: SmsScene,
  tenantId: string,
  wanted: Wanted,
): Promise<{ smsId: string; seconds: number }> {
  const { kernel, address } = context
  const captcha = await solvedCaptcha(context, wanted, scene === 'register')
  const { phone } = wanted
  const { smsId, code } = await makeCode(kernel, { scene, tenantId, phone }, { address, captcha })
  const anyPhone = scene === 'register' || scene === 'bind'
  const order = { phone, scene, params: { code, minutes: String(CODE_MINUTES) } }
  const id = await kernel.database.inTenant({ tenantId, userId: '' }, async (db) => {
    const stands = await db.selectFrom('tenant').select('id').where('tenant_id', '=', tenantId).executeTakeFirst()
    if (!stands) return undefined
    const known = anyPhone || (await findByPhone(db, phone)) !== undefined
    return queueSms(db, kernel, order, !known)
  })
  if (id) deliverSms(kernel, { tenantId, id })
  return { smsId, seconds: GAP_SECONDS }
}

export const smsCodeService: Service<typeof smsCode> = {
  sendRegisterValidate: (context, wanted) => sendCode(context, 'register', PLATFORM, wanted),
  sendLoginValidate: (context, wanted) => sendCode(context, 'login', tenantOf(context, wanted.tenantId), wanted),
  sendResetValidate: (context, wanted) => sendCode(context, 'reset', tenantOf(context, wanted.tenantId), wanted),
  sendBindValidate: (context, wanted) => sendCode(context, 'bind', context.user.homeTenantId, wanted),
  resetPassword,
}

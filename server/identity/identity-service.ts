import { sql } from 'kysely'
import type { ownPhone, payloadCrypto, sso } from '#contract/identity.ts'
import { phoneProblem } from '#contract/phone.ts'
import { audit } from '#server/kernel/audit.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { payloadKeys } from '#server/kernel/payload-crypto.ts'
import type { Service } from '#server/kernel/service.ts'
import { tenantOf } from '../auth/sign-in.ts'
import { spendCode } from '../sms/sms-code.ts'
import { startSso } from './sso-sign-in.ts'

export const ssoService: Service<typeof sso> = {
  async start(context, { id, nonce, redirect_uri: redirectUri, ...wanted }) {
    const tenantId = tenantOf(wanted, context.headers)
    if (!tenantId) throw notFound()
    return startSso(context, { id, tenantId, nonce, redirectUri })
  },
}

export const payloadCryptoService: Service<typeof payloadCrypto> = {
  keys: async ({ kernel }) => ({
    on: kernel.config.DIGAO_PAYLOAD_CRYPTO === 'on',
    aesKey: payloadKeys(kernel.secrets).aes,
  }),
}

/** 138****0000: enough to know one's own number by. */
const masked = (phone: string) => phone.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2')

export const ownPhoneService: Service<typeof ownPhone> = {
  async bind(context, { phone, smsId, smsCode: code }) {
    const { kernel, user } = context
    const problem = phoneProblem(phone)
    if (problem) throw new Refusal(problem)
    const who = { tenantId: user.homeTenantId, userId: user.id }
    await spendCode(kernel, { scene: 'bind', tenantId: who.tenantId, phone, smsId, code })
    await kernel.database.inTenant(who, async (db) => {
      const other = await db
        .selectFrom('app_user')
        .where('phone', '=', phone)
        .where('is_deleted', '=', 0)
        .where('id', '<>', user.id)
        .select('id')
        .executeTakeFirst()
      if (other) throw new Refusal('phoneOfOther')
      const mine = db.selectFrom('app_user').where('id', '=', user.id).select('phone')
      const before = await mine.executeTakeFirstOrThrow()
      await db
        .updateTable('app_user')
        .set({ phone, update_time: sql<Date>`now()`, version: sql<number>`version + 1` })
        .where('id', '=', user.id)
        .execute()
      const change = { before: { phone: masked(before.phone) }, after: { phone: masked(phone) } }
      await audit({ ...context, db }, { action: 'user.bindPhone', bizType: 'user', bizId: user.id, ...change })
    })
    return {}
  },
}

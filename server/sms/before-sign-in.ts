import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import type { Context } from '#server/kernel/service.ts'
import { spendCaptcha } from '../auth/captcha-service.ts'
import { header } from '../auth/open-session.ts'
import { captchaModeOf } from '../system/param-store.ts'

const TENANT = /^[0-9A-Za-z]{6,12}$/
/** The tenant a call before the sign-in means: named in it, else in its header, else the platform. */
export function tenantOf({ headers }: Pick<Context, 'headers'>, tenantId: string | undefined): string {
  const named = tenantId || header(headers, 'tenant-id') || PLATFORM
  return TENANT.test(named) ? named : PLATFORM
}

/** Whether a captcha came and was right; refuses a wrong one, and none where `needed`. With captchas off every request counts as solved. */
export async function solvedCaptcha(
  { kernel, headers }: Context,
  { key, code }: { key?: string | undefined; code?: string | undefined },
  needed: boolean,
): Promise<boolean> {
  if ((await captchaMode(kernel)) === 'off') return true
  const given = { key: key || header(headers, 'captcha-key'), code: code || header(headers, 'captcha-code') }
  if (!given.key || !given.code) {
    if (needed) throw new Refusal('smsCaptchaNeeded', {}, { captcha: true })
    return false
  }
  await spendCaptcha(kernel, given.key, given.code)
  return true
}

const captchaMode = ({ config, database }: Kernel) =>
  database.inTenant({ tenantId: PLATFORM, userId: '' }, (db) => captchaModeOf(config, db))

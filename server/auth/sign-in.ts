import type { IncomingHttpHeaders } from 'node:http'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import type { Context } from '#server/kernel/service.ts'
import { spendCaptcha } from './captcha-service.ts'
import { countTry, forgiveTries } from './lockout.ts'
import { type Asking, describe, header, openFor, type Signed, type Wanted, wishOf } from './open-session.ts'
import { isPassword } from './password.ts'
import { policyOf } from './policy.ts'

const TENANT = /^[0-9A-Za-z]{6,12}$/

/** The tenant somebody signs in to: named in the request, else in the header, else the platform's; empty for no tenant's name. */
export function tenantOf(wanted: Pick<Wanted, 'tenantId'>, headers: IncomingHttpHeaders | undefined): string {
  const tenantId = wanted.tenantId || header(headers, 'tenant-id') || PLATFORM
  return TENANT.test(tenantId) ? tenantId : ''
}

/** grant_type password or captcha: one read before the hash, one transaction after it. */
export async function signIn(context: Context, wanted: Wanted): Promise<Signed> {
  const { captcha: mode } = await policyOf(context.kernel, tenantOf(wanted, context.headers))
  const captcha = mode === 'strict' || (wanted.grant_type === 'captcha' && mode === 'on')
  const who = await checkPassword(context, wanted, captcha)
  return openFor(context, who, captcha ? 'captcha' : 'password', wanted)
}

/**
 * Whose account and password these are. Every try counts before it is evaluated; an account that does not exist answers the
 * same after the same time. Whether he may sign in is not asked here.
 */
async function checkPassword(asking: Asking, wanted: Wanted, captcha: boolean) {
  const { kernel, address, headers } = asking
  const tenantId = tenantOf(wanted, headers)
  const account = (wanted.username ?? '').trim()
  const tried = { account: `${tenantId} ${account.toLowerCase()}`, address }
  await countTry(kernel, tried)
  if (captcha) await captchaOf(asking, wanted)

  const user = tenantId && account ? await find(kernel, tenantId, account) : undefined
  // the hash takes its time outside any transaction
  const right = await isPassword(user?.password_hash, wanted.password ?? '')
  if (!right || !user) {
    kernel.log.warn({ trace: asking.trace, address, tenant: tenantId }, 'sign-in refused')
    if (user) noteFailure(asking, tenantId, user)
    throw new Refusal('wrongPassword')
  }
  await forgiveTries(kernel, tried)
  return { tenantId, userId: user.id }
}

/** grant_type refresh_token. */
export async function renew({ kernel, headers }: Context, wanted: Wanted): Promise<Signed> {
  const wish = wishOf(await policyOf(kernel, tenantOf(wanted, headers)), wanted, headers)
  const { read: answer, ...opened } = await kernel.sessions.renew(wanted.refresh_token ?? '', wish, describe)
  return answer(kernel, opened)
}

type Account = { id: string; real_name: string; account: string }

/** Not awaited: an account that exists must not answer later than one that does not. */
function noteFailure(asking: Asking, tenantId: string, { id, real_name: realName, account }: Account): void {
  const { kernel, trace } = asking
  kernel.database
    .inTenant({ tenantId, userId: id }, (db) =>
      audit({ ...asking, db, user: { realName, account } }, { action: 'signInFailed', bizType: 'session', bizId: id }),
    )
    .catch((error: unknown) => kernel.log.error({ err: error, trace }, 'a failed sign-in could not be audited'))
}

async function captchaOf({ kernel, headers }: Asking, { key, code }: Wanted) {
  await spendCaptcha(kernel, key ?? header(headers, 'captcha-key') ?? '', code ?? header(headers, 'captcha-code') ?? '')
}

const find = (kernel: Kernel, tenantId: string, account: string) =>
  kernel.database.inTenant({ tenantId, userId: '' }, (db) =>
    db
      .selectFrom('app_user')
      .where((eb) => eb(eb.fn('lower', ['account']), '=', account.toLowerCase()))
      .where('is_deleted', '=', 0)
      .select(['id', 'account', 'password_hash', 'real_name'])
      .executeTakeFirst(),
  )

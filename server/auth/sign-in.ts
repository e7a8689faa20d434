import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { auth, Session } from '#contract/auth.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { Context, User } from '#server/kernel/service.ts'
import type { Opened } from '#server/kernel/session.ts'
import { spendCaptcha } from './captcha-service.ts'
import { countTry, forgiveTries } from './lockout.ts'
import { isPassword } from './password.ts'

type Wanted = z.output<typeof auth.token.input>
type Signed = z.input<typeof Session>

export const CLIENT_ID = 'saber'
const TENANT = /^[0-9A-Za-z]{6,12}$/
const header = (headers: IncomingHttpHeaders, name: string) => {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The public client's credential. It gives no right; it keeps strangers' scripts away from the rate limits of ours. */
export function checkClient({ secrets }: Kernel, headers: IncomingHttpHeaders): void {
  const [, sent = ''] = /^basic\s+(\S+)$/i.exec(headers.authorization ?? '') ?? []
  const given = Buffer.from(Buffer.from(sent, 'base64').toString())
  const ours = Buffer.from(`${CLIENT_ID}:${secrets.clientSecret}`)
  if (given.length !== ours.length || !timingSafeEqual(given, ours)) throw new Refusal('badClient')
}

/** grant_type password or captcha. */
export async function signIn(context: Context, wanted: Wanted): Promise<Signed> {
  const { kernel, address, headers = {} } = context
  const tenantId = wanted.tenantId || header(headers, 'tenant-id') || '000000'
  const account = (wanted.username ?? '').trim()
  const tried = { account: `${tenantId} ${account.toLowerCase()}`, address }
  await countTry(kernel, tried)
  if (wanted.grant_type === 'captcha' || kernel.config.DIGAO_CAPTCHA === 'strict') await captchaOf(context, wanted)

  const user = TENANT.test(tenantId) && account ? await find(kernel, tenantId, account) : undefined
  // the hash takes its time outside any transaction
  const right = await isPassword(user?.password_hash, wanted.password ?? '')
  if (!right || !user || user.status !== 1 || !user.open) {
    kernel.log.warn({ trace: context.trace, address, tenant: TENANT.test(tenantId) ? tenantId : '' }, 'sign-in refused')
    if (user) noteFailure(context, tenantId, user)
    throw new Refusal('wrongPassword')
  }
  await forgiveTries(kernel, tried)
  const actor = { tenantId, userId: user.id }
  const opened = await kernel.database.inTenant(actor, async (db) => {
    const from = { address, userAgent: header(headers, 'user-agent') ?? '', ...wishOf(wanted, headers) }
    const session = await kernel.sessions.open(db, actor, from)
    await audit({ ...context, db, user: { realName: user.real_name, account } }, entry('signIn', user.id))
    return session
  })
  const signedIn = await kernel.sessions.userOf(opened.accessToken)
  if (!signedIn) throw new Refusal('unauthorized')
  return describe(kernel, signedIn, opened)
}

/** grant_type refresh_token. */
export async function renew({ kernel, headers = {} }: Context, wanted: Wanted): Promise<Signed> {
  const opened = await kernel.sessions.renew(wanted.refresh_token ?? '', wishOf(wanted, headers))
  return describe(kernel, opened.user, opened)
}

const entry = (action: string, bizId: string) => ({ action, bizType: 'session', bizId })

/** Not awaited: an account that exists must not answer later than one that does not. */
function noteFailure(
  context: Context,
  tenantId: string,
  user: { id: string; real_name: string; account: string },
): void {
  const { kernel, trace } = context
  kernel.database
    .inTenant({ tenantId, userId: user.id }, (db) =>
      audit(
        { ...context, db, user: { realName: user.real_name, account: user.account } },
        entry('signInFailed', user.id),
      ),
    )
    .catch((error: unknown) => kernel.log.error({ err: error, trace }, 'a failed sign-in could not be audited'))
}

async function captchaOf({ kernel, headers = {} }: Context, { key, code }: Wanted) {
  if (kernel.config.DIGAO_CAPTCHA === 'off') return
  await spendCaptcha(kernel, key ?? header(headers, 'captcha-key') ?? '', code ?? header(headers, 'captcha-code') ?? '')
}

/** The department and the roles a client would like to act as; the session only ever narrows by them. */
const wishOf = ({ deptId, roleId }: Wanted, headers: IncomingHttpHeaders) => ({
  deptId: deptId || header(headers, 'dept-id'),
  roleId: roleId || header(headers, 'role-id'),
})

const find = (kernel: Kernel, tenantId: string, account: string) =>
  kernel.database.inTenant({ tenantId, userId: '' }, (db) =>
    db
      .selectFrom('app_user')
      .innerJoin('tenant', 'tenant.tenant_id', 'app_user.tenant_id')
      .where((eb) => eb(eb.fn('lower', ['account']), '=', account.toLowerCase()))
      .where('app_user.is_deleted', '=', 0)
      .select(['app_user.id', 'account', 'password_hash', 'real_name', 'app_user.status'])
      .select((eb) =>
        eb
          .and([
            eb('tenant.status', '=', 1),
            eb('tenant.is_deleted', '=', 0),
            eb.or([eb('expire_time', 'is', null), eb('expire_time', '>', new Date())]),
          ])
          .as('open'),
      )
      .executeTakeFirst(),
  )

/** The bare answer of the token endpoint. */
async function describe(kernel: Kernel, user: User, opened: Opened): Promise<Signed> {
  const { id: userId, tenantId } = user
  const row = await kernel.database.inTenant({ tenantId, userId }, (db) =>
    db
      .selectFrom('app_user')
      .innerJoin('tenant', 'tenant.tenant_id', 'app_user.tenant_id')
      .leftJoin('firm', 'firm.tenant_id', 'app_user.tenant_id')
      .where('app_user.id', '=', userId)
      .select(['account', 'name', 'real_name', 'avatar', 'tenant_name', 'firm_name'])
      .select((eb) =>
        eb
          .selectFrom('user_role')
          .innerJoin('role', 'role.id', 'user_role.role_id')
          .where('user_id', '=', userId)
          .where('role.is_deleted', '=', 0)
          .where('role_alias', 'in', [...user.roles, ''])
          .select(sql<string>`string_agg(role.id::text, ',')`.as('ids'))
          .as('role_ids'),
      )
      .executeTakeFirstOrThrow(),
  )
  return {
    tenant_id: tenantId,
    user_id: userId,
    dept_id: user.deptId,
    post_id: '',
    role_id: row.role_ids ?? '',
    oauth_id: '',
    account: row.account,
    user_name: row.account,
    nick_name: row.name,
    real_name: row.real_name,
    role_name: user.roles.join(','),
    avatar: row.avatar,
    access_token: opened.accessToken,
    refresh_token: opened.refreshToken,
    token_type: 'bearer',
    expires_in: opened.expiresIn,
    detail: { firmName: row.firm_name ?? '', tenantName: row.tenant_name, held: user.held },
  }
}

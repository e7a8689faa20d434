import { maskPhone } from '#contract/phone.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { Context } from '#server/kernel/service.ts'
import { passkeySignIn } from '../identity/passkey-sign-in.ts'
import { socialSignIn } from '../identity/social-sign-in.ts'
import { ssoSignIn } from '../identity/sso-sign-in.ts'
import { signInBySms } from '../sms/sms-sign-in.ts'
import { clientOf } from '../system/client-store.ts'
import { noteSignIn } from '../watch/sign-in-log.ts'
import { header, type Signed, type Wanted } from './open-session.ts'
import { renew, signIn, tenantOf } from './sign-in.ts'

/** The way a grant_type stands for. */
const ways: Record<string, { method: string; run: (context: Context, wanted: Wanted) => Promise<Signed> }> = {
  password: { method: 'password', run: signIn },
  captcha: { method: 'captcha', run: signIn },
  sms_code: { method: 'sms', run: signInBySms },
  social: { method: 'social', run: socialSignIn },
  authorization_code: { method: 'sso', run: ssoSignIn },
  passkey: { method: 'passkey', run: passkeySignIn },
}

/** The token endpoint: a known client, a way it may use, and what comes of it in the sign-in log. */
export async function grantToken(context: Context, wanted: Wanted): Promise<Signed> {
  const client = await clientOf(context.kernel, context.headers ?? {})
  if (!client) throw new Refusal('badClient')
  if (!client.grantTypes.some((type) => type === wanted.grant_type)) throw new Refusal('unknownGrant')
  if (wanted.grant_type === 'refresh_token') return renew(context, wanted)
  const way = Object.hasOwn(ways, wanted.grant_type) ? ways[wanted.grant_type] : undefined
  if (!way) throw new Refusal('unknownGrant')
  try {
    const signed = await way.run(context, wanted)
    note(context, way.method, { tenantId: signed.tenant_id, account: signed.account, userId: signed.user_id })
    return signed
  } catch (error) {
    if (error instanceof Refusal) noteRefused(context, wanted, way.method, error)
    throw error
  }
}

type Seen = { tenantId: string; account: string; userId: string }

function note(context: Context, method: string, seen: Seen, refused?: { key: Refusal['key']; tenantKnown: boolean }) {
  const { kernel, address, trace, headers } = context
  noteSignIn(kernel, {
    ...seen,
    tenantKnown: refused?.tenantKnown ?? true,
    method,
    result: refused ? 'failed' : 'ok',
    ...(refused && { reason: refused.key }),
    address,
    trace,
    userAgent: header(headers, 'user-agent') ?? '',
  })
}

/** Whom it may concern is looked up afterwards: nobody waits for it, and a known account answers no later than an unknown one. */
function noteRefused(context: Context, wanted: Wanted, method: string, { key }: Refusal): void {
  // a flood of guesses at a locked account is one fact, and its first refusals are in the log
  if (key === 'locked') return
  const tenantId = tenantOf(wanted, context.headers)
  const named = (wanted.username ?? wanted.phone ?? '').trim()
  const account = wanted.username === undefined && named ? maskPhone(named) : named
  whose(context.kernel, tenantId, named)
    .then(({ userId, tenantKnown }) => note(context, method, { tenantId, account, userId }, { key, tenantKnown }))
    .catch((error: unknown) =>
      context.kernel.log.error({ err: error, trace: context.trace }, 'a refusal was not noted'),
    )
}

async function whose({ database }: Kernel, tenantId: string, account: string) {
  if (!tenantId) return { userId: '', tenantKnown: false }
  return database.inTenant({ tenantId, userId: '' }, async (db) => {
    const tenant = await db.selectFrom('tenant').where('tenant_id', '=', tenantId).select('id').executeTakeFirst()
    if (!tenant || !account) return { userId: '', tenantKnown: Boolean(tenant) }
    const user = await db
      .selectFrom('app_user')
      .where((eb) => eb(eb.fn('lower', ['account']), '=', account.toLowerCase()))
      .where('is_deleted', '=', 0)
      .select('id')
      .executeTakeFirst()
    return { userId: user?.id ?? '', tenantKnown: true }
  })
}

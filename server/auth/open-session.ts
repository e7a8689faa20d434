import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { auth, Session } from '#contract/auth.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { Context, User } from '#server/kernel/service.ts'
import type { Opened, Wish } from '#server/kernel/session.ts'
import { bindPending } from '../identity/pending.ts'
import { sendMessage } from '../watch/messages.ts'
import { type Policy, policyOf } from './policy.ts'

export type Wanted = z.output<typeof auth.token.input>
export type Signed = z.input<typeof Session>
/** How somebody signed in. */
export type Method = 'password' | 'captcha' | 'sms' | 'social' | 'sso' | 'passkey'
export type Who = { tenantId: string; userId: string }
/** Who asks to sign in, and from where. */
export type Asking = Pick<Context, 'kernel' | 'address' | 'trace' | 'headers'>

/** A header that is there once and not empty. */
export const header = (headers: IncomingHttpHeaders | undefined, name: string) => {
  const value = headers?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The department and the roles a client would like to act as, where the tenant lets it choose; a session only ever narrows by them. */
export const wishOf = (
  { switchDept }: Policy,
  { deptId, roleId }: Partial<Wanted>,
  headers: IncomingHttpHeaders | undefined,
): Wish =>
  switchDept ? { deptId: deptId || header(headers, 'dept-id'), roleId: roleId || header(headers, 'role-id') } : {}

/** How a session is opened; `oauthId` links what a provider has named to this user. */
export type How = { method: Method; policy: Policy; oauthId?: string | undefined } & Wish

/** What the request wishes for and what its tenant allows, read before the transaction. */
export async function howOf(asking: Asking, tenantId: string, method: Method, wanted: Partial<Wanted>): Promise<How> {
  const policy = await policyOf(asking.kernel, tenantId)
  return { method, policy, oauthId: wanted.oauthId, ...wishOf(policy, wanted, asking.headers) }
}

/**
 * Opens a session for somebody who has proved who he is, in one transaction: session, audit, and the token endpoint's
 * answer. Refuses whoever is locked, and whose tenant is disabled or has expired.
 */
export async function openFor(asking: Asking, who: Who, method: Method, wanted: Partial<Wanted> = {}): Promise<Signed> {
  const how = await howOf(asking, who.tenantId, method, wanted)
  const answer = await asking.kernel.database.inTenant(who, (db) => openIn(db, asking, who, how))
  return answer(asking.kernel)
}

/** The same inside a transaction of the user's tenant; what it answers is to be called once that has committed. */
export async function openIn(db: Db, asking: Asking, who: Who, how: How): Promise<Answer> {
  const { kernel, address, headers } = asking
  const { method, policy, oauthId } = how
  if (oauthId) await bindPending(db, { oauthId, userId: who.userId })
  await noteArrival(db, who.userId, how)
  const from = { ...how, address, userAgent: header(headers, 'user-agent') ?? '', seconds: policy.sessionSeconds }
  const { user, ...opened } = await kernel.sessions.open(db, who, from)
  if (!user) throw await whyClosed(db, who.userId)
  await tellNewDevice(db, asking, user)
  if (policy.maxSessions > 0) await endOldest(db, user, policy.maxSessions)
  const answer = await describe(db, user)
  await audit({ ...asking, db, user }, { action: 'signIn', bizType: 'session', bizId: user.id, after: { method } })
  return (open) => answer(open, opened)
}

/** When he came, and, where passwords last so long only, that his is over. */
async function noteArrival(db: Db, userId: string, { method, policy: { passwordDays } }: How) {
  const byPassword = method === 'password' || method === 'captcha'
  const over = sql<boolean>`must_change_password or password_time < now() - make_interval(days => ${passwordDays})`
  await db
    .updateTable('app_user')
    .set({ sign_in_time: sql`now()`, ...(byPassword && passwordDays > 0 && { must_change_password: over }) })
    .where('id', '=', userId)
    .execute()
}

/** A message to whoever signs in from a kind of device he never did before; not at his first sign-in. */
async function tellNewDevice(db: Db, { kernel, address }: Asking, { id, sessionId }: User) {
  const row = await db
    .selectFrom('session as now')
    .where('now.id', '=', sessionId)
    .select(
      sql<boolean>`exists (select from session where user_id = now.user_id and id <> now.id)
        and not exists (select from session where user_id = now.user_id and id <> now.id and user_agent = now.user_agent)`.as(
        'fresh',
      ),
    )
    .executeTakeFirst()
  if (!row?.fresh) return
  await sendMessage(kernel, db, {
    userId: id,
    type: 'security',
    level: 'warn',
    title: { key: 'newDeviceTitle' },
    body: { key: 'newDeviceBody', params: { address } },
    link: '/info/index?v.tab=security',
  })
}

/** Beyond the number of devices an account may use, the oldest are signed out. */
const endOldest = (db: Db, { id }: User, most: number) =>
  db
    .updateTable('session')
    .set({ revoke_time: sql`now()`, revoke_reason: 'too many devices' })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('session')
        .select('id')
        .where('user_id', '=', id)
        .where('revoke_time', 'is', null)
        .where('expire_time', '>', sql<Date>`now()`)
        .orderBy('create_time', 'desc')
        .orderBy('id', 'desc')
        .offset(most),
    )
    .execute()

/** Why a session cannot be opened: said only to whoever has proved who he is. */
async function whyClosed(db: Db, userId: string): Promise<Refusal> {
  const row = await db
    .selectFrom('app_user')
    .innerJoin('tenant', 'tenant.tenant_id', 'app_user.tenant_id')
    .where('app_user.id', '=', userId)
    .select(['app_user.status', 'app_user.is_deleted', 'tenant.status as tenant_status'])
    .select(sql<boolean>`tenant.expire_time <= now()`.as('expired'))
    .executeTakeFirst()
  if (row?.tenant_status === 1 && row.expired) return new Refusal('tenantExpired')
  return new Refusal(row?.tenant_status === 1 ? 'userDisabled' : 'tenantDisabled')
}

type Answer = (kernel: Kernel) => Promise<Signed>

/**
 * The bare answer of the token endpoint, in two steps: what the transaction of the home tenant knows, then, once that has
 * committed, the names of a tenant that the platform's administrator has entered.
 */
export async function describe(db: Db, user: User) {
  const row = await db
    .selectFrom('app_user')
    .innerJoin('tenant', 'tenant.tenant_id', 'app_user.tenant_id')
    .leftJoin('firm', 'firm.tenant_id', 'app_user.tenant_id')
    .where('app_user.id', '=', user.id)
    .select(['account', 'name', 'real_name', 'avatar', 'tenant_name', 'tenant.kind', 'tenant.domain', 'firm_name'])
    .select((eb) => [
      eb.selectFrom('session').where('session.id', '=', user.sessionId).select('method').as('method'),
      eb
        .selectFrom('user_role')
        .innerJoin('role', 'role.id', 'user_role.role_id')
        .where('user_id', '=', user.id)
        .where('role.is_deleted', '=', 0)
        .where('role_alias', 'in', [...user.roles, ''])
        .select(sql<string>`string_agg(role.id::text, ',')`.as('ids'))
        .as('role_ids'),
      eb
        .selectFrom('user_post')
        .where('user_id', '=', user.id)
        .select(sql<string>`string_agg(post_id::text, ',' order by sort)`.as('ids'))
        .as('post_ids'),
    ])
    .executeTakeFirstOrThrow()
  return async (kernel: Kernel, opened: Opened): Promise<Signed> => {
    const place = user.tenantId === user.homeTenantId ? row : await placeOf(kernel, user)
    return {
      tenant_id: user.tenantId,
      user_id: user.id,
      dept_id: user.deptId,
      post_id: row.post_ids ?? '',
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
      detail: {
        firmName: place.firm_name ?? '',
        tenantName: place.tenant_name,
        tenantType: place.kind,
        homeTenantId: user.homeTenantId,
        tenantDomain: row.domain,
        signedInBy: row.method ?? '',
        held: user.held,
        mustChangePassword: user.mustChangePassword ?? false,
      },
    }
  }
}

const placeOf = ({ database }: Kernel, { id: userId, tenantId }: User) =>
  database
    .inTenant({ tenantId, userId }, (db) =>
      db
        .selectFrom('tenant')
        .leftJoin('firm', 'firm.tenant_id', 'tenant.tenant_id')
        .where('tenant.tenant_id', '=', tenantId)
        .select(['tenant_name', 'tenant.kind', 'firm_name'])
        .executeTakeFirstOrThrow(),
    )
    // its server may be out of reach: he keeps his session, and can leave
    .catch(() => ({ tenant_name: tenantId, kind: 'firm', firm_name: '' }))

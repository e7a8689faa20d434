import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { TextKey } from '#contract/errors.ts'
import type { Db } from '#server/kernel/database.ts'
import { reserve } from '#server/kernel/entitlement.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Claims } from './oidc.ts'
import { linkedTo } from './pending.ts'
import type { SsoProvider } from './sso-providers.ts'

/** Whom a provider's word lets in: somebody who is here, a new account, or nobody and why. */
export type Resolved =
  | { result: 'linked' | 'byEmail' | 'byPhone'; userId: string }
  | { result: 'newAccount' }
  | { result: 'refused'; why: TextKey }

const said = (claims: Claims, name: string) => {
  const value = claims[name]
  return typeof value === 'string' ? value.trim() : ''
}
const verified = (claims: Claims, name: string) => claims[name] === true || claims[name] === 'true'
/** A mainland mobile number without its country code; empty for any other. */
const mobileOf = (text: string) => /^(?:\+?86[- ]?)?(1\d{10})$/.exec(text.replaceAll(/[ -]/g, ''))?.[1] ?? ''

/**
 * Who a person is by his provider's claims: whom they were linked to, else, if the tenant allows it, the one account with the
 * address or number that the provider says it has verified, else a new one. Nobody is found by a name.
 */
export async function resolvePerson(db: Db, provider: SsoProvider, claims: Claims): Promise<Resolved> {
  const email = said(claims, provider.attributes.email).toLowerCase()
  const ownEmail = email !== '' && verified(claims, 'email_verified') ? email : ''
  const { emailDomains } = provider
  if (emailDomains.length && !emailDomains.includes(ownEmail.split('@').at(-1) ?? '')) {
    return { result: 'refused', why: 'ssoDomain' }
  }
  const linked = await linkedTo(db, provider.id, claims.sub)
  if (linked) return { result: 'linked', userId: linked.user_id }
  const phone = verified(claims, 'phone_number_verified') ? mobileOf(said(claims, provider.attributes.phone)) : ''
  if (provider.linkEmail && ownEmail) {
    const userId = await onlyUser(db, provider, sql`lower(email)`, ownEmail)
    if (userId) return { result: 'byEmail', userId }
  }
  if (provider.linkPhone && phone) {
    const userId = await onlyUser(db, provider, sql`phone`, phone)
    if (userId) return { result: 'byPhone', userId }
  }
  return provider.jit ? { result: 'newAccount' } : { result: 'refused', why: 'ssoNoAccount' }
}

/** The one user with a value; undefined for several, and for one whom this provider has already named otherwise. */
async function onlyUser(db: Db, { id }: SsoProvider, column: ReturnType<typeof sql>, value: string) {
  const rows = await db
    .selectFrom('app_user')
    .where('is_deleted', '=', 0)
    .where(sql<boolean>`${column} = ${value}`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('linked_identity')
            .whereRef('linked_identity.user_id', '=', 'app_user.id')
            .where('sso_provider_id', '=', id)
            .select('linked_identity.id'),
        ),
      ),
    )
    .select('id')
    .limit(2)
    .execute()
  return rows.length === 1 ? rows[0]?.id : undefined
}

/** Remembers that the provider's subject is this user. */
export async function linkSso(db: Db, provider: SsoProvider, claims: Claims, userId: string): Promise<void> {
  const nickname = said(claims, provider.attributes.realName).slice(0, 100)
  const seen_time = sql<Date>`now()`
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('linked_identity')
    .values({ user_id: userId, sso_provider_id: provider.id, subject: claims.sub, nickname, seen_time })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return
  const known = await linkedTo(db, provider.id, claims.sub)
  // two first sign-ins at once: the other one made the account
  if (known?.user_id !== userId) throw new Refusal('conflict')
  await db.updateTable('linked_identity').set({ nickname, seen_time }).where('id', '=', known.id).execute()
}

/** An account for somebody new, with the provider's role, never an administrator's, and `hash`, a password that nobody knows. Answers its id. */
export async function newPerson(db: Db, provider: SsoProvider, claims: Claims, hash: string): Promise<string> {
  const role = await db
    .selectFrom('role')
    .where('is_deleted', '=', 0)
    .where('role_alias', 'not in', ['administrator', 'admin'])
    .where((eb) => (provider.roleId ? eb('id', '=', provider.roleId) : eb('role_alias', '=', 'user')))
    .select('id')
    .executeTakeFirst()
  if (!role) throw new Refusal('ssoRole')
  await reserve(db, 'seat')
  const { account: named, realName, email } = provider.attributes
  const account = await freeAccount(db, said(claims, named) || said(claims, email).split('@')[0] || 'sso')
  const name = said(claims, realName).slice(0, 60) || account
  const dept = await db
    .selectFrom('dept')
    .where('is_deleted', '=', 0)
    .orderBy('create_time')
    .select('id')
    .executeTakeFirst()
  const { id } = await db
    .insertInto('app_user')
    .values({
      account,
      name,
      real_name: name,
      email: verified(claims, 'email_verified') ? said(claims, email).slice(0, 200) : '',
      password_hash: hash,
      password_set: false,
      dept_id: dept?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('user_role').values({ user_id: id, role_id: role.id }).execute()
  return id
}

/** What the provider calls him, as an account here; with four more characters when somebody has that already. */
async function freeAccount(db: Db, wanted: string): Promise<string> {
  const plain = wanted.replaceAll(/[^\p{L}\p{N}@._-]/gu, '').slice(0, 40) || 'sso'
  const taken = await db
    .selectFrom('app_user')
    .where(sql<boolean>`lower(account) = ${plain.toLowerCase()}`)
    .where('is_deleted', '=', 0)
    .select('id')
    .executeTakeFirst()
  return taken ? `${plain}-${randomBytes(2).toString('hex')}` : plain
}

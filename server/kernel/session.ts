import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { type Extent, type GrantName, grantNames, heldBy, type HeldRole } from '#contract/grants.ts'
import type { Config } from './config.ts'
import type { Actor, Database, Db } from './database.ts'
import { Refusal } from './errors.ts'
import { PLATFORM } from './platform.ts'
import type { User } from './service.ts'
import type { Signals } from './signals.ts'
import type { Token, Tokens } from './token.ts'

/** What opening or renewing a session gives the client. */
export type Opened = { sessionId: string; accessToken: string; refreshToken: string; expiresIn: number }
export type Wish = { deptId?: string | undefined; roleId?: string | undefined }
/** Where a session is opened from, and how: password, captcha, sms, social, sso, passkey; `seconds` is how long it may last. */
export type From = { address: string; userAgent: string; method: string; seconds: number } & Wish

export type Sessions = {
  /** Who holds this access token, as the database says now; undefined: nobody. */
  userOf(accessToken: string): Promise<User | undefined>
  /** Opens a session for a user of the tenant whose transaction `db` is; without `user` he or his tenant may not, roll back then. */
  open(db: Db, actor: Actor, from: From): Promise<Opened & { user: User | undefined }>
  /** Trades a refresh token for a new pair. One that was traded before ends its session; any that is no good is refused. `read` runs in the same transaction, of the home tenant. */
  renew<T>(refreshToken: string, wish: Wish, read: (db: Db, user: User) => Promise<T>): Promise<Opened & { read: T }>
  /** Ends a session of the transaction's tenant; what it opened closes as soon as that commits. */
  end(db: Db, sessionId: string, reason: string): Promise<void>
  /** What this process remembers of the user is dropped now; other processes hear of changes by themselves. '*' is everyone. */
  forget(userId: string): void
  /**
   * The person of a session with the rights he has now, for work he left behind: signing out does not end that, being disabled
   * does. `homeTenantId` is the tenant whose user he is; undefined: nobody, or he has left the tenant he had entered.
   */
  personOf(homeTenantId: string, sessionId: string): Promise<User | undefined>
  /** The same of a user of the transaction's tenant who left a key for programs: without a session. */
  keyHolder(db: Db, userId: string): Promise<User | undefined>
  /** Of these sessions those that still stand. */
  standing(sessions: readonly { tenantId: string; sessionId: string }[]): Promise<Set<string>>
}

/** How long a session is believed without asking again; changes are heard at once, this bounds what a lost signal could cost. */
const TRUST_MS = 5_000
const MOST_CACHED = 50_000

type Cached = { user: User | undefined; token: Token; asked: number }

/** Sessions over the database, with a cache that every change of session, user or role empties through a signal. */
export function openSessions(parts: {
  config: Config
  database: Database
  signals: Signals
  tokens: Tokens
}): Sessions {
  const { config, database, signals, tokens } = parts
  const cache = new Map<string, Cached>()
  const byUser = new Map<string, Set<string>>()
  // a signal that arrives while the database is being asked makes that answer old
  let heard = 0

  const forget = (userId: string) => {
    heard++
    if (userId === '*') {
      cache.clear()
      byUser.clear()
      return
    }
    for (const key of byUser.get(userId) ?? []) cache.delete(key)
    byUser.delete(userId)
  }
  // while the server of the user's tenant is not heard, nothing of him may be trusted from memory
  const hears = ({ tenantId }: Token) => signals.up(database.homeOf(tenantId))
  signals.on('digao_session', (userId) => forget(userId))
  signals.onResume(() => forget('*'))

  const keep = (accessToken: string, entry: Cached) => {
    if (cache.size >= MOST_CACHED) forget('*')
    cache.set(accessToken, entry)
    const keys = byUser.get(entry.token.userId) ?? new Set()
    byUser.set(entry.token.userId, keys.add(accessToken))
  }

  return {
    async userOf(accessToken) {
      const now = Date.now()
      const known = cache.get(accessToken)
      if (known && known.token.expires * 1000 <= now) return undefined
      if (known && hears(known.token) && now - known.asked < TRUST_MS) return known.user
      const token = known?.token ?? (await tokens.read('access', accessToken))
      if (!token) return undefined
      const before = heard
      const user = await database.inTenant(actorOf(token), (db) => userOfSession(db, token.sessionId))
      if (hears(token) && before === heard) keep(accessToken, { user, token, asked: now })
      return user
    },

    async open(db, actor, { address, userAgent, method, seconds, deptId, roleId }) {
      const expire = new Date(Date.now() + seconds * 1000)
      const id = v7()
      const opened = await issue(tokens, config, { ...actor, sessionId: id }, expire)
      const row = { id, user_id: actor.userId, role_ids: roleId ?? '', dept_id: deptId ?? '', address, method }
      await db
        .insertInto('session')
        .values({
          ...row,
          refresh_hash: digest(opened.refreshToken),
          user_agent: userAgent.slice(0, 300),
          expire_time: expire,
        })
        .execute()
      return { ...opened, user: await userOfSession(db, id) }
    },

    async renew(refreshToken, { deptId, roleId }, read) {
      const token = await tokens.read('refresh', refreshToken)
      if (!token) throw new Refusal('unauthorized')
      const renewed = await database.inTenant(actorOf(token), async (db) => {
        const user = await userOfSession(db, token.sessionId)
        if (!user) return undefined
        const opened = await issue(tokens, config, token, new Date(token.expires * 1000))
        const { numUpdatedRows } = await db
          .updateTable('session')
          .set({
            refresh_hash: digest(opened.refreshToken),
            seen_time: sql`now()`,
            ...(roleId === undefined ? {} : { role_ids: roleId }),
            ...(deptId === undefined ? {} : { dept_id: deptId }),
          })
          .where('id', '=', token.sessionId)
          .where('refresh_hash', '=', digest(refreshToken))
          .where('revoke_time', 'is', null)
          .executeTakeFirst()
        // signed by us, its session stands, yet not the current one: it was used before, by the owner or by a thief
        if (numUpdatedRows === 0n) await revoke(db, token.sessionId, 'refresh token used again')
        const now = numUpdatedRows === 0n ? undefined : await userOfSession(db, token.sessionId)
        return now && { ...opened, read: await read(db, now) }
      })
      forget(token.userId)
      if (!renewed) throw new Refusal('unauthorized')
      return renewed
    },

    personOf: (homeTenantId, sessionId) =>
      database.inTenant({ tenantId: homeTenantId, userId: '' }, (db) => userOf(holders(db), sessionId)),

    async keyHolder(db, userId) {
      const user = await userOf(holders(asIfSignedIn(db, userId)), userId)
      return user && { ...user, sessionId: '' }
    },

    end: revoke,
    forget,

    async standing(sessions) {
      const standing = new Set<string>()
      const tenants = Map.groupBy(sessions, ({ tenantId }) => tenantId)
      const ask = async ([tenantId, mine]: [string, typeof sessions]) => {
        const ids = mine.map(({ sessionId }) => sessionId)
        const rows = await database
          .inTenant({ tenantId, userId: '' }, (db) =>
            alive(db).where('session.id', 'in', ids).select('session.id').execute(),
          )
          // where nothing can be asked nothing can have ended; the other tenants' sessions are checked all the same
          .catch(() => ids.map((id) => ({ id })))
        for (const { id } of rows) standing.add(id)
      }
      await Promise.all([...tenants].map(ask))
      return standing
    },
  }
}

const actorOf = ({ tenantId, userId }: Token): Actor => ({ tenantId, userId })
const digest = (text: string) => createHash('sha256').update(text).digest()

async function issue(tokens: Tokens, config: Config, who: Omit<Token, 'expires'>, sessionEnds: Date): Promise<Opened> {
  const now = Math.floor(Date.now() / 1000)
  const end = Math.floor(sessionEnds.getTime() / 1000)
  const expires = Math.min(now + config.ACCESS_TOKEN_SECONDS, end)
  const [accessToken, refreshToken] = await Promise.all([
    tokens.sign('access', { ...who, expires }),
    tokens.sign('refresh', { ...who, expires: end }, randomUUID()),
  ])
  return { sessionId: who.sessionId, accessToken, refreshToken, expiresIn: expires - now }
}

const revoke = async (db: Db, sessionId: string, reason: string) => {
  await db
    .updateTable('session')
    .set({ revoke_time: sql`now()`, revoke_reason: reason })
    .where('id', '=', sessionId)
    .where('revoke_time', 'is', null)
    .execute()
}

/** Sessions that stand: not ended, not expired, of a user and a tenant that are not disabled. */
const alive = (db: Db) =>
  holders(db)
    .where('session.revoke_time', 'is', null)
    .where('session.expire_time', '>', sql<Date>`now()`)

/** Sessions of users and tenants that are not disabled, whether they stand or not. */
const holders = (db: Db) =>
  db
    .selectFrom('session')
    .innerJoin('app_user as u', 'u.id', 'session.user_id')
    .innerJoin('tenant', 'tenant.tenant_id', 'session.tenant_id')
    .where('u.status', '=', 1)
    .where('u.is_deleted', '=', 0)
    .where('tenant.status', '=', 1)
    .where('tenant.is_deleted', '=', 0)
    .where((eb) => eb.or([eb('tenant.expire_time', 'is', null), eb('tenant.expire_time', '>', sql<Date>`now()`)]))

/** The user in place of a session, as if he had just signed in at home; its id is his. */
const asIfSignedIn = (db: Db, userId: string): Db =>
  db.with('session', (query) =>
    query
      .selectFrom('app_user')
      .where('id', '=', userId)
      .select(['tenant_id', 'id', 'id as user_id'])
      .select(sql<string>`''`.as('acting_tenant'))
      .select([sql<string>`''`.as('role_ids'), sql<string>`''`.as('dept_id')]),
  ) as unknown as Db

const userOfSession = (db: Db, sessionId: string) => userOf(alive(db), sessionId)

async function userOf(sessions: ReturnType<typeof holders>, sessionId: string): Promise<User | undefined> {
  const row = await sessions
    .where('session.id', '=', sessionId)
    .select([
      'u.id',
      'u.account',
      'u.real_name',
      'session.tenant_id',
      'session.acting_tenant',
      'session.role_ids',
      'u.must_change_password',
      actsIn.as('acts_in'),
      rolesWithScopes.as('held'),
    ])
    .executeTakeFirst()
  if (!row) return undefined
  const held = narrowed(row.held, row.role_ids)
  const roles = held.map(({ alias }) => alias)
  const acting = row.acting_tenant !== ''
  const platform = row.tenant_id === PLATFORM && roles.includes('administrator')
  return {
    id: row.id,
    // only the platform's administrator enters another tenant; whoever no longer is one is back at home
    tenantId: acting && platform ? row.acting_tenant : row.tenant_id,
    homeTenantId: row.tenant_id,
    sessionId,
    account: row.account,
    realName: row.real_name,
    deptId: row.acts_in ?? '',
    roles,
    held: heldBy(held.map(extentsOf), platform && !acting),
    mustChangePassword: row.must_change_password,
  }
}

type Scope = { grant: string; extent: string; depts: string[] }
type RoleRow = { id: string; alias: string; scopes: Scope[] | null }

/** The department that the session was opened for, if the user `u` is in it; else his first. */
const actsIn = sql<string | null>`coalesce((select acts.dept_id from user_dept acts
  where acts.user_id = u.id and acts.dept_id::text = session.dept_id), u.dept_id)`

/** The roles of the user `u` with what his tenant has set for them; departments are resolved for the one he acts in. */
const rolesWithScopes = sql<RoleRow[]>`coalesce((
  select json_agg(json_build_object('id', role.id, 'alias', role.role_alias, 'scopes', (
    select json_agg(json_build_object('grant', grant_name, 'extent', extent, 'depts', case extent
      when 'depts' then dept_ids
      when 'dept' then array[${actsIn}]
      when 'deptTree' then (with recursive below as (
        select ${actsIn} as id union select dept.id from dept join below on dept.parent_id = below.id where dept.is_deleted = 0)
        select array_agg(id) from below)
      else '{}' end)) from role_scope where role_scope.role_id = role.id)) order by role.sort, role.id)
  from user_role join role on role.id = user_role.role_id
  where user_role.user_id = u.id and role.is_deleted = 0), '[]')`

/** The roles held, cut down to those the session was opened for; a wish never adds one. */
function narrowed(held: readonly RoleRow[], roleIds: string): readonly RoleRow[] {
  const wished = roleIds.split(',').filter(Boolean)
  return wished.length ? held.filter(({ id }) => wished.includes(id)) : held
}

const isGrant = (name: string): name is GrantName => (grantNames as readonly string[]).includes(name)

function extentsOf({ alias, scopes }: RoleRow): HeldRole {
  const extents: HeldRole['extents'] = {}
  for (const { grant, extent, depts } of scopes ?? []) {
    if (isGrant(grant)) extents[grant] = extentNamed(extent, depts)
  }
  return { alias, extents }
}

function extentNamed(extent: string, depts: readonly (string | null)[]): Extent | false {
  if (extent === 'none') return false
  if (extent === 'all') return true
  return extent === 'self' ? 'self' : { depts: depts.filter((id) => id !== null) }
}

import { sql } from 'kysely'
import { Refusal } from '#server/kernel/errors.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import type { Context } from '#server/kernel/service.ts'
import { howOf, openIn, type Signed, type Wanted } from '../auth/open-session.ts'
import { tenantOf } from '../auth/sign-in.ts'
import { askBy, askProvider, challengeOf, isBeginner, newAway } from './away.ts'
import { beginFlow, type PendingIdentity, takeFlow } from './flow.ts'
import { linkedTo } from './pending.ts'
import { clientOf } from './social-clients.ts'
import { providers } from './social-providers.ts'

type Start = { source: string; tenantId: string; nonce: string | undefined; userId?: string }
type Going = Pick<Context, 'kernel' | 'trace'>

/** Begins a way through a social client: to sign in, or, for `userId`, to link. Two short transactions around nothing but the flow. */
export async function leaveFor({ kernel, trace }: Going, { source, tenantId, nonce, userId = '' }: Start) {
  if (!tenantId) throw new Refusal('socialUnknown')
  const { client, state, flow } = await kernel.database.inTenant({ tenantId, userId }, async (db) => {
    const client = await clientOf(kernel, db, tenantId, source)
    const { id: through, redirectUri } = client
    const flow = newAway({ purpose: userId ? 'bind' : 'signIn', through, userId, redirectUri, nonce })
    return { client, flow, state: await beginFlow(db, 'social', flow) }
  })
  const leaving = { state, redirectUri: flow.redirectUri, challenge: challengeOf(flow), nonce: flow.oidcNonce }
  const url = await askProvider(kernel, trace, () =>
    providers[client.type].authorizeUrl(askBy(kernel), client, leaving),
  )
  return { url: url.href, state }
}

type Back = { code: string; state: string; nonce: string | undefined; iss: string | undefined }
type Expected = { purpose: 'signIn' | 'bind'; tenantId: string; userId: string; source: string | undefined }

/** Whom the provider names for who came back. The state is used up whatever comes of it. */
export async function comeBack({ kernel, trace }: Going, back: Back, expected: Expected): Promise<PendingIdentity> {
  const { tenantId, userId, purpose, source } = expected
  const { code, state, nonce, iss = '' } = back
  const { client, flow } = await kernel.database.inTenant({ tenantId, userId }, async (db) => {
    const flow = await takeFlow(db, 'social', state)
    return { flow, client: flow && (await clientOf(kernel, db, tenantId, flow.through)) }
  })
  // what came back with one provider's state is not taken for another's
  const named = !source || source === client?.id || source === client?.type
  if (!flow || !client || !named || !isBeginner(flow, { purpose, nonce, userId })) throw new Refusal('flowOver')
  const { redirectUri, verifier, oidcNonce } = flow
  const returned = { code, state, iss, redirectUri, verifier, nonce: oidcNonce }
  const { subject, nickname, avatar } = await askProvider(kernel, trace, () =>
    providers[client.type].profile(askBy(kernel), client, returned),
  )
  return {
    clientId: client.id,
    platform: client.tenantId === PLATFORM && tenantId !== PLATFORM,
    subject: subject.slice(0, 300),
    nickname: nickname.slice(0, 100),
    avatar: avatar.startsWith('https://') ? avatar.slice(0, 1000) : '',
  }
}

/**
 * grant_type social. Who is linked to somebody here signs in; anybody else is told so, with an `oauthId` that links him to the
 * account he signs in with next, or registers. Nobody is found by a nickname, an address or a number.
 */
export async function socialSignIn(context: Context, wanted: Wanted): Promise<Signed> {
  const { kernel, headers } = context
  const tenantId = tenantOf(wanted, headers)
  if (!tenantId || !wanted.code || !wanted.state) throw new Refusal('flowOver')
  const back = { code: wanted.code, state: wanted.state, nonce: wanted.nonce, iss: wanted.iss }
  const identity = await comeBack(context, back, { purpose: 'signIn', tenantId, userId: '', source: wanted.source })
  const known = await kernel.database.inTenant({ tenantId, userId: '' }, async (db) => {
    const linked = await linkedTo(db, identity.clientId, identity.subject)
    return linked ? { linked } : { oauthId: await beginFlow(db, 'pending', identity) }
  })
  const { linked, oauthId } = known
  if (!linked) throw new Refusal('socialUnbound', {}, { oauthId, nickname: identity.nickname, unbound: true })
  const who = { tenantId, userId: linked.user_id }
  const how = await howOf(context, tenantId, 'social', { ...wanted, oauthId: undefined })
  const answer = await kernel.database.inTenant(who, async (db) => {
    const { nickname, avatar } = identity
    const set = { nickname, avatar, seen_time: sql<Date>`now()` }
    await db.updateTable('linked_identity').set(set).where('id', '=', linked.id).execute()
    return openIn(db, context, who, how)
  })
  return answer(kernel)
}

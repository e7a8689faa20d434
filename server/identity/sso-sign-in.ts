import { randomUUID } from 'node:crypto'
import { Refusal } from '#server/kernel/errors.ts'
import type { Context } from '#server/kernel/service.ts'
import { howOf, openIn, type Signed, type Wanted } from '../auth/open-session.ts'
import { hashPassword, md5 } from '../auth/password.ts'
import { tenantOf } from '../auth/sign-in.ts'
import { askBy, askProvider, challengeOf, isBeginner, newAway } from './away.ts'
import { beginFlow, takeFlow } from './flow.ts'
import { type Claims, oidcClaims, oidcUrl } from './oidc.ts'
import { returnAddresses } from './public-origin.ts'
import { linkSso, newPerson, resolvePerson } from './sso-person.ts'
import { type SsoProvider, ssoProviderOf } from './sso-providers.ts'

type Going = Pick<Context, 'kernel' | 'trace'>
type Start = {
  id: string
  tenantId: string
  nonce: string | undefined
  redirectUri?: string | undefined
  /** Of an administrator who only looks at what a provider says. */
  userId?: string
}

/** Begins a single sign-on. It returns to the login page and nowhere else. */
export async function startSso({ kernel, trace }: Going, start: Start) {
  const { id, tenantId, nonce, userId = '' } = start
  const allowed = returnAddresses(kernel.config)
  const redirectUri = start.redirectUri ?? allowed[0] ?? ''
  if (!allowed.includes(redirectUri)) throw new Refusal('redirectRefused')
  const begun = await kernel.database.inTenant({ tenantId, userId }, async (db) => {
    const provider = await ssoProviderOf(kernel, db, id, userId === '')
    const flow = newAway({ purpose: userId ? 'test' : 'signIn', through: id, userId, redirectUri, nonce })
    return { provider, flow, state: await beginFlow(db, 'sso', flow) }
  })
  const { provider, flow, state } = begun
  const leaving = { state, redirectUri, challenge: challengeOf(flow), nonce: flow.oidcNonce }
  const url = await askProvider(kernel, trace, () => oidcUrl(askBy(kernel), provider, leaving))
  return { url: url.href, state }
}

type Back = Pick<Wanted, 'code' | 'state' | 'nonce' | 'iss' | 'redirect_uri'>
type Beginner = { tenantId: string; userId: string }

/** What the provider says of who came back. The state is used up whatever comes of it. */
export async function returnedFrom({ kernel, trace }: Going, back: Back, { tenantId, userId }: Beginner) {
  const { code, state, nonce, iss = '' } = back
  if (!code || !state) throw new Refusal('flowOver')
  const flow = await kernel.database.inTenant({ tenantId, userId }, (db) => takeFlow(db, 'sso', state))
  const sameAddress = !back.redirect_uri || back.redirect_uri === flow?.redirectUri
  if (!flow || !sameAddress || !isBeginner(flow, { purpose: userId ? 'test' : 'signIn', nonce, userId }))
    throw new Refusal('flowOver')
  const provider = await kernel.database.inTenant({ tenantId, userId }, (db) =>
    ssoProviderOf(kernel, db, flow.through, userId === ''),
  )
  const { redirectUri, verifier, oidcNonce } = flow
  const returned = { code, state, iss, redirectUri, verifier, nonce: oidcNonce }
  const claims = await askProvider(kernel, trace, () => oidcClaims(askBy(kernel), provider, returned))
  return { provider, claims }
}

/** grant_type authorization_code: code, state and redirect_uri as the provider sent the browser back with them. */
export async function ssoSignIn(context: Context, wanted: Wanted): Promise<Signed> {
  const { kernel, headers } = context
  const tenantId = tenantOf(wanted, headers)
  if (!tenantId) throw new Refusal('flowOver')
  const { provider, claims } = await returnedFrom(context, wanted, { tenantId, userId: '' })
  const userId = await personFor(context, tenantId, provider, claims)
  const who = { tenantId, userId }
  const how = await howOf(context, tenantId, 'sso', { ...wanted, oauthId: undefined })
  const answer = await kernel.database.inTenant(who, async (db) => {
    await linkSso(db, provider, claims, userId)
    return openIn(db, context, who, how)
  })
  return answer(kernel)
}

/** Whose account it is; makes one where the provider may. */
async function personFor({ kernel }: Context, tenantId: string, provider: SsoProvider, claims: Claims) {
  const nobodys = { tenantId, userId: '' }
  const found = await kernel.database.inTenant(nobodys, (db) => resolvePerson(db, provider, claims))
  if (found.result === 'refused') throw new Refusal(found.why)
  if (found.result !== 'newAccount') return found.userId
  const hash = await hashPassword(md5(randomUUID()))
  return kernel.database.inTenant(nobodys, async (db) => {
    const userId = await newPerson(db, provider, claims, hash)
    // in the same transaction: an account that nobody is linked to would be made again next time
    await linkSso(db, provider, claims, userId)
    return userId
  })
}

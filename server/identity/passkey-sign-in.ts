import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { sql } from 'kysely'
import { z } from 'zod'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import type { Context } from '#server/kernel/service.ts'
import { howOf, openIn, type Signed, type Wanted } from '../auth/open-session.ts'
import { beginFlow, takeFlow } from './flow.ts'
import { publicOrigins } from './public-origin.ts'

/** Before anybody signed in there is no tenant: the challenge is kept at the platform. */
const nobodys = { tenantId: PLATFORM, userId: '' }

/** Origins that may use passkeys, and the names a credential of each is bound to (WebAuthn: rp id). */
export const relyingParty = ({ config }: Pick<Kernel, 'config'>) => {
  const origins = publicOrigins(config)
  return { expectedOrigin: origins, expectedRPID: origins.map((origin) => new URL(origin).hostname) }
}

/**
 * A challenge for any passkey of this site. The browser adds the rp id of the page it is on, so nothing here depends on what
 * a request says of its host.
 */
export async function passkeyChallenge({ database }: Kernel) {
  const options = await generateAuthenticationOptions({ rpID: 'of the page', userVerification: 'required' })
  const { rpId: _, ...rest } = options
  const { challenge } = options
  const flow = await database.inTenant(nobodys, (db) => beginFlow(db, 'passkey', { challenge, userId: '' }))
  return { flow, options: { ...rest } }
}

const Assertion = z.object({
  id: z.string().max(1400),
  rawId: z.string().max(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
  response: z.object({
    clientDataJSON: z.string().max(4000),
    authenticatorData: z.string().max(4000),
    signature: z.string().max(4000),
    userHandle: z.string().max(200),
  }),
})
/** What a passkey carries of its owner: tenant and user. */
export const handleOf = (tenantId: string, userId: string) => new TextEncoder().encode(`${tenantId}.${userId}`)
const HANDLE = /^([0-9A-Za-z]{6,12})\.([0-9a-f-]{36})$/

/** grant_type passkey: the authenticator's answer to a challenge says who it is, in which tenant, and proves it. */
export async function passkeySignIn(context: Context, { flow, response, ...wanted }: Wanted): Promise<Signed> {
  const { kernel } = context
  const refused = new Refusal('passkeyRefused')
  const assertion = Assertion.safeParse(typeof response === 'string' ? parsed(response) : response).data
  const challenge = await kernel.database.inTenant(nobodys, (db) => takeFlow(db, 'passkey', flow ?? ''))
  if (!challenge) throw new Refusal('flowOver')
  const handle = Buffer.from(assertion?.response.userHandle ?? '', 'base64url').toString()
  const [, tenantId, userId] = HANDLE.exec(handle) ?? []
  if (!assertion || !tenantId || !userId) throw refused
  const who = { tenantId, userId }
  const key = await kernel.database.inTenant(who, (db) =>
    db
      .selectFrom('passkey')
      .where('credential_id', '=', assertion.id)
      .where('user_id', '=', userId)
      .select(['id', 'credential_id', 'public_key', 'counter'])
      .executeTakeFirst(),
  )
  if (!key) throw refused
  const counter = Number(key.counter)
  const verified = await verifyAuthenticationResponse({
    response: assertion,
    expectedChallenge: challenge.challenge,
    ...relyingParty(kernel),
    credential: { id: key.credential_id, publicKey: new Uint8Array(key.public_key), counter },
    requireUserVerification: true,
  }).catch((error: unknown) => {
    const { message = '' } = error instanceof Error ? error : {}
    kernel.log.warn({ trace: context.trace, why: message.slice(0, 200) }, 'a passkey was refused')
    return undefined
  })
  if (!verified?.verified) throw refused
  const how = await howOf(context, tenantId, 'passkey', { ...wanted, oauthId: undefined })
  const answer = await kernel.database.inTenant(who, async (db) => {
    // of two answers with one counter one is a copy
    const { numUpdatedRows } = await db
      .updateTable('passkey')
      .set({ counter: BigInt(verified.authenticationInfo.newCounter), seen_time: sql`now()` })
      .where('id', '=', key.id)
      .where('counter', '=', key.counter)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw refused
    return openIn(db, context, who, how)
  })
  return answer(kernel)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

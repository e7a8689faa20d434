import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import { z } from 'zod'
import type { passkey } from '#contract/identity.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { one, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { beginFlow, takeFlow } from './flow.ts'
import { handleOf, passkeyChallenge, relyingParty } from './passkey-sign-in.ts'
import { keepOneWayIn } from './ways-in.ts'

const MOST = 20
const Attestation = z.object({
  id: z.string().max(1400),
  rawId: z.string().max(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
  response: z.object({
    clientDataJSON: z.string().max(4000),
    attestationObject: z.string().max(16_000),
    transports: z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])).optional(),
  }),
})
const shown = ['id', 'name', 'create_time', 'seen_time', 'backed_up'] as const
type Row = { id: string; name: string; create_time: Date; seen_time: Date | null; backed_up: boolean }
const asPasskey = ({ id, name, create_time, seen_time, backed_up }: Row) => ({
  id,
  name,
  createTime: wallTime(create_time),
  seenTime: seen_time ? wallTime(seen_time) : '',
  backedUp: backed_up,
})

export const passkeyService: Service<typeof passkey> = {
  loginOptions: ({ kernel }) => passkeyChallenge(kernel),

  async registerOptions({ db, user }) {
    const known = await db.selectFrom('passkey').where('user_id', '=', user.id).select('credential_id').execute()
    const options = await generateRegistrationOptions({
      rpName: 'Digao 底稿',
      rpID: 'of the page',
      userName: user.account,
      userDisplayName: user.realName || user.account,
      userID: handleOf(user.homeTenantId, user.id),
      attestationType: 'none',
      excludeCredentials: known.map(({ credential_id: id }) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const { challenge } = options
    const flow = await beginFlow(db, 'passkeyNew', { challenge, userId: user.id })
    return { flow, options: { ...options, rp: { name: options.rp.name } } }
  },

  async register(context, { flow, name, response }) {
    const { db, user, kernel } = context
    const begun = await takeFlow(db, 'passkeyNew', flow)
    if (!begun || begun.userId !== user.id) throw new Refusal('flowOver')
    const attestation = Attestation.safeParse(response).data
    if (!attestation) throw new Refusal('passkeyRefused')
    const { id, rawId, type, response: given } = attestation
    const { transports = [], clientDataJSON, attestationObject } = given
    const checked = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject, transports },
      },
      expectedChallenge: begun.challenge,
      ...relyingParty(kernel),
      requireUserVerification: true,
    }).catch((error: unknown) => {
      const { message = '' } = error instanceof Error ? error : {}
      kernel.log.warn({ trace: context.trace, why: message.slice(0, 200) }, 'a new passkey was refused')
      return undefined
    })
    if (!checked?.verified) throw new Refusal('passkeyRefused')
    const { credential, credentialBackedUp } = checked.registrationInfo
    const mine = await db.selectFrom('passkey').where('user_id', '=', user.id).select('id').execute()
    if (mine.length >= MOST) throw new Refusal('passkeyMany', { most: MOST })
    const row = await db
      .insertInto('passkey')
      .values({
        user_id: user.id,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: BigInt(credential.counter),
        transports: [...transports],
        backed_up: credentialBackedUp,
        name,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(shown)
      .executeTakeFirst()
    if (!row) throw new Refusal('passkeyKnown')
    await audit(context, { action: 'passkey.add', bizType: 'user', bizId: user.id, after: { name } })
    return asPasskey(row)
  },

  async list({ db, user }) {
    const rows = await db
      .selectFrom('passkey')
      .where('user_id', '=', user.id)
      .orderBy('create_time')
      .select(shown)
      .execute()
    return rows.map(asPasskey)
  },

  async rename(context, { id, name }) {
    const { db, user } = context
    const mine = db.selectFrom('passkey').where('id', '=', id).where('user_id', '=', user.id)
    const before = await mine.select('name').execute().then(one)
    await db.updateTable('passkey').set({ name }).where('id', '=', id).where('user_id', '=', user.id).execute()
    await audit(context, { action: 'passkey.rename', bizType: 'user', bizId: user.id, before, after: { name } })
    return {}
  },

  async remove(context, { id }) {
    const { db, user } = context
    const before = await db
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .returning('name')
      .execute()
      .then(one)
    await keepOneWayIn(db, user.id)
    await audit(context, { action: 'passkey.remove', bizType: 'user', bizId: user.id, before })
    return {}
  },
}

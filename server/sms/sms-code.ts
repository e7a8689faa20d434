import { createHmac, hkdfSync, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { SmsScene } from '#contract/sms.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { claimPace } from './pace.ts'
import { turnstile } from './turnstile.ts'

export const CODE_MINUTES = 5
export const GAP_SECONDS = 60
const TRIES = 5
const perPhone = { gap: GAP_SECONDS, hour: 5, day: 10 }
const perAddress = { hour: 20 }

/** What a code is bound to: it is right only for all of this together. */
export type CodeBinding = { scene: SmsScene; tenantId: string; phone: string }
export type CodeGiven = CodeBinding & { smsId: string; code: string }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const atPlatform = <T>(kernel: Kernel, work: (db: Db) => Promise<T>) =>
  kernel.database.inTenant({ tenantId: PLATFORM, userId: '' }, work)

const keyOf = ({ secrets }: Kernel) => Buffer.from(hkdfSync('sha256', secrets.tokenKey, '', 'digao sms code', 32))
const hashOf = (kernel: Kernel, { scene, tenantId, phone, smsId, code }: CodeGiven) =>
  createHmac('sha256', keyOf(kernel))
    .update(JSON.stringify([scene, tenantId, phone, smsId, code]))
    .digest()
/** A bucket names a phone by its hash: the table of paces is no list of numbers. */
const bucketOf = (kernel: Kernel, kind: string, value: string) =>
  `${kind} ${createHmac('sha256', keyOf(kernel)).update(value).digest('base64url')}`

const sending = turnstile(3)
const spending = turnstile(3)

/**
 * Makes a code for a phone; its words are for the message alone. The slot is claimed first, so that a hundred requests at once
 * make one code. Refuses too many per phone or network address, and a second one in a day without a solved captcha.
 */
export const makeCode = (
  kernel: Kernel,
  binding: CodeBinding,
  { address, captcha }: { address: string; captcha: boolean },
): Promise<{ smsId: string; code: string }> =>
  sending(() =>
    atPlatform(kernel, async (db) => {
      const claimed = await claimPace(db, bucketOf(kernel, 'sms phone', binding.phone), perPhone)
      if ('met' in claimed) {
        const { met, seconds } = claimed
        // the button counts down what is left
        throw met === 'gap'
          ? new Refusal('smsTooSoon', { seconds }, { seconds })
          : new Refusal('smsTooMany', { seconds })
      }
      if (claimed.today > 1 && !captcha) throw new Refusal('smsCaptchaNeeded', {}, { captcha: true })
      // after the phone, in this order always, so that two requests never wait for each other
      const from = await claimPace(db, bucketOf(kernel, 'sms address', address), perAddress)
      if ('met' in from) throw new Refusal('smsAddressTooMany', { seconds: from.seconds })
      const smsId = randomUUID()
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      await db
        .insertInto('sms_code')
        .values({
          id: smsId,
          code_hash: hashOf(kernel, { ...binding, smsId, code }),
          expire_time: sql<Date>`now() + make_interval(mins => ${CODE_MINUTES})`,
        })
        .execute()
      return { smsId, code }
    }),
  )

/** A code that was right, and is used up now. */
export type SpentCode = {
  /** What was answered when this very request came before. */
  answered: string | undefined
  /** The code may be used again: what it was for was refused. */
  giveBack(): Promise<void>
  /** Keeps the answer for a repetition of the request. */
  keep(answer: string): Promise<void>
}

/**
 * Uses a code up, or refuses: wrong, expired, used before, tried five times already, or of another scene, tenant or phone — never
 * told apart. Each try counts before it is compared, so parallel guesses get no more than five either. `request` names the
 * request (a hash of all it asks): repeated with the same code it is given the answer that was kept.
 */
export const spendCode = (kernel: Kernel, given: CodeGiven, request?: Buffer): Promise<SpentCode> =>
  spending(() =>
    atPlatform(kernel, async (db) => {
      const code = given.code.trim()
      if (code === '') throw new Refusal('smsCodeEmpty')
      const wrong = new Refusal('smsCodeWrong')
      const smsId = given.smsId.toLowerCase()
      if (!UUID.test(smsId) || !/^\d{6}$/.test(code)) throw wrong
      const wanted = hashOf(kernel, { ...given, smsId, code })
      const right = (stored: Buffer) => stored.length === wanted.length && timingSafeEqual(stored, wanted)
      const row = await db
        .updateTable('sms_code')
        .set({ tries: sql`tries + 1` })
        .where('id', '=', smsId)
        .where('tries', '<', TRIES)
        .where('used_time', 'is', null)
        .where('expire_time', '>', sql<Date>`now()`)
        .returning('code_hash')
        .executeTakeFirst()
      if (row && right(row.code_hash)) {
        await db
          .updateTable('sms_code')
          .set({ used_time: sql`now()`, used_hash: request ?? null })
          .where('id', '=', smsId)
          .execute()
        return spent(kernel, smsId, undefined)
      }
      // counted, though refused
      if (row) return wrong
      const before = request && (await answeredBefore(db, smsId, request))
      if (before && right(before.code_hash)) {
        return before.answer === null ? new Refusal('keyRunning') : spent(kernel, smsId, before.answer)
      }
      return wrong
    }),
  ).then((result) => {
    if (result instanceof Refusal) throw result
    return result
  })

const answeredBefore = (db: Db, smsId: string, request: Buffer) =>
  db
    .selectFrom('sms_code')
    .select(['code_hash', 'answer'])
    .where('id', '=', smsId)
    .where('used_hash', '=', request)
    .where('expire_time', '>', sql<Date>`now()`)
    .executeTakeFirst()

function spent(kernel: Kernel, smsId: string, answered: string | undefined): SpentCode {
  const change = (set: { answer: string } | { used_time: null; used_hash: null }) =>
    atPlatform(kernel, async (db) => {
      await db.updateTable('sms_code').set(set).where('id', '=', smsId).execute()
    })
  return {
    answered,
    giveBack: () => change({ used_time: null, used_hash: null }),
    keep: (answer) => change({ answer }),
  }
}

/** Deletes codes an hour after they ended. */
export const sweepCodes = (db: Db) =>
  db
    .deleteFrom('sms_code')
    .where('expire_time', '<', sql<Date>`now() - interval '1 hour'`)
    .execute()

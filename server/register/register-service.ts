import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { CONSENT_EDITION } from '#contract/consent.ts'
import type { register, RegisterKind } from '#contract/register.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { Flights } from '#server/kernel/idempotency.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import type { Context, Service } from '#server/kernel/service.ts'
import { hashPassword } from '../auth/password.ts'
import { bindPending } from '../identity/pending.ts'
import { solvedCaptcha, tenantOf } from '../sms/before-sign-in.ts'
import { type SpentCode, spendCode } from '../sms/sms-code.ts'
import { addUser, clashOf, defaultPackages, provision } from '../tenant/provision-tenant.ts'
import { administratorsOf, sendMessage } from '../watch/messages.ts'
import { isCommonPassword } from './common-password.ts'
import { claimRegistration, giveBackRegistration } from './registration-pace.ts'
import { isGuestOpen, openRegistrations } from './open-registrations.ts'

type BySms = z.output<typeof register.withSms.input>
type Guest = z.output<typeof register.guest.input>
type Registered = z.input<typeof register.withSms.output>

const flights = new Flights()
const documents = ['agreement', 'privacy'] as const

/** Both documents, in the transaction that makes the person. */
const consent = (db: Db, userId: string, address: string) =>
  db
    .insertInto('consent')
    .values(documents.map((document) => ({ user_id: userId, document, edition: CONSENT_EDITION, address })))
    .execute()

/** Runs a registration that counts against its network address only if it comes about. */
async function counted<T>({ kernel, address }: Context, work: () => Promise<T>): Promise<T> {
  await claimRegistration(kernel, address)
  try {
    return await work()
  } catch (error) {
    await giveBackRegistration(kernel, address)
    throw error
  }
}

/** A tenant of one's own: all of it in one transaction, or none. */
async function registerTenant(context: Context, kind: RegisterKind, wanted: BySms): Promise<Registered> {
  const { kernel, address, trace, user } = context
  const { name, account, password, phone, creditCode } = wanted
  if (kind === 'firm' && (await isRegisteredFirm(context, creditCode))) throw new Refusal('registerFirmTaken')
  const realName = wanted.realName || name
  const { tenantId } = await provision(kernel.database, {
    tenantName: name,
    kind,
    linkman: realName,
    contactNumber: phone,
    nameOnce: kind !== 'person',
    ...(kind === 'firm' && { creditCode }),
    ...(defaultPackages[kind] && { packageCode: defaultPackages[kind] }),
    administrator: {
      account,
      realName,
      password,
      phone,
      // a person begins as a user of the basic edition, who is offered the advanced one
      ...(kind === 'person' && { roles: ['personal', 'normal'] as const }),
    },
    also: async (db, made) => void (await consent(db, made.userId, address)),
    by: { user: { ...user, realName, account }, address, trace },
  })
  return { tenantId, tenantName: name, account, pending: false }
}

const isRegisteredFirm = ({ kernel }: Context, creditCode: string) =>
  kernel.database
    .onEveryServer('a firm registers once', (db) =>
      db
        .selectFrom('firm')
        .select('id')
        .where('credit_code', '=', creditCode)
        .where('is_deleted', '=', 0)
        .limit(1)
        .execute(),
    )
    .then((found) => found.flat().length > 0)

type NewGuest = Pick<BySms, 'name' | 'account' | 'password' | 'phone' | 'oauthId' | 'consent'> & { tenantId: string }

/** A user of somebody else's tenant: with the least of the roles, and locked until an administrator there unlocks him. */
async function registerGuest(context: Context, guest: NewGuest): Promise<Registered> {
  const { kernel, address, trace } = context
  const { tenantId, name, account, password, phone, oauthId } = guest
  const actor = { tenantId, userId: '' }
  if (!(await isGuestOpen(kernel, tenantId))) throw new Refusal('registerClosed')
  const hash = await hashPassword(password)
  try {
    const tenantName = await kernel.database.inTenant(actor, async (db) => {
      const tenant = await db
        .selectFrom('tenant')
        .select('tenant_name')
        .where('tenant_id', '=', tenantId)
        .executeTakeFirstOrThrow()
      const userId = await addUser(db, { account, realName: name, password, phone, roles: ['user'], hash })
      await db.updateTable('app_user').set({ status: 0, remark: '自助注册，待启用' }).where('id', '=', userId).execute()
      if (oauthId) await bindPending(db, { oauthId, userId })
      if (guest.consent === CONSENT_EDITION) await consent(db, userId, address)
      const title = { key: 'guestNoticeTitle' as const, params: { name } }
      const body = { key: 'guestNoticeBody' as const, params: { name, account } }
      for (const chief of await administratorsOf(db))
        await sendMessage(kernel, db, { userId: chief, type: 'task', title, body, link: '/system/user' })
      const who = { realName: name, account }
      const entry = { action: 'user.register', bizType: 'user', bizId: userId, after: { account, name } }
      await audit({ db, user: who, address, trace }, entry)
      return tenant.tenant_name
    })
    return { tenantId, tenantName, account, pending: true }
  } catch (error) {
    const clash = clashOf(error)
    if (clash === 'app_user_account_once') throw new Refusal('registerAccountTaken')
    if (clash === 'app_user_phone_once') throw new Refusal('registerPhoneTaken')
    throw error
  }
}

async function withSms(context: Context, wanted: BySms): Promise<Registered> {
  const { kernel } = context
  const { kind, account, password, phone, smsId, code, name, creditCode } = wanted
  if (kind && wanted.consent !== CONSENT_EDITION) throw new Refusal('registerConsent')
  if (isCommonPassword(password, [account, phone, name])) throw new Refusal('registerPasswordCommon')
  if (kind === 'firm' && creditCode === '') throw new Refusal('creditCode')
  if (kind && !(await openRegistrations(kernel)).kinds.includes(kind)) throw new Refusal('registerClosed')
  const request = createHash('sha256').update(JSON.stringify(wanted)).digest()
  // a double click is one registration: the second finds the answer of the first
  return flights.alone(smsId, async () => {
    const spent = await spendCode(kernel, { scene: 'register', tenantId: PLATFORM, phone, smsId, code }, request)
    if (spent.answered !== undefined) return JSON.parse(spent.answered) as Registered
    const registered = await orGiveBack(spent, () =>
      counted(context, () =>
        kind
          ? registerTenant(context, kind, wanted)
          : registerGuest(context, { ...wanted, tenantId: tenantOf(context, wanted.tenantId) }),
      ),
    )
    await spent.keep(JSON.stringify(registered))
    return registered
  })
}

/** A code is not lost to a name that is taken. */
async function orGiveBack<T>(spent: SpentCode, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await spent.giveBack()
    throw error
  }
}

export const registerService: Service<typeof register> = {
  kinds: ({ kernel }) => openRegistrations(kernel),
  withSms,
  async guest(context, wanted: Guest) {
    await solvedCaptcha(context, wanted, true)
    if (isCommonPassword(wanted.password, [wanted.account, wanted.name])) throw new Refusal('registerPasswordCommon')
    return counted(context, () => registerGuest(context, { ...wanted, phone: '', consent: '' }))
  },
}

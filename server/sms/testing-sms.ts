import { sql } from 'kysely'
import { auth } from '#contract/auth.ts'
import { smsCode } from '#contract/sms.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import type { TestServer } from '#server/kernel/testing.ts'
import { smsIdle } from './sms-outbox.ts'

export type Answer = {
  status: number
  code: number
  msg: string
  data: Record<string, unknown>
  body: Record<string, unknown>
}

let last = 100_000

/** What the tests of messages and of registering share: calls before the sign-in, the outbox, time that passes. */
export function smsTools({ app, kernel, home, client }: TestServer) {
  const ask = async (url: string, payload: object, headers: Record<string, string> = {}): Promise<Answer> => {
    const reply = await app.inject({ method: 'POST', url, payload, headers })
    const body = reply.json<Record<string, unknown>>()
    const { code, msg, data } = body as { code: number; msg: string; data: Record<string, unknown> }
    return { status: reply.statusCode, code, msg, data, body }
  }
  const send = (what: 'Login' | 'Register' | 'Reset', phone: string, more: object = {}) =>
    ask(smsCode[`send${what}Validate`].path, { phone, tenantId: home.tenantId, ...more })
  const inTenant = <T>(tenantId: string, work: Parameters<typeof kernel.database.inTenant<T>>[1]) =>
    kernel.database.inTenant({ tenantId, userId: '' }, work)
  /** What arrived in the outbox of the local channel, newest first. */
  const outbox = async (tenantId = home.tenantId) => {
    await smsIdle(kernel)
    return inTenant(tenantId, (db) => db.selectFrom('sms_log').selectAll().orderBy('id', 'desc').execute())
  }
  return {
    ask,
    send,
    outbox,
    inTenant,
    newPhone: () => `138${String((last += 7919)).padStart(8, '0')}`,
    /** The six digits that were sent last. */
    codeSent: async (tenantId = home.tenantId) => {
      const [row] = await outbox(tenantId)
      const code = /\d{6}/.exec(row?.text ?? '')?.[0]
      if (!code) throw new Error(`no code was sent: ${row?.state ?? 'nothing'} ${row?.fault ?? ''}`)
      return code
    },
    /** Lets so many seconds pass for every phone and address. */
    pass: async (seconds: number) => {
      await inTenant(PLATFORM, async (db) => {
        const span = sql`make_interval(secs => ${seconds})`
        await sql`update pace set times = array(select t - ${span} from unnest(times) t)`.execute(db)
        await sql`update sms_code set expire_time = expire_time - ${span}`.execute(db)
      })
    },
    /** A user of the test's firm with this phone. */
    withPhone: async (userId: string, phone: string) => {
      await inTenant(home.tenantId, (db) =>
        db.updateTable('app_user').set({ phone }).where('id', '=', userId).execute(),
      )
    },
    token: (payload: object) =>
      ask(auth.token.path, { tenantId: home.tenantId, ...payload }, { authorization: client }),
  }
}

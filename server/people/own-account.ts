import { sql } from 'kysely'
import type { z } from 'zod'
import type { user } from '#contract/user.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type Context, one } from '#server/kernel/service.ts'
import { countTry, forgiveTries } from '../auth/lockout.ts'
import { hashPassword, isPassword } from '../auth/password.ts'
import { sentFields } from '../project/sent-fields.ts'
import { refuseWeakPassword } from './password-rules.ts'
import { person } from './person.ts'
import { columnsOf, endSessions } from './user-write.ts'

/** The platform's administrator stays a person of his own tenant while he works in another. */
function atHome<T>(context: Context, work: (context: Context) => Promise<T>): Promise<T> {
  const { user, kernel } = context
  if (user.tenantId === user.homeTenantId) return work({ ...context, extent: true })
  const home = { ...user, tenantId: user.homeTenantId }
  return kernel.database.inTenant({ tenantId: home.tenantId, userId: home.id }, (db) =>
    work({ ...context, db, user: home, extent: true }),
  )
}

/** The caller himself. */
export const ownInfo = (context: Context) => atHome(context, (home) => person(home, home.user.id))

/** Changes what a person may change about himself; the contract takes nothing else. */
export const changeOwnInfo = (context: Context, sent: z.output<typeof user.updateInfo.input>) =>
  atHome(context, async (home) => {
    const { id } = home.user
    const before = await person(home, id)
    const columns = sentFields(columnsOf(sent))
    await home.db
      .updateTable('app_user')
      .set({ ...columns, update_time: sql<Date>`now()`, version: sql<number>`version + 1` })
      .where('id', '=', id)
      .execute()
    const after = await person(home, id)
    await audit(home, { action: 'user.updateInfo', bizType: 'user', bizId: id, before, after })
    return after
  })

/** Changes the caller's password. Guesses at the old one count like sign-ins: a session left open is no way to the password. */
export const changeOwnPassword = (
  context: Context,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
) =>
  atHome(context, async (home) => {
    const { db, user, kernel, address } = home
    const tried = { account: `${user.tenantId} ${user.account.toLowerCase()}`, address }
    await countTry(kernel, tried)
    const row = one(await db.selectFrom('app_user').select('password_hash').where('id', '=', user.id).execute())
    if (!(await isPassword(row.password_hash, oldPassword))) throw new Refusal('oldPasswordWrong')
    if (oldPassword === newPassword) throw new Refusal('passwordSame')
    refuseWeakPassword(newPassword, user.account)
    await db
      .updateTable('app_user')
      .set({
        password_hash: await hashPassword(newPassword),
        password_time: sql<Date>`now()`,
        must_change_password: false,
        version: sql<number>`version + 1`,
      })
      .where('id', '=', user.id)
      .execute()
    await endSessions(home, [user.id], 'password changed', user.sessionId)
    await audit(home, { action: 'user.updatePassword', bizType: 'user', bizId: user.id })
    home.afterCommit(() => forgiveTries(kernel, tried))
    return {}
  })

import type { auth } from '#contract/auth.ts'
import { audit } from '#server/kernel/audit.ts'
import { one, type Service } from '#server/kernel/service.ts'
import { newCaptcha } from './captcha-service.ts'
import { grantToken } from './token-grant.ts'

export const authService: Service<typeof auth> = {
  token: grantToken,

  captcha: ({ kernel }) => newCaptcha(kernel),

  async logout(context) {
    const { db, kernel, user, afterCommit } = context
    await kernel.sessions.end(db, user.sessionId, 'signed out')
    await audit(context, { action: 'signOut', bizType: 'session', bizId: user.id })
    afterCommit(() => kernel.sessions.forget(user.id))
    return {}
  },

  async uploadLogs({ db }, { list }) {
    if (list.length) await db.insertInto('browser_log').values(list).execute()
    return {}
  },

  async userInfo({ db, user }) {
    const row = await db.selectFrom('app_user').select(['avatar']).where('id', '=', user.id).execute().then(one)
    return {
      userId: user.id,
      tenantId: user.tenantId,
      account: user.account,
      realName: user.realName,
      avatar: row.avatar,
      deptId: user.deptId,
      roles: [...user.roles],
      homeTenantId: user.homeTenantId,
      held: user.held,
      mustChangePassword: user.mustChangePassword ?? false,
    }
  },

  clearCache: async () => ({}),
}

import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { enterprise } from '#contract/enterprise.ts'
import { project } from '#contract/project.ts'
import { role } from '#contract/role.ts'
import { user } from '#contract/user.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { md5 } from '../auth/password.ts'
import { testCreditCode } from '../project/testing-credit-code.ts'

let server: TestServer
let owner: Caller
let admin: Caller
let roleIds: Record<string, string>
beforeAll(async () => {
  server = await testServer()
  owner = await server.as('administrator', '周所长')
  admin = await server.as('admin', '王管理')
  roleIds = Object.fromEntries((await admin(role.tree, {})).map(({ alias, id }) => [alias, id]))
})

let made = 0
const draft = (over: object = {}) => ({ account: `person${(made += 1)}`, realName: `人员${made}`, ...over })
const zxsRole = () => ({ roleId: roleIds['zxs'] ?? '' })

describe('locking and passwords', () => {
  test('a locked person is out at once and comes back when unlocked', async () => {
    const clerk = await server.as('zxs', '被锁')
    await admin(user.lock, { ids: clerk.userId })
    await expect(clerk(user.info, {})).rejects.toMatchObject({ code: 401 })
    await expect(server.signIn(server.home.tenantId, clerk.account)).rejects.toMatchObject({ code: 400 })
    expect((await admin(user.list, { state_equal: 'locked' })).records.map(({ id }) => id)).toContain(clerk.userId)
    await admin(user.unlock, { ids: clerk.userId })
    await expect(server.signIn(server.home.tenantId, clerk.account)).resolves.toBeDefined()
    await expect(clerk(user.info, {})).rejects.toMatchObject({ code: 401 })
  })

  test('a reset shows a password once, ends the sessions and asks for a new one', async () => {
    const clerk = await server.as('zxs', '忘记')
    const [shown] = await admin(user.resetPassword, { ids: clerk.userId })
    expect(shown).toMatchObject({ id: clerk.userId, realName: '忘记' })
    await expect(clerk(user.info, {})).rejects.toMatchObject({ code: 401 })
    await expect(server.signIn(server.home.tenantId, clerk.account)).rejects.toMatchObject({ code: 400 })
    await server.signIn(server.home.tenantId, clerk.account, md5(shown?.password ?? ''))
    expect((await admin(user.detail, { id: clerk.userId })).mustChangePassword).toBe(true)
    const log = await owner(audit.list, { bizId_equal: clerk.userId })
    expect(JSON.stringify(log)).not.toContain(shown?.password)
    const own = await admin(user.resetPassword, { ids: clerk.userId, password: md5('Jz7-kuaishu-mu') })
    expect(own[0]?.password).toBe('')
    await expect(server.signIn(server.home.tenantId, clerk.account, md5('Jz7-kuaishu-mu'))).resolves.toBeDefined()
  })

  test('changing one’s own password needs the old one and ends the other sessions', async () => {
    const clerk = await server.as('zxs', '自己改')
    const other = await server.signIn(server.home.tenantId, clerk.account)
    const fresh = md5('Mu-8-ri-gengxin')
    const change = (oldPassword: string, newPassword: string) =>
      clerk(user.updatePassword, { oldPassword, newPassword })
    await expect(change(md5('wrong'), fresh)).rejects.toMatchObject({ code: 400, message: '原密码错误' })
    await expect(change(server.password, server.password)).rejects.toMatchObject({ message: '新密码不能与原密码相同' })
    await expect(change(server.password, md5('Qwerty123'))).rejects.toMatchObject({ message: '密码过于常见，请换一个' })
    await expect(change(server.password, md5(clerk.account))).rejects.toMatchObject({ message: '密码不能与账号相同' })
    await change(server.password, fresh)
    await expect(clerk(user.info, {})).resolves.toMatchObject({ mustChangePassword: false })
    const headers = { 'sc-auth': `bearer ${(other as { access_token: string }).access_token}` }
    const reply = await server.app.inject({ url: user.info.path, headers })
    expect(reply.statusCode).toBe(401)
    await expect(server.signIn(server.home.tenantId, clerk.account, fresh)).resolves.toBeDefined()
  })

  test('guesses at the old password are counted', async () => {
    const clerk = await server.as('zxs', '猜测')
    const guess = (at: number) => clerk(user.updatePassword, { oldPassword: md5(`${at}`), newPassword: md5('Mu-8-ri') })
    const answers: string[] = []
    for (let at = 0; at < server.kernel.config.SIGN_IN_TRIES + 3; at++) {
      answers.push(
        await guess(at).then(
          () => 'changed',
          (refusal: Error) => refusal.message,
        ),
      )
    }
    expect(answers.filter((answer) => answer === '原密码错误').length).toBeLessThanOrEqual(
      server.kernel.config.SIGN_IN_TRIES,
    )
    expect(answers.at(-1)).toBe('用户登录失败次数过多')
  })

  test('about himself a person changes what is his, and nothing that is not', async () => {
    const clerk = await server.as('zxs', '本人')
    const hostile = { roleId: roleIds['admin'], tenantId: '000000', status: 0, account: 'root', phone: '13612345678' }
    const sent = { realName: '本人甲', email: 'me@example.com', sex: 1, birthday: '1988-08-08', ...hostile }
    const after = await clerk(user.updateInfo, sent)
    expect(after).toMatchObject({ realName: '本人甲', email: 'me@example.com', sex: 1, birthday: '1988-08-08' })
    const { account, tenantId } = clerk
    expect(after).toMatchObject({ account, tenantId, roleAlias: 'zxs', phone: '', status: 1, id: clerk.userId })
  })
})

describe('leaving', () => {
  test('everything goes to the colleague in one step, and his sessions end', async () => {
    const leaver = await server.as('zxs', '要走')
    const heir = await server.as('zxs', '接手')
    const code = testCreditCode(7001)
    const client = await leaver(enterprise.save, { enterpriseName: '交接公司', creditCode: code })
    const work = { enterpriseId: client.id, projectName: '2025汇算', year: '2025', category: 2 }
    const audited = await leaver(project.save, work)
    await expect(heir(enterprise.detail, { id: client.id })).rejects.toMatchObject({ code: 404 })
    await expect(admin(user.remove, { ids: leaver.userId })).rejects.toMatchObject({
      message: '“要走”还负责1家企业、1个项目，请先办理离职转办',
    })
    expect(await admin(user.handover, { id: leaver.userId })).toMatchObject({ enterprise: 1, project: 1, file: 0 })
    await expect(admin(user.leave, { id: leaver.userId })).rejects.toMatchObject({ message: '请选择接手的同事' })
    await expect(admin(user.leave, { id: leaver.userId, toUserId: leaver.userId })).rejects.toMatchObject({ code: 400 })
    await admin(user.leave, { id: leaver.userId, toUserId: heir.userId })

    expect(await heir(enterprise.detail, { id: client.id })).toMatchObject({ createUser: heir.userId })
    expect(await heir(project.detail, { id: audited.id })).toMatchObject({ createUser: heir.userId })
    await heir(project.update, { id: audited.id, projectName: '2025汇算清缴' })
    await expect(leaver(user.info, {})).rejects.toMatchObject({ code: 401 })
    await expect(server.signIn(server.home.tenantId, leaver.account)).rejects.toMatchObject({ code: 400 })
    expect(await admin(user.detail, { id: leaver.userId })).toMatchObject({
      state: 'left',
      realName: '要走',
      roleId: '',
    })
    const log = await owner(audit.list, { bizId_equal: client.id, action_equal: 'enterprise.save' })
    expect(log.records[0]?.actorName).toBe('要走')
    await expect(admin(user.unlock, { ids: leaver.userId })).rejects.toMatchObject({ message: '“要走”已离职' })
    await expect(admin(user.leave, { id: leaver.userId })).rejects.toMatchObject({ message: '“要走”已离职' })
    await admin(user.remove, { ids: leaver.userId })
    await expect(admin(user.detail, { id: leaver.userId })).rejects.toMatchObject({ code: 404 })
  })

  test('a locked colleague takes nothing over', async () => {
    const leaver = await server.as('zxs', '走者')
    await leaver(enterprise.save, { enterpriseName: '交接二', creditCode: testCreditCode(7002) })
    const locked = await admin(user.submit, draft(zxsRole()))
    await admin(user.lock, { ids: locked.id })
    await expect(admin(user.leave, { id: leaver.userId, toUserId: locked.id })).rejects.toMatchObject({
      message: '接手的同事必须在职且不是本人',
    })
    await expect(leaver(user.info, {})).resolves.toBeDefined()
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { humanCheck, lock, preference } from '#contract/preference.ts'
import { md5 } from '#server/auth/password.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'

const CODE = 'gongsi-2026'
let server: TestServer
let admin: Caller
beforeAll(async () => {
  server = await testServer({ DIGAO_HUMAN_CODE: CODE })
  admin = await server.as('admin', '王管理')
})

const messageOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (refusal: Error) => refusal.message,
  )

describe('own settings', () => {
  test('are kept per person; what is sent changes, null goes, the rest stays', async () => {
    const zxs = await server.as('zxs', '张设置')
    expect(await zxs(preference.detail, {})).toEqual({ settings: {}, hasLock: false, humanChecked: false })
    await zxs(preference.submit, { settings: { navigation: 'top', tab: false, lost: 1 } })
    await zxs(preference.submit, { settings: { tab: true, lost: null } })
    expect((await zxs(preference.detail, {})).settings).toEqual({ navigation: 'top', tab: true })
    const colleague = await server.as('zxs', '李同事')
    expect((await colleague(preference.detail, {})).settings).toEqual({})
  })

  test('of two windows at once lose nothing', async () => {
    const zxs = await server.as('zxs', '两窗口')
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    await Promise.all(names.map((name) => zxs(preference.submit, { settings: { [name]: name } })))
    expect(Object.keys((await zxs(preference.detail, {})).settings).toSorted()).toEqual(names)
  })

  test('have an end, and say which', async () => {
    const zxs = await server.as('zxs', '太多')
    await zxs(preference.submit, { settings: { kept: 1 } })
    await expect(zxs(preference.submit, { settings: { text: '字'.repeat(6000) } })).rejects.toMatchObject({
      code: 400,
      message: '个人设置超过 16 KB，没有保存',
    })
    expect((await zxs(preference.detail, {})).settings).toEqual({ kept: 1 })
  })

  test('of a student, too', async () => {
    const student = await server.as('student', '学生')
    expect((await student(preference.submit, { settings: { x: 1 } })).settings).toEqual({ x: 1 })
  })
})

describe('the lock password', () => {
  test('opens with itself only; changing it needs the old one', async () => {
    const zxs = await server.as('zxs', '锁屏')
    expect(await messageOf(zxs(lock.open, { password: md5('1') }))).toBe('还没有设置锁屏密码')
    expect(await messageOf(zxs(lock.set, { password: md5('') }))).toBe('锁屏密码不能为空')
    await zxs(lock.set, { password: md5('kai-men') })
    expect(await zxs(preference.detail, {})).toMatchObject({ hasLock: true })
    expect(await messageOf(zxs(lock.open, { password: md5('kai-meng') }))).toBe('锁屏密码不正确')
    expect(await messageOf(zxs(lock.set, { password: md5('xin') }))).toBe('原锁屏密码不正确')
    await zxs(lock.set, { password: md5('xin'), oldPassword: md5('kai-men') })
    expect(await messageOf(zxs(lock.open, { password: md5('kai-men') }))).toBe('锁屏密码不正确')
    expect(await messageOf(zxs(lock.open, { password: md5('xin') }))).toBe('done')
  })

  test('is kept as argon2id, and stands in no answer and no audit entry', async () => {
    const zxs = await server.as('zxs', '秘密')
    await zxs(lock.set, { password: md5('mi-mi') })
    await messageOf(zxs(lock.open, { password: md5('cai') }))
    const actor = { tenantId: zxs.tenantId, userId: zxs.userId }
    const row = await server.kernel.database.inTenant(actor, (db) =>
      db.selectFrom('preference').where('user_id', '=', zxs.userId).selectAll().executeTakeFirstOrThrow(),
    )
    expect(row.lock_hash).toMatch(/^\$argon2id\$/)
    expect(JSON.stringify(await zxs(preference.detail, {}))).not.toContain('argon2id')
    await expect
      .poll(async () => {
        const { records } = await admin(audit.list, { bizId_equal: zxs.userId })
        return records.map(({ action }) => action)
      })
      .toEqual(expect.arrayContaining(['lock.set', 'lock.openFailed']))
    const { records } = await admin(audit.list, { bizId_equal: zxs.userId })
    expect(JSON.stringify(records)).not.toMatch(new RegExp(`argon2|${md5('mi-mi')}|${md5('cai')}`))
  })

  test('cannot be guessed: after five tries even the right one waits', async () => {
    const zxs = await server.as('zxs', '猜锁')
    await zxs(lock.set, { password: md5('dui') })
    const wrong = await Promise.all(
      Array.from({ length: 12 }, (_, at) => messageOf(zxs(lock.open, { password: md5(`${at}`) }))),
    )
    expect(wrong.filter((said) => said === '锁屏密码不正确').length).toBeLessThanOrEqual(5)
    expect(await messageOf(zxs(lock.open, { password: md5('dui') }))).toBe('尝试次数过多，请稍后再试')
    // another person's tries are his own
    const other = await server.as('zxs', '别人')
    await other(lock.set, { password: md5('ta-de') })
    expect(await messageOf(other(lock.open, { password: md5('ta-de') }))).toBe('done')
  })

  test('that is forgotten goes with the password of the account', async () => {
    const zxs = await server.as('zxs', '忘记')
    await zxs(lock.set, { password: md5('wang-le') })
    expect(await messageOf(zxs(lock.remove, { password: md5('wang-le') }))).toBe('账号密码不正确')
    await zxs(lock.remove, { password: server.password })
    expect(await zxs(preference.detail, {})).toMatchObject({ hasLock: false })
  })
})

describe('the human check', () => {
  test('says what is wrong with a code, and remembers the right one', async () => {
    const zxs = await server.as('zxs', '人机')
    expect(await messageOf(zxs(humanCheck.submit, { code: '  ' }))).toBe('验证码不能为空')
    expect(await messageOf(zxs(humanCheck.submit, { code: `${CODE}x` }))).toBe('验证码不正确')
    expect(await zxs(preference.detail, {})).toMatchObject({ humanChecked: false })
    await zxs(humanCheck.submit, { code: CODE })
    expect(await zxs(preference.detail, {})).toMatchObject({ humanChecked: true })
  })

  test('is counted', async () => {
    const zxs = await server.as('zxs', '乱猜')
    for (let at = 0; at < 5; at++) await messageOf(zxs(humanCheck.submit, { code: `${at}` }))
    expect(await messageOf(zxs(humanCheck.submit, { code: CODE }))).toBe('尝试次数过多，请稍后再试')
  })

  test('is told to browsers before anybody signs in, without the code', async () => {
    const reply = await server.app.inject('/client.json')
    expect(reply.json()).toMatchObject({ humanCheck: true })
    expect(reply.body).not.toContain(CODE)
  })
})

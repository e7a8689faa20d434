import { beforeAll, describe, expect, test } from 'vitest'
import { clientProfile } from '#contract/client-profile.ts'
import { enterprise } from '#contract/enterprise.ts'
import { firm } from '#contract/firm.ts'
import { message } from '#contract/notice.ts'
import { docFile } from '#contract/doc-files.ts'
import { project } from '#contract/project.ts'
import { user } from '#contract/user.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { testCreditCode } from '../project/testing-credit-code.ts'

let server: TestServer
let admin: Caller
let zxs: Caller
let colleague: Caller
beforeAll(async () => {
  server = await testServer()
  admin = await server.as('admin', '王管理')
  zxs = await server.as('zxs', '张审计')
  colleague = await server.as('zxs', '李审计')
})

let made = 0
const client = (who: Caller, over: object = {}) => {
  made += 1
  return who(enterprise.save, { enterpriseName: `客户${made}`, creditCode: testCreditCode(made), ...over })
}
const projectOf = async (who: Caller, enterpriseId: string, projectName = '汇算清缴') => {
  const [template] = await who(docFile.templates, {})
  const workpaperTemplateId = template?.id ?? ''
  return who(project.save, { enterpriseId, projectName, year: '2025', category: 1, workpaperTemplateId })
}
const gone = { code: 404 }

describe('who is assigned to a client', () => {
  test('sees it and its projects, may work on them, and is told; taken off, he sees nothing of them any more', async () => {
    const saved = await client(zxs, { enterpriseName: '南溟精密' })
    const year = await projectOf(zxs, saved.id)
    await expect(colleague(enterprise.detail, { id: saved.id })).rejects.toMatchObject(gone)
    await expect(colleague(project.detail, { id: year.id })).rejects.toMatchObject(gone)
    expect((await colleague(enterprise.list, { creditCode_equal: saved.creditCode })).total).toBe(0)

    expect(await zxs(clientProfile.assign, { ids: saved.id, userId: colleague.userId })).toEqual({ assigned: 1 })
    expect(await colleague(enterprise.detail, { id: saved.id })).toMatchObject({
      memberNames: ['张审计', '李审计'],
      owner: zxs.userId,
      ownerName: '张审计',
      mine: true,
    })
    expect((await colleague(project.list, { enterpriseId: saved.id })).total).toBe(1)
    await colleague(enterprise.update, { id: saved.id, remark: '接手' })
    await colleague(project.update, { id: year.id, projectName: '改名' })
    const { records } = await colleague(message.list, {})
    expect(records[0]).toMatchObject({
      title: '您被分配到企业“南溟精密”',
      body: '张审计把您加为成员：南溟精密',
      link: `/aiApp/index?enterpriseId=${saved.id}`,
    })

    await zxs(clientProfile.unassign, { enterpriseId: saved.id, userId: colleague.userId })
    await expect(colleague(enterprise.detail, { id: saved.id })).rejects.toMatchObject(gone)
    await expect(colleague(project.update, { id: year.id, projectName: '晚到' })).rejects.toMatchObject(gone)
    await expect(colleague(clientProfile.timeline, { enterpriseId: saved.id })).rejects.toMatchObject(gone)
    await expect(
      zxs(clientProfile.unassign, { enterpriseId: saved.id, userId: colleague.userId }),
    ).rejects.toMatchObject(gone)
  })

  test('is said by administrators and the lead, not by a member; whoever led becomes a member', async () => {
    const saved = await client(zxs)
    const third = await server.as('zxs', '赵审计')
    await admin(clientProfile.assign, { ids: saved.id, userId: colleague.userId })
    const byMember = colleague(clientProfile.assign, { ids: saved.id, userId: third.userId })
    await expect(byMember).rejects.toMatchObject({ message: '只有管理员和企业负责人可以调整成员' })
    await expect(
      colleague(clientProfile.unassign, { enterpriseId: saved.id, userId: zxs.userId }),
    ).rejects.toMatchObject({ code: 400 })

    await admin(clientProfile.assign, { ids: saved.id, userId: colleague.userId, role: 'lead' })
    const members = await zxs(clientProfile.members, { enterpriseId: saved.id })
    expect(members.map(({ realName, role, isCreator }) => [realName, role, isCreator])).toEqual([
      ['李审计', 'lead', false],
      ['张审计', 'member', true],
    ])
    expect(await zxs(enterprise.detail, { id: saved.id })).toMatchObject({ owner: colleague.userId })
    // now the colleague leads, and may
    await colleague(clientProfile.assign, { ids: saved.id, userId: third.userId })
    // everybody may leave; with the lead nobody answers for the client
    await colleague(clientProfile.unassign, { enterpriseId: saved.id, userId: colleague.userId })
    expect(await zxs(enterprise.detail, { id: saved.id })).toMatchObject({
      owner: '',
      memberNames: ['张审计', '赵审计'],
    })
    // its creator reaches it by having made it
    await expect(admin(clientProfile.unassign, { enterpriseId: saved.id, userId: zxs.userId })).rejects.toMatchObject({
      message: expect.stringContaining('“张审计”是该企业的建立人'),
    })
  })

  test('of many clients at once is told once; a set with another’s client changes nothing', async () => {
    const [one, two] = [await client(zxs), await client(zxs)]
    const foreign = await client(colleague)
    const newcomer = await server.as('zxs', '钱审计')
    const some = `${one.id},${two.id}`
    await expect(
      zxs(clientProfile.assign, { ids: `${some},${foreign.id}`, userId: newcomer.userId }),
    ).rejects.toMatchObject(gone)
    expect((await newcomer(enterprise.list, {})).total).toBe(0)
    expect(await zxs(clientProfile.assign, { ids: some, userId: newcomer.userId })).toEqual({ assigned: 2 })
    expect(await zxs(clientProfile.assign, { ids: some, userId: newcomer.userId })).toEqual({ assigned: 0 })
    expect((await newcomer(enterprise.list, {})).total).toBe(2)
    const { records } = await newcomer(message.list, {})
    expect(records.map(({ title }) => title)).toEqual(['您被分配到 2 家企业'])
    expect((await admin(enterprise.list, { memberId: newcomer.userId })).total).toBe(2)
    const led = await admin(enterprise.list, { owner_equal: colleague.userId })
    expect(led.records.map(({ id }) => id)).toContain(foreign.id)
    const owners = await admin(clientProfile.owners, {})
    expect(owners.find(({ userId }) => userId === colleague.userId)).toMatchObject({ clients: led.total })
    // of clients out of reach nobody is told who leads them
    expect((await newcomer(clientProfile.owners, {})).map(({ userId }) => userId)).toEqual([zxs.userId])
  })

  test('is a colleague who can sign in: nobody of another firm, nobody who is locked', async () => {
    const saved = await client(zxs)
    const stranger = await server.as('zxs', '外人', await server.tenant())
    const locked = await server.as('zxs', '停用')
    await admin(user.lock, { ids: locked.userId })
    for (const { userId } of [stranger, locked]) {
      const refused = zxs(clientProfile.assign, { ids: saved.id, userId })
      await expect(refused).rejects.toMatchObject({ message: '只能分配给可以登录的同事' })
    }
    const found = await zxs(clientProfile.colleagues, { name: '审计' })
    expect(found.map(({ realName }) => realName)).toContain('李审计')
    expect(await zxs(clientProfile.colleagues, { name: '停用' })).toEqual([])
    expect(await zxs(clientProfile.colleagues, { name: '外人' })).toEqual([])
    expect(await zxs(clientProfile.colleagues, { name: '%' })).toEqual([])
  })

  test('a message and a refusal name the client as the firm shows it: masked where the firm masks', async () => {
    const place = await server.tenant()
    const boss = await server.as('admin', '主任', place)
    const helper = await server.as('zxs', '助理', place)
    await boss(firm.update, { id: place.firmId, website: { firmProjectEnterpriseEncrypt: true } })
    const saved = await client(boss, { enterpriseName: '杭州恒信贸易' })
    await boss(clientProfile.assign, { ids: saved.id, userId: helper.userId, role: 'lead' })
    const { records } = await helper(message.list, {})
    expect(records[0]).toMatchObject({ title: '您被分配到企业“杭****易”', body: '主任把您设为负责人：杭****易' })
    const again = boss(enterprise.save, { enterpriseName: '又一次', creditCode: saved.creditCode })
    await expect(again).rejects.toMatchObject({ message: '该统一社会信用代码的企业已存在：杭****易' })
  })

  test('a colleague who takes over from somebody who leaves leads what he led', async () => {
    const place = await server.tenant()
    const boss = await server.as('admin', '主任', place)
    const [leaver, heir] = [await server.as('zxs', '离职', place), await server.as('zxs', '接任', place)]
    const saved = await client(boss)
    await boss(clientProfile.assign, { ids: saved.id, userId: leaver.userId, role: 'lead' })
    await boss(clientProfile.assign, { ids: saved.id, userId: heir.userId })
    await boss(user.leave, { id: leaver.userId, toUserId: heir.userId })
    expect(await boss(enterprise.detail, { id: saved.id })).toMatchObject({ owner: heir.userId })
    const members = await boss(clientProfile.members, { enterpriseId: saved.id })
    expect(members.find(({ userId }) => userId === heir.userId)).toMatchObject({ role: 'lead' })
  })
})

const tax = (taxType: string, validFrom: string, validTo = '') => ({
  taxType,
  cycle: 'month' as const,
  validFrom,
  validTo,
})

describe('what hangs on a client', () => {
  test('taxes stand with their cycle and period, are found by the list, and are replaced as a whole', async () => {
    const saved = await client(zxs)
    const taxes = [tax('vat', '2020-01-01'), tax('cit', '2020-01-01', '2021-12-31'), tax('cit', '2022-01-01')]
    const { version } = await zxs(clientProfile.saveTaxes, { enterpriseId: saved.id, version: 1, taxes })
    expect(version).toBe(2)
    const stored = await zxs(clientProfile.taxes, { enterpriseId: saved.id })
    expect(stored.map(({ taxType, validFrom, validTo }) => [taxType, validFrom, validTo])).toEqual([
      ['cit', '2020-01-01', '2021-12-31'],
      ['cit', '2022-01-01', ''],
      ['vat', '2020-01-01', ''],
    ])
    const found = await zxs(enterprise.list, { taxType: 'vat' })
    expect(found.records.map(({ id, taxTypes }) => [id, taxTypes])).toEqual([[saved.id, ['cit', 'vat']]])
    await zxs(clientProfile.saveTaxes, { enterpriseId: saved.id, taxes: [tax('vat', '2020-01-01', '2020-12-31')] })
    // what has ended is no more
    expect((await zxs(enterprise.list, { taxType: 'vat' })).total).toBe(0)
  })

  test.each([
    ['a tax that ends before it begins', [tax('vat', '2022-01-01', '2021-01-01')], '税种的结束日期不能早于开始日期'],
    ['a tax twice at a time', [tax('vat', '2020-01-01'), tax('vat', '2021-01-01')], '同一税种的期间不能重叠：增值税'],
    ['a tax that is none', [tax('window', '2020-01-01')], '税种“window”不在可选范围内'],
    ['a day that never was', [tax('vat', '2026-02-30')], '日期不正确，应为 年-月-日'],
  ])('%s is refused', async (_, taxes, says) => {
    const saved = await client(zxs)
    await expect(zxs(clientProfile.saveTaxes, { enterpriseId: saved.id, taxes })).rejects.toMatchObject({
      message: says,
    })
    expect(await zxs(clientProfile.taxes, { enterpriseId: saved.id })).toEqual([])
  })

  test('the primary contact is the one the client’s own fields name, whichever is changed', async () => {
    const saved = await client(zxs, { contact: '何静', phone: '13800138000' })
    const before = await zxs(clientProfile.contacts, { enterpriseId: saved.id })
    expect(before).toMatchObject([{ contactName: '何静', phone: '13800138000', isPrimary: true }])
    const contacts = [
      { contactName: '何静', phone: '13800138000' },
      { contactName: '陆会计', contactRole: 'accountant', email: 'lu@example.com', isPrimary: true },
    ]
    await zxs(clientProfile.saveContacts, { enterpriseId: saved.id, contacts })
    expect(await zxs(enterprise.detail, { id: saved.id })).toMatchObject({ contact: '陆会计', phone: '' })
    await zxs(enterprise.update, { id: saved.id, phone: '0571-88886666' })
    expect(await zxs(clientProfile.contacts, { enterpriseId: saved.id })).toMatchObject([
      { contactName: '陆会计', phone: '0571-88886666', contactRole: 'accountant', email: 'lu@example.com' },
      { contactName: '何静', isPrimary: false },
    ])
    const two = ['甲', '乙'].map((contactName) => ({ contactName, isPrimary: true }))
    await expect(zxs(clientProfile.saveContacts, { enterpriseId: saved.id, contacts: two })).rejects.toMatchObject({
      message: '只能有一位主要联系人',
    })
  })

  test('two people who save at the same time: the second is told and nothing of the first is lost', async () => {
    const saved = await client(zxs)
    const contacts = [{ contactName: '先到' }]
    await zxs(clientProfile.saveContacts, { enterpriseId: saved.id, version: saved.version, contacts })
    const late = { enterpriseId: saved.id, version: saved.version }
    for (const second of [
      () => admin(clientProfile.saveContacts, { ...late, contacts: [{ contactName: '晚到' }] }),
      () => admin(clientProfile.saveTaxes, { ...late, taxes: [] }),
      () => admin(enterprise.update, { id: saved.id, version: saved.version, contact: '晚到' }),
    ])
      await expect(second()).rejects.toMatchObject({ code: 409, message: '数据已被他人修改，请刷新' })
    expect(await zxs(enterprise.detail, { id: saved.id })).toMatchObject({ contact: '先到' })
    // at once: one of them
    const { version } = await zxs(enterprise.detail, { id: saved.id })
    const race = await Promise.allSettled(
      Array.from({ length: 6 }, (_, at) => admin(enterprise.update, { id: saved.id, version, remark: `第${at}` })),
    )
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('the story of a client', () => {
  test('tells its changes, its projects and what was noted, newest first and by kind', async () => {
    const saved = await client(zxs, { enterpriseName: '有故事' })
    await zxs(enterprise.update, { id: saved.id, remark: '老客户', industry: '零售' })
    const year = await projectOf(zxs, saved.id, '2025年度汇算清缴')
    await zxs(clientProfile.assign, { ids: saved.id, userId: colleague.userId })
    const note = await colleague(clientProfile.addNote, { enterpriseId: saved.id, content: '已电话沟通，资料下周给' })
    const { records, total } = await zxs(clientProfile.timeline, { enterpriseId: saved.id })
    expect(total).toBe(5)
    expect(records.map(({ kind, action, content }) => [kind, action, content])).toEqual([
      ['note', 'enterprise.note', '已电话沟通，资料下周给'],
      ['client', 'enterprise.assign', '李审计'],
      ['project', 'project.save', ''],
      ['client', 'enterprise.update', ''],
      ['client', 'enterprise.save', ''],
    ])
    expect(records[2]).toMatchObject({ projectId: year.id, projectName: '2025年度汇算清缴', year: '2025' })
    expect(records[3]?.fields).toEqual(['industry', 'remark'])
    const projects = await zxs(clientProfile.timeline, { enterpriseId: saved.id, kind: 'project', size: 1 })
    expect(projects).toMatchObject({ total: 1, records: [{ action: 'project.save' }] })

    // a note is its writer's; who keeps all clients may delete any
    await expect(zxs(clientProfile.removeNote, { enterpriseId: saved.id, id: note.id })).rejects.toMatchObject(gone)
    await colleague(clientProfile.removeNote, { enterpriseId: saved.id, id: note.id })
    expect((await zxs(clientProfile.timeline, { enterpriseId: saved.id, kind: 'note' })).total).toBe(0)
    const empty = zxs(clientProfile.addNote, { enterpriseId: saved.id, content: '  ' })
    await expect(empty).rejects.toMatchObject({ message: '请输入跟进内容' })
  })

  test('shows nothing of another client, and of projects only those in reach', async () => {
    const [one, two] = [await client(admin), await client(admin)]
    await projectOf(admin, one.id)
    await projectOf(admin, two.id)
    const student = await server.as('student', '学生')
    await admin(clientProfile.assign, { ids: one.id, userId: student.userId })
    const told = await student(clientProfile.timeline, { enterpriseId: one.id })
    expect(told.records.filter(({ kind }) => kind === 'project')).toHaveLength(1)
    await expect(student(clientProfile.timeline, { enterpriseId: two.id })).rejects.toMatchObject(gone)
    // who may look may not write
    const note = student(clientProfile.addNote, { enterpriseId: one.id, content: '我' })
    await expect(note).rejects.toMatchObject({ code: 403 })
  })
})

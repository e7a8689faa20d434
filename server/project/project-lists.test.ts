import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { clientProfile } from '#contract/client-profile.ts'
import { enterprise } from '#contract/enterprise.ts'
import { message } from '#contract/notice.ts'
import { docFile } from '#contract/doc-files.ts'
import { project } from '#contract/project.ts'
import { ledger } from '#contract/ledger.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { handOver } from '../ledger/testing-import.ts'
import { testCreditCode } from './testing-credit-code.ts'

let server: TestServer
let admin: Caller
let zhang: Caller
let template: string
let client: string
beforeAll(async () => {
  server = await testServer()
  admin = await server.as('admin', '王管理')
  zhang = await server.as('zxs', '张审计')
  template = (await admin(docFile.templates, {}))[0]?.id ?? ''
  client = (await zhang(enterprise.save, { enterpriseName: '南溟精密', creditCode: testCreditCode(1) })).id
})

let made = 0
/** A project of the client, made by the consultant unless another is named. */
const newProject = async (over: object = {}, by: Caller = zhang) => {
  made += 1
  const draft = { enterpriseId: client, projectName: `项目${made}`, year: '2025', category: 1 }
  return by(project.save, { ...draft, workpaperTemplateId: template, ...over })
}
const files = (projectId: string, by: Caller = zhang) => by(project.files, { projectId })

describe('lists of projects', () => {
  test('a project says who owns it and by when its papers are due, and is overdue from the day after', async () => {
    const old = await newProject({ year: '2022' })
    const open = await newProject({ year: '2098' })
    const advice = await newProject({ category: 2 })
    expect(old).toMatchObject({ ownerName: '张审计', dueDate: '2023-05-31', overdue: true })
    expect(open).toMatchObject({ dueDate: '2099-05-31', overdue: false })
    expect(advice).toMatchObject({ dueDate: '', overdue: false })
    const late = await zhang(project.list, { overdue_equal: 'true' })
    expect(late.records.map(({ id }) => id)).toContain(old.id)
    expect(late.records.every(({ overdue }) => overdue)).toBe(true)
    const soon = await zhang(project.list, { dueDate_ge: '2099-01-01', dueDate_le: '2099-12-31' })
    expect(soon.records.map(({ id }) => id)).toEqual([open.id])
    expect((await zhang(project.list, { ascs: 'dueDate', size: 1 })).records[0]?.dueDate).toBe('2023-05-31')
  })

  test('owners are those of the projects one sees, and a project list can be cut to one of them', async () => {
    const other = await server.as('zxs', '钱审计')
    expect(await other(project.owners, {})).toEqual([])
    expect(await zhang(project.owners, {})).toEqual([{ id: zhang.userId, realName: '张审计' }])
    expect((await admin(project.list, { owner_equal: zhang.userId })).total).toBeGreaterThan(0)
    expect((await admin(project.list, { owner_equal: other.userId })).total).toBe(0)
  })

  test('with space it counts the files each project holds, sortable, and nothing that was removed', async () => {
    const one = await newProject()
    const kept = { name: 'a.csv', content: 'x'.repeat(1000) }
    await handOver(server, zhang, one.id, kept)
    const gone = await handOver(server, zhang, one.id, { name: 'b.csv', content: 'y'.repeat(500) })
    await zhang(ledger.removeFile, { projectId: one.id, fileId: gone })
    const list = await zhang(project.listWithSpace, { enterpriseId: client, descs: 'fileBytes' })
    expect(list.records[0]).toMatchObject({ id: one.id, fileCount: 1, fileBytes: 1000, enterpriseName: '南溟精密' })
    expect(list.records.at(-1)).toMatchObject({ fileCount: 0, fileBytes: 0 })
  })

  test('with join it says service type and template in words, in the caller’s language, and the client’s standard', async () => {
    const one = await newProject()
    const find = async (headers = {}) =>
      (await zhang(project.listWithJoin, { projectName_equal: one.projectName }, headers)).records[0]
    expect(await find()).toMatchObject({
      id: one.id,
      categoryName: '汇算清缴鉴证',
      templateName: '企业所得税汇算清缴鉴证底稿（系统模板）',
      accountingStandard: 'cas',
      datasetVersion: 0,
    })
    expect(await find({ 'accept-language': 'en' })).toMatchObject({ categoryName: 'Annual CIT attestation' })
    expect((await zhang(project.listWithJoin, { accountingStandard_equal: 'small' })).total).toBe(0)
  })

  test('all three show a consultant his own and the administrator everything', async () => {
    const li = await server.as('zxs', '李审计')
    for (const list of [project.list, project.listWithSpace, project.listWithJoin] as const) {
      expect((await li(list, {})).total).toBe(0)
      expect((await admin(list, {})).total).toBeGreaterThan(0)
    }
  })
})

describe('assigning', () => {
  test('the new owner reaches the project and is told; the audit log says so', async () => {
    const li = await server.as('zxs', '李接手')
    const one = await newProject({ projectName: '交接项目' })
    await expect(li(project.detail, { id: one.id })).rejects.toMatchObject({ code: 404 })
    await admin(project.assign, { ids: one.id, owner: li.userId })
    expect(await li(project.detail, { id: one.id })).toMatchObject({ ownerName: '李接手', version: 2, mine: true })
    expect(await admin(project.detail, { id: one.id })).toMatchObject({ mine: false })
    const [told] = (await li(message.list, {})).records
    expect(told).toMatchObject({ title: '项目交给您负责', body: expect.stringContaining('交接项目') })
    const { records } = await admin(audit.list, { bizId_equal: one.id, action_equal: 'project.assign' })
    expect(records).toMatchObject([{ before: { owner: zhang.userId }, after: { ownerName: '李接手' } }])
    // what is with somebody already changes nothing and tells nobody
    await admin(project.assign, { ids: one.id, owner: li.userId })
    expect((await li(message.list, {})).total).toBe(1)
  })

  test('a member of the client does not make a project his own: he would keep it when he is taken off the client', async () => {
    const li = await server.as('zxs', '李助理')
    const one = await newProject()
    await zhang(clientProfile.assign, { ids: client, userId: li.userId })
    expect((await li(project.detail, { id: one.id })).ownerName).toBe('张审计')
    await expect(li(project.assign, { ids: one.id, owner: li.userId })).rejects.toMatchObject({ code: 400 })
    // whoever owns the project hands it on, and whoever answers for the client
    await zhang(project.assign, { ids: one.id, owner: li.userId })
    await zhang(project.assign, { ids: one.id, owner: zhang.userId })
    await zhang(clientProfile.unassign, { enterpriseId: client, userId: li.userId })
    await expect(li(project.detail, { id: one.id })).rejects.toMatchObject({ code: 404 })
  })

  test('nobody of another tenant, nobody disabled, and nothing at all when one project is out of reach', async () => {
    const stranger = await server.as('zxs', '外人', await server.tenant())
    const li = await server.as('zxs', '李')
    const mine = await newProject()
    await expect(zhang(project.assign, { ids: mine.id, owner: stranger.userId })).rejects.toMatchObject({
      message: '负责人不存在或已停用',
    })
    const his = await li(enterprise.save, { enterpriseName: '李的客户', creditCode: testCreditCode(7) })
    const theirs = await newProject({ enterpriseId: his.id }, li)
    const both = zhang(project.assign, { ids: `${mine.id},${theirs.id}`, owner: zhang.userId })
    await expect(both).rejects.toMatchObject({ code: 404 })
    await expect(li(project.assign, { ids: mine.id, owner: li.userId })).rejects.toMatchObject({ code: 404 })
  })
})

const copy = (sourceProjectId: string, targetProjectId: string, by: Caller = zhang, enterpriseId = client) =>
  by(project.copyFinancialInfo, { sourceProjectId, targetProjectId, enterpriseId })

describe('copying financial files', () => {
  test('the other project gets them with the same content; again there is nothing left to copy', async () => {
    const [from, to] = [await newProject({ year: '2024' }), await newProject()]
    await handOver(server, zhang, from.id, { name: '余额表.csv', content: '科目,期初' })
    await handOver(server, zhang, from.id, { name: '序时账.csv', content: '日期,凭证号' })
    await handOver(server, zhang, to.id, { name: '同一份.csv', content: '日期,凭证号' })
    const years = { sourceYear: '2024', targetYear: '2025', jobId: '', says: '源项目没有正在使用的账套，只复制文件' }
    expect(await copy(from.id, to.id)).toEqual({ copied: 1, skipped: 1, ...years })
    const sums = async (id: string) => (await files(id)).map(({ sha256 }) => sha256).toSorted()
    expect(await sums(to.id)).toEqual(await sums(from.id))
    expect(await copy(from.id, to.id)).toEqual({ copied: 0, skipped: 2, ...years })
    // each project removes only its own
    const own = (await files(to.id)).find(({ name }) => name === '余额表.csv')
    await zhang(ledger.removeFile, { projectId: to.id, fileId: own?.id ?? '' })
    expect(await files(from.id)).toHaveLength(2)
    const { records } = await admin(audit.list, { bizId_equal: to.id, action_equal: 'project.copyFiles' })
    expect(records).toMatchObject([{ after: { from: from.projectName, files: [{ name: '余额表.csv' }] } }])
  })

  test('the same copy asked for twice at once puts each file in once', async () => {
    const [from, to] = [await newProject(), await newProject()]
    await handOver(server, zhang, from.id, { name: '甲.csv', content: '甲' })
    const answers = await Promise.all([1, 2, 3].map(() => copy(from.id, to.id)))
    expect(answers.reduce((sum, { copied }) => sum + copied, 0)).toBe(1)
    expect(await files(to.id)).toHaveLength(1)
  })

  test('not into itself, not from another enterprise, not from an empty project', async () => {
    const [from, to] = [await newProject(), await newProject()]
    await expect(copy(from.id, to.id)).rejects.toMatchObject({ message: '源项目还没有财务资料' })
    await handOver(server, zhang, from.id, { name: '甲.csv', content: '甲' })
    await expect(copy(from.id, from.id)).rejects.toMatchObject({ message: '源项目和目标项目相同' })
    const other = await zhang(enterprise.save, { enterpriseName: '别的客户', creditCode: testCreditCode(8) })
    const elsewhere = await newProject({ enterpriseId: other.id })
    await expect(copy(from.id, elsewhere.id)).rejects.toMatchObject({
      message: '只能在同一家企业的项目之间复制财务资料',
    })
    // the enterprise named must be theirs
    await expect(copy(from.id, to.id, zhang, other.id)).rejects.toMatchObject({ code: 404 })
    expect(await files(to.id)).toEqual([])
  })

  test('only between projects one reaches, with the right to import', async () => {
    const [from, to] = [await newProject(), await newProject()]
    await handOver(server, zhang, from.id, { name: '甲.csv', content: '甲' })
    const li = await server.as('zxs', '李')
    const stranger = await server.as('administrator', '外人', await server.tenant())
    for (const who of [li, stranger]) await expect(copy(from.id, to.id, who)).rejects.toMatchObject({ code: 404 })
    await expect(copy(from.id, to.id, await server.as('teacher'))).rejects.toMatchObject({ code: 403 })
    // a member of the target alone may not look into the source
    await server.kernel.database.inTenant({ tenantId: li.tenantId, userId: '' }, (db) =>
      db.insertInto('project_member').values({ project_id: to.id, user_id: li.userId }).execute(),
    )
    await expect(copy(from.id, to.id, li)).rejects.toMatchObject({ code: 404 })
    expect(await files(to.id)).toEqual([])
  })
})

describe('the home of a project', () => {
  test('says what waits, who works on it and what was done', async () => {
    const one = await newProject({ projectName: '主页项目' })
    await handOver(server, zhang, one.id, { name: '甲.csv', content: '甲' })
    const li = await server.as('zxs', '李成员')
    await server.kernel.database.inTenant({ tenantId: li.tenantId, userId: '' }, (db) =>
      db.insertInto('project_member').values({ project_id: one.id, user_id: li.userId }).execute(),
    )
    await admin(project.update, { id: one.id, projectName: '主页项目改名' })
    const home = await li(project.home, { id: one.id })
    expect(home.waiting).toMatchObject({ files: 1, blocking: 0, relations: 0, params: 0, missing: 0, stale: false })
    expect(home.sections).toEqual([])
    expect(home.team).toEqual([
      { userId: zhang.userId, realName: '张审计', part: 'owner' },
      { userId: li.userId, realName: '李成员', part: 'member' },
    ])
    expect(home.activity.map(({ action, actorName }) => [action, actorName])).toEqual([
      ['project.update', '王管理'],
      ['project.save', '张审计'],
    ])
    const other = await server.as('zxs', '旁人')
    await expect(other(project.home, { id: one.id })).rejects.toMatchObject({ code: 404 })
  })
})

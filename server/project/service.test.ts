import { beforeAll, expect, test } from 'vitest'
import { enterprise } from '#contract/enterprise.ts'
import { firm } from '#contract/firm.ts'
import { docFile } from '#contract/doc-files.ts'
import { project } from '#contract/project.ts'
import { audit } from '#contract/audit.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { testCreditCode } from './testing-credit-code.ts'

let server: TestServer
let admin: Caller
let client: string
let template: string
beforeAll(async () => {
  server = await testServer()
  admin = await server.as('admin', '王管理')
  client = (await admin(enterprise.save, { enterpriseName: '南溟精密', creditCode: testCreditCode(1) })).id
  template = (await admin(docFile.templates, {}))[0]?.id ?? ''
})

const draft = (over: object = {}) => ({
  enterpriseId: client,
  projectName: '2025汇算清缴',
  year: '2025',
  category: 1,
  workpaperTemplateId: template,
  ...over,
})

test('the system template is offered for category 1 and for no other', async () => {
  expect(await admin(docFile.templates, { taxProjectCategory: 1 })).toEqual([
    {
      id: template,
      templateType: 'system',
      originalName: '企业所得税汇算清缴鉴证底稿（系统模板）',
      taxProjectCategory: 1,
      firmId: '',
      papers: 65,
      version: 0,
    },
  ])
  expect(await admin(docFile.templates, { taxProjectCategory: 2 })).toEqual([])
})

test('a project shows its enterprise, its creator and an empty stage', async () => {
  const made = await admin(project.save, draft({ projectName: '甲' }))
  expect(made).toMatchObject({
    enterpriseName: '南溟精密',
    creditCode: testCreditCode(1),
    year: '2025',
    stage: 'empty',
    createUserName: '王管理',
    workpaperTemplateId: template,
    tenantId: admin.tenantId,
    version: 1,
  })
  expect(made.createTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect(await admin(project.detail, { id: made.id })).toEqual(made)
})

test.each([
  ['projectName', { projectName: ' ' }, '请输入项目名称'],
  ['year', { year: '' }, '请输入年度'],
  ['year', { year: '25' }, '请输入年度'],
  ['category', { category: '' }, '请选择服务类型'],
  ['category', { category: 99 }, '请选择服务类型'],
  ['template', { workpaperTemplateId: '' }, '请选择模板'],
  ['template', { workpaperTemplateId: 'made-up' }, '请选择模板'],
  ['enterprise', { enterpriseId: undefined }, '企业信息不完整，请刷新页面重试'],
])('a project without its %s is refused with the words of the specification', async (_, over, message) => {
  await expect(admin(project.save, draft(over) as never)).rejects.toMatchObject({ code: 400, message })
})

test('a category other than 1 clears the template, and back to 1 asks for one', async () => {
  const made = await admin(project.save, draft({ projectName: '咨询', category: 2 }))
  expect(made.workpaperTemplateId).toBe('')
  await expect(admin(project.update, { id: made.id, category: 1 })).rejects.toMatchObject({ message: '请选择模板' })
  const changed = await admin(project.update, { id: made.id, category: 1, workpaperTemplateId: template })
  expect(changed.workpaperTemplateId).toBe(template)
  expect((await admin(project.update, { id: made.id, category: 2 })).workpaperTemplateId).toBe('')
})

test('an update changes what is sent and nothing else, and says so in the audit log', async () => {
  const made = await admin(project.save, draft({ projectName: '旧名' }))
  const changed = await admin(project.update, { id: made.id, projectName: '新名' })
  expect(changed).toMatchObject({ ...made, projectName: '新名', version: 2, updateTime: changed.updateTime })
  const { records } = await admin(audit.list, { bizId_equal: made.id })
  const entry = records.find(({ action }) => action === 'project.update')
  expect(entry).toMatchObject({ before: { projectName: '旧名' }, after: { projectName: '新名' } })
})

test('of two people who change the same version the second is told', async () => {
  const made = await admin(project.save, draft({ projectName: '并发' }))
  await admin(project.update, { id: made.id, projectName: '先到', version: made.version })
  await expect(
    admin(project.update, { id: made.id, projectName: '后到', version: made.version }),
  ).rejects.toMatchObject({
    code: 409,
    message: '数据已被他人修改，请刷新',
  })
  expect((await admin(project.detail, { id: made.id })).projectName).toBe('先到')
})

test('a name can be used once per enterprise and year, by two requests at once too, and again after deletion', async () => {
  const answers = await Promise.allSettled([1, 2, 3].map(() => admin(project.save, draft({ projectName: '唯一' }))))
  const made = answers.filter((answer) => answer.status === 'fulfilled')
  expect(made).toHaveLength(1)
  const other = await admin(project.save, draft({ projectName: '唯二' }))
  await expect(admin(project.update, { id: other.id, projectName: '唯一' })).rejects.toMatchObject({
    message: '该企业下已有同名项目',
  })
  await admin(project.remove, { ids: made[0]?.value.id ?? '' })
  await admin(project.save, draft({ projectName: '唯一' }))
})

test('projects are found by name and listed by enterprise, with filters and pages', async () => {
  const own = (await admin(enterprise.save, { enterpriseName: '查询企业', creditCode: testCreditCode(2) })).id
  for (const year of ['2023', '2024', '2025']) {
    await admin(project.save, draft({ enterpriseId: own, projectName: `年审100%${year}`, year }))
  }
  const page = await admin(project.list, { enterpriseId: own, year_ge: '2024', ascs: 'year', size: 1 })
  expect(page).toMatchObject({ total: 2, pages: 2, size: 1, current: 1, records: [{ year: '2024' }] })
  expect((await admin(project.list, { enterpriseId: own, current: 9 })).records).toEqual([])
  expect(await admin(project.searchByName, { projectName: '0%202' })).toHaveLength(3)
  expect(await admin(project.searchByName, { projectName: '0_202' })).toHaveLength(0)
  expect(await admin(project.searchByEnterpriseAndName, { enterpriseId: client, projectName: '年审' })).toEqual([])
})

test('a consultant reaches what he made or is a member of; anything else is not found', async () => {
  const [zhang, li] = [await server.as('zxs', '张'), await server.as('zxs', '李')]
  const own = await zhang(enterprise.save, { enterpriseName: '张的客户', creditCode: testCreditCode(3) })
  const made = await zhang(project.save, draft({ enterpriseId: own.id, projectName: '张的项目' }))
  const missing = { code: 404, status: 404 }
  for (const attempt of [
    () => li(project.detail, { id: made.id }),
    () => li(project.update, { id: made.id, projectName: '改' }),
    () => li(project.files, { projectId: made.id }),
    () => li(project.remove, { ids: made.id }),
    () => li(project.save, draft({ enterpriseId: own.id, projectName: '抢' })),
    () => li(enterprise.detail, { id: own.id }),
    () => li(enterprise.update, { id: own.id, remark: '改' }),
    () => li(enterprise.remove, { ids: own.id }),
  ]) {
    await expect(attempt()).rejects.toMatchObject(missing)
  }
  expect((await li(project.list, {})).records).toEqual([])
  expect((await li(enterprise.list, {})).records).toEqual([])
  expect(await li(project.searchByName, { projectName: '张' })).toEqual([])
  // nothing of a set is deleted when one of it is another's
  const his = await li(enterprise.save, { enterpriseName: '李的客户', creditCode: testCreditCode(4) })
  const mine = await li(project.save, draft({ enterpriseId: his.id, projectName: '李的项目' }))
  await expect(li(project.remove, { ids: `${mine.id},${made.id}` })).rejects.toMatchObject(missing)
  expect((await li(project.detail, { id: mine.id })).projectName).toBe('李的项目')

  const { kernel } = server
  await kernel.database.inTenant({ tenantId: li.tenantId, userId: '' }, (db) =>
    db.insertInto('project_member').values({ project_id: made.id, user_id: li.userId }).execute(),
  )
  expect((await li(project.detail, { id: made.id })).projectName).toBe('张的项目')
  await expect(li(enterprise.detail, { id: own.id })).rejects.toMatchObject(missing)
  await kernel.database.inTenant({ tenantId: li.tenantId, userId: '' }, (db) =>
    db.insertInto('enterprise_member').values({ enterprise_id: own.id, user_id: li.userId }).execute(),
  )
  expect((await li(enterprise.detail, { id: own.id })).enterpriseName).toBe('张的客户')
  // what a colleague adds for my client is in my reach, since I am a member of the client
  const another = await li(project.save, draft({ enterpriseId: own.id, projectName: '李为张的客户' }))
  expect((await zhang(project.detail, { id: another.id })).createUserName).toBe('李')
})

test('another tenant sees nothing: lists are empty, ids are not found', async () => {
  const stranger = await server.as('administrator', '外人', await server.tenant())
  const mine = await admin(project.save, draft({ projectName: '秘密' }))
  for (const attempt of [
    () => stranger(project.detail, { id: mine.id }),
    () => stranger(project.update, { id: mine.id, projectName: '改' }),
    () => stranger(project.remove, { ids: mine.id }),
    () => stranger(project.save, draft({ projectName: '改' })),
    () => stranger(enterprise.detail, { id: client }),
    () => stranger(enterprise.detailById, { id: client }),
    () => stranger(enterprise.remove, { ids: client }),
    () => stranger(firm.detailByTenantId, { tenantId: admin.tenantId }),
    () => stranger(firm.detail, { id: server.home.firmId }),
    () => stranger(firm.statistics, { tenantId: admin.tenantId }),
    () => stranger(firm.update, { id: server.home.firmId, firmName: '改' }),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: 404 })
  }
  expect((await stranger(project.list, {})).total).toBe(0)
  expect((await stranger(enterprise.list, {})).total).toBe(0)
  expect((await stranger(firm.list, {})).records.map(({ tenantId }) => tenantId)).toEqual([stranger.tenantId])
})

test('the year of a project with a ledger cannot change', async () => {
  const made = await admin(project.save, draft({ projectName: '有账' }))
  await server.kernel.database.inTenant({ tenantId: admin.tenantId, userId: '' }, (db) =>
    db.insertInto('dataset').values({ project_id: made.id, version: 1, state: 'verified', year: 2025 }).execute(),
  )
  await expect(admin(project.update, { id: made.id, year: '2024' })).rejects.toMatchObject({
    message: '项目已有2025年度的账套，不能改为其他年度；请另建项目',
  })
  expect((await admin(project.detail, { id: made.id })).stage).toBe('imported')
})

test('a teacher looks, a student adds for his clients and sees his own, a plain user may not', async () => {
  const teacher = await server.as('teacher')
  expect((await teacher(project.list, {})).total).toBeGreaterThan(0)
  await expect(teacher(project.save, draft({ projectName: '老师' }))).rejects.toMatchObject({ code: 403 })
  const student = await server.as('student')
  await expect(student(project.save, draft({ projectName: '学生' }))).rejects.toMatchObject({ code: 404 })
  await server.kernel.database.inTenant({ tenantId: student.tenantId, userId: '' }, (db) =>
    db.insertInto('enterprise_member').values({ enterprise_id: client, user_id: student.userId }).execute(),
  )
  const made = await student(project.save, draft({ projectName: '学生' }))
  await expect(student(project.remove, { ids: made.id })).rejects.toMatchObject({ code: 403 })
  await expect((await server.as('user'))(project.list, {})).rejects.toMatchObject({ code: 403 })
})

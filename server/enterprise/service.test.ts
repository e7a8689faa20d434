import { beforeAll, expect, test } from 'vitest'
import { enterprise } from '#contract/enterprise.ts'
import { docFile } from '#contract/doc-files.ts'
import { project } from '#contract/project.ts'
import { audit } from '#contract/audit.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { testCreditCode } from '../project/testing-credit-code.ts'

let server: TestServer
let admin: Caller
let zxs: Caller
beforeAll(async () => {
  server = await testServer()
  admin = await server.as('admin', '王管理')
  zxs = await server.as('zxs', '张审计')
})

const unknown = '00000000-0000-7000-8000-000000000000'
let made = 0
const draft = (over: object = {}) => {
  made += 1
  return { enterpriseName: `企业${made}`, creditCode: testCreditCode(made), ...over }
}

test('an enterprise stands with what was sent, its creator and no projects', async () => {
  const saved = await zxs(
    enterprise.save,
    draft({ enterpriseName: ' 南溟精密 ', industry: '制造业', accountingStandard: 'small' }),
  )
  expect(saved).toMatchObject({
    enterpriseName: '南溟精密',
    industry: '制造业',
    accountingStandard: 'small',
    createUser: zxs.userId,
    createUserName: '张审计',
    version: 1,
    projectCount: 0,
    remark: '',
  })
  expect(await zxs(enterprise.detail, { id: saved.id })).toEqual(saved)
  expect(await zxs(enterprise.detailById, { id: saved.id })).toEqual(saved)
})

test.each([
  ['an empty name', { enterpriseName: '  ' }, '请输入企业名称'],
  ['no name', { enterpriseName: undefined }, '请输入企业名称'],
  ['a code one digit short', { creditCode: '9144030071526726X' }, '统一社会信用代码不正确，请核对18位代码'],
  [
    'a code with a wrong check character',
    { creditCode: '9144030071526726XH' },
    '统一社会信用代码不正确，请核对18位代码',
  ],
  ['no code', { creditCode: undefined }, '统一社会信用代码不正确，请核对18位代码'],
])('%s is refused by name', async (_, over, message) => {
  await expect(admin(enterprise.save, draft(over))).rejects.toMatchObject({ code: 400, message })
})

test('a code in small letters is the same code', async () => {
  const saved = await admin(enterprise.save, draft({ creditCode: '9144030071526726xg' }))
  expect(saved.creditCode).toBe('9144030071526726XG')
})

test('a code is used once: colleagues are told by name only what they may see', async () => {
  const first = await zxs(enterprise.save, draft({ enterpriseName: '只此一家' }))
  await expect(zxs(enterprise.save, draft({ creditCode: first.creditCode }))).rejects.toMatchObject({
    message: '该统一社会信用代码的企业已存在：只此一家',
  })
  const other = await server.as('zxs', '李审计')
  const refused = other(enterprise.save, draft({ creditCode: first.creditCode }))
  await expect(refused).rejects.toMatchObject({
    message: '该统一社会信用代码的企业已由同事建立，请联系管理员把您加入该企业',
  })
  const another = await other(enterprise.save, draft())
  await expect(other(enterprise.update, { id: another.id, creditCode: first.creditCode })).rejects.toMatchObject({
    code: 400,
  })
  // another firm may have the same client
  const elsewhere = await server.as('admin', '外人', await server.tenant())
  await elsewhere(enterprise.save, draft({ creditCode: first.creditCode }))
})

test('of many who add the same enterprise at once one does', async () => {
  const same = draft()
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => admin(enterprise.save, same)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('an update changes what is sent and nothing else; a stale version is a conflict', async () => {
  const saved = await admin(enterprise.save, draft({ industry: '零售', contact: '何静', remark: '老客户' }))
  const changed = await admin(enterprise.update, { id: saved.id, contact: '', version: 1 })
  expect(changed).toEqual({ ...saved, contact: '', version: 2, updateTime: changed.updateTime })
  await expect(admin(enterprise.update, { id: saved.id, remark: '晚到', version: 1 })).rejects.toMatchObject({
    code: 409,
  })
  expect((await admin(enterprise.detail, { id: saved.id })).remark).toBe('老客户')
})

test('what the body claims about tenant, deletion or creator is not taken', async () => {
  const claimed = { tenantId: '000000', isDeleted: 1, createUser: 'x', firmId: unknown }
  const saved = await admin(enterprise.save, draft(claimed))
  expect(saved.createUser).toBe(admin.userId)
  expect(saved.firmId).toBe(server.home.firmId)
  await admin(enterprise.update, { id: saved.id, ...claimed })
  expect((await admin(enterprise.detail, { id: saved.id })).createUser).toBe(admin.userId)
})
test('an enterprise with projects stays; without, it is deleted and its code is free again', async () => {
  const saved = await zxs(enterprise.save, draft())
  const [template] = await zxs(docFile.templates, {})
  const of = {
    enterpriseId: saved.id,
    projectName: '甲',
    year: '2025',
    category: 1,
    workpaperTemplateId: template?.id ?? '',
  }
  const own = await zxs(project.save, of)
  expect((await zxs(enterprise.detail, { id: saved.id })).projectCount).toBe(1)
  await expect(zxs(enterprise.remove, { ids: saved.id })).rejects.toMatchObject({
    message: '企业下还有项目，请先删除项目',
  })
  await zxs(project.remove, { ids: own.id })
  await zxs(enterprise.remove, { ids: saved.id })
  await expect(zxs(enterprise.detail, { id: saved.id })).rejects.toMatchObject({ code: 404 })
  await expect(zxs(enterprise.remove, { ids: saved.id })).rejects.toMatchObject({ code: 404 })
  await zxs(enterprise.save, draft({ creditCode: saved.creditCode }))
})

test('a deletion of a set with an unknown id changes nothing; a malformed id is a bad request', async () => {
  const saved = await admin(enterprise.save, draft())
  await expect(admin(enterprise.remove, { ids: `${saved.id},${unknown}` })).rejects.toMatchObject({ code: 404 })
  await expect(admin(enterprise.remove, { ids: `${saved.id},' or 1=1` })).rejects.toMatchObject({ code: 400 })
  expect((await admin(enterprise.detail, { id: saved.id })).id).toBe(saved.id)
})

test('the list is searched, filtered, sorted and cut into pages; names are text, not patterns or SQL', async () => {
  const firm = await server.as('admin', '甲', await server.tenant())
  for (const name of ['华东_一', '华东%二', '华北三', "华南'四"])
    await firm(enterprise.save, draft({ enterpriseName: name }))
  const names = async (query: object) =>
    (await firm(enterprise.list, query)).records.map(({ enterpriseName }) => enterpriseName)
  expect(await names({ enterpriseName: '华东' })).toHaveLength(2)
  expect(await names({ enterpriseName: '%' })).toEqual(['华东%二'])
  expect(await names({ enterpriseName: '_' })).toEqual(['华东_一'])
  expect(await names({ enterpriseName: "'" })).toEqual(["华南'四"])
  expect(await names({ enterpriseName_likeright: '华北' })).toEqual(['华北三'])
  expect(await names({ createTime_datege: '2000-01-01', createTime_datele: '2000-01-02' })).toEqual([])
  expect(await names({ ascs: 'creditCode', size: 2, current: 2 })).toEqual(['华北三', "华南'四"])
  expect(await names({ current: 5 })).toEqual([])
  expect(
    await names({ 'enterpriseName) or 1=1 --': 'x', tenantId_equal: '000000', ascs: 'tenantId;drop table firm' }),
  ).toHaveLength(4)
})

test('every change is in the audit log with who, before and after', async () => {
  const saved = await admin(enterprise.save, draft({ remark: '一' }))
  await admin(enterprise.update, { id: saved.id, remark: '二' })
  await admin(enterprise.remove, { ids: saved.id })
  const { records } = await admin(audit.list, { bizId_equal: saved.id })
  expect(records.map(({ action }) => action).toSorted()).toEqual([
    'enterprise.remove',
    'enterprise.save',
    'enterprise.update',
  ])
  const update = records.find(({ action }) => action === 'enterprise.update')
  expect(update).toMatchObject({ actorName: '王管理', before: { remark: '一' }, after: { remark: '二' } })
})

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { randomBytes } from 'node:crypto'
import { enterprise } from '#contract/enterprise.ts'
import { ledger } from '#contract/ledger.ts'
import { tenantPackage } from '#contract/package.ts'
import { project } from '#contract/project.ts'
import { tenant } from '#contract/tenant.ts'
import { trash } from '#contract/trash.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { fixtureFiles, handOver, importFiles, projectOf } from '../ledger/testing-import.ts'
import { all, client, mine, only, restored, used } from './testing-trash.ts'

let server: TestServer
let firm: { tenantId: string }
let boss: Caller
let zhang: Caller
let li: Caller
let platform: Caller
beforeAll(async () => {
  server = await testServer()
  platform = await server.as('administrator', '平台', { tenantId: '000000' })
})
beforeEach(async () => {
  firm = await server.tenant()
  boss = await server.as('admin', '王管理', firm)
  zhang = await server.as('zxs', '张审计', firm)
  li = await server.as('zxs', '李审计', firm)
})

describe('the list', () => {
  test('shows what I deleted or owned: who, when, from where, days left; nothing of colleagues, and all of it to who administers', async () => {
    const id = await projectOf(zhang)
    const { projectName, enterpriseName } = await zhang(project.detail, { id })
    await boss(project.remove, { ids: id })
    const [row, ...more] = await mine(zhang)
    expect(more).toEqual([])
    expect(row).toMatchObject({
      kind: 'project',
      itemId: id,
      name: `${projectName} 2025`,
      place: enterpriseName,
      ownerName: '张审计',
      deletedByName: '王管理',
      daysLeft: 30,
      hold: null,
    })
    expect(await mine(li)).toEqual([])
    expect(await all(boss)).toHaveLength(1)
    await expect(li(trash.list, { whose: 'firm' })).rejects.toMatchObject({ code: 403 })
    await expect(li(trash.restore, { ids: [row?.id ?? ''] })).rejects.toMatchObject({ code: 404 })
    await expect(li(trash.purge, { ids: [row?.id ?? ''] })).rejects.toMatchObject({ code: 404 })
  })

  test('another firm’s administrator sees and reaches nothing of it', async () => {
    await zhang(enterprise.remove, { ids: await client(zhang) })
    const stranger = await server.as('administrator', '别家', await server.tenant())
    const id = only(await all(boss), 'enterprise')
    expect((await stranger(trash.list, { whose: 'firm' })).total).toBe(0)
    await expect(stranger(trash.restore, { ids: [id] })).rejects.toMatchObject({ code: 404 })
    await expect(stranger(trash.purge, { ids: [id] })).rejects.toMatchObject({ code: 404 })
    await expect(stranger(trash.hold, { ids: [id], held: true })).rejects.toMatchObject({ code: 404 })
  })

  test('is found by kind, words, who and when, sorted and paged', async () => {
    for (const name of ['甲公司', '乙公司', '丙公司'])
      await zhang(enterprise.remove, { ids: await client(zhang, name) })
    await li(enterprise.remove, { ids: await client(li, '甲厂') })
    const found = async (filter: object) => (await boss(trash.list, { whose: 'firm', ...filter })).total
    expect(await found({ name: '甲' })).toBe(2)
    expect(await found({ deletedByName: '李' })).toBe(1)
    expect(await found({ kind_equal: 'project' })).toBe(0)
    expect(await found({ deletedTime_datege: '2099-01-01' })).toBe(0)
    const page = await boss(trash.list, { whose: 'firm', size: '2', current: '2', ascs: 'name' })
    expect(page).toMatchObject({ total: 4, pages: 2 })
    expect(page.records).toHaveLength(2)
    expect(await boss(trash.summary, { whose: 'firm' })).toMatchObject({
      total: 4,
      keepDays: 30,
      kinds: [{ kind: 'enterprise', total: 4 }],
    })
  })
})

describe('restoring', () => {
  test('brings a project back with its ledger, and counts it again', async () => {
    const id = await projectOf(zhang)
    await importFiles(server, zhang, id, fixtureFiles('yonyou-u8'))
    const before = await used(boss, 'project')
    await zhang(project.remove, { ids: id })
    expect(await used(boss, 'project')).toBe(before - 1)
    expect(await restored(zhang, only(await mine(zhang), 'project'))).toMatchObject({ done: true, renamed: false })
    expect(await used(boss, 'project')).toBe(before)
    expect(await mine(zhang)).toEqual([])
    expect(await zhang(ledger.datasets, { projectId: id })).toHaveLength(1)
  })

  test('a name that is taken meanwhile gets the day behind it, and another when that is taken too', async () => {
    const enterpriseId = await client(zhang)
    const draft = { enterpriseId, projectName: '年审', year: '2025', category: 2 }
    for (let n = 0; n < 3; n++) await zhang(project.remove, { ids: (await zhang(project.save, draft)).id })
    const rows = await mine(zhang)
    const { outcomes } = await zhang(trash.restore, { ids: rows.map(({ id }) => id) })
    const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    expect(outcomes.map(({ name }) => name)).toEqual(['年审', `年审 (恢复 ${day})`, `年审 (恢复 ${day}) 2`])
    expect(outcomes.map(({ renamed }) => renamed)).toEqual([false, true, true])
  })

  test('a project comes back with the client that was deleted after it', async () => {
    const id = await projectOf(zhang)
    const { enterpriseId } = await zhang(project.detail, { id })
    await zhang(project.remove, { ids: id })
    await zhang(enterprise.remove, { ids: enterpriseId })
    expect(await restored(zhang, only(await mine(zhang), 'project'))).toMatchObject({ done: true })
    expect((await zhang(enterprise.detail, { id: enterpriseId })).id).toBe(enterpriseId)
    expect(await mine(zhang)).toEqual([])
  })

  test('a client whose credit code another has now does not come back, and is told why', async () => {
    const id = await client(zhang)
    const creditCode = (await zhang(enterprise.detail, { id })).creditCode
    await zhang(enterprise.remove, { ids: id })
    await zhang(enterprise.save, { enterpriseName: '接替者', creditCode })
    const outcome = await restored(zhang, only(await mine(zhang), 'enterprise'))
    expect(outcome).toMatchObject({ done: false })
    expect(outcome?.why).toContain(creditCode)
    expect(await mine(zhang)).toHaveLength(1)
  })

  test('is refused where the package is full, and works once there is room', async () => {
    const code = `p${randomBytes(4).toString('hex')}`
    const limits = { enterprise: 1 }
    const pack = await platform(tenantPackage.submit, { code, packageName: code, edition: 'firm', limits })
    await platform(tenant.packageSetting, { tenantId: firm.tenantId, packageId: pack.id })
    await zhang(enterprise.remove, { ids: await client(zhang) })
    const second = await client(zhang)
    const id = only(await mine(zhang), 'enterprise')
    expect(await restored(zhang, id)).toMatchObject({ done: false, why: '资源数量超过限制，请购买更多资源' })
    await zhang(enterprise.remove, { ids: second })
    expect(await restored(zhang, id)).toMatchObject({ done: true })
  })

  test('two at once: one brings it back, the other hears that it is gone; so after a purge', async () => {
    await zhang(enterprise.remove, { ids: await client(zhang) })
    const id = only(await mine(zhang), 'enterprise')
    const tried = await Promise.allSettled([restored(zhang, id), restored(boss, id), restored(zhang, id)])
    const done = tried.filter((one) => one.status === 'fulfilled' && one.value?.done)
    expect(done).toHaveLength(1)
    const [late] = await Promise.allSettled([restored(boss, id)])
    expect(late).toMatchObject({ status: 'rejected', reason: { message: '所选内容已被恢复或彻底删除，请刷新' } })
  })

  test('a file of a project comes back unless the project is gone or holds the same again', async () => {
    const projectId = await projectOf(zhang)
    const hand = () => handOver(server, zhang, projectId, { name: '余额表.csv', content: 'a,b\n1,2' })
    const fileId = await hand()
    const bytes = await used(boss, 'storage_bytes')
    await zhang(ledger.removeFile, { projectId, fileId })
    expect(await used(boss, 'storage_bytes')).toBeLessThan(bytes)
    const id = only(await mine(zhang), 'file')
    await zhang(project.remove, { ids: projectId })
    expect((await restored(zhang, id))?.why).toContain('请先恢复该项目')
    expect(await restored(zhang, only(await mine(zhang), 'project'))).toMatchObject({ done: true })
    const again = await hand()
    expect((await restored(zhang, id))?.why).toContain('已有内容相同的文件')
    await zhang(ledger.removeFile, { projectId, fileId: again })
    expect(await restored(zhang, id)).toMatchObject({ done: true })
    expect(await used(boss, 'storage_bytes')).toBe(bytes)
  })
})

import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { randomBytes } from 'node:crypto'
import { attachment } from '#contract/storage.ts'
import { chat } from '#contract/chat.ts'
import { disk } from '#contract/disk.ts'
import { enterprise } from '#contract/enterprise.ts'
import { knowledgeDoc } from '#contract/knowledge-doc.ts'
import { knowledge } from '#contract/knowledge.ts'
import { ledger } from '#contract/ledger.ts'
import { param } from '#contract/param.ts'
import { tenantPackage } from '#contract/package.ts'
import { project } from '#contract/project.ts'
import { promptTemplate } from '#contract/prompt-template.ts'
import { tenant } from '#contract/tenant.ts'
import { thinkChain } from '#contract/think-chain.ts'
import { trash } from '#contract/trash.ts'
import { writing } from '#contract/writing.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { listening, mounted } from '../dav/testing-dav.ts'
import { newBase, newDoc } from '../knowledge/testing-base.ts'
import { handOver, projectOf } from '../ledger/testing-import.ts'
import { generated, readyProject } from '../paper/testing-papers.ts'
import { all, client, inside, mine, night, only, purged, restored, used } from './testing-trash.ts'

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

describe('what people write and collect', () => {
  test('goes to the bin, comes back from it, and is purged from it', async () => {
    const baseId = await newBase(zhang, { scope: 'personal' })
    const docId = await newDoc(zhang, baseId, '指引.md', '# 指引\n\n加计扣除比例为百分之一百。')
    const content = { body: '请写一段', variables: [] }
    const template = await zhang(promptTemplate.save, {
      scope: 'personal',
      category: 'review',
      name: '我的模板',
      content,
    })
    const steps = [{ kind: 'model' as const, name: '答', prompt: '{{question}}', variable: '' as const }]
    const chain = await zhang(thinkChain.save, { name: '我的链', scope: 'personal', steps })
    const talk = await zhang(chat.save, { title: '对话' })
    const doc = await zhang(writing.create, { kind: 'word', title: '说明' })
    await zhang(knowledgeDoc.remove, { ids: docId })
    await zhang(knowledge.removeBases, { ids: baseId })
    await zhang(promptTemplate.remove, { ids: template.id })
    await zhang(thinkChain.remove, { ids: chain.id })
    await zhang(chat.remove, { ids: talk.id })
    await zhang(writing.remove, { ids: doc.id })
    const rows = await mine(zhang)
    expect(rows.map(({ kind }) => kind).sort()).toEqual(
      ['conversation', 'knowledgeBase', 'knowledgeDoc', 'promptTemplate', 'thinkChain', 'writingDoc'], // prettier-ignore
    )
    expect((await restored(zhang, only(rows, 'knowledgeDoc')))?.why).toContain('请先恢复该知识库')
    const back = await zhang(trash.restore, { ids: rows.map(({ id }) => id) })
    expect(back.outcomes.filter(({ done }) => !done)).toEqual([])
    expect((await zhang(knowledgeDoc.detail, { id: docId })).document.id).toBe(docId)
    expect((await zhang(chat.detail, { id: talk.id })).conversation.id).toBe(talk.id)

    const bytes = await used(boss, 'storage_bytes')
    await zhang(knowledge.removeBases, { ids: baseId })
    await zhang(promptTemplate.remove, { ids: template.id })
    await zhang(thinkChain.remove, { ids: chain.id })
    await zhang(chat.remove, { ids: talk.id })
    await zhang(writing.remove, { ids: doc.id })
    await inside(server, boss).inFirm((db) =>
      db
        .insertInto('mask_key')
        .values({ scope: `conversation:${talk.id}`, sealed: 'x' })
        .execute(),
    )
    const gone = await purged(
      zhang,
      (await mine(zhang)).map(({ id }) => id),
    )
    expect(gone.result).toMatchObject({ purged: 5, held: 0, failed: 0 })
    expect(await inside(server, boss).countOf('kb_doc', 'id', docId)).toBe(0)
    expect(await inside(server, boss).countOf('chat_conversation', 'id', talk.id)).toBe(0)
    const keys = await inside(server, boss).inFirm((db) => db.selectFrom('mask_key').select('scope').execute())
    expect(keys).toEqual([])
    expect(await used(boss, 'storage_bytes')).toBeLessThan(bytes)
    expect(await mine(zhang)).toEqual([])
  })

  test('what its own page brought back is no longer in the bin', async () => {
    const talk = await zhang(chat.save, { title: '对话' })
    await zhang(chat.remove, { ids: talk.id })
    expect(await mine(zhang)).toHaveLength(1)
    await zhang(chat.restore, { ids: talk.id })
    expect(await mine(zhang)).toEqual([])
  })

  test('an attachment that an administrator removed comes back to who owned it', async () => {
    const projectId = await projectOf(zhang)
    const fileId = await handOver(server, zhang, projectId, { name: '凭证.csv', content: 'x,y\n3,4' })
    await boss(attachment.remove, { ids: fileId, reason: '误传' })
    expect(await restored(zhang, only(await mine(zhang), 'file'))).toMatchObject({ done: true })
    expect((await zhang(ledger.datasets, { projectId })).length).toBe(0)
  })
})

describe('purging', () => {
  test('a project takes its disk with it: files, versions, what lay in the bin, and their bytes', async () => {
    const base = await listening(server)
    const id = await projectOf(zhang)
    const { projectName, enterpriseName } = await zhang(project.detail, { id })
    await zhang(disk.openSpace, { type: 'project', ownerId: id })
    const mount = await mounted(base, zhang)
    const home = `/dav/${projectName} 2025 · ${enterpriseName}`
    const put = async (path: string, body: string) => (await mount('PUT', home + path, { body })).status
    await mount('MKCOL', `${home}/资料`)
    expect([await put('/资料/甲.txt', '一'), await put('/资料/甲.txt', '二二'), await put('/乙.txt', '三')]).toEqual([
      201, 204, 201,
    ])
    await mount('LOCK', `${home}/资料/甲.txt`, {
      body: '<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype></lockinfo>',
    })
    expect((await mount('DELETE', `${home}/乙.txt`)).status).toBe(204)
    expect(await used(boss, 'storage_bytes')).toBeGreaterThan(0)
    await zhang(project.remove, { ids: id })
    const rows = await mine(zhang)
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['disk', 'project'])
    expect((await purged(zhang, [only(rows, 'project')])).result).toMatchObject({ purged: 1, held: 0, failed: 0 })
    expect(await mine(zhang)).toEqual([])
    const spaces = await inside(server, boss).inFirm((db) =>
      db.selectFrom('disk_space').select('id').where('owner_id', '=', id).execute(),
    )
    expect(spaces).toEqual([])
    expect(await used(boss, 'storage_bytes')).toBe(0)
  })

  test('who restores while it is purged either has it back or hears that it is gone, never half of it', async () => {
    const clients = [await client(zhang), await client(zhang), await client(zhang), await client(zhang)]
    for (const id of clients) await zhang(enterprise.remove, { ids: id })
    const ids = (await mine(zhang)).map(({ id }) => id)
    const { jobId } = await boss(trash.purge, { ids })
    const tried = await Promise.allSettled(ids.map((id) => restored(zhang, id)))
    await boss.done(jobId)
    const back = tried.filter((one) => one.status === 'fulfilled' && one.value?.done).length
    expect((await zhang(enterprise.list, {})).total).toBe(back)
    expect(await mine(zhang)).toEqual([])
    const left = await Promise.all(clients.map((id) => inside(server, boss).countOf('firm_enterprise', 'id', id)))
    expect(left.filter((count) => count === 1)).toHaveLength(back)
  })

  test('a project with ledger, papers and files leaves no row and gives its bytes back; its client then goes too', async () => {
    const id = await readyProject(server, zhang, 'yonyou-u8')
    expect(await generated(zhang, id)).toMatchObject({ state: 'succeeded' })
    const { enterpriseId } = await zhang(project.detail, { id })
    await zhang(project.remove, { ids: id })
    await zhang(enterprise.remove, { ids: enterpriseId })
    const rows = await mine(zhang)
    const enterpriseRow = rows.find(({ kind }) => kind === 'enterprise')
    expect(enterpriseRow).toMatchObject({ hold: 'inUse', daysLeft: null })
    await expect(zhang(trash.purge, { ids: [enterpriseRow?.id ?? ''] })).rejects.toThrow('仍被其他内容使用')
    expect(
      (
        await purged(
          zhang,
          rows.map((row) => row.id),
        )
      ).result,
    ).toMatchObject({ purged: 2, held: 0, failed: 0 })
    for (const [table, column] of [
      ['firm_project', 'id'],
      ['dataset', 'project_id'],
      ['generation', 'project_id'],
    ] as const)
      expect(await inside(server, boss).countOf(table, column, id)).toBe(0)
    expect(await inside(server, boss).countOf('firm_enterprise', 'id', enterpriseId)).toBe(0)
    expect(await used(boss, 'storage_bytes')).toBe(0)
  }, 120_000)

  test('legal hold keeps a thing from everybody until it is lifted; only who administers sets it', async () => {
    await zhang(enterprise.remove, { ids: await client(zhang) })
    const id = only(await mine(zhang), 'enterprise')
    await expect(zhang(trash.hold, { ids: [id], held: true })).rejects.toMatchObject({ code: 403 })
    await boss(trash.hold, { ids: [id], held: true, note: '诉讼保全' })
    expect((await mine(zhang))[0]).toMatchObject({ hold: 'legalHold', holdNote: '诉讼保全', daysLeft: null })
    await expect(zhang(trash.purge, { ids: [id] })).rejects.toThrow('依法保留')
    await inside(server, boss).aged(400)
    await night(server)
    expect(await mine(zhang)).toHaveLength(1)
    await boss(trash.hold, { ids: [id], held: false })
    expect((await purged(zhang, [id])).result).toMatchObject({ purged: 1 })
  })

  test('what was archived is kept for ten years; what was deleted before that is not', async () => {
    const id = await readyProject(server, zhang, 'yonyou-u8')
    await generated(zhang, id)
    await inside(server, boss).inFirm((db) =>
      db
        .updateTable('generation')
        .set({ create_time: sql`now() - interval '70 days'` })
        .where('project_id', '=', id)
        .execute(),
    )
    await zhang(project.remove, { ids: id })
    const [row] = await mine(zhang)
    expect(row).toMatchObject({ hold: 'archived', daysLeft: null })
    expect(Number(row?.holdUntil?.slice(0, 4))).toBeGreaterThanOrEqual(new Date().getUTCFullYear() + 9)
    await expect(boss(trash.purge, { ids: [row?.id ?? ''] })).rejects.toThrow('已归档')
    await inside(server, boss).aged(20)
    expect((await mine(zhang))[0]).toMatchObject({ hold: null })
  }, 120_000)

  test('every night goes what has lain its days: the tenant’s own number, at most the package’s', async () => {
    for (const name of ['甲', '乙']) await zhang(enterprise.remove, { ids: await client(zhang, name) })
    await inside(server, boss).aged(29)
    await night(server)
    expect(await mine(zhang)).toHaveLength(2)
    const code = `p${randomBytes(4).toString('hex')}`
    const pack = await platform(tenantPackage.submit, {
      code,
      packageName: code,
      edition: 'firm',
      limits: {},
      trashDays: 7,
    })
    await platform(tenant.packageSetting, { tenantId: firm.tenantId, packageId: pack.id })
    expect((await mine(zhang))[0]).toMatchObject({ daysLeft: 0 })
    expect(await night(server)).toMatchObject({ purged: 2 })
    expect(await mine(zhang)).toEqual([])
    await boss(param.submit, { paramKey: 'trashKeepDays', paramValue: '3' })
    expect(await zhang(trash.summary, {})).toMatchObject({ keepDays: 3, total: 0 })
  })

  test('emptying takes my own and leaves what colleagues deleted', async () => {
    await zhang(enterprise.remove, { ids: await client(zhang) })
    await li(enterprise.remove, { ids: await client(li) })
    await zhang.done((await zhang(trash.empty, {})).jobId)
    expect(await mine(zhang)).toEqual([])
    expect(await all(boss)).toHaveLength(1)
    await expect(zhang(trash.empty, {})).rejects.toThrow('没有可以彻底删除的内容')
    await expect(zhang(trash.empty, { whose: 'firm' })).rejects.toMatchObject({ code: 403 })
    await boss.done((await boss(trash.empty, { whose: 'firm' })).jobId)
    expect(await all(boss)).toEqual([])
  })
})

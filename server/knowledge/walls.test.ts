import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { file } from '#contract/file.ts'
import { knowledgeChunk } from '#contract/knowledge-chunk.ts'
import { knowledgeDoc, PARSE_JOB } from '#contract/knowledge-doc.ts'
import { knowledge } from '#contract/knowledge.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { foundTexts, newBase, newDoc, newProject, uploaded } from './testing-base.ts'

let server: TestServer
let admin: Caller
let zxs: Caller
let other: Caller
let elsewhere: Caller
beforeAll(async () => {
  server = await testServer()
  admin = await server.as('admin', '王管理')
  zxs = await server.as('zxs', '张审计')
  other = await server.as('zxs', '李审计')
  elsewhere = await server.as('admin', '外人', await server.tenant('别家'))
})

/** One document with its parts, and every call that names one of them. */
async function everyCall(baseId: string, docId: string, fileId: string) {
  const { document } = await admin(knowledgeDoc.detail, { id: docId })
  const [chunk] = (await admin(knowledgeChunk.chunks, { versionId: document.versionId })).records
  if (!chunk) throw new Error('no chunk')
  const calls: [string, Endpoint, object][] = [
    ['save base', knowledge.saveBase, { id: baseId, name: '占用' }],
    ['remove base', knowledge.removeBases, { ids: baseId }],
    ['restore base', knowledge.restoreBases, { ids: baseId }],
    ['access', knowledge.access, { baseId }],
    ['save access', knowledge.saveAccess, { baseId, rows: [] }],
    ['list', knowledgeDoc.list, { baseId }],
    ['deleted', knowledgeDoc.list, { baseId, deleted: '1' }],
    ['detail', knowledgeDoc.detail, { id: docId }],
    ['add', knowledgeDoc.add, { baseId, fileIds: [fileId] }],
    ['cover', knowledgeDoc.cover, { id: docId, fileId }],
    ['import files', knowledgeDoc.importFiles, { baseId, fileIds: [fileId] }],
    ['add texts', knowledgeDoc.addTexts, { baseId, documents: [{ name: '甲', text: '乙' }] }],
    ['update', knowledgeDoc.update, { id: docId, name: '改' }],
    ['type', knowledgeDoc.changeType, { ids: docId, kind: 'law' }],
    ['remove', knowledgeDoc.remove, { ids: docId }],
    ['restore', knowledgeDoc.restore, { ids: docId }],
    ['reindex', knowledgeDoc.reindex, { ids: docId }],
    ['vectors', knowledgeDoc.vectors, { baseId }],
    ['download', knowledgeDoc.download, { ids: docId }],
    ['articles', knowledgeDoc.importLaw, { baseId, fileId }],
    ['chunks', knowledgeChunk.chunks, { versionId: document.versionId }],
    ['save chunk', knowledgeChunk.saveChunk, { id: chunk.id, rev: chunk.rev, text: '改' }],
    ['place', knowledgeChunk.place, { chunkId: chunk.id }],
    ['original', file.download, { id: fileId }],
  ]
  return calls
}

const answer = (caller: Caller, [, endpoint, input]: [string, Endpoint, object]) =>
  (endpoint.kind === 'file' ? caller.download(endpoint, input) : caller(endpoint, input)).then(
    () => 200,
    (error: { code?: number }) => error.code,
  )

describe('another tenant and a base that refuses', () => {
  let baseId = ''
  let docId = ''
  beforeAll(async () => {
    baseId = await newBase(admin, { name: '机密口径' })
    docId = await newDoc(admin, baseId, '机密.txt', '独立性隔离的机密内容')
  })

  test.each([
    ['another tenant', () => elsewhere],
    ['whoever is refused, though the firm may', () => other],
  ])('every call answers %s as if there were nothing', async (_, who) => {
    const fileId = (await admin(knowledgeDoc.detail, { id: docId })).versions[0]?.fileId ?? ''
    await admin(knowledge.saveAccess, { baseId, rows: [{ principalKind: 'user', principal: other.userId, level: 0 }] })
    const caller = who()
    const said: string[] = []
    for (const one of await everyCall(baseId, docId, fileId)) said.push(`${one[0]} ${await answer(caller, one)}`)
    expect(said.filter((line) => !line.endsWith(' 404'))).toEqual([])
    expect(await foundTexts(caller, '独立性隔离')).toEqual([])
    expect(await foundTexts(caller, '独立性隔离', { baseIds: [baseId] })).toEqual([])
    expect((await caller(knowledge.bases, {})).map(({ id }) => id)).not.toContain(baseId)
  })

  test('who is not refused reads, and whoever only reads changes nothing', async () => {
    const reader = await server.as('teacher', '赵老师')
    expect(await foundTexts(reader, '独立性隔离', { baseIds: [baseId] })).toHaveLength(1)
    const fileId = (await admin(knowledgeDoc.detail, { id: docId })).versions[0]?.fileId ?? ''
    const said: string[] = []
    for (const one of await everyCall(baseId, docId, fileId)) said.push(`${one[0]} ${await answer(reader, one)}`)
    expect(said.filter((line) => line.endsWith(' 200'))).toEqual([
      'list 200',
      'deleted 200',
      'detail 200',
      'chunks 200',
      'place 200',
      'original 200',
    ])
  })

  test('a consultant changes his own documents and nobody else’s', async () => {
    const own = await newDoc(zxs, baseId, '自己的.txt', '自己添加的资料')
    await zxs(knowledgeDoc.update, { id: own, name: '改名.txt' })
    await expect(zxs(knowledgeDoc.update, { id: docId, name: '改名.txt' })).rejects.toMatchObject({ code: 404 })
    await expect(zxs(knowledgeDoc.remove, { ids: `${own},${docId}` })).rejects.toMatchObject({ code: 404 })
    expect((await admin(knowledgeDoc.detail, { id: own })).document.name).toBe('改名.txt')
  })

  test('a refusal to a role wins over what was given to the person', async () => {
    const teacher = await server.as('teacher', '钱老师')
    const rows = [
      { principalKind: 'role' as const, principal: 'teacher', level: 0 },
      { principalKind: 'user' as const, principal: teacher.userId, level: 2 },
    ]
    await admin(knowledge.saveAccess, { baseId, rows })
    expect(await foundTexts(teacher, '独立性隔离')).toEqual([])
    await expect(teacher(knowledgeDoc.list, { baseId })).rejects.toMatchObject({ code: 404 })
  })
})

test('a project’s base is for those who reach the project, and a search for one project leaves out the others', async () => {
  const [one, two] = [await newProject(zxs), await newProject(zxs)]
  const ofOne = await newBase(zxs, { scope: 'project', projectId: one })
  const ofTwo = await newBase(zxs, { scope: 'project', projectId: two })
  await newDoc(zxs, ofOne, '一.txt', '关联方往来甲项目')
  await newDoc(zxs, ofTwo, '二.txt', '关联方往来乙项目')
  expect((await foundTexts(zxs, '关联方往来')).toSorted()).toEqual(['关联方往来乙项目', '关联方往来甲项目'].toSorted())
  expect(await foundTexts(zxs, '关联方往来', { projectId: one })).toEqual(['关联方往来甲项目'])
  expect(await foundTexts(other, '关联方往来')).toEqual([])
  await expect(newBase(other, { scope: 'project', projectId: one })).rejects.toMatchObject({ code: 404 })
  // his own file of one project may go into a base of another; a colleague's may not
  const mine = await uploaded(zxs, ofOne, '三.txt', '可以转用的资料')
  const { added } = await zxs(knowledgeDoc.importFiles, { baseId: ofTwo, fileIds: [mine] })
  expect(added).toMatchObject([{ name: '三.txt' }])
  const personal = await newBase(other, { scope: 'personal' })
  await expect(other(knowledgeDoc.importFiles, { baseId: personal, fileIds: [mine] })).rejects.toMatchObject({
    code: 404,
  })
})

test('a personal base is its maker’s alone, until he lets somebody in', async () => {
  const baseId = await newBase(zxs, { scope: 'personal' })
  await newDoc(zxs, baseId, '笔记.txt', '我的私人笔记内容')
  expect(await foundTexts(admin, '私人笔记')).toEqual([])
  await expect(admin(knowledgeDoc.list, { baseId })).rejects.toMatchObject({ code: 404 })
  await zxs(knowledge.saveAccess, { baseId, rows: [{ principalKind: 'user', principal: other.userId, level: 1 }] })
  expect(await foundTexts(other, '私人笔记')).toEqual(['我的私人笔记内容'])
})

test('a system base is read by every tenant and changed by none but the platform', async () => {
  const head = await server.as('administrator', '平台管理员', { tenantId: PLATFORM })
  const baseId = await newBase(head, { scope: 'system', kind: 'policy', name: '系统政策库' })
  const docId = await newDoc(head, baseId, '系统政策.txt', '全体租户可读的系统政策')
  const secret = await newBase(head, { name: '平台自用' })
  const hidden = await newDoc(head, secret, '平台.txt', '平台自己的系统政策草稿')
  expect(await foundTexts(elsewhere, '系统政策')).toEqual(['全体租户可读的系统政策'])
  expect((await elsewhere(knowledge.bases, {})).find(({ id }) => id === baseId)).toMatchObject({
    level: 1,
    scope: 'system',
  })
  const { document, versions } = await elsewhere(knowledgeDoc.detail, { id: docId })
  expect(document.mine).toBe(false)
  expect(versions[0]).toMatchObject({ fileId: '', createUserName: '' })
  for (const attempt of [
    () => elsewhere(knowledgeDoc.remove, { ids: docId }),
    () => elsewhere(knowledgeDoc.update, { id: docId, name: '改' }),
    () => elsewhere(knowledge.saveBase, { id: baseId, name: '改', scope: 'system' }),
    () => elsewhere(knowledgeDoc.detail, { id: hidden }),
    () => elsewhere(knowledgeDoc.list, { baseId: secret }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 404 })
  await expect(newBase(elsewhere, { scope: 'system' })).rejects.toMatchObject({ message: '您不能建立这一类知识库' })
})

test('a reading whose process died says so on its document, which can be read again', async () => {
  const baseId = await newBase(admin)
  const id = await newDoc(admin, baseId, '续.txt', '中断之后仍可重新解析')
  const { document } = await admin(knowledgeDoc.detail, { id })
  const jobId = crypto.randomUUID()
  // as a process that died while it read leaves it
  await server.kernel.database.inTenant({ tenantId: admin.tenantId, userId: admin.userId }, async (db) => {
    await db
      .insertInto('job')
      .values({
        id: jobId,
        type: PARSE_JOB,
        title: '续.txt',
        input: JSON.stringify({ versionIds: [document.versionId] }),
        state: 'running',
        runner: crypto.randomUUID(),
        beat_time: new Date(0),
        start_time: new Date(0),
      })
      .execute()
    await db
      .updateTable('kb_version')
      .set({ status: 'parsing', chunks: 0, job_id: jobId })
      .where('id', '=', document.versionId)
      .execute()
  })
  await expect(admin(knowledgeDoc.reindex, { ids: id })).rejects.toMatchObject({
    message: '“续.txt”正在解析，请等待完成或停止后再操作',
  })
  expect(await admin.done(jobId, 20)).toMatchObject({ state: 'failed' })
  const { document: after } = await admin(knowledgeDoc.detail, { id })
  expect(after).toMatchObject({ status: 'failed', problem: { key: 'jobDied' }, jobId: '' })
  expect(await foundTexts(admin, '重新解析', { baseIds: [baseId] })).toEqual([])
  await admin.done((await admin(knowledgeDoc.reindex, { ids: id })).jobId)
  expect(await foundTexts(admin, '重新解析', { baseIds: [baseId] })).toHaveLength(1)
})

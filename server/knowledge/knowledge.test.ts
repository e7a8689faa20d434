import { gzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { file } from '#contract/file.ts'
import { knowledgeChunk } from '#contract/knowledge-chunk.ts'
import { knowledgeDoc } from '#contract/knowledge-doc.ts'
import { knowledge } from '#contract/knowledge.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { foundTexts, newBase, newDoc, uploaded } from './testing-base.ts'

let server: TestServer
let admin: Caller
let zxs: Caller
beforeAll(async () => {
  server = await testServer()
  admin = await server.as('admin', '王管理')
  zxs = await server.as('zxs', '张审计')
})

const policy = `# 研发费用加计扣除指引

企业开展研发活动中实际发生的研发费用，未形成无形资产计入当期损益的，按照实际发生额的100%在税前加计扣除。

## 留存备查资料

自主研发项目计划书和研发项目立项的决议文件，依据财税〔2015〕119号执行。`

test('a document is read into chunks that are found by their words, with the place they come from', async () => {
  const baseId = await newBase(admin, { kind: 'policy' })
  const id = await newDoc(admin, baseId, '研发费用指引.md', policy)
  const { document, versions } = await admin(knowledgeDoc.detail, { id })
  expect(document).toMatchObject({ name: '研发费用指引.md', status: 'ready', versionNo: 1, mine: true, jobId: '' })
  expect(versions[0]).toMatchObject({ current: true, problem: null, chunks: document.chunks })
  const { passages, legs } = await zxs(knowledge.retrieve, { query: '研发费用加计扣除的比例', baseIds: [baseId] })
  expect(legs).toEqual(['identifiers', 'words'])
  expect(passages[0]).toMatchObject({
    documentName: '研发费用指引.md',
    version: 1,
    superseded: false,
    standing: 'unknown',
    places: { words: 1 },
    anchor: { kind: 'place', heading: '研发费用加计扣除指引' },
  })
  expect(passages[0]?.marks.length).toBeGreaterThan(0)
  const place = await zxs(knowledgeChunk.place, { chunkId: passages[0]?.chunkId ?? '' })
  expect(place.chunks.map(({ id }) => id)).toContain(passages[0]?.chunkId)
  expect((await zxs.download(file.download, { id: place.fileId })).body.toString()).toBe(policy)
})

test('a document’s number is found exactly, however it is written', async () => {
  const baseId = await newBase(admin, { kind: 'policy' })
  await newDoc(admin, baseId, '资料.md', policy)
  const { passages } = await admin(knowledge.retrieve, { query: '财税[2015]119号', baseIds: [baseId] })
  expect(passages[0]?.text).toContain('财税〔2015〕119号')
  expect(passages[0]?.places).toMatchObject({ identifiers: 1 })
})

test('the same content in one base is told and left out, unless it is wanted', async () => {
  const baseId = await newBase(admin)
  const first = await newDoc(admin, baseId, '甲.txt', '同样的内容，共两份')
  const fileId = await uploaded(admin, baseId, '乙.txt', '同样的内容，共两份')
  expect(await admin(knowledgeDoc.add, { baseId, fileIds: [fileId] })).toEqual({
    jobId: '',
    added: [],
    duplicates: [{ fileId, name: '乙.txt', documentId: first, documentName: '甲.txt' }],
  })
  const { added } = await admin(knowledgeDoc.add, { baseId, fileIds: [fileId], evenSo: true })
  expect(added).toMatchObject([{ name: '乙.txt' }])
  await expect(admin(knowledgeDoc.add, { baseId, fileIds: [fileId], evenSo: true })).rejects.toMatchObject({
    message: '文件“乙.txt”已被使用',
  })
})

test('a file that cannot be read says why and holds up none of the others', async () => {
  const baseId = await newBase(admin)
  const fileIds = [
    await uploaded(admin, baseId, '坏.pdf', '%PDF-1.7\nnothing of a document'),
    await uploaded(admin, baseId, '好.txt', '这一份可以读'),
  ]
  const { jobId } = await admin(knowledgeDoc.add, { baseId, fileIds })
  expect(await admin.done(jobId)).toMatchObject({ state: 'succeeded', result: { ready: 1, failed: 1 } })
  const { records } = await admin(knowledgeDoc.list, { baseId, ascs: 'name' })
  const states = Object.fromEntries(records.map(({ name, status, problem }) => [name, [status, problem !== null]]))
  expect(states).toEqual({ '好.txt': ['ready', false], '坏.pdf': ['failed', true] })
})

test('names that would hide or lead elsewhere are shown as plain ones', async () => {
  const baseId = await newBase(admin)
  const id = await newDoc(admin, baseId, '..\\..\\etc/\u202e<img src=x>报告.txt', '内容一')
  const { document } = await admin(knowledgeDoc.detail, { id })
  expect(document.name).toBe('<img src=x>报告.txt')
  const { jobId } = await admin(knowledgeDoc.download, { ids: id })
  const { result } = await admin.done(jobId)
  const { body } = await admin.download(file.download, { id: String(result?.fileId) })
  const packed = unzipSync(body)
  expect(Object.keys(packed)).toEqual([' img src=x 报告.txt'.trim()])
  expect(Buffer.from(Object.values(packed)[0] ?? []).toString()).toBe('内容一')
})

test('an edited chunk is found by its new words and no longer by the old; the original comes back', async () => {
  const baseId = await newBase(admin)
  const id = await newDoc(admin, baseId, '附注.txt', '期末存货跌价准备按成本与可变现净值孰低计提')
  const { document } = await admin(knowledgeDoc.detail, { id })
  const [chunk] = (await admin(knowledgeChunk.chunks, { versionId: document.versionId })).records
  if (!chunk) throw new Error('no chunk')
  const changed = await admin(knowledgeChunk.saveChunk, { id: chunk.id, rev: chunk.rev, text: '商誉减值测试每年进行' })
  expect(changed).toMatchObject({
    edited: true,
    original: chunk.text,
    anchor: chunk.anchor,
    rev: 2,
    updateUserName: '王管理',
  })
  expect(await foundTexts(admin, '商誉减值', { baseIds: [baseId] })).toEqual(['商誉减值测试每年进行'])
  expect(await foundTexts(admin, '存货跌价准备', { baseIds: [baseId] })).toEqual([])
  await expect(
    admin(knowledgeChunk.saveChunk, { id: chunk.id, rev: chunk.rev, text: '旧版本上的修改' }),
  ).rejects.toMatchObject({ code: 409 })
  await admin(knowledgeChunk.saveChunk, { id: chunk.id, rev: 2, text: null })
  expect(await foundTexts(admin, '存货跌价准备', { baseIds: [baseId] })).toEqual([chunk.text])
  await admin(knowledgeChunk.saveChunk, { id: chunk.id, rev: 3, enabled: false })
  expect(await foundTexts(admin, '存货跌价准备', { baseIds: [baseId] })).toEqual([])
})

test('a new version takes the old one’s place; what was cited from the old one still opens', async () => {
  const baseId = await newBase(admin)
  const id = await newDoc(admin, baseId, '制度.txt', '差旅费标准每天三百元')
  const [old] = (await admin(knowledge.retrieve, { query: '差旅费标准', baseIds: [baseId] })).passages
  const fileId = await uploaded(admin, baseId, '制度新.txt', '差旅费标准每天五百元')
  const { jobId } = await admin(knowledgeDoc.cover, { id, fileId })
  await admin.done(jobId)
  expect(await foundTexts(admin, '差旅费标准', { baseIds: [baseId] })).toEqual(['差旅费标准每天五百元'])
  const place = await admin(knowledgeChunk.place, { chunkId: old?.chunkId ?? '' })
  expect(place).toMatchObject({ superseded: true, versionNo: 1, fileName: '制度.txt' })
  expect(place.chunks[0]?.text).toBe('差旅费标准每天三百元')
})

test('a deleted document is found no more until it is brought back', async () => {
  const baseId = await newBase(admin)
  const id = await newDoc(admin, baseId, '暂存.txt', '长期股权投资权益法核算')
  await admin(knowledgeDoc.remove, { ids: id })
  expect(await foundTexts(admin, '长期股权投资', { baseIds: [baseId] })).toEqual([])
  expect((await admin(knowledgeDoc.list, { baseId })).total).toBe(0)
  expect((await admin(knowledgeDoc.list, { baseId, deleted: '1' })).records).toMatchObject([{ id }])
  await admin(knowledgeDoc.restore, { ids: id })
  expect(await foundTexts(admin, '长期股权投资', { baseIds: [baseId] })).toHaveLength(1)
})

const articles = [
  {
    law: '中华人民共和国企业所得税法',
    date: '2008-01-01',
    chap: '第一章 总则',
    art: '第四条',
    text: '企业所得税的税率为33%。',
  },
  {
    law: '中华人民共和国企业所得税法',
    date: '2019-04-23',
    chap: '第一章 总则',
    art: '第四条',
    text: '企业所得税的税率为25%。',
  },
  { law: '中华人民共和国增值税法', date: '2026-01-01', chap: '', art: '第四条', text: '在境内发生应税交易。' },
]

test('articles come in by law and version, and only what applied on the day is found', async () => {
  const baseId = await newBase(admin, { kind: 'law' })
  const content = gzipSync(articles.map((line) => JSON.stringify(line)).join('\n'))
  const fileId = await uploaded(admin, baseId, 'articles.jsonl.gz', content)
  const { jobId } = await admin(knowledgeDoc.importLaw, { baseId, fileId })
  expect(await admin.done(jobId)).toMatchObject({ state: 'succeeded', result: { laws: 3, articles: 3, same: 0 } })
  const at = async (inForceOn?: string) => {
    const { passages } = await admin(knowledge.retrieve, {
      query: '企业所得税法第四条',
      baseIds: [baseId],
      ...(inForceOn && { inForceOn }),
    })
    return passages
      .filter(({ documentName }) => documentName.includes('企业所得税'))
      .map(({ text, effectiveTo }) => [text, effectiveTo])
  }
  expect(await at('2010-06-30')).toEqual([['第四条　企业所得税的税率为33%。', '2019-04-22']])
  expect(await at('2024-06-30')).toEqual([['第四条　企业所得税的税率为25%。', null]])
  expect(await at()).toEqual([['第四条　企业所得税的税率为25%。', null]])
  expect(await at('2007-12-31')).toEqual([])
  const { passages } = await admin(knowledge.retrieve, { query: '企业所得税法第四条', baseIds: [baseId] })
  expect(passages[0]).toMatchObject({ anchor: { kind: 'article', article: '第四条' }, places: { identifiers: 1 } })
  const again = await uploaded(admin, baseId, 'articles.jsonl', articles.map((line) => JSON.stringify(line)).join('\n'))
  const second = await admin.done((await admin(knowledgeDoc.importLaw, { baseId, fileId: again })).jobId)
  expect(second.result).toEqual({ laws: 0, articles: 0, same: 3 })
})

test('a collection with a line that is no article brings nothing in, and names the line', async () => {
  const baseId = await newBase(admin, { kind: 'law' })
  const fileId = await uploaded(admin, baseId, 'a.jsonl', `${JSON.stringify(articles[0])}\n{"law":1}`)
  const { jobId } = await admin(knowledgeDoc.importLaw, { baseId, fileId })
  expect(await admin.done(jobId)).toMatchObject({
    state: 'failed',
    error: '第 2 行不是法规条文（应有 law、art、text），未导入任何内容',
  })
  expect((await admin(knowledgeDoc.list, { baseId })).total).toBe(0)
})

test('a word the firm says for another finds what is written with the other', async () => {
  const baseId = await newBase(admin)
  await newDoc(admin, baseId, '口径.txt', '职工薪酬汇算清缴口径')
  expect(await foundTexts(admin, '人力成本', { baseIds: [baseId] })).toEqual([])
  await admin(knowledge.saveSynonym, { term: '人力成本', means: ['职工薪酬'] })
  expect(await foundTexts(admin, '人力成本', { baseIds: [baseId] })).toHaveLength(1)
})

test('another program’s texts become documents with their numbers and days', async () => {
  const baseId = await newBase(admin, { kind: 'policy' })
  const document = {
    name: '关于口径的通知',
    text: '# 通知\n\n固定资产一次性扣除。',
    number: '税总函〔2026〕1号',
    effectiveFrom: '2026-01-01',
  }
  const { jobId, added } = await admin(knowledgeDoc.addTexts, { baseId, documents: [document] })
  await admin.done(jobId)
  const { document: saved } = await admin(knowledgeDoc.detail, { id: added[0]?.id ?? '' })
  expect(saved).toMatchObject({
    name: '关于口径的通知.md',
    number: '税总函〔2026〕1号',
    effectiveFrom: '2026-01-01',
    status: 'ready',
  })
  await admin(knowledgeDoc.changeType, { ids: saved.id, kind: 'template' })
  await admin(knowledgeDoc.update, {
    id: saved.id,
    region: '上海',
    versions: [{ id: saved.versionId, effectiveFrom: '2026-01-01', effectiveTo: '2027-12-31' }],
  })
  const { document: after } = await admin(knowledgeDoc.detail, { id: saved.id })
  expect(after).toMatchObject({ kind: 'template', region: '上海', endsOn: '2027-12-31' })
  await admin.done((await admin(knowledgeDoc.reindex, { ids: saved.id })).jobId)
  expect(await foundTexts(admin, '一次性扣除', { baseIds: [baseId] })).toHaveLength(1)
})

test('vectors are refused with the reason while no embedding model is set', async () => {
  const baseId = await newBase(admin)
  await expect(admin(knowledgeDoc.vectors, { baseId })).rejects.toMatchObject({
    message: '未配置向量模型：请在模型设置中配置后再建立向量',
  })
})

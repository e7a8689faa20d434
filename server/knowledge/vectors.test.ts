import { afterAll, beforeAll, expect, test } from 'vitest'
import { knowledgeDoc } from '#contract/knowledge-doc.ts'
import { knowledge } from '#contract/knowledge.ts'
import { type Caller, testServer } from '#server/kernel/testing.ts'
import { type ModelServer, testingModelServer } from '../model/testing-model-server.ts'
import { useModel } from '../model/testing-model-setup.ts'
import { newBase, newDoc } from './testing-base.ts'

let provider: ModelServer
let admin: Caller
beforeAll(async () => {
  provider = await testingModelServer()
  const server = await testServer({ DIGAO_OUTBOUND: provider.host })
  admin = await server.as(['administrator', 'admin'])
  await useModel(admin, provider.baseUrl, { tasks: ['embed', 'rerank'] })
})
afterAll(() => provider.close())

test('vectors are built once, and a question then goes by numbers, words, vectors and rerank', async () => {
  const baseId = await newBase(admin)
  await newDoc(admin, baseId, '甲.txt', '租赁负债的后续计量')
  await newDoc(admin, baseId, '乙.txt', '收入确认五步法')
  // nothing leaves for a question before there are vectors
  await admin(knowledge.retrieve, { query: '收入确认', baseIds: [baseId] })
  expect(provider.everything()).not.toContain('test-embed')
  const built = await admin.done((await admin(knowledgeDoc.vectors, { baseId })).jobId)
  expect(built).toMatchObject({ state: 'succeeded', result: { vectors: 2 } })
  const again = await admin.done((await admin(knowledgeDoc.vectors, { baseId })).jobId)
  expect(again.result).toMatchObject({ vectors: 0 })
  const { passages, legs } = await admin(knowledge.retrieve, { query: '收入确认五步法', baseIds: [baseId] })
  expect(legs).toEqual(['identifiers', 'words', 'vectors', 'rerank'])
  expect(passages[0]).toMatchObject({ text: '收入确认五步法', places: { words: 1, rerank: 1 } })
  expect(passages[0]?.places['vectors']).toBeGreaterThan(0)
})

test('a model that fails is left out: words still find', async () => {
  const baseId = await newBase(admin)
  await newDoc(admin, baseId, '丙.txt', '递延所得税资产的确认')
  await admin.done((await admin(knowledgeDoc.vectors, { baseId })).jobId)
  provider.close()
  const { passages, legs } = await admin(knowledge.retrieve, { query: '递延所得税资产', baseIds: [baseId] })
  expect(legs).toEqual(['identifiers', 'words'])
  expect(passages.map(({ text }) => text)).toEqual(['递延所得税资产的确认'])
})

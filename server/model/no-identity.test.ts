import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiSearch } from '#contract/ai-search.ts'
import { chat, CHAT_FILE } from '#contract/chat.ts'
import { enterprise } from '#contract/enterprise.ts'
import { file } from '#contract/file.ts'
import { knowledgeDoc } from '#contract/knowledge-doc.ts'
import { modelPurposes } from '#contract/model-purpose.ts'
import { paper } from '#contract/paper.ts'
import { promptTemplate } from '#contract/prompt-template.ts'
import { proposal } from '#contract/proposal.ts'
import { relation } from '#contract/relation.ts'
import { thinkChain } from '#contract/think-chain.ts'
import { writing } from '#contract/writing.ts'
import { seeded, seededIdentities } from '#engine/masking/testing-identities.ts'
import { maskingWords } from '#facts/masking-words.ts'
import type { Caller, TestServer } from '#server/kernel/testing.ts'
import { testServer } from '#server/kernel/testing.ts'
import { tokenOf } from '../access-token/testing-token.ts'
import { askFor } from '../chat/testing-chat.ts'
import { newBase, newDoc } from '../knowledge/testing-base.ts'
import { readyProject } from '../paper/testing-papers.ts'
import { fixtureFiles, importFiles, projectOf } from '../ledger/testing-import.ts'
import { proposed } from '../relation/testing-bill.ts'
import { newWriting } from '../writing/testing-writing.ts'
import { type ModelServer, testingModelServer } from './testing-model-server.ts'
import { useModel } from './testing-model-setup.ts'

const made = seededIdentities(seeded(11), maskingWords)
const known = {
  client: '深圳市星河互动科技有限公司',
  short: '星河互动',
  person: '欧阳小敏',
  phone: made.mobile(),
  card: made.idCard(),
  code: made.creditCode(),
  mail: 'ouyang@xinghe.example',
}
const { client, short, person, phone, card, code, mail } = known
const told = `${client}的${person}（${phone}，${card}，${mail}），税号${code}，简称${short}`

let provider: ModelServer
let server: TestServer
let boss: Caller
beforeAll(async () => {
  provider = await testingModelServer()
  server = await testServer({ DIGAO_OUTBOUND: provider.host })
  boss = await server.as('admin', '王主任')
  await boss(enterprise.save, { enterpriseName: client, creditCode: code, contact: person, phone })
  await useModel(boss, provider.baseUrl, { tasks: ['chat', 'embed', 'rerank'] })
}, 60_000)
afterAll(() => provider.close())

const streamed = async (path: string, payload: object, headers: Record<string, string> = {}) => {
  const signed = { 'sc-auth': `bearer ${boss.accessToken}` }
  const { statusCode, payload: body } = await server.app.inject({
    method: 'POST',
    url: path,
    headers: { ...signed, ...headers },
    payload,
  })
  expect({ statusCode, body }).toMatchObject({ statusCode: 200 })
}

/** A project whose bill leaves an account to a person, called like somebody. */
async function waitingProject(): Promise<string> {
  const projectId = await projectOf(boss)
  await importFiles(server, boss, projectId, fixtureFiles('yonyou-u8'))
  await server.kernel.database.inTenant({ tenantId: boss.tenantId, userId: boss.userId }, async (db) => {
    const project = db.selectFrom('firm_project').select('dataset_id').where('id', '=', projectId)
    await db
      .updateTable('ledger_account')
      .set({ name: `${client}往来`, full_name: `${client}往来` })
      .where('dataset_id', '=', project)
      .where('code', '=', '1811')
      .execute()
  })
  await proposed(boss, projectId)
  return projectId
}

/** Every errand on which something of the product asks a model, as the code names it. */
function errands(): string[] {
  const root = join(import.meta.dirname, '..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/(?:\.test|testing-[\w-]+)\.ts$/.test(name),
  )
  return files.flatMap((name) => {
    const text = readFileSync(join(root, name), 'utf8')
    return Array.from(
      text.matchAll(/purpose: ['`]([a-zA-Z]+(?:\.[a-zA-Z]+|\.\$\{[\w.]+\})?)['`]/g),
      ([, errand]) => errand ?? '',
    )
  })
}

test('on whatever errand a model is asked, nobody the firm knows is named', async () => {
  const content = {
    body: '请说明{{事项}}',
    variables: [{ name: '事项', label: '事项', kind: 'longText' as const, required: true }],
  }
  const baseId = await newBase(boss, { kind: 'policy' })
  await newDoc(boss, baseId, '往来说明.md', `# 往来说明\n\n${told}。报销标准为每人每天300元。`)
  await boss.done((await boss(knowledgeDoc.vectors, { baseId })).jobId)
  const upload = { name: '资料.txt', content: told }
  const { id: attached } = await boss.upload(file.upload, { purpose: CHAT_FILE, ownerId: boss.userId }, upload)

  const first = await askFor(server, boss, { text: `${told}，报销标准？`, attachmentIds: [attached] })
  await askFor(server, boss, { conversationId: first.conversationId, text: `那${short}的住宿呢？` })
  await boss(chat.suggestions, { messageId: first.messageId })
  await boss(aiSearch.summary, { query: `${short} 报销标准` })
  const steps = [
    { kind: 'retrieve', name: '检索', query: '{{question}}', baseIds: [], kinds: [], limit: 3 },
    { kind: 'model', name: '回答', prompt: '请回答：{{question}}', variable: '' },
  ]
  await streamed(thinkChain.try.path, { steps, question: told })
  await streamed(promptTemplate.tryOut.path, { content, values: { 事项: told } })
  const document = await newWriting(boss, '说明')
  await streamed(writing.assist.path, { id: document, act: 'rewrite', selection: told, before: told, wish: told })
  await streamed(
    '/v1/chat/completions',
    { model: 'digao', messages: [{ role: 'user', content: told }] },
    { authorization: `Bearer ${await tokenOf(boss)}` },
  )
  const waiting = await waitingProject()
  await boss(relation.advise, { projectId: waiting }).catch(() => {})
  await boss(proposal.make, { projectId: waiting, kind: 'mapping' })
  const papers = await readyProject(server, boss, 'yonyou-u8')
  await boss.done((await boss(paper.generate, { projectId: papers })).jobId)
  for (const kind of ['note', 'review'] as const) await boss(proposal.make, { projectId: papers, kind, paperId: 'C15' })
  await boss(proposal.make, { projectId: papers, kind: 'explain', paperId: 'C15', place: 'C15.actual' })

  const left = provider.everything()
  for (const identity of Object.values(known)) expect(left).not.toContain(identity)
  // an image never leaves the house, and inside nothing is hidden
  const never = new Set(['chat.image'])
  const { rows } = await server.kernel.database.inTenant(
    { tenantId: boss.tenantId, userId: boss.userId },
    async (db) => ({
      rows: await db.selectFrom('model_use').select('purpose').distinct().execute(),
    }),
  )
  const asked = new Set(rows.map(({ purpose }) => purpose))
  const went = (errand: string) => {
    const [begins = '', open] = errand.split('$')
    return [...asked].some((one) => (open === undefined ? one === errand : one.startsWith(begins)))
  }
  const notTried = errands().filter((one) => !never.has(one) && asks.has(one.split('.')[0] ?? '') && !went(one))
  expect(notTried).toEqual([])
  // and the logs say it in words
  expect([...asked].filter((one) => !(one in modelPurposes))).toEqual([])
}, 120_000)

/** Rooms whose errands are questions to a model; other things have purposes, too. */
const asks = new Set([
  'chat',
  'aiSearch',
  'thinkChain',
  'prompt',
  'writing',
  'openai',
  'relation',
  'proposal',
  'knowledge',
])

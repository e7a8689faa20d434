import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chat } from '#contract/chat.ts'
import { type Caller, type TestServer, testServer } from '#server/kernel/testing.ts'
import { newBase, newDoc } from '../knowledge/testing-base.ts'
import { type ModelServer, testingModelServer } from '../model/testing-model-server.ts'
import { useModel } from '../model/testing-model-setup.ts'
import { RunningAnswers } from './running-answers.ts'
import { askFor, resumeFor } from './testing-chat.ts'

let provider: ModelServer
let server: TestServer
let boss: Caller
beforeAll(async () => {
  provider = await testingModelServer()
  server = await testServer({ DIGAO_OUTBOUND: provider.host })
  boss = await server.as('admin', '王管理')
  await useModel(boss, provider.baseUrl)
  const baseId = await newBase(boss, { kind: 'policy' })
  await newDoc(boss, baseId, '指引.md', '# 指引\n\n业务招待费按照发生额的60%扣除。')
})
beforeEach(() => provider.reset())
afterAll(() => provider.close())

test('200 answers that wait for the model hold no database connection', async () => {
  const people: Caller[] = []
  // one person after the other: what is tried is how many wait, not how many knock or are answered at once
  for (let at = 0; at < 50; at += 1) people.push(await server.as('zxs', `张${at}`))
  const asking: { go: () => void; answers: ReturnType<typeof askFor>[] }[] = []
  let heard = 0
  for (const who of people) {
    const go = Promise.withResolvers<void>()
    provider.always({ until: go.promise, text: '好的。' })
    const answers = [1, 2, 3, 4].map((no) => askFor(server, who, { text: `问题${no}` }))
    heard += answers.length
    asking.push({ go: go.resolve, answers })
    await vi.waitFor(() => expect(provider.heard.length).toBe(heard), { timeout: 20_000, interval: 10 })
  }
  const busy = await server.kernel.database.inTenant({ tenantId: boss.tenantId, userId: '' }, async (db) => {
    const { rows } = await sql<{ open: number; held: number }>`select count(*)::int as open,
      count(*) filter (where state like 'idle in transaction%' and xact_start < now() - interval '5 seconds')::int as held
      from pg_stat_activity where datname = current_database() and usename = current_user`.execute(db)
    return rows[0]
  })
  // the pools of the process, whatever is asked of it
  expect(busy?.open).toBeLessThanOrEqual(20)
  // what has come is stored every few seconds, in transactions that are short
  expect(busy?.held).toBe(0)
  // a person's fifth has to wait
  const fifth = await askFor(server, people[0] ?? boss, { text: '第五个' })
  expect(fifth.body).toContain('4 个回答正在进行')
  // a pool gives up after two seconds
  expect(await boss(chat.list, {})).toMatchObject({ current: 1 })
  provider.always({ text: '好的。' })
  const said: Awaited<ReturnType<typeof askFor>>[] = []
  for (const { go, answers } of asking) {
    go()
    said.push(...(await Promise.all(answers)))
  }
  expect(said).toHaveLength(200)
  expect([...new Set(said.map(({ end }) => `${end?.status} ${end?.problem}`))]).toEqual(['done '])
}, 200_000)

test('a question that is sent again under its key is asked once', async () => {
  provider.always({ text: '好的。' })
  const key = { 'idempotency-key': 'once-1' }
  const [one, other] = await Promise.all([
    askFor(server, boss, { text: '只问一次' }, key),
    askFor(server, boss, { text: '只问一次' }, key),
  ])
  const late = await askFor(server, boss, { text: '只问一次' }, key)
  expect(new Set([one, other, late].map(({ messageId }) => messageId)).size).toBe(1)
  expect([one, other, late].map(({ end }) => end?.status)).toEqual(['done', 'done', 'done'])
  expect((await boss(chat.list, { words: '只问一次' })).total).toBe(1)
  expect((await askFor(server, boss, { text: '别的' }, key)).status).toBe(422)
})

test('an answer that takes longer than two minutes ends with the words of the specification, what came is kept', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms === 120_000 ? 800 : ms))
  provider.next({ mode: 'stalls', text: '说了两个字就停下' })
  const said = await askFor(server, boss, { text: '慢' })
  vi.restoreAllMocks()
  expect(said.notices).toContain('timeout')
  expect(said.end).toMatchObject({ status: 'failed', problem: '请求超时，请稍后重试' })
  expect(said.text).toBe('说了')
})

test('an answer whose process is gone reads as interrupted, with what had come, and the conversation goes on', async () => {
  const { conversationId, messageId } = await askFor(server, boss, { text: '会中断的问题' })
  await server.kernel.database.inTenant({ tenantId: boss.tenantId, userId: boss.userId }, (db) =>
    db
      .updateTable('chat_message')
      .set({ status: 'running', text: '说到一半', alive_at: sql`now() - interval '1 minute'` })
      .where('id', '=', messageId)
      .execute(),
  )
  const { messages } = await boss(chat.detail, { id: conversationId })
  expect(messages[1]).toMatchObject({ status: 'interrupted', text: '说到一半' })
  expect((await askFor(server, boss, { conversationId, text: '接着说' })).end?.status).toBe('done')
})

test('an answer of another process is followed as it is stored, and stopped through the database', async () => {
  const { messageId } = await askFor(server, boss, { text: '别处回答的问题' })
  const actor = { tenantId: boss.tenantId, userId: boss.userId }
  const set = (values: { status: string; text: string }) =>
    server.kernel.database.inTenant(actor, (db) =>
      db
        .updateTable('chat_message')
        .set({ ...values, alive_at: sql`now()`, stop_wanted: false })
        .where('id', '=', messageId)
        .execute(),
    )
  await set({ status: 'running', text: '一' })
  // a process that knows nothing of the run
  const elsewhere = new RunningAnswers(server.kernel)
  const run = elsewhere.start({
    actor,
    messageId,
    first: [],
    events: async function* (stop) {
      yield { kind: 'text', text: '一二三' }
      if (!stop.aborted)
        await new Promise((done) => {
          stop.addEventListener('abort', done)
        })
      yield { kind: 'end', status: 'stopped', problem: '', model: '', inputTokens: 0, outputTokens: 0, ms: 1 }
    },
    after: async () => undefined,
  })
  // this process has forgotten it, too
  vi.spyOn(RunningAnswers.prototype, 'get').mockReturnValue(undefined)
  const following = resumeFor(server, boss, messageId)
  await boss(chat.stop, { messageId })
  await run.done
  const { events } = await following
  vi.restoreAllMocks()
  expect(events[0]?.event).toMatchObject({ kind: 'whole', message: { status: 'running' } })
  expect(events.at(-2)?.event).toMatchObject({ kind: 'whole', message: { status: 'stopped', text: '一二三' } })
  expect(events.at(-1)?.event).toMatchObject({ kind: 'end', status: 'stopped' })
})

test('a server that stops keeps what had come', async () => {
  const { messageId, conversationId } = await askFor(server, boss, { text: '停机时的问题' })
  const actor = { tenantId: boss.tenantId, userId: boss.userId }
  const runs = new RunningAnswers(server.kernel)
  const run = runs.start({
    actor,
    messageId,
    first: [],
    events: async function* (stop) {
      yield { kind: 'text', text: '到这里' }
      if (!stop.aborted)
        await new Promise((done) => {
          stop.addEventListener('abort', done)
        })
      yield { kind: 'end', status: 'stopped', problem: '', model: '', inputTokens: 0, outputTokens: 0, ms: 1 }
    },
    after: async () => undefined,
  })
  await runs.close()
  await run.done
  const { messages } = await boss(chat.detail, { id: conversationId })
  expect(messages[1]).toMatchObject({ status: 'interrupted', text: '到这里' })
})

test('what XML cannot say does not spoil the Word document', async () => {
  provider.next({ text: '第一行\u0008\u000b内容\u0001' })
  const { conversationId: id } = await askFor(server, boss, { text: '有控制字符\u0002吗' })
  const { body } = await boss.download(chat.export, { id })
  const xml = new TextDecoder().decode(unzipSync(new Uint8Array(body))['word/document.xml'])
  expect(xml).toContain('第一行内容')
  expect(xml.replaceAll(/\s/g, '')).not.toMatch(/\p{Cc}/u)
})

test('a conversation goes out as a Word document with its sources, and says that nobody has reviewed it', async () => {
  provider.next({ text: '## 结论\n\n- 按**60%**扣除[1]\n\n| 项目 | 金额 |\n| --- | --- |\n| 甲 | 1,200.00 |' })
  const { conversationId: id, messageId } = await askFor(server, boss, { text: '业务招待费怎么扣除？' })
  for (const given of [{ id }, { id, messageId }]) {
    const { body, headers } = await boss.download(chat.export, given)
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain('.docx')
    const parts = unzipSync(new Uint8Array(body))
    const xml = new TextDecoder().decode(parts['word/document.xml'])
    for (const words of [
      '业务招待费怎么扣除？',
      '结论',
      '60%',
      '1,200.00',
      'AI 生成，未复核',
      '[1] 指引.md',
      'test-chat',
    ])
      expect(xml).toContain(words)
    expect(xml).toContain('<w:tbl>')
  }
  const empty = await boss(chat.save, { title: '空的' })
  await expect(boss.download(chat.export, { id: empty.id })).rejects.toThrow('没有可导出的内容')
})

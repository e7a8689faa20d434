import { describe, expect, test } from 'vitest'
import type { ChatEvent, ChatMessage, Step } from '#contract/chat-message.ts'
import type { Ask } from '#web/kernel/transport.ts'
import { CallError } from '#web/kernel/transport.ts'
import { asking, followAnswer } from './answer-stream.ts'
import { applied, blankAnswer, eventOf } from './chat-events.ts'
import { branchOf, leafBeside, leafUnder } from './chat-tree.ts'
import { mergedMessages } from './live-answers.ts'
import { chat } from '#contract/chat.ts'

const message = (id: string, parentId: string, role: ChatMessage['role'] = 'user'): ChatMessage => ({
  ...blankAnswer(id, parentId),
  role,
  status: 'done',
})
const ids = (shown: readonly { message: ChatMessage }[]) => shown.map(({ message: { id } }) => id).join(' ')

describe('branches', () => {
  // q1 ─ a1 ─ q2 ─ a2        q1 was changed to q3; a3 was asked for again as a4
  const messages = [
    message('q1', ''),
    message('a1', 'q1', 'assistant'),
    message('q2', 'a1'),
    message('a2', 'q2', 'assistant'),
    message('q3', ''),
    message('a3', 'q3', 'assistant'),
    message('a4', 'q3', 'assistant'),
  ]

  test('the branch that ends in the leaf is shown, each message with its place among those beside it', () => {
    const branch = branchOf(messages, 'a2')
    expect(ids(branch)).toBe('q1 a1 q2 a2')
    expect(branch.map(({ beside, at }) => `${at + 1}/${beside.length}`)).toEqual(['1/2', '1/1', '1/1', '1/1'])
    expect(ids(branchOf(messages, 'a3'))).toBe('q3 a3')
  })

  test('a leaf somebody has answered goes on to the newest end; without a leaf the newest branch is shown', () => {
    expect(ids(branchOf(messages, 'q2'))).toBe('q1 a1 q2 a2')
    expect(ids(branchOf(messages, ''))).toBe('q3 a4')
    expect(ids(branchOf(messages, 'gone'))).toBe('q3 a4')
    expect(branchOf([], '')).toEqual([])
  })

  test('going a branch back leads to its newest end', () => {
    const [question] = branchOf(messages, 'a4')
    expect(question && leafBeside(messages, question, -1)).toBe('a2')
    expect(question && leafBeside(messages, question, 1)).toBeUndefined()
    expect(leafUnder(messages, 'q3')).toBe('a4')
  })
})

describe('events', () => {
  const step: Step = {
    no: 1,
    kind: 'tool',
    title: '凭证',
    input: '',
    result: '',
    state: 'running',
    ms: 0,
    sources: [],
  }
  const events: ChatEvent[] = [
    { kind: 'step', step },
    { kind: 'text', text: '可以' },
    { kind: 'step', step: { ...step, state: 'done', result: '两行' } },
    { kind: 'text', text: '扣除' },
    { kind: 'notice', notice: { code: 'stopped', params: {} } },
    { kind: 'end', status: 'stopped', problem: '', model: 'm', inputTokens: 1, outputTokens: 2, ms: 3 },
  ]

  test('make the message', () => {
    expect(events.reduce(applied, blankAnswer('a', 'q'))).toMatchObject({
      text: '可以扣除',
      steps: [{ no: 1, state: 'done', result: '两行' }],
      notices: [{ code: 'stopped' }],
      status: 'stopped',
      outputTokens: 2,
    })
  })

  test('a whole message begins anew what is shown', () => {
    const whole = { ...blankAnswer('a', 'q'), text: '全文' }
    expect(applied({ ...whole, text: '半' }, { kind: 'whole', message: whole }).text).toBe('全文')
  })

  test('what cannot be read is passed over', () => {
    expect(eventOf('{')).toBeUndefined()
    expect(eventOf('{"kind":"unheard"}')).toBeUndefined()
    expect(eventOf('{"kind":"text","text":"好"}')).toEqual({ kind: 'text', text: '好' })
  })

  test('what is on its way stands in the place of what the server has, and a question only until it has it', () => {
    const kept = message('q', '')
    const live = {
      key: 'k', ask: undefined, conversationId: 'c', attempt: 0, fault: undefined,
      question: { ...kept, text: 'as sent' }, answer: { ...blankAnswer('a', 'q'), text: '半' },
    } // prettier-ignore
    const merged = mergedMessages([{ ...kept, text: 'as kept' }, blankAnswer('a', 'q')], [live])
    expect(merged.map(({ text }) => text)).toEqual(['as kept', '半'])
    const lost = { ...live, fault: new CallError('', 0) }
    expect(mergedMessages([{ ...blankAnswer('a', 'q'), text: '全文' }], [lost])[0]?.text).toBe('全文')
    expect(mergedMessages([], [live]).map(({ text }) => text)).toEqual(['as sent', '半'])
  })
})

const line = (id: number, event: object) => `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`
/** A network that answers so, one each, and then is gone. */
const answers = (...bodies: (string | Error)[]) => {
  const asked: Ask[] = []
  const ask = async (what: Ask) => {
    asked.push(what)
    const body = bodies.shift()
    if (body === undefined) throw new CallError('网络连接失败', 0)
    if (body instanceof Error) throw body
    return new Response(body)
  }
  return { asked, ask }
}

const heardOf = async (net: ReturnType<typeof answers>) => {
  const heard: ChatEvent[] = []
  const tries: number[] = []
  const fault = await followAnswer(asking(chat.ask, { text: '问' }), {
    ask: net.ask,
    retryMs: 1,
    onEvents: (events) => void heard.push(...events),
    onRetry: (attempt) => void tries.push(attempt),
  }).then(
    () => undefined,
    (caught: unknown) => caught,
  )
  return { text: heard.map((event) => (event.kind === 'text' ? event.text : '')).join(''), tries, fault }
}

describe('a line that breaks', () => {
  const start = line(1, { kind: 'start', conversationId: 'c', userMessageId: 'q', messageId: 'm', title: '' })
  const end = line(4, { kind: 'end', status: 'done', problem: '', model: '', inputTokens: 0, outputTokens: 0, ms: 0 })
  test('is taken up after the last event that came', async () => {
    const net = answers(start + line(2, { kind: 'text', text: '可以' }), line(3, { kind: 'text', text: '扣除' }) + end)
    expect(await heardOf(net)).toEqual({ text: '可以扣除', tries: [1, 0], fault: undefined })
    expect(net.asked[1]).toMatchObject({ method: 'GET', path: chat.resume.path, query: { messageId: 'm', after: 2 } })
  })

  test('is given up after three tries, and says so', async () => {
    const net = answers(start)
    const { tries, fault } = await heardOf(net)
    expect(tries).toEqual([1, 2, 3])
    expect(fault).toMatchObject({ message: '多次重连失败，无法获取数据流' })
    expect(net.asked).toHaveLength(4)
  })

  test('a line that breaks after the same words each time is given up', async () => {
    const whole = line(0, { kind: 'whole', message: blankAnswer('m', 'q') })
    const { tries, fault } = await heardOf(answers(start, whole, whole, whole, whole, whole, whole))
    expect(tries).toEqual([1, 0, 2, 0, 3, 0])
    expect(fault).toMatchObject({ message: '多次重连失败，无法获取数据流' })
  })

  test('a question of which nobody knows whether it was heard is sent again under its key, without one never', async () => {
    const net = answers(new CallError('网络连接失败', 0), start + end)
    await followAnswer(asking(chat.ask, { text: '问' }, 'key-1'), {
      ask: net.ask,
      retryMs: 1,
      onEvents: () => undefined,
    })
    expect(net.asked.map(({ path, headers }) => `${path} ${headers?.['Idempotency-Key']}`)).toEqual([
      `${chat.ask.path} key-1`,
      `${chat.ask.path} key-1`,
    ])
    const keyless = answers(new CallError('网络连接失败', 0), start + end)
    expect((await heardOf(keyless)).fault).toMatchObject({ message: '网络连接失败' })
    expect(keyless.asked).toHaveLength(1)
  })

  test('a refusal is no broken line', async () => {
    const net = answers(new CallError('这个对话正在回答', 400))
    expect((await heardOf(net)).fault).toMatchObject({ code: 400 })
    expect(net.asked).toHaveLength(1)
  })
})

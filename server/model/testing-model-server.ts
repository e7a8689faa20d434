import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** What the server heard: the whole body, so that a test can see what left the house. */
export type Heard = {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: string
  json: Record<string, unknown>
  /** Milliseconds when the other side hung up before the answer ended. */
  hungUp: Promise<number>
}
type Tool = { id?: string; name: string; input: string }
/** How it answers a chat. `text` is cut into the pieces given, or into characters. */
export type Script = {
  mode?:
    | 'answer' | 'slow' | 'silent' | 'stalls' | 'endless' | 'comments' | 'huge' | 'broken' | 'cut' | 'html' | 'notJson' | 'redirect'
    | 'saysError' | 'plain' | 'status' // prettier-ignore
  text?: string
  pieces?: readonly string[]
  thinking?: string
  tools?: readonly Tool[]
  status?: number
  /** The body of `status`. */
  error?: unknown
  headers?: Record<string, string>
  usage?: { prompt_tokens: number; completion_tokens: number } | null
  finish?: string
  /** It says nothing before this is settled. */
  until?: Promise<void>
  /** Milliseconds between pieces of `slow`. */
  pace?: number
}
type Scripted = Script | ((heard: Heard) => Script)

/**
 * A server on this machine that speaks the OpenAI protocol (chat, embeddings, rerank, models) as it is told, well or badly, and
 * records all it hears. Trusted by `testServer({ DIGAO_OUTBOUND: model.host })`.
 */
export async function testingModelServer() {
  const heard: Heard[] = []
  const queue: Scripted[] = []
  let usual: Scripted = { text: '好的' }
  let models = ['test-chat', 'test-embed', 'test-rerank']
  let batch = 2048

  const server = createServer((request, reply) => {
    void answer(request, reply).catch(() => reply.destroy())
  })

  async function answer(request: IncomingMessage, reply: ServerResponse) {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString('utf8')
    const gone = Promise.withResolvers<number>()
    reply.on('close', () => {
      if (!reply.writableEnded) gone.resolve(Date.now())
    })
    const json = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>)
    const one: Heard = { path: request.url ?? '', headers: request.headers, body, json, hungUp: gone.promise }
    heard.push(one)
    const path = (request.url ?? '').split('?')[0] ?? ''
    if (path.endsWith('/chat/completions')) {
      const next = queue.shift() ?? usual
      return chat(reply, one, typeof next === 'function' ? next(one) : next)
    }
    const next = queue.shift()
    const script = typeof next === 'function' ? next(one) : next
    if (script?.mode) return chat(reply, one, script)
    if (path.endsWith('/models')) return send(reply, 200, { object: 'list', data: models.map((id) => ({ id })) })
    if (path.endsWith('/embeddings')) {
      const texts = json['input'] as string[]
      if (texts.length > batch) return send(reply, 400, { error: { message: `batch size is at most ${batch}` } })
      // deliberately out of order: the index counts
      const data = texts.map((text, index) => ({ index, embedding: vectorOf(text) })).toReversed()
      return send(reply, 200, { object: 'list', data, usage: { prompt_tokens: 5, total_tokens: texts.length * 5 } })
    }
    if (path.endsWith('/rerank')) {
      const { query, documents } = json as { query: string; documents: string[] }
      const shared = (text: string) =>
        Array.from(text).filter((sign) => query.includes(sign)).length / Math.max(1, text.length)
      const results = documents.map((text, index) => ({ index, relevance_score: shared(text) }))
      return send(reply, 200, { results: results.toSorted((a, b) => b.relevance_score - a.relevance_score) })
    }
    return send(reply, 404, { error: { message: 'no such path' } })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    host,
    baseUrl: `http://${host}/v1`,
    heard,
    /** Answers the next questions so, one each, then as usual. */
    next: (...scripts: Scripted[]) => void queue.push(...scripts),
    /** Answers every question so from now on. */
    always: (script: Scripted) => void (usual = script),
    offers: (names: string[]) => void (models = names),
    takesAtOnce: (most: number) => void (batch = most),
    /** Everything that was sent to it, as one text. */
    everything: () => heard.map(({ body }) => body).join('\n'),
    reset() {
      heard.length = 0
      queue.length = 0
      usual = { text: '好的' }
      batch = 2048
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
export type ModelServer = Awaited<ReturnType<typeof testingModelServer>>

/** A vector of the characters a text has: texts that share many are near. */
function vectorOf(text: string): number[] {
  const vector = Array.from({ length: 32 }, () => 0)
  for (const sign of text) {
    const at = (sign.codePointAt(0) ?? 0) % 32
    vector[at] = (vector[at] ?? 0) + 1
  }
  return vector
}

const send = (reply: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  void reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

async function chat(reply: ServerResponse, heard: Heard, script: Script): Promise<void> {
  const { mode = 'answer', text = '', tools = [], headers = {} } = script
  const usage = script.usage === undefined ? { prompt_tokens: 11, completion_tokens: 7 } : script.usage
  const finish = script.finish ?? (tools.length > 0 ? 'tool_calls' : 'stop')
  await script.until
  if (mode === 'silent') return
  if (mode === 'status')
    return send(reply, script.status ?? 500, script.error ?? { error: { message: 'failed' } }, headers)
  if (mode === 'redirect')
    return void reply.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere', ...headers }).end()
  if (mode === 'html')
    return void reply.writeHead(200, { 'content-type': 'text/html' }).end('<html><script>alert(1)</script></html>')
  const calls = tools.map(({ id, name, input }, index) => ({
    index, id: id ?? `call_${index}`, type: 'function', function: { name, arguments: input },
  })) // prettier-ignore
  if (mode === 'plain' || heard.json['stream'] !== true) {
    const message = { role: 'assistant', content: text, ...(calls.length > 0 && { tool_calls: calls }) }
    return send(reply, 200, {
      id: 'c1', object: 'chat.completion', created: 1, model: heard.json['model'],
      choices: [{ index: 0, message, finish_reason: finish }], ...(usage && { usage }),
    }) // prettier-ignore
  }
  reply.writeHead(200, { 'content-type': 'text/event-stream', ...headers })
  reply.setMaxListeners(0)
  const open = () => !reply.destroyed && !reply.closed
  if (mode === 'endless' || mode === 'comments') {
    const what = mode === 'comments' ? ': waiting\n\n' : chunk({ content: '无'.repeat(2000) })
    while (open()) {
      if (!reply.write(what)) await Promise.race([once(reply, 'drain'), once(reply, 'close')])
      await pause(mode === 'comments' ? 20 : 0)
    }
    return
  }
  if (mode === 'huge') {
    reply.write('data: "')
    while (open()) {
      if (!reply.write('x'.repeat(65_536))) await Promise.race([once(reply, 'drain'), once(reply, 'close')])
    }
    return
  }
  if (mode === 'notJson') return void reply.end('data: {"choices": [oops\n\n')
  if (mode === 'saysError')
    return void reply.end(
      `data: ${JSON.stringify(script.error ?? { error: { message: 'overloaded', code: 503 } })}\n\n`,
    )
  reply.write(chunk({ role: 'assistant', content: '' }))
  if (script.thinking) reply.write(chunk({ reasoning_content: script.thinking }))
  for (const [at, piece] of (script.pieces ?? Array.from(text)).entries()) {
    if (mode === 'slow') await pause(script.pace ?? 30)
    if (!open()) return
    reply.write(chunk({ content: piece }))
    if (mode === 'stalls' && at === 1) return
    if (mode === 'cut' && at === 1) return void setTimeout(() => reply.destroy(), 20)
  }
  // a service may send a call's arguments in pieces
  for (const call of calls) {
    const { arguments: input } = call.function
    const middle = Math.floor(input.length / 2)
    reply.write(chunk({ tool_calls: [{ ...call, function: { ...call.function, arguments: input.slice(0, middle) } }] }))
    reply.write(chunk({ tool_calls: [{ index: call.index, function: { arguments: input.slice(middle) } }] }))
  }
  if (mode === 'broken') return void reply.end(`data: {"choices":[{"delta":{"content":"半`)
  reply.write(chunk({}, finish))
  if (usage)
    reply.write(`data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', choices: [], usage })}\n\n`)
  reply.end('data: [DONE]\n\n')
}

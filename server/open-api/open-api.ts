import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { extentOf } from '#contract/grants.ts'
import { languageOf } from '#server/kernel/caller.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { parseInput } from '#server/kernel/input.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { noteOutsideCall, type OutsideCall, outsideCall, type OutsideFault } from '../access-token/outside-call.ts'
import { namelessPlace, type OutsideMask, outsideMask } from '../access-token/outside-mask.ts'
import { answer } from '../chat/answer.ts'
import { keptForAudit } from '../chat/keep-outside.ts'
import type { AnswerEvent } from '../chat/answer-port.ts'
import { takePlace } from '../chat/few-at-once.ts'
import { publicOrigins } from '../identity/public-origin.ts'
import { openProject } from '../tool/tool-project.ts'
import type { ToolAsker } from '../tool/tool.ts'
import { CompletionInput, projectOfModel, turnOf } from './completion-input.ts'
import { CompletionText } from './completion-text.ts'

const MOST_BODY = 2 * 1024 * 1024
const HEARTBEAT_MS = 15_000
/** When to come back while as many answers are given to one person as may be. */
const RETRY_SECONDS = 10
/** A reader this far behind is cut off. */
const MOST_BUFFERED = 1024 * 1024
/** 2026-01-01: when the model ids were fixed. */
const CREATED = 1_767_225_600

type Ended = Extract<AnswerEvent, { kind: 'end' }>

/**
 * Calls in the shapes of OpenAI's API over the product's own answers: knowledge, books and papers with the rights of whoever made the
 * token, sources at the end of the text. `GET /v1/models`, `POST /v1/chat/completions`, whole or as a stream.
 */
export function serveOpenApi(app: FastifyInstance, kernel: Kernel): void {
  if (!kernel.config.DIGAO_SERVICES.includes('llm')) return
  app.get('/v1/models', (request, reply) =>
    outsideCall(
      kernel,
      { scope: 'api', request, reply },
      {
        work: async () => reply.send({ object: 'list', data: [modelRow] }),
        fail: (fault) => fail(reply, fault),
      },
    ),
  )
  app.post('/v1/chat/completions', { bodyLimit: MOST_BODY }, (request, reply) =>
    outsideCall(
      kernel,
      { scope: 'api', request, reply },
      { work: (call) => complete(kernel, call), fail: (fault) => fail(reply, fault) },
    ),
  )
}

const modelRow = { id: 'digao', object: 'model', created: CREATED, owned_by: 'digao' }

/** How OpenAI's clients expect to be told. */
function fail(reply: FastifyReply, fault: OutsideFault) {
  return reply.status(fault.key === 'openApiModel' ? 404 : fault.status).send(errorOf(fault))
}

const errorOf = ({ status, text, key }: OutsideFault) => ({
  error: { message: text, type: typeOf(status), param: null, code: key === 'openApiModel' ? 'model_not_found' : key },
})

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error'
  if (status === 403) return 'permission_error'
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}

async function complete(kernel: Kernel, call: OutsideCall): Promise<unknown> {
  const { user, request, signal } = call
  const language = languageOf(request)
  if (extentOf(user.held, 'chat.use') === undefined) throw new Refusal('forbidden')
  const input = parseInput(CompletionInput, request.body, language)
  const projectId = projectOfModel(input.model)
  const asker: ToolAsker = { kernel, user, language, projectId, signal }
  if (projectId !== null)
    await openProject(asker, undefined, 'project.view').catch((fault: unknown) => {
      throw fault instanceof Refusal ? new Refusal('openApiModel', { model: input.model }) : fault
    })
  const leave = takePlace(user)
  if (!leave) throw new Refusal('tooMany', { seconds: RETRY_SECONDS })
  try {
    return await answered(kernel, call, { asker, input })
  } finally {
    leave()
  }
}

type Wanted = { asker: ToolAsker; input: CompletionInput }

async function answered(kernel: Kernel, call: OutsideCall, { asker, input }: Wanted): Promise<unknown> {
  const { user, signal } = call
  const language = languageOf(call.request)
  const projectId = asker.projectId ?? null
  const began = performance.now()
  const mask = await outsideMask(kernel, call, { purpose: 'program.api', ...(projectId !== null && { projectId }) })
  const asked = turnOf(input)
  const turn = { ...(mask ? mask.read(asked) : asked), purpose: 'openai' }
  const about = { actor: { tenantId: user.tenantId, userId: user.id }, projectId, ...turn }
  const events = keptForAudit(kernel.database, about, answer(asker, turn, signal))
  const [origin = ''] = publicOrigins(kernel.config)
  const address = (place: string) => `${origin}${mask ? namelessPlace(place) : place}`
  const shown = { text: new CompletionText(language, address), input, mask }
  const end = input.stream ? await streamed(call, events, shown) : await whole(call, events, shown)
  noteOutsideCall(kernel, call, {
    path: '/v1/chat/completions',
    status: end?.status === 'failed' ? 500 : 200,
    took: performance.now() - began,
    params: { projectId: projectId ?? '', model: end?.model ?? '' },
  })
  return call.reply
}

type Shown = { text: CompletionText; input: CompletionInput; mask: OutsideMask | undefined }

/** A text as the program gets it: whole, since who is named may be known only at the end of a name. */
const outwards = async (mask: OutsideMask | undefined, text: string): Promise<string> =>
  mask ? ((await mask.leave([text]))[0] ?? '') : text

const usageOf = (end: Ended | undefined) => ({
  prompt_tokens: end?.inputTokens ?? 0,
  completion_tokens: end?.outputTokens ?? 0,
  total_tokens: (end?.inputTokens ?? 0) + (end?.outputTokens ?? 0),
})
const head = (object: 'chat.completion' | 'chat.completion.chunk', { model }: CompletionInput) => ({
  id: `chatcmpl-${randomUUID()}`,
  object,
  created: Math.floor(Date.now() / 1000),
  model,
})
/** Why an answer failed, in its own words. */
const failureOf = (end: Ended): OutsideFault => ({ status: 503, text: end.problem, key: 'answer_failed' })

async function whole(
  { reply }: OutsideCall,
  events: AsyncIterable<AnswerEvent>,
  { text, input, mask }: Shown,
): Promise<Ended | undefined> {
  let content = ''
  let end: Ended | undefined
  for await (const event of events) {
    if (event.kind === 'end') end = event
    else content += text.take(event)
  }
  if (end?.status === 'failed') {
    await reply.status(503).send(errorOf(failureOf(end)))
    return end
  }
  await reply.send({
    ...head('chat.completion', input),
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: await outwards(mask, content + text.end()), refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: usageOf(end),
  })
  return end
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

async function streamed(
  { reply, request }: OutsideCall,
  events: AsyncIterable<AnswerEvent>,
  { text, input, mask }: Shown,
): Promise<Ended | undefined> {
  reply.hijack()
  const out = reply.raw
  out.writeHead(200, { ...streamHeaders, 'x-trace-id': request.id })
  const same = head('chat.completion.chunk', input)
  const send = (data: object) => {
    if (out.destroyed || out.writableEnded) return
    out.write(`data: ${JSON.stringify(data)}\n\n`)
    if (out.writableLength > MOST_BUFFERED) out.destroy()
  }
  const say = (delta: object, finish: string | null = null) =>
    send({ ...same, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] })
  const beat = setInterval(() => {
    if (!out.destroyed) out.write(': \n\n')
  }, HEARTBEAT_MS)
  let end: Ended | undefined
  let held = ''
  try {
    say({ role: 'assistant', content: '' })
    for await (const event of events) {
      if (event.kind === 'end') end = event
      const content = text.take(event)
      if (mask) held += content
      else if (content !== '') say({ content })
    }
    if (end?.status === 'failed') send(errorOf(failureOf(end)))
    else {
      const rest = await outwards(mask, held + text.end())
      if (rest !== '') say({ content: rest })
      say({}, 'stop')
      if (input.stream_options?.include_usage) send({ ...same, choices: [], usage: usageOf(end) })
    }
    if (!out.destroyed) out.write('data: [DONE]\n\n')
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // what is on its way has no other place for it
    send(errorOf({ status: 503, text: error.says(languageOf(request)), key: error.key }))
  } finally {
    clearInterval(beat)
    out.end()
  }
  return end
}

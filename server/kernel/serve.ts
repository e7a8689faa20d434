import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { auth } from '#contract/auth.ts'
import type { Contract, Endpoint } from '#contract/endpoint.ts'
import { type Extent, extentOf } from '#contract/grants.ts'
import type { Language } from '#contract/texts.ts'
import { noteDenial } from './audit.ts'
import { callerOf, languageOf, nobody } from './caller.ts'
import type { ServiceName } from './config.ts'
import type { Db } from './database.ts'
import { envelope } from './envelope.ts'
import { Refusal } from './errors.ts'
import { Flights, keepAnswer, type OnceKey, onceKey, takeKey } from './idempotency.ts'
import { mergeInput, parseInput } from './input.ts'
import type { Kernel } from './kernel.ts'
import { receiveForm } from './multipart.ts'
import type { Context, RawContext, Service, UploadContext, User } from './service.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Every endpoint this process offers: the API document and the access tests read it. */
    endpoints: Endpoint[]
  }
  interface FastifyRequest {
    /** Whose session the call came with, once that is known: for what is noted about calls, never for a decision. */
    caller: User | null
  }
}

const json = 'application/json; charset=utf-8'
const prefixes: [string, ServiceName][] = [
  ['/sc-auth/', 'auth'],
  ['/sc-llm/', 'llm'],
  ['/sc-sse/', 'sse'],
]
const serviceOf = (path: string) => prefixes.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'system'

/**
 * Binds a contract to its service, the same way for every endpoint: token → grant → input → tenant transaction → service →
 * output → envelope. Contracts of services that this process does not offer are left out.
 */
export function serve<C extends Contract>(
  app: FastifyInstance,
  kernel: Kernel,
  contract: C,
  service: Service<C>,
): void {
  for (const [name, endpoint] of Object.entries(contract)) {
    if (!kernel.config.DIGAO_SERVICES.includes(serviceOf(endpoint.path))) continue
    const work = service[name] as unknown as Work
    app.endpoints.push(endpoint)
    app.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: handlerFor(kernel, endpoint, work),
    })
  }
}

type Work = (context: unknown, input: unknown) => Promise<unknown>
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
/** What somebody may call whose password must be changed first. */
const beforePasswordChange: ReadonlySet<string> = new Set([
  auth.logout.path,
  auth.userInfo.path,
  '/sc-system/user/updatePassword',
])
type Entered = { user: User; extent: Extent; language: Language }

function handlerFor(kernel: Kernel, endpoint: Endpoint, work: Work): Handler {
  if (endpoint.kind === 'call' && (endpoint.may === 'public' || endpoint.network))
    return freeCall(kernel, endpoint, work)
  if (endpoint.kind === 'call') return call(kernel, endpoint, work)
  if (endpoint.kind === 'upload') return upload(kernel, endpoint, work)
  return raw(kernel, endpoint, work)
}

/** Who calls and how far he may go; 401 without a standing session, 403 without the grant. */
async function enter(kernel: Kernel, { may, kind, path }: Endpoint, request: FastifyRequest): Promise<Entered> {
  const language = languageOf(request)
  if (may === 'public') return { user: nobody, extent: true, language }
  const user = await callerOf(kernel, request, kind === 'stream' || kind === 'file')
  if (!user) throw new Refusal('unauthorized')
  request.caller = user
  if (user.mustChangePassword && !beforePasswordChange.has(path)) throw new Refusal('mustChangePassword')
  const extent = extentOf(user.held, may)
  if (extent === undefined) {
    noteDenial(kernel, user, { path: request.routeOptions.url ?? '', address: request.ip, trace: request.id })
    throw new Refusal('forbidden')
  }
  return { user, extent, language }
}

const inputOf = ({ params, query, body }: FastifyRequest) => mergeInput(params, query, body)

/** The contract is held for what goes out, too: fields it does not name never leave. */
function answerOf({ output, bare }: Endpoint, data: unknown, language: Language): string {
  const shaped = output.parse(data)
  return bare ? JSON.stringify(shaped) : envelope(shaped, language)
}

function call(kernel: Kernel, endpoint: Endpoint, work: Work): Handler {
  const flights = new Flights()
  const { input, ofSelf } = endpoint
  const tenantOf = (user: User) => (ofSelf ? user.homeTenantId : user.tenantId)
  return async (request, reply) => {
    const { user, extent, language } = await enter(kernel, endpoint, request)
    const given = inputOf(request)
    const wanted = parseInput(input, given, language)
    const once = keyOf(endpoint, request, given)
    const effects: (() => void | Promise<void>)[] = []
    const run = () =>
      kernel.database.inTenant({ tenantId: tenantOf(user), userId: user.id }, async (db) => {
        const whose = { db, secrets: kernel.secrets, userId: user.id }
        const stored = once && (await takeKey(whose, once))
        if (stored) return stored
        const context: Context = {
          db,
          user,
          extent,
          language,
          address: request.ip,
          trace: request.id,
          kernel,
          afterCommit: (effect) => void effects.push(effect),
        }
        const answer = answerOf(endpoint, await work(context, wanted), language)
        if (once) await keepAnswer(whose, once, answer)
        return answer
      })
    const answer = once ? await flights.alone(`${user.id} ${once.key}`, run) : await run()
    await settle(kernel, effects, request.id)
    return reply.header('content-type', json).send(answer)
  }
}

const keyOf = ({ method, path }: Endpoint, { headers }: FastifyRequest, given: object): OnceKey | undefined =>
  method === 'POST' ? onceKey(headers['idempotency-key'], path, given) : undefined

/** The transaction in which all happens that a call without one does; what it answered is kept with it under the key. */
const inOne = <T>(
  { database, secrets }: Kernel,
  { tenantId, id: userId }: User,
  { key, effect }: { key: OnceKey | undefined; effect: (db: Db) => Promise<T> },
): Promise<T> =>
  database.inTenant({ tenantId, userId }, async (db) => {
    if (!key) return effect(db)
    const whose = { db, secrets, userId }
    const stored = await takeKey(whose, key)
    if (stored !== undefined) return JSON.parse(stored) as T
    const done = await effect(db)
    await keepAnswer(whose, key, JSON.stringify(done))
    return done
  })

/** Without a transaction: a public call, and one that waits for others, opens its own where it needs one. */
function freeCall(kernel: Kernel, endpoint: Endpoint, work: Work): Handler {
  return async (request, reply) => {
    const { user, extent, language } = await enter(kernel, endpoint, request)
    const given = inputOf(request)
    const wanted = parseInput(endpoint.input, given, language)
    const effects: (() => void | Promise<void>)[] = []
    const key = endpoint.may === 'public' ? undefined : keyOf(endpoint, request, given)
    const context: Context = {
      db: kernel.database.outside,
      once: (effect) => inOne(kernel, user, { key, effect }),
      user,
      extent,
      language,
      address: request.ip,
      trace: request.id,
      kernel,
      headers: request.headers,
      afterCommit: (effect) => void effects.push(effect),
    }
    const answer = answerOf(endpoint, await work(context, wanted), language)
    await settle(kernel, effects, request.id)
    return reply.header('content-type', json).send(answer)
  }
}

/** What follows a commit cannot undo it: a failure is logged, and the caller's answer stands. */
async function settle(kernel: Kernel, effects: readonly (() => void | Promise<void>)[], trace: string) {
  for (const effect of effects) {
    try {
      await effect()
    } catch (error) {
      kernel.log.error({ err: error, trace }, 'an effect after the commit failed')
    }
  }
}

const rawContext = (kernel: Kernel, entered: Entered, request: FastifyRequest, reply: FastifyReply): RawContext => ({
  ...entered,
  address: request.ip,
  trace: request.id,
  kernel,
  request,
  reply,
})

function raw(kernel: Kernel, endpoint: Endpoint, work: Work): Handler {
  return async (request, reply) => {
    const entered = await enter(kernel, endpoint, request)
    const wanted = parseInput(endpoint.input, inputOf(request), entered.language)
    await work(rawContext(kernel, entered, request, reply), wanted)
    return reply
  }
}

function upload(kernel: Kernel, endpoint: Endpoint, work: Work): Handler {
  return async (request, reply) => {
    const entered = await enter(kernel, endpoint, request)
    const form = await receiveForm(kernel.config, request)
    try {
      const given = mergeInput(request.params, request.query, form.fields)
      const wanted = parseInput(endpoint.input, given, entered.language)
      const context: UploadContext = { ...rawContext(kernel, entered, request, reply), files: form.files }
      const answer = answerOf(endpoint, await work(context, wanted), entered.language)
      return await reply.header('content-type', json).send(answer)
    } finally {
      await form.discard()
    }
  }
}

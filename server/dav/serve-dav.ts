import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TextKey } from '#contract/errors.ts'
import { dav } from '#contract/dav.ts'
import { codes } from '#contract/errors.ts'
import { languageOf } from '#server/kernel/caller.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { refusalFor } from '#server/kernel/failure.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { serve } from '#server/kernel/serve.ts'
import { type DavCall, openCall } from './call.ts'
import { doorOf } from './door.ts'
import { lock, unlock } from './lock-methods.ts'
import { davService } from './password-service.ts'
import { BASE } from './place.ts'
import { proppatch } from './proppatch.ts'
import { get, options, propfind } from './read.ts'
import { copy, move } from './transfer.ts'
import { mkcol, put, remove } from './write.ts'

type Method = (call: DavCall) => unknown
const reading: Record<string, Method> = { OPTIONS: options, GET: get, HEAD: get, PROPFIND: propfind }
const writing: Record<string, Method> = {
  PUT: put, DELETE: remove, MKCOL: mkcol, COPY: copy, MOVE: move, PROPPATCH: proppatch, LOCK: lock, UNLOCK: unlock,
} // prettier-ignore
const added = ['PROPFIND', 'PROPPATCH', 'MKCOL', 'COPY', 'MOVE', 'LOCK', 'UNLOCK'] as const

/** What a refusal is in the protocol, where its own code says something else. */
const statuses: Partial<Record<TextKey, number>> = {
  davAuth: 401,
  davReadOnly: 403,
  davLocked: 423,
  diskLocked: 423,
  davCondition: 412,
  davNoParent: 409,
  davTokenUnknown: 409,
  davExists: 405,
  davNotHere: 403,
  davBodyKind: 415,
  davElsewhere: 502,
  diskMayNot: 403,
  diskTop: 403,
  diskIntoItself: 403,
  diskOthersInside: 403,
  diskClosedInside: 403,
  diskNameTaken: 409,
}

/**
 * The disk as WebDAV (RFC 4918, classes 1 and 2) under /dav/: each space the person sees is a folder. Basic with an app password
 * and nothing else; bodies are read by the methods, never parsed. The calls for app passwords stand beside it.
 */
export function serveDav(app: FastifyInstance, kernel: Kernel): void {
  serve(app, kernel, dav, davService)
  if (!kernel.config.DIGAO_SERVICES.includes('system')) return
  for (const method of added) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true })
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    for (const url of [BASE, `${BASE}/*`])
      scope.route({
        method: [...Object.keys(reading), ...Object.keys(writing)],
        url,
        // no limit of ours: files are as large as uploads may be, everything else is bounded where it is read
        bodyLimit: Number.MAX_SAFE_INTEGER,
        handler: (request, reply) => answer(kernel, request, reply),
      })
  })
}

async function answer(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  try {
    // what a mount asks before it has a password to show
    if (request.method === 'OPTIONS' && request.headers.authorization === undefined) return await options({ reply })
    const { origin, host } = request.headers
    // a page of another site must not use a password that a browser remembers
    if (origin !== undefined && hostOf(origin) !== host) throw new Refusal('forbidden')
    const door = await doorOf(kernel, request)
    request.caller = door.user
    const method = reading[request.method] ?? writing[request.method]
    if (!method) throw new Refusal('notFound')
    if (door.readOnly && !(request.method in reading)) throw new Refusal('davReadOnly')
    return await method(openCall(kernel, door, request, reply))
  } catch (error) {
    return refuse(kernel, error, { request, reply })
  }
}

function refuse(kernel: Kernel, error: unknown, { request, reply }: { request: FastifyRequest; reply: FastifyReply }) {
  const known = refusalFor(error)
  if (!known) kernel.log.error({ err: error, trace: request.id, method: request.method }, 'a call over WebDAV failed')
  const refusal = known ?? new Refusal('serverFault', { trace: request.id })
  const status = statusOf(refusal)
  const seconds = Number(refusal.params['seconds'])
  if (status === codes.unauthorized) reply.header('www-authenticate', 'Basic realm="Digao", charset="UTF-8"')
  if (Number.isFinite(seconds)) reply.header('retry-after', seconds)
  // what was not read of a body would be taken for the next request
  if (!request.raw.readableEnded && !request.raw.complete) reply.header('connection', 'close')
  return reply
    .status(status)
    .type('text/plain; charset=utf-8')
    .send(`${refusal.says(languageOf(request))}\n`)
}

function statusOf({ key, code }: Refusal): number {
  const own = statuses[key]
  if (own !== undefined) return own
  if (key.startsWith('diskName')) return 403
  if (code === codes.overLimit) return 507
  return code >= 400 && code < 600 ? code : codes.bad
}

function hostOf(origin: string): string {
  try {
    return new URL(origin).host
  } catch {
    return ''
  }
}

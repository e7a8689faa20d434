import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { auth } from '#contract/auth.ts'
import { languageOf } from './caller.ts'
import { serveClientFiles } from './client-files.ts'
import { notFound } from './errors.ts'
import { failureOf } from './failure.ts'
import { serveHealth } from './health.ts'
import type { Kernel } from './kernel.ts'
import { serveDocument } from './openapi.ts'
import { acceptEncrypted } from './payload-crypto.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { serveUploads } from './uploads.ts'

const LONGEST_URL = 16 * 1024
const SLOW_MS = 1_000

/** The web server without any slice: bodies, errors, headers, the API document, health, uploads, and the browser's files. */
export async function openWeb(kernel: Kernel): Promise<FastifyInstance> {
  const { config } = kernel
  const app = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: config.BODY_LIMIT_MB,
    trustProxy: config.DIGAO_PROXIES ? config.DIGAO_PROXIES.split(',').map((part) => part.trim()) : false,
    forceCloseConnections: 'idle',
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: 500 },
    http: { maxHeaderSize: LONGEST_URL },
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    exposeHeadRoutes: false,
  })
  app.decorate('endpoints', [])
  app.decorateRequest('caller', null)
  readBodies(app)
  acceptEncrypted(app, kernel)
  setSecurityHeaders(app, config)
  app.addHook('onResponse', (request, reply, done) => {
    note(kernel, request, reply)
    done()
  })
  app.setErrorHandler((error, request, reply) => answerFailure(kernel, error, request, reply))
  await app.register(compress, {
    global: true,
    threshold: 2048,
    encodings: ['br', 'gzip'],
    customTypes: /^(text\/(?!event-stream)|application\/(json|javascript|manifest)|image\/svg)/,
  })
  await app.register(multipart, { throwFileSizeLimit: false })
  serveHealth(app, kernel)
  serveDocument(app)
  await serveUploads(app, kernel)
  const sendPage = await serveClientFiles(app, kernel)
  app.setNotFoundHandler(
    (request, reply) => sendPage(request, reply) ?? answerFailure(kernel, notFound(), request, reply),
  )
  return app
}

/** JSON, and forms of older clients, whose fields are texts; anything else is 415. An empty body is no body. */
function readBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('remove', 'remove')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body, done)
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body: string, done) => {
      const fields = new URLSearchParams(body)
      // a field given twice stays two values, which no contract takes for one
      const valueOf = (name: string) => (fields.getAll(name).length > 1 ? fields.getAll(name) : fields.get(name))
      done(null, Object.fromEntries([...new Set(fields.keys())].map((name) => [name, valueOf(name)])))
    },
  )
}

function answerFailure(kernel: Kernel, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, body, bug, retryAfter } = failureOf(error, languageOf(request), request.id)
  if (bug) kernel.log.error({ err: error, trace: request.id, path: request.routeOptions.url }, 'a call failed')
  else if (status >= 500) kernel.log.warn({ err: error, trace: request.id }, 'a call could not be served')
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return reply
    .status(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(asTokenError(request, body)))
}

/** The token endpoint answers failures in OAuth's words, too (RFC 6749 5.2). */
function asTokenError(request: FastifyRequest, body: object) {
  if (request.routeOptions.url !== auth.token.path || !('msg' in body)) return body
  return { ...body, error: 'invalid_grant', error_description: body.msg }
}

/**
 * One line per answer that failed or took long, and per any at level debug: a line costs as much as a small answer. The route,
 * never its query, whose values may be secrets.
 */
function note({ log }: Kernel, request: FastifyRequest, reply: FastifyReply) {
  const level = reply.statusCode >= 400 || reply.elapsedTime > SLOW_MS ? 'info' : 'debug'
  if (!log.isLevelEnabled(level)) return
  log[level]({
    trace: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    address: request.ip,
  })
}

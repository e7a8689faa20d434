import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { failureOf } from '#server/kernel/failure.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { PLATFORM } from '#server/kernel/platform.ts'
import type { User } from '#server/kernel/service.ts'
import { logsOf } from './log-buffer.ts'
import { plainLine, plainLines } from './plain-text.ts'
import { loggedParams } from './logged-params.ts'
import { openSeen } from './seen.ts'
import { noteUsual } from './usual-log.ts'

const SLOW_MS = 1_000

const nameOf = (user: User | null) => user?.realName || user?.account || ''
const agentOf = ({ headers }: FastifyRequest) => plainLine(headers['user-agent'] ?? '', 300)

/**
 * Puts calls that wrote or took long into the log of calls, those that failed by our fault into the log of errors, downloads
 * and sign-outs into the usual one, and notes when each session was last heard of; all beside the answer.
 */
export function watchCalls(app: FastifyInstance, kernel: Kernel): void {
  const logs = logsOf(kernel)
  const seen = openSeen(kernel)
  const endpoints = new Map<string, Endpoint>()
  const endpointOf = ({ method, routeOptions: { url = '' } }: FastifyRequest) => endpoints.get(`${method} ${url}`)

  app.addHook('onReady', async () => {
    for (const one of app.endpoints) endpoints.set(`${one.method} ${one.path.replaceAll(/\{(\w+)\}/g, ':$1')}`, one)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const endpoint = endpointOf(request)
    if (endpoint) {
      const { caller } = request
      if (caller?.sessionId) seen.note(caller)
      if (endpoint.method === 'POST' || (endpoint.kind !== 'stream' && reply.elapsedTime > SLOW_MS))
        noteCall(request, reply, endpoint)
      if (caller && reply.statusCode < 300) noteDone(kernel, request, endpoint, caller)
    }
    done()
  })
  app.addHook('onError', (request, _reply, error, done) => {
    if (endpointOf(request) && failureOf(error, 'zh-CN', request.id).bug) noteFault(request, error)
    done()
  })
  app.addHook('onClose', async () => {
    await seen.close()
    await logs.flush()
  })

  const noteCall = (request: FastifyRequest, reply: FastifyReply, { path }: Endpoint) => {
    const { caller } = request
    logs.add(caller?.tenantId ?? PLATFORM, 'api_log', {
      user_id: caller?.id ?? '',
      user_name: nameOf(caller),
      method: request.method,
      path,
      status: reply.statusCode,
      took: Math.round(reply.elapsedTime),
      params: JSON.stringify(loggedParams(path, request)),
      address: request.ip,
      user_agent: agentOf(request),
      trace_id: request.id,
    })
  }
  const noteFault = (request: FastifyRequest, { name, message, stack = '' }: Error) => {
    const { caller } = request
    logs.add(caller?.tenantId ?? PLATFORM, 'error_log', {
      user_id: caller?.id ?? '',
      user_name: nameOf(caller),
      method: request.method,
      path: request.routeOptions.url ?? '',
      name: plainLine(name, 100),
      message: plainLine(message, 2000),
      stack: plainLines(stack, 8000),
      address: request.ip,
      trace_id: request.id,
    })
  }
}

/** What of an answered call belongs into the usual log: a file that left, and a person who signed out. */
function noteDone(kernel: Kernel, request: FastifyRequest, { kind, path, method }: Endpoint, user: User) {
  const doer = { user, address: request.ip, trace: request.id }
  if (kind === 'file') {
    const { id } = request.query as Record<string, unknown>
    const bizType = path.split('/')[2] ?? ''
    noteUsual(kernel, doer, { action: 'download', bizType, bizId: typeof id === 'string' ? id : '' })
  }
  if (path === '/sc-auth/oauth/logout' && method === 'GET')
    noteUsual(kernel, doer, { action: 'signOut', bizType: 'session' })
}

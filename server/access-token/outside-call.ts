import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TokenScope } from '#contract/access-token.ts'
import { codes } from '#contract/errors.ts'
import { languageOf } from '#server/kernel/caller.ts'
import { refusalFor } from '#server/kernel/failure.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'
import { logsOf } from '../watch/log-buffer.ts'
import { plainLine } from '../watch/plain-text.ts'
import { type Bearer, bearerOf } from './bearer.ts'

/** A call of a program in somebody's name: who, and until when anybody waits for the answer. */
export type OutsideCall = Bearer & { request: FastifyRequest; reply: FastifyReply; signal: AbortSignal }
/** What went wrong, for whoever says it in his protocol's words. */
export type OutsideFault = { status: number; text: string; key: string; retryAfter?: number }

/**
 * Runs a call that carries a personal token; whatever is refused or fails goes to `fail`. A page of another site may not use a browser's reach into the
 * house: where an origin is named it must be the one that is asked.
 */
export async function outsideCall(
  kernel: Kernel,
  { scope, request, reply }: { scope: TokenScope; request: FastifyRequest; reply: FastifyReply },
  { work, fail }: { work: (call: OutsideCall) => Promise<unknown>; fail: (fault: OutsideFault) => unknown },
): Promise<unknown> {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  try {
    const { origin, host } = request.headers
    if (origin !== undefined && hostOf(origin) !== host) throw new Refusal('forbidden')
    const bearer = await bearerOf(kernel, request, scope)
    request.caller = bearer.user
    return await work({ ...bearer, request, reply, signal: gone.signal })
  } catch (error) {
    if (gone.signal.aborted) return reply
    const refusal = refusalFor(error)
    if (!refusal) kernel.log.error({ err: error, trace: request.id, path: request.routeOptions.url }, 'a call failed')
    const fault = faultOf(refusal ?? new Refusal('serverFault', { trace: request.id }), request)
    if (fault.status === codes.unauthorized) reply.header('www-authenticate', 'Bearer realm="Digao"')
    if (fault.retryAfter !== undefined) reply.header('retry-after', fault.retryAfter)
    return fail(fault)
  }
}

function faultOf(refusal: Refusal, request: FastifyRequest): OutsideFault {
  const seconds = Number(refusal.params['seconds'])
  return {
    // over the package's limit has a code of its own, which is no status
    status:
      refusal.code >= 400 && refusal.code < 600 ? refusal.code : refusal.code === codes.overLimit ? 429 : codes.bad,
    text: refusal.says(languageOf(request)),
    key: refusal.key,
    ...(refusal.code === codes.tooMany && Number.isFinite(seconds) && { retryAfter: seconds }),
  }
}

function hostOf(origin: string): string {
  try {
    return new URL(origin).host
  } catch {
    return ''
  }
}

/** One line in the log of calls: who had what done, through which token; not what was found. */
export function noteOutsideCall(
  kernel: Kernel,
  { user, tokenName, request }: { user: User; tokenName: string; request: FastifyRequest },
  { path, status, took, params }: { path: string; status: number; took: number; params: Record<string, unknown> },
): void {
  logsOf(kernel).add(user.tenantId, 'api_log', {
    user_id: user.id,
    user_name: user.realName || user.account,
    method: 'POST',
    path,
    status,
    took: Math.round(took),
    params: JSON.stringify({ token: plainLine(tokenName, 60), ...params }),
    address: request.ip,
    user_agent: plainLine(request.headers['user-agent'] ?? '', 300),
    trace_id: request.id,
  })
}

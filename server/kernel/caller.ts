import type { FastifyRequest } from 'fastify'
import type { Language } from '#contract/texts.ts'
import type { Kernel } from './kernel.ts'
import { decryptText, payloadKeys } from './payload-crypto.ts'
import { PLATFORM } from './platform.ts'
import type { User } from './service.ts'

/** The caller of a public endpoint: sees no tenant's rows and holds no role. */
export const nobody: User = {
  id: '',
  tenantId: PLATFORM,
  homeTenantId: PLATFORM,
  sessionId: '',
  account: '',
  realName: '',
  deptId: '',
  roles: [],
  held: {},
}

/** `Sc-Auth: bearer …` or `crypto …` (the token encrypted), any case; the query parameter of that name only where a browser cannot send headers. */
function accessTokenOf({ secrets }: Pick<Kernel, 'secrets'>, request: FastifyRequest, alsoQuery: boolean) {
  const header = request.headers['sc-auth']
  const query = alsoQuery ? (request.query as Record<string, unknown>)['Sc-Auth'] : undefined
  const text = typeof header === 'string' ? header : typeof query === 'string' ? query : ''
  const [, way, token] = /^(bearer|crypto)\s+(\S+)$/i.exec(text) ?? []
  return token && way?.toLowerCase() === 'crypto' ? decryptText(payloadKeys(secrets).aes, token) : token
}

export async function callerOf(
  kernel: Pick<Kernel, 'secrets' | 'sessions'>,
  request: FastifyRequest,
  alsoQuery: boolean,
): Promise<User | undefined> {
  const token = accessTokenOf(kernel, request, alsoQuery)
  return token ? kernel.sessions.userOf(token) : undefined
}

/** zh-CN unless the caller puts English first. */
export const languageOf = ({ headers }: FastifyRequest): Language =>
  /^\s*en\b/i.test(headers['accept-language'] ?? '') ? 'en' : 'zh-CN'

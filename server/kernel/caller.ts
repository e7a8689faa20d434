import type { FastifyRequest } from 'fastify'
import type { Language } from '#contract/texts.ts'
import { PLATFORM } from './platform.ts'
import type { User } from './service.ts'
import type { Sessions } from './session.ts'

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

/** `Sc-Auth: bearer …`, any case; the query parameter of that name only where a browser cannot send headers. */
export function accessTokenOf(request: FastifyRequest, alsoQuery: boolean): string | undefined {
  const header = request.headers['sc-auth']
  const query = alsoQuery ? (request.query as Record<string, unknown>)['Sc-Auth'] : undefined
  const text = typeof header === 'string' ? header : typeof query === 'string' ? query : ''
  return /^bearer\s+(\S+)$/i.exec(text)?.[1]
}

export async function callerOf(
  sessions: Sessions,
  request: FastifyRequest,
  alsoQuery: boolean,
): Promise<User | undefined> {
  const token = accessTokenOf(request, alsoQuery)
  return token ? sessions.userOf(token) : undefined
}

/** zh-CN unless the caller puts English first. */
export const languageOf = ({ headers }: FastifyRequest): Language =>
  /^\s*en\b/i.test(headers['accept-language'] ?? '') ? 'en' : 'zh-CN'

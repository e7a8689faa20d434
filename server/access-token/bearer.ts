import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { CALLS_PER_MINUTE, type TokenScope } from '#contract/access-token.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'
import { hasFirmDefault } from '../masking/effective-rules.ts'
import { readParams } from '../system/param-store.ts'
import { readToken } from './token-text.ts'

/** `masked`: the firm has what programs read masked. */
export type Bearer = { user: User; tokenId: string; tokenName: string; masked: boolean }

type Row = { id: string; name: string; user_id: string; scopes: string[]; calls: number; seconds: number }

/**
 * Whose token a request from outside carries, with the rights he has now. Looked up, counted and noted in one statement, so that all processes
 * count together. Refusals: tokenDead (401), tokenOff and tokenScope (403), tooMany (429). A session's token opens nothing here.
 */
export async function bearerOf(
  kernel: Pick<Kernel, 'database' | 'sessions'>,
  { headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>,
  scope: TokenScope,
): Promise<Bearer> {
  const [, text = ''] = /^bearer\s+(\S+)$/i.exec(headers.authorization ?? '') ?? []
  const read = readToken(text)
  if (!read) throw new Refusal('tokenDead')
  const { tenantId, hash } = read
  return kernel.database
    .inTenant({ tenantId, userId: '' }, async (db) => {
      const inMinute = sql`minute_start > now() - interval '1 minute'`
      const { rows } = await sql<Row>`
      update access_token set seen_time = now(), seen_address = ${ip},
        minute_calls = case when ${inMinute} then least(minute_calls + 1, 1000000) else 1 end,
        minute_start = case when ${inMinute} then minute_start else now() end
      where hash = ${hash} and revoke_time is null and expire_time > now()
      returning id, name, user_id, scopes, minute_calls as calls,
        greatest(1, ceil(extract(epoch from minute_start + interval '1 minute' - now())))::int as seconds`.execute(db)
      const [row] = rows
      const user = row && (await kernel.sessions.keyHolder(db, row.user_id))
      if (!row || !user || user.mustChangePassword) throw new Refusal('tokenDead')
      const { accessTokens, outsideMasking } = await readParams(db, ['accessTokens', 'outsideMasking'])
      if (accessTokens === 'off') throw new Refusal('tokenOff')
      if (!row.scopes.includes(scope)) throw new Refusal('tokenScope', { scope: scope === 'mcp' ? 'MCP' : 'API' })
      // the count is kept although this is refused: no transaction is rolled back for it
      if (row.calls > CALLS_PER_MINUTE) return row.seconds
      const masked = outsideMasking === 'on' || (outsideMasking !== 'off' && (await hasFirmDefault(db)))
      return { user, tokenId: row.id, tokenName: row.name, masked }
    })
    .then((found) => {
      if (typeof found === 'number') throw new Refusal('tooMany', { seconds: found })
      return found
    })
}

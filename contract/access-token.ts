import { z } from 'zod'
import { get, id, none, post, time } from './endpoint.ts'

/** What a token opens: tools over MCP at `/mcp`, or the OpenAI-compatible calls at `/v1`. */
export const tokenScopes = ['mcp', 'api'] as const
export type TokenScope = (typeof tokenScopes)[number]
/** Days a token may stand. */
export const tokenDays = [7, 30, 90, 180, 365] as const
export const MOST_TOKENS = 20
/** Calls of one token in a minute. */
export const CALLS_PER_MINUTE = 120

export const AccessToken = z.object({
  id,
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  /** Its last four characters. */
  tail: z.string(),
  createTime: time,
  expireTime: time,
  expired: z.boolean(),
  /** Empty: never used. */
  seenTime: time,
  seenAddress: z.string(),
})
export type AccessToken = z.output<typeof AccessToken>

export const accessToken = {
  list: get('/sc-auth/accessToken/list', {
    may: 'signedIn',
    ofSelf: true,
    says: 'The caller’s own tokens that are not revoked',
    input: none,
    output: z.array(AccessToken),
  }),
  create: post('/sc-auth/accessToken/create', {
    may: 'signedIn',
    ofSelf: true,
    says: 'Makes a token that acts as the caller; it is shown in this answer and never again',
    input: z.object({
      name: z.string({ error: 'tokenName' }).trim().min(1, 'tokenName').max(60),
      scopes: z
        .array(z.enum(tokenScopes), { error: 'tokenScopes' })
        .min(1, 'tokenScopes')
        .transform((scopes) => tokenScopes.filter((scope) => scopes.includes(scope))),
      days: z.coerce
        .number()
        .int()
        .refine((days) => (tokenDays as readonly number[]).includes(days), 'tokenDays'),
    }),
    output: z.object({ token: z.string(), row: AccessToken }),
    // answers to calls with a key are kept for a day, and this one is kept nowhere
    network: true,
  }),
  revoke: post('/sc-auth/accessToken/revoke', {
    may: 'signedIn',
    ofSelf: true,
    says: 'Ends a token of the caller’s own at once',
    input: z.object({ id }),
    output: none,
  }),
}

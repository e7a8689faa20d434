import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'

/** `access` opens calls; `refresh` only the token endpoint. The JOSE header's typ tells them apart (RFC 8725 3.11). */
export type TokenKind = 'access' | 'refresh'

const issuer = 'digao'
const types = { access: 'at+jwt', refresh: 'rt+jwt' } as const
const Claims = z.object({
  jti: z.uuid(),
  tid: z.string(),
  sub: z.string(),
  exp: z.number(),
  rnd: z.string().optional(),
})

/** jti is the session, sub the user, tid the tenant; `expires` in seconds since 1970. */
export type Token = { sessionId: string; tenantId: string; userId: string; expires: number }

export type Tokens = ReturnType<typeof openTokens>

/** Signs and reads tokens with one key: HS256 and nothing else, our issuer and audience, the type asked for. */
export function openTokens(key: Buffer) {
  const secret = new Uint8Array(key)
  return {
    /** `unique` makes two tokens of one session and second differ. */
    sign(kind: TokenKind, token: Token, unique?: string): Promise<string> {
      const payload: JWTPayload = { tid: token.tenantId, ...(unique ? { rnd: unique } : {}) }
      return new SignJWT(payload)
        .setProtectedHeader({ alg: 'HS256', typ: types[kind] })
        .setIssuer(issuer)
        .setAudience(issuer)
        .setJti(token.sessionId)
        .setSubject(token.userId)
        .setExpirationTime(token.expires)
        .sign(secret)
    },
    /** The token's claims, or undefined for any that is not ours, not of this kind, or too old. */
    async read(kind: TokenKind, text: string): Promise<Token | undefined> {
      try {
        const { payload } = await jwtVerify(text, secret, {
          algorithms: ['HS256'],
          typ: types[kind],
          issuer,
          audience: issuer,
          requiredClaims: ['exp', 'jti', 'sub', 'tid'],
        })
        const { jti, tid, sub, exp } = Claims.parse(payload)
        return { sessionId: jti, tenantId: tid, userId: sub, expires: exp }
      } catch {
        return undefined
      }
    },
  }
}

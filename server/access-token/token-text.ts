import { createHash, randomBytes } from 'node:crypto'

/** `dg_<tenant>_<43 characters>`: the tenant says where to look; 256 random bits cannot be guessed. */
export function newToken(tenantId: string): { token: string; hash: Buffer; tail: string } {
  const token = `dg_${tenantId}_${randomBytes(32).toString('base64url')}`
  return { token, hash: hashOf(token), tail: token.slice(-4) }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** What a text that looks like a token leads to; undefined for any other. */
export function readToken(text: string): { tenantId: string; hash: Buffer } | undefined {
  const [, tenantId] = /^dg_([0-9A-Za-z]{6,12})_[\w-]{43}$/.exec(text) ?? []
  return tenantId === undefined ? undefined : { tenantId, hash: hashOf(text) }
}

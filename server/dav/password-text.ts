import { randomBytes } from 'node:crypto'
import { sha256 } from '#server/kernel/sha256.ts'

/** `dw_<tenant>_<27 characters>`: the tenant says where to look; 160 random bits cannot be guessed, so a plain hash is enough. */
export function newDavPassword(tenantId: string): { password: string; hash: string; tail: string } {
  const password = `dw_${tenantId}_${randomBytes(20).toString('base64url')}`
  return { password, hash: sha256(password), tail: password.slice(-4) }
}

/** What a text that looks like an app password leads to; undefined for any other. */
export function readDavPassword(text: string): { tenantId: string; hash: string } | undefined {
  const [, tenantId] = /^dw_([0-9A-Za-z]{6,12})_[\w-]{27}$/.exec(text) ?? []
  return tenantId === undefined ? undefined : { tenantId, hash: sha256(text) }
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secrets } from './secrets.ts'

const VERSION = 'v1'
const keyOf = ({ tokenKey }: Secrets, purpose: string) =>
  Buffer.from(hkdfSync('sha256', tokenKey, '', `digao vault ${purpose}`, 32))

/** What must lie encrypted in the database (passwords of servers, secrets of providers): AES-256-GCM, bound to its purpose. */
export function seal(secrets: Secrets, purpose: string, plain: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secrets, purpose), nonce)
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return [VERSION, nonce, cipher.getAuthTag(), sealed]
    .map((part) => (typeof part === 'string' ? part : part.toString('base64url')))
    .join('.')
}

/** The plain text again. Throws for what was not sealed here for this purpose, or was changed since. */
export function unseal(secrets: Secrets, purpose: string, text: string): string {
  const [version, nonce = '', tag = '', sealed = ''] = text.split('.')
  if (version !== VERSION) throw new Error('not sealed by this deployment')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secrets, purpose), Buffer.from(nonce, 'base64url'))
  decipher.setAuthTag(Buffer.from(tag, 'base64url').subarray(0, 16))
  return Buffer.concat([decipher.update(Buffer.from(sealed, 'base64url')), decipher.final()]).toString('utf8')
}

import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'
import type { Kernel } from './kernel.ts'
import type { Secrets } from './secrets.ts'

/** 32 ASCII characters each deployment has for itself; its clients are told by the platform's administrator. */
export type PayloadKeys = { aes: string }

const derived = new WeakMap<Secrets, PayloadKeys>()

/** The keys of this deployment. They hide what is sent from a glance, nothing more: clients hold them, and TLS protects. */
export function payloadKeys(secrets: Secrets): PayloadKeys {
  const known = derived.get(secrets)
  if (known) return known
  const aes = Buffer.from(hkdfSync('sha256', secrets.tokenKey, '', 'digao payload aes', 24)).toString('base64url')
  derived.set(secrets, { aes })
  return { aes }
}

/** AES-256-CBC as older clients have it: the key's first 16 bytes are the IV, PKCS7, base64. */
export function encryptText(key: string, plain: string): string {
  const cipher = createCipheriv('aes-256-cbc', key, key.slice(0, 16))
  return cipher.update(plain, 'utf8', 'base64') + cipher.final('base64')
}

/** The plain text; undefined for whatever does not decrypt, without a word why. */
export function decryptText(key: string, text: string): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, key.slice(0, 16))
    return decipher.update(text, 'base64', 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}

/**
 * With DIGAO_PAYLOAD_CRYPTO=on, what older clients send as `cryptoData`: parameters as one encrypted query parameter `data`,
 * a body as encrypted text/plain. Such a request gets its whole answer encrypted, refusals too; what does not decrypt is
 * refused like any body that cannot be read. Streams and downloads stay plain.
 */
export function acceptEncrypted(app: FastifyInstance, { config, secrets }: Kernel): void {
  if (config.DIGAO_PAYLOAD_CRYPTO !== 'on') return
  const { aes } = payloadKeys(secrets)
  const encrypted = new WeakSet<FastifyRequest>()
  const parse = app.getDefaultJsonParser('remove', 'remove')

  app.addHook('onRequest', (request, _reply, done) => {
    const query = request.query as Record<string, unknown>
    const data = query['data']
    if (typeof data !== 'string' || Object.keys(query).some((key) => key !== 'data' && key !== 'Sc-Auth')) return done()
    encrypted.add(request)
    const fields = fieldsOf(decryptText(aes, data))
    if (!fields) return done(new Refusal('invalidBody'))
    const { data: _, ...rest } = query
    request.query = { ...fields, ...rest }
    done()
  })
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (request, body: string, done) => {
    encrypted.add(request)
    const plain = body === '' ? '' : decryptText(aes, body)
    if (plain === '') done(null, undefined)
    else if (plain === undefined) done(new Refusal('invalidBody'))
    else void parse(request, plain, done)
  })
  // before compression, which a route adds for itself
  app.addHook('onSend', async (request, reply, payload) => {
    if (!encrypted.has(request) || typeof payload !== 'string') return payload
    reply.type('text/plain; charset=utf-8')
    return encryptText(aes, payload)
  })
}

/** Parameters as a query string would have carried them; undefined for what is no object. */
function fieldsOf(text: string | undefined): Record<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '')
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, one]) => one !== null)
        .map(([key, one]) => [key, typeof one === 'object' ? JSON.stringify(one) : String(one)]),
    )
  } catch {
    return undefined
  }
}

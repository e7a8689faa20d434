import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'

/**
 * For every answer. Styles: antd and the spreadsheet write style elements; workers of the spreadsheet come as blobs. Nothing
 * is loaded from elsewhere but the hosts the operator names, nothing may frame us.
 */
const always = ({ DIGAO_API_BASE: base, DIGAO_FRAME_HOSTS: frames }: Config) => ({
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    // recordings come from where calls go
    `media-src 'self'${base.startsWith('http') ? ` ${new URL(base).origin}` : ''}`,
    // the API host, where calls go elsewhere
    `connect-src 'self'${base.startsWith('http') ? ` ${new URL(base).origin}` : ''}`,
    // what menus show inside the frame (server/system/menu-frame.ts)
    `frame-src ${frames.flatMap((host) => [`https://${host}`, `http://${host}`]).join(' ') || "'none'"}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  // browsers heed it only over TLS, which a proxy in front of us ends
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
})

/** The thread that hashes files before they are sent, by WebAssembly: nothing else may compile any. */
const HASHER = /^\/assets\/hash-worker-[\w-]+\.js$/
const hasher = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"

/** The front door alone may be found; links for strangers, and all that is behind the door, stay out of every index. */
const FRONT = /^\/(?:portal\b[^?]*)?(?:\?|$)/

export function setSecurityHeaders(app: FastifyInstance, config: Config): void {
  const headers = always(config)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    if (HASHER.test(request.url)) reply.header('content-security-policy', hasher)
    if (!FRONT.test(request.url)) reply.header('x-robots-tag', 'noindex, nofollow, noarchive')
    reply.header('x-trace-id', request.id)
    done()
  })
}

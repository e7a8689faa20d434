import type { FastifyInstance } from 'fastify'

/**
 * For every answer. Styles: antd and the spreadsheet write style elements; workers of the spreadsheet come as blobs. Nothing
 * is loaded from elsewhere, nothing may frame us.
 */
const always = {
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
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
}

export function setSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(always)
    reply.header('x-trace-id', request.id)
    done()
  })
}

import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Refusal } from './errors.ts'
import type { Kernel } from './kernel.ts'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** /health: this process lives. /ready: it can serve. /metrics: for Prometheus, from this machine or with METRICS_TOKEN. */
export function serveHealth(app: FastifyInstance, kernel: Kernel): void {
  const { config, database, signals } = kernel
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  const answers = new Histogram({
    name: 'digao_answer_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [metrics],
  })
  const up = new Gauge({
    name: 'digao_signals_up',
    help: '1 while this process hears the others',
    registers: [metrics],
  })
  type Observed = ReturnType<typeof answers.labels>
  const observed = new Map<string, Observed>()
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const name = `${reply.statusCode} ${route}`
    const one = observed.get(name) ?? answers.labels(route, String(reply.statusCode))
    observed.set(name, one)
    one.observe(reply.elapsedTime / 1000)
    done()
  })

  app.get('/health', async () => ({ status: 'up' }))
  app.get('/ready', async () => {
    await sql`select 1`.execute(database.outside)
    return { status: 'ready' }
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, config.METRICS_TOKEN)) throw new Refusal('notFound')
    up.set(signals.up() ? 1 : 0)
    return reply.type(metrics.contentType).send(await metrics.metrics())
  })
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  // the socket's address, not what a header says of it
  if (loopback.has(request.socket.remoteAddress ?? '') && !request.headers['x-forwarded-for']) return true
  const given = Buffer.from(/^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '')
  const wanted = Buffer.from(token ?? '')
  return wanted.length > 0 && given.length === wanted.length && timingSafeEqual(given, wanted)
}

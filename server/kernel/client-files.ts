import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from './kernel.ts'
import { PLATFORM } from './platform.ts'

const built = fileURLToPath(new URL('../../dist/web', import.meta.url))
const service = /^\/(sc-[a-z]+|pythonapi|pythoninit|api|doc|health|ready|metrics)(\/|$)/
const version = '0.1.0'

/** Answers a path of the browser's application, or undefined where there is none. */
type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined

const sendPage = (reply: FastifyReply) => reply.status(200).header('cache-control', 'no-cache').sendFile('index.html')

/**
 * The browser's application: hashed files for a year, the page itself fresh. A path that names neither a file nor a service is
 * one of its pages: what comes back answers it.
 */
export async function serveClientFiles(app: FastifyInstance, kernel: Kernel): Promise<SendPage> {
  const client = {
    clientId: 'saber',
    clientSecret: kernel.secrets.clientSecret,
    version,
    humanCheck: kernel.config.DIGAO_HUMAN_CODE !== undefined,
    quietCodes: kernel.config.DIGAO_QUIET_CODES,
    apiBase: kernel.config.DIGAO_API_BASE,
  }
  app.get('/client.json', async () => ({ ...client, captcha: await asksCaptcha(kernel) }))
  if (!existsSync(built)) return () => undefined

  await app.register(fastifyStatic, {
    root: built,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/', async (_request, reply) => sendPage(reply))
  return (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isFile = /\.[a-z0-9]+$/i.test(path) && path !== '/portal.html'
    return request.method === 'GET' && !isFile && !service.test(path) ? sendPage(reply) : undefined
  }
}

/** Whether the login page shows a captcha: the environment variable where it is set, else the platform's parameter captchaMode. */
async function asksCaptcha({ config, database, log }: Kernel): Promise<boolean> {
  if (config.DIGAO_CAPTCHA) return config.DIGAO_CAPTCHA !== 'off'
  const row = await database
    .inTenant({ tenantId: PLATFORM, userId: '' }, (db) =>
      db
        .selectFrom('param')
        .where('tenant_id', '=', PLATFORM)
        .where('param_key', '=', 'captchaMode')
        .select('param_value')
        .executeTakeFirst(),
    )
    // the page opens without the database too, and says by itself what is wrong
    .catch((error: unknown) => {
      log.warn({ err: error }, 'captchaMode could not be read; a captcha is asked')
      return undefined
    })
  return row?.param_value !== 'off'
}

import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { Server, type ServerOptions, type Upload } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { tusPath } from '#contract/file.ts'
import { callerOf, languageOf } from './caller.ts'
import { notFound, Refusal } from './errors.ts'
import { failureOf } from './failure.ts'
import type { Kernel } from './kernel.ts'
import type { User } from './service.ts'

const SWEEP_MS = 600_000
const TOO_LARGE = 413

type TusRequest = Parameters<NonNullable<ServerOptions['onUploadCreate']>>[0]
type Begun = { user: User; request: FastifyRequest }

const about = ({ metadata }: Upload) => ({
  purpose: metadata?.['purpose'] ?? '',
  ownerId: metadata?.['ownerId'] ?? '',
  name: metadata?.['name'] ?? '',
})

/**
 * Resumable uploads (tus 1.0.0): pieces lie in the data folder, the rest is known after a reload or a restart. An upload belongs
 * to the user who began it; for anybody else it does not exist.
 */
export async function serveUploads(app: FastifyInstance, kernel: Kernel): Promise<void> {
  const { config, files, log } = kernel
  const folder = join(config.DIGAO_DATA, 'uploads')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const store = new FileStore({ directory: folder, expirationPeriodInMilliseconds: config.UPLOAD_HOURS * 3_600_000 })
  // tus sees a web request made of Node's; that one is how its hooks find who asks
  const begun = new WeakMap<object, Begun>()
  const findBegun = (request: TusRequest) => begun.get(request.runtime?.node?.req ?? {})
  const beganBy = (request: TusRequest): Begun => {
    const found = findBegun(request)
    if (!found) throw new Refusal('unauthorized')
    return found
  }
  const asTus = (error: unknown, request: TusRequest) => {
    const mine = findBegun(request)
    const language = mine ? languageOf(mine.request) : 'zh-CN'
    const { status, body, bug } = failureOf(error, language, mine?.request.id ?? '')
    if (bug) log.error({ err: error, trace: mine?.request.id }, 'an upload failed')
    return { status_code: status, body: JSON.stringify(body) }
  }

  const tus = new Server({
    path: tusPath,
    datastore: store,
    relativeLocation: true,
    maxSize: config.UPLOAD_LIMIT_MB,
    onIncomingRequest: async (request, id) => {
      const { user } = beganBy(request)
      if (request.method === 'POST') return
      const upload = await store.getUpload(id).catch(() => undefined)
      if (upload?.metadata?.['userId'] !== user.id || upload.metadata['tenantId'] !== user.tenantId) {
        throw asTus(notFound(), request)
      }
    },
    onUploadCreate: async (request, upload) => {
      const { user } = beganBy(request)
      const { purpose, ownerId } = about(upload)
      await files.mayAdd(user, purpose, ownerId).catch((error: unknown) => {
        throw asTus(error, request)
      })
      if (upload.size === 0) throw asTus(new Refusal('fileEmpty'), request)
      return { metadata: { ...upload.metadata, userId: user.id, tenantId: user.tenantId } }
    },
    onUploadFinish: async (request, upload) => {
      const { user } = beganBy(request)
      const path = join(folder, upload.id)
      const stored = await files.add(user, { ...about(upload), path }).catch((error: unknown) => {
        throw asTus(error, request)
      })
      await rm(`${path}.json`, { force: true })
      return { headers: { 'X-File-Id': stored.id } }
    },
    onResponseError: (request, error) => {
      if (!('status_code' in error)) return asTus(error, request)
      // the protocol's own refusals are for the client program; this one is for the person
      return error.status_code === TOO_LARGE && !error.body.startsWith('{')
        ? asTus(new Refusal('tooLarge'), request)
        : undefined
    },
  })

  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const user = await callerOf(kernel, request, false)
    if (!user) throw new Refusal('unauthorized')
    if (user.mustChangePassword) throw new Refusal('mustChangePassword')
    begun.set(request.raw, { user, request })
    reply.hijack()
    reply.raw.setHeader('x-trace-id', request.id)
    reply.raw.setHeader('cache-control', 'no-store')
    await tus.handle(request.raw, reply.raw)
  }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const url of [tusPath, `${tusPath}/:upload`]) {
      scope.route({ method: ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'], url, handler, exposeHeadRoute: false })
    }
  })

  const sweep = setInterval(() => {
    tus.cleanUpExpiredUploads().catch((error: unknown) => log.warn({ err: error }, 'old uploads could not be removed'))
  }, SWEEP_MS).unref()
  app.addHook('onClose', async () => clearInterval(sweep))
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { type CancellationContext, EVENTS, Server, type ServerOptions, type Upload } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { tusPath } from '#contract/file.ts'
import { callerOf, languageOf } from './caller.ts'
import { notFound, Refusal } from './errors.ts'
import { failureOf } from './failure.ts'
import type { Kernel } from './kernel.ts'
import type { User } from './service.ts'
import { receive } from './upload-body.ts'

const SWEEP_MS = 600_000
const TOO_LARGE = 413

type TusRequest = Parameters<NonNullable<ServerOptions['onUploadCreate']>>[0]
type Begun = { user: User; request: FastifyRequest }

const about = ({ id, size, metadata }: Upload) => ({
  id,
  size: size ?? 0,
  metadata: metadata ?? {},
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
  /** Purposes of uploads that clients are ending: once it is done nothing says any more what they were. */
  const ended = new Map<string, string>()
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

  /** As the purpose takes uploads; on a second name of the file, so that what fails loses no byte. Undefined: it takes them as files. */
  const finishOwn = async (user: User, upload: Upload, request: TusRequest) => {
    const rules = files.uploadsOf(about(upload).purpose)
    if (!rules) return undefined
    const path = join(folder, `${upload.id}-${randomUUID()}.taken`)
    try {
      await link(join(folder, upload.id), path)
      return await rules.finish(user, { ...about(upload), path })
    } catch (error) {
      throw asTus(error, request)
    } finally {
      await rm(path, { force: true })
    }
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
      if (!upload || upload.metadata?.['userId'] !== user.id || upload.metadata['tenantId'] !== user.tenantId) {
        throw asTus(notFound(), request)
      }
      if (request.method === 'DELETE') ended.set(id, about(upload).purpose)
      // all bytes are here and nobody was told what became of them: the process died before it could take them in
      if (request.method === 'HEAD' && upload.offset === upload.size) await finishOwn(user, upload, request)
    },
    onUploadCreate: async (request, upload) => {
      const { user } = beganBy(request)
      const rules = files.uploadsOf(about(upload).purpose)
      if (upload.size === 0 && !rules?.empty) throw asTus(new Refusal('fileEmpty'), request)
      await files.openUpload(user, about(upload).purpose, about(upload)).catch((error: unknown) => {
        throw asTus(error, request)
      })
      return { metadata: { ...upload.metadata, userId: user.id, tenantId: user.tenantId } }
    },
    onUploadFinish: async (request, upload) => {
      const { user, request: asked } = beganBy(request)
      const path = join(folder, upload.id)
      const own = await finishOwn(user, upload, request)
      if (own) {
        const forget = () => Promise.all([path, `${path}.json`].map((one) => rm(one, { force: true })))
        // the answer to an upload without a byte still asks for it
        if (upload.size === 0) asked.raw.once('close', () => void forget().catch((err: unknown) => log.warn({ err })))
        else await forget()
        return { headers: { 'X-File-Id': own.fileId, ...own.headers } }
      }
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

  // tus would hand the body on as a web stream, which copies every byte several times; it goes into the file from where it comes in
  const bodies = new AsyncLocalStorage<IncomingMessage>()
  const writeToStore = (_: unknown, upload: Upload, most: number, { signal }: CancellationContext) => {
    const body = bodies.getStore()
    if (!body) throw new Error('a piece of an upload came without its request')
    return receive(body, { path: join(folder, upload.id), offset: upload.offset, most, signal })
  }
  for (const handler of [tus.handlers.PATCH, tus.handlers.POST]) Object.assign(handler, { writeToStore })

  tus.on(EVENTS.POST_TERMINATE, (request, _answer, id) => {
    const mine = findBegun(request)
    const purpose = mine && ended.get(id)
    ended.delete(id)
    if (!mine || purpose === undefined) return
    files
      .uploadsOf(purpose)
      ?.dropped(mine.user, id)
      .catch((error: unknown) =>
        log.warn({ err: error, upload: id }, 'what an ended upload had been promised is freed later'),
      )
  })

  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const user = await callerOf(kernel, request, false)
    if (!user) throw new Refusal('unauthorized')
    if (user.mustChangePassword) throw new Refusal('mustChangePassword')
    const head = withoutBody(request.raw)
    begun.set(head, { user, request })
    reply.hijack()
    reply.raw.setHeader('x-trace-id', request.id)
    reply.raw.setHeader('cache-control', 'no-store')
    await bodies.run(request.raw, () => tus.handle(head, reply.raw))
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

/** What a request says, with nothing after it. */
function withoutBody({ socket, method, url, headers, rawHeaders }: IncomingMessage): IncomingMessage {
  const head = Object.assign(new IncomingMessage(socket), { method, url, headers, rawHeaders, complete: true })
  head.push(null)
  return head
}

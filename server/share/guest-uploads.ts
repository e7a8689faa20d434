import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { EVENTS, Server, type ServerOptions, type Upload } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { guestTusPath } from '#contract/share.ts'
import { languageOf } from '#server/kernel/caller.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { failureOf } from '#server/kernel/failure.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import { checkPackage } from '../disk/spaces.ts'
import { countGuest, countLink, heavyPace, refusalPace, uploadPace } from './guest-pace.ts'
import { guestName } from './guest-name.ts'
import { openRoom } from './guest-room.ts'
import type { Visitor } from './open-share.ts'
import { readTicket, type Ticket } from './guest-token.ts'

const SWEEP_MS = 600_000
/** Of so many uploads it is remembered that they were taken, for clients whose line broke before they heard of it. */
const MOST_REMEMBERED = 5_000
type TusRequest = Parameters<NonNullable<ServerOptions['onUploadCreate']>>[0]

/** A stranger's file: under which ticket, for which item of a request, as he names it and himself. */
export type GuestFile = { ticket: Ticket; text: string; item: string; name: string; sender: string; size: number }
/** Takes files of one kind of ticket: `check` before the first byte, `take` a finished local file, which is used up. */
export type GuestTaker = {
  check(file: GuestFile): Promise<void>
  take(file: GuestFile, path: string, visitor: Visitor): Promise<void>
  /** Keeps that a file was refused, and why. */
  refused(file: GuestFile, why: Refusal, visitor: Visitor): Promise<void>
}

/**
 * Resumable uploads (tus 1.0.0) of people without an account, by the ticket of a link. What lies half sent is found only by who
 * has both the upload's address and the ticket's visit.
 */
export async function serveGuestUploads(
  app: FastifyInstance,
  kernel: Kernel,
  takers: Readonly<Record<Ticket['kind'], GuestTaker>>,
): Promise<void> {
  const { config, log } = kernel
  const folder = join(config.DIGAO_DATA, 'uploads-guest')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const store = new FileStore({ directory: folder, expirationPeriodInMilliseconds: config.UPLOAD_HOURS * 3_600_000 })
  const asked = new WeakMap<object, FastifyRequest>()
  const requestOf = (request: TusRequest): FastifyRequest => {
    const found = asked.get(request.runtime?.node?.req ?? {})
    if (!found) throw new Refusal('guestTicket')
    return found
  }
  const asTus = (error: unknown, request: TusRequest) => {
    const mine = asked.get(request.runtime?.node?.req ?? {})
    const { status, body, bug } = failureOf(error, mine ? languageOf(mine) : 'zh-CN', mine?.id ?? '')
    if (bug) log.error({ err: error, trace: mine?.id }, 'an upload of a visitor failed')
    return { status_code: status, body: JSON.stringify(body) }
  }
  const guestFile = ({ metadata, size = 0 }: Upload): GuestFile => {
    const text = metadata?.['ticket'] ?? ''
    const ticket = readTicket(kernel, text)
    if (!ticket) throw new Refusal('guestTicket')
    const [name, sender, item] = [metadata?.['name'] ?? '', metadata?.['sender'] ?? '', metadata?.['item'] ?? '']
    return { ticket, text, item: item.slice(0, 40), name: guestName(name), sender: sender.slice(0, 60), size }
  }

  const room = openRoom(folder, { largest: config.UPLOAD_LIMIT_MB, hours: config.UPLOAD_HOURS })
  const forget = async (id: string) => {
    room.free(id)
    for (const path of [join(folder, id), join(folder, `${id}.json`)]) await rm(path, { force: true })
  }
  /** Sizes and visits of uploads that were taken. */
  const taken = new Map<string, { size: number; visit: string }>()
  const finishing = new Map<string, Promise<void>>()
  /** What was refused stands with its link, as far as there is room for it: whoever repeats himself fills no log. */
  const keepRefusal = async (given: GuestFile, why: Refusal, request: FastifyRequest) => {
    const { kind, id } = given.ticket
    log.info({ trace: request.id, link: id, kind, why: why.key }, 'a file of a visitor was refused')
    await countLink(kernel, id, refusalPace)
      .then(() => takers[kind].refused(given, why, visitorOf(request)))
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) log.warn({ err: error, trace: request.id }, 'a refusal could not be kept')
      })
  }
  /** On a second name of the file: what fails here by no fault of the file loses no byte, and is done at the next question. */
  const takeIn = async (upload: Upload, request: FastifyRequest) => {
    const path = join(folder, `${upload.id}-${randomUUID()}.taken`)
    const given = guestFile(upload)
    const taker = takers[given.ticket.kind]
    try {
      await taker.check(given)
      await link(join(folder, upload.id), path)
      await taker.take(given, path, visitorOf(request))
      taken.set(upload.id, { size: given.size, visit: given.ticket.visit })
      for (const [oldest] of taken) if (taken.size > MOST_REMEMBERED) taken.delete(oldest)
      await forget(upload.id)
    } catch (error) {
      if (error instanceof Refusal) {
        await forget(upload.id)
        await keepRefusal(given, error, request)
      }
      throw error
    } finally {
      await rm(path, { force: true })
    }
  }
  /** Once, however many ask for it at the same time. */
  const finish = (upload: Upload, request: FastifyRequest): Promise<void> => {
    const begun = finishing.get(upload.id)
    if (begun) return begun
    const done = takeIn(upload, request).finally(() => finishing.delete(upload.id))
    finishing.set(upload.id, done)
    return done
  }

  /**
   * The size of an upload all of whose bytes are here, undefined of any other. Where nobody was told what became of it, because
   * the line broke or the process died, it is taken in now.
   */
  const wholeSize = async (request: FastifyRequest): Promise<number | undefined> => {
    const id = /\/([0-9a-f]{32})(?:\?|$)/.exec(request.url)?.[1]
    const visit = readTicket(kernel, headerOf(request))?.visit
    if (id === undefined || visit === undefined) return undefined
    await finishing.get(id)
    if (taken.get(id)?.visit === visit) return taken.get(id)?.size
    const upload = await store.getUpload(id).catch(() => undefined)
    if (!upload || upload.metadata?.['visit'] !== visit || upload.offset !== upload.size) return undefined
    await finish(upload, request)
    return upload.size
  }

  /** Looks whether a file may come before its first byte does; answers the link that it takes room of. */
  const admit = async (uploadId: string, given: GuestFile): Promise<string> => {
    const { tenantId, id, kind } = given.ticket
    await takers[kind].check(given)
    await kernel.database
      .inTenant({ tenantId, userId: '' }, (db) => checkPackage(db, given.size))
      .catch((error: unknown) => {
        throw error instanceof Refusal ? new Refusal('collectQuota') : error
      })
    const link = `${kind} ${id}`
    await room.keep(uploadId, { link, size: given.size })
    return link
  }

  const tus = new Server({
    path: guestTusPath,
    datastore: store,
    relativeLocation: true,
    maxSize: config.UPLOAD_LIMIT_MB,
    onIncomingRequest: async (request, id) => {
      if (request.method === 'POST') return
      const upload = await store.getUpload(id).catch(() => undefined)
      const visit = readTicket(kernel, headerOf(requestOf(request)))?.visit
      if (!upload || visit === undefined || upload.metadata?.['visit'] !== visit) throw asTus(notFound(), request)
    },
    onUploadCreate: async (request, upload) => {
      try {
        const { ip } = requestOf(request)
        await countGuest(kernel, 'upload', ip, uploadPace)
        // a length that is told later is one that nothing has room for
        if (!upload.size) throw new Refusal('fileEmpty')
        const given = guestFile(upload)
        const { visit } = given.ticket
        const link = await admit(upload.id, given).catch(async (error: unknown) => {
          if (error instanceof Refusal) await keepRefusal(given, error, requestOf(request))
          throw error
        })
        return { metadata: { ...upload.metadata, visit, link } }
      } catch (error) {
        throw asTus(error, request)
      }
    },
    onUploadFinish: async (request, upload) => {
      await finish(upload, requestOf(request)).catch((error: unknown) => {
        throw asTus(error, request)
      })
      return {}
    },
    onResponseError: (request, error) => {
      if (!('status_code' in error)) return asTus(error, request)
      return error.status_code === 413 && !error.body.startsWith('{')
        ? asTus(new Refusal('tooLarge'), request)
        : undefined
    },
  })

  tus.on(EVENTS.POST_TERMINATE, (_request, _answer, id) => room.free(id))

  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.method === 'HEAD') {
      await countGuest(kernel, 'look', request.ip, heavyPace)
      const size = await wholeSize(request)
      if (size !== undefined) {
        const headers = { 'tus-resumable': '1.0.0', 'upload-offset': size, 'upload-length': size }
        return reply.headers({ ...headers, 'cache-control': 'no-store' }).send()
      }
    }
    asked.set(request.raw, request)
    reply.hijack()
    reply.raw.setHeader('x-trace-id', request.id)
    reply.raw.setHeader('cache-control', 'no-store')
    await tus.handle(request.raw, reply.raw)
    return reply
  }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const url of [guestTusPath, `${guestTusPath}/:upload`]) {
      scope.route({ method: ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'], url, handler, exposeHeadRoute: false })
    }
  })
  const sweep = setInterval(() => {
    tus.cleanUpExpiredUploads().catch((error: unknown) => log.warn({ err: error }, 'old uploads could not be removed'))
  }, SWEEP_MS).unref()
  app.addHook('onClose', async () => clearInterval(sweep))
}

const visitorOf = ({ ip, headers }: FastifyRequest): Visitor => ({ address: ip, device: headers['user-agent'] ?? '' })

/** Where a visitor's program says under which ticket it resumes. */
const headerOf = ({ headers }: FastifyRequest): string => {
  const given = headers['guest-ticket']
  return typeof given === 'string' ? given : ''
}

import { say } from '#contract/errors.ts'
import { TICKET_SECONDS, type viewer, type ViewedFile } from '#contract/viewer.ts'
import { readOfdPages } from '#server/document/ofd-pages.ts'
import { readDocument } from '#server/document/read-document.ts'
import { refusalOf } from '#server/document/file-refusal.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { Context, Service, User } from '#server/kernel/service.ts'
import { FileProblem } from '#server/ledger/read/file-problem.ts'
import { putBlob } from '../disk/port.ts'
import { rangeOf } from '../system/file-service.ts'
import { withScratch } from '../list/result-file.ts'
import { placeOf } from './beside.ts'
import { drawOffice, drawsOffice } from './draw-office.ts'
import { fetchLink } from './fetch-link.ts'
import { holderOf, signMedia } from './media-ticket.ts'
import { slideViews } from './slide-view.ts'
import { textPiece } from './text-piece.ts'
import { type Recognised, viewKind } from './view-kind.ts'
import { checkDepth, keepViewed } from './viewed-files.ts'
import { pictureFacts, redrawn } from './viewed-picture.ts'
import { zipEntries } from './zip-entries.ts'
import { unpackEntry } from './zip-entry.ts'

type Asker = { kernel: Kernel; user: User }
type Found = Awaited<ReturnType<Kernel['files']['find']>>

/** Runs `work` with a file the caller may read, as a local path; not found otherwise. No connection is held meanwhile. */
async function withFile<T>(
  { kernel, user }: Asker,
  fileId: string,
  work: (path: string, file: Found) => Promise<T>,
): Promise<T> {
  const file = await kernel.files.find(user, fileId)
  try {
    return await kernel.blobs.asPath({ tenantId: user.tenantId, userId: user.id }, file.sha256, (path) =>
      work(path, file),
    )
  } catch (error) {
    throw error instanceof FileProblem ? refusalOf(error, file.name, { bytes: file.size }) : error
  }
}

const noPicture = { width: 0, height: 0, scaled: false, taken: '', camera: '' }

async function viewed(
  path: string,
  file: Found,
): Promise<Omit<ViewedFile, 'editable' | 'drawable' | 'plain' | 'trouble'> & Recognised> {
  const found = await viewKind(path, file.name, file.size)
  const known = { fileId: file.id, name: file.name, size: file.size, ...noPicture, ...found }
  if (found.kind !== 'image') return known
  try {
    return { ...known, ...(await pictureFacts(path, file.name, found.type)) }
  } catch (error) {
    if (error instanceof Refusal) return { ...known, trouble: error }
    throw error
  }
}

export const viewerService: Service<typeof viewer> = {
  async open(context, { fileId }) {
    const { trouble: found, form, plain = false, ...facts } = await withFile(context, fileId, viewed)
    const drawable = form !== undefined && (await drawsOffice(context.kernel))
    const trouble = facts.kind === 'office' && drawable ? undefined : found
    const sheet = facts.kind === 'sheet' && !trouble
    return {
      ...facts,
      drawable,
      plain,
      trouble: trouble ? say(trouble.key, context.language, trouble.params) : '',
      editable: sheet && (await mayEdit(context, fileId)),
    }
  },

  async link({ kernel, user }, { link }) {
    const { id, name } = await fetchLink(kernel, user, link)
    return { fileId: id, name }
  },

  async drawn({ kernel, user }, { fileId }) {
    const source = await withFile({ kernel, user }, fileId, async (path, file) => ({
      ...file,
      ...(await viewKind(path, file.name, file.size)),
    }))
    const { id: sourceId, name, sha256, form } = source
    if (form === undefined) throw source.trouble ?? new Refusal('viewerOtherKind', { file: name })
    const { id, size } = await drawOffice(kernel, user, { id: sourceId, name, sha256, form })
    return { fileId: id, size }
  },

  async keep({ kernel, user }, { fileId, parentId }) {
    const { name, sha256, size } = await kernel.files.find(user, fileId)
    const { node } = await kernel.database.inTenant({ tenantId: user.tenantId, userId: user.id }, (db) =>
      putBlob({ db, user }, { parentId, name, sha256, size, conflict: 'rename' }),
    )
    return { nodeId: node.id, name: node.name }
  },

  ofd: (context, { fileId, from, count }) =>
    withFile(context, fileId, (path, { name }) => readOfdPages(path, name, { from, count })),

  slides: (context, { fileId }) =>
    withFile(context, fileId, async (path, { name }) => {
      const reading = await readDocument(path, name, { pages: 500 })
      if (reading.kind !== 'pptx') throw new Refusal('viewerOtherKind', { file: name })
      const pictures = reading.unread.find(({ what }) => what === 'documentPictures')?.where['count']
      return { slides: slideViews(reading), pictures: Number(pictures ?? 0) }
    }),

  text: (context, { fileId, from }) =>
    withFile(context, fileId, async (path, { name, size }) => {
      const { kind, plain } = await viewKind(path, name, size)
      if (!plain && !['text', 'markdown', 'svg'].includes(kind)) throw new Refusal('viewerOtherKind', { file: name })
      return textPiece(path, size, from)
    }),

  entries: (context, { fileId }) => withFile(context, fileId, (path) => zipEntries(path)),

  async entry(context, { fileId, entry }) {
    const { kernel, user } = context
    const made = await withFile(context, fileId, async (path, source) => {
      await kernel.database.inTenant({ tenantId: user.tenantId, userId: user.id }, (db) => checkDepth(db, source))
      return withScratch(kernel, async (to) => {
        const name = await unpackEntry(path, entry, to)
        return keepViewed(kernel, user, { path: to, name, sourceId: source.id })
      })
    })
    return { fileId: made.id, name: made.name }
  },

  beside: ({ db, user, kernel }, { fileId }) => placeOf({ db, user, kernel }, fileId),

  async picture(context, { fileId, edge }) {
    const { type, bytes } = await withFile(context, fileId, async (path, { name, size }) => {
      const { kind } = await viewKind(path, name, size)
      if (kind !== 'image') throw new Refusal('viewerOtherKind', { file: name })
      return redrawn(path, name, edge)
    })
    await context.reply.header('cache-control', 'private, max-age=600').type(type).send(bytes)
  },

  async mediaTicket({ kernel, user }, { fileId }) {
    return { ticket: signMedia(kernel, user, await kernel.files.find(user, fileId)), seconds: TICKET_SECONDS }
  },

  async media({ kernel, request, reply }, { ticket }) {
    const { user, fileId, sha256: content } = await holderOf(kernel, ticket)
    const { kind, type, size, sha256, name } = await withFile({ kernel, user }, fileId, async (path, file) => ({
      ...file,
      ...(await viewKind(path, file.name, file.size)),
    }))
    if (sha256 !== content) throw new Refusal('viewerTicketOver')
    if (kind !== 'audio' && kind !== 'video') throw new Refusal('viewerOtherKind', { file: name })
    const range = rangeOf(request.headers.range, size)
    const body = await kernel.blobs.open({ tenantId: user.tenantId, userId: user.id }, sha256, range)
    reply
      .header('content-security-policy', "default-src 'none'; media-src 'self'; sandbox")
      .header('cache-control', 'private, no-store')
      .header('accept-ranges', 'bytes')
      .header('content-length', range ? range.end - range.start + 1 : size)
      .type(type)
    if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    await reply.send(body)
  },
}

async function mayEdit({ kernel, user }: Pick<Context, 'kernel' | 'user'>, fileId: string): Promise<boolean> {
  return kernel.files.mayEdit(user, await kernel.files.find(user, fileId))
}

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import yazl from 'yazl'
import type { Kernel } from '#server/kernel/kernel.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import type { DiskRow } from '../disk/rows.ts'
import { asAttachment, rangeOf } from '../system/file-service.ts'
import { shortAddress } from './guest-pace.ts'
import { withMarked } from './watermark.ts'

type To = { kernel: Kernel; request: FastifyRequest; reply: FastifyReply; tenantId: string }
export type SharedFile = Pick<DiskRow, 'name' | 'sha256' | 'size'>

/** What is burnt in: whose it is, who looked, when. */
export const markWords = (firmName: string, address: string): string =>
  [firmName, shortAddress(address), wallTime(new Date()).slice(0, 16)].filter(Boolean).join('  ')

/** The bytes as they are, as an attachment; a range of them if asked for. */
export async function sendOriginal({ kernel, request, reply, tenantId }: To, file: SharedFile): Promise<void> {
  const { name, size, sha256 } = file
  const range = rangeOf(request.headers.range, size)
  const body = await kernel.blobs.open({ tenantId, userId: '' }, sha256, range)
  asAttachment(reply, name).header('accept-ranges', 'bytes').header('etag', `"${sha256}"`)
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : size)
  await reply.send(body)
}

/** The same with the words across every page; the copy is gone once it has been sent. */
export async function sendMarked(
  { kernel, reply, tenantId }: To,
  file: SharedFile,
  { words, inline }: { words: string; inline: boolean },
): Promise<void> {
  await withMarked(kernel, tenantId, { ...file, words }, async (path, type) => {
    const { size } = await stat(path)
    asAttachment(reply, file.name).header('content-length', size)
    if (inline) reply.type(type).header('content-disposition', 'inline')
    await sendWhole(reply, createReadStream(path))
  })
}

/** For the page: the original where no watermark is asked for. */
export async function sendShown({ kernel, reply, tenantId }: To, file: SharedFile, type: string): Promise<void> {
  const body = await kernel.blobs.open({ tenantId, userId: '' }, file.sha256)
  asAttachment(reply, file.name).header('content-length', file.size)
  reply.type(type).header('content-disposition', 'inline')
  await sendWhole(reply, body)
}

/** Resolves when the last byte has left, or the visitor has. */
async function sendWhole(reply: FastifyReply, body: NodeJS.ReadableStream): Promise<void> {
  void reply.send(body)
  await finished(body).catch(() => undefined)
}

const unsafe = /[\\:*?"<>|\p{Cc}]/gu

/** Files under their paths as one archive, stored as they are; each is opened when its turn comes. */
export async function sendZip(
  { kernel, reply, tenantId }: To,
  name: string,
  files: readonly (SharedFile & { path: string })[],
): Promise<void> {
  const zip = new yazl.ZipFile()
  const actor = { tenantId, userId: '' }
  let open: Readable | undefined
  const broken = (error: unknown) => {
    kernel.log.warn({ err: error }, 'a shared file could not be packed')
    // an archive that is cut off says so itself; headers have left long ago
    reply.raw.destroy()
  }
  const next = async (sha256: string, take: (error: unknown, body: Readable) => void) => {
    try {
      open = await kernel.blobs.open(actor, sha256)
      take(null, open)
    } catch (error) {
      broken(error)
    }
  }
  zip.on('error', broken)
  for (const { path, sha256, size } of files) {
    const inside = path
      .split('/')
      .map((part) => part.replaceAll(unsafe, '_'))
      .join('/')
    zip.addReadStreamLazy(inside, { compress: false, size }, (take) => void next(sha256, take))
  }
  zip.end()
  asAttachment(reply, name)
  const { outputStream } = zip
  await sendWhole(reply, outputStream)
  // a visitor who left in the middle leaves no file open
  open?.destroy()
}

import type { FastifyReply } from 'fastify'
import type { file } from '#contract/file.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Service } from '#server/kernel/service.ts'

/** RFC 6266: a plain name for old readers, the real one in UTF-8 (RFC 5987). */
export function contentDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const real = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${real}`
}

/** One range of bytes (RFC 9110 14.1.2), both ends inclusive; undefined for none asked, or a form that may be ignored. */
export function rangeOf(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (start >= size || start > end) throw new Refusal('rangeNotSatisfiable')
  return { start, end }
}

/** Headers of anything a user put in: saved, never shown in our origin, never guessed at. */
export function asAttachment(reply: FastifyReply, name: string): FastifyReply {
  return reply
    .header('content-disposition', contentDisposition(name))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-store')
    .type('application/octet-stream')
}

export const fileService: Service<typeof file> = {
  async upload({ kernel, user, files }, { purpose, ownerId }) {
    const [only, ...more] = files
    if (!only || more.length) throw new Refusal('invalidBody')
    await kernel.files.mayAdd(user, purpose, ownerId)
    return kernel.files.add(user, { purpose, ownerId, name: only.name, path: only.path })
  },

  async download({ kernel, user, request, reply }, { id }) {
    const { name, size, sha256 } = await kernel.files.find(user, id)
    const range = rangeOf(request.headers.range, size)
    const body = await kernel.blobs.open({ tenantId: user.tenantId, userId: user.id }, sha256, range)
    asAttachment(reply, name).header('accept-ranges', 'bytes').header('etag', `"${sha256}"`)
    if (range) {
      reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
      reply.header('content-length', range.end - range.start + 1)
    } else {
      reply.header('content-length', size)
    }
    await reply.send(body)
  },
}

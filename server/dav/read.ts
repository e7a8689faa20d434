import { Readable } from 'node:stream'
import { diskLevel } from '#contract/disk-shapes.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { rangeOf } from '../system/file-service.ts'
import { type At, childrenOf, type DiskRow, mimeOf, spaceById, spacesOf } from '../disk/port.ts'
import { bodyOf, type DavCall, etagOf, headerOf, within } from './call.ts'
import { namesTag } from './if-header.ts'
import { locksFor } from './locks.ts'
import { hrefOf, type Place, placeOf, spaceNames, standing } from './place.ts'
import { deadOf, readPropfind, response, type Shown, type Wanted, XML_HEAD, XML_TYPE } from './properties.ts'

/** Rows of one page of a folder: each page is a transaction of its own, none is open while the answer leaves. */
const PAGE = 500
export const METHODS = 'OPTIONS, GET, HEAD, PUT, DELETE, PROPFIND, PROPPATCH, MKCOL, COPY, MOVE, LOCK, UNLOCK'

export function options({ reply }: Pick<DavCall, 'reply'>) {
  return reply.status(200).header('dav', '1, 2').header('ms-author-via', 'DAV').header('allow', METHODS).send()
}

/** Depth 0 or 1; all levels at once is refused in the protocol's words. */
export async function propfind(call: DavCall) {
  const { reply, request, names } = call
  const depth = headerOf(request, 'depth') ?? 'infinity'
  const wanted = readPropfind(await bodyOf(call))
  if (depth !== '0' && depth !== '1') {
    const error = '<D:error xmlns:D="DAV:"><D:propfind-finite-depth/></D:error>'
    return reply
      .status(403)
      .type(XML_TYPE)
      .send(XML_HEAD + error)
  }
  const { place, first } = await within(call, async (at) => {
    const found = await placeOf(at, call.door, names)
    if (found.kind === 'spaces') return { place: found, first: [onlySpaces()] }
    const node = standing(found)
    return { place: found, first: await shownOf(at, [{ names, node }], wanted) }
  })
  const pieces = depth === '0' ? [first] : pagesOf(call, { place, first, wanted })
  const written = xmlOf(pieces, wanted)
  return reply.status(207).type(XML_TYPE).send(Readable.from(written))
}

const onlySpaces = (): Shown => ({ names: [], called: 'dav', node: undefined, locks: [], dead: [] })

async function* xmlOf(pieces: Iterable<Shown[]> | AsyncIterable<Shown[]>, wanted: Wanted): AsyncGenerator<string> {
  yield `${XML_HEAD}<D:multistatus xmlns:D="DAV:">`
  for await (const some of pieces) yield some.map((one) => response(one, wanted)).join('')
  yield '</D:multistatus>'
}

type Listing = { place: Place; first: Shown[]; wanted: Wanted }
async function* pagesOf(call: DavCall, { place, first, wanted }: Listing): AsyncGenerator<Shown[]> {
  yield first
  if (place.kind === 'spaces') {
    yield await within(call, async (at) => {
      const spaces = spaceNames(await spacesOf(at))
      const rows: Entry[] = []
      for (const [name] of spaces) {
        const found = await placeOf(at, call.door, [name])
        if (found.kind === 'node') rows.push({ names: [name], node: found.node })
      }
      return shownOf(at, rows, wanted)
    })
    return
  }
  if (place.kind !== 'node' || place.node.kind !== 'folder') return
  const folder = place.node
  for (let offset = 0; ; offset += PAGE) {
    const page = await within(call, async (at) => {
      const rows = await childrenOf(at, folder, { offset, limit: PAGE })
      return shownOf(
        at,
        rows.map((node) => ({ names: [...call.names, node.name], node })),
        wanted,
      )
    })
    if (page.length > 0) yield page
    if (page.length < PAGE) return
  }
}

type Entry = { names: readonly string[]; node: DiskRow }
/** What is asked about quotas is looked up where it is asked for, and only then. */
async function shownOf(at: At, entries: readonly Entry[], wanted: Wanted): Promise<Shown[]> {
  const nodes = entries.map(({ node }) => node)
  const locks = await locksFor(at.db, nodes)
  const dead = await deadOf(
    at,
    nodes.map(({ id }) => id),
  )
  const quota = wanted.kind === 'some' && wanted.props.some(({ name }) => name.startsWith('quota-'))
  const spaces = new Map<string, Shown['space']>()
  for (const { spaceId, kind } of quota ? nodes : [])
    if (kind === 'folder' && !spaces.has(spaceId)) spaces.set(spaceId, await spaceById(at, spaceId))
  return entries.map(({ names, node }) => ({
    names,
    node,
    called: names.at(-1) ?? (node.name || 'dav'),
    locks: locks.get(node.id) ?? [],
    dead: dead.get(node.id) ?? [],
    space: node.kind === 'folder' ? spaces.get(node.spaceId) : undefined,
  }))
}

/** A file, whole or a part of it; a folder says in plain words what it is. */
export async function get(call: DavCall) {
  const { kernel, reply, request, names, door } = call
  const node = await within(call, async (at) => {
    const place = await placeOf(at, door, names)
    return place.kind === 'spaces' ? undefined : standing(place)
  })
  if (!node || node.kind === 'folder') {
    const text = `Digao WebDAV ${hrefOf(names, true)}\n`
    return reply.type('text/plain; charset=utf-8').send(request.method === 'HEAD' ? '' : text)
  }
  if (node.level < diskLevel.download) throw new Refusal('diskMayNot', { name: node.name })
  const etag = etagOf(node) ?? ''
  reply
    .header('etag', etag)
    .header('last-modified', node.updateTime.toUTCString())
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, no-cache')
    .header('content-security-policy', "default-src 'none'; sandbox")
    // a mounted folder opens files in programs; a browser that comes by saves them
    .header('content-disposition', 'attachment')
    .type(node.mime || mimeOf(node.name))
  const known = headerOf(request, 'if-none-match')
  if (known !== undefined && namesTag(known, etag)) return reply.status(304).send()
  const match = headerOf(request, 'if-match')
  if (match !== undefined && !namesTag(match, etag)) throw new Refusal('davCondition')
  const since = headerOf(request, 'if-range')
  const range = since === undefined || since === etag ? rangeOf(headerOf(request, 'range'), node.size) : undefined
  const length = range ? range.end - range.start + 1 : node.size
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${node.size}`)
  reply.header('content-length', length)
  if (request.method === 'HEAD' || length === 0) return reply.send(request.method === 'HEAD' ? undefined : '')
  const actor = { tenantId: door.user.tenantId, userId: door.user.id }
  return reply.send(await kernel.blobs.open(actor, node.sha256, range))
}

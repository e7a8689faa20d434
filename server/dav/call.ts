import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { At, DiskRow } from '../disk/port.ts'
import type { Door } from './door.ts'
import { broughtTokens, type DemandList, holds, namesTag, readIf } from './if-header.ts'
import { checkLocks, locksOn, TOKEN_PREFIX } from './locks.ts'
import { namesOf, type Place, placeOf } from './place.ts'

/** One request of a program that has mounted the disk. */
export type DavCall = {
  kernel: Kernel
  door: Door
  request: FastifyRequest
  reply: FastifyReply
  names: readonly string[]
  /** The If header's lists. */
  lists: readonly DemandList[]
}

export const MOST_BODY = 64 * 1024

export const openCall = (kernel: Kernel, door: Door, request: FastifyRequest, reply: FastifyReply): DavCall => ({
  kernel,
  door,
  request,
  reply,
  names: namesOf(request.url),
  lists: readIf(headerOf(request, 'if')),
})

export function headerOf({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** A transaction in the name of whoever mounted the disk. */
export const within = <T>({ kernel, door: { user } }: DavCall, work: (at: At) => Promise<T>): Promise<T> =>
  kernel.database.inTenant({ tenantId: user.tenantId, userId: user.id }, (db) => work({ db, user }))

/** Half of the hash is enough to tell content apart, and short enough for programs that write tags into small buffers. */
const TAG_LENGTH = 32
/** The tag of a file’s content; folders have none. */
export const etagOf = (node: Pick<DiskRow, 'kind' | 'sha256'> | undefined): string | undefined =>
  node?.kind === 'file' && node.sha256 ? `"${node.sha256.slice(0, TAG_LENGTH)}"` : undefined

/** The body as text, bounded; empty where there is none. */
export async function bodyOf({ request }: DavCall): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of request.raw) {
    const bytes = Buffer.from(piece as Uint8Array)
    size += bytes.length
    if (size > MOST_BODY) throw new Refusal('tooLarge')
    pieces.push(bytes)
  }
  return Buffer.concat(pieces).toString('utf8')
}

const nodeOf = (place: Place): DiskRow | undefined => (place.kind === 'node' ? place.node : undefined)

/** Refuses (davCondition) a request whose conditions do not hold for what stands there now. */
export async function checkConditions(call: DavCall, at: At, place: Place): Promise<void> {
  const etag = etagOf(nodeOf(place))
  const match = headerOf(call.request, 'if-match')
  const none = headerOf(call.request, 'if-none-match')
  const there = etag ?? (nodeOf(place) ? '"folder"' : undefined)
  if (match !== undefined && !namesTag(match, there)) throw new Refusal('davCondition')
  if (none !== undefined && namesTag(none, there)) throw new Refusal('davCondition')
  if (call.lists.length === 0) return
  for (const list of call.lists) if (holds(list, await stateOf(call, at, { place, list }))) return
  throw new Refusal('davCondition')
}

async function stateOf(call: DavCall, at: At, { place, list }: { place: Place; list: DemandList }) {
  const node = list.resource === undefined ? nodeOf(place) : nodeOf(await placeAt(call, at, list.resource))
  const spot = node ?? (list.resource === undefined && place.kind === 'free' ? place.parent : undefined)
  const locks = spot ? await locksOn(at.db, spot) : []
  return { tokens: new Set(locks.map(({ token }) => TOKEN_PREFIX + token)), etag: etagOf(node) }
}

/** Where an address of this server leads; davElsewhere for any other. */
export async function placeAt(call: DavCall, at: At, address: string): Promise<Place> {
  return placeOf(at, call.door, namesOf(pathOf(call, address)))
}

/** The path of an address, absolute or not. */
export function pathOf({ request }: Pick<DavCall, 'request'>, address: string): string {
  if (address.startsWith('/')) return address
  let url: URL
  try {
    url = new URL(address)
  } catch {
    throw new Refusal('davBody')
  }
  // a proxy may end TLS: the scheme is not compared, the host is
  if (url.host !== request.headers.host) throw new Refusal('davElsewhere')
  return url.pathname
}

/** Refuses a change for which a lock's token is missing. */
export const checkTokens = (call: DavCall, { db }: At, change: Parameters<typeof checkLocks>[1]): Promise<void> =>
  checkLocks({ db, userId: call.door.user.id, brought: broughtTokens(call.lists) }, change)

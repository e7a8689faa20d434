import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { diskLevel } from '#contract/disk-shapes.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type At, type DiskRow, lockNode, putBlob, unlockNode } from '../disk/port.ts'
import { bodyOf, checkConditions, checkTokens, type DavCall, headerOf, within } from './call.ts'
import { broughtTokens } from './if-header.ts'
import { type DavLock, dropOldLocks, locksOn, TOKEN_PREFIX } from './locks.ts'
import { placeOf, standing } from './place.ts'
import { activeLock, rootOf, XML_HEAD, XML_TYPE } from './properties.ts'
import { davChild, readXml, writtenXml } from './xml.ts'
import { parentOf } from './write.ts'

const LONGEST_SECONDS = 8 * 3_600
const USUAL_SECONDS = 3_600
const LONGEST_OWNER = 2_000

/** The first time asked for that we can give. */
function secondsOf(header: string | undefined): number {
  for (const wish of (header ?? '').split(',')) {
    if (/^\s*infinite\s*$/i.test(wish)) return LONGEST_SECONDS
    const seconds = Number(/^\s*Second-(\d{1,10})\s*$/i.exec(wish)?.[1] ?? Number.NaN)
    if (seconds > 0) return Math.min(seconds, LONGEST_SECONDS)
  }
  return USUAL_SECONDS
}

function readLockinfo(body: string): { shared: boolean; owner: string } {
  const root = readXml(body)
  const scope = davChild(root, 'lockscope')
  const shared = davChild(scope, 'shared') !== undefined
  const write = davChild(davChild(root, 'locktype'), 'write')
  if (root.ns !== 'DAV:' || root.name !== 'lockinfo' || !write || (!shared && !davChild(scope, 'exclusive')))
    throw new Refusal('davBody')
  const owner = writtenXml(davChild(root, 'owner')?.children ?? [])
  return { shared, owner: owner.length > LONGEST_OWNER ? '' : owner }
}

/** Locks a file or folder, or goes on holding a lock; a name that is free becomes an empty file first. */
export async function lock(call: DavCall) {
  const { request, reply, names } = call
  const body = await bodyOf(call)
  const depth = headerOf(request, 'depth') ?? 'infinity'
  if (depth !== '0' && depth !== 'infinity') throw new Refusal('davBody')
  const seconds = secondsOf(headerOf(request, 'timeout'))
  const info = body.trim() === '' ? undefined : readLockinfo(body)
  const empty = info && (await emptyFor(call))
  const done = await within(call, async (at) => {
    if (!info) return { ...(await renewed(call, at, seconds)), made: false }
    const place = await placeOf(at, call.door, names)
    await checkConditions(call, at, place)
    let made = false
    let node: DiskRow
    if (place.kind === 'free') {
      const parent = parentOf(place)
      await checkTokens(call, at, { parent })
      if (!empty) throw new Refusal('conflict')
      node = (await putBlob(at, { parentId: parent.id, name: place.name, ...empty, conflict: 'ask' })).node
      made = true
    } else node = standing(place)
    if (node.level < diskLevel.edit) throw new Refusal('diskMayNot', { name: node.name })
    return { node, made, lock: await taken(call, at, { node, seconds, deep: depth === 'infinity', ...info }) }
  })
  if (info) reply.header('lock-token', `<${TOKEN_PREFIX}${done.lock.token}>`)
  const active = activeLock(done.lock, rootOf({ names, node: done.node }, done.lock))
  const xml = `<D:prop xmlns:D="DAV:"><D:lockdiscovery>${active}</D:lockdiscovery></D:prop>`
  return reply
    .status(done.made ? 201 : 200)
    .type(XML_TYPE)
    .send(XML_HEAD + xml)
}

/** The content of an empty file, stored before the transaction, where the name is free. */
async function emptyFor(call: DavCall): Promise<{ sha256: string; size: number } | undefined> {
  const { kernel, door, names } = call
  const place = await within(call, (at) => placeOf(at, door, names))
  if (place.kind !== 'free') return undefined
  return kernel.blobs.put({ tenantId: door.user.tenantId, userId: door.user.id }, Readable.from([]))
}

type Wish = { node: DiskRow; seconds: number; deep: boolean; shared: boolean; owner: string }

async function taken(call: DavCall, at: At, { node, seconds, deep, shared, owner }: Wish): Promise<DavLock> {
  const { db, user } = at
  // two who come at once are told apart by the node's row
  await db.selectFrom('disk_node').select('id').where('id', '=', node.id).forUpdate().execute()
  await dropOldLocks(db, node.id)
  const isDeep = deep && node.kind === 'folder'
  const inWay = await locksOn(db, node)
  if (inWay.some((one) => !one.shared) || (!shared && inWay.length > 0)) throw new Refusal('davLocked')
  if (isDeep) {
    const below = await db
      .selectFrom('dav_lock')
      .innerJoin('disk_node', 'disk_node.id', 'dav_lock.node_id')
      .select('shared')
      .where(sql<boolean>`disk_node.ancestors @> array[${node.id}::uuid]`)
      .where('until', '>', sql<Date>`now()`)
      .execute()
    if (below.some((one) => !shared || !one.shared)) throw new Refusal('davLocked')
  }
  // seen on screen, and held against everybody there
  if (node.kind === 'file' && !shared) await lockNode(at, node.id, seconds / 3_600)
  const { token } = await db
    .insertInto('dav_lock')
    .values({
      node_id: node.id,
      user_id: user.id,
      password_id: call.door.passwordId,
      shared,
      deep: isDeep,
      owner,
      until: sql`now() + make_interval(secs => ${seconds})`,
    })
    .returning('token')
    .executeTakeFirstOrThrow()
  return { token, nodeId: node.id, userId: user.id, shared, deep: isDeep, owner, secondsLeft: seconds }
}

/** The lock that the If header brings, held on. */
async function renewed(call: DavCall, at: At, seconds: number): Promise<{ node: DiskRow; lock: DavLock }> {
  const place = await placeOf(at, call.door, call.names)
  const node = standing(place)
  const brought = broughtTokens(call.lists)
  if (brought.size === 0) throw new Refusal('davBody')
  const found = (await locksOn(at.db, node)).find(
    ({ token, userId }) => brought.has(TOKEN_PREFIX + token) && userId === at.user.id,
  )
  if (!found) throw new Refusal('davCondition')
  await at.db
    .updateTable('dav_lock')
    .set({ until: sql`now() + make_interval(secs => ${seconds})` })
    .where('token', '=', found.token)
    .execute()
  if (node.kind === 'file' && !found.shared && found.nodeId === node.id) await lockNode(at, node.id, seconds / 3_600)
  return { node, lock: { ...found, secondsLeft: seconds } }
}

export async function unlock(call: DavCall) {
  const [, token] = /^<urn:uuid:([\da-f-]{36})>$/i.exec(headerOf(call.request, 'lock-token')?.trim() ?? '') ?? []
  if (token === undefined) throw new Refusal('davBody')
  await within(call, async (at) => {
    const node = standing(await placeOf(at, call.door, call.names))
    const found = (await locksOn(at.db, node)).find((one) => one.token === token.toLowerCase())
    if (!found) throw new Refusal('davTokenUnknown')
    if (found.userId !== at.user.id) throw new Refusal('forbidden')
    await at.db.deleteFrom('dav_lock').where('token', '=', found.token).execute()
    const own = found.nodeId === node.id && node.kind === 'file' && !found.shared
    if (own && node.lockedBy === at.user.id) await unlockNode(at, node.id)
  })
  return call.reply.status(204).send()
}

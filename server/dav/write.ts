import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { diskLevel } from '#contract/disk-shapes.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type At, type DiskRow, makeFolder, putBlob, putVersion, trashNode } from '../disk/port.ts'
import { bodyOf, checkConditions, checkTokens, type DavCall, etagOf, headerOf, within } from './call.ts'
import { newName, type Place, placeOf, standing } from './place.ts'

/** The folder that a new name goes into. */
export function parentOf(place: Place): DiskRow {
  if (place.kind === 'free' && place.parent?.kind === 'folder') return place.parent
  throw new Refusal(place.kind === 'free' ? 'davNoParent' : 'davNotHere')
}

/** Whether a file may be stored here now: conditions and locks; asked before its bytes are taken, and again after. */
async function checkPut(call: DavCall, at: At): Promise<Place> {
  const place = await placeOf(at, call.door, call.names)
  if (place.kind === 'spaces' || (place.kind === 'node' && place.node.kind === 'folder'))
    throw new Refusal('davNotHere')
  const parent = place.kind === 'free' ? parentOf(place) : undefined
  if (parent) newName(call.names)
  // said before the bytes are taken, not after
  const [holder, least] = place.kind === 'node' ? [place.node, diskLevel.edit] : [parent, diskLevel.upload]
  if (holder && holder.level < least) throw new Refusal('diskMayNot', { name: holder.name })
  await checkConditions(call, at, place)
  await checkTokens(call, at, place.kind === 'node' ? { node: place.node } : { parent })
  return place
}

/** Stores what is sent; what was there stays until all of it has come, and becomes the version before. */
export async function put(call: DavCall) {
  const { kernel, reply, door, request } = call
  // a part of a file cannot be stored as the whole (RFC 9110 14.5)
  if (headerOf(request, 'content-range') !== undefined) throw new Refusal('davBody')
  await within(call, (at) => checkPut(call, at))
  const path = await received(call)
  try {
    const actor = { tenantId: door.user.tenantId, userId: door.user.id }
    const content = await kernel.blobs.putFile(actor, path, { name: call.names.at(-1) ?? '' })
    const store = () =>
      within(call, async (at) => {
        const place = await checkPut(call, at)
        if (place.kind === 'node') return { ...(await putVersion(at, place.node.id, content)), made: false }
        const name = call.names.at(-1) ?? ''
        const put = await putBlob(at, { ...content, parentId: parentOf(place).id, name, conflict: 'ask' })
        return { ...put, made: true }
      })
    const stored = await store().catch((error: unknown) => {
      // somebody made a file of this name between the look and the lock: what was sent is its next version
      if (error instanceof Refusal && error.key === 'diskNameTaken') return store()
      throw error
    })
    return reply
      .status(stored.made ? 201 : 204)
      .header('etag', etagOf(stored.node) ?? '')
      .send()
  } finally {
    await rm(path, { force: true })
  }
}

/** The body in a file of its own; davTorn where it ended before its length, tooLarge where it is more than files may be. */
async function received(call: DavCall): Promise<string> {
  const { kernel, request } = call
  const home = join(kernel.config.DIGAO_DATA, 'tmp')
  const most = kernel.config.UPLOAD_LIMIT_MB
  const expected = headerOf(request, 'content-length')
  if (expected !== undefined && Number(expected) > most) throw new Refusal('tooLarge')
  await mkdir(home, { recursive: true, mode: 0o700 })
  const path = join(home, `dav-${randomUUID()}`)
  try {
    let size = 0
    const bounded = new Transform({
      transform(chunk: Buffer, _, pass) {
        size += chunk.length
        pass(size > most ? new Refusal('tooLarge') : null, chunk)
      },
    })
    await pipeline(request.raw, bounded, createWriteStream(path, { mode: 0o600 }))
    const came = (await stat(path)).size
    if (expected !== undefined && Number(expected) !== came) throw new Refusal('davTorn')
    return path
  } catch (error) {
    await rm(path, { force: true })
    // the line broke: nobody hears the answer, and it is no fault of ours
    if (
      error instanceof Error &&
      'code' in error &&
      (error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE')
    )
      throw new Refusal('davTorn')
    throw error
  }
}

export async function mkcol(call: DavCall) {
  if ((await bodyOf(call)) !== '') throw new Refusal('davBodyKind')
  await within(call, async (at) => {
    const place = await placeOf(at, call.door, call.names)
    if (place.kind !== 'free') throw new Refusal('davExists')
    const parent = parentOf(place)
    await checkConditions(call, at, place)
    await checkTokens(call, at, { parent })
    await makeFolder(at, { parentId: parent.id, name: newName(call.names) })
  })
  return call.reply.status(201).send()
}

/** Into the recycle bin, from where it can be brought back. */
export async function remove(call: DavCall) {
  const depth = headerOf(call.request, 'depth')
  if (depth !== undefined && depth !== 'infinity' && depth !== '0') throw new Refusal('davBody')
  if (/#/.test(call.request.raw.url ?? '')) throw new Refusal('davBody')
  await within(call, async (at) => {
    const place = await placeOf(at, call.door, call.names)
    const node = standing(place)
    const parent = place.kind === 'node' ? place.parent : undefined
    if (!parent) throw new Refusal('davNotHere')
    await checkConditions(call, at, place)
    await checkTokens(call, at, { node, whole: true, parent })
    await intoBin(call, at, node.id)
  })
  return call.reply.status(204).send()
}

/** The locks of what is thrown away end with it. */
export async function intoBin({ kernel, request }: DavCall, at: At, id: string): Promise<void> {
  await sql`delete from dav_lock where node_id in
    (select id from disk_node where id = ${id}::uuid or ancestors @> array[${id}::uuid])`.execute(at.db)
  await trashNode({ ...at, kernel, address: request.ip, trace: request.id }, id)
}

import { sql } from 'kysely'
import { diskLevel } from '#contract/disk-shapes.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type At, copyNode, type DiskRow, makeFolder, moveNode, putVersion, walk } from '../disk/port.ts'
import { checkConditions, checkTokens, type DavCall, headerOf, pathOf, within } from './call.ts'
import { namesOf, newName, type Place, placeOf, standing } from './place.ts'
import { intoBin, parentOf } from './write.ts'

type Order = { node: DiskRow; to: Place; name: string }

/** Who goes where: both ends looked up, conditions and locks held against them. */
async function orderOf(call: DavCall, at: At, moving: boolean): Promise<Order> {
  const { door, names, request } = call
  const address = headerOf(request, 'destination')
  if (address === undefined) throw new Refusal('davBody')
  const target = namesOf(pathOf(call, address))
  const overwrite = (headerOf(request, 'overwrite') ?? 'T').toUpperCase() !== 'F'
  const from = await placeOf(at, door, names)
  const node = standing(from)
  const above = from.kind === 'node' ? from.parent : undefined
  if (!above) throw new Refusal('davNotHere')
  await checkConditions(call, at, from)
  const to = await placeOf(at, door, target)
  if (to.kind === 'spaces' || (to.kind === 'node' && !to.parent)) throw new Refusal('davNotHere')
  if (to.kind === 'node' && to.node.id === node.id && target.at(-1) === node.name) throw new Refusal('davNotHere')
  if (moving) await checkTokens(call, at, { node, whole: true, parent: above })
  if (to.kind === 'free') await checkTokens(call, at, { parent: parentOf(to) })
  else if (to.kind === 'node') {
    if (!overwrite) throw new Refusal('davCondition')
    await checkTokens(call, at, { node: to.node, whole: true, parent: to.parent })
  }
  return { node, to, name: newName(target) }
}

const targetOf = (to: Place): DiskRow => {
  const folder = to.kind === 'node' ? to.parent : parentOf(to)
  if (!folder) throw new Refusal('davNotHere')
  return folder
}

/** A file over a file becomes its next version, so that programs that save by a second file lose no history. */
const overFile = ({ node, to }: Order): DiskRow | undefined =>
  to.kind === 'node' && to.node.kind === 'file' && node.kind === 'file' && to.node.id !== node.id ? to.node : undefined

export async function copy(call: DavCall) {
  const depth = headerOf(call.request, 'depth') ?? 'infinity'
  if (depth !== '0' && depth !== 'infinity') throw new Refusal('davBody')
  const made = await within(call, async (at) => {
    const order = await orderOf(call, at, false)
    const { node, to, name } = order
    if (node.level < diskLevel.download) throw new Refusal('diskMayNot', { name: node.name })
    const target = targetOf(to)
    const over = overFile(order)
    if (over) {
      await putVersion(at, over.id, { sha256: node.sha256, size: node.size })
      await copyNotes(at, node, over)
      return false
    }
    if (target.id === node.id || target.ancestors.includes(node.id))
      throw new Refusal('diskIntoItself', { name: node.name })
    if (to.kind === 'node') await intoBin(call, at, to.node.id)
    const copied =
      node.kind === 'folder' && depth === '0'
        ? await makeFolder(at, { parentId: target.id, name })
        : await copyNode(at, { id: node.id, targetId: target.id, name })
    await copyNotes(at, node, copied)
    return to.kind === 'free'
  })
  return call.reply.status(made ? 201 : 204).send()
}

export async function move(call: DavCall) {
  const depth = headerOf(call.request, 'depth')
  if (depth !== undefined && depth !== 'infinity') throw new Refusal('davBody')
  const made = await within(call, async (at) => {
    const order = await orderOf(call, at, true)
    const { node, to, name } = order
    const over = overFile(order)
    if (over) {
      await putVersion(at, over.id, { sha256: node.sha256, size: node.size })
      await intoBin(call, at, node.id)
      return false
    }
    const target = targetOf(to)
    if (to.kind === 'node' && to.node.id !== node.id) {
      if (node.ancestors.includes(to.node.id)) throw new Refusal('diskIntoItself', { name: node.name })
      await intoBin(call, at, to.node.id)
    }
    // a lock stays where it was made, not with what moves (RFC 4918 7.6)
    await at.db.deleteFrom('dav_lock').where('node_id', '=', node.id).execute()
    await moveNode(at, { id: node.id, targetId: target.id, name })
    return to.kind === 'free'
  })
  return call.reply.status(made ? 201 : 204).send()
}

const pathBelow = (row: { path: string }, top: DiskRow) => row.path.slice(top.name.length)

/** What clients noted goes along with a copy: of the thing itself and of all below it, by their paths. */
async function copyNotes(at: At, from: DiskRow, to: DiskRow): Promise<void> {
  const noted = await at.db
    .selectFrom('dav_prop')
    .innerJoin('disk_node', 'disk_node.id', 'dav_prop.node_id')
    .select('node_id')
    .distinct()
    .where(sql<boolean>`(disk_node.id = ${from.id} or disk_node.ancestors @> array[${from.id}::uuid])`)
    .execute()
  await at.db.deleteFrom('dav_prop').where('node_id', '=', to.id).execute()
  if (noted.length === 0) return
  const sources = new Map((await walk(at, from)).map((row) => [row.id, pathBelow(row, from)]))
  const copies = new Map((await walk(at, to)).map((row) => [pathBelow(row, to), row.id]))
  for (const { node_id: id } of noted) {
    const copied = copies.get(sources.get(id) ?? '\0')
    if (copied)
      await sql`insert into dav_prop (node_id, namespace, name, value)
        select ${copied}::uuid, namespace, name, value from dav_prop where node_id = ${id}::uuid
        on conflict do nothing`.execute(at.db)
  }
}

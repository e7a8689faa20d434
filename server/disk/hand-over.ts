import { sql } from 'kysely'
import { say } from '#contract/errors.ts'
import type { disk } from '#contract/disk.ts'
import { diskLevel } from '#contract/disk-shapes.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { Context, Service } from '#server/kernel/service.ts'
import { reachesUser } from '../people/person.ts'
import { note } from './activity.ts'
import { takenNames } from './change.ts'
import { insertFolder } from './folders.ts'
import { freeName } from './names.ts'
import { TRASH_DISK } from './purge.ts'
import { type DiskRow, nodes, rowAt, toRow } from './rows.ts'
import { addSize, ensureSpace, lockSpaces, shiftUsed } from './spaces.ts'
import { reparent, storedBelow } from './tree.ts'

type Calls = Service<typeof disk>

/** Own spaces of people who have left, or were removed, and whom the caller reaches. */
const left = (context: Context) =>
  context.db
    .selectFrom('disk_space')
    .innerJoin('app_user', (join) => join.on(sql<boolean>`app_user.id::text = disk_space.owner_id`))
    .where('disk_space.type', '=', 'user')
    .where((eb) => eb.or([eb('app_user.left_time', 'is not', null), eb('app_user.is_deleted', '=', 1)]))
    .where(reachesUser(context))

export const leftSpaces: Calls['leftSpaces'] = async (context) => {
  const files = sql<number>`(select count(*)::int from disk_node n where n.space_id = disk_space.id and n.kind = 'file')`
  const rows = await left(context)
    .select(['disk_space.id', 'used_bytes', files.as('files')])
    .select(sql<string>`coalesce(person_name(owner_id), '')`.as('name'))
    .where(sql<boolean>`exists (select from disk_node n where n.space_id = disk_space.id and n.parent_id is not null)`)
    .orderBy('used_bytes', 'desc')
    .limit(500)
    .execute()
  return rows.map(({ id, name, used_bytes: bytes, files }) => ({ id, name, bytes: Number(bytes), files }))
}

/**
 * All that is in it, what lies in the recycle bin too, with its versions and rules. Whoever hands over gets to see nothing of it,
 * unless it is to himself; both stand in the audit log.
 */
export const handOver: Calls['handOver'] = async (context, { spaceId, toUserId }) => {
  const { db, user, language } = context
  const from = await left(context)
    .select(['disk_space.id', sql<string>`coalesce(person_name(owner_id), '')`.as('name')])
    .where('disk_space.id', '=', spaceId)
    .executeTakeFirstOrThrow(notFound)
  const heir = await heirOf(context, toUserId)
  const toId = await ensureSpace(db, 'user', heir)
  const spaces = await lockSpaces(db, [spaceId, toId])
  const [gone, to] = [spaces.get(spaceId), spaces.get(toId)]
  if (!gone || !to) throw notFound()
  const at = { db, user }
  const [oldTop, newTop] = [await topRow(db, spaceId), await topRow(db, toId)]
  const target = toRow(newTop, diskLevel.manage, user.id)
  const name = freeName(say('diskLeftFolder', language, { name: from.name }), await takenNames(db, target.id))
  const folder = await insertFolder(at, target, name)
  await shiftUsed(db, gone, to, await storedBelow(db, oldTop.id))
  const moved = await nodes(db).where('disk_node.parent_id', '=', oldTop.id).execute()
  for (const row of moved) await reparent(db, row, folder, row.name)
  await afterwards(db, folder, heir)
  await addSize(db, [target.id, folder.id], Number(oldTop.size))
  await db.updateTable('disk_node').set({ size: 0n }).where('id', '=', oldTop.id).execute()
  await note(db, folder, 'move', { from: from.name, to: name })
  const after = { from: from.name, toUserId: heir, folder: name, nodes: moved.length }
  await audit(context, { action: 'disk.handOver', bizType: 'disk', bizId: folder.id, after })
  return { folder: (await rowAt(at, folder.id, diskLevel.manage)).name }
}

/** Nobody who has left holds anything; the folder and what was thrown away are the colleague's. */
async function afterwards(db: Db, folder: DiskRow, heir: string): Promise<void> {
  const below = sql<boolean>`ancestors @> array[${folder.id}::uuid]`
  await db.updateTable('disk_node').set({ locked_by: '', lock_until: null }).where(below).execute()
  await db.updateTable('disk_node').set({ create_user: heir, update_user: heir }).where('id', '=', folder.id).execute()
  await sql`update trash_item set owner_id = ${heir} where kind = ${TRASH_DISK}
    and item_id in (select id::text from disk_node where ${below} and trash_root = id)`.execute(db)
}

const topRow = (db: Db, spaceId: string) =>
  nodes(db)
    .where('disk_node.space_id', '=', spaceId)
    .where('disk_node.parent_id', 'is', null)
    .executeTakeFirstOrThrow(notFound)

/** A colleague whom the caller reaches and who can sign in. */
async function heirOf(context: Context, id: string): Promise<string> {
  const heir = await context.db
    .selectFrom('app_user')
    .select(['app_user.id', 'status', 'left_time'])
    .where('app_user.id', '=', id)
    .where('app_user.is_deleted', '=', 0)
    .where(reachesUser(context))
    .forShare()
    .executeTakeFirstOrThrow(notFound)
  if (heir.status !== 1 || heir.left_time) throw new Refusal('diskHeirGone')
  return heir.id
}

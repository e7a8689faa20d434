import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/kernel/database.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { CLOSED_ONCE, note } from './activity.ts'
import { dropFiles } from './drop.ts'
import { nodes } from './rows.ts'
import { type LockedSpace, lockSpace } from './spaces.ts'

/** What nodes are called on the list of deleted things. */
export const TRASH_DISK = 'disk'

/** A node that lies in the recycle bin by itself, its space held. */
export async function binned(db: Db, id: string) {
  const find = () => nodes(db).where('disk_node.id', '=', id).where('trash_root', '=', id).executeTakeFirst()
  const before = await find()
  if (!before) throw notFound()
  const space = await lockSpace(db, before.space_id)
  const row = await find()
  if (!row) throw notFound()
  return { row, space }
}

/** Whether a node or anything below it is held: where it stands, or on the list of deleted things. */
export const holdsSomething = (id: RawBuilder<unknown>) => sql<boolean>`exists (select from disk_node n
  where (n.id = ${id} or n.ancestors @> array[${id}]) and (n.legal_hold or exists (select from trash_item t
    where t.kind = ${TRASH_DISK} and t.item_id = n.id::text and t.legal_hold)))`

/** Removes for good what lies in the recycle bin, with all that was below it, and gives back its bytes. */
export async function purgeNode(db: Db, id: string): Promise<void> {
  const { row, space } = await binned(db, id)
  const all = sql<boolean>`(disk_node.id = ${id} or disk_node.ancestors @> array[${id}::uuid])`
  const heldNode = await db
    .selectFrom('disk_node')
    .select('name')
    .where(all)
    .where(holdsSomething(sql.ref('disk_node.id')))
    .orderBy(sql`cardinality(ancestors)`, 'desc')
    .limit(1)
    .executeTakeFirst()
  if (heldNode) throw new Refusal('diskHeld', { name: heldNode.name })
  // what had been thrown away from below it before lies on the list by itself, and goes with it
  const inner = await db.selectFrom('disk_node').select('id').where(all).whereRef('trash_root', '=', 'id').execute()
  const files = await db
    .selectFrom('disk_version')
    .innerJoin('disk_node', 'disk_node.id', 'disk_version.node_id')
    .select('disk_version.file_id')
    .where(all)
    .execute()
  await note(db, { id, spaceId: row.space_id, ancestors: row.ancestors, name: row.name }, 'purge', {
    count: files.length,
  })
  // their rules go with them, and what they had closed must not show in the log of the folders above
  await sql`update disk_activity set place = place || ${CLOSED_ONCE}::uuid
    where place && array(select id from disk_node where own_rules and ${all})`.execute(db)
  // the tree and its files refer to each other's rows only downwards: all of it in one statement
  await db.deleteFrom('disk_node').where(all).execute()
  await dropFiles(
    db,
    space,
    files.map((one) => one.file_id),
  )
  await db
    .deleteFrom('trash_item')
    .where('kind', '=', TRASH_DISK)
    .where(
      'item_id',
      'in',
      inner.map((one) => one.id),
    )
    .execute()
}

/**
 * Where somebody's own space is full, what he threw away first goes for good until there is room; what anybody holds stays. The
 * recycle bin of the firm, of clients and of projects keeps everything until its day.
 */
export async function makeRoom(db: Db, space: LockedSpace, bytes: number): Promise<void> {
  if (space.type !== 'user' || space.quota === null) return
  while (space.used + space.reserved + bytes > space.quota) {
    const oldest = await db
      .selectFrom('disk_node')
      .select('disk_node.id')
      .where('space_id', '=', space.id)
      .whereRef('trash_root', '=', 'disk_node.id')
      .where(sql<boolean>`not ${holdsSomething(sql.ref('disk_node.id'))}`)
      .orderBy('trashed_at')
      .limit(1)
      .executeTakeFirst()
    if (!oldest) return
    await purgeNode(db, oldest.id)
    space.used = (await lockSpace(db, space.id)).used
  }
}

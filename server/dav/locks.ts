import { sql } from 'kysely'
import type { Db } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { DiskRow } from '../disk/port.ts'

export const TOKEN_PREFIX = 'urn:uuid:'
export type DavLock = {
  token: string
  nodeId: string
  userId: string
  shared: boolean
  deep: boolean
  owner: string
  secondsLeft: number
}
type Spot = Pick<DiskRow, 'id' | 'ancestors'>

const locks = (db: Db) =>
  db
    .selectFrom('dav_lock')
    .select(['token', 'dav_lock.node_id as nodeId', 'dav_lock.user_id as userId', 'shared', 'deep', 'owner'])
    .select(sql<number>`greatest(0, extract(epoch from until - now()))::int`.as('secondsLeft'))
    .where('until', '>', sql<Date>`now()`)

/** Locks that hold for these: their own, and deep ones of folders above. */
export async function locksFor(db: Db, spots: readonly Spot[]): Promise<Map<string, DavLock[]>> {
  const all = [...new Set(spots.flatMap(({ id, ancestors }) => [id, ...ancestors]))]
  if (all.length === 0) return new Map()
  const found = await locks(db)
    .where(sql<boolean>`dav_lock.node_id = any(${all}::uuid[])`)
    .execute()
  return new Map(
    spots.map(({ id, ancestors }) => [
      id,
      found.filter((lock) => lock.nodeId === id || (lock.deep && ancestors.includes(lock.nodeId))),
    ]),
  )
}
export const locksOn = async (db: Db, spot: Spot): Promise<DavLock[]> => (await locksFor(db, [spot])).get(spot.id) ?? []

/** Locks on what lies below a folder. */
const locksBelow = (db: Db, { id }: Spot): Promise<DavLock[]> =>
  locks(db)
    .innerJoin('disk_node', 'disk_node.id', 'dav_lock.node_id')
    .where(sql<boolean>`disk_node.ancestors @> array[${id}::uuid]`)
    .where('disk_node.trashed_at', 'is', null)
    .execute()

/** Of each locked thing the request must bring one of its own tokens. */
function refuseLocked(found: readonly DavLock[], brought: ReadonlySet<string>, userId: string): void {
  for (const [, ofOne] of Map.groupBy(found, ({ nodeId }) => nodeId)) {
    const mine = ofOne.some((lock) => lock.userId === userId && brought.has(TOKEN_PREFIX + lock.token))
    if (!mine) throw new Refusal('davLocked')
  }
}

type Change = {
  /** What changes itself. */
  node?: DiskRow | undefined
  /** It goes away, and all below it. */
  whole?: boolean
  /** The folder whose list changes. */
  parent?: DiskRow | undefined
}

/** Refuses (davLocked) a change for which the request lacks a token. */
export async function checkLocks(
  { db, userId, brought }: { db: Db; userId: string; brought: ReadonlySet<string> },
  { node, whole = false, parent }: Change,
): Promise<void> {
  if (node) refuseLocked(await locksOn(db, node), brought, userId)
  if (node && whole && node.kind === 'folder') refuseLocked(await locksBelow(db, node), brought, userId)
  if (parent) refuseLocked(await locksOn(db, parent), brought, userId)
}

/** Takes away locks that are over, of these things. */
export const dropOldLocks = (db: Db, nodeId: string) =>
  db
    .deleteFrom('dav_lock')
    .where('node_id', '=', nodeId)
    .where('until', '<=', sql<Date>`now()`)
    .execute()

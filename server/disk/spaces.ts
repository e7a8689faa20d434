import { sql } from 'kysely'
import { diskLevel, type DiskSpace, type SpaceType, spaceTypes } from '#contract/disk-shapes.ts'
import { extentOf } from '#contract/grants.ts'
import type { Db } from '#server/kernel/database.ts'
import { release, reserve, usageOf } from '#server/kernel/entitlement.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { reachableEnterprise, reachableProject, under } from '../project/reach.ts'
import { type At, sightOf } from './sight.ts'

export type WireSpace = DiskSpace

/** The space of this owner with its top folder, made on the first look; two who look at once find the same. */
export async function ensureSpace(db: Db, type: SpaceType, ownerId: string): Promise<string> {
  const find = () =>
    db.selectFrom('disk_space').select('id').where('type', '=', type).where('owner_id', '=', ownerId).executeTakeFirst()
  const there = await find()
  if (there) return there.id
  const made = await db
    .insertInto('disk_space')
    .values({ type, owner_id: ownerId })
    .onConflict((clash) => clash.columns(['tenant_id', 'type', 'owner_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return (await find())?.id ?? Promise.reject(notFound())
  await db.insertInto('disk_node').values({ space_id: made.id, name: '', name_key: '', kind: 'folder' }).execute()
  return made.id
}

/** Spaces the person sees, the firm's and his own made on the first look. An enterprise's and a project's are there once opened. */
export async function spacesOf(
  at: At,
  only: { enterpriseId?: string | undefined; projectId?: string | undefined; spaceId?: string | undefined } = {},
): Promise<WireSpace[]> {
  const { db, user } = at
  await ensureSpace(db, 'firm', '')
  // who has entered a tenant is none of its people
  if (user.homeTenantId === user.tenantId) await ensureSpace(db, 'user', user.id)
  const { spaces } = await sightOf(at, only.spaceId)
  const seen = [...spaces].flatMap(([id, level]) => (level >= diskLevel.view ? [id] : []))
  if (seen.length === 0) return []
  let query = db
    .selectFrom('disk_space')
    .innerJoin('disk_node', (join) =>
      join.onRef('disk_node.space_id', '=', 'disk_space.id').on('disk_node.parent_id', 'is', null),
    )
    .select(['disk_space.id', 'type', 'owner_id', 'quota_bytes', 'used_bytes', 'reserved_bytes', 'version_keep'])
    .select('disk_node.id as root_id')
    .select(nameOfSpace.as('name'))
    .where('disk_space.id', 'in', seen)
  const { enterpriseId, projectId } = only
  if (enterpriseId) query = query.where('type', '=', 'enterprise').where('owner_id', '=', enterpriseId)
  if (projectId) query = query.where('type', '=', 'project').where('owner_id', '=', projectId)
  const rows = await query.orderBy('disk_space.create_time').orderBy('disk_space.id').execute()
  const trashed = await trashedIn(db, seen)
  return rows
    .toSorted((one, other) => order(one.type) - order(other.type))
    .map((row) => ({
      id: row.id,
      type: spaceTypes.find((type) => type === row.type) ?? 'firm',
      ownerId: row.owner_id,
      name: row.name ?? '',
      rootId: row.root_id,
      level: spaces.get(row.id) ?? diskLevel.none,
      quotaBytes: row.quota_bytes === null ? null : Number(row.quota_bytes),
      usedBytes: Number(row.used_bytes),
      reservedBytes: Number(row.reserved_bytes),
      trashBytes: trashed.get(row.id) ?? 0,
      versionKeep: row.version_keep,
    }))
}

const order = (type: string) => spaceTypes.findIndex((one) => one === type)

const nameOfSpace = sql<string | null>`case disk_space.type
  when 'user' then person_name(disk_space.owner_id)
  when 'enterprise' then (select enterprise_name from firm_enterprise where id::text = disk_space.owner_id)
  when 'project' then (select p.project_name || ' ' || p.year || ' · ' || e.enterprise_name
    from firm_project p join firm_enterprise e on e.id = p.enterprise_id where p.id::text = disk_space.owner_id)
  else '' end`

/** What lies in the recycle bin of these spaces, in bytes: one look through it for all of them. */
async function trashedIn(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{
    id: string
    bytes: bigint
  }>`select n.space_id as id, sum(f.size)::bigint as bytes from disk_node n
    join disk_version v on v.node_id = n.id join file f on f.id = v.file_id
    where n.trash_root is not null and n.space_id = any(${ids}::uuid[]) group by 1`.execute(db)
  return new Map(rows.map(({ id, bytes }) => [id, Number(bytes)]))
}

/** One space the person sees. */
export async function spaceById(at: At, id: string): Promise<WireSpace> {
  const [space] = await spacesOf(at, { spaceId: id })
  if (!space) throw notFound()
  return space
}

/** The space of an enterprise or a project he reaches, made if there is none. */
export async function openSpace(at: At, type: 'enterprise' | 'project', ownerId: string): Promise<WireSpace> {
  const { db, user } = at
  if (type === 'enterprise') await reachableEnterprise(under(db, user, 'enterprise.view'), ownerId)
  else await reachableProject(under(db, user, 'project.view'), ownerId)
  return spaceById(at, await ensureSpace(db, type, ownerId))
}

/** Whether he sets quotas of spaces and sees what all of them hold. */
export const managesDisk = ({ user }: Pick<At, 'user'>): boolean => extentOf(user.held, 'disk.manage') !== undefined

export type LockedSpace = {
  id: string
  type: string
  quota: number | null
  used: number
  reserved: number
  keep: number
}

/**
 * Holds a space until the transaction ends. Whoever changes its tree takes it first: writers of a space come one after the
 * other, so that no name, version, cycle or byte is decided on what another is about to change. Two spaces in the order of their ids.
 */
export async function lockSpaces(db: Db, ids: readonly string[]): Promise<Map<string, LockedSpace>> {
  const rows = await db
    .selectFrom('disk_space')
    .select(['id', 'type', 'quota_bytes', 'used_bytes', 'reserved_bytes', 'version_keep'])
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        type: row.type,
        quota: row.quota_bytes === null ? null : Number(row.quota_bytes),
        used: Number(row.used_bytes),
        reserved: Number(row.reserved_bytes),
        keep: row.version_keep,
      },
    ]),
  )
}
export async function lockSpace(db: Db, id: string): Promise<LockedSpace> {
  const space = (await lockSpaces(db, [id])).get(id)
  if (!space) throw notFound()
  return space
}

const words = (bytes: number): string => {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  let at = 0
  let value = bytes
  for (; value >= 1024 && at < units.length - 1; at += 1) value /= 1024
  return `${Number(value.toFixed(at === 0 ? 0 : 1))} ${units[at]}`
}

/** Refuses what a space has no room for. */
function checkRoom(space: LockedSpace, bytes: number): void {
  const taken = space.used + space.reserved
  if (space.quota === null || taken + bytes <= space.quota) return
  throw new Refusal(
    'diskSpaceFull',
    { quota: words(space.quota), used: words(taken), need: words(bytes) },
    { metric: 'storage_bytes', limit: space.quota, used: taken, need: bytes },
  )
}

/** Refuses what the package has no room for, uploads under way in all spaces considered; they wait for each other here. */
export async function checkPackage(db: Db, bytes: number): Promise<void> {
  await sql`select used from usage_counter where tenant_id = current_tenant() and metric = 'storage_bytes' and period = '' for update`.execute(
    db,
  )
  const { limit, used } = await usageOf(db, 'storage_bytes')
  if (limit === null) return
  const { rows } = await sql<{
    reserved: bigint
  }>`select coalesce(sum(reserved_bytes), 0)::bigint as reserved from disk_space`.execute(db)
  const taken = used + Number(rows[0]?.reserved ?? 0)
  if (taken + bytes > limit)
    throw new Refusal('overLimit', {}, { metric: 'storage_bytes', limit, used: taken, need: bytes })
}

/** Counts bytes of a new version in its locked space and in the package. */
export async function charge(db: Db, space: LockedSpace, bytes: number): Promise<void> {
  checkRoom(space, bytes)
  await reserve(db, 'storage_bytes', bytes)
  await addUsed(db, space, bytes)
}

/** Gives back what files that are gone for good had taken. */
export async function discharge(db: Db, space: LockedSpace, bytes: number): Promise<void> {
  await release(db, 'storage_bytes', bytes)
  await addUsed(db, space, -bytes)
}

async function addUsed(db: Db, space: LockedSpace, bytes: number, promised = 0): Promise<void> {
  space.used = Math.max(0, space.used + bytes)
  space.reserved = Math.max(0, space.reserved + promised)
  await db
    .updateTable('disk_space')
    .set({ used_bytes: BigInt(space.used), reserved_bytes: BigInt(space.reserved) })
    .where('id', '=', space.id)
    .execute()
}

/** Bytes that stand in another space from now on; the package does not change. */
export async function shiftUsed(db: Db, from: LockedSpace, to: LockedSpace, bytes: number): Promise<void> {
  checkRoom(to, bytes)
  await addUsed(db, from, -bytes)
  await addUsed(db, to, bytes)
}

/** Room kept for an upload, or (negative) given back. */
export async function keepRoom(db: Db, space: LockedSpace, bytes: number): Promise<void> {
  if (bytes > 0) checkRoom(space, bytes)
  await addUsed(db, space, 0, bytes)
}

/** What the folders above say they hold. */
export async function addSize(db: Db, ancestors: readonly string[], bytes: number): Promise<void> {
  if (bytes === 0 || ancestors.length === 0) return
  await db
    .updateTable('disk_node')
    .set((eb) => ({ size: eb('size', '+', BigInt(bytes)) }))
    .where('id', 'in', ancestors)
    .execute()
}

/** The same, each with its own bytes. */
export async function addSizes(db: Db, sizes: ReadonlyMap<string, number>): Promise<void> {
  const some = [...sizes].filter(([, bytes]) => bytes !== 0)
  if (some.length === 0) return
  await sql`update disk_node set size = size + more.bytes
    from unnest(${some.map(([id]) => id)}::uuid[], ${some.map(([, bytes]) => bytes)}::bigint[]) as more(id, bytes)
    where disk_node.id = more.id`.execute(db)
}

import { type RawBuilder, sql } from 'kysely'
import { diskLevel, type DiskStep } from '#contract/disk-shapes.ts'
import type { Paging } from '#contract/endpoint.ts'
import type { Db } from '#server/kernel/database.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { page } from '#server/kernel/service.ts'
import { nodeColumns } from './columns.ts'
import { nameKey } from './names.ts'
import { type At, atLeast, levelIn, type Sight, sightOf } from './sight.ts'

/** A folder or file of the disk, with the asker's level on it. */
export type DiskRow = {
  id: string
  spaceId: string
  /** Null: the top of the space, whose name is empty. */
  parentId: string | null
  /** Ids from the top of the space down to the parent. */
  ancestors: string[]
  name: string
  kind: 'file' | 'folder'
  ext: string
  mime: string
  size: number
  /** Bytes of it in what the person does not see. */
  veiled: number
  /** File of the current version; null of a folder. */
  fileId: string | null
  sha256: string
  versionNo: number
  level: number
  ownRules: boolean
  /** Who holds it now; empty where nobody does, or no longer. */
  lockedBy: string
  lockUntil: Date | null
  legalHold: boolean
  tags: string[]
  createUser: string
  createTime: Date
  updateUser: string
  updateTime: Date
  trashedAt: Date | null
}

const sha256 = sql<string>`coalesce((select sha256 from file where file.id = disk_node.file_id), '')`
const held = sql<boolean>`coalesce(disk_node.lock_until > now(), false)`

/** Nodes as they stand in the table; rights are seen to by whoever asks. */
export const nodes = (db: Db) =>
  db
    .selectFrom('disk_node')
    .select(['disk_node.id', 'disk_node.space_id', 'disk_node.parent_id', 'disk_node.ancestors', 'disk_node.name'])
    .select(['disk_node.kind', 'disk_node.ext', 'disk_node.mime', 'disk_node.size', 'disk_node.file_id'])
    .select(['disk_node.version_no', 'disk_node.own_rules', 'disk_node.locked_by', 'disk_node.lock_until'])
    .select(['disk_node.legal_hold', 'disk_node.tags', 'disk_node.create_user', 'disk_node.create_time'])
    .select(['disk_node.update_user', 'disk_node.update_time', 'disk_node.trashed_at'])
    .select([sha256.as('sha256'), held.as('held')])

export type NodeRow = Awaited<ReturnType<ReturnType<typeof nodes>['execute']>>[number]

/** The row with this level; on a file of his own, who may upload may also edit. */
export function toRow(row: NodeRow, level: number, userId: string, veiled = 0): DiskRow {
  const own = row.kind === 'file' && row.create_user === userId && level === diskLevel.upload
  return {
    id: row.id,
    spaceId: row.space_id,
    parentId: row.parent_id,
    ancestors: row.ancestors,
    name: row.name,
    kind: row.kind === 'folder' ? 'folder' : 'file',
    ext: row.ext,
    mime: row.mime,
    size: Number(row.size),
    veiled,
    fileId: row.file_id,
    sha256: row.sha256,
    versionNo: row.version_no,
    level: own ? diskLevel.edit : level,
    ownRules: row.own_rules,
    lockedBy: row.held ? row.locked_by : '',
    lockUntil: row.held ? row.lock_until : null,
    legalHold: row.legal_hold,
    tags: row.tags,
    createUser: row.create_user,
    createTime: row.create_time,
    updateUser: row.update_user,
    updateTime: row.update_time,
    trashedAt: row.trashed_at,
  }
}

/**
 * A node that is not in the recycle bin, if the person may at least `least` (default: see it). Not found where he does not see
 * it, `diskMayNot` where he sees it and may not go so far.
 */
export async function nodeById(at: At, id: string, least: number = diskLevel.view): Promise<DiskRow> {
  return (await nodeSeen(at, id, least)).row
}

/** The same, with what he may see in its space. */
export async function nodeSeen(
  at: At,
  id: string,
  least: number = diskLevel.view,
): Promise<{ row: DiskRow; sight: Sight }> {
  const { rows, sight } = await nodesSeen(at, [id], least)
  const [row] = rows
  if (!row) throw notFound()
  return { row, sight }
}

/** A node as it stands, with a level that was decided elsewhere. */
export async function rowAt(at: At, id: string, level: number): Promise<DiskRow> {
  return toRow(await nodes(at.db).where('disk_node.id', '=', id).executeTakeFirstOrThrow(notFound), level, at.user.id)
}

/** Several under the same rules, all or none, in the order asked for. */
export async function nodesById(at: At, ids: readonly string[], least: number = diskLevel.view): Promise<DiskRow[]> {
  return (await nodesSeen(at, ids, least)).rows
}

async function nodesSeen(at: At, ids: readonly string[], least: number): Promise<{ rows: DiskRow[]; sight: Sight }> {
  const wanted = [...new Set(ids)]
  const found = await nodes(at.db).where('disk_node.id', 'in', wanted).where('trashed_at', 'is', null).execute()
  if (found.length !== wanted.length) throw notFound()
  const spaces = new Set(found.map((row) => row.space_id))
  const sight = await sightOf(at, spaces.size === 1 ? found[0]?.space_id : undefined)
  const rows = new Map(found.map((row) => [row.id, rowIn(at, sight, row)]))
  const seen = wanted.map((id) => {
    const row = rows.get(id)
    if (!row || row.level < diskLevel.view) throw notFound()
    if (row.level < least) throw new Refusal('diskMayNot', { name: row.name })
    return row
  })
  return { rows: seen, sight }
}

/** The row as a person with this sight has it. */
const rowIn = ({ user }: At, sight: Sight, row: NodeRow): DiskRow =>
  toRow(row, levelIn(sight, standing(row)), user.id, sight.veiled.get(row.id))

export const standing = (row: Pick<NodeRow, 'id' | 'space_id' | 'ancestors'>) => ({
  id: row.id,
  spaceId: row.space_id,
  ancestors: row.ancestors,
})

/** The person's level on a node he has the place of. */
export async function levelOn(at: At, node: Pick<DiskRow, 'id' | 'spaceId' | 'ancestors'>): Promise<number> {
  return levelIn(await sightOf(at, node.spaceId), node)
}

/** The top of a space; not found where he does not see it. */
export async function topOf(at: At, spaceId: string): Promise<DiskRow> {
  const row = await nodes(at.db)
    .where('disk_node.space_id', '=', spaceId)
    .where('disk_node.parent_id', 'is', null)
    .where('trashed_at', 'is', null)
    .executeTakeFirst()
  const level = row ? levelIn(await sightOf(at, spaceId), standing(row)) : diskLevel.none
  if (!row || level < diskLevel.view) throw notFound()
  return toRow(row, level, at.user.id)
}

/** What of that name lies in a folder, whatever the person may see. */
export const childNamed = (db: Db, parentId: string, name: string): Promise<NodeRow | undefined> =>
  nodes(db)
    .where('disk_node.parent_id', '=', parentId)
    .where('disk_node.name_key', '=', nameKey(name))
    .where('trashed_at', 'is', null)
    .executeTakeFirst()

/** The same as far as the person may know it: that the name is taken, and no more, where he does not see by what. */
export async function namedIn(at: At, parentId: string, name: string): Promise<DiskRow | undefined> {
  const there = await childNamed(at.db, parentId, name)
  if (!there) return undefined
  const row = rowIn(at, await sightOf(at, there.space_id), there)
  if (row.level < diskLevel.view) throw new Refusal('diskNameTaken', { name }, { name })
  return row
}

/** Children that the person sees, as SQL: those with rules of their own by these, the rest by their folder's level. */
export function seenIn(sight: Sight, folder: Pick<DiskRow, 'id' | 'spaceId' | 'ancestors'>): RawBuilder<boolean> {
  const shown = levelIn(sight, folder) >= diskLevel.view
  const other = [...sight.ruled].flatMap(([id, { ancestors, level }]) =>
    ancestors.at(-1) === folder.id && level >= diskLevel.view !== shown ? [id] : [],
  )
  const among = sql<boolean>`disk_node.id = any(${other}::uuid[])`
  const those = shown ? (other.length ? sql`not ${among}` : sql`true`) : among
  return sql<boolean>`(disk_node.parent_id = ${folder.id} and disk_node.trashed_at is null and ${those})`
}

type NodePaging = Paging<keyof typeof nodeColumns>

/** One page of the nodes a condition names: sorted by their ids alone, and only those of the page are read whole. */
export async function pageOfNodes(
  at: At,
  { sight, where, first = [] }: { sight: Sight; where: RawBuilder<boolean>; first?: readonly string[] },
  paging: NodePaging,
) {
  const ids = at.db.selectFrom('disk_node').select('disk_node.id').where(where)
  const found = await page(ids, paging, nodeColumns, [...first, 'disk_node.name_key', 'disk_node.id'])
  const wanted = found.records.map(({ id }) => id)
  const rows = wanted.length ? await nodes(at.db).where('disk_node.id', 'in', wanted).execute() : []
  const byId = new Map(rows.map((row) => [row.id, rowIn(at, sight, row)]))
  return { ...found, records: wanted.flatMap((id) => byId.get(id) ?? []) }
}

/** What a person sees in a folder, folders first, by name. */
export async function childrenOf(
  at: At,
  folder: DiskRow,
  { offset = 0, limit = 500 }: { offset?: number; limit?: number } = {},
): Promise<DiskRow[]> {
  const sight = await sightOf(at, folder.spaceId)
  const rows = await nodes(at.db)
    .where(seenIn(sight, folder))
    .orderBy('disk_node.kind', 'desc')
    .orderBy('disk_node.name_key')
    .orderBy('disk_node.id')
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map((row) => rowIn(at, sight, row))
}

const MOST_WALKED = 20_000

/** The node and all below it that the person sees, parents before children, with the path from its own name. */
export async function walk(at: At, node: DiskRow, most = MOST_WALKED): Promise<(DiskRow & { path: string })[]> {
  const sight = await sightOf(at, node.spaceId)
  const below = await nodes(at.db)
    .where(sql<boolean>`disk_node.ancestors @> array[${node.id}::uuid]`)
    .where('trashed_at', 'is', null)
    .where(atLeast(sight, diskLevel.view))
    .orderBy(sql`cardinality(disk_node.ancestors)`)
    .orderBy('disk_node.name_key')
    .limit(most + 1)
    .execute()
  if (below.length >= most) throw new Refusal('diskTooMany', { most })
  const paths = new Map([[node.id, node.name]])
  const walked = [{ ...node, path: node.name }]
  for (const row of below) {
    const above = paths.get(row.parent_id ?? '')
    // its folder is one he does not see
    if (above === undefined) continue
    const path = above === '' ? row.name : `${above}/${row.name}`
    paths.set(row.id, path)
    walked.push({ ...toRow(row, levelIn(sight, standing(row)), at.user.id), path })
  }
  return walked
}

/** The way from the top of its space to each node: names of the folders the person sees. */
export async function stepsOf(
  { db }: Pick<At, 'db'>,
  sight: Sight,
  rows: readonly Pick<DiskRow, 'id' | 'spaceId' | 'ancestors'>[],
): Promise<Map<string, DiskStep[]>> {
  const ids = [...new Set(rows.flatMap((row) => row.ancestors))]
  const found = ids.length
    ? await db.selectFrom('disk_node').select(['id', 'name', 'space_id', 'ancestors']).where('id', 'in', ids).execute()
    : []
  const seen = new Map(
    found.flatMap((row) => (levelIn(sight, standing(row)) >= diskLevel.view ? [[row.id, row.name] as const] : [])),
  )
  return new Map(
    rows.map((row) => [
      row.id,
      row.ancestors.flatMap((id) => {
        const name = seen.get(id)
        return name === undefined ? [] : [{ id, name }]
      }),
    ]),
  )
}

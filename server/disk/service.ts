import { sql } from 'kysely'
import { activityVerbs, diskLevel } from '#contract/disk-shapes.ts'
import type { disk } from '#contract/disk.ts'
import { audit } from '#server/kernel/audit.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { page, type Service } from '#server/kernel/service.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { CLOSED_ONCE } from './activity.ts'
import { conflictsOf } from './conflicts.ts'
import { copyNodes } from './copy.ts'
import { makeFolder } from './folders.ts'
import { handOver, leftSpaces } from './hand-over.ts'
import { nodes, nodeSeen, pageOfNodes, seenIn, standing, stepsOf } from './rows.ts'
import { oneToWire, toWire } from './wire.ts'
import { rules, saveRules, subjects } from './rules.ts'
import { search } from './search.ts'
import { levelIn, type Sight } from './sight.ts'
import { openSpace, spaceById, spacesOf } from './spaces.ts'
import { trashNodes } from './trash.ts'
import { moveNodes, renameNode } from './tree.ts'
import { usage } from './usage.ts'

const MOST_FOLDERS = 1000

export const diskService: Service<typeof disk> = {
  spaces: ({ db, user }, only) => spacesOf({ db, user }, only),
  openSpace: ({ db, user }, { type, ownerId }) => openSpace({ db, user }, type, ownerId),

  async saveSpace(context, { id, quotaBytes, versionKeep }) {
    const changes = {
      ...(quotaBytes === undefined ? {} : { quota_bytes: quotaBytes === null ? null : BigInt(quotaBytes) }),
      ...(versionKeep === undefined ? {} : { version_keep: versionKeep }),
    }
    const before = await context.db
      .selectFrom('disk_space')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw notFound()
    if (Object.keys(changes).length === 0) return {}
    await context.db.updateTable('disk_space').set(changes).where('id', '=', id).execute()
    await audit(context, {
      action: 'disk.saveSpace',
      bizType: 'disk',
      bizId: id,
      before: {
        quotaBytes: before.quota_bytes === null ? null : Number(before.quota_bytes),
        versionKeep: before.version_keep,
      },
      after: { quotaBytes, versionKeep },
    })
    return {}
  },

  leftSpaces,
  handOver,
  usage,

  async tree({ db, user }, { parentId }) {
    const at = { db, user }
    const { row: folder, sight } = await nodeSeen(at, parentId)
    const rows = await nodes(db)
      .where(seenIn(sight, folder))
      .where('disk_node.kind', '=', 'folder')
      .select(
        sql<boolean>`exists (select from disk_node c where c.parent_id = disk_node.id and c.kind = 'folder' and c.trashed_at is null
          and not c.id = any(${unseen(sight)}::uuid[]))`.as('more'),
      )
      .orderBy('disk_node.name_key')
      .limit(MOST_FOLDERS)
      .execute()
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      level: levelIn(sight, standing(row)),
      hasChildren: row.more,
    }))
  },

  async list({ db, user }, { parentId, ...paging }) {
    const at = { db, user }
    const { row: folder, sight } = await nodeSeen(at, parentId)
    // folders first, whatever they are sorted by
    const sort = [{ field: 'kind' as const, down: true }, ...paging.sort]
    const found = await pageOfNodes(at, { sight, where: seenIn(sight, folder) }, { ...paging, sort })
    return { ...found, records: await toWire(at, found.records) }
  },

  async detail({ db, user }, { id }) {
    const at = { db, user }
    const { row, sight } = await nodeSeen(at, id)
    const steps = (await stepsOf(at, sight, [row])).get(id) ?? []
    const { versions } = await db
      .selectFrom('disk_version')
      .select(sql<number>`count(*)::int`.as('versions'))
      .where('node_id', '=', id)
      .executeTakeFirstOrThrow()
    return { node: await oneToWire(at, row), steps, space: await spaceShown(at, row.spaceId), versions }
  },

  search,

  makeFolder: async ({ db, user }, what) => oneToWire({ db, user }, await makeFolder({ db, user }, what)),
  rename: async ({ db, user }, { id, name }) => oneToWire({ db, user }, await renameNode({ db, user }, id, name)),

  async move({ db, user }, { ids, targetId, conflict }) {
    const moved = await moveNodes({ db, user }, { ids, targetId, conflict })
    const skipped = moved.filter((row) => row === undefined).length
    return { moved: moved.length - skipped, skipped }
  },

  copy: copyNodes,

  async remove({ db, user, kernel, address, trace }, { ids }) {
    await trashNodes({ db, user, kernel, address, trace }, ids)
    return {}
  },

  conflicts: ({ db, user, language }, { parentId, paths }) => conflictsOf({ db, user, language }, parentId, paths),
  rules,
  saveRules,
  subjects,

  async activity({ db, user }, { nodeId, ...paging }) {
    const { row: node, sight } = await nodeSeen({ db, user }, nodeId)
    // what he may not see in the folder, he does not read about either
    const hidden = [...unseen(sight), ...(node.level < diskLevel.manage ? [CLOSED_ONCE] : [])]
    let query = db
      .selectFrom('disk_activity')
      .select(['id', 'node_id', 'name', 'verb', 'detail', 'create_time'])
      .select(sql<string>`coalesce(person_name(create_user), '')`.as('maker'))
    if (node.parentId === null) query = query.where('space_id', '=', node.spaceId)
    else query = query.where(sql<boolean>`place @> array[${nodeId}::uuid]`)
    if (hidden.length) query = query.where(sql<boolean>`not place && ${hidden}::uuid[]`)
    const columns = { verb: 'verb', name: 'name', time: 'create_time' }
    const found = await page(query, paging, columns, ['create_time desc', 'id desc'])
    const records = found.records.map((row) => ({
      id: row.id,
      nodeId: row.node_id,
      name: row.name,
      verb: activityVerbs.find((verb) => verb === row.verb) ?? 'upload',
      detail: row.detail as Record<string, string | number>,
      userName: row.maker,
      time: wallTime(row.create_time),
    }))
    return { ...found, records }
  },
}

const unseen = ({ ruled }: Sight) => [...ruled].flatMap(([id, { level }]) => (level < diskLevel.view ? [id] : []))

/** The space of a node he sees; of one that was opened to him in another's space, no more than its name. */
async function spaceShown(at: Parameters<typeof spaceById>[0], spaceId: string) {
  try {
    return await spaceById(at, spaceId)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
  const row = await at.db
    .selectFrom('disk_space')
    .innerJoin('disk_node', 'disk_node.space_id', 'disk_space.id')
    .select(['disk_space.id', 'disk_space.type', 'disk_space.version_keep', 'disk_node.id as root'])
    .select(
      sql<string | null>`case when disk_space.type = 'user' then person_name(disk_space.owner_id) end`.as('owner'),
    )
    .where('disk_space.id', '=', spaceId)
    .where('disk_node.parent_id', 'is', null)
    .executeTakeFirstOrThrow(notFound)
  const type = (['firm', 'user', 'enterprise', 'project', 'course'] as const).find((one) => one === row.type) ?? 'firm'
  const nothing = { quotaBytes: null, usedBytes: 0, reservedBytes: 0, trashBytes: 0 }
  return {
    id: row.id,
    type,
    ownerId: '',
    name: row.owner ?? '',
    rootId: row.root,
    level: 0,
    ...nothing,
    versionKeep: row.version_keep,
  }
}

import { sql } from 'kysely'
import type { diskFile } from '#contract/disk-file.ts'
import { diskLevel } from '#contract/disk-shapes.ts'
import { audit } from '#server/kernel/audit.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Service } from '#server/kernel/service.ts'
import { noteAll } from './activity.ts'
import { holdNodes } from './change.ts'
import { labelText } from './names.ts'
import { nodeById, nodesById, pageOfNodes, stepsOf } from './rows.ts'
import { toWire } from './wire.ts'
import { type At, atLeast, sightOf } from './sight.ts'
import { spaceById } from './spaces.ts'

type Calls = Service<typeof diskFile>

const MOST_TAGS = 20
const MOST_RECENT = 200
const LATEST = ['disk_node.update_time desc']
const OPENED_LAST =
  '(select open_time from disk_recent r where r.node_id = disk_node.id and r.user_id = current_actor()) desc nulls last'

export const tag: Calls['tag'] = async ({ db, user }, { ids, add: wanted, remove }) => {
  const add = wanted.map(labelText).filter(Boolean)
  const { rows } = await holdNodes({ db, user }, ids, diskLevel.edit)
  for (const row of rows) {
    const tags = [...new Set([...row.tags.filter((one) => !remove.includes(one)), ...add])]
    if (tags.length > MOST_TAGS) throw new Refusal('diskTags', { most: MOST_TAGS })
    await db
      .updateTable('disk_node')
      .set({ tags: sql<string[]>`${tags}::text[]` })
      .where('id', '=', row.id)
      .execute()
  }
  await noteAll(db, rows, 'tag', { to: add.join(' '), from: remove.join(' ') })
  return {}
}

export const tags: Calls['tags'] = async ({ db, user }, { spaceId }) => {
  await spaceById({ db, user }, spaceId)
  const sight = await sightOf({ db, user }, spaceId)
  const { rows } = await sql<{
    tag: string
    count: number
  }>`select tag, count(*)::int as count from disk_node, unnest(tags) as t(tag)
    where tags <> '{}' and space_id = ${spaceId} and trashed_at is null and ${atLeast(sight, diskLevel.view)}
    group by tag order by 2 desc, 1 limit 200`.execute(db)
  return rows
}

export const favour: Calls['favour'] = async ({ db, user }, { ids, on }) => {
  const rows = await nodesById({ db, user }, ids)
  if (on)
    await db
      .insertInto('disk_favorite')
      .values(rows.map(({ id }) => ({ node_id: id })))
      .onConflict((clash) => clash.doNothing())
      .execute()
  else await db.deleteFrom('disk_favorite').where('user_id', '=', user.id).where('node_id', 'in', ids).execute()
  return {}
}

/** Notes that the person has opened a node; of his recent ones the last 200 are kept. */
export const touch: Calls['touch'] = async ({ db, user }, { id }) => {
  await nodeById({ db, user }, id)
  await db
    .insertInto('disk_recent')
    .values({ node_id: id })
    .onConflict((clash) =>
      clash.columns(['tenant_id', 'user_id', 'node_id']).doUpdateSet({ open_time: sql<Date>`now()` }),
    )
    .execute()
  await sql`delete from disk_recent where user_id = ${user.id} and node_id in (
    select node_id from disk_recent where user_id = ${user.id} order by open_time desc offset ${MOST_RECENT})`.execute(
    db,
  )
  return {}
}

/** The person's favourites, the nodes he opened last, or those with a rule for him in a folder he does not see. */
export const marked: Calls['marked'] = async ({ db, user }, { by, ...paging }) => {
  const at: At = { db, user }
  const sight = await sightOf(at)
  const these = {
    favourite: sql`disk_node.id in (select node_id from disk_favorite where user_id = ${user.id})`,
    recent: sql`disk_node.id in (select node_id from disk_recent where user_id = ${user.id})`,
    shared: sql`disk_node.id = any(${opened(sight)}::uuid[])`,
  }
  const where = sql<boolean>`${these[by]} and disk_node.trashed_at is null and ${atLeast(sight, diskLevel.view)}`
  const found = await pageOfNodes(at, { sight, where, first: by === 'recent' ? [OPENED_LAST] : LATEST }, paging)
  const rows = found.records
  const steps = await stepsOf(at, sight, rows)
  return {
    ...found,
    records: (await toWire(at, rows)).map((row) => Object.assign(row, { steps: steps.get(row.id) ?? [] })),
  }
}

/** Ruled nodes that he sees and whose space he does not. */
const opened = ({ ruled, spaces }: Awaited<ReturnType<typeof sightOf>>): string[] =>
  [...ruled].flatMap(([id, { level, spaceId }]) =>
    level >= diskLevel.view && (spaces.get(spaceId) ?? diskLevel.none) < diskLevel.view ? [id] : [],
  )

/** Legal hold of nodes and all below them, in the recycle bin too. */
export const hold: Calls['hold'] = async (context, { ids, on }) => {
  const { db, user } = context
  const { rows } = await holdNodes({ db, user }, ids, diskLevel.manage)
  for (const { id } of rows)
    await sql`update disk_node set legal_hold = ${on} where id = ${id} or ancestors @> array[${id}::uuid]`.execute(db)
  await noteAll(db, rows, 'hold', { to: on ? 1 : 0 })
  const after = { on, nodes: rows.map(({ id, name }) => ({ id, name })) }
  await audit(context, { action: 'disk.hold', bizType: 'disk', bizId: rows[0]?.id ?? '', after })
  return {}
}

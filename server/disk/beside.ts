import { sql } from 'kysely'
import { diskLevel } from '#contract/disk-shapes.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { nodeById, nodes, nodeSeen, seenIn, standing } from './rows.ts'
import { type At, levelIn } from './sight.ts'

/** Files of a folder that are looked through for one the person may read. */
const MOST_PASSED = 50

type Neighbour = { fileId: string; name: string }
type Place = { at: number; total: number; previous: Neighbour | null; next: Neighbour | null }
const alone: Place = { at: 0, total: 0, previous: null, next: null }

/** The files before and after a file of the disk in its folder, by name, as far as the person may read them. */
export async function filesBeside(at: At, nodeId: string): Promise<Place> {
  const node = await nodeById(at, nodeId, diskLevel.download)
  const folder = node.parentId === null ? undefined : await folderSeen(at, node.parentId)
  if (!folder) return alone
  const { row, sight } = folder
  const files = nodes(at.db).where(seenIn(sight, row)).where('disk_node.kind', '=', 'file')
  const own = sql`(select name_key from disk_node where id = ${node.id})`
  const step = async (down: boolean): Promise<Neighbour | null> => {
    const way = down ? ('desc' as const) : ('asc' as const)
    const rows = await files
      .where(sql<boolean>`(disk_node.name_key, disk_node.id) ${down ? sql`<` : sql`>`} (${own}, ${node.id}::uuid)`)
      .orderBy('disk_node.name_key', way)
      .orderBy('disk_node.id', way)
      .limit(MOST_PASSED)
      .execute()
    const found = rows.find((one) => one.file_id !== null && levelIn(sight, standing(one)) >= diskLevel.download)
    return found?.file_id ? { fileId: found.file_id, name: found.name } : null
  }
  const { total, before } = await files
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('total'))
    .select(
      sql<number>`(count(*) filter (where (disk_node.name_key, disk_node.id) < (${own}, ${node.id}::uuid)))::int`.as(
        'before',
      ),
    )
    .executeTakeFirstOrThrow()
  return { at: before + 1, total, previous: await step(true), next: await step(false) }
}

/** The folder, unless it is one the person does not see: a file may be open to him alone. */
async function folderSeen(at: At, id: string): Promise<Awaited<ReturnType<typeof nodeSeen>> | undefined> {
  try {
    return await nodeSeen(at, id)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

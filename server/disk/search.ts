import { type RawBuilder, sql } from 'kysely'
import type { disk } from '#contract/disk.ts'
import { diskLevel } from '#contract/disk-shapes.ts'
import { searchForm } from '#engine/retrieval/normal-text.ts'
import { eachToken } from '#engine/retrieval/tokens.ts'
import type { Service } from '#server/kernel/service.ts'
import { containing } from '#server/kernel/stored-text.ts'
import { nameKey } from './names.ts'
import { nodeById, pageOfNodes, stepsOf } from './rows.ts'
import { toWire } from './wire.ts'
import { type At, atLeast, type Sight, sightOf } from './sight.ts'

const SNIPPET = 160
const LATEST = ['disk_node.update_time desc']

/** The numbers of the words that are asked for, as the texts are kept by. */
function termsOf(words: string): string[] {
  const terms = new Set<number>()
  eachToken(searchForm(words), (key) => void terms.add(key))
  return [...terms].map(String)
}

/**
 * Nodes by their names and, if asked, by the words in them, in what the person sees. Words of a file show only to whom it could
 * be downloaded.
 */
export const search: Service<typeof disk>['search'] = async (
  { db, user },
  { words = '', content, spaceId, parentId, ...paging },
) => {
  const at: At = { db, user }
  const folder = parentId ? await nodeById(at, parentId) : undefined
  const sight = await sightOf(at, folder?.spaceId ?? spaceId)
  const asked = words.split(/\s+/).filter(Boolean)
  const terms = content === '1' ? termsOf(words) : []
  const where = [
    sql`disk_node.trashed_at is null and disk_node.parent_id is not null`,
    atLeast(sight, diskLevel.view),
    spaceId ? sql`disk_node.space_id = ${spaceId}` : sql`true`,
    folder ? sql`disk_node.ancestors @> array[${folder.id}::uuid]` : sql`true`,
    found(sight, asked, terms),
  ]
  const paged = await pageOfNodes(
    at,
    { sight, where: sql<boolean>`${sql.join(where, sql` and `)}`, first: LATEST },
    paging,
  )
  const rows = paged.records
  const snippets = terms.length ? await snippetsOf(at, rows, asked[0] ?? '') : new Map<string, string>()
  const steps = await stepsOf(at, sight, rows)
  const records = (await toWire(at, rows)).map((row) =>
    Object.assign(row, { steps: steps.get(row.id) ?? [], snippet: snippets.get(row.id) ?? '' }),
  )
  return { ...paged, records }
}

/** What the words that were asked for find: every one in the name, or all of them in the text. */
function found(sight: Sight, asked: readonly string[], terms: readonly string[]): RawBuilder<unknown> {
  if (asked.length === 0) return sql`true`
  const named = sql.join(
    asked.map((word) => sql`disk_node.name_key like ${containing(nameKey(word))}`),
    sql` and `,
  )
  if (terms.length === 0) return sql`(${named})`
  const inside = sql`disk_node.id in (select node_id from disk_text where terms @> ${[...terms]}::bigint[])`
  return sql`((${named}) or (${inside} and ${atLeast(sight, diskLevel.download)}))`
}

/** Where the first word stands in each text, with some of what is around it. */
async function snippetsOf(
  { db }: At,
  rows: readonly { id: string; level: number }[],
  word: string,
): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ id, level }) => (level >= diskLevel.download ? [id] : []))
  if (ids.length === 0) return new Map()
  const { rows: found } = await sql<{ id: string; piece: string }>`select node_id as id,
      substring(text from greatest(1, strpos(lower(text), ${word.toLowerCase()}) - 40) for ${SNIPPET}) as piece
    from disk_text where node_id = any(${ids}::uuid[]) and strpos(lower(text), ${word.toLowerCase()}) > 0`.execute(db)
  return new Map(found.map(({ id, piece }) => [id, piece.replaceAll(/\s+/g, ' ').trim()]))
}

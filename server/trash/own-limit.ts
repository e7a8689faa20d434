import { sql } from 'kysely'
import type { Db } from '#server/kernel/database.ts'

/** Tables whose rows are a person's alone where their scope says so, by the kind of deleted thing. */
const personal = (
  kind: string,
  table: string,
) => sql`(trash_item.kind = ${kind} and exists (select from ${sql.table(table)} o
  where o.id::text = trash_item.item_id and o.scope = 'personal'))`
const ofOne = sql.join(
  [
    sql`trash_item.kind = 'conversation'`,
    sql`(trash_item.kind = 'writingDoc' and exists (select from writing_doc o
      where o.id::text = trash_item.item_id and o.share = 'personal'))`,
    personal('promptTemplate', 'prompt_template'),
    personal('thinkChain', 'think_chain'),
    personal('knowledgeBase', 'kb_base'),
    sql`(trash_item.kind = 'disk' and exists (select from disk_node n join disk_space s on s.id = n.space_id
      where n.id::text = trash_item.item_id and s.type = 'user'))`,
  ],
  sql` or `,
)

/**
 * Things of one person alone beyond the number that a bin of his own holds, the oldest first. What others rely on (of the firm, of
 * clients and projects) keeps its days, what is under hold is not counted.
 */
export async function beyondOwn(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from (select id, deleted_at,
      row_number() over (partition by owner_id order by deleted_at desc, id desc) as place
      from trash_item where project_id is null and enterprise_id is null and owner_id = deleted_by and owner_id <> ''
        and not legal_hold and (${ofOne})) as own
    where place > ${most} order by deleted_at, id`.execute(db)
  return rows.map(({ id }) => id)
}

import { sql } from 'kysely'
import { DISK_FILE } from '#contract/disk-shapes.ts'
import { holdBlobs } from '#server/kernel/blob-row.ts'
import type { Db } from '#server/kernel/database.ts'
import { nameKey } from './names.ts'

/** A folder, or a file with its first version, of content the tenant holds. */
export type NewNode = {
  id: string
  /** From the top of the space down to the parent. */
  above: readonly string[]
  name: string
  kind: 'file' | 'folder'
  ext: string
  mime: string
  /** Of a folder: of all files that come below it. */
  size: number
  /** Of a file: the id its row of `file` gets, and its content. */
  content: { file: string; sha256: string } | null
}

/** Rows per statement. */
const SLICE = 1000

/**
 * Parents before children, where their names are free; what they take is charged by whoever calls. Rows go as one JSON parameter
 * for each kind: a statement with a parameter for each value takes longer to read than to run.
 */
export async function insertNodes(db: Db, spaceId: string, made: readonly NewNode[]): Promise<void> {
  // their bytes cannot be cleaned away before this commits
  await holdBlobs(
    db,
    made.flatMap(({ content }) => (content ? [content.sha256] : [])),
    true,
  )
  for (let at = 0; at < made.length; at += SLICE) {
    const rows = JSON.stringify(
      made.slice(at, at + SLICE).map(({ id, above, name, kind, ext, mime, size, content }) => ({
        id, parent: above.at(-1), above, name, key: nameKey(name), kind, ext, mime, size, file: content?.file, sha: content?.sha256,
      })),
    ) // prettier-ignore
    const given = sql`jsonb_to_recordset(${rows}::jsonb) as r(id uuid, parent uuid, above uuid[], file uuid, name text, size bigint,
      key text, kind text, ext text, mime text, sha text)`
    await sql`insert into file (id, name, sha256, size, purpose, owner_id)
      select file, name, sha, size, ${DISK_FILE}, id::text from ${given} where file is not null`.execute(db)
    await sql`insert into disk_node (id, space_id, parent_id, ancestors, name, name_key, kind, ext, mime, size, file_id, version_no)
      select id, ${spaceId}::uuid, parent, above, name, key, kind, ext, mime, size, file, case when file is null then 0 else 1 end
      from ${given}`.execute(db)
    await sql`insert into disk_version (node_id, no, file_id) select id, 1, file from ${given} where file is not null`.execute(
      db,
    )
  }
}

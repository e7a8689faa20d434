import { sql } from 'kysely'
import type { Db } from '#server/kernel/database.ts'
import type { Indexed, IndexedChunk } from './index-worker.ts'
import { touchBase } from './segment-cache.ts'

/** Rows per statement. */
const SLICE = 2000

/** Rows as one JSON parameter: a statement with a parameter for each value takes longer to read than to run. */
async function eachSlice(rows: readonly unknown[], write: (json: string) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += SLICE) await write(JSON.stringify(rows.slice(at, at + SLICE)))
}

export type Of = { versionId: string; baseId: string }

/** Puts the chunks of a version in place of those it had, with what finds them. */
export async function storeChunks(db: Db, { versionId, baseId }: Of, { chunks, segment }: Indexed): Promise<void> {
  await db.deleteFrom('kb_chunk').where('version_id', '=', versionId).execute()
  await insertChunks(
    db,
    chunks.map((chunk, at) => ({ chunk, ord: at + 1, versionId, baseId })),
  )
  if (chunks.length)
    await db
      .insertInto('kb_segment')
      .values({ base_id: baseId, chunks: chunks.length, bytes: Buffer.from(segment) })
      .execute()
  await touchBase(db, baseId)
}

/** Writes chunks and their identifiers. */
export async function insertChunks(
  db: Db,
  rows: readonly { chunk: IndexedChunk; ord: number; versionId: string; baseId: string }[],
): Promise<void> {
  const chunks = rows.map(({ chunk: { id, kind, text, context, anchor, section, hash }, ord, versionId, baseId }) => {
    return { id, version_id: versionId, base_id: baseId, ord, kind, text, context, anchor, section, hash }
  })
  await eachSlice(chunks, (json) =>
    sql`insert into kb_chunk (id, version_id, base_id, ord, kind, text, context, anchor, section, hash)
      select * from jsonb_to_recordset(${json}::jsonb) as r(id uuid, version_id uuid, base_id uuid, ord int, kind text, text text,
        context text[], anchor jsonb, section int, hash text)`.execute(db),
  )
  const idents = rows.flatMap(({ chunk, versionId }) =>
    chunk.idents.map(({ kind, value }) => ({ kind, value, chunk_id: chunk.id, version_id: versionId })),
  )
  await eachSlice(idents, (json) =>
    sql`insert into kb_ident (kind, value, chunk_id, version_id)
      select * from jsonb_to_recordset(${json}::jsonb) as r(kind text, value text, chunk_id uuid, version_id uuid)
      on conflict do nothing`.execute(db),
  )
}

export type NewLaw = { id: string; name: string; number: string; region: string }
export type NewLawVersion = {
  id: string
  docId: string
  no: number
  sha256: string
  size: number
  effectiveFrom: string | null
  chunks: number
  authority: number
  title: string
}

/** Writes laws of a collection, and the versions that were read from it. */
export async function insertLaws(
  db: Db,
  { baseId, fileName }: { baseId: string; fileName: string },
  { laws, versions }: { laws: readonly NewLaw[]; versions: readonly NewLawVersion[] },
): Promise<void> {
  await eachSlice(laws, (json) =>
    sql`insert into kb_doc (id, base_id, name, kind, number, region)
      select id, ${baseId}, name, 'law', number, region
      from jsonb_to_recordset(${json}::jsonb) as r(id uuid, name text, number text, region text)`.execute(db),
  )
  await eachSlice(versions, (json) =>
    sql`insert into kb_version (id, doc_id, base_id, no, file_name, sha256, size, effective_from, status, chunks, authority, report)
      select id, "docId", ${baseId}, no, ${fileName}, sha256, size, "effectiveFrom", 'ready', chunks, authority,
        jsonb_build_object('kind', 'articles', 'title', title, 'warnings', '[]'::jsonb, 'unread', '[]'::jsonb, 'law', null)
      from jsonb_to_recordset(${json}::jsonb) as r(id uuid, "docId" uuid, no int, sha256 text, size bigint, "effectiveFrom" date,
        chunks int, authority real, title text)`.execute(db),
  )
}

/** Works out which version of each document is the current one, and on which day each ends. */
export async function settleVersions(db: Db, docIds: readonly string[]): Promise<void> {
  const ids = sql`any(${[...docIds]}::uuid[])`
  await sql`
    with placed as (
      select id, case when chunks > 0 and effective_from is not null then lead(effective_from)
        over (partition by doc_id, chunks > 0 and effective_from is not null order by effective_from, no) end as next
      from kb_version where doc_id = ${ids})
    update kb_version set ends_on = least(effective_to, placed.next - 1) from placed
    where placed.id = kb_version.id and kb_version.ends_on is distinct from least(effective_to, placed.next - 1)`.execute(
    db,
  )
  const newest = sql`(select distinct on (doc_id) id from kb_version where doc_id = ${ids} and chunks > 0 order by doc_id, no desc)`
  await sql`update kb_version set current = false where doc_id = ${ids} and current and id not in ${newest}`.execute(db)
  await sql`update kb_version set current = true where id in ${newest} and not current`.execute(db)
}

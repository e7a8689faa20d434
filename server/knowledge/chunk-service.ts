import { sql, type Selectable } from 'kysely'
import type { z } from 'zod'
import type { Paging } from '#contract/endpoint.ts'
import type { KnowledgeChunk, knowledgeChunk } from '#contract/knowledge-chunk.ts'
import { Anchor } from '#contract/knowledge.ts'
import { audit } from '#server/kernel/audit.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { type Context, page, type Service } from '#server/kernel/service.ts'
import type { KbChunk } from '#server/kernel/tables.ts'
import { wallTime } from '#server/kernel/wall-time.ts'
import { type Reader, seeing } from './base-reach.ts'
import { reachableDocs } from './doc-rows.ts'
import { identifiersOf, segmentOf } from './index-text.ts'
import { touchBase } from './segment-cache.ts'

/** How many chunks stand around a cited one, on either side. */
const AROUND = 10

const shownChunk = (row: Selectable<KbChunk> & { who: string | null }): KnowledgeChunk => ({
  id: row.id,
  ord: row.ord,
  kind: row.kind,
  text: row.edited ?? row.text,
  original: row.text,
  edited: row.edited !== null,
  context: row.context,
  anchor: Anchor.parse(row.anchor),
  enabled: row.enabled,
  rev: row.rev,
  updateUserName: row.who ?? '',
  updateTime: wallTime(row.update_time),
})

const who = sql<string | null>`person_name(kb_chunk.update_user)`.as('who')

/** Chunks of a version the person may read. */
const chunksOfVersion = (reader: Reader, versionId: string, paging: Paging<'text' | 'enabled'>) =>
  seeing(reader, async ({ db, bases }) => {
    const version = await db
      .selectFrom('kb_version')
      .select('id')
      .where('id', '=', versionId)
      .where('base_id', 'in', bases)
      .executeTakeFirst()
    if (!version) return undefined
    const query = db.selectFrom('kb_chunk').selectAll('kb_chunk').select(who).where('version_id', '=', versionId)
    const columns = { text: sql`coalesce(kb_chunk.edited, kb_chunk.text)`, enabled: 'kb_chunk.enabled' }
    const found = await page(query, paging, columns, ['kb_chunk.ord'])
    return { ...found, records: found.records.map(shownChunk) }
  })

/** The document around a chunk, of the very version it was taken from. */
const placeOf = (reader: Reader, chunkId: string): Promise<z.input<typeof knowledgeChunk.place.output>> =>
  seeing(reader, async ({ db, bases, foreign }) => {
    const row = await db
      .selectFrom('kb_chunk')
      .innerJoin('kb_version', 'kb_version.id', 'kb_chunk.version_id')
      .innerJoin('kb_doc', 'kb_doc.id', 'kb_version.doc_id')
      .innerJoin('kb_base', 'kb_base.id', 'kb_chunk.base_id')
      .select([
        'kb_chunk.ord',
        'kb_version.id as versionId',
        'kb_version.no',
        'kb_version.current',
        'kb_version.file_id',
      ])
      .select(['kb_version.file_name', 'kb_version.effective_from', 'kb_version.ends_on', 'kb_doc.superseded_by'])
      .select(['kb_doc.id as docId', 'kb_doc.name', 'kb_base.name as baseName'])
      .where('kb_chunk.id', '=', chunkId)
      .where('kb_chunk.base_id', 'in', bases)
      .executeTakeFirst()
    if (!row) return undefined
    const chunks = await db
      .selectFrom('kb_chunk')
      .selectAll('kb_chunk')
      .select(who)
      .where('version_id', '=', row.versionId)
      .where('ord', '>=', row.ord - AROUND)
      .where('ord', '<=', row.ord + AROUND)
      .orderBy('ord')
      .execute()
    return {
      documentId: row.docId,
      documentName: row.name,
      baseName: row.baseName,
      versionId: row.versionId,
      versionNo: row.no,
      superseded: !row.current || row.superseded_by !== null,
      fileId: foreign ? '' : (row.file_id ?? ''),
      fileName: row.file_name,
      effectiveFrom: row.effective_from,
      endsOn: row.ends_on,
      chunks: chunks.map(shownChunk),
    }
  })

/** Changes, restores or switches a chunk; its anchor and original stay. The index gets an entry for the new words at once. */
async function saveChunk(
  context: Context,
  { id, rev, text, enabled }: z.output<typeof knowledgeChunk.saveChunk.input>,
): Promise<KnowledgeChunk> {
  const { db, user } = context
  const row = await db
    .selectFrom('kb_chunk')
    .innerJoin('kb_version', 'kb_version.id', 'kb_chunk.version_id')
    .selectAll('kb_chunk')
    .select('kb_version.doc_id')
    .where('kb_chunk.id', '=', id)
    .forUpdate('kb_chunk')
    .executeTakeFirst()
  if (!row) throw notFound()
  await reachableDocs(context, [row.doc_id])
  if (row.rev !== rev) throw conflict()
  const edited = text === undefined ? row.edited : text === null || text === row.text ? null : text
  const said = edited ?? row.text
  const changed = said !== (row.edited ?? row.text)
  const next = changed ? row.rev + 1 : row.rev
  await db
    .updateTable('kb_chunk')
    .set({
      edited,
      rev: next,
      ...(enabled !== undefined && { enabled }),
      update_user: user.id,
      update_time: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
  if (changed) {
    const bytes = segmentOf([{ id, rev: next, versionId: row.version_id, text: said, context: row.context }])
    await db
      .insertInto('kb_segment')
      .values({ base_id: row.base_id, chunks: 1, bytes: Buffer.from(bytes) })
      .execute()
    await db.deleteFrom('kb_ident').where('chunk_id', '=', id).where('kind', '<>', 'article').execute()
    const idents = identifiersOf({ text: said, context: row.context }).filter(({ kind }) => kind !== 'article')
    if (idents.length)
      await db
        .insertInto('kb_ident')
        .values(idents.map(({ kind, value }) => ({ kind, value, chunk_id: id, version_id: row.version_id })))
        .execute()
    await db.deleteFrom('kb_vector').where('chunk_id', '=', id).execute()
  }
  await touchBase(db, row.base_id)
  await audit(context, {
    action: 'knowledge.saveChunk',
    bizType: 'knowledgeDoc',
    bizId: row.doc_id,
    before: { chunk: id, text: row.edited ?? row.text, enabled: row.enabled },
    after: { chunk: id, text: said, enabled: enabled ?? row.enabled },
  })
  const after = await db
    .selectFrom('kb_chunk')
    .selectAll('kb_chunk')
    .select(who)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return shownChunk(after)
}

export const knowledgeChunkService: Service<typeof knowledgeChunk> = {
  chunks: ({ kernel, user }, { versionId, ...paging }) => chunksOfVersion({ kernel, user }, versionId, paging),
  saveChunk,
  place: ({ kernel, user }, { chunkId }) => placeOf({ kernel, user }, chunkId),
}

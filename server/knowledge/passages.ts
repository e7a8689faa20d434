import { sql } from 'kysely'
import { z } from 'zod'
import { Anchor, baseScopes, knowledgeKinds, type Passage } from '#contract/knowledge.ts'
import { standingOn } from '#engine/retrieval/law-version.ts'
import type { Sight } from './base-reach.ts'

export type FoundChunk = { score: number; places: Record<string, number> }

const Scope = z.enum(baseScopes)
const Kind = z.enum(knowledgeKinds)

/** Chunks as they are cited, in any order; those that were switched off, deleted or may not be read are left out. */
export async function passagesOf(
  { db, bases }: Sight,
  chunkIds: readonly string[],
): Promise<(Omit<Passage, 'score' | 'places' | 'marks' | 'standing'> & { rev: number })[]> {
  if (chunkIds.length === 0) return []
  const rows = await db
    // from the few ids outwards, each row by its key, whatever is known of the tables' sizes
    .selectFrom(sql<{ id: string }>`unnest(${[...chunkIds]}::uuid[])`.as<'asked'>(sql`asked(id)`))
    .innerJoin('kb_chunk', 'kb_chunk.id', 'asked.id')
    .innerJoin('kb_version', (join) =>
      join.onRef('kb_version.tenant_id', '=', 'kb_chunk.tenant_id').onRef('kb_version.id', '=', 'kb_chunk.version_id'),
    )
    .innerJoin('kb_doc', (join) =>
      join.onRef('kb_doc.tenant_id', '=', 'kb_version.tenant_id').onRef('kb_doc.id', '=', 'kb_version.doc_id'),
    )
    .innerJoin('kb_base', (join) =>
      join.onRef('kb_base.tenant_id', '=', 'kb_chunk.tenant_id').onRef('kb_base.id', '=', 'kb_chunk.base_id'),
    )
    .select([
      'kb_chunk.id',
      'kb_chunk.text',
      'kb_chunk.edited',
      'kb_chunk.context',
      'kb_chunk.anchor',
      'kb_chunk.rev',
      'kb_version.id as versionId',
      'kb_version.no',
      'kb_version.current',
      'kb_version.effective_from',
      'kb_version.ends_on',
      'kb_doc.id as docId',
      'kb_doc.name',
      'kb_doc.kind',
      'kb_doc.number',
      'kb_doc.region',
      'kb_doc.superseded_by',
      'kb_base.id as baseId',
      'kb_base.name as baseName',
      'kb_base.scope',
    ]) // prettier-ignore
    .where('kb_chunk.base_id', 'in', bases)
    .where('kb_chunk.enabled', '=', true)
    .where('kb_doc.is_deleted', '=', 0)
    .execute()
  return rows.map((row) => ({
    chunkId: row.id,
    documentId: row.docId,
    documentName: row.name,
    baseId: row.baseId,
    baseName: row.baseName,
    baseScope: Scope.parse(row.scope),
    kind: Kind.parse(row.kind),
    number: row.number,
    region: row.region,
    version: row.no,
    versionId: row.versionId,
    text: row.edited ?? row.text,
    context: row.context,
    anchor: Anchor.parse(row.anchor),
    effectiveFrom: row.effective_from,
    effectiveTo: row.ends_on,
    superseded: !row.current || row.superseded_by !== null,
    edited: row.edited !== null,
    rev: row.rev,
  }))
}

/** A found chunk with its score and how it stands on the day. */
export function shownPassage(
  passage: Awaited<ReturnType<typeof passagesOf>>[number],
  { score, places }: FoundChunk,
  day: string,
): Passage {
  const { rev: _, ...rest } = passage
  return { ...rest, score, places, standing: standingOn(rest, day), marks: [] }
}

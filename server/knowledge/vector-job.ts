import { sql, type SqlBool } from 'kysely'
import { VECTOR_JOB } from '#contract/knowledge-doc.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Jobs } from '#server/kernel/kernel.ts'
import { openModels } from '../model/model-port.ts'
import { touchBase } from './segment-cache.ts'

export type VectorInput = { baseId: string }

/** Texts in one request. */
const BATCH = 32

/** Registers the building of vectors: what lacks one of the model that is set, batch by batch; a stopped job keeps what it has. */
export function registerVectors(jobs: Jobs): void {
  jobs.register<VectorInput>(VECTOR_JOB, async ({ kernel, actor, input: { baseId } }, progress) => {
    const models = openModels(kernel)
    const ready = await models.ready(actor, 'embed')
    if (!ready) throw new Refusal('knowledgeNoVectors')
    let { model } = ready
    const missing = await kernel.database.inTenant(actor, (db) =>
      db
        .selectFrom('kb_chunk')
        .innerJoin('kb_version', 'kb_version.id', 'kb_chunk.version_id')
        .innerJoin('kb_doc', 'kb_doc.id', 'kb_version.doc_id')
        .select('kb_chunk.id')
        .where('kb_chunk.base_id', '=', baseId)
        .where('kb_chunk.enabled', '=', true)
        .where('kb_version.current', '=', true)
        .where('kb_doc.is_deleted', '=', 0)
        .where(
          sql<SqlBool>`not exists (select from kb_vector v where v.tenant_id = kb_chunk.tenant_id and v.chunk_id = kb_chunk.id
            and v.model = ${model} and v.rev = kb_chunk.rev)`,
        )
        .orderBy('kb_chunk.version_id')
        .orderBy('kb_chunk.ord')
        .execute(),
    )
    let done = 0
    for (let at = 0; at < missing.length; at += BATCH) {
      await progress.at((at / missing.length) * 100, 'knowledgeEmbedding', { done, of: missing.length })
      const ids = missing.slice(at, at + BATCH).map(({ id }) => id)
      const chunks = await kernel.database.inTenant(actor, (db) =>
        db
          .selectFrom('kb_chunk')
          .select(['id', 'version_id', 'rev', 'context'])
          .select(sql<string>`coalesce(edited, text)`.as('said'))
          .where('id', 'in', ids)
          .execute(),
      )
      if (chunks.length === 0) continue
      const embedded = await models.embed(actor, {
        texts: chunks.map(({ context, said }) => [...context, said].join('\n')),
        purpose: 'knowledge.vectors',
        signal: progress.signal,
      })
      if (!embedded) throw new Refusal('knowledgeNoVectors')
      model = embedded.model
      const rows = chunks.flatMap(({ id, version_id, rev }, place) => {
        const vector = embedded.vectors[place]
        return vector
          ? [
              {
                chunk_id: id,
                model,
                base_id: baseId,
                version_id,
                rev,
                vector: Buffer.from(Float32Array.from(vector).buffer),
              },
            ]
          : []
      })
      await kernel.database.inTenant(actor, (db) =>
        db
          .insertInto('kb_vector')
          .values(rows)
          .onConflict((clash) =>
            clash.columns(['tenant_id', 'chunk_id', 'model']).doUpdateSet((eb) => ({
              vector: eb.ref('excluded.vector'),
              rev: eb.ref('excluded.rev'),
              version_id: eb.ref('excluded.version_id'),
            })),
          )
          .execute(),
      )
      done += rows.length
    }
    await kernel.database.inTenant(actor, (db) => touchBase(db, baseId))
    return { vectors: done, model }
  })
}

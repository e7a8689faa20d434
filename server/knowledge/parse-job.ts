import { sql } from 'kysely'
import { PARSE_JOB, type ReadingReport } from '#contract/knowledge-doc.ts'
import type { Actor } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Jobs, Kernel } from '#server/kernel/kernel.ts'
import { runWorker } from '#server/kernel/worker-run.ts'
import type { DocumentReading } from '../document/document-reading.ts'
import { readDocument } from '../document/read-document.ts'
import { compactBase } from './compact-base.ts'
import type { Indexed, IndexOrder } from './index-worker.ts'
import { settleVersions, storeChunks } from './store-version.ts'

export type ParseInput = { versionIds: string[] }

const MEMORY_MB = 768
const LONGEST_PROBLEM = 20

type Order = { id: string; docId: string; baseId: string; name: string; kind: string; fileName: string; sha256: string }

/** Registers the reading of documents. A file that cannot be read says why on its version and holds up none of the others. */
export function registerParse(jobs: Jobs): void {
  jobs.register<ParseInput>(
    PARSE_JOB,
    async ({ kernel, actor, jobId, input }, progress) => {
      const done = { ready: 0, failed: 0 }
      const bases = new Set<string>()
      try {
        for (const [at, versionId] of input.versionIds.entries()) {
          const order = await begin(kernel, actor, { versionId, jobId })
          // deleted, or given to another job meanwhile
          if (!order) continue
          bases.add(order.baseId)
          const params = { file: order.fileName, at: at + 1, of: input.versionIds.length }
          await progress.at((at / input.versionIds.length) * 100, 'knowledgeReading', params)
          try {
            await parse(kernel, actor, { order, jobId, signal: progress.signal })
            done.ready += 1
          } catch (error) {
            if (progress.signal.aborted || !(error instanceof Refusal)) throw error
            await giveUp(kernel, actor, { jobId, versionId, problem: { key: error.key, params: error.params } })
            done.failed += 1
          }
        }
      } catch (error) {
        const key = progress.signal.aborted ? 'knowledgeStopped' : 'knowledgeDied'
        await giveUp(kernel, actor, { jobId, problem: { key, params: {} } })
        throw error
      }
      for (const baseId of bases) await compactBase(kernel, actor, baseId)
      return done
    },
    (kernel, actor, jobId) => giveUp(kernel, actor, { jobId, problem: { key: 'jobDied', params: {} } }),
  )
}

const begin = (kernel: Kernel, actor: Actor, { versionId, jobId }: { versionId: string; jobId: string }) =>
  kernel.database.inTenant(actor, async (db): Promise<Order | undefined> => {
    const { numUpdatedRows } = await db
      .updateTable('kb_version')
      .set({ status: 'parsing', problem: null })
      .where('id', '=', versionId)
      .where('job_id', '=', jobId)
      .executeTakeFirst()
    if (!numUpdatedRows) return undefined
    return db
      .selectFrom('kb_version')
      .innerJoin('kb_doc', 'kb_doc.id', 'kb_version.doc_id')
      .select(['kb_version.id', 'kb_doc.id as docId', 'kb_version.base_id as baseId', 'kb_doc.name', 'kb_doc.kind'])
      .select(['kb_version.file_name as fileName', 'kb_version.sha256'])
      .where('kb_version.id', '=', versionId)
      .executeTakeFirst()
  })

type Parsing = { order: Order; jobId: string; signal: AbortSignal }

async function parse(kernel: Kernel, actor: Actor, { order, jobId, signal }: Parsing): Promise<void> {
  const { fileName, sha256, kind, name } = order
  const reading = await kernel.blobs.asPath(actor, sha256, (path) =>
    readDocument(path, fileName, { ocr: kernel.config.DIGAO_OCR_URL ?? null }, signal),
  )
  const task: IndexOrder = {
    versionId: order.id,
    title: titleOf(name),
    law: kind === 'law' || (kind === 'policy' && goesByArticles(reading)),
    blocks: reading.blocks,
  }
  const indexed = await runWorker<Indexed>(new URL('index-worker.ts', import.meta.url), task, {
    signal,
    memory: MEMORY_MB,
    says: { memory: 'knowledgeMemory', died: 'knowledgeDied' },
  })
  if (indexed.chunks.length === 0) throw new Refusal('documentNothing', { file: fileName })
  await kernel.database.inTenant(actor, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('kb_version')
      .set({
        status: 'ready',
        problem: null,
        // jsonb holds no zero character
        report: JSON.stringify(reportOf(reading)).replaceAll('\\u0000', ''),
        pages: reading.pages,
        chunks: indexed.chunks.length,
        hidden: reading.hidden,
        job_id: null,
      })
      .where('id', '=', order.id)
      .where('job_id', '=', jobId)
      .executeTakeFirst()
    if (!numUpdatedRows) return
    await storeChunks(db, { versionId: order.id, baseId: order.baseId }, indexed)
    await settleVersions(db, [order.docId])
  })
}

/** A title as people say it: the name of the file without its ending. */
export const titleOf = (name: string): string => name.replace(/\.[A-Za-z0-9]{1,8}$/, '')

const goesByArticles = ({ blocks }: DocumentReading) =>
  blocks.filter((block) => block.kind !== 'table' && /^第[〇零一二三四五六七八九十百千\d]+条/.test(block.text))
    .length >= 3

function reportOf({ kind, title, warnings, unread, law }: DocumentReading): ReadingReport {
  const { numbers, issuers, published, term } = law
  return {
    kind,
    title: title.toWellFormed(),
    warnings: warnings.slice(0, LONGEST_PROBLEM),
    unread: unread.slice(0, 200).map(({ what, where }) => ({ key: what, params: where })),
    law:
      numbers.length || published || term.from || term.to
        ? { numbers, issuers, published, from: term.from, to: term.to }
        : null,
  }
}

/** What a job leaves unread says why; versions that had chunks keep them. */
async function giveUp(
  kernel: Kernel,
  actor: Actor,
  { jobId, versionId, problem }: { jobId: string; versionId?: string; problem: { key: string; params: object } },
): Promise<void> {
  await kernel.database.inTenant(actor, async (db) => {
    let query = db
      .updateTable('kb_version')
      .set({
        status: sql<string>`case when chunks > 0 then 'ready' else 'failed' end`,
        problem: JSON.stringify(problem),
        job_id: null,
      })
      .where('job_id', '=', jobId)
      .where('status', 'in', ['queued', 'parsing'])
    if (versionId) query = query.where('id', '=', versionId)
    const rows = await query.returning('doc_id').execute()
    await settleVersions(
      db,
      rows.map((row) => row.doc_id),
    )
  })
}

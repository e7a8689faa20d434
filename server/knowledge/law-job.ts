import { LAW_JOB } from '#contract/knowledge-doc.ts'
import type { Jobs } from '#server/kernel/kernel.ts'
import { runWorker } from '#server/kernel/worker-run.ts'
import type { LawOrder, LawOutcome } from './law-worker.ts'

export type LawInput = { baseId: string; fileId: string }

/** Registers the import of article collections. It is one transaction: a stopped or killed one leaves nothing. */
export function registerLawImport(jobs: Jobs): void {
  jobs.register<LawInput>(LAW_JOB, async ({ kernel, actor, input }, progress) => {
    const file = await kernel.database.inTenant(actor, (db) =>
      db.selectFrom('file').select(['name', 'sha256', 'size']).where('id', '=', input.fileId).executeTakeFirstOrThrow(),
    )
    await progress.at(1, 'knowledgeWriting', { done: 0 })
    const outcome = await kernel.blobs.asPath(actor, file.sha256, (path) => {
      const order: LawOrder = {
        config: kernel.database.configOf(actor.tenantId),
        actor,
        path,
        ...input,
        fileName: file.name,
      }
      return runWorker<LawOutcome>(new URL('law-worker.ts', import.meta.url), order, {
        signal: progress.signal,
        progress: (percent, step, params) => void progress.at(percent, step, params).catch(() => {}),
        memory: 1536,
        says: { memory: 'knowledgeMemory', died: 'knowledgeDied' },
      })
    })
    return { ...outcome }
  })
}

import type { Jobs } from '#server/kernel/jobs.ts'
import type { PaperTask } from './generate-worker.ts'
import { paperThread } from './paper-threads.ts'
import type { Generated } from './store-generation.ts'

export const GENERATE = 'paper.generate'
export type GenerateInput = { projectId: string }

/**
 * Generation computes in a thread and stores in one transaction there: cancelled or killed at any point, the project shows the
 * papers it showed before, so nothing needs to be put right.
 */
export function registerGenerate(jobs: Jobs): void {
  jobs.register<GenerateInput>(GENERATE, async ({ kernel, actor, input }, progress) => {
    const config = kernel.database.configOf(actor.tenantId)
    const task: PaperTask = { kind: 'generate', config, actor, projectId: input.projectId }
    return paperThread(task).run<Generated>(task, {
      signal: progress.signal,
      // a job that should stop rejects here; the worker hears it by the signal
      progress: (percent, step, params) => void progress.at(percent, step, params).catch(() => {}),
    })
  })
}

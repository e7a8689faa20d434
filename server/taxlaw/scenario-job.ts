import type { scenarioKinds } from '#contract/tax-return.ts'
import type { Language } from '#contract/texts.ts'
import type { Jobs } from '#server/kernel/jobs.ts'
import { runWorker } from '#server/kernel/worker-run.ts'
import type { ScenarioTask, Tried } from './scenario-worker.ts'

export const SCENARIO = 'taxReturn.scenario'
export type ScenarioInput = {
  projectId: string
  kind: (typeof scenarioKinds)[number]
  params: { name: string; value: string }[]
  language: Language
}

/** A scenario computes the papers twice in a thread and stores nothing: the job's answer is all that is left of it. */
export function registerScenarios(jobs: Jobs): void {
  jobs.register<ScenarioInput>(SCENARIO, async ({ kernel, actor, input }, progress) => {
    const task: ScenarioTask = { config: kernel.database.configOf(actor.tenantId), actor, input }
    return runWorker<Tried>(new URL('scenario-worker.ts', import.meta.url), task, {
      signal: progress.signal,
      // a job that should stop rejects here; the worker hears it by the signal
      progress: (percent, step, params) => void progress.at(percent, step, params).catch(() => {}),
    })
  })
}

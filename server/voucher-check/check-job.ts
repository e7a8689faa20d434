import type { Language } from '#contract/texts.ts'
import type { SampleMethod } from '#engine/voucher-check/sampling.ts'
import type { CheckSettings } from '#engine/voucher-check/run-checks.ts'
import type { SampleFrame } from '#contract/voucher-check.ts'
import type { Jobs } from '#server/kernel/jobs.ts'
import { runWorker } from '#server/kernel/worker-run.ts'
import type { CheckTask } from './check-worker.ts'

export const VOUCHER_CHECK = 'voucher.check'
export const VOUCHER_SAMPLE = 'voucher.sample'
export type CheckInput = { projectId: string; datasetId: string; settings: CheckSettings; materiality: string | null }
export type SampleInput = {
  projectId: string
  datasetId: string
  name: string
  frame: SampleFrame
  method: SampleMethod
  confidence: number
  /** Null: computed. */
  size: number | null
  seed: number
  materiality: string | null
  language: Language
}

/**
 * Both read the ledger in a thread and store what they found in one transaction there: cancelled or killed at any point, the
 * project shows its last run and its samples as before.
 */
export function registerVoucherChecks(jobs: Jobs): void {
  jobs.register<CheckInput>(VOUCHER_CHECK, async ({ kernel, actor, input }, progress) => {
    const config = kernel.database.configOf(actor.tenantId)
    return run({ kind: 'check', config, actor, input }, progress)
  })
  jobs.register<SampleInput>(VOUCHER_SAMPLE, async ({ kernel, actor, input }, progress) => {
    const config = kernel.database.configOf(actor.tenantId)
    return run({ kind: 'sample', config, actor, input }, progress)
  })
}

type Progress = Parameters<Parameters<Jobs['register']>[1]>[1]

const run = (task: CheckTask, progress: Progress) =>
  runWorker<Record<string, unknown>>(new URL('check-worker.ts', import.meta.url), task, {
    signal: progress.signal,
    // a job that should stop rejects here; the worker hears it by the signal
    progress: (percent, step, params) => void progress.at(percent, step, params).catch(() => {}),
  })

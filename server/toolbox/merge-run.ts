import { join } from 'node:path'
import { say } from '#contract/errors.ts'
import type { MergeOptions } from '#contract/tool-run.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { runWorker } from '#server/kernel/worker-run.ts'
import type { MergeOrder } from './merge-receipts.ts'
import type { Merged } from './merge-worker.ts'
import type { RunBench, RunDone } from './runner.ts'

const MEMORY_MB = 700
const SECONDS = 600

/** Receipts as one PDF, made in a thread with a bound of memory and time. */
export async function mergeRun(bench: RunBench<MergeOptions & { code: 'batchMergePdf' }>): Promise<RunDone> {
  const { files, order: options, home, language, maxPages, signal } = bench
  const title = options.name || say('toolMergeName', language)
  const to = join(home, 'merged.pdf')
  const late = AbortSignal.timeout(SECONDS * 1000)
  const order: MergeOrder = { files, options, title, language, maxPages, to }
  try {
    const { outcomes, figures } = await runWorker<Merged>(new URL('merge-worker.ts', import.meta.url), order, {
      signal: AbortSignal.any([signal, late]),
      // a run that should stop rejects here; the thread hears it by the signal
      progress: (percent, step, params) => void bench.tell(percent / 100, step, params).catch(() => {}),
      memory: MEMORY_MB,
      says: { memory: 'toolMemory', died: 'toolDied' },
    })
    const made = outcomes.some((outcome) => outcome.made === 0)
    return { outcomes, figures, made: made ? [{ path: to, name: `${title}.pdf`, folder: '' }] : [] }
  } catch (error) {
    if (late.aborted && !signal.aborted) throw new Refusal('toolTooSlow', { seconds: SECONDS })
    throw error
  }
}

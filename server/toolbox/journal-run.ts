import { join } from 'node:path'
import { say } from '#contract/errors.ts'
import type { JournalOptions } from '#contract/tool-run.ts'
import { runWorker } from '#server/kernel/worker-run.ts'
import { yuan } from './merge-money.ts'
import type { JournalDone, JournalOrder } from './journal-worker.ts'
import { type RunBench, type RunDone, type RunOutcome, said } from './runner.ts'

const SECONDS = 600
const MEMORY_MB = 2048

/** A journal summed into a balance of its accounts; a balance given with it opens the year, or is compared. */
export async function journalRun(bench: RunBench<JournalOptions>): Promise<RunDone> {
  const { files, order, home, language, signal } = bench
  const to = join(home, 'balance.xlsx')
  const data: JournalOrder = { files, to, year: order.year, language }
  const { files: told, sums } = await runWorker<JournalDone>(new URL('journal-worker.ts', import.meta.url), data, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(SECONDS * 1000)]),
    progress: (percent, step, params) => void bench.tell(percent / 100, step, params).catch(() => {}),
    memory: MEMORY_MB,
    says: { memory: 'toolMemory', died: 'toolDied' },
  })
  const outcomes = files.map(({ name, folder }, at): RunOutcome => {
    const { state = 'skipped' as const, says = [] } = told[at] ?? {}
    return sums && state !== 'skipped' ? { name, folder, state, says, made: 0 } : { name, folder, state, says }
  })
  if (!sums) return { outcomes, made: [], figures: [] }
  const first = outcomes.find(({ state }) => state !== 'skipped')
  const tied = sums.uneven === 0 && sums.untied === 0
  if (first) {
    first.says = [...first.says, tied ? said('toolJournalTies') : said('toolJournalUntied', { count: sums.untied })]
    if (!tied) first.state = 'warned'
  }
  return {
    outcomes,
    made: [{ path: to, name: `${say('toolBalanceBook', language)}.xlsx`, folder: '' }],
    figures: [
      { label: 'entries', value: String(sums.lines) },
      { label: 'vouchers', value: String(sums.vouchers) },
      { label: 'accounts', value: String(sums.accounts) },
      { label: 'debit', value: yuan(Number(sums.debit)) },
      { label: 'credit', value: yuan(Number(sums.credit)) },
      { label: 'untied', value: String(sums.untied) },
    ],
  }
}

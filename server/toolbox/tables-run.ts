import { join } from 'node:path'
import type { TablesOptions } from '#contract/tool-run.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { runWorker } from '#server/kernel/worker-run.ts'
import { onceNamed } from './once-named.ts'
import { type RunBench, type RunDone, type RunOutcome, said } from './runner.ts'
import type { TablesDone, TablesOrder } from './tables-worker.ts'

const SECONDS = 120
const MEMORY_MB = 1024

/** The tables, or all text, of PDF, Word and other documents, a workbook for each. */
export async function tablesRun(bench: RunBench<TablesOptions>): Promise<RunDone> {
  const { files, order, home } = bench
  const done: RunDone = { outcomes: [], made: [], figures: [] }
  const nameOf = onceNamed()
  for (const [at, { name, folder, path }] of files.entries()) {
    await bench.tell(at / files.length, 'toolTaking', { at: at + 1, of: files.length, file: name })
    const to = join(home, `tables-${at}.xlsx`)
    const ocr = bench.config.DIGAO_OCR_URL ?? null
    const outcome: RunOutcome = { name, folder, state: 'failed', says: [] }
    done.outcomes.push(outcome)
    const { problem, tables, rows, unread } = await read({ from: path, to, name, what: order.what, ocr }, bench.signal)
    if (problem) {
      outcome.says = [said(problem.key, problem.params)]
      continue
    }
    outcome.says = [
      said('toolTables', { tables, rows }),
      ...(unread > 0 ? [said('toolUnread', { count: unread })] : []),
    ]
    outcome.state = unread > 0 ? 'warned' : 'done'
    outcome.made = done.made.length
    done.made.push({ path: to, name: nameOf(folder, `${name.replace(/\.[^.]{1,8}$/, '')}.xlsx`), folder })
  }
  return done
}

async function read(order: TablesOrder, signal: AbortSignal): Promise<TablesDone> {
  const late = AbortSignal.timeout(SECONDS * 1000)
  try {
    return await runWorker<TablesDone>(new URL('tables-worker.ts', import.meta.url), order, {
      signal: AbortSignal.any([signal, late]),
      memory: MEMORY_MB,
      says: { memory: 'toolMemory', died: 'toolDied' },
    })
  } catch (error) {
    if (signal.aborted) throw error
    const problem = late.aborted
      ? { key: 'toolTooSlow' as const, params: { seconds: SECONDS } }
      : error instanceof Refusal
        ? { key: error.key, params: error.params }
        : { key: 'toolDied' as const, params: {} }
    return { tables: 0, rows: 0, unread: 0, problem }
  }
}

import { parentPort, workerData } from 'node:worker_threads'
import { type Actor, openDatabase } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { WorkerSays } from '#server/kernel/worker-run.ts'
import { runChecks } from '#engine/voucher-check/run-checks.ts'
import { loadLedger } from '#server/ledger/load.ts'
import type { CheckInput, SampleInput } from './check-job.ts'
import { checkBooks } from './check-input.ts'
import { drawn } from './draw.ts'
import { storeRun } from './store-run.ts'
import { storeSample } from './store-sample.ts'

type Whose = { config: Parameters<typeof openDatabase>[0]; actor: Actor }
export type CheckTask = Whose & ({ kind: 'check'; input: CheckInput } | { kind: 'sample'; input: SampleInput })

const task: CheckTask = workerData
const say = (said: WorkerSays<Record<string, unknown>>) => parentPort?.postMessage(said, [])
const database = openDatabase(task.config, 1)
try {
  say({ kind: 'progress', percent: 5, step: 'voucherCheckLoading', params: {} })
  say({ kind: 'done', result: task.kind === 'check' ? await check(task.input) : await sample(task.input) })
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  say({ kind: 'refused', key: error.key, params: error.params })
} finally {
  await database.close()
}

async function check(input: CheckInput) {
  const books = await database.inSnapshot(task.actor, (db) => checkBooks(db, input))
  const { hits, outcomes } = runChecks(books, input.settings, (done, of) =>
    say({
      kind: 'progress',
      percent: 40 + Math.round((done / of) * 45),
      step: 'voucherChecking',
      params: { done, of },
    }),
  )
  say({ kind: 'progress', percent: 90, step: 'voucherCheckStoring', params: { hits: hits.length } })
  return database.inTenantBulk(task.actor, (db) => storeRun(db, input, { books, hits, outcomes }))
}

async function sample(input: SampleInput) {
  const ledger = await database.inSnapshot(task.actor, (db) => loadLedger(db, input.datasetId))
  say({ kind: 'progress', percent: 60, step: 'voucherSampling', params: {} })
  const found = drawn(ledger, input)
  return database.inTenantBulk(task.actor, (db) => storeSample(db, input, { ...found, ledger }))
}

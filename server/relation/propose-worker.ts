import { parentPort, workerData } from 'node:worker_threads'
import type { TextKey } from '#contract/errors.ts'
import type { Params } from '#contract/texts.ts'
import { proposeRelation } from '#engine/mapping/propose-relation.ts'
import { mappingFacts } from '#facts/facts.ts'
import { type Actor, openDatabase } from '#server/kernel/database.ts'
import { loadLedger } from '#server/ledger/load.ts'
import { clientMemory } from './client-memory.ts'
import type { Proposal } from './relation-store.ts'
import type { WorkerSays } from '#server/kernel/worker-run.ts'

/** What the thread is given: the database to open, for whom, and which ledger. */
export type ProposeTask = {
  config: Parameters<typeof openDatabase>[0]
  actor: Actor
  projectId: string
  datasetId: string
}

const { config, actor, projectId, datasetId }: ProposeTask = workerData
const step = (percent: number, key: TextKey, params: Params) =>
  parentPort?.postMessage({ kind: 'progress', percent, step: key, params } satisfies WorkerSays<Proposal>, [])
const database = openDatabase(config, 1)
try {
  step(5, 'relationReading', {})
  const { ledger, memory } = await database.inTenantBulk(actor, async (db) => ({
    ledger: await loadLedger(db, datasetId),
    memory: await clientMemory(db, projectId),
  }))
  step(40, 'relationComparing', { accounts: ledger.accounts.length, lines: ledger.journal.size })
  const relation = proposeRelation(ledger, mappingFacts, memory)
  const names = new Map(ledger.accounts.map(({ code, fullName }) => [code, fullName]))
  const result: Proposal = {
    accounts: relation.accounts.map(({ code, standard, nature, tags, status, confidence, evidence }) => ({
      code,
      name: names.get(code) ?? '',
      standard: standard ?? '',
      nature: nature ?? '',
      tags,
      // no account without a standard one can pass without a person
      status: standard === null ? 'pending' : status,
      confidence,
      evidence,
    })),
    lines: relation.lines.map(({ ordinal, voucherKey, line, account, tag, status, confidence, evidence }) => ({
      voucherKey,
      line,
      account,
      summary: ledger.journal.summary[ordinal] ?? '',
      tag,
      status,
      confidence,
      evidence,
    })),
  }
  parentPort?.postMessage({ kind: 'done', result } satisfies WorkerSays<Proposal>, [])
} finally {
  await database.close()
}

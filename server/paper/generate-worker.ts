import { parentPort, workerData } from 'node:worker_threads'
import type { TextKey } from '#contract/errors.ts'
import type { Params } from '#contract/texts.ts'
import type { Param } from '#engine/binding/param.ts'
import { generate } from '#engine/workpaper/generate.ts'
import { taxFacts } from '#facts/facts.ts'
import { type Actor, openDatabase } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { loadLedger } from '#server/ledger/load.ts'
import { loadRelation } from '#server/relation/relation-store.ts'
import type { WorkerSays } from '#server/relation/worker-run.ts'
import { inputHash, sha256 } from './input-hash.ts'
import { rulePackName } from './rule-pack-name.ts'
import { type Generated, reuse, store } from './store-generation.ts'

/** What the thread is given: the database to open, for whom, and which project. */
export type GenerateTask = { config: Parameters<typeof openDatabase>[0]; actor: Actor; projectId: string }

const { config, actor, projectId }: GenerateTask = workerData
const say = (said: WorkerSays<Generated>) => parentPort?.postMessage(said, [])
const step = (percent: number, key: TextKey, params: Params = {}) =>
  say({ kind: 'progress', percent, step: key, params })

const database = openDatabase(config, 1)
try {
  step(5, 'paperLoading')
  // one picture of ledger, relation and parameters, whatever is decided meanwhile
  const read = await database.inSnapshot(actor, async (db) => {
    const project = await db
      .selectFrom('firm_project')
      .innerJoin('firm_enterprise', 'firm_enterprise.id', 'firm_project.enterprise_id')
      .select(['dataset_id', 'relation_version', 'relation_locked_by', 'enterprise_name'])
      .where('firm_project.id', '=', projectId)
      .executeTakeFirstOrThrow()
    if (!project.dataset_id) throw new Refusal('relationNoDataset')
    if (project.relation_locked_by === '') throw new Refusal('paperNotLocked')
    const ledger = await loadLedger(db, project.dataset_id)
    const relation = await loadRelation(db, projectId, project.dataset_id, ledger)
    const answers = await db
      .selectFrom('project_param')
      .select(['name', 'value'])
      .where('project_id', '=', projectId)
      .execute()
    return { ...project, datasetId: project.dataset_id, ledger, relation, answers }
  })
  const { ledger, relation, answers } = read
  step(40, 'paperIndexing', { lines: ledger.journal.size })
  const params: Record<string, Param> = Object.fromEntries(
    answers.map(({ name, value }) => [name, { value: value as Param['value'] }]),
  )
  const input = inputHash({ ledger, relation, rulePack: rulePackName, params })
  const about = { projectId, datasetId: read.datasetId, relationVersion: read.relation_version, inputHash: input }
  const known = await database.inTenantBulk(actor, (db) => reuse(db, about))
  if (known) {
    step(95, 'paperReused')
    say({ kind: 'done', result: known })
  } else {
    step(55, 'paperComputing')
    const inputs = { ledger, relation, facts: taxFacts, params, hash: sha256 }
    const generation = generate(inputs)
    step(80, 'paperStoring', { cells: generation.cells.size })
    const result = await database.inTenantBulk(actor, (db) =>
      store(db, about, { inputs, generation, client: read.enterprise_name }),
    )
    say({ kind: 'done', result })
  }
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  say({ kind: 'refused', key: error.key, params: error.params })
} finally {
  await database.close()
}

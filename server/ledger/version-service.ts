import type { ledgerVersion } from '#contract/ledger-version.ts'
import { audit } from '#server/kernel/audit.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { Context, Service } from '#server/kernel/service.ts'
import { reachableProject } from '../project/reach.ts'
import { shownMemory } from './column-memory.ts'
import { reachableDataset } from './dataset.ts'
import { COMPARE, type CompareInput } from './diff-job.ts'
import { diffPage, diffParts, type Pair } from './diff-rows.ts'
import { impactOf } from './impact.ts'

const readable = new Set(['verified', 'active', 'superseded'])

/** Two versions of one project that can both be read. */
async function reachablePair(context: Context, { datasetId, againstId }: Pair) {
  const dataset = await reachableDataset(context, datasetId)
  const against = await reachableDataset(context, againstId)
  if (dataset.project_id !== against.project_id) throw new Refusal('diffOtherProject')
  if (datasetId === againstId) throw new Refusal('diffSame')
  if (!readable.has(dataset.state) || !readable.has(against.state)) throw new Refusal('diffNotRead')
  return dataset
}

const headOf = ({ db }: Context, { datasetId, againstId }: Pair) =>
  db
    .selectFrom('dataset_diff')
    .leftJoin('job', 'job.id', 'dataset_diff.job_id')
    .select(['job_id', 'dataset_diff.state', 'job.state as job_state'])
    .where('dataset_id', '=', datasetId)
    .where('against_id', '=', againstId)
    .executeTakeFirst()

export const ledgerVersionService: Service<typeof ledgerVersion> = {
  async compare(context, pair) {
    const { db, user, kernel } = context
    const dataset = await reachablePair(context, pair)
    // held, so that two who ask at once share one comparison
    const { id, project_name: title } = await reachableProject(context, dataset.project_id, { lock: true })
    const head = await headOf(context, pair)
    if (head?.state === 'ready') return { jobId: '' }
    if (head?.job_state === 'queued' || head?.job_state === 'running') return { jobId: head.job_id }
    const jobId = await kernel.jobs.start(
      db,
      { tenantId: user.tenantId, userId: user.id },
      { type: COMPARE, title, bizType: 'project', bizId: id, input: pair satisfies CompareInput },
    )
    await db
      .insertInto('dataset_diff')
      .values({ dataset_id: pair.datasetId, against_id: pair.againstId, job_id: jobId })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'dataset_id', 'against_id']).doUpdateSet({ job_id: jobId }),
      )
      .execute()
    return { jobId }
  },

  async diff(context, pair) {
    await reachablePair(context, pair)
    const head = await headOf(context, pair)
    const ready = head?.state === 'ready'
    return { ready, jobId: head?.job_id ?? '', parts: ready ? await diffParts(context.db, pair) : [] }
  },

  async diffRows(context, { datasetId, againstId, kind, ...paging }) {
    await reachablePair(context, { datasetId, againstId })
    return diffPage(context.db, { datasetId, againstId, kind }, paging, context.language)
  },

  async impact(context, { datasetId }) {
    const dataset = await reachableDataset(context, datasetId, { read: true })
    const project = await reachableProject(context, dataset.project_id)
    return impactOf(context.db, project, dataset, context.language)
  },

  async memory(context, { projectId }) {
    const { enterprise_id: enterpriseId } = await reachableProject(context, projectId)
    return shownMemory(context.db, enterpriseId, context.language)
  },

  async forget(context, { projectId, layout, column }) {
    const { db } = context
    const { enterprise_id: enterpriseId } = await reachableProject(context, projectId, { lock: true })
    const [gone] = await db
      .deleteFrom('column_memory')
      .where('enterprise_id', '=', enterpriseId)
      .where('layout', '=', layout)
      .where('column_key', '=', column)
      .returning('role')
      .execute()
    if (!gone) throw notFound()
    const before = { layout, column, role: gone.role }
    await audit(context, { action: 'ledger.forgetColumn', bizType: 'enterprise', bizId: enterpriseId, before })
    return {}
  },
}

import { sql } from 'kysely'
import { audit } from '#server/kernel/audit.ts'
import type { Actor, Db } from '#server/kernel/database.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { jobAuditor } from '#server/kernel/job-audit.ts'
import type { Jobs } from '#server/kernel/kernel.ts'
import { runWorker } from '#server/kernel/worker-run.ts'
import type { ProjectRow } from '#server/project/reach.ts'
import { billCounts } from './bill-query.ts'
import { PROPOSE } from './proposal-under-way.ts'
import type { ProposeTask } from './propose-worker.ts'
import { type Proposal, storeProposal } from './relation-store.ts'

type ProposeInput = { projectId: string; datasetId: string }

/**
 * The books are read and compared in a thread, with no transaction open; the proposal is stored in one, unless the bill was
 * locked or the books changed meanwhile. Cancelled or killed, the bill is as it was.
 */
export function registerProposals(jobs: Jobs): void {
  jobs.register<ProposeInput>(PROPOSE, async ({ kernel, actor, jobId, input }, progress) => {
    const task: ProposeTask = { config: kernel.database.configOf(actor.tenantId), actor, ...input }
    const proposal = await runWorker<Proposal>(new URL('propose-worker.ts', import.meta.url), task, {
      signal: progress.signal,
      progress: (percent, step, params) => void progress.at(percent, step, params).catch(() => {}),
    })
    progress.signal.throwIfAborted()
    await progress.at(80, 'relationStoring')
    return kernel.database.inTenantBulk(actor, (db) => stored(db, { actor, jobId, input }, proposal))
  })
}

type About = { actor: Actor; jobId: string; input: ProposeInput }

async function stored(db: Db, { actor, jobId, input: { projectId, datasetId } }: About, proposal: Proposal) {
  const project = await db
    .selectFrom('firm_project')
    .select(['dataset_id', 'relation_locked_by'])
    .where('id', '=', projectId)
    .where('is_deleted', '=', 0)
    .forUpdate()
    .executeTakeFirst()
  if (!project) throw notFound()
  if (project.relation_locked_by !== '') throw new Refusal('relationLocked')
  if (project.dataset_id !== datasetId) throw new Refusal('relationOtherBooks')
  if (await storeProposal(db, projectId, proposal)) await bumpBill(db, projectId)
  const { accounts, reused, accountsPending, linesPending } = await billCounts(db, projectId, datasetId)
  const after = { accounts, reused, pending: accountsPending + linesPending }
  await audit(await jobAuditor(db, actor, jobId), { action: 'propose', bizType: 'relation', bizId: projectId, after })
  return after
}

/** Counts the bill's version up; whatever was made from it is another's now. */
export const bumpBill = (db: Db, projectId: string): Promise<ProjectRow> =>
  db
    .updateTable('firm_project')
    .set({ relation_version: sql`relation_version + 1` })
    .where('id', '=', projectId)
    .returningAll()
    .executeTakeFirstOrThrow()

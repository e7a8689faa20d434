import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Context, User } from '#server/kernel/service.ts'
import { GENERATE, type GenerateInput } from './generate-job.ts'

/**
 * Queues a generation after an input of the project's papers changed, inside the caller's transaction, and answers the job; null where
 * nobody has generated yet, or the relation bill is open. One that still waits in the queue will read the change: its id is answered.
 */
export async function recalculate(
  context: Pick<Context, 'db' | 'kernel' | 'address' | 'trace'> & {
    user: Pick<User, 'id' | 'tenantId' | 'realName' | 'account'>
  },
  projectId: string,
): Promise<string | null> {
  const { db, user, kernel } = context
  const project = await db
    .selectFrom('firm_project')
    .select(['project_name', 'dataset_id', 'generation_id', 'relation_locked_by'])
    .where('id', '=', projectId)
    .where('is_deleted', '=', 0)
    .executeTakeFirst()
  if (!project?.dataset_id || !project.generation_id || project.relation_locked_by === '') return null
  const waiting = await queuedGeneration(db, projectId)
  if (waiting) return waiting
  const jobId = await kernel.jobs.start(
    db,
    { tenantId: user.tenantId, userId: user.id },
    {
      type: GENERATE,
      title: project.project_name,
      bizType: 'project',
      bizId: projectId,
      input: { projectId } satisfies GenerateInput,
    },
  )
  await audit(context, { action: 'recalculate', bizType: 'paper', bizId: projectId, after: { jobId } })
  return jobId
}

/** The project's generation that still waits in the queue, if `of` somebody, his: it will read whatever this transaction writes. */
export async function queuedGeneration(db: Db, projectId: string, of?: string): Promise<string | null> {
  const waiting = await db
    .selectFrom('job')
    .select('id')
    .where('biz_type', '=', 'project')
    .where('biz_id', '=', projectId)
    .where('type', '=', GENERATE)
    .where('state', '=', 'queued')
    .where('cancel_asked', '=', false)
    .$if(of !== undefined, (jobs) => jobs.where('create_user', '=', of ?? ''))
    // held until this commits: a job begun before that would miss the change
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return waiting?.id ?? null
}

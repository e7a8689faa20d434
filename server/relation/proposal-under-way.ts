import type { Db } from '#server/kernel/database.ts'

/** The kind of job that proposes standard accounts and tax tags. */
export const PROPOSE = 'relation.propose'

/** The proposal under way for the project; empty where there is none. */
export async function proposalUnderWay(db: Db, projectId: string): Promise<string> {
  const job = await db
    .selectFrom('job')
    .select('id')
    .where('type', '=', PROPOSE)
    .where('biz_type', '=', 'project')
    .where('biz_id', '=', projectId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return job?.id ?? ''
}

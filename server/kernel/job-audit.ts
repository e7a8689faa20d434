import type { Auditor } from './audit.ts'
import type { Actor, Db } from './database.ts'

/** Who audits what a job does: the person who started it, by name, and the job as the trace. */
export async function jobAuditor(db: Db, { userId }: Actor, jobId: string): Promise<Auditor> {
  const person = await db
    .selectFrom('app_user')
    .select(['account', 'real_name as realName'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return { db, user: person ?? { account: userId, realName: '' }, address: '', trace: jobId }
}

import type { project } from '#contract/project.ts'
import { audit } from '#server/kernel/audit.ts'
import { reserve } from '#server/kernel/entitlement.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { Service } from '#server/kernel/service.ts'
import { FINANCIAL } from './financial-file.ts'
import { reachableProject, under } from './reach.ts'

/**
 * The files of one project of an enterprise become another's too: rows of their own over the same blobs, so that each project
 * removes only its own. Asked again it finds everything there. Years may differ (a file may hold several); the import decides.
 */
export const copyFinancialFiles: Service<typeof project>['copyFinancialInfo'] = async (context, input) => {
  const { db, user } = context
  const { sourceProjectId, targetProjectId, enterpriseId } = input
  // who takes files from a project must be allowed to read them there
  const source = await reachableProject(under(db, user, 'ledger.view'), sourceProjectId)
  // held, so that the same copy asked for twice at once finds what the first has put in
  const target = await reachableProject(context, targetProjectId, { lock: true })
  if (source.id === target.id) throw new Refusal('copySameProject')
  if (source.enterprise_id !== target.enterprise_id) throw new Refusal('copyOtherEnterprise')
  if (target.enterprise_id !== enterpriseId) throw notFound()
  const filesOf = (projectId: string) =>
    db
      .selectFrom('file')
      .where('purpose', '=', FINANCIAL)
      .where('owner_id', '=', projectId)
      .where('is_deleted', '=', 0)
      .select(['id', 'name', 'sha256', 'size'])
      .orderBy('create_time')
      .orderBy('id')
      .execute()
  const [there, here] = [await filesOf(sourceProjectId), await filesOf(targetProjectId)]
  if (there.length === 0) throw new Refusal('copyNoFiles')
  const held = new Set(here.map(({ sha256 }) => sha256))
  const taken = there.filter(({ sha256 }) => !held.has(sha256))
  const answer = {
    copied: taken.length,
    skipped: there.length - taken.length,
    sourceYear: String(source.year),
    targetYear: String(target.year),
  }
  if (taken.length === 0) return answer
  // the package counts files, not contents: whoever deletes one copy frees its own bytes
  const bytes = taken.reduce((sum, { size }) => sum + Number(size), 0)
  await reserve(db, 'storage_bytes', bytes)
  await db
    .insertInto('file')
    .values(
      taken.map(({ name, sha256, size }) => ({ name, sha256, size, purpose: FINANCIAL, owner_id: targetProjectId })),
    )
    .execute()
  await audit(context, {
    action: 'project.copyFiles',
    bizType: 'project',
    bizId: targetProjectId,
    after: { from: source.project_name, sourceProjectId, files: taken.map(({ name, sha256 }) => ({ name, sha256 })) },
  })
  return answer
}

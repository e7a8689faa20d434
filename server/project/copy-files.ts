import { sql } from 'kysely'
import { say, type TextKey } from '#contract/errors.ts'
import type { project } from '#contract/project.ts'
import type { Params } from '#contract/texts.ts'
import { audit } from '#server/kernel/audit.ts'
import { reserve } from '#server/kernel/entitlement.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { Context, Service } from '#server/kernel/service.ts'
import { startImport } from '../ledger/start-import.ts'
import { datasetStands } from './dataset-stands.ts'
import { FINANCIAL } from './financial-file.ts'
import { type ProjectRow, reachableProject, under } from './reach.ts'

/**
 * The files of one project of an enterprise become another's too: rows of their own over the same blobs, so that each project
 * removes only its own. Of the same year, the ledger that counts there is read here as a version of its own. Asked again it finds
 * everything there.
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
  if (taken.length > 0) await takeOver(context, { from: source, to: targetProjectId }, taken)
  return { ...answer, ...(await readOver(context, source, target)) }
}

type Taken = { name: string; sha256: string; size: bigint }

async function takeOver(context: Context, { from, to }: { from: ProjectRow; to: string }, taken: readonly Taken[]) {
  const { db } = context
  // the package counts files, not contents: whoever deletes one copy frees its own bytes
  const bytes = taken.reduce((sum, { size }) => sum + Number(size), 0)
  await reserve(db, 'storage_bytes', bytes)
  await db
    .insertInto('file')
    .values(taken.map(({ name, sha256, size }) => ({ name, sha256, size, purpose: FINANCIAL, owner_id: to })))
    .execute()
  await audit(context, {
    action: 'project.copyFiles',
    bizType: 'project',
    bizId: to,
    after: {
      from: from.project_name,
      sourceProjectId: from.id,
      files: taken.map(({ name, sha256 }) => ({ name, sha256 })),
    },
  })
}

/** Reads the files of the source's ledger as a version of the target's, with what the client's memory answers; says why not. */
async function readOver(context: Context, source: ProjectRow, target: ProjectRow) {
  const { db, language } = context
  const without = (key: TextKey, params?: Params) => ({ jobId: '', says: say(key, language, params) })
  if (source.dataset_id === null) return without('copyDatasetNone')
  if (source.year !== target.year) return without('copyDatasetOtherYear', { source: source.year, target: target.year })
  const contents = await db
    .selectFrom('dataset_file')
    .select('sha256')
    .where('dataset_id', '=', source.dataset_id)
    .orderBy('file_no')
    .execute()
  const wanted = [...new Set(contents.map(({ sha256 }) => sha256))]
  const standing = await db
    .selectFrom('dataset')
    .innerJoin('dataset_file', 'dataset_file.dataset_id', 'dataset.id')
    .select(['dataset.version', sql<string[]>`array_agg(distinct sha256)`.as('contents')])
    .where('project_id', '=', target.id)
    .where(datasetStands)
    .groupBy(['dataset.id', 'dataset.version'])
    .orderBy('dataset.version', 'desc')
    .execute()
  const same = standing.find(
    (one) => one.contents.length === wanted.length && one.contents.every((content) => wanted.includes(content)),
  )
  if (same) return without('copyDatasetStands', { version: same.version })
  const here = await db
    .selectFrom('file')
    .select(['id', 'sha256'])
    .where('purpose', '=', FINANCIAL)
    .where('owner_id', '=', target.id)
    .where('is_deleted', '=', 0)
    .where('sha256', 'in', wanted)
    .execute()
  const fileIds = wanted.flatMap((content) => here.find(({ sha256 }) => sha256 === content)?.id ?? [])
  // a file that the source no longer holds cannot be read over
  if (fileIds.length < wanted.length) return without('copyDatasetNone')
  const { jobId } = await startImport(context, target, fileIds, undefined)
  return { jobId, says: '' }
}

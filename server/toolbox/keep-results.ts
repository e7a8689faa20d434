import type { toolRun } from '#contract/tool-run.ts'
import { audit } from '#server/kernel/audit.ts'
import { reserve } from '#server/kernel/entitlement.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type Context, one, type Service } from '#server/kernel/service.ts'
import { putBlob } from '../disk/port.ts'
import { FINANCIAL } from '../project/financial-file.ts'
import { reachableProject, under } from '../project/reach.ts'
import type { KeptFile } from './tool-files.ts'

type Calls = Service<typeof toolRun>
type Caller = Pick<Context, 'db' | 'user'>

/** The caller's own runs, with the state of their jobs. */
export const ownRuns = ({ db, user }: Caller) =>
  db
    .selectFrom('tool_run')
    .leftJoin('job', (join) =>
      join.onRef('job.tenant_id', '=', 'tool_run.tenant_id').onRef('job.id', '=', 'tool_run.job_id'),
    )
    .where('tool_run.create_user', '=', user.id)

/** Results of one of the caller's runs that still lie there, all or those named. Refuses toolGone where there is none. */
export async function outputsOf(context: Caller, id: string, fileIds: readonly string[] = []) {
  const run = one(await ownRuns(context).selectAll('tool_run').where('tool_run.id', '=', id).execute())
  const wanted = (run.outputs as KeptFile[]).filter((one) => fileIds.length === 0 || fileIds.includes(one.id))
  const rows = await context.db
    .selectFrom('file')
    .select(['id', 'sha256'])
    .where('id', 'in', [...wanted.map((one) => one.id), id])
    .where('owner_id', '=', context.user.id)
    .where('is_deleted', '=', 0)
    .execute()
  const standing = new Map(rows.map((row) => [row.id, row.sha256]))
  const outputs = wanted.flatMap((output) => {
    const sha256 = standing.get(output.id)
    return sha256 === undefined ? [] : [{ ...output, sha256 }]
  })
  if (outputs.length === 0) throw new Refusal('toolGone')
  return { code: run.code, outputs }
}

/** Into a folder of the disk, with the folders the files came in. */
export const toDisk: Calls['toDisk'] = async ({ db, user }, { id, parentId, fileIds }) => {
  const { outputs } = await outputsOf({ db, user }, id, fileIds)
  for (const { name, folder, sha256, size } of outputs)
    await putBlob({ db, user }, { parentId, relPath: folder || undefined, name, sha256, size, conflict: 'rename' })
  return { saved: outputs.length }
}

/** Into the material of a project the caller may import into. */
export const toProject: Calls['toProject'] = async (context, { id, projectId, fileIds }) => {
  const { db, user } = context
  const { outputs } = await outputsOf(context, id, fileIds)
  await reachableProject(under(db, user, 'ledger.import'), projectId, { lock: true })
  const there = await db
    .selectFrom('file')
    .select('sha256')
    .where('purpose', '=', FINANCIAL)
    .where('owner_id', '=', projectId)
    .where('is_deleted', '=', 0)
    .execute()
  const known = new Set(there.map(({ sha256 }) => sha256))
  const added = outputs.filter(({ sha256 }) => !known.has(sha256))
  for (const { name, sha256, size } of added) {
    await reserve(db, 'storage_bytes', size)
    const values = { name, sha256, size: BigInt(size), purpose: FINANCIAL, owner_id: projectId }
    await db.insertInto('file').values(values).execute()
  }
  const after = { files: added.map(({ name, sha256 }) => ({ name, sha256 })) }
  await audit(context, { action: 'toolRun.toProject', bizType: 'project', bizId: projectId, after })
  return { added: added.length }
}

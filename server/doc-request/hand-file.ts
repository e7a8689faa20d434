import type { docRequest } from '#contract/doc-request.ts'
import { audit } from '#server/kernel/audit.ts'
import { reserve } from '#server/kernel/entitlement.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { Service } from '#server/kernel/service.ts'
import { diskLevel } from '#contract/disk-shapes.ts'
import { nodeById } from '../disk/rows.ts'
import { FINANCIAL } from '../project/financial-file.ts'
import { reachableProject } from '../project/reach.ts'
import { endingOf } from '../share/file-kinds.ts'
import { projectFor, reachableItem } from './reach-request.ts'

/** What the import of a ledger reads. */
const readable: ReadonlySet<string> = new Set(['xlsx', 'xls', 'csv', 'zip', 'xml', 'txt', 'et', 'pdf'])

/**
 * An accepted file becomes one of the project's financial files too, from where it is imported: a row of its own over the same
 * content. The same content twice is one file there.
 */
export const handFile: Service<typeof docRequest>['hand'] = async (context, { fileId, projectId: named }) => {
  const { db } = context
  const file = await db.selectFrom('doc_request_file').selectAll().where('id', '=', fileId).executeTakeFirst()
  if (!file) throw notFound()
  const { item, request } = await reachableItem(context, file.item_id)
  if (item.state !== 'accepted') throw new Refusal('requestNotAccepted', { item: item.name })
  if (file.returned_time) throw new Refusal('requestFileReturned', { file: file.name })
  if (item.target !== 'ledger' || !readable.has(endingOf(file.name)))
    throw new Refusal('requestHandKind', { file: file.name })
  const projectId = await projectFor(context, request, named)
  await reachableProject(context, projectId, { lock: true })
  const node = await nodeById(context, file.node_id, diskLevel.download).catch((error: unknown) => {
    throw error instanceof Refusal ? new Refusal('requestFileGone', { file: file.name }) : error
  })
  const there = await db
    .selectFrom('file')
    .select(['id', 'name'])
    .where('purpose', '=', FINANCIAL)
    .where('owner_id', '=', projectId)
    .where('sha256', '=', node.sha256)
    .where('is_deleted', '=', 0)
    .executeTakeFirst()
  const row = there ?? (await added())
  await db.updateTable('doc_request_file').set({ handed_file_id: row.id }).where('id', '=', fileId).execute()
  const after = { item: item.name, file: row.name }
  await audit(context, { action: 'docRequest.hand', bizType: 'docRequest', bizId: request.id, after })
  return { fileId: row.id, name: row.name }

  async function added() {
    await reserve(db, 'storage_bytes', node.size)
    const values = { name: node.name, sha256: node.sha256, size: BigInt(node.size) }
    return db
      .insertInto('file')
      .values({ ...values, purpose: FINANCIAL, owner_id: projectId })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
  }
}

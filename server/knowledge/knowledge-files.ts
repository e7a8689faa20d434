import { extentOf } from '#contract/grants.ts'
import { KNOWLEDGE_FILE } from '#contract/knowledge-doc.ts'
import { baseLevel } from '#contract/knowledge.ts'
import type { Db } from '#server/kernel/database.ts'
import { reserve } from '#server/kernel/entitlement.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { Files, StoredFile } from '#server/kernel/files.ts'
import type { User } from '#server/kernel/service.ts'
import { type NewDocument } from './add-documents.ts'
import { reachableBase } from './base-reach.ts'

/** Originals belong to their base: who adds to it may add them, who reads it may read them. */
export function registerKnowledgeFiles(files: Files): void {
  files.register(KNOWLEDGE_FILE, {
    mayAdd: 'docFile.view',
    mayRead: 'docFile.view',
    checkAdd: async ({ db, user }, baseId) => {
      const adds = ['docFile.add', 'docFile.coverUpload', 'docFile.batch'] as const
      if (!adds.some((grant) => extentOf(user.held, grant) !== undefined)) throw new Refusal('forbidden')
      await reachableBase({ db, user }, baseId, { least: baseLevel.add })
    },
    checkRead: async ({ db, user }, baseId) => void (await reachableBase({ db, user }, baseId)),
  })
}

/** Files uploaded to this base by this person; none that is a document already. */
export async function uploadedFiles(
  { db, user }: { db: Db; user: User },
  baseId: string,
  fileIds: readonly string[],
): Promise<NewDocument[]> {
  const ids = [...new Set(fileIds)]
  const rows = await db
    .selectFrom('file')
    .select(['id', 'name', 'sha256', 'size'])
    .where('id', 'in', ids)
    .where('purpose', '=', KNOWLEDGE_FILE)
    .where('owner_id', '=', baseId)
    .where('create_user', '=', user.id)
    .where('is_deleted', '=', 0)
    .execute()
  if (rows.length !== ids.length) throw notFound()
  const used = await db
    .selectFrom('kb_version')
    .select('file_name')
    .where('file_id', 'in', ids)
    .limit(1)
    .executeTakeFirst()
  if (used) throw new Refusal('knowledgeFileUsed', { file: used.file_name })
  const order = new Map(fileIds.map((id, at) => [id, at]))
  return rows
    .toSorted((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0))
    .map(({ id, name, sha256, size }) => ({ fileId: id, name, sha256, size: Number(size) }))
}

/** The same content as a file of the base: its bytes are stored once, its place in the package is counted. */
export async function copyToBase(
  db: Db,
  baseId: string,
  file: Pick<StoredFile, 'name' | 'sha256' | 'size'>,
): Promise<NewDocument> {
  await reserve(db, 'storage_bytes', file.size)
  const { id } = await db
    .insertInto('file')
    .values({
      name: file.name,
      sha256: file.sha256,
      size: BigInt(file.size),
      purpose: KNOWLEDGE_FILE,
      owner_id: baseId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { fileId: id, name: file.name, sha256: file.sha256, size: file.size }
}

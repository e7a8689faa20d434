import type { AddedDocuments } from '#contract/knowledge-doc.ts'
import { PARSE_JOB } from '#contract/knowledge-doc.ts'
import { type KnowledgeKind, knowledgeKinds } from '#contract/knowledge.ts'
import type { Db } from '#server/kernel/database.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { User } from '#server/kernel/service.ts'
import { actorOf, type Base } from './base-reach.ts'

/** A stored file that becomes a document. */
export type NewDocument = {
  fileId: string
  name: string
  sha256: string
  size: number
  number?: string
  region?: string
  kind?: KnowledgeKind | undefined
  effectiveFrom?: string | null
  effectiveTo?: string | null
}

type To = { db: Db; user: User; kernel: Pick<Kernel, 'jobs'>; base: Base; evenSo: boolean }

const kindOf = (base: Base): KnowledgeKind => knowledgeKinds.find((kind) => kind === base.kind) ?? 'other'

/**
 * Makes documents of files in the caller's transaction and queues their reading as one job. What is in the base already by its
 * content, or was given twice, is told and left out, unless `evenSo`.
 */
export async function addDocuments(to: To, files: readonly NewDocument[]): Promise<AddedDocuments> {
  const { db, base, evenSo } = to
  const known = await db
    .selectFrom('kb_version')
    .innerJoin('kb_doc', 'kb_doc.id', 'kb_version.doc_id')
    .select(['kb_version.sha256', 'kb_doc.id', 'kb_doc.name'])
    .where('kb_version.base_id', '=', base.id)
    .where('kb_doc.is_deleted', '=', 0)
    .where(
      'kb_version.sha256',
      'in',
      files.map(({ sha256 }) => sha256),
    )
    .execute()
  const there = new Map(known.map(({ sha256, id, name }) => [sha256, { id, name }]))
  const added: AddedDocuments['added'] = []
  const duplicates: AddedDocuments['duplicates'] = []
  const versionIds: string[] = []
  for (const file of files) {
    const twin = there.get(file.sha256)
    if (twin && !evenSo) {
      duplicates.push({ fileId: file.fileId, name: file.name, documentId: twin.id, documentName: twin.name })
      continue
    }
    const { id } = await db
      .insertInto('kb_doc')
      .values({
        base_id: base.id,
        name: file.name,
        kind: file.kind ?? kindOf(base),
        number: file.number ?? '',
        region: file.region ?? '',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    versionIds.push(await addVersion(db, { docId: id, baseId: base.id, no: 1 }, file))
    there.set(file.sha256, { id, name: file.name })
    added.push({ id, name: file.name })
  }
  const jobId = versionIds.length ? await startParse(to, { base, versionIds, title: added[0]?.name ?? '' }) : ''
  return { jobId, added, duplicates }
}

/** A version that waits to be read. */
export async function addVersion(
  db: Db,
  { docId, baseId, no }: { docId: string; baseId: string; no: number },
  file: NewDocument,
): Promise<string> {
  const { id } = await db
    .insertInto('kb_version')
    .values({
      doc_id: docId,
      base_id: baseId,
      no,
      file_id: file.fileId,
      file_name: file.name,
      sha256: file.sha256,
      size: BigInt(file.size),
      effective_from: file.effectiveFrom ?? null,
      effective_to: file.effectiveTo ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Queues the reading of versions and marks them as its own. */
export async function startParse(
  { db, user, kernel }: Pick<To, 'db' | 'user' | 'kernel'>,
  { base, versionIds, title }: { base: Pick<Base, 'id'>; versionIds: string[]; title: string },
): Promise<string> {
  const jobId = await kernel.jobs.start(db, actorOf(user), {
    type: PARSE_JOB,
    title,
    bizType: 'knowledge',
    bizId: base.id,
    input: { versionIds },
  })
  await db
    .updateTable('kb_version')
    .set({ status: 'queued', problem: null, job_id: jobId })
    .where('id', 'in', versionIds)
    .execute()
  return jobId
}

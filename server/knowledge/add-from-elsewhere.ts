import { writeFile } from 'node:fs/promises'
import type { z } from 'zod'
import { type AddedDocuments, KNOWLEDGE_FILE, type knowledgeDoc } from '#contract/knowledge-doc.ts'
import { baseLevel } from '#contract/knowledge.ts'
import { audit } from '#server/kernel/audit.ts'
import { fileName, type StoredFile } from '#server/kernel/files.ts'
import type { Context } from '#server/kernel/service.ts'
import { withScratch } from '../list/result-file.ts'
import { addDocuments, type NewDocument } from './add-documents.ts'
import { actorOf, reachableBase } from './base-reach.ts'
import { copyToBase } from './knowledge-files.ts'

/** Neither call has a transaction around it: files are looked up and stored one by one. */
type Outside = Omit<Context, 'db' | 'afterCommit' | 'extent'>

/** Files of projects or other bases, each read by the rules of where it lies, as documents of this base. */
export async function importFiles(
  context: Outside,
  { baseId, fileIds, kind, evenSo }: z.output<typeof knowledgeDoc.importFiles.input>,
): Promise<AddedDocuments> {
  const { kernel, user } = context
  const found: (StoredFile & { purpose: string })[] = []
  for (const id of new Set(fileIds)) found.push(await kernel.files.find(user, id))
  return kernel.database.inTenant(actorOf(user), async (db) => {
    const base = await reachableBase({ db, user }, baseId, { least: baseLevel.add, lock: true })
    const files: NewDocument[] = []
    for (const file of found) files.push({ ...(await copyToBase(db, base.id, file)), kind })
    const added = await addDocuments({ db, user, kernel, base, evenSo }, files)
    const after = { added: added.added, from: found.map(({ id, purpose }) => ({ id, purpose })) }
    await audit({ ...context, db }, { action: 'knowledge.importFiles', bizType: 'knowledge', bizId: base.id, after })
    return added
  })
}

/** Texts another program sends, each stored as a file of its own, so that it can be read again and downloaded. */
export async function addTexts(
  context: Outside,
  { baseId, documents, evenSo }: z.output<typeof knowledgeDoc.addTexts.input>,
): Promise<AddedDocuments> {
  const { kernel, user } = context
  await kernel.files.mayAdd(user, KNOWLEDGE_FILE, baseId)
  const files: NewDocument[] = []
  for (const { name, text, ...about } of documents) {
    const shown = /\.(?:md|txt)$/i.test(name) ? fileName(name) : `${fileName(name)}.md`
    const stored = await withScratch(kernel, async (path) => {
      await writeFile(path, text.toWellFormed(), { mode: 0o600 })
      return kernel.files.add(user, { purpose: KNOWLEDGE_FILE, ownerId: baseId, name: shown, path })
    })
    files.push({ fileId: stored.id, name: stored.name, sha256: stored.sha256, size: stored.size, ...about })
  }
  return kernel.database.inTenant(actorOf(user), async (db) => {
    const base = await reachableBase({ db, user }, baseId, { least: baseLevel.add, lock: true })
    const added = await addDocuments({ db, user, kernel, base, evenSo }, files)
    const after = { added: added.added }
    await audit({ ...context, db }, { action: 'knowledge.addTexts', bizType: 'knowledge', bizId: base.id, after })
    return added
  })
}

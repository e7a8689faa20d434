import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { docFile, DocFile } from '#contract/doc-files.ts'
import { emptySheet } from '#contract/sheet-book.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { reserve } from '#server/kernel/entitlement.ts'
import { type Context, one, type Service, type UploadContext, type UploadedFile } from '#server/kernel/service.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { fileName } from '#server/kernel/files.ts'
import { sheetTask, writeBook } from '../sheet/sheet-files.ts'
import { refuseProgram } from './attachment-type.ts'
import {
  CUSTOM_ATTACHMENT,
  CUSTOM_SHEET,
  type DocKind,
  docFiles,
  paperFileId,
  type Parent,
  reachableParent,
} from './doc-file-store.ts'
import { knownPapers } from './project-paper-files.ts'

type Calls = Service<typeof docFile>
type Sent = Pick<UploadedFile, 'path' | 'name'>

const inTenant = <T>({ kernel, user }: Outside, work: (db: Db) => Promise<T>): Promise<T> =>
  kernel.database.inTenant({ tenantId: user.tenantId, userId: user.id }, work)

/** The paper as the caller reaches it, before anything large is read; a sheet has no sheets of its own. */
const parentOf = (context: Outside, parentFileId: string): Promise<Parent> =>
  inTenant(context, async (db) => {
    const { fileId, ...parent } = await reachableParent({ ...context, db }, parentFileId)
    if (fileId !== undefined) throw new Refusal('docParentUnknown')
    await refuseUnknownPaper(db, parent)
    return parent
  })

/** A paper of the generation that shows, or one that a generation would make. */
async function refuseUnknownPaper(db: Db, { projectId, paperId }: Parent): Promise<void> {
  if (paperId === '' || (await knownPapers(db, projectId)).has(paperId)) return
  throw notFound()
}

type Where = { parent: Parent; kind: DocKind; customType: string }
/** Whoever asks, while no transaction is open. */
export type Outside = Omit<Context, 'db' | 'afterCommit'>
/** Content that the tenant's store holds. */
type Stored = { sha256: string; size: number; name: string }

/** Keeps local files under a paper: contents, rows and audit in one go. */
async function keep(context: UploadContext, where: Where, files: readonly Sent[]): Promise<DocFile[]> {
  const { kernel, user } = context
  const actor = { tenantId: user.tenantId, userId: user.id }
  const stored: Stored[] = []
  for (const { path, name } of files)
    stored.push({ ...(await kernel.blobs.putFile(actor, path, { name })), name: fileName(name) })
  return keepStored(context, where, stored)
}

async function keepStored(context: Outside, where: Where, stored: readonly Stored[]): Promise<DocFile[]> {
  const { parent, kind, customType } = where
  if (stored.some(({ size }) => size === 0)) throw new Refusal('fileEmpty')
  return inTenant(context, async (db) => {
    // asked again: what was allowed when a long upload began need not be now
    await reachableParent({ ...context, db }, paperFileId(parent))
    const kept: DocFile[] = []
    for (const { sha256, size, name } of stored) {
      await reserve(db, 'storage_bytes', size)
      const purpose = kind === 'sheet' ? CUSTOM_SHEET : CUSTOM_ATTACHMENT
      const { id } = await db
        .insertInto('file')
        .values({ name, sha256, size: BigInt(size), purpose, owner_id: paperFileId(parent) })
        .returning('id')
        .executeTakeFirstOrThrow()
      const at = { file_id: id, project_id: parent.projectId, paper_id: parent.paperId }
      await db
        .insertInto('doc_file')
        .values({ ...at, kind, custom_type: customType })
        .execute()
      kept.push(one(await docFiles(db, parent, { kind, fileId: id })))
    }
    for (const { id, originalName } of kept) {
      const after = { ...parent, name: originalName, customType }
      await audit({ ...context, db }, { action: `docFile.add.${kind}`, bizType: 'file', bizId: id, after })
    }
    return kept
  })
}

/**
 * Content that the tenant holds already as attachments of a paper, or of the project itself; what hangs there by its content is
 * left out. The context's extent is that of docFile.add, and whoever calls has made sure that the person may read the content.
 */
export async function attachStored(
  context: Outside,
  parentFileId: string,
  contents: readonly Stored[],
): Promise<DocFile[]> {
  const { kernel, user, language } = context
  const actor = { tenantId: user.tenantId, userId: user.id }
  const parent = await parentOf(context, parentFileId)
  const there = await inTenant(context, (db) => contentsUnder(db, parent))
  const fresh = contents.filter(({ sha256, size }) => size > 0 && !there.has(sha256) && there.add(sha256))
  for (const { sha256, name } of fresh)
    await kernel.blobs.asPath(actor, sha256, (path) => refuseProgram({ path, name }, language))
  return keepStored(context, { parent, kind: 'attachment', customType: '' }, fresh)
}

/** What hangs under a paper by its content. */
async function contentsUnder(db: Db, { projectId, paperId }: Parent): Promise<Set<string>> {
  const rows = await db
    .selectFrom('doc_file')
    .innerJoin('file', 'file.id', 'doc_file.file_id')
    .select('sha256')
    .where('project_id', '=', projectId)
    .where('paper_id', '=', paperId)
    .where('kind', '=', 'attachment')
    .where('file.is_deleted', '=', 0)
    .execute()
  return new Set(rows.map(({ sha256 }) => sha256))
}

export const addAttachments: Calls['addAttachments'] = async (context, { parentFileId, customType }) => {
  const { files, language } = context
  if (files.length === 0) throw new Refusal('docNoFile')
  const parent = await parentOf(context, parentFileId)
  for (const file of files) await refuseProgram(file, language)
  return keep(context, { parent, kind: 'attachment', customType }, files)
}

/** The file sent is read once, so that only spreadsheets that open are kept; without one a new sheet is made. */
export const addSheet: Calls['addSheet'] = async (context, { parentFileId, sheetName, customType }) => {
  const [sent, ...more] = context.files
  if (more.length > 0) throw new Refusal('templateFile')
  const parent = await parentOf(context, parentFileId)
  const where = { parent, kind: 'sheet' as const, customType }
  if (sent) {
    const { notes } = await sheetTask('read', { path: sent.path, name: fileName(sent.name) })
    return { ...one(await keep(context, where, [{ path: sent.path, name: named(sent.name, sheetName) }])), notes }
  }
  if (sheetName === '') throw new Refusal('docSheetName')
  const title = sheetName.replaceAll(/[[\]:*?/\\]/g, ' ')
  const bytes = await writeBook({ sheets: [emptySheet('s1', title)], styles: [], names: [] }, title)
  const path = join(context.kernel.config.DIGAO_DATA, 'tmp', `sheet-${randomUUID()}`)
  try {
    await writeFile(path, bytes, { mode: 0o600 })
    return { ...one(await keep(context, where, [{ path, name: `${title}.xlsx` }])), notes: [] }
  } finally {
    await rm(path, { force: true })
  }
}

/** Under the name a person gave, with the extension of the file. */
function named(file: string, wished: string): string {
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(file)?.[0] ?? ''
  return wished === '' ? file : `${wished}${extension}`
}

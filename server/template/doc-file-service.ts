import type { docFile } from '#contract/doc-files.ts'
import { audit } from '#server/kernel/audit.ts'
import type { Db } from '#server/kernel/database.ts'
import { release } from '#server/kernel/entitlement.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { Kernel } from '#server/kernel/kernel.ts'
import type { Context, Service } from '#server/kernel/service.ts'
import { datasetStands } from '../project/dataset-stands.ts'
import { FINANCIAL } from '../project/financial-file.ts'
import { reachableProject, under } from '../project/reach.ts'
import { sheetOf } from '../sheet/sheet-document.ts'
import { firmTemplates, systemTemplates } from './choose.ts'
import { CUSTOM_ATTACHMENT, CUSTOM_SHEET, docFiles, reachableParent, reachableThrough } from './doc-file-store.ts'
import { addAttachments, addSheet } from './doc-file-upload.ts'
import { paperFiles } from './project-paper-files.ts'
import { ofProject } from './project-template.ts'

type Calls = Service<typeof docFile>

/** Who reads and edits files under papers; they are added by their own calls only, which look at what is sent. */
export function registerDocFiles({ files }: Kernel): void {
  for (const purpose of [CUSTOM_SHEET, CUSTOM_ATTACHMENT])
    files.register(purpose, {
      mayAdd: 'docFile.add',
      mayRead: 'docFile.view',
      checkAdd: async () => Promise.reject(notFound()),
      checkRead: async (caller, parent) => void (await reachableParent(caller, parent)),
      ...(purpose === CUSTOM_SHEET && {
        edit: {
          may: 'docFile.edit' as const,
          check: async (caller, parent) => void (await reachableParent(caller, parent)),
        },
      }),
    })
}

type Sheets = Awaited<ReturnType<Calls['customSheets']>>
/** All sheets of the spreadsheets under a paper, or of one of them, as they stand now. Opens its own short transactions. */
async function sheetsUnder(
  { kernel, user, extent }: Pick<Context, 'kernel' | 'user' | 'extent'>,
  parentFileId: string,
): Promise<Sheets> {
  const actor = { tenantId: user.tenantId, userId: user.id }
  const files = await kernel.database.inTenant(actor, async (db) => {
    const { fileId, ...parent } = await reachableParent({ db, user, extent }, parentFileId)
    return docFiles(db, parent, { kind: 'sheet', fileId })
  })
  const sheets: Sheets = []
  for (const { id: fileId, originalName } of files) {
    const { sheets: found, styles } = await sheetOf(kernel, user, fileId)
    for (const sheet of found)
      sheets.push({ fileId, originalName, sheetIndex: sheets.length, sheetName: sheet.name, sheet, styles })
  }
  return sheets
}

/** Financial files of a project, and the newest ledger that holds each. */
async function heldFiles(db: Db, projectId: string) {
  return db
    .selectFrom('file')
    .select(['file.id', 'file.name', 'file.size'])
    .select((eb) =>
      eb
        .selectFrom('dataset_file')
        .innerJoin('dataset', 'dataset.id', 'dataset_file.dataset_id')
        .whereRef('dataset_file.file_id', '=', 'file.id')
        .where(datasetStands)
        .select((inner) => inner.fn.max('dataset.version').as('version'))
        .as('version'),
    )
    .where('file.purpose', '=', FINANCIAL)
    .where('file.owner_id', '=', projectId)
    .where('file.is_deleted', '=', 0)
    .orderBy('file.id')
    .execute()
}

export const docFileService: Calls = {
  async libraries({ db, language }, { isSystem }) {
    const english = language === 'en'
    const firm = await db
      .selectFrom('paper_template')
      .select((eb) => eb.fn.countAll<string>().as('files'))
      .where('state', '=', 'published')
      .where('is_deleted', '=', 0)
      .executeTakeFirst()
    const libraries = [
      { id: 'system-workpaper', name: english ? 'System working papers' : '系统底稿模板', isSystem: 1, files: 1 },
      {
        id: 'firm-workpaper',
        name: english ? 'The firm’s working papers' : '事务所底稿模板',
        isSystem: 0,
        files: Number(firm?.files ?? 0),
      },
    ]
    if (isSystem === undefined || isSystem === '') return libraries
    const wanted = isSystem === '1' || isSystem === 'true' ? 1 : 0
    return libraries.filter((library) => library.isSystem === wanted)
  },

  firmTemplates: ({ db }, { firmId, taxProjectCategory }) => firmTemplates(db, taxProjectCategory, firmId),
  systemTemplates: async (_context, { taxProjectCategory }) => systemTemplates(taxProjectCategory),
  templates: async ({ db }, { firmId, taxProjectCategory }) => [
    ...systemTemplates(taxProjectCategory),
    ...(await firmTemplates(db, taxProjectCategory, firmId)),
  ],

  async projectFiles(context, { firmProjectId, taxProjectCategory }) {
    await reachableThrough(context, firmProjectId)
    const project = await reachableProject(context, firmProjectId)
    return project.category === taxProjectCategory ? paperFiles(context.db, project, context.language) : []
  },

  async projectWorkingPaper(context, { projectId }) {
    await reachableThrough(context, projectId)
    const project = await reachableProject(context, projectId)
    const { templateId, templateType, name, version, newest } = await ofProject(context, { projectId })
    return {
      projectId,
      templateId,
      templateType,
      originalName: name,
      version,
      newest,
      generationId: project.generation_id ?? '',
      papers: await paperFiles(context.db, project, context.language),
    }
  },

  async customSheet(context, { parentFileId, sheetIndex }) {
    const sheet = (await sheetsUnder(context, parentFileId))[sheetIndex]
    if (!sheet) throw new Refusal('docSheetIndex', { index: sheetIndex })
    return sheet
  },
  customSheets: (context, { parentFileId }) => sheetsUnder(context, parentFileId),

  async attachments(context, { parentFileId, customType }) {
    const parent = await reachableParent(context, parentFileId)
    return docFiles(context.db, parent, { kind: 'attachment', customType })
  },
  async sheetFiles(context, { parentFileId }) {
    const { fileId, ...parent } = await reachableParent(context, parentFileId)
    return docFiles(context.db, parent, { kind: 'sheet', fileId })
  },

  addAttachments,
  addSheet,

  async removeFile(context, { fileId }) {
    const { db } = context
    const row = await db
      .selectFrom('doc_file')
      .innerJoin('file', 'file.id', 'doc_file.file_id')
      .innerJoin('firm_project', 'firm_project.id', 'doc_file.project_id')
      .select(['doc_file.project_id', 'doc_file.paper_id', 'file.name', 'file.size', 'file.create_user'])
      .select('firm_project.project_name')
      .where('doc_file.file_id', '=', fileId)
      .where('file.is_deleted', '=', 0)
      .executeTakeFirst()
    if (!row) throw notFound()
    await reachableThrough(context, row.project_id)
    const [gone] = await db
      .updateTable('file')
      .set({ is_deleted: 1 })
      .where('id', '=', fileId)
      .where('is_deleted', '=', 0)
      .returning('size')
      .execute()
    if (!gone) throw notFound()
    await release(db, 'storage_bytes', Number(gone.size))
    await context.kernel.trash.put(db, {
      kind: 'file',
      itemId: fileId,
      name: row.name,
      place: [row.project_name, row.paper_id].filter(Boolean).join(' / '),
      size: Number(gone.size),
      ownerId: row.create_user,
      projectId: row.project_id,
    })
    const before = { projectId: row.project_id, paperId: row.paper_id, name: row.name }
    await audit(context, { action: 'docFile.remove', bizType: 'file', bizId: fileId, before })
    return {}
  },

  async removeFinancialFiles(context, { projectId }) {
    const { db, user } = context
    const project = await reachableProject(context, projectId)
    // it takes ledgers' files away: who may not import into the project may not do that either
    await reachableProject(under(db, user, 'ledger.import'), projectId, { lock: true })
    const files = await heldFiles(db, projectId)
    const free = files.filter(({ version }) => version === null)
    const kept = files.flatMap(({ name, version }) => (version === null ? [] : [{ name, datasetVersion: version }]))
    for (const { id, name, size } of free) {
      await db.updateTable('file').set({ is_deleted: 1 }).where('id', '=', id).execute()
      await release(db, 'storage_bytes', Number(size))
      const item = { kind: 'file', itemId: id, name, size: Number(size), projectId } as const
      await context.kernel.trash.put(db, { ...item, place: project.project_name })
    }
    const before = { projectId, removed: free.map(({ name }) => name), kept: kept.length }
    await audit(context, { action: 'docFile.removeFinancialFiles', bizType: 'project', bizId: projectId, before })
    return { removed: free.length, kept }
  },
}
